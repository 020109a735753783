"""Looking up benchmarks, their papers and how far reading them is."""

from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from arena.benchmarks.models import Benchmark, Case, Ingest
from arena.core.errors import BadInput
from arena.core.leases import WorkState
from arena.core.progress import Counts, count_states


def benchmark_named(name: str) -> Benchmark:
    """The benchmark of this name; BadInput with those that exist."""
    benchmark = Benchmark.objects.filter(name=name).first()
    if benchmark is None:
        known = ", ".join(Benchmark.objects.values_list("name", flat=True)) or "none yet; see load_benchmark"
        raise BadInput(f"There is no benchmark {name!r}. Loaded: {known}.")
    return benchmark


def cases_of(benchmark: Benchmark) -> QuerySet[Case]:
    """The benchmark's cases in its order, each with `ingest_state` and `ingest_error` of its current PDF."""
    current = Ingest.objects.filter(case=OuterRef("pk"), pdf_sha256=OuterRef("pdf_sha256"))
    return (
        Case.objects.filter(entries__benchmark=benchmark)
        .annotate(
            place=F("entries__position"),
            ingest_state=Subquery(current.values("state")[:1]),
            ingest_error=Subquery(current.values("error")[:1]),
        )
        .order_by("place")
    )


def ready_cases_of(benchmark: Benchmark) -> QuerySet[Case]:
    """The cases whose PDF has been read: posters can be made and scored for them."""
    return cases_of(benchmark).filter(ingest_state=WorkState.DONE)


def open_ingests(benchmark: Benchmark) -> QuerySet[Ingest]:
    """Ingests of the benchmark's current PDFs that are waiting or under way."""
    return Ingest.objects.filter(
        case__entries__benchmark=benchmark,
        pdf_sha256=F("case__pdf_sha256"),
        state__in=[WorkState.REQUESTED, WorkState.RUNNING],
    )


def ingest_progress(benchmark: Benchmark) -> Counts:
    """How far reading the papers is; papers without a PDF are not counted."""
    return count_states(cases_of(benchmark).exclude(pdf_sha256="").values_list("ingest_state", flat=True))


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One paper of a benchmark's page: what stands in its way, if anything does."""

    case: Case
    state: str  # "ready", "reading", "waiting", "no PDF", "failed"
    reason: str


def paper_lines(benchmark: Benchmark) -> list[PaperLine]:
    return [_paper_line(case) for case in cases_of(benchmark).defer("identifiers")]


def _paper_line(case: Case) -> PaperLine:
    if not case.pdf_sha256:
        return PaperLine(case, "no PDF", case.problem)
    match case.ingest_state:  # type: ignore[attr-defined]
        case WorkState.DONE:
            return PaperLine(case, "ready", "")
        case WorkState.RUNNING:
            return PaperLine(case, "reading", "")
        case WorkState.FAILED:
            return PaperLine(case, "failed", case.ingest_error)  # type: ignore[attr-defined]
        case _:
            return PaperLine(case, "waiting", "")


def benchmarks_with_sizes() -> QuerySet[Benchmark]:
    return Benchmark.objects.filter(archived_at=None).annotate(papers=Count("entries"))
