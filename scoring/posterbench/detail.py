"""Which pixels of a raster carry detail, and which of these are straight rules."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from scoring.posterbench.geometry import Rect
from scoring.posterbench.raster import Raster

Mask = npt.NDArray[np.uint8]

# Geometry is found at half the raster's size, in "half pixels".
SCALE: Final = 2
# A step between neighbouring pixels, 0-255 in any channel, that counts as detail: above JPEG noise and pale grid lines.
_DETAIL_STEP: Final = 40
# Straight thin lines longer than this share of the long edge are rules and frames, not pictures.
_RULE_LENGTH: Final = 0.12
RULE_THICKNESS: Final = 10


def find_steps(raster: Raster) -> Mask:
    """1 where colour changes by a step within a pixel, at half the raster's size: letters, marks, rules, edges."""
    size = (max(1, raster.width // SCALE), max(1, raster.height // SCALE))
    half = cv2.resize(raster.rgb, size, interpolation=cv2.INTER_AREA)
    step = cv2.morphologyEx(half, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    mask: Mask = (np.asarray(step) > _DETAIL_STEP).astype(np.uint8)
    return mask


def find_rules(steps: Mask) -> Mask:
    """Long, thin, straight runs of steps: rules, frames and the borders of flat fills."""
    length = round(_RULE_LENGTH * max(steps.shape))
    found = np.zeros_like(steps)
    for kernel in (np.ones((1, length), np.uint8), np.ones((length, 1), np.uint8)):
        runs = cv2.morphologyEx(steps, cv2.MORPH_OPEN, kernel)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(runs, connectivity=8)
        thin: Mask = np.zeros(count, np.uint8)
        for index in range(1, count):
            sides = stats[index, cv2.CC_STAT_WIDTH], stats[index, cv2.CC_STAT_HEIGHT]
            thin[index] = min(sides) <= RULE_THICKNESS
        found |= thin[labels]
    return cv2.dilate(found, np.ones((3, 3), np.uint8)).astype(np.uint8)


def patch(mask: Mask, rect: Rect) -> Mask:
    """The part of a half-size mask that a rectangle in raster pixels covers, as a view."""
    x0, y0 = max(0, int(rect.x0 // SCALE)), max(0, int(rect.y0 // SCALE))
    return mask[y0 : max(y0, round(rect.y1 / SCALE)), x0 : max(x0, round(rect.x1 / SCALE))]
