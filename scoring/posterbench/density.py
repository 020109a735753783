"""Density: is the poster filled with content rather than void?"""

from typing import Final

from scoring.posterbench.view import DimensionResult, PosterView, ten
from scoring.records import Finding, PaperText
from scoring.words import Dimension

FULL_COVERAGE: Final = 0.80
FULL_TEXT: Final = 0.40
# AutoDesign's evaluator reaches the full penalty at V = 0.10. There a flat fill counts as content; here it is void, so
# that the same poster has more of it, and the full penalty is reached at 0.16, the highest value of V's second term.
FULL_VOID: Final = 0.16


def score_density(view: PosterView, paper: PaperText) -> DimensionResult:
    """10 (0.7 c + 0.3 max(t, c)) (1 - 0.75 min(1, V / 0.16)); c = min(1, filled share / 0.80), t = min(1, text / 0.40).

    AutoDesign's density formula on this evaluator's own fill, text share and effective void V (see `space`): only
    detail, text and figures fill a cell, so that no flat colour counts. The paper is not used. A proxy: it measures how
    much is there, not whether it is worth reading. 0 for an empty poster.
    """
    del paper
    space = view.space
    if view.is_empty:
        text = "The poster is empty."
        return DimensionResult(0.0, (view.finding("empty", Dimension.DENSITY, "blocking", text),))
    filled = min(1.0, space.coverage / FULL_COVERAGE)
    text_share = min(1.0, space.text_coverage / FULL_TEXT)
    score = 10 * (0.7 * filled + 0.3 * max(text_share, filled)) * (1 - 0.75 * min(1.0, space.void / FULL_VOID))
    return DimensionResult(ten(score), tuple(_findings(view)))


def _findings(view: PosterView) -> list[Finding]:
    space = view.space
    findings = []
    if space.largest_void is not None and space.largest_void_share > 0.09:
        severity = "serious" if space.largest_void_share > 0.15 else "minor"
        message = f"An empty area takes {space.largest_void_share:.0%} of the poster below its heading."
        findings.append(view.finding("large-void", Dimension.DENSITY, severity, message, space.largest_void))
    if space.coverage < 0.5:
        message = f"Only {space.coverage:.0%} of the area below the heading carries text or figures."
        findings.append(view.finding("sparse", Dimension.DENSITY, "minor", message))
    return findings
