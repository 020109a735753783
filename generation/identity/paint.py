"""Painting places of a picture over with the colour around them, so that nothing of what stood there is left."""

import io
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

from generation.identity.fragments import Box

Pixels = npt.NDArray[np.uint8]
Colours = npt.NDArray[np.float64]

# The strip around a box whose colours are looked at: a share of its shorter side, and at least so many pixels.
RING_SHARE: Final = 0.15
RING_PIXELS: Final = 3
# Colours are counted in steps of this size; one that has this share of all pixels is the ground.
STEP: Final = 16
GROUND_SHARE: Final = 0.35
# So much may the grounds of two sides differ and still be one.
SAME: Final = 10.0
SAMPLES: Final = 20_000


def masked(picture: bytes, boxes: Sequence[Box], *, kind: str = "PNG") -> bytes:
    """The picture with every box (fractions from the top left) painted over, in its own size.

    A box takes the colour of the ground it stands on. On a gradient or a photograph, which has none, it takes what
    leads from each of its sides to the other.
    """
    with Image.open(io.BytesIO(picture), formats=("PNG", "WEBP")) as opened:
        pixels: Pixels = np.array(opened.convert("RGB"))
    for box in boxes:
        _paint(pixels, *in_pixels(box, pixels.shape[1], pixels.shape[0]))
    target = io.BytesIO()
    # The PNG is only handed on, to be encoded in every size: packing it would be a second of work for nothing.
    Image.fromarray(pixels).save(target, kind, **({"compress_level": 0} if kind == "PNG" else {"quality": 85}))
    return target.getvalue()


def in_pixels(box: Box, width: int, height: int) -> tuple[int, int, int, int]:
    """Every pixel that the box touches; at least one."""
    x0, y0 = int(box[0] * width), int(box[1] * height)
    x1, y1 = int(np.ceil(box[2] * width)), int(np.ceil(box[3] * height))
    x0, y0 = min(max(0, x0), width - 1), min(max(0, y0), height - 1)
    return x0, y0, min(max(x0 + 1, x1), width), min(max(y0 + 1, y1), height)


def _paint(pixels: Pixels, x0: int, y0: int, x1: int, y1: int) -> None:
    ring = max(RING_PIXELS, round(RING_SHARE * min(x1 - x0, y1 - y0)))
    high, wide = pixels.shape[:2]
    left_of, above = max(0, x0 - ring), max(0, y0 - ring)
    around = pixels[above : min(high, y1 + ring), left_of : min(wide, x1 + ring)]
    ground, share = _commonest(around)
    if share >= GROUND_SHARE:
        slope = _slope(around, ground)
        pixels[y0:y1, x0:x1] = slope[y0 - above : y1 - above, x0 - left_of : x1 - left_of]
        return
    sides = [
        pixels[y0:y1, max(0, x0 - ring) : x0],
        pixels[y0:y1, x1 : min(wide, x1 + ring)],
        pixels[max(0, y0 - ring) : y0, x0:x1].transpose(1, 0, 2),
        pixels[y1 : min(high, y1 + ring), x0:x1].transpose(1, 0, 2),
    ]
    left, right, top, bottom = (None if side.size == 0 else _along(side) for side in sides)
    across = _between(left, right, x1 - x0)
    down = _between(top, bottom, y1 - y0)
    layers = [
        *([] if across is None else [across]),
        *([] if down is None else [down.transpose(1, 0, 2)]),
    ]
    blend = sum(layers) / len(layers) if layers else np.broadcast_to(ground, (y1 - y0, x1 - x0, 3))
    pixels[y0:y1, x0:x1] = np.clip(np.round(blend), 0, 255).astype(np.uint8)


def _commonest(pixels: Pixels) -> tuple[Colours, float]:
    """The commonest colour, and the share of the pixels that have it, give or take a step."""
    flat = pixels.reshape(-1, 3)
    steps = (flat // STEP).astype(np.int64)
    keys = (steps[:, 0] << 16) | (steps[:, 1] << 8) | steps[:, 2]
    values, counts = np.unique(keys, return_counts=True)
    inside = flat[keys == values[np.argmax(counts)]]
    centre = np.median(inside, axis=0)
    # A ground at the border of two steps is counted in both.
    near = np.abs(flat.astype(np.float64) - centre).max(axis=1) <= SAME
    return np.median(flat[near], axis=0) if near.any() else centre, float(near.mean())


def _slope(pixels: Pixels, ground: Colours) -> Pixels:
    """The ground all over, as evenly darker or lighter to one side as it is where it can be seen."""
    high, wide = pixels.shape[:2]
    seen = np.abs(pixels.astype(np.float64) - ground).max(axis=2) <= SAME
    rows, columns = np.nonzero(seen)
    few = slice(None, None, max(1, len(rows) // SAMPLES))
    places = np.stack([np.ones(len(rows[few])), rows[few] / high, columns[few] / wide], axis=1)
    fitted, *_ = np.linalg.lstsq(places, pixels[rows[few], columns[few]].astype(np.float64), rcond=None)
    if np.abs(fitted[1:]).max() < 1:  # even, but for what is blurred at the letters
        return np.broadcast_to(np.round(ground).astype(np.uint8), pixels.shape)
    down, across = np.arange(high)[:, None, None] / high, np.arange(wide)[None, :, None] / wide
    everywhere = fitted[0] + down * fitted[1] + across * fitted[2]
    sloped: Pixels = np.clip(np.round(everywhere), 0, 255).astype(np.uint8)
    return sloped


def _along(strip: Pixels) -> Colours:
    """The ground along one side, (length, 3): of each row of the strip the middle colour, smoothed along the side."""
    line = np.median(strip.astype(np.float64), axis=1)
    reach = max(1, len(line) // 8)
    padded = np.pad(line, ((reach, reach), (0, 0)), mode="edge")
    smooth: Colours = np.stack([np.median(padded[at : at + 2 * reach + 1], axis=0) for at in range(len(line))])
    return smooth


def _between(first: Colours | None, last: Colours | None, steps: int) -> Colours | None:
    """From one side to the other, (length of the sides, steps, 3); where one is missing the other goes on."""
    if first is None:
        first = last
    if last is None:
        last = first
    if first is None or last is None:
        return None
    weight = ((np.arange(steps) + 0.5) / steps)[None, :, None]
    blended: Colours = first[:, None, :] * (1 - weight) + last[:, None, :] * weight
    return blended
