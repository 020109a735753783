"""What is known of a paper, in the words of the generation core."""

import shutil
from pathlib import Path

from arena.benchmarks.models import Case, Ingest
from arena.core.errors import NotReady
from arena.core.files import stored_path
from arena.core.leases import WorkState
from generation.errors import GenerationError
from generation.ingest import content_from_json
from generation.records import PaperContent, PaperIdentity


def content_of(case: Case, *, pdf_sha256: str = "") -> PaperContent:
    """What ingest found in the case's current PDF, or in an earlier one; NotReady if that was not read."""
    stored = _ingest_of(case, pdf_sha256 or case.pdf_sha256).content
    try:
        return content_from_json(stored)
    except GenerationError as error:
        raise NotReady(f"{case.case_id}: {error}") from error


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
    stored = dict(_ingest_of(case, case.pdf_sha256).figures.values_list("figure_id", "image_sha256"))
    for figure in content.figures:
        shutil.copyfile(stored_path(stored[figure.figure_id]), folder / figure.image)


def _ingest_of(case: Case, pdf_sha256: str) -> Ingest:
    ingest = Ingest.objects.filter(case=case, pdf_sha256=pdf_sha256).first() if pdf_sha256 else None
    if ingest is None:
        raise NotReady(f"{case.case_id} has no PDF: {case.problem or 'load the benchmark with its PDFs'}.")
    if ingest.state != WorkState.DONE:
        reason = ingest.error or "its PDF is still being read"
        raise NotReady(f"{case.case_id} is not ready: {reason}.")
    return ingest
