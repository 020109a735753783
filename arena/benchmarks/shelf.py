"""A benchmark's papers as its page shows them: sifted, a page at a time, in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q

from arena.benchmarks.models import Benchmark, Case, CaseFigure
from arena.benchmarks.selectors import PaperLine, paper_lines
from scoring.words import DISCIPLINES

PAPERS_A_PAGE = 50
FIGURES_SHOWN = 5
AUTHORS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """One paper on the page."""

    line: PaperLine
    figures: tuple[CaseFigure, ...]
    more_figures: int  # that are not shown
    n_figures: int
    n_tables: int
    posters: int

    @property
    def authors(self) -> str:
        names: list[str] = self.line.case.authors
        shown = ", ".join(names[:AUTHORS_SHOWN])
        return f"{shown} and {len(names) - AUTHORS_SHOWN} more" if len(names) > AUTHORS_SHOWN else shown


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    papers: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Shelf:
    """`lines` are all papers of the benchmark, `found` those that were asked for, `shown` those on this page."""

    lines: tuple[PaperLine, ...]
    found: int
    page: Page[PaperLine]
    shown: tuple[Shown, ...]
    disciplines: tuple[Choice, ...]
    discipline: str
    words: str

    def count(self, state: str) -> int:
        return sum(line.state == state for line in self.lines)

    @property
    def ready(self) -> int:
        return self.count("ready")

    @property
    def reading(self) -> int:
        return self.count("reading") + self.count("waiting")

    @property
    def failed(self) -> int:
        return self.count("failed")

    @property
    def without_pdf(self) -> int:
        return self.count("no PDF")

    @property
    def is_sifted(self) -> bool:
        return bool(self.discipline or self.words)


def shelf_of(benchmark: Benchmark, *, discipline: str = "", words: str = "", page: str = "1") -> Shelf:
    lines = paper_lines(benchmark)
    sifted = [line for line in lines if _is_wanted(line.case, discipline, words)]
    shown = Paginator(sifted, PAPERS_A_PAGE).get_page(page)
    counts = Counter(line.case.discipline for line in lines)
    choices = tuple(
        Choice(name, DISCIPLINES.get(name, name), counts[name], name == discipline) for name in sorted(counts)
    )
    return Shelf(tuple(lines), len(sifted), shown, _shown(list(shown)), choices, discipline, words)


def _is_wanted(case: Case, discipline: str, words: str) -> bool:
    if discipline and case.discipline != discipline:
        return False
    text = " ".join((case.title, *case.authors, case.case_id, case.venue, str(case.year or ""))).casefold()
    return all(word in text for word in words.casefold().split())


def _shown(lines: Sequence[PaperLine]) -> tuple[Shown, ...]:
    cases = [line.case for line in lines]
    files = {case.pk: case.pdf_sha256 for case in cases}
    figures: defaultdict[int, list[CaseFigure]] = defaultdict(list)
    rows = CaseFigure.objects.filter(ingest__case__in=cases, is_current=True, left_out=False)
    for figure in rows.select_related("ingest").defer("ingest__content").order_by("position", "pk"):
        if figure.ingest.pdf_sha256 == files[figure.ingest.case_id]:
            figures[figure.ingest.case_id].append(figure)
    current = Q(
        posters__is_current=True,
        posters__system_config__superseded_at=None,
        posters__system_config__system__archived_at=None,
    )
    counted = Case.objects.filter(pk__in=files).annotate(n=Count("posters", filter=current))
    posters = dict(counted.order_by().values_list("pk", "n"))
    return tuple(_paper(line, figures[line.case.pk], posters.get(line.case.pk, 0)) for line in lines)


def _paper(line: PaperLine, figures: Sequence[CaseFigure], posters: int) -> Shown:
    return Shown(
        line=line,
        figures=tuple(figures[:FIGURES_SHOWN]),
        more_figures=max(0, len(figures) - FIGURES_SHOWN),
        n_figures=sum(figure.kind == "figure" for figure in figures),
        n_tables=sum(figure.kind == "table" for figure in figures),
        posters=posters,
    )
