"""Loading a benchmark: its list of papers from the manifest, and each paper's PDF where a good one is at hand."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from django.db import transaction

from arena.benchmarks.manifest import Manifest, ManifestRow, read_manifest
from arena.benchmarks.models import Benchmark, Case
from arena.benchmarks.services.cases import save_list
from arena.benchmarks.services.ingest import request_ingest
from arena.benchmarks.services.papers import FoundPdf, find_pdf, inspect_pdf, where_to_put
from arena.core.errors import BadInput
from arena.core.files import store_file
from arena.core.wording import counted

SHIPPED = Path(__file__).resolve().parent.parent / "data"


class PaperState(StrEnum):
    READY = "ready"
    REFUSED = "refused"  # the case keeps the PDF it has; the file at hand was not taken
    NEEDS_PDF = "needs a PDF"


@dataclass(frozen=True, slots=True)
class PaperOutcome:
    """What became of one paper; `message` is empty where nobody has to do anything."""

    case_id: str
    state: PaperState
    message: str = ""

    def __str__(self) -> str:
        return f"{self.case_id}: {self.message}"


@dataclass(frozen=True, slots=True)
class LoadReport:
    benchmark: Benchmark
    papers: tuple[PaperOutcome, ...]
    notes: tuple[str, ...] = ()  # what else the person who loads should know

    @property
    def problems(self) -> tuple[str, ...]:
        """One line for each paper that somebody has to look at."""
        return tuple(str(paper) for paper in self.papers if paper.message)

    @property
    def needs_pdf(self) -> int:
        return sum(paper.state is PaperState.NEEDS_PDF for paper in self.papers)


def shipped_names() -> list[str]:
    """The benchmarks that come with the project."""
    return sorted(path.parent.name for path in SHIPPED.glob("*/manifest.jsonl"))


def load_benchmark(
    *,
    source: str,
    name: str | None = None,
    pdf_dir: Path | None = None,
    accept_different: bool = False,
    first: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> LoadReport:
    """Load a shipped benchmark by its name, or any other by its folder or manifest, and request the ingest of its PDFs.

    A faulty manifest is refused whole (BadInput); a faulty PDF concerns its own paper only. Loading again changes
    nothing but adds what is there now. `first` loads so many papers from the beginning of the list, as a benchmark of
    its own.
    """
    if pdf_dir is not None and not pdf_dir.is_dir():
        raise BadInput(f"--pdf-dir: {pdf_dir} is not a folder.")
    manifest = read_manifest(_locate(source), name)
    if first is not None:
        manifest = _beginning(manifest, first)
    saved = save_list(manifest=manifest, accept_different=accept_different)
    outcomes = []
    for number, row in enumerate(manifest.rows, start=1):
        case = saved.cases[row.case_id]
        outcomes.append(_load_paper(manifest, row, case, pdf_dir, accept_different=accept_different))
        if on_progress is not None:
            on_progress(number, len(manifest.rows))
    return LoadReport(saved.benchmark, tuple(outcomes), saved.notes)


def _beginning(manifest: Manifest, count: int) -> Manifest:
    """The list's first papers under a name of their own; the whole list where it has no more."""
    if not 1 <= count <= len(manifest.rows):
        raise BadInput(
            f"{manifest.name} has {counted(len(manifest.rows), 'paper')}; choose from 1 to {len(manifest.rows)}."
        )
    if count == len(manifest.rows):
        return manifest
    title = f"{manifest.title}: the first paper" if count == 1 else f"{manifest.title}: the first {count} papers"
    return replace(manifest, name=f"{manifest.name}-{count}", title=title, rows=manifest.rows[:count])


def _locate(source: str) -> Path:
    if source in shipped_names():
        return SHIPPED / source
    path = Path(source).expanduser()
    if not path.exists():
        raise BadInput(f"There is no file or folder {source}; benchmarks that are here: {', '.join(shipped_names())}.")
    return path


def _load_paper(
    manifest: Manifest, row: ManifestRow, case: Case, pdf_dir: Path | None, *, accept_different: bool
) -> PaperOutcome:
    path = find_pdf(manifest, row, pdf_dir)
    if path is None:
        outcome = _outcome(case, "" if case.pdf_sha256 else where_to_put(manifest, row, pdf_dir))
    else:
        pdf = inspect_pdf(path, known_good=case.pdf_sha256)
        fault = _why_not(row, case, pdf, accept_different=accept_different)
        if not fault:
            store_file(pdf.path)
            return _tie(row, case, pdf)
        outcome = _outcome(case, fault)
    _note_problem(case, outcome)
    return outcome


def _why_not(row: ManifestRow, case: Case, pdf: FoundPdf, *, accept_different: bool) -> str:
    """Why this file cannot become the case's PDF; empty if it can or is it already."""
    if not pdf.sha256 or pdf.sha256 == case.pdf_sha256:
        return pdf.fault
    unexpected = bool(row.expected_sha256) and pdf.sha256 != row.expected_sha256
    if pdf.fault:
        return f"{pdf.fault} (nor is it the file that the manifest expects)" if unexpected else pdf.fault
    if case.pdf_sha256 and case.frozen_at:
        return f"{pdf.path} is another file than the one that a frozen study uses; a frozen paper keeps its PDF"
    if accept_different:
        return ""
    if case.pdf_sha256:
        return (
            f"{pdf.path} has sha256 {pdf.sha256[:12]}…, but the paper is tied to {case.pdf_sha256[:12]}…; "
            "--accept-different takes it as a new version"
        )
    if unexpected:
        return (
            f"{pdf.path} has sha256 {pdf.sha256[:12]}…, but {row.expected_sha256[:12]}… is expected; "
            "get that version, or take this one with --accept-different"
        )
    return ""


def _tie(row: ManifestRow, case: Case, pdf: FoundPdf) -> PaperOutcome:
    """Tie the case to this good, stored file and have it read."""
    message = ""
    with transaction.atomic():
        locked = Case.objects.select_for_update().get(pk=case.pk)
        if locked.pdf_sha256 != case.pdf_sha256 or locked.frozen_at != case.frozen_at:
            return PaperOutcome(case.case_id, PaperState.REFUSED, "changed by somebody else meanwhile; load again")
        if locked.pdf_sha256 != pdf.sha256:
            locked.pdf_sha256 = pdf.sha256
            locked.pdf_version += 1
            if row.expected_sha256 and pdf.sha256 != row.expected_sha256:
                message = "taken although it is not the file that the manifest expects"
            elif locked.pdf_version > 1:
                message = f"taken as version {locked.pdf_version}"
        locked.problem = ""
        locked.save()
        request_ingest(locked)
    return PaperOutcome(case.case_id, PaperState.READY, message)


def _outcome(case: Case, fault: str) -> PaperOutcome:
    if not fault:
        return PaperOutcome(case.case_id, PaperState.READY)
    if case.pdf_sha256:
        return PaperOutcome(case.case_id, PaperState.REFUSED, f"{fault}; it keeps the PDF it has")
    return PaperOutcome(case.case_id, PaperState.NEEDS_PDF, fault)


def _note_problem(case: Case, outcome: PaperOutcome) -> None:
    """Keep on the case why it has no PDF, and have a PDF read that was not read yet."""
    with transaction.atomic():
        locked = Case.objects.select_for_update().get(pk=case.pk)
        if locked.pdf_sha256:
            request_ingest(locked)
        elif outcome.message != locked.problem:
            locked.problem = outcome.message
            locked.save(update_fields=["problem"])
