"""Reading a paper's PDF into text, sections and figures."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena.benchmarks.models import Benchmark, Case, CaseFigure, CasePage, Ingest
from arena.benchmarks.selectors import corrected_facts
from arena.benchmarks.services.reading import figure_rows, page_rows, read_pages, read_pdf
from arena.core import leases
from arena.core.errors import NotReady
from arena.core.leases import WorkState
from generation.errors import BadPaper, GenerationError
from generation.ingest import content_to_json
from generation.records import PaperContent


def request_ingest(case: Case) -> None:
    """Have the case's PDF read unless that was done; one that failed is tried again. In the caller's transaction.

    One that was read before pages were drawn, or whose pages could not be drawn, is taken up again for them.
    """
    ingest, created = Ingest.objects.get_or_create(case=case, pdf_sha256=case.pdf_sha256)
    now = timezone.now()
    again = {"state": WorkState.REQUESTED, "attempt": 0, "error": "", "requested_at": now, "hinted_at": now}
    wanting = Q(state=WorkState.FAILED) | Q(state=WorkState.DONE, page_pictures=None)
    if created or Ingest.objects.filter(wanting, pk=ingest.pk).update(**again):
        leases.request(ingest)


def retry_failed(*, benchmark: Benchmark) -> None:
    """Read again what could not be read."""
    failed = Case.objects.filter(entries__benchmark=benchmark, ingests__state=WorkState.FAILED).distinct()
    with transaction.atomic():
        for case in failed:
            request_ingest(case)


def read_paper(ingest: Ingest) -> None:
    """Do a claimed ingest."""
    if ingest.content:
        _draw_pages(ingest)
        return
    try:
        with leases.kept_alive(ingest):
            reading = read_pdf(ingest.pdf_sha256)
    except BadPaper as error:
        leases.fail(ingest, str(error))
        return
    except (GenerationError, NotReady) as error:
        leases.retry(ingest, str(error))
        return
    with transaction.atomic():
        leases.finish(ingest, content=content_to_json(reading.content), seconds=reading.seconds)
        CaseFigure.objects.bulk_create(figure_rows(ingest, reading.content, reading.pictures))
        CasePage.objects.bulk_create(page_rows(ingest, reading.pictures))
        _fill_in(ingest, reading.content)


def _draw_pages(ingest: Ingest) -> None:
    """For a paper that was read before: what was found in it stays as it is."""
    with leases.kept_alive(ingest):
        pictures = read_pages(ingest.pdf_sha256)
    with transaction.atomic():
        leases.finish(ingest)
        CasePage.objects.bulk_create(page_rows(ingest, pictures))


def _fill_in(ingest: Ingest, content: PaperContent) -> None:
    """Give the case what its manifest did not say, unless it has moved on to another file meanwhile."""
    case = Case.objects.select_for_update().get(pk=ingest.case_id)
    if case.pdf_sha256 != ingest.pdf_sha256:
        return
    case.pages = content.pages
    from_pdf = set(case.read_from_pdf)
    corrected = corrected_facts(case)
    if "abstract" not in corrected and (not case.abstract or "abstract" in from_pdf):
        case.abstract = content.abstract
        from_pdf.add("abstract")
    if "authors" not in corrected and (not case.authors or "authors" in from_pdf):
        case.authors = list(content.authors)
        from_pdf.add("authors")
    case.read_from_pdf = sorted(from_pdf)
    case.save(update_fields=["pages", "abstract", "authors", "read_from_pdf"])
