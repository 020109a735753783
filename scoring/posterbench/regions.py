"""Where a poster has figures, frames and empty slots, and which pixels carry detail at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from scoring.posterbench.detail import RULE_THICKNESS, SCALE, Mask, find_rules, find_steps, patch
from scoring.posterbench.geometry import Rect
from scoring.posterbench.ocr import TextLine
from scoring.posterbench.raster import Raster
from scoring.posterbench.textroles import headings_among, labels_among

# A frame with sides longer than this share of the long edge is a card; a smaller one may be a bar of a chart.
_CARD_SIDE: Final = 0.08
# Parts of one figure (marks, bars, curves) are at most this share of the long edge apart.
_FIGURE_GAP: Final = 0.02

# What is figure-shaped, after AutoDesign's evaluator: at least 0.4 % of the canvas, the short side at least 4 % of the
# canvas's short edge, at most five times as long as wide.
FIGURE_MIN_AREA: Final = 0.004
FIGURE_MIN_SIDE: Final = 0.04
FIGURE_MAX_ASPECT: Final = 5.0

# What may be an empty slot for a figure: sides of at least 12 % of the canvas's short edge and an aspect up to 2.6, as
# in AutoDesign's evaluator, but of any ground colour and up to 40 % of the canvas, where that one asks for white and
# for at most 5 % and so passes tinted and larger slots.
SLOT_MIN_SIDE: Final = 0.12
SLOT_MAX_ASPECT: Final = 2.6
SLOT_AREA: Final = (0.012, 0.40)


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """The geometry of a poster, in raster pixels.

    `detail` is a mask at half the raster's size: 1 where neighbouring pixels differ (letters, lines, textures), without
    rules and frames. A flat area of any colour has none.
    """

    detail: Mask
    figures: tuple[Rect, ...]
    frames: tuple[Rect, ...]
    empty_slots: tuple[Rect, ...]


def find_regions(raster: Raster, lines: Sequence[TextLine]) -> Regions:
    """Find figures and empty slots among what is not running text.

    A figure is a figure-shaped cluster of marks (detail that is neither text nor a straight rule), the rules among them
    (axes, whiskers) and the labels beside them (ticks, legends). It is a geometric proxy: it cannot tell a chart from
    an ornament of the same size, and a table, which has text and rules but no marks, is not counted.
    """
    steps = find_steps(raster)
    rules = find_rules(steps)
    detail = steps & (1 - rules)
    frames = _frames(steps)
    figures = _figures(detail, rules, frames, lines, raster)
    slots = tuple(frame for frame in frames if _is_empty_slot(frame, raster, detail, lines, figures))
    return Regions(detail, figures, frames, slots)


def detail_share(detail: Mask, rect: Rect) -> float:
    """The share of detail pixels in a rectangle (raster pixels), 0-1; 0 outside the canvas."""
    part = patch(detail, rect)
    return float(part.mean()) if part.size else 0.0


def _frames(steps: Mask) -> tuple[Rect, ...]:
    """Closed rectangles drawn as a line or as the border of a fill, 1-60 % of the canvas, each once."""
    canvas = steps.shape[0] * steps.shape[1]
    contours, _ = cv2.findContours(cv2.dilate(steps, np.ones((3, 3), np.uint8)), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    frames: list[Rect] = []
    for contour in contours:
        x, y, width, height = cv2.boundingRect(contour)
        area = width * height
        if not 0.01 * canvas <= area <= 0.6 * canvas or cv2.contourArea(contour) < 0.85 * area:
            continue
        frame = Rect(x * SCALE, y * SCALE, (x + width) * SCALE, (y + height) * SCALE)
        if all(frame.shared_area(other) < 0.8 * max(frame.area, other.area) for other in frames):
            frames.append(frame)
    return tuple(sorted(frames, key=lambda frame: (frame.y0, frame.x0, frame.y1, frame.x1)))


def _figures(
    detail: Mask, rules: Mask, frames: Sequence[Rect], lines: Sequence[TextLine], raster: Raster
) -> tuple[Rect, ...]:
    labels = labels_among(lines)
    barrier = _barrier([line for line in lines if line not in set(labels)], detail.shape)
    marks, axes = detail & (1 - barrier), _axes(rules, headings_among(lines), raster) & (1 - barrier)
    for line in lines:
        patch(marks, line.box.grown(0.5 * line.font_size, 0.35 * line.font_size))[...] = 0
    for frame in frames:
        # The frame of a card is not part of the figure in it.
        for border in _borders(frame):
            patch(marks, border)[...] = 0
            patch(axes, border)[...] = 0
    pieces = marks | axes
    for label in labels:
        patch(pieces, label.box)[...] = 1
    gap = round(_FIGURE_GAP * max(pieces.shape)) | 1
    joined = cv2.morphologyEx(pieces & (1 - barrier), cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    joined = np.asarray(joined).astype(np.uint8) & (1 - barrier)
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found = []
    for index in range(1, count):
        x, y, width, height = (int(value) * SCALE for value in stats[index, :4])
        rect = Rect(x, y, x + width, y + height)
        if _is_figure_shaped(rect, raster) and _has_inside(marks, marks | axes, rect):
            found.append(rect)
    return tuple(_merged(found, _FIGURE_GAP * max(raster.width, raster.height)))


def _axes(rules: Mask, headings: Sequence[TextLine], raster: Raster) -> Mask:
    """The rules that may belong to a figure: not page-wide ones, frames, or those that underline a heading."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rules, connectivity=8)
    kept: Mask = np.zeros(count, np.uint8)
    for index in range(1, count):
        x, y, width, height = (int(value) for value in stats[index, :4])
        rect = Rect(x * SCALE, y * SCALE, (x + width) * SCALE, (y + height) * SCALE)
        part = labels[y : y + height, x : x + width] == index
        thin = rect.short_side <= 2 * RULE_THICKNESS * SCALE
        page_wide = thin and (rect.width > 0.55 * raster.width or rect.height > 0.75 * raster.height)
        card = min(part.shape) > _CARD_SIDE * max(rules.shape) and _is_hollow(part)
        kept[index] = not (page_wide or card or _underlines(rect, headings))
    found: Mask = kept[labels].astype(np.uint8)
    return found


