"""Reading one stored PDF, for a case or for a draft of one."""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.benchmarks.models import CaseFigure, Ingest, PageImage
from arena.benchmarks.services.pictures import THUMBNAIL_EDGE, as_webp, page_image
from arena.core.errors import BadInput
from arena.core.files import store_bytes, store_file, stored_path
from generation.ingest import ingest_paper
from generation.records import PaperContent

WEBP = ".webp"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a PDF; `pictures` are the stored files of its figures, by their names in `content`.

    A picture is a PNG and, under the name with WEBP behind it, a small one for lists.
    """

    content: PaperContent
    pictures: dict[str, str]
    seconds: float


def read_pdf(pdf_sha256: str) -> Reading:
    """Read a stored PDF and keep its figures' pictures and that of its first page. Raises as `ingest_paper` does."""
    started = time.perf_counter()
    with TemporaryDirectory(prefix="poster-arena-ingest-") as folder:
        content = ingest_paper(stored_path(pdf_sha256), Path(folder))
        pictures = {}
        for figure in content.figures:
            picture = Path(folder) / figure.image
            pictures[figure.image] = store_file(picture)
            pictures[figure.image + WEBP] = store_bytes(as_webp(picture, THUMBNAIL_EDGE))
    with suppress(BadInput):  # a page that cannot be drawn is told where somebody wants to see it; the text is here
        page_image(pdf_sha256=pdf_sha256, page=1, size=PageImage.Size.SMALL)
    return Reading(content, pictures, round(time.perf_counter() - started, 3))


def figure_rows(ingest: Ingest, content: PaperContent, pictures: dict[str, str]) -> list[CaseFigure]:
    """The figures of a finished reading as rows, not saved yet."""
    return [
        CaseFigure(
            ingest=ingest,
            figure_id=figure.figure_id,
            kind=figure.kind.value,
            label=figure.label,
            caption=figure.caption,
            page=figure.page,
            box=[figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1],
            image_sha256=pictures[figure.image],
            thumbnail_sha256=pictures.get(figure.image + WEBP, ""),
            width=figure.width,
            height=figure.height,
            position=position,
        )
        for position, figure in enumerate(content.figures, start=1)
    ]
