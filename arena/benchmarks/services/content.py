"""What is known of a paper, in the words of the generation core: as ingest read it, and as people set it right."""

import shutil
from dataclasses import replace
from pathlib import Path

from arena.benchmarks.models import Case, CaseFigure, Correction, Ingest
from arena.benchmarks.selectors import corrected_facts
from arena.core.errors import NotReady
from arena.core.files import stored_path
from arena.core.leases import WorkState
from generation.errors import GenerationError
from generation.ingest import content_from_json
from generation.records import Box, Figure, FigureKind, PaperContent, PaperIdentity


def content_of(case: Case, *, pdf_sha256: str = "") -> PaperContent:
    """What is known of the case's current PDF, or of an earlier one; NotReady if that was not read.

    Corrections hold: figures are the current ones, corrected facts stand for what was read. The whole text also has
    what was set right, so that a poster which says so says what the paper says.
    """
    ingest = _ingest_of(case, pdf_sha256 or case.pdf_sha256)
    try:
        content = content_from_json(ingest.content)
    except GenerationError as error:
        raise NotReady(f"{case.case_id}: {error}") from error
    kept = list(_current(ingest))
    corrected = corrected_facts(case)
    changes: dict[str, object] = {"figures": tuple(_figure(row) for row in kept)}
    passages = [row.caption for row in kept if row.revision]
    if Correction.Field.TITLE in corrected:
        changes["title"] = case.title
        passages.append(case.title)
    if Correction.Field.AUTHORS in corrected:
        changes["authors"] = tuple(case.authors)
    if Correction.Field.ABSTRACT in corrected:
        changes["abstract"] = case.abstract
        passages.append(case.abstract)
    missing = [passage for passage in passages if passage and passage not in content.text]
    if missing:
        changes["text"] = "\n\n".join((content.text, *missing))
    return replace(content, **changes)  # type: ignore[arg-type]


def identity_of(case: Case) -> PaperIdentity:
    return PaperIdentity(
        case_id=case.case_id,
        title=case.title,
        authors=tuple(case.authors),
        abstract=case.abstract,
        discipline=case.discipline,
        citation=case.citation,
    )


def write_assets(case: Case, content: PaperContent, folder: Path) -> None:
    """Put the pictures of the paper's figures and tables into a folder, under the names that `content` uses."""
    stored = {row.figure_id: row.image_sha256 for row in _current(_ingest_of(case, case.pdf_sha256))}
    for figure in content.figures:
        if figure.figure_id not in stored:
            raise NotReady(f"{case.case_id} was corrected just now; ask again.")
        shutil.copyfile(stored_path(stored[figure.figure_id]), folder / figure.image)


def _current(ingest: Ingest) -> list[CaseFigure]:
    return list(ingest.figures.filter(is_current=True, left_out=False).order_by("position", "pk"))


def _figure(row: CaseFigure) -> Figure:
    return Figure(
        figure_id=row.figure_id,
        kind=FigureKind(row.kind),
        label=row.label,
        caption=row.caption,
        page=row.page,
        box=Box(*row.box),
        image=f"{row.figure_id}.png",
        width=row.width,
        height=row.height,
    )


def _ingest_of(case: Case, pdf_sha256: str) -> Ingest:
    ingest = Ingest.objects.filter(case=case, pdf_sha256=pdf_sha256).first() if pdf_sha256 else None
    if ingest is None:
        raise NotReady(f"{case.case_id} has no PDF: {case.problem or 'load the benchmark with its PDFs'}.")
    if ingest.state != WorkState.DONE:
        reason = ingest.error or "its PDF is still being read"
        raise NotReady(f"{case.case_id} is not ready: {reason}.")
    return ingest
