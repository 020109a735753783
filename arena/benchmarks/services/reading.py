"""Reading one stored PDF, for a case or for a draft of one."""

import logging
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.benchmarks.models import CaseFigure, CasePage, Ingest, PageImage
from arena.benchmarks.services.pictures import THUMBNAIL_EDGE, as_webp, page_image
from arena.core.errors import BadInput
from arena.core.files import store_bytes, store_file, stored_path
from generation.errors import BadPaper, GenerationError
from generation.ingest import draw_sheets, ingest_paper
from generation.records import PaperContent

logger = logging.getLogger(__name__)

WEBP = ".webp"
PAGE = re.compile(r"page-(\d+)-(\d+)x(\d+)\.webp")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a PDF; `pictures` are the stored files of its figures and pages, by name.

    A figure is a PNG under its name in `content` and, with WEBP behind that, a small one for lists. The name of a page
    says its number and size, as PAGE reads it.
    """

    content: PaperContent
    pictures: dict[str, str]
    seconds: float


def read_pdf(pdf_sha256: str) -> Reading:
    """Read a stored PDF and keep the pictures of its figures and pages. Raises as `ingest_paper` does."""
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
    pictures |= read_pages(pdf_sha256)
    return Reading(content, pictures, round(time.perf_counter() - started, 3))


def read_pages(pdf_sha256: str) -> dict[str, str]:
    """Draw the pages of a stored PDF and keep the pictures; none where that fails, since its text is what counts."""
    with TemporaryDirectory(prefix="poster-arena-pages-") as folder:
        try:
            sheets = draw_sheets(stored_path(pdf_sha256), Path(folder))
        except (BadPaper, GenerationError) as error:
            logger.warning("the pages of %s were not drawn: %s", pdf_sha256, error)
            return {}
        return {
            f"page-{sheet.number}-{sheet.width}x{sheet.height}.webp": store_file(Path(folder) / sheet.name)
            for sheet in sheets
        }


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


def page_rows(ingest: Ingest, pictures: Mapping[str, str]) -> list[CasePage]:
    """The pages of a finished reading as rows, not saved yet."""
    found = ((PAGE.fullmatch(name), sha256) for name, sha256 in pictures.items())
    return [
        CasePage(
            ingest=ingest,
            number=int(name[1]),
            image_sha256=sha256,
            width=int(name[2]),
            height=int(name[3]),
        )
        for name, sha256 in found
        if name
    ]
