"""One poster as its page shows it: its verdict, the paper's figures on it, and its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from arena.benchmarks.models import Benchmark, CaseFigure
from arena.posters.models import Poster, PosterScore, ScoringRun
from arena.posters.selectors import revisions_of, scores_of
from arena.posters.verdict import Verdict, verdict_of
from scoring.words import POSTERBENCH_OFFLINE, ScoreStatus


@dataclass(frozen=True, slots=True)
class Provenance:
    """Which figures and tables of its paper stand on a poster. `is_known` is False where nobody said."""

    is_known: bool
    shown: tuple[CaseFigure, ...]
    lost: tuple[str, ...]  # ids that the paper's reading does not have any more
    of: int  # figures and tables of the paper


@dataclass(frozen=True, slots=True)
class Sibling:
    """A poster of the same paper."""

    poster: Poster
    overall: float | None
    is_here: bool  # the poster itself

    @property
    def label(self) -> str:
        return self.poster.system_config.system.name


@dataclass(frozen=True, slots=True)
class Place:
    """Where the paper stands in a benchmark, and the nearest papers there with a poster by the same system."""

    benchmark: Benchmark
    position: int
    papers: int
    previous: Poster | None
    next: Poster | None


@dataclass(frozen=True, slots=True)
class Portrait:
    poster: Poster
    verdict: Verdict | None
    score_is_outdated: bool
    other_scores: tuple[PosterScore, ...]
    scoring: ScoringRun | None
    provenance: Provenance
    revisions: tuple[Poster, ...]
    place: Place | None
    benchmarks: tuple[Benchmark, ...]
    siblings: tuple[Sibling, ...]
    previous: Sibling | None
    next: Sibling | None


def portrait_of(poster: Poster, *, benchmark: str = "") -> Portrait:
    """A fixed number of queries. `benchmark` says along which one papers follow each other; else the first is taken."""
    entries = list(poster.case.entries.select_related("benchmark").order_by("benchmark__name"))
    benchmarks = tuple(entry.benchmark for entry in entries)
    chosen = next((found for found in benchmarks if found.name == benchmark), None) if benchmark else None
    if benchmark and chosen is None:
        raise Http404
    where = chosen or (benchmarks[0] if benchmarks else None)
    score = scores_of(poster, POSTERBENCH_OFFLINE).first()
    siblings = _siblings(poster)
    here = next((at for at, sibling in enumerate(siblings) if sibling.poster.pk == poster.pk), None)
    others = PosterScore.objects.filter(poster=poster).exclude(evaluator=POSTERBENCH_OFFLINE).defer("findings")
    return Portrait(
        poster=poster,
        verdict=None if score is None or score.status == ScoreStatus.ERROR else verdict_of(score, poster),
        score_is_outdated=score is not None and score.is_outdated(poster.case),
        other_scores=tuple(others.order_by("evaluator", "-created_at")),
        scoring=poster.scoring_runs.filter(evaluator=POSTERBENCH_OFFLINE).order_by("-pk").first(),
        provenance=_provenance(poster),
        revisions=tuple(revisions_of(poster)),
        place=_place(poster, where) if where else None,
        benchmarks=benchmarks,
        siblings=siblings,
        previous=siblings[here - 1] if here else None,
        next=siblings[here + 1] if here is not None and here + 1 < len(siblings) else None,
    )


def _siblings(poster: Poster) -> tuple[Sibling, ...]:
    """The current posters of the paper by the configurations in force, by system; this one too, whatever it is."""
    of_paper = Poster.objects.filter(case=poster.case_id).select_related("system_config__system", "run")
    current = of_paper.filter(
        is_current=True, system_config__superseded_at=None, system_config__system__archived_at=None
    ).defer("run__trajectory")
    found = {other.system_config.system_id: other for other in current}
    found[poster.system_config.system_id] = poster
    scores = PosterScore.objects.filter(
        poster__in=[other.pk for other in found.values()], evaluator=POSTERBENCH_OFFLINE
    ).exclude(status=ScoreStatus.ERROR)
    overall = {score.poster_id: score.overall for score in scores.defer("findings").order_by("created_at", "pk")}
    by_system = sorted(found.values(), key=lambda other: other.system_config.system.slug)
    return tuple(Sibling(other, overall.get(other.pk), is_here=other.pk == poster.pk) for other in by_system)


def _place(poster: Poster, benchmark: Benchmark) -> Place:
    positions = list(benchmark.entries.order_by("position").values_list("case_id", flat=True))
    posters = Poster.objects.filter(
        case__in=positions, is_current=True, system_config__system=poster.system_config.system_id
    ).select_related("case", "system_config")
    by_case: dict[int, Poster] = {}
    for other in posters.order_by("system_config__version"):
        by_case[other.case_id] = other
    here = positions.index(poster.case_id)
    return Place(
        benchmark=benchmark,
        position=here + 1,
        papers=len(positions),
        previous=_first(by_case, positions[:here][::-1]),
        next=_first(by_case, positions[here + 1 :]),
    )


def _first(posters: dict[int, Poster], cases: Sequence[int]) -> Poster | None:
    return next((posters[case] for case in cases if case in posters), None)


def _provenance(poster: Poster) -> Provenance:
    of_file = CaseFigure.objects.filter(
        ingest__case=poster.case_id, ingest__pdf_sha256=poster.pdf_sha256, is_current=True
    )
    figures = {figure.figure_id: figure for figure in of_file.order_by("position")}
    ids = poster.figures or ()
    return Provenance(
        is_known=poster.figures is not None,
        shown=tuple(figures[figure_id] for figure_id in ids if figure_id in figures),
        lost=tuple(figure_id for figure_id in ids if figure_id not in figures),
        of=sum(not figure.left_out for figure in figures.values()),
    )
