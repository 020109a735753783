"""The two files a report is made from: a study's judgments and the scores of its posters, as records."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F

from arena.core.errors import NotReady
from arena.core.leases import WorkState
from arena.core.wording import counted
from arena.posters.models import PosterScore, ScoreValues, ScoringRun
from arena.reports.models import Report
from arena.reports.selectors import evaluators_of, imported_scores
from arena.review.models import Judgment
from arena.review.records import judgment_records, repeats_alone, responses
from arena.studies.models import Study
from scoring.records import JudgmentRecord, ScoreRecord
from scoring.words import Dimension, ScoreStatus


@dataclass(frozen=True, slots=True)
class Inputs:
    """What goes into judgments.csv and scores.csv; no score rows where there is no evaluator.

    left_out: a sentence for each other evaluator that has not scored everything, and so is not in the scores; and one
    on answered repeats of pairs without a response, which are not in the judgments.
    behind: what each judgment was made from, in the same order; empty for an imported study.
    """

    judgments: tuple[JudgmentRecord, ...]
    scores: tuple[ScoreRecord, ...]
    left_out: tuple[str, ...] = ()
    behind: tuple[Judgment, ...] = ()


class NotScored(NotReady):
    """Posters of a study that nobody tried to score by an evaluator."""

    def __init__(self, message: str, *, untried: int, posters: int) -> None:
        super().__init__(message)
        self.untried, self.posters = untried, posters


def collect_inputs(*, study: Study, pool: str, evaluator: str) -> Inputs:
    """Read a study's current judgments of one pool and the scores, each in a fixed order.

    The scores by `evaluator`, without which no report is made (NotReady), and those by every other evaluator that has
    tried all posters, so that evaluators can be compared.
    """
    simulated = pool == Report.Pool.SIMULATED
    found = [] if study.is_imported else responses(study, simulated=simulated)
    behind = tuple(judgment for _, judgment in found)
    judgments = tuple(judgment_records(study, simulated=simulated) if study.is_imported else (row for row, _ in found))
    left_out = list(_repeats_left_out(study, simulated=simulated))
    if not evaluator:
        return Inputs(judgments=judgments, scores=(), left_out=tuple(left_out), behind=behind)
    scores = score_records(study, evaluator)
    for other in evaluators_of(study):
        if other == evaluator:
            continue
        try:
            scores += score_records(study, other)
        except NotScored as missing:
            left_out.append(
                f"Scores by {other} are not in this snapshot: {missing.untried:,} of the "
                f"{counted(missing.posters, 'poster')} were not scored by it."
            )
    scores.sort(key=lambda record: (record.evaluator, record.case_id, record.system))
    return Inputs(judgments=judgments, scores=tuple(scores), left_out=tuple(left_out), behind=behind)


def _repeats_left_out(study: Study, *, simulated: bool) -> Iterator[str]:
    alone = 0 if study.is_imported else repeats_alone(study, simulated=simulated)
    if alone:
        what = "1 repeat is" if alone == 1 else f"{alone:,} repeats are"
        yield f"{what} not in this snapshot: what is repeated has no response now."


def score_records(study: Study, evaluator: str) -> list[ScoreRecord]:
    """One row for each paper and system of the study, by its pins or as imported."""
    rows = _imported(study, evaluator) if study.is_imported else _pinned(study, evaluator)
    return sorted(rows, key=lambda record: (record.case_id, record.system))


def _imported(study: Study, evaluator: str) -> list[ScoreRecord]:
    return [
        _record(
            score,
            case_id=score.case_id_text,
            discipline=score.discipline,
            system=score.system_slug,
            poster_sha256=score.poster_sha256,
        )
        for score in imported_scores(study).filter(evaluator=evaluator)
    ]


def _pinned(study: Study, evaluator: str) -> list[ScoreRecord]:
    """A poster without a score is an error row where scoring it failed; where it was not tried, the report waits.

    A score from before a correction of the paper is none: a study can be frozen before it was asked for again.
    """
    pins = list(study.posters.select_related("case", "study_system", "poster"))
    poster_pks = [pin.poster_id for pin in pins]
    cases = {pin.poster_id: pin.case for pin in pins}
    # Of several protocols of one evaluator the newest score counts; it names its protocol.
    found = PosterScore.objects.filter(poster__in=poster_pks, evaluator=evaluator).order_by("created_at", "pk")
    scores = {score.poster_id: score for score in found if not score.is_outdated(cases[score.poster_id])}
    failed = set(
        ScoringRun.objects.filter(
            poster__in=poster_pks,
            evaluator=evaluator,
            state=WorkState.FAILED,
            content_version=F("poster__case__content_version"),
        ).values_list("poster", flat=True)
    )
    untried = [pin for pin in pins if pin.poster_id not in scores and pin.poster_id not in failed]
    if untried:
        raise NotScored(
            f"{len(untried)} of the {counted(len(pins), 'poster')} of {study.name} are not scored by {evaluator}"
            f" yet; run: manage.py score --benchmark {study.benchmark} --evaluator {evaluator}",
            untried=len(untried),
            posters=len(pins),
        )
    records = []
    for pin in pins:
        score = scores.get(pin.poster_id)
        case_id, discipline, system = pin.case.case_id, pin.case.discipline, pin.study_system.label
        if score is None:
            records.append(
                ScoreRecord(
                    case_id=case_id,
                    discipline=discipline,
                    system=system,
                    evaluator=evaluator,
                    status=ScoreStatus.ERROR,
                    poster_sha256=pin.poster.master_sha256,
                )
            )
        else:
            sha256 = pin.poster.master_sha256
            records.append(_record(score, case_id=case_id, discipline=discipline, system=system, poster_sha256=sha256))
    return records


def _record(score: ScoreValues, *, case_id: str, discipline: str, system: str, poster_sha256: str) -> ScoreRecord:
    return ScoreRecord(
        case_id=case_id,
        discipline=discipline,
        system=system,
        evaluator=score.evaluator,
        status=ScoreStatus(score.status),
        overall=score.overall,
        rubric=score.rubric,
        ceiling=score.ceiling,
        dimensions={dimension: getattr(score, dimension.value) for dimension in Dimension},
        protocol=score.protocol,
        judge_model=score.judge_model,
        poster_sha256=poster_sha256,
    )
