"""Papers whose pages are drawn."""

from arena.benchmarks.models import Case, CasePage, Ingest
from arena.core.files import store_bytes
from arena.core.leases import WorkState
from tests.factories.studies import picture_webp


def draw_pages(case: Case, count: int, *, pdf_sha256: str = "") -> list[CasePage]:
    """The first pages of the case's PDF (or of another file of it) as small pictures, three wide and four high."""
    ingest, _ = Ingest.objects.get_or_create(
        case=case, pdf_sha256=pdf_sha256 or case.pdf_sha256, defaults={"state": WorkState.DONE}
    )
    return CasePage.objects.bulk_create(
        CasePage(
            ingest=ingest,
            number=number,
            image_sha256=store_bytes(picture_webp(number + 20 * count, 90, 120)),
            width=90,
            height=120,
        )
        for number in range(1, count + 1)
    )
