"""How much of a poster is filled and how much lies empty, on grids below the heading band."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.posterbench.detail import Mask
from scoring.posterbench.geometry import Rect
from scoring.posterbench.ocr import TextLine
from scoring.posterbench.raster import Raster
from scoring.posterbench.regions import Regions

Grid = npt.NDArray[np.bool_]

# All in raster pixels at a long edge of 2048, as AutoDesign's evaluator states them.
CELL: Final = 40
STRIP: Final = (64, 14)
HEADING_SHARE: Final = 0.14
MIN_BLANK_RUN: Final = 3
_MARGIN: Final = 0.04
# The share of detail pixels that makes a cell content. AutoDesign's evaluator takes any colour of some saturation as
# content, so that an empty pastel canvas scores 10; here only detail, text and figures count.
_CELL_DETAIL: Final = 0.04


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Filled and empty parts of a poster below its heading band (the top 14 %).

    `content` is the grid of 40-pixel cells, True where filled; `coverage` the filled share; `text_coverage` the area of
    all text lines over the canvas; `largest_void` the largest rectangle of empty cells (None where all are filled);
    `void` the effective void V, all but the rectangle fractions 0-1.
    """

    content: Grid
    heading_rows: int
    coverage: float
    text_coverage: float
    void: float
    largest_void: Rect | None
    largest_void_share: float


def measure_space(raster: Raster, lines: Sequence[TextLine], regions: Regions) -> Space:
    """Measure fill and void (AutoDesign's density pass).

    E is the largest all-empty rectangle of cells, S that of blank strips (64 x 14 pixels, runs of at least three), A
    the share of all blank strips, each over the cells below the heading; V = max(S, min(0.16, 1.25 max(0, E - 0.035)),
    min(0.14, 0.5 max(0, A - 0.2))).
    """
    boxes = [line.box for line in lines]
    content = _grid(raster, regions.detail, CELL, CELL, [*boxes, *regions.figures])
    heading = round(HEADING_SHARE * content.shape[0])
    body = content[heading:]
    share, cells = _largest_empty(~body)
    rect = _cells_to_rect(raster, content.shape, heading, cells) if cells else None
    strips = _blank_strips(raster, regions)
    strip_share = _largest_empty(strips)[0]
    all_blank = float(strips.mean()) if strips.size else 1.0
    void = max(strip_share, min(0.16, 1.25 * max(0.0, share - 0.035)), min(0.14, 0.5 * max(0.0, all_blank - 0.20)))
    text_area = sum(box.area for box in boxes) / (raster.width * raster.height)
    return Space(content, heading, float(body.mean()) if body.size else 0.0, text_area, void, rect, share)


def _grid(raster: Raster, detail: Mask, width: float, height: float, rects: Sequence[Rect]) -> Grid:
    """True for each cell of about width x height raster pixels that has detail or is touched by a rectangle."""
    columns, rows = max(1, round(raster.width / width)), max(1, round(raster.height / height))
    ys = np.linspace(0, detail.shape[0], rows + 1).astype(int)
    xs = np.linspace(0, detail.shape[1], columns + 1).astype(int)
    sums = np.add.reduceat(np.add.reduceat(detail.astype(np.int64), ys[:-1], axis=0), xs[:-1], axis=1)
    sizes = np.outer(np.diff(ys), np.diff(xs))
    filled = sums >= _CELL_DETAIL * sizes
    for rect in rects:
        x0, x1 = max(0.0, rect.x0) / raster.width * columns, rect.x1 / raster.width * columns
        y0, y1 = max(0.0, rect.y0) / raster.height * rows, rect.y1 / raster.height * rows
        filled[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))] = True
    return filled


def _blank_strips(raster: Raster, regions: Regions) -> Grid:
    """Thin cells below the heading and inside the margins that lie in a column run of at least three blank ones."""
    filled = _grid(raster, regions.detail, *STRIP, regions.figures)
    rows, columns = filled.shape
    side = round(_MARGIN * columns)
    inner = ~filled[round(HEADING_SHARE * rows) : rows - round(_MARGIN * rows), side : columns - side]
    kept = np.zeros_like(inner)
    for column in range(inner.shape[1]):
        start = 0
        for row in range(inner.shape[0] + 1):
            if row < inner.shape[0] and inner[row, column]:
                continue
            if row - start >= MIN_BLANK_RUN:
                kept[start:row, column] = True
            start = row + 1
    return kept


def _largest_empty(empty: Grid) -> tuple[float, tuple[int, int, int, int] | None]:
    """The largest rectangle of True cells: its share of the grid and (row0, column0, row1, column1); O(cells)."""
    if not empty.any():
        return 0.0, None
    best, where = 0, (0, 0, 0, 0)
    heights = np.zeros(empty.shape[1], dtype=int)
    for row in range(empty.shape[0]):
        heights = np.where(empty[row], heights + 1, 0)
        stack: list[int] = []
        for column in range(empty.shape[1] + 1):
            current = int(heights[column]) if column < empty.shape[1] else 0
            while stack and heights[stack[-1]] >= current:
                height = int(heights[stack.pop()])
                left = stack[-1] + 1 if stack else 0
                if height * (column - left) > best:
                    best, where = height * (column - left), (row - height + 1, left, row + 1, column)
            stack.append(column)
    return best / empty.size, where


def _cells_to_rect(raster: Raster, shape: tuple[int, ...], heading: int, cells: tuple[int, int, int, int]) -> Rect:
    row0, column0, row1, column1 = cells
    high, wide = raster.height / shape[0], raster.width / shape[1]
    return Rect(column0 * wide, (row0 + heading) * high, column1 * wide, (row1 + heading) * high)
