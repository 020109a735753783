"""Where a page's ink is that is not text: pictures, curves, rules and tinted fields, found on a small raster.

Objects of the file lie about what can be seen (clipped paths, white fields, forms inside forms); pixels do not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

from generation.ingest import limits
from generation.ingest.pages import Glyph, render
from generation.records import Box

INK_CONTRAST = 12  # of 255, in any channel, against the paper's colour
RULE = 3.0  # points: thinner things are rules
SPECK = 2.5  # points: smaller things are crumbs of letters
REACH = 5.0  # points: parts of one picture stand no further apart


@dataclass(frozen=True, slots=True)
class InkMap:
    """A page in black and white: `ink` is everything, `graphics` what no letter covers; `scale` is pixels per point."""

    scale: float
    ink: NDArray[np.bool_]
    graphics: NDArray[np.bool_]

    def tight(self, box: Box) -> Box | None:
        """The part of the box that has ink, one pixel more on each side, or None when it is blank."""
        rows, columns = self._slices(box)
        window = self.ink[rows, columns]
        if not window.any():
            return None
        ys, xs = np.flatnonzero(window.any(axis=1)), np.flatnonzero(window.any(axis=0))
        # A pixel that a stroke only grazes is too pale to count; a finer raster would cut the stroke there.
        return Box(
            max(box.x0, (columns.start + int(xs[0]) - 1) / self.scale),
            max(box.y0, (rows.start + int(ys[0]) - 1) / self.scale),
            min(box.x1, (columns.start + int(xs[-1]) + 2) / self.scale),
            min(box.y1, (rows.start + int(ys[-1]) + 2) / self.scale),
        )

    def _slices(self, box: Box) -> tuple[slice, slice]:
        height, width = self.ink.shape
        x0, x1 = (min(width, max(0, round(x * self.scale))) for x in (box.x0, box.x1))
        y0, y1 = (min(height, max(0, round(y * self.scale))) for y in (box.y0, box.y1))
        return slice(y0, y1), slice(x0, x1)


def map_ink(page: pdfium.PdfPage, glyphs: Iterable[Glyph]) -> InkMap:
    """Renders the page once, small, and separates letters from the rest."""
    width, height = page.get_size()
    scale = min(limits.INK_DPI / 72, limits.INK_LONG_EDGE / max(width, height))
    pixels = render(page, scale)
    paper = paper_colour(pixels)
    ink = (np.abs(pixels.astype(np.int16) - paper).max(axis=2) > INK_CONTRAST).astype(np.bool_)
    graphics = ink.copy()
    for glyph in glyphs:
        # One pixel more on each side: letters are smoothed at their edges.
        x0, y0 = int(glyph.box.x0 * scale) - 1, int(glyph.box.y0 * scale) - 1
        x1, y1 = int(np.ceil(glyph.box.x1 * scale)) + 1, int(np.ceil(glyph.box.y1 * scale)) + 1
        graphics[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = False
    return InkMap(scale, ink, graphics)


def paper_colour(pixels: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The commonest colour along the page's edge."""
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    colours, counts = np.unique(edge, axis=0, return_counts=True)
    return np.asarray(colours[int(np.argmax(counts))], dtype=np.int16)


def clusters(ink: InkMap) -> list[Box]:
    """Boxes round the graphics, parts that stand close together in one box, crumbs left out."""
    reach = max(1, round(REACH * ink.scale / 2))
    mask = ink.graphics.astype(np.uint8)
    grown = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    count, areas = cv2.connectedComponents(grown, connectivity=8)
    labels: NDArray[np.int32] = np.where(ink.graphics, areas, 0).astype(np.int32)
    boxes = []
    for label, (rows, columns) in _extents(labels, count).items():
        if label:
            box = Box(*(v / ink.scale for v in (columns[0], rows[0], columns[1] + 1, rows[1] + 1)))
            if max(box.width, box.height) > SPECK:
                boxes.append(box)
    return boxes


def _extents(labels: NDArray[np.int32], count: int) -> dict[int, tuple[tuple[int, int], tuple[int, int]]]:
    """For each label that is there: its first and last row, its first and last column."""
    ys, xs = np.nonzero(labels)
    values = labels[ys, xs]
    low_y, low_x = np.full(count, 1 << 30), np.full(count, 1 << 30)
    high_y, high_x = np.full(count, -1), np.full(count, -1)
    np.minimum.at(low_y, values, ys)
    np.maximum.at(high_y, values, ys)
    np.minimum.at(low_x, values, xs)
    np.maximum.at(high_x, values, xs)
    return {int(v): ((int(low_y[v]), int(high_y[v])), (int(low_x[v]), int(high_x[v]))) for v in np.unique(values)}


def is_rule(box: Box) -> bool:
    """A horizontal line of a table, or one under a heading."""
    return box.height <= RULE and box.width >= 15


def solid(boxes: Sequence[Box]) -> list[Box]:
    """The boxes that are pictures rather than rules or the bars of fractions."""
    return [box for box in boxes if box.width >= 8 and box.height >= 8 and box.width * box.height >= 120]


@dataclass(eq=False)
class PageInk:
    """The graphics of one page: pictures, and the horizontal rules."""

    ink: InkMap
    boxes: list[Box]
    solids: list[Box] = field(init=False)
    rules: list[Box] = field(init=False)

    def __post_init__(self) -> None:
        self.solids = solid(self.boxes)
        self.rules = [box for box in self.boxes if is_rule(box)]
