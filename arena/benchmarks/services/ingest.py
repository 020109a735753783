"""Reading a paper's PDF into text, sections and figures."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case, CaseFigure, Ingest
from arena.core import leases
from arena.core.files import store_file, stored_path
from arena.core.leases import WorkState
from generation.errors import BadPaper, GenerationError
from generation.ingest import content_to_json, ingest_paper
from generation.records import PaperContent


def request_ingest(case: Case) -> None:
    """Have the case's PDF read unless that was done; one that failed is tried again. In the caller's transaction."""
    ingest, created = Ingest.objects.get_or_create(case=case, pdf_sha256=case.pdf_sha256)
    now = timezone.now()
    again = {"state": WorkState.REQUESTED, "attempt": 0, "error": "", "requested_at": now, "hinted_at": now}
    if created or Ingest.objects.filter(pk=ingest.pk, state=WorkState.FAILED).update(**again):
        leases.request(ingest)


def retry_failed(*, benchmark: Benchmark) -> None:
    """Read again what could not be read."""
    failed = Case.objects.filter(entries__benchmark=benchmark, ingests__state=WorkState.FAILED).distinct()
    with transaction.atomic():
        for case in failed:
            request_ingest(case)


def read_paper(ingest: Ingest) -> None:
    """Do a claimed ingest."""
    started = time.perf_counter()
    with leases.kept_alive(ingest), TemporaryDirectory(prefix="poster-arena-ingest-") as folder:
        try:
            content = ingest_paper(stored_path(ingest.pdf_sha256), Path(folder))
        except BadPaper as error:
            leases.fail(ingest, str(error))
            return
        except GenerationError as error:
            leases.retry(ingest, str(error))
            return
        images = {figure.image: store_file(Path(folder) / figure.image) for figure in content.figures}
    with transaction.atomic():
        leases.finish(ingest, content=content_to_json(content), seconds=round(time.perf_counter() - started, 3))
        CaseFigure.objects.bulk_create(_figures(ingest, content, images))
        _fill_in(ingest, content)


def _figures(ingest: Ingest, content: PaperContent, images: dict[str, str]) -> list[CaseFigure]:
    return [
        CaseFigure(
            ingest=ingest,
            figure_id=figure.figure_id,
            kind=figure.kind.value,
            label=figure.label,
            caption=figure.caption,
            page=figure.page,
            box=[figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1],
            image_sha256=images[figure.image],
            width=figure.width,
            height=figure.height,
            position=position,
        )
        for position, figure in enumerate(content.figures, start=1)
    ]


def _fill_in(ingest: Ingest, content: PaperContent) -> None:
    """Give the case what its manifest did not say, unless it has moved on to another file meanwhile."""
    case = Case.objects.select_for_update().get(pk=ingest.case_id)
    if case.pdf_sha256 != ingest.pdf_sha256:
        return
    case.pages = content.pages
    from_pdf = set(case.read_from_pdf)
    if not case.abstract or "abstract" in from_pdf:
        case.abstract = content.abstract
        from_pdf.add("abstract")
    if not case.authors or "authors" in from_pdf:
        case.authors = list(content.authors)
        from_pdf.add("authors")
    case.read_from_pdf = sorted(from_pdf)
    case.save(update_fields=["pages", "abstract", "authors", "read_from_pdf"])
