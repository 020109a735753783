"""Looking up posters, their scores, and how far making and scoring them is."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet
from django.shortcuts import get_object_or_404

from arena.benchmarks.models import Benchmark, Case
from arena.benchmarks.selectors import benchmarks_with_sizes, ready_cases_of
from arena.core.leases import WorkState
from arena.core.progress import Counts, count_states
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun, Upload
from arena.systems.models import SystemConfig
from arena.systems.selectors import chosen_configs
from scoring.words import ScoreStatus


def scores_of(poster: Poster, evaluator: str) -> QuerySet[PosterScore]:
    """The poster's scores by this evaluator, the newest protocol first."""
    return PosterScore.objects.filter(poster=poster, evaluator=evaluator).order_by("-created_at", "-pk")


def scorable_posters(benchmark: Benchmark) -> QuerySet[Poster]:
    """The current posters of the benchmark's papers by the systems as they are configured now."""
    return Poster.objects.filter(
        case__entries__benchmark=benchmark,
        is_current=True,
        system_config__superseded_at=None,
        system_config__system__archived_at=None,
    ).order_by("case__case_id", "system_config__system__slug")


def generation_progress(benchmark: Benchmark, systems: list[str] | None = None) -> Counts:
    """How far the posters of ready papers are, one for each paper and system that makes posters."""
    configs = [config for config in chosen_configs(systems) if not config.takes_uploads]
    cases = {case.pk: case for case in ready_cases_of(benchmark)}
    pairs = {(case, config.pk) for case in cases for config in configs}
    posters = Poster.objects.filter(case__in=cases, system_config__in=configs, is_current=True).defer("notes")
    done = {
        (poster.case_id, poster.system_config_id)
        for poster in posters
        if not poster.why_outdated(cases[poster.case_id])
    }
    states = last_run_states(list(cases.values()), configs) | dict.fromkeys(done, WorkState.DONE.value)
    return count_states((states[pair] for pair in pairs if pair in states), total=len(pairs))


def last_run_states(cases: Collection[Case], configs: list[SystemConfig]) -> dict[tuple[int, int], str]:
    """The state of the newest run for each case (as it is known now) and configuration."""
    known = {case.pk: (case.pdf_sha256, case.content_version) for case in cases}
    runs = GenerationRun.objects.filter(case__in=known, system_config__in=configs).order_by("pk")
    rows = runs.values_list("case_id", "system_config_id", "pdf_sha256", "content_version", "state")
    return {(case, config): state for case, config, pdf, version, state in rows if (pdf, version) == known[case]}


def scoring_progress(benchmark: Benchmark, evaluator: str, systems: list[str] | None = None) -> Counts:
    """How far scoring the current posters is."""
    posters = scorable_posters(benchmark)
    if systems is not None:
        posters = posters.filter(system_config__system__slug__in=systems)
    wanted = {poster.pk: poster.case for poster in posters.select_related("case")}
    scores = PosterScore.objects.filter(poster__in=wanted, evaluator=evaluator).exclude(status=ScoreStatus.ERROR)
    done = {score.poster_id for score in scores.defer("findings") if not score.is_outdated(wanted[score.poster_id])}
    states = last_scoring_states(wanted, evaluator) | dict.fromkeys(done, WorkState.DONE.value)
    return count_states(states.values(), total=len(wanted))


def last_scoring_states(posters: Collection[int], evaluator: str) -> dict[int, str]:
    """The state of the newest scoring of each poster that has any, against its paper as it is known now."""
    known_now = F("poster__case__content_version")
    runs = ScoringRun.objects.filter(poster__in=posters, evaluator=evaluator, content_version=known_now).order_by("pk")
    return dict(runs.values_list("poster_id", "state"))


def poster_or_404(pk: int) -> Poster:
    """One poster with everything its page names."""
    related = Poster.objects.select_related("case", "system_config__system", "run", "masked_from__run")
    return get_object_or_404(related, pk=pk)


def revisions_of(poster: Poster) -> QuerySet[Poster]:
    """All posters of the same paper by the same configuration, the newest first."""
    return Poster.objects.filter(case=poster.case_id, system_config=poster.system_config_id).order_by("-revision")


def poster_counts() -> dict[int, int]:
    """How many current posters by current configurations each benchmark has."""
    current = Q(
        entries__case__posters__is_current=True,
        entries__case__posters__system_config__superseded_at=None,
        entries__case__posters__system_config__system__archived_at=None,
    )
    counted = Benchmark.objects.annotate(posters=Count("entries__case__posters", filter=current))
    return dict(counted.values_list("pk", "posters"))


def latest_posters(count: int) -> QuerySet[Poster]:
    """The newest current posters of papers that some benchmark lists."""
    current = Poster.objects.filter(is_current=True, case__entries__benchmark__archived_at=None).distinct()
    return current.select_related("case", "system_config__system").order_by("-created_at", "-pk")[:count]


def recent_uploads(count: int) -> QuerySet[Upload]:
    return Upload.objects.select_related("system_config__system", "benchmark").order_by("-pk")[:count]


@dataclass(frozen=True, slots=True)
class CoverageLine:
    """How many posters a benchmark has, of those that its papers and the systems make possible."""

    benchmark: Benchmark
    posters: int
    possible: int

    @property
    def percent(self) -> int:
        return 100 * self.posters // self.possible if self.possible else 0


def coverage_lines(systems: int) -> list[CoverageLine]:
    """Each benchmark in use, of which every one of so many systems could make a poster of each paper."""
    counts = poster_counts()
    return [
        CoverageLine(benchmark, counts.get(benchmark.pk, 0), benchmark.papers * systems)  # type: ignore[attr-defined]
        for benchmark in benchmarks_with_sizes()
    ]
