"""Visual evidence: does the poster show figures, enough of them and large enough?"""

from statistics import median
from typing import Final

from scoring.posterbench.view import DimensionResult, PosterView, ramp, ten
from scoring.records import Finding, PaperText
from scoring.words import Dimension

# A poster need not show all of a paper's figures.
MOST_EXPECTED: Final = 3
EXPECTED_IF_UNKNOWN: Final = 2
FULL_AREA: Final = 0.18
# Beyond this share of the canvas the poster becomes a wall of pictures.
WALL_AREA: Final = (0.65, 0.90)
THUMBNAIL_SIDE: Final = 0.10
NO_FIGURES_FLOOR: Final = 5.0


def score_visual_evidence(view: PosterView, paper: PaperText) -> DimensionResult:
    """10 (0.5 N + 0.5 A) less penalties: N = figures shown / expected, A rises with their area to 18 % of the canvas.

    Expected are as many as the paper has figures and tables, three at most; two where nobody counted. A paper without
    any cannot give evidence to show: then one is expected and the score does not fall below 5, the middle of the scale,
    so that it stays defined. A falls again from 65 % (to half at 90 %). Thumbnails (median short side under 10 % of the
    canvas's) cost 2; an empty slot costs in the layout and by a ceiling. A proxy: it finds what is figure-shaped and
    cannot tell evidence from ornament.
    """
    figures = view.regions.figures
    expected = EXPECTED_IF_UNKNOWN if paper.figures is None else max(1, min(MOST_EXPECTED, paper.figures))
    canvas = view.raster.width * view.raster.height
    area = sum(figure.area for figure in figures) / canvas
    number_part = min(1.0, len(figures) / expected)
    area_part = ramp(area, 0.0, FULL_AREA) * (1 - 0.5 * ramp(area, *WALL_AREA))
    findings = []
    penalty = 0.0
    if figures and median(f.short_side for f in figures) < THUMBNAIL_SIDE * min(view.raster.width, view.raster.height):
        penalty += 2
        message = "The figures are as small as thumbnails."
        findings.append(view.finding("thumbnails", Dimension.VISUAL_EVIDENCE, "minor", message, figures[0]))
    for slot in view.regions.empty_slots:
        message = "A framed area that looks meant for a figure is empty."
        findings.append(view.finding("empty-slot", Dimension.VISUAL_EVIDENCE, "blocking", message, slot))
    if len(figures) < expected:
        findings.append(_too_few(view, len(figures), expected, paper.figures))
    score = ten(10 * (0.5 * number_part + 0.5 * area_part) - penalty)
    if paper.figures == 0 and not view.is_empty and not view.regions.empty_slots:
        score = max(NO_FIGURES_FLOOR, score)
    return DimensionResult(score, tuple(findings))


def _too_few(view: PosterView, shown: int, expected: int, in_paper: int | None) -> Finding:
    if in_paper == 0:
        message = "The paper has no figure and the poster draws none; the score stays at the middle or above."
        return view.finding("no-figures-in-paper", Dimension.VISUAL_EVIDENCE, "minor", message)
    paper = f", the paper has {in_paper}" if in_paper is not None else ""
    message = f"{shown or 'No'} figure{'' if shown == 1 else 's'} found, {expected} expected{paper}."
    severity = "serious" if shown == 0 else "minor"
    return view.finding("few-figures", Dimension.VISUAL_EVIDENCE, severity, message)
