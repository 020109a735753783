"""Where lines of text stand on a raster: the detector at a coarse scale, and a second look where small print stands."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]
from rapidocr.ch_ppocr_det.utils import DBPostProcess

from scoring.posterbench.detail import SCALE, Mask, patch
from scoring.posterbench.geometry import Rect
from scoring.posterbench.raster import Raster

Corners = npt.NDArray[np.float32]

# Measured on posters with known text: at this long edge the detector finds lines from about 14 raster pixels of font
# size on, at two fifths of what 1600 pixels cost; below that it needs the second look.
COARSE_EDGE: Final = 1024
FINE_SCALE: Final = 1600 / 2048
# What looks like a row of small letters, in half-size pixels: how high the band of its small letters is (up to a font
# size of about 17 raster pixels), how long it is at least, and how wide gaps between its letters and words may be.
BAND: Final = (2, 5)
ROW_LENGTH: Final = 30
LETTER_GAP: Final = 7
# Strokes thinner than this depart from their ground by this much, of 255 in grey.
STROKE: Final = 15
INK_STEP: Final = 40
# How far around a row the second look goes, in half-size pixels; rows nearer than twice this are looked at together.
SURROUNDINGS: Final = 24
# The network halves its input five times.
_MULTIPLE: Final = 32
# A box found by the second look is new unless it shares this much of the smaller area with one that is known.
KNOWN: Final = 0.3


def find_lines(raster: Raster, session: onnxruntime.InferenceSession) -> list[Corners]:
    """The four corners of each line, clockwise from its top left, (4, 2) float32 in raster pixels."""
    whole = Rect(0, 0, raster.width, raster.height)
    lines = _detect(raster, whole, COARSE_EDGE / max(raster.width, raster.height), session)
    boxes = [box_of(corners) for corners in lines]
    for part in small_print(raster, boxes):
        for corners in _detect(raster, part, FINE_SCALE, session):
            box = box_of(corners)
            if all(box.shared_area(known) < KNOWN * min(box.area, known.area) for known in boxes):
                lines.append(corners)
                boxes.append(box)
    return lines


def small_print(raster: Raster, known: Sequence[Rect]) -> list[Rect]:
    """The parts of the raster (in its pixels) with rows of small letters that no known box covers.

    A row is a band of thin ink 4 to 10 raster pixels high and at least 60 long. What is no text after all, as a rule or
    a fine pattern in a figure, costs a second look at its surroundings and nothing else.
    """
    ink = _thin_ink(raster)
    closed = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((1, LETTER_GAP), np.uint8))
    # Tall letters and tails, which join one line of small print to the next, make no long runs.
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((1, ROW_LENGTH), np.uint8))
    rows: Mask = np.asarray(opened).astype(np.uint8)
    for box in known:
        patch(rows, box.grown(4, 4))[...] = 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(rows, connectivity=8)
    looked_at = np.zeros_like(ink)
    for x, y, width, height in (stats[index, :4] for index in range(1, count)):
        if BAND[0] <= height <= BAND[1]:
            top, left = max(0, y - SURROUNDINGS), max(0, x - SURROUNDINGS)
            looked_at[top : y + height + SURROUNDINGS, left : x + width + SURROUNDINGS] = 1
    count, _, stats, _ = cv2.connectedComponentsWithStats(looked_at, connectivity=8)
    parts = [tuple(SCALE * int(value) for value in stats[index, :4]) for index in range(1, count)]
    return [Rect(x, y, min(x + w, raster.width), min(y + h, raster.height)) for x, y, w, h in parts]


def _thin_ink(raster: Raster) -> Mask:
    """1 where strokes under 30 raster pixels thick depart from their ground, darker or lighter; at half size.

    Unlike steps in colour it leaves the gaps between lines of small print open.
    """
    size = (max(1, raster.width // SCALE), max(1, raster.height // SCALE))
    grey = cv2.cvtColor(cv2.resize(raster.rgb, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    around = np.ones((STROKE, STROKE), np.uint8)
    dark, light = (cv2.morphologyEx(grey, kind, around) for kind in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT))
    # On a light ground the gaps between dark lines would look like light strokes.
    ground = cv2.blur(grey, (2 * STROKE + 1, 2 * STROKE + 1))
    ink: Mask = (np.where(ground >= 128, dark, light) > INK_STEP).astype(np.uint8)
    return ink


def _detect(raster: Raster, part: Rect, scale: float, session: onnxruntime.InferenceSession) -> list[Corners]:
    x0, y0 = int(part.x0), int(part.y0)
    picture = raster.rgb[y0 : int(part.y1), x0 : int(part.x1)]
    size = tuple(max(_MULTIPLE, round(side * scale / _MULTIPLE) * _MULTIPLE) for side in picture.shape[1::-1])
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    # The network was trained on BGR from -1 to 1.
    planes = np.ascontiguousarray(small[:, :, ::-1].transpose(2, 0, 1)[None], dtype=np.float32)
    planes *= 2 / 255
    planes -= 1
    options = onnxruntime.RunOptions()
    # Half a gigabyte of working memory goes back after each look.
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    (chance,) = session.run(None, {session.get_inputs()[0].name: planes}, options)
    boxes, _ = _postprocess()(chance, picture.shape[:2])
    return [np.asarray(corners, dtype=np.float32) + np.array((x0, y0), dtype=np.float32) for corners in boxes]


def _postprocess() -> DBPostProcess:
    return DBPostProcess(
        thresh=0.3, box_thresh=0.5, max_candidates=1000, unclip_ratio=1.6, score_mode="fast", use_dilation=True
    )


def box_of(corners: Corners) -> Rect:
    """The upright rectangle around a line's corners."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return Rect(float(x0), float(y0), float(x1), float(y1))
