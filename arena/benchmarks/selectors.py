"""Looking up benchmarks, their papers and how far reading them is."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from arena.benchmarks.models import Benchmark, BenchmarkCase, Case, CaseFigure, Correction, Ingest
from arena.core.errors import BadInput
from arena.core.leases import WorkState
from arena.core.progress import Counts, count_states
from arena.core.workloop import OPEN
from scoring.words import DISCIPLINES


def benchmark_named(name: str) -> Benchmark:
    """The benchmark of this name; BadInput with those that exist."""
    benchmark = Benchmark.objects.filter(name=name).first()
    if benchmark is None:
        known = ", ".join(Benchmark.objects.values_list("name", flat=True)) or "none yet; see load_benchmark"
        raise BadInput(f"There is no benchmark {name!r}. Loaded: {known}.")
    return benchmark


def benchmarks_with_sizes() -> QuerySet[Benchmark]:
    """All benchmarks in use, each with how many `papers` it lists and how many are there `with_pdf`."""
    return Benchmark.objects.filter(archived_at=None).annotate(
        papers=Count("entries"), with_pdf=Count("entries", filter=~Q(entries__case__pdf_sha256=""))
    )


def covers_of(benchmarks: Iterable[Benchmark], each: int) -> dict[int, list[Case]]:
    """The first papers with a PDF of each of these benchmarks, for its picture in a list."""
    entries = BenchmarkCase.objects.filter(benchmark__in=list(benchmarks)).exclude(case__pdf_sha256="")
    found: defaultdict[int, list[Case]] = defaultdict(list)
    for entry in entries.select_related("case").order_by("benchmark", "position"):
        if len(found[entry.benchmark_id]) < each:
            found[entry.benchmark_id].append(entry.case)
    return dict(found)


def cases_of(benchmark: Benchmark) -> QuerySet[Case]:
    """The benchmark's cases in its order."""
    return Case.objects.filter(entries__benchmark=benchmark).order_by("entries__position")


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One paper and what stands in its way, if anything does."""

    case: Case
    state: str  # "ready", "reading", "waiting", "failed" or "no PDF"
    reason: str

    @property
    def is_ready(self) -> bool:
        """Its PDF has been read: posters can be made and scored."""
        return self.state == "ready"

    @property
    def waits_for_file(self) -> bool:
        """Nobody has brought its PDF yet: nothing went wrong."""
        return self.state == "no PDF" and self.reason.startswith("no PDF")

    @property
    def discipline(self) -> str:
        return DISCIPLINES.get(self.case.discipline, self.case.discipline)


_WORDS = {
    WorkState.DONE: "ready",
    WorkState.RUNNING: "reading",
    WorkState.REQUESTED: "waiting",
    WorkState.FAILED: "failed",
}


def paper_lines(benchmark: Benchmark) -> list[PaperLine]:
    """The benchmark's papers in its order."""
    return _lines(cases_of(benchmark))


def paper_line(case: Case) -> PaperLine:
    return _lines([case])[0]


def _lines(cases: Iterable[Case]) -> list[PaperLine]:
    listed = list(cases)
    ingests = Ingest.objects.filter(case__in=listed).defer("content")
    by_file = {(ingest.case_id, ingest.pdf_sha256): ingest for ingest in ingests}
    return [_line(case, by_file.get((case.pk, case.pdf_sha256))) for case in listed]


def _line(case: Case, ingest: Ingest | None) -> PaperLine:
    if not case.pdf_sha256:
        return PaperLine(case, "no PDF", case.problem)
    if ingest is None:
        return PaperLine(case, "waiting", "")
    reason = ingest.error if ingest.state in {WorkState.FAILED, WorkState.REQUESTED} else ""
    return PaperLine(case, _WORDS[WorkState(ingest.state)], reason)


def ready_cases_of(benchmark: Benchmark) -> list[Case]:
    """The cases whose present PDF has been read, in the benchmark's order."""
    return [line.case for line in paper_lines(benchmark) if line.is_ready]


def open_ingests(benchmark: Benchmark) -> QuerySet[Ingest]:
    """Ingests of the benchmark's present PDFs that are waiting or under way."""
    return Ingest.objects.filter(
        case__entries__benchmark=benchmark, pdf_sha256=F("case__pdf_sha256"), state__in=OPEN
    ).defer("content")


def ingest_progress(benchmark: Benchmark) -> Counts:
    """How far reading the papers is; papers without a PDF are not counted."""
    ingests = Ingest.objects.filter(case__entries__benchmark=benchmark, pdf_sha256=F("case__pdf_sha256"))
    with_pdf = cases_of(benchmark).exclude(pdf_sha256="").count()
    return count_states(ingests.values_list("state", flat=True), total=with_pdf)


def current_figures(case: Case, *, with_left_out: bool = False) -> QuerySet[CaseFigure]:
    """The figures and tables of the case's present PDF as they are known now, in its order."""
    rows = CaseFigure.objects.filter(ingest__case=case, ingest__pdf_sha256=case.pdf_sha256, is_current=True)
    return (rows if with_left_out else rows.filter(left_out=False)).order_by("position", "pk")


def figures_of(case: Case) -> QuerySet[CaseFigure]:
    """What systems get of the case's figures and tables."""
    return current_figures(case)


@dataclass(frozen=True, slots=True)
class ActiveCorrection:
    """A correction that holds; `is_latest` where no later one of the same fact or figure does, so it can be undone."""

    pk: int
    field: str
    is_latest: bool


def active_corrections(case: Case) -> list[ActiveCorrection]:
    """The corrections of facts, and of figures of the present PDF, that are in force."""
    rows = list(
        case.corrections.filter(undoes=None, undone_by=None)
        .select_related("figure_before__ingest", "figure_after__ingest")
        .defer("figure_before__ingest__content", "figure_after__ingest__content")
        .order_by("number")
    )
    latest: dict[tuple[str, str], int] = {}
    kept = []
    for row in rows:
        figure = row.figure_after or row.figure_before
        if figure is not None and figure.ingest.pdf_sha256 != case.pdf_sha256:
            continue
        kept.append(row)
        latest[row.field, figure.figure_id if figure else ""] = row.pk
    return [ActiveCorrection(row.pk, row.field, row.pk in set(latest.values())) for row in kept]


def corrected_facts(case: Case) -> set[str]:
    """Which of title, authors, abstract and discipline somebody set right."""
    return corrected_facts_of([case])[case.pk]


def corrected_facts_of(cases: Iterable[Case]) -> defaultdict[int | None, set[str]]:
    """The same for many cases, by their keys, in one query."""
    rows = Correction.objects.filter(case__in=list(cases), undoes=None, undone_by=None)
    found: defaultdict[int | None, set[str]] = defaultdict(set)
    for pk, field in rows.exclude(field=Correction.Field.FIGURE).values_list("case_id", "field"):
        found[pk].add(field)
    return found
