"""How large and how contrasting a line of text is, measured on its pixels rather than on the detector's box."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.posterbench.geometry import Rect
from scoring.posterbench.raster import Raster

# Shares of the font size in common sans and serif faces: the height of x, and the height of a figure or capital.
X_HEIGHT: Final = 0.50
CAP_HEIGHT: Final = 0.68
# Antialiasing widens the band of ink; measured on text of known sizes from 9 to 31 raster pixels it is 0.7-1.5 pixels.
BLUR: Final = 0.8


@dataclass(frozen=True, slots=True)
class Lettering:
    """The box of the letters themselves, their font size in raster pixels, and their WCAG contrast ratio, 1-21."""

    box: Rect
    font_size: float
    contrast: float


def measure(raster: Raster, box: Rect, text: str) -> Lettering:
    """Measure the letters in a detector's box.

    The ground is the commonest luma in the box, ink is what departs from it. The font size comes from the height of the
    rows that carry most ink: the x-height band, or the height of the figures and capitals where the text has no small
    letters. Contrast is WCAG 2.2's (L1 + 0.05) / (L2 + 0.05) between the ground and the 5 % of pixels farthest from it;
    thin letters blurred by antialiasing measure lower, as they also look.
    """
    high, wide = raster.rgb.shape[:2]
    x0, y0 = min(max(0, int(box.x0)), wide - 1), min(max(0, int(box.y0)), high - 1)
    patch = raster.rgb[y0 : max(y0 + 1, round(box.y1)), x0 : max(x0 + 1, round(box.x1))].astype(np.float64)
    upright = patch if patch.shape[0] <= patch.shape[1] else patch.transpose(1, 0, 2)
    luma = upright @ np.array([0.299, 0.587, 0.114])
    ground = float(np.argmax(np.bincount((luma / 8).astype(int).ravel(), minlength=32)) * 8 + 4)
    departure = np.abs(luma - ground)
    strongest = float(np.percentile(departure, 99.5))
    if strongest < 6:
        return Lettering(box, box.short_side * 0.75, 1.0)
    weight = np.clip(departure / strongest, 0, 1)
    small_letters = any(letter.islower() for letter in text)
    profile = np.where(weight > 1 / 4, weight, 0.0).sum(axis=1)
    usual_row = float(np.percentile(profile, 75))
    top, bottom = _ink_band(profile, level=(0.5 if small_letters else 0.2) * usual_row)
    size = max(0.0, bottom - top - BLUR) / (X_HEIGHT if small_letters else CAP_HEIGHT)
    if not 0.4 <= size / box.short_side <= 1.6:
        # The band was not found, as may happen on a blurred line; the detector's box is about 1.7 font sizes high.
        top, bottom, small_letters = 0.2 * upright.shape[0], 0.8 * upright.shape[0], False
        size = 0.6 * box.short_side
    columns = np.flatnonzero((weight > 1 / 3).any(axis=0))
    # Tall letters rise about a quarter of the font size above x, tails hang as far below the line.
    rise, fall = (0.25 * size, 0.22 * size) if small_letters else (0.0, 0.0)
    first, last = max(0.0, top - rise), min(float(upright.shape[0]), bottom + fall)
    left, right = float(columns[0]), float(columns[-1] + 1)
    if upright is patch:
        tight = Rect(x0 + left, y0 + first, x0 + right, y0 + last)
    else:
        tight = Rect(x0 + first, y0 + left, x0 + last, y0 + right)
    return Lettering(tight, size, _contrast(upright, departure, ground_band=departure < 12))


def contrast_ratio(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> float:
    """WCAG 2.2 contrast ratio of two sRGB colours given as 0-255 triples."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _ink_band(profile: npt.NDArray[np.float64], *, level: float) -> tuple[float, float]:
    """The unbroken rows around the inkiest one whose ink reaches the level, to a fraction of a row.

    With half the ink of a usual row it is the x-height band of small letters; with less, the whole height of figures
    and capitals. Ink of a neighbouring line that reaches into the box lies outside it; gaps of one row do not count.
    """
    profile = np.maximum(profile, np.minimum(np.roll(profile, 1), np.roll(profile, -1)))
    peak = int(np.argmax(profile))
    first = last = peak
    while first > 0 and profile[first - 1] >= level:
        first -= 1
    while last < len(profile) - 1 and profile[last + 1] >= level:
        last += 1
    top, bottom = float(first), float(last + 1)
    if first > 0:
        top -= float((profile[first] - level) / max(1e-9, profile[first] - profile[first - 1])) - 0.5
    if last < len(profile) - 1:
        bottom += float((profile[last] - level) / max(1e-9, profile[last] - profile[last + 1])) - 0.5
    return top, max(bottom, top + 1)


def _contrast(
    pixels: npt.NDArray[np.float64], departure: npt.NDArray[np.float64], *, ground_band: npt.NDArray[np.bool_]
) -> float:
    far = departure >= np.percentile(departure, 95)
    ground = np.median(pixels[ground_band], axis=0) if ground_band.any() else np.median(pixels, axis=(0, 1))
    return contrast_ratio(pixels[far].mean(axis=0), ground)


def _luminance(colour: npt.NDArray[np.float64]) -> float:
    channel = colour / 255
    linear = np.where(channel <= 0.04045, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))
