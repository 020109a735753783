"""A page to look at, and the part of it that somebody marks: for correcting where a figure stands."""

import json
import math
from pathlib import Path

from generation.errors import BadCrop, BadPaper
from generation.ingest import limits
from generation.ingest.check import check_bytes, error_checked
from generation.ingest.sandbox import PICTURE, reading, take_picture
from generation.records import Box, PagePicture


def render_page(
    pdf: Path, page: int, target: Path, *, long_edge: int, timeout_seconds: float = limits.CHECK_SECONDS
) -> PagePicture:
    """Draws one page (from 1) in a sandbox and writes it to `target` as a PNG, `long_edge` pixels on its long edge.

    Raises BadCrop when the paper has no such page or the size is not from 100 to 4800; BadPaper when the PDF cannot
    be read.
    """
    if not limits.PAGE_LONG_EDGE[0] <= long_edge <= limits.PAGE_LONG_EDGE[1]:
        raise BadCrop("A page is drawn at {} to {} pixels.".format(*limits.PAGE_LONG_EDGE))
    return _picture(pdf, {"page": page, "long_edge": long_edge}, target, timeout_seconds)


def cut_figure(
    pdf: Path, page: int, box: Box, target: Path, *, timeout_seconds: float = limits.CHECK_SECONDS
) -> tuple[int, int]:
    """Cuts a box out of a page (from 1) in a sandbox, as ingest does, and writes it to `target` as a PNG.

    `box` is in points from the top left of the page as shown; what lies outside of the page is left out. The picture
    has a white margin of 12 pixels, at most 2400 pixels on its long edge and 300 to the inch. Returns its (width,
    height). Raises BadCrop when the paper has no such page or less than 6 points of the box lie on it either way;
    BadPaper when the PDF cannot be read.
    """
    edges = [box.x0, box.y0, box.x1, box.y1]
    if not all(math.isfinite(edge) for edge in edges):
        raise BadCrop("The box has an edge that is not a number.")
    picture = _picture(pdf, {"page": page, "box": edges}, target, timeout_seconds)
    return picture.width, picture.height


def _picture(pdf: Path, request: dict[str, object], target: Path, timeout_seconds: float) -> PagePicture:
    check_bytes(pdf)
    with reading("picture", pdf, timeout_seconds=timeout_seconds, request=json.dumps(request)) as done:
        answer = error_checked(done.result)
        if "refused" in answer:
            raise BadCrop(str(answer["refused"]))
        try:
            page, pages, width, height = (int(str(answer[key])) for key in ("page", "pages", "width", "height"))
            points_wide, points_high = (float(str(answer[key])) for key in ("points_wide", "points_high"))
        except (KeyError, ValueError) as error:
            raise BadPaper("The PDF reader gave no usable answer.") from error
        target.parent.mkdir(parents=True, exist_ok=True)
        take_picture(done.figures / PICTURE, target)
    return PagePicture(page, pages, points_wide, points_high, width, height)
