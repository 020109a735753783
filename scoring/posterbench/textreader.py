"""What lines of text say: each is straightened, brought to the recogniser's height and read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]
from rapidocr.utils.process_img import get_rotate_crop_image

from scoring.posterbench.raster import Raster

# The recogniser's input height in pixels, fixed by its model.
HEIGHT: Final = 48
# Letters are set this much narrower than they are: reading costs in proportion to the width, and the recogniser says
# one sign for each 8 pixels. Measured on posters with known text, at 0.85 next to nothing more is lost than at 1; at
# 0.75 double and narrow letters begin to fall together (4 % of the words of one poster).
NARROWING: Final = 0.85
# Strips nearly as high as wide are a sign or two and stay as they are.
_STRIP: Final = 1.5
_SHORTEST: Final = 32
BLANK: Final = 0  # the class that stands for "no letter" between letters (CTC)


@dataclass(frozen=True, slots=True)
class Reading:
    """The text of a line and how sure the recogniser is of its letters on average, 0-1."""

    text: str
    confidence: float


def read_strips(
    raster: Raster, lines: Sequence[npt.NDArray[np.float32]], session: onnxruntime.InferenceSession
) -> list[Reading]:
    """Read each line by its corners, (4, 2) each; one after the other, since batches only pad them to the widest."""
    letters = _letters(session)
    name = session.get_inputs()[0].name
    readings = []
    for corners in lines:
        (chances,) = session.run(None, {name: _strip(raster, corners)})
        readings.append(_spell(chances[0], letters))
    return readings


def _strip(raster: Raster, corners: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The line upright as the recogniser takes it: (1, 3, HEIGHT, width), BGR from -1 to 1."""
    # Only the surroundings of the line are turned to BGR, not the whole raster for each of a hundred lines.
    x0, y0 = np.maximum(corners.min(axis=0).astype(int) - 2, 0)
    x1, y1 = corners.max(axis=0).astype(int) + 3
    patch = np.ascontiguousarray(raster.rgb[y0:y1, x0:x1, ::-1])
    strip = get_rotate_crop_image(patch, corners - np.array((x0, y0), dtype=np.float32))
    high, wide = strip.shape[:2]
    width = HEIGHT * wide / high * (NARROWING if wide > _STRIP * high else 1)
    size = (max(_SHORTEST, round(width)), HEIGHT)
    strip = cv2.resize(strip, size, interpolation=cv2.INTER_AREA if high > HEIGHT else cv2.INTER_LINEAR)
    planes = np.ascontiguousarray(strip.transpose(2, 0, 1)[None], dtype=np.float32)
    planes *= 2 / 255
    planes -= 1
    return planes


def _letters(session: onnxruntime.InferenceSession) -> list[str]:
    """The sign of each class: the blank, those that the model file lists, and the space."""
    return ["", *session.get_modelmeta().custom_metadata_map["character"].splitlines(), " "]


def _spell(chances: npt.NDArray[np.float32], letters: Sequence[str]) -> Reading:
    """The likeliest class at each step, repetitions taken once and blanks left out (greedy CTC decoding).

    `chances` are those of each class at each step, (steps, classes).
    """
    best = chances.argmax(axis=1)
    first = np.ones(len(best), dtype=bool)
    first[1:] = best[1:] != best[:-1]
    kept = np.flatnonzero(first & (best != BLANK))
    if not len(kept):
        return Reading("", 0.0)
    text = "".join(letters[best[step]] for step in kept)
    return Reading(text, float(chances[kept, best[kept]].mean()))
