"""Layout: does everything lie inside the canvas, apart, aligned and in balance?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from scoring.posterbench.geometry import Rect, bounding
from scoring.posterbench.ocr import TextLine
from scoring.posterbench.regions import detail_share
from scoring.posterbench.textroles import RUNNING_LENGTH
from scoring.posterbench.view import DimensionResult, PosterView, ramp, ten
from scoring.records import Finding, PaperText
from scoring.words import Dimension

# Raster pixels at a long edge of 2048.
EDGE: Final = 10
ALIGNED: Final = 8
OVERLAP: Final = 0.20
PARAGRAPH_OVERLAP: Final = 0.50
MIN_MARGIN: Final = 20
MAX_FINDINGS: Final = 8


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points off, and why."""

    points: float
    finding: Finding


def score_layout(view: PosterView, paper: PaperText) -> DimensionResult:
    """10 less the penalties below, each counted once at its strongest; 0 for an empty poster. The paper is not used.

    Lines of text over each other (0.8, from two pairs 1.6, from five 3.0) or running into a figure (0.8 / 1.6); text at
    the canvas edge (0.9 / 2.0); content cut by an edge (1.0, at the bottom 1.8); margins under 1 % (0.6) or uneven
    (0.5); body lines that share no edge (up to 2.0); weight on one side (up to 1.5); a large empty area (up to 1.5); an
    odd format (1.2 / 2.5, AutoDesign's limits); an empty slot (3.0). A proxy: boxes of text and figures are compared;
    text clipped inside a panel is not seen.
    """
    del paper
    if view.is_empty:
        text = "Nothing is laid out."
        return DimensionResult(0.0, (view.finding("empty", Dimension.LAYOUT, "blocking", text),))
    penalties = [penalty for check in _CHECKS for penalty in check(view)]
    strongest: dict[str, float] = {}
    for penalty in penalties:
        strongest[penalty.finding.id] = max(strongest.get(penalty.finding.id, 0.0), penalty.points)
    return DimensionResult(ten(10 - sum(strongest.values())), tuple(penalty.finding for penalty in penalties))


def aligned_share(lines: Sequence[TextLine]) -> float:
    """The share of lines whose left edge (or, in table columns, right edge) at least two others share; 1 under 6."""
    if len(lines) < 6:
        return 1.0
    aligned = 0
    for line in lines:
        left = sum(abs(other.box.x0 - line.box.x0) <= ALIGNED for other in lines) - 1
        right = sum(abs(other.box.x1 - line.box.x1) <= ALIGNED for other in lines) - 1
        aligned += max(left, right) >= 2
    return aligned / len(lines)


def side_balance(view: PosterView) -> float:
    """How evenly left and right halves are filled below the heading: 0 (all on one side) to 1 (alike)."""
    body = view.space.content[view.space.heading_rows :]
    half = body.shape[1] // 2
    left, right = int(body[:, :half].sum()), int(body[:, -half:].sum())
    return min(left, right) / max(left, right) if max(left, right) else 1.0


def _overlapping_text(view: PosterView) -> list[Penalty]:
    pairs = _overlapping_pairs(view)
    points = 3.0 if len(pairs) >= 5 else 1.6 if len(pairs) >= 2 else 0.8
    severity = "serious" if len(pairs) >= 2 else "minor"
    return [
        _penalty(view, "text-overlap", points, severity, f"“{_cut(a)}” and “{_cut(b)}” overlap.", a.box.union(b.box))
        for a, b in pairs[:MAX_FINDINGS]
    ]


def _overlapping_pairs(view: PosterView) -> list[tuple[TextLine, TextLine]]:
    """Pairs of level lines that share a fifth of the smaller's area; inside a figure they are the picture's own.

    Successive lines of one paragraph, tightly set, may touch by their tall letters and tails: they must share half.
    """
    lines = [(line, view.in_figure(line)) for line in view.lines if line.box.width > line.box.height]
    pairs = []
    for (first, pictured), (second, also_pictured) in combinations(lines, 2):
        shared = first.box.shared_area(second.box)
        if shared <= 0 or (pictured and also_pictured):
            continue
        needed = PARAGRAPH_OVERLAP if _successive(first, second) else OVERLAP
        if shared >= needed * min(first.box.area, second.box.area):
            pairs.append((first, second))
    return pairs


def _successive(first: TextLine, second: TextLine) -> bool:
    """True for two lines of like size that begin at the same left edge."""
    sizes = sorted((first.font_size, second.font_size))
    return abs(first.box.x0 - second.box.x0) <= ALIGNED and sizes[1] <= 1.4 * sizes[0]


def _text_over_figures(view: PosterView) -> list[Penalty]:
    counted = {line for pair in _overlapping_pairs(view) for line in pair}
    hits = [
        line
        for line in view.body
        if line not in counted and any(_crosses_side(line, figure) for figure in view.regions.figures)
    ]
    points = 1.6 if len(hits) >= 2 else 0.8
    return [
        _penalty(view, "text-over-figure", points, "minor", f"“{_cut(line)}” runs into a figure.", line.box)
        for line in hits[:MAX_FINDINGS]
    ]


