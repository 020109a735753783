"""Aesthetics: a restrained palette, balanced white space and regular type, as far as geometry can tell."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from scoring.posterbench.layout import aligned_share, side_balance
from scoring.posterbench.view import DimensionResult, PosterView, ramp, ten
from scoring.records import Finding, PaperText
from scoring.words import Dimension

HUE_BINS: Final = 12
FEW_HUES: Final = 3
CALM_FILL: Final = (0.35, 0.80)
FEW_SIZES: Final = 5
# Two font sizes within this ratio are one size; the estimate itself varies by a tenth.
SIZE_RATIO: Final = 1.18
# What no proxy here can see is left out of the range: a plain clean poster gets 8.
BASE: Final = 8.0


def score_aesthetics(view: PosterView, paper: PaperText) -> DimensionResult:
    """8 less penalties plus up to 2 for a palette of two or three hues and figures; 0 for an empty poster.

    Penalties: each colour family beyond three outside figures 0.8 (at most 2.4), garish fills on over 15 % up to 2, a
    fill below 35 % or above 80 % up to 2.5, weight on one side up to 1.5, ragged edges up to 1.5, each type size beyond
    five 0.4 (at most 1.6). The bonus is 1 for some but at most three hues and 1 for a figure. The
    paper is not used. A proxy, and the weakest of the seven: it cannot see beauty, only some of what disturbs it.
    """
    del paper
    if view.is_empty:
        text = "There is nothing to look at."
        return DimensionResult(0.0, (view.finding("empty", Dimension.AESTHETICS, "blocking", text),))
    findings: list[Finding] = []

    def note(name: str, message: str) -> None:
        findings.append(view.finding(name, Dimension.AESTHETICS, "minor", message))

    hues, garish = _palette(view)
    score = BASE + (1.0 if 1 <= hues <= FEW_HUES else 0.0) + (1.0 if view.regions.figures else 0.0)
    if hues > FEW_HUES:
        note("many-hues", f"{hues} families of colour compete outside the figures.")
    if garish > 0.15:
        note("garish", f"Glaring colour fills {garish:.0%} of the poster.")
    score -= min(2.4, 0.8 * max(0, hues - FEW_HUES)) + 2.0 * ramp(garish, 0.15, 0.5)
    fill = view.space.coverage
    if not CALM_FILL[0] <= fill <= CALM_FILL[1] + 0.08:
        note("white-space", f"{fill:.0%} of the area is filled; between a third and four fifths looks calm.")
    score -= 2.5 * max(ramp(fill, CALM_FILL[0], 0.10), ramp(fill, CALM_FILL[1], 1.0))
    score -= 1.5 * ramp(side_balance(view), 0.7, 0.2) + 1.5 * ramp(aligned_share(view.body), 0.8, 0.3)
    sizes = _type_sizes(view)
    if sizes > FEW_SIZES + 1:
        note("many-sizes", f"{sizes} sizes of type are in use.")
    score -= min(1.6, 0.4 * max(0, sizes - FEW_SIZES))
    return DimensionResult(ten(score), tuple(findings))


def _palette(view: PosterView) -> tuple[int, float]:
    """(hues, garish): families of saturated colour outside figures that take 6 % of all such colour, and the share of
    the canvas that is both very saturated and very bright."""
    pixels = _outside_figures(view)
    if not len(pixels):
        return 0, 0.0
    saturation, value = pixels[:, 1], pixels[:, 2]
    coloured = (saturation > 60) & (value > 50)
    garish = float(((saturation > 190) & (value > 210)).mean())
    if coloured.mean() < 0.003:
        return 0, garish
    # Half a bin of offset keeps pure red, at 0 and 179, in one bin.
    counts = np.bincount(((pixels[coloured, 0].astype(int) + 7) % 180) * HUE_BINS // 180, minlength=HUE_BINS)
    strong = counts >= 0.06 * counts.sum()
    # Neighbouring bins are one family.
    families = int(np.sum(strong & ~np.roll(strong, 1)))
    return (families or 1), garish


def _outside_figures(view: PosterView) -> npt.NDArray[np.uint8]:
    """The HSV values of a small copy's pixels outside figures, (n, 3)."""
    scale = 512 / max(view.raster.width, view.raster.height)
    size = (max(1, round(view.raster.width * scale)), max(1, round(view.raster.height * scale)))
    small = cv2.resize(view.raster.rgb, size, interpolation=cv2.INTER_AREA)
    keep = np.ones(small.shape[:2], dtype=bool)
    for figure in view.regions.figures:
        keep[
            int(figure.y0 * scale) : int(figure.y1 * scale) + 1, int(figure.x0 * scale) : int(figure.x1 * scale) + 1
        ] = False
    return cv2.cvtColor(small, cv2.COLOR_RGB2HSV)[keep].astype(np.uint8)


def _type_sizes(view: PosterView) -> int:
    """How many clearly different font sizes lines with words have, outside figures, each on two lines or more."""
    sizes = sorted(
        line.font_size for line in view.lines if sum(c.islower() for c in line.text) >= 4 and not view.in_figure(line)
    )
    groups: list[list[float]] = []
    for size in sizes:
        if groups and size <= SIZE_RATIO * groups[-1][0]:
            groups[-1].append(size)
        else:
            groups.append([size])
    return sum(len(group) >= 2 or group[0] > 1.5 * sizes[len(sizes) // 2] for group in groups)
