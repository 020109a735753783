"""Looking up posters, their scores, and how far making and scoring them is."""

from collections.abc import Collection

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404

from arena.benchmarks.models import Benchmark
from arena.benchmarks.selectors import ready_cases_of
from arena.core.leases import WorkState
from arena.core.progress import Counts, count_states
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
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
    pdfs = {case.pk: case.pdf_sha256 for case in ready_cases_of(benchmark)}
    pairs = {(case, config.pk) for case in pdfs for config in configs}
    done = {
        (case, config)
        for case, config, pdf in Poster.objects.filter(
            case__in=pdfs, system_config__in=configs, is_current=True
        ).values_list("case_id", "system_config_id", "pdf_sha256")
        if pdf == pdfs[case]
    }
    states = last_run_states(pdfs, configs) | dict.fromkeys(done, WorkState.DONE.value)
    return count_states((states[pair] for pair in pairs if pair in states), total=len(pairs))


def last_run_states(pdfs: dict[int, str], configs: list[SystemConfig]) -> dict[tuple[int, int], str]:
    """The state of the newest run for each case (with the PDF it has now) and configuration."""
    runs = GenerationRun.objects.filter(case__in=pdfs, system_config__in=configs).order_by("pk")
    rows = runs.values_list("case_id", "system_config_id", "pdf_sha256", "state")
    return {(case, config): state for case, config, pdf, state in rows if pdf == pdfs[case]}


def scoring_progress(benchmark: Benchmark, evaluator: str, systems: list[str] | None = None) -> Counts:
    """How far scoring the current posters is."""
    posters = scorable_posters(benchmark)
    if systems is not None:
        posters = posters.filter(system_config__system__slug__in=systems)
    wanted = set(posters.values_list("pk", flat=True))
    scores = PosterScore.objects.filter(poster__in=wanted, evaluator=evaluator).exclude(status=ScoreStatus.ERROR)
    done = set(scores.values_list("poster_id", flat=True))
    states = last_scoring_states(wanted, evaluator) | dict.fromkeys(done, WorkState.DONE.value)
    return count_states(states.values(), total=len(wanted))


def last_scoring_states(posters: Collection[int], evaluator: str) -> dict[int, str]:
    """The state of the newest scoring of each poster that has any."""
    runs = ScoringRun.objects.filter(poster__in=posters, evaluator=evaluator).order_by("pk")
    return dict(runs.values_list("poster_id", "state"))


def poster_or_404(pk: int) -> Poster:
    """One poster with everything its page names."""
    related = Poster.objects.select_related("case", "system_config__system", "run")
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