def _crosses_side(line: TextLine, figure: Rect) -> bool:
    """True for running text at a figure's height that goes on by two font sizes or more on both sides of its edge.

    Above and below, a figure's own axis titles reach over its edge.
    """
    reach = 2 * line.font_size
    level = figure.y0 + line.font_size < line.box.centre[1] < figure.y1 - line.font_size
    left = line.box.x0 < figure.x0 - reach and line.box.x1 > figure.x0 + reach
    right = line.box.x0 < figure.x1 - reach and line.box.x1 > figure.x1 + reach
    return level and len(line.text) >= RUNNING_LENGTH and (left or right)


def _cut(line: TextLine) -> str:
    """The line's text, short enough for a message."""
    return line.text if len(line.text) <= 40 else f"{line.text[:39]}…"


def _text_at_edge(view: PosterView) -> list[Penalty]:
    inner = Rect(0, 0, view.raster.width, view.raster.height).grown(-EDGE, -EDGE)
    hits = [line for line in view.lines if line.box.share_inside(inner) < 0.999]
    points, severity = (2.0, "serious") if len(hits) >= 3 else (0.9, "minor")
    return [
        _penalty(view, "text-at-edge", points, severity, f"“{_cut(line)}” touches the poster's edge.", line.box)
        for line in hits[:MAX_FINDINGS]
    ]


def _cut_content(view: PosterView) -> list[Penalty]:
    """Detail in the outermost pixels over 3 % of a side: letters or marks go on beyond the canvas."""
    width, height = view.raster.width, view.raster.height
    sides = {
        "bottom": (1.8, Rect(0, height - 6, width, height)),
        "right": (1.0, Rect(width - 6, 0, width, height)),
        "left": (1.0, Rect(0, 0, 6, height)),
        "top": (1.0, Rect(0, 0, width, 6)),
    }
    return [
        _penalty(view, "content-cut", points, "serious", f"Content is cut off at the {name} edge.", strip)
        for name, (points, strip) in sides.items()
        if detail_share(view.regions.detail, strip) > 0.03
    ]


def _margins(view: PosterView) -> list[Penalty]:
    boxes = [line.box for line in view.lines] + list(view.regions.figures)
    if not boxes:
        return []
    around = bounding(boxes)
    left, right = around.x0, view.raster.width - around.x1
    bottom = view.raster.height - around.y1
    penalties = []
    if min(left, right, around.y0, bottom) < MIN_MARGIN:
        penalties.append(_penalty(view, "narrow-margin", 0.6, "minor", "A margin is under 1 % of the poster.", around))
    if abs(left - right) > 0.05 * view.raster.width:
        message = f"The margins are uneven: {left / view.raster.width:.0%} left, {right / view.raster.width:.0%} right."
        penalties.append(_penalty(view, "uneven-margins", 0.5, "minor", message, around))
    return penalties


def _alignment(view: PosterView) -> list[Penalty]:
    share = aligned_share(view.body)
    points = 2.0 * ramp(share, 0.75, 0.25)
    message = f"Only {share:.0%} of the lines share a left or right edge with others."
    return [_penalty(view, "ragged-alignment", points, "minor", message)] if points > 0 else []


def _balance(view: PosterView) -> list[Penalty]:
    points = 1.5 * ramp(side_balance(view), 0.6, 0.1)
    return (
        [_penalty(view, "lopsided", points, "minor", "One half is much fuller than the other.")] if points > 0 else []
    )


def _large_void(view: PosterView) -> list[Penalty]:
    share = view.space.largest_void_share
    points = 1.5 * ramp(share, 0.08, 0.25)
    if points <= 0:
        return []
    message = f"Content is missing from {share:.0%} of the poster in one piece."
    return [_penalty(view, "layout-void", points, "minor", message, view.space.largest_void)]


def _format(view: PosterView) -> list[Penalty]:
    ratio = view.raster.width / view.raster.height
    if 0.45 <= ratio <= 2.4:
        return []
    points = 1.2 if 0.35 <= ratio <= 2.9 else 2.5
    return [_penalty(view, "odd-format", points, "minor", f"The poster is {ratio:.2f} times as wide as high.")]


def _empty_slots(view: PosterView) -> list[Penalty]:
    return [
        _penalty(view, "layout-empty-slot", 3.0, "serious", "A frame has nothing in it.", slot)
        for slot in view.regions.empty_slots
    ]


def _penalty(
    view: PosterView, name: str, points: float, severity: str, message: str, rect: Rect | None = None
) -> Penalty:
    return Penalty(points, view.finding(name, Dimension.LAYOUT, severity, message, rect))


_CHECKS: Final[tuple[Callable[[PosterView], list[Penalty]], ...]] = (
    _overlapping_text,
    _text_over_figures,
    _text_at_edge,
    _cut_content,
    _margins,
    _alignment,
    _balance,
    _large_void,
    _format,
    _empty_slots,
)
