"""A draft of a benchmark as its page shows it: each paper, what is known of it here already, and what is wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from arena.benchmarks.manifest import CASE_ID
from arena.benchmarks.models import Case, Draft, DraftPaper
from arena.benchmarks.stamps import PAPER, stamp_of
from arena.benchmarks.text import author_lines, fault_of
from arena.core.leases import WorkState
from arena.core.progress import Counts, count_states
from scoring.words import DISCIPLINES


@dataclass(frozen=True, slots=True)
class DraftRow:
    """One paper of a draft. `known` is the paper that is here already; `same_file` says that it has this very PDF."""

    paper: DraftPaper
    known: Case | None = None
    same_file: bool = False
    faults: dict[str, str] = field(default_factory=dict)  # by field

    @property
    def state(self) -> str:
        return {WorkState.REQUESTED: "waiting", WorkState.RUNNING: "reading", WorkState.DONE: "ready"}.get(
            WorkState(self.paper.state), "failed"
        )

    @property
    def is_open(self) -> bool:
        return self.state in {"waiting", "reading"}

    @property
    def is_read(self) -> bool:
        return self.state == "ready"

    @property
    def reason(self) -> str:
        return self.paper.error

    @property
    def takes_part(self) -> bool:
        return self.is_read and not self.paper.left_out

    @property
    def stamp(self) -> str:
        """What a form shows of it, for `save_papers`."""
        return stamp_of(self.paper, PAPER)

    @property
    def takes_known(self) -> bool:
        return self.known is not None and self.paper.use_known


def draft_rows(draft: Draft, *, checked: bool) -> list[DraftRow]:
    """The draft's papers in their order, in two queries; with what is wrong where they are `checked`."""
    papers = list(draft.papers.defer("content"))
    return rows_of(papers, checked=checked)


def rows_of(papers: Iterable[DraftPaper], *, checked: bool) -> list[DraftRow]:
    """The same for papers that were fetched already: all of one draft, where they are `checked`."""
    listed = list(papers)
    by_id, by_file = _known(listed)
    counts: dict[str, int] = {}
    for paper in listed:
        if paper.state == WorkState.DONE and not paper.left_out:
            counts[paper.case_id.casefold()] = counts.get(paper.case_id.casefold(), 0) + 1
    rows = []
    taken: dict[int, str] = {}  # papers that are here already, by whose file takes them
    for paper in listed:
        of_file = by_file.get(paper.pdf_sha256) if paper.pdf_sha256 else None
        known = of_file or by_id.get(paper.case_id)
        row = DraftRow(paper, known, same_file=of_file is not None)
        if checked and row.takes_part:
            faults = faults_of(row, twice=counts[paper.case_id.casefold()] > 1)
            if known is not None and row.takes_known:
                first = taken.setdefault(known.pk, paper.file_name)
                if first != paper.file_name:
                    faults["case_id"] = f"{first} is the same paper."
            row = DraftRow(paper, known, row.same_file, faults)
        rows.append(row)
    return rows


def draft_counts(draft: Draft) -> Counts:
    """How far reading the draft's papers is."""
    return count_states(draft.papers.values_list("state", flat=True))


def faults_of(row: DraftRow, *, twice: bool) -> dict[str, str]:
    """What keeps this paper from becoming a case, by field."""
    paper = row.paper
    if row.takes_known:
        return {}
    faults = {}
    if not CASE_ID.fullmatch(paper.case_id):
        faults["case_id"] = "Letters, digits, '.', '_' and '-', at most 120, the first a letter or digit."
    elif row.known is not None and row.same_file:
        faults["case_id"] = f"This PDF is here already as {row.known.case_id}: use that paper, or leave this one out."
    elif row.known is not None:
        faults["case_id"] = "Another paper has this id: choose another one, or use that paper."
    elif twice:
        faults["case_id"] = "Another paper of this draft has the same id."
    names = [fault for name in author_lines(paper.authors) if (fault := fault_of(name, "name"))]
    told = {
        "title": fault_of(paper.title, "title"),
        "authors": names[0] if names else "",
        "abstract": fault_of(paper.abstract, "abstract", empty=True),
    }
    faults |= {name: fault for name, fault in told.items() if fault}
    if paper.discipline not in DISCIPLINES:
        faults["discipline"] = "Choose one."
    return faults


def _known(papers: list[DraftPaper]) -> tuple[dict[str, Case], dict[str, Case]]:
    """Papers that are here already, by their id and by their file, or the file that they wait for."""
    files = {paper.pdf_sha256 for paper in papers if paper.pdf_sha256}
    ids = {paper.case_id for paper in papers if paper.case_id}
    found = Case.objects.filter(
        Q(case_id__in=ids) | Q(pdf_sha256__in=files) | Q(pdf_sha256="", expected_sha256__in=files)
    )
    by_id: dict[str, Case] = {}
    by_file: dict[str, Case] = {}
    for case in found.order_by("pk"):
        by_id[case.case_id] = case
        by_file.setdefault(case.pdf_sha256 or case.expected_sha256, case)
    return by_id, by_file
