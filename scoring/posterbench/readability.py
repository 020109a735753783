"""Readability: is the text large, contrasting and short enough to be read standing before the poster?"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scoring.posterbench.ocr import TextLine
from scoring.posterbench.view import DimensionResult, PosterView, ramp, ten, weighted_median
from scoring.records import Finding, PaperText
from scoring.words import Dimension

# Font sizes in raster pixels and the score they allow. On an A0 poster (long edge 1189 mm) 24 points, the least usually
# advised for body text, are 14.6 raster pixels; 18 points are 10.9 and 32 points 19.4.
SIZE_CURVE: Final = ((6.0, 0.0), (10.9, 4.0), (14.6, 7.0), (19.4, 9.5), (24.0, 10.0))
SMALL: Final = (13.0, 9.0)
# WCAG 2.2, success criterion 1.4.3: 4.5 for text, 3 for large text.
GOOD_CONTRAST: Final = 4.5
LOW_CONTRAST: Final = 3.0
LONG_LINE: Final = (90, 150)
WALL_WORDS: Final = (800, 1600)
FEW_WORDS: Final = 60


def score_readability(view: PosterView, paper: PaperText) -> DimensionResult:
    """The score that the body's median font size allows, less penalties; 0 without text. The paper is not used.

    Font size: straight between 6 px: 0, 10.9: 4, 14.6: 7, 19.4: 9.5, 24: 10 (see SIZE_CURVE; no steps, as a pixel more
    or less must not cost several points). Penalties, by share of letters: below 13 px (in full from 9) up to 2; below a
    contrast of 4.5 up to 3, twice as fast under 3; lines of over 90 characters up to 1.5; more than 800 words up to 2;
    no line at least 1.5 times the body's size (no visible title) 1; void between the texts up to 1. Under 60 words of
    body the score is scaled by words / 60. A proxy: it measures letters, not sentences.
    """
    del paper
    body = view.body
    if not body:
        text = "There is no running text to read."
        return DimensionResult(0.0, (view.finding("no-body-text", Dimension.READABILITY, "serious", text),))
    letters = [len(line.text) for line in body]
    size = weighted_median([line.font_size for line in body], letters)
    findings: list[Finding] = []
    score = float(np.interp(size, [point[0] for point in SIZE_CURVE], [point[1] for point in SIZE_CURVE]))
    if size < SIZE_CURVE[2][0]:
        message = (
            f"Half of the body text is below {size:.0f} px at 2048 px, {_points(size):.0f} points on an A0 poster."
        )
        findings.append(view.finding("small-body", Dimension.READABILITY, "serious", message))
    score -= _small_text(view, body, findings) + _contrast(view, body, findings)
    score -= _long_lines(view, body, findings) + _too_many_words(view, findings)
    score -= _no_title(view, size, findings) + ramp(view.space.void, 0.06, 0.25)
    words = sum(len(line.text.split()) for line in body)
    if words < FEW_WORDS:
        message = f"There are only {words} words of text."
        findings.append(view.finding("few-words", Dimension.READABILITY, "minor", message))
    return DimensionResult(ten(max(0.0, score) * min(1.0, words / FEW_WORDS)), tuple(findings))


def _small_text(view: PosterView, body: Sequence[TextLine], findings: list[Finding]) -> float:
    # A line becomes small gradually, so that a body set at the limit loses nothing at once.
    smallness = [ramp(line.font_size, *SMALL) * len(line.text) for line in body]
    share = sum(smallness) / sum(len(line.text) for line in body)
    if share > 0.05:
        smallest = min(body, key=lambda line: line.font_size)
        message = f"Many letters are smaller than {_points(SMALL[0]):.0f} points on an A0 poster."
        findings.append(view.finding("small-text", Dimension.READABILITY, "minor", message, smallest.box))
    return 2.0 * ramp(share, 0.05, 0.5)


def _contrast(view: PosterView, body: Sequence[TextLine], findings: list[Finding]) -> float:
    faint = sorted((line for line in body if line.contrast < LOW_CONTRAST), key=lambda line: line.contrast)
    for line in faint[:6]:
        message = f"“{line.text[:40]}” has a contrast of {line.contrast:.1f}; 4.5 is advised."
        findings.append(view.finding("low-contrast", Dimension.READABILITY, "minor", message, line.box))
    weak = [line for line in body if LOW_CONTRAST <= line.contrast < GOOD_CONTRAST]
    return 3.0 * min(1.0, 2 * _share(faint, body) + _share(weak, body))


def _long_lines(view: PosterView, body: Sequence[TextLine], findings: list[Finding]) -> float:
    longest = max(body, key=lambda line: len(line.text))
    long = [line for line in body if len(line.text) > LONG_LINE[0]]
    share = _share(long, body)
    if share > 0.2:
        message = f"Lines are up to {len(longest.text)} characters long; 45-75 are read with ease."
        findings.append(view.finding("long-lines", Dimension.READABILITY, "minor", message, longest.box))
    return 1.5 * ramp(share, 0.2, 1.0) * ramp(len(longest.text), LONG_LINE[0] - 20, LONG_LINE[1])


def _too_many_words(view: PosterView, findings: list[Finding]) -> float:
    if view.word_count > WALL_WORDS[0]:
        message = f"{view.word_count} words are a wall of text."
        findings.append(view.finding("wall-of-text", Dimension.READABILITY, "minor", message))
    return 2.0 * ramp(view.word_count, *WALL_WORDS)


def _no_title(view: PosterView, size: float, findings: list[Finding]) -> float:
    if any(line.font_size >= 1.5 * size and len(line.text) >= 6 for line in view.lines if not view.in_figure(line)):
        return 0.0
    message = "No line stands out as a title."
    findings.append(view.finding("no-title", Dimension.READABILITY, "minor", message))
    return 1.0


def _share(some: Sequence[TextLine], lines: Sequence[TextLine]) -> float:
    return sum(len(line.text) for line in some) / sum(len(line.text) for line in lines)


def _points(pixels: float) -> float:
    """Raster pixels as points on an A0 poster: 2048 pixels are 1189 mm, 3370 points."""
    return pixels * 3370 / 2048
