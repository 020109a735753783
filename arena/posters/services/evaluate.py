"""Scoring one poster with one evaluator."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from django.db import transaction

from arena.benchmarks.services.content import content_of
from arena.core import leases
from arena.core.errors import NotReady
from arena.core.files import read_stored
from arena.posters.models import Poster, PosterScore, ScoringRun
from arena.posters.services.identity import remind_of_scan
from arena.posters.services.lines import picture_with_lines
from scoring.posterbench.errors import UnusableInput
from scoring.posterbench.protocol import PROTOCOL
from scoring.records import Evaluation, PaperText
from scoring.words import POSTERBENCH_OFFLINE, ScoreStatus


@dataclass(frozen=True, slots=True)
class Evaluator:
    """A way to score a poster's picture against its paper, and the protocol that it stands for now."""

    protocol: str
    evaluate: Callable[[bytes, PaperText], Evaluation]


def _offline(poster: bytes, paper: PaperText) -> Evaluation:
    # Loaded here: only what scores needs OCR and imaging, not every process of the site.
    from scoring.posterbench.evaluate import evaluate_lines

    raster, lines = picture_with_lines(poster)
    return evaluate_lines(raster, lines, paper)


EVALUATORS: dict[str, Evaluator] = {POSTERBENCH_OFFLINE: Evaluator(PROTOCOL, _offline)}


def score_poster(run: ScoringRun) -> None:
    """Do a claimed scoring. An evaluator that cannot score leaves a score with the status error, never a number."""
    evaluator = EVALUATORS[run.evaluator]
    poster = Poster.objects.select_related("case").get(pk=run.poster_id)
    started = time.perf_counter()
    # Known before the paper is read: a correction in between makes this score too old, never too new.
    version = poster.case.content_version
    if version != run.content_version:
        leases.fail(run, "The paper was corrected since this was asked for; ask for its scores again.")
        return
    try:
        with leases.kept_alive(run):
            evaluation = evaluator.evaluate(read_stored(poster.master_sha256), _paper_text(poster))
    except NotReady as error:
        leases.fail(run, str(error))
        return
    except UnusableInput as error:
        with transaction.atomic():
            leases.fail(run, str(error))
            _save(poster, _no_score(run.evaluator, evaluator.protocol), version)
        return
    with transaction.atomic():
        leases.finish(run, seconds=round(time.perf_counter() - started, 3))
        _save(poster, evaluation, version)
        remind_of_scan(poster)


def _paper_text(poster: Poster) -> PaperText:
    content = content_of(poster.case, pdf_sha256=poster.pdf_sha256)
    return PaperText(
        text=content.text,
        title=poster.case.title,
        abstract=poster.case.abstract,
        headings=tuple(section.heading for section in content.sections),
        figures=len(content.figures),
    )


def _no_score(evaluator: str, protocol: str) -> Evaluation:
    return Evaluation(evaluator, protocol, ScoreStatus.ERROR, {}, rubric=None, ceiling=100.0, overall=None)


def _save(poster: Poster, evaluation: Evaluation, content_version: int) -> None:
    """Keep a score, in the caller's transaction; one of a later content that came first stays."""
    Poster.objects.select_for_update().get(pk=poster.pk)  # one writer at a time
    same = PosterScore.objects.filter(poster=poster, evaluator=evaluation.evaluator, protocol=evaluation.protocol)
    if same.filter(imported=False, content_version__gt=content_version).exists():
        return
    values = {dimension.value: score for dimension, score in evaluation.dimensions.items()}
    PosterScore.objects.update_or_create(
        poster=poster,
        evaluator=evaluation.evaluator,
        protocol=evaluation.protocol,
        defaults={
            **values,
            "status": evaluation.status.value,
            "overall": evaluation.overall,
            "rubric": evaluation.rubric,
            "ceiling": evaluation.ceiling,
            "findings": [asdict(finding) for finding in evaluation.findings],
            "judge_model": "",  # no evaluator here asks one
            "imported": False,
            "content_version": content_version,
        },
    )
