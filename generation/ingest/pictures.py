"""Pages and parts of pages as PNG files. Runs inside the sandbox."""

from collections.abc import Mapping
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from generation.ingest import limits
from generation.ingest.pages import render
from generation.records import Box


def cut(page: pdfium.PdfPage, box: Box, path: Path) -> tuple[int, int]:
    """Renders the box and puts a white margin round it, so that no neighbour shows. Returns (width, height)."""
    inner = limits.CROP_LONG_EDGE - 2 * limits.CROP_MARGIN
    scale = min(limits.CROP_DPI / 72, inner / max(box.width, box.height))
    pixels = render(page, scale, box)[:inner, :inner]
    margin = limits.CROP_MARGIN
    picture = Image.new("RGB", (pixels.shape[1] + 2 * margin, pixels.shape[0] + 2 * margin), "white")
    picture.paste(Image.fromarray(pixels), (margin, margin))
    picture.save(path, optimize=False, compress_level=6)
    return picture.size


def draw(page: pdfium.PdfPage, long_edge: int, path: Path) -> tuple[int, int]:
    """The whole page, `long_edge` pixels on its long edge. Returns (width, height)."""
    wide, high = (float(edge) for edge in page.get_size())
    pixels = render(page, long_edge / max(wide, high))[:long_edge, :long_edge]
    picture = Image.fromarray(pixels)
    picture.save(path, optimize=False, compress_level=6)
    return picture.size


def draw_part(document: pdfium.PdfDocument, request: Mapping[str, object], path: Path) -> dict[str, object]:
    """What a request asks for: a page at a size, or a box of it. The answer says what was drawn, or why nothing was."""
    number, pages = int(str(request["page"])), len(document)
    if not 1 <= number <= pages:
        return {"refused": f"The paper has {pages} {'page' if pages == 1 else 'pages'}; there is no page {number}."}
    page = document[number - 1]
    wide, high = (float(edge) for edge in page.get_size())
    match request.get("box"):
        case list(edges):
            x0, y0, x1, y1 = (float(str(edge)) for edge in edges)
            box = Box(max(0.0, x0), max(0.0, y0), min(wide, x1), min(high, y1))
            if box.width < limits.MIN_CROP or box.height < limits.MIN_CROP:
                return {"refused": "The box is too small, or it lies outside of the page."}
            width, height = cut(page, box, path)
        case _:
            width, height = draw(page, int(str(request["long_edge"])), path)
    return {
        "page": number,
        "pages": pages,
        "width": width,
        "height": height,
        "points_wide": round(wide, 2),
        "points_high": round(high, 2),
    }