def _is_hollow(part: npt.NDArray[np.bool_]) -> bool:
    """True for a frame: pixels along the border only."""
    edge = RULE_THICKNESS + 4
    return not part[edge:-edge, edge:-edge].any()


def _underlines(rect: Rect, headings: Sequence[TextLine]) -> bool:
    return rect.height < 0.02 * rect.width + 24 and any(
        -line.font_size <= rect.y0 - line.box.y1 <= 1.2 * line.font_size
        and min(rect.x1, line.box.x1) > max(rect.x0, line.box.x0)
        for line in headings
    )


def _barrier(running: Sequence[TextLine], shape: tuple[int, ...]) -> Mask:
    """1 where running text and headings stand, with their bullets to the left and a rule right below a heading."""
    barrier = np.zeros(shape, np.uint8)
    for line in running:
        size = line.font_size
        patch(barrier, Rect(line.box.x0 - 2 * size, line.box.y0, line.box.x1, line.box.y1).grown(0, 0.4 * size))[
            ...
        ] = 1
    return barrier


def _borders(frame: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    band = 10
    return (
        Rect(frame.x0 - band, frame.y0 - band, frame.x1 + band, frame.y0 + band),
        Rect(frame.x0 - band, frame.y1 - band, frame.x1 + band, frame.y1 + band),
        Rect(frame.x0 - band, frame.y0 - band, frame.x0 + band, frame.y1 + band),
        Rect(frame.x1 - band, frame.y0 - band, frame.x1 + band, frame.y1 + band),
    )


def _is_figure_shaped(rect: Rect, raster: Raster) -> bool:
    canvas = raster.width * raster.height
    return (
        FIGURE_MIN_AREA * canvas <= rect.area <= 0.85 * canvas
        and rect.short_side >= FIGURE_MIN_SIDE * min(raster.width, raster.height)
        and rect.aspect <= FIGURE_MAX_ASPECT
    )


def _has_inside(marks: Mask, strokes: Mask, rect: Rect) -> bool:
    """True where a figure has marks off its border; a frame or the edge of a fill has none."""
    inside = rect.grown(-0.1 * rect.width, -0.1 * rect.height)
    return detail_share(marks, inside) >= 0.001 and detail_share(strokes, rect) >= 0.008


def _merged(rects: list[Rect], reach: float) -> list[Rect]:
    """Rectangles not farther apart than the reach, in pixels, become one: a sparse chart falls into pieces."""
    todo = sorted(rects, key=lambda rect: (rect.y0, rect.x0))
    done: list[Rect] = []
    while todo:
        current = todo.pop(0)
        near = current.grown(reach, reach)
        partner = next((other for other in todo if near.shared_area(other) > 0), None)
        if partner is None:
            done.append(current)
        else:
            todo.remove(partner)
            todo.insert(0, current.union(partner))
    return done


def _is_empty_slot(
    frame: Rect, raster: Raster, detail: Mask, lines: Sequence[TextLine], figures: Sequence[Rect]
) -> bool:
    canvas = raster.width * raster.height
    if not SLOT_AREA[0] * canvas <= frame.area <= SLOT_AREA[1] * canvas or frame.aspect > SLOT_MAX_ASPECT:
        return False
    if frame.short_side < SLOT_MIN_SIDE * min(raster.width, raster.height):
        return False
    if any(frame.share_inside(figure) > 0.5 or figure.share_inside(frame) > 0.5 for figure in figures):
        return False
    if any(line.box.share_inside(frame) > 0.5 for line in lines):
        return False
    return detail_share(detail, frame.grown(-0.05 * frame.width, -0.05 * frame.height)) <= 0.004
