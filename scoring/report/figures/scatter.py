"""Score against preference, a small panel per system in front of all posters."""

from collections.abc import Sequence
from math import ceil, cos, floor, sin, sqrt

from scoring.report.figures.sheet import SMALL, WIDTH, Sheet, shortened
from scoring.report.figures.theme import Theme
from scoring.report.model import AlignmentResult, PosterLine, Report, ScoreResult
from scoring.report.wording import counted

_COLUMNS, _SPACE = 4, 16
_PLOT_HEIGHT, _HEAD, _AXIS, _FOOT = 188, 46, 30, 26
_NUDGE = 3.0


def draw_scatter(report: Report, alignment: AlignmentResult, posters: Sequence[PosterLine], theme: Theme) -> Sheet:
    """One dot per poster with a score and a judgment; its own system's in front, all others behind in grey."""
    used = [poster for poster in posters if poster.score is not None and poster.preference is not None]
    names = [system.system for system in report.systems]
    columns = min(_COLUMNS, max(len(names), 1))
    rows = ceil(len(names) / columns)
    panel_height = _HEAD + _PLOT_HEIGHT + _AXIS
    height = rows * panel_height + (rows - 1) * _SPACE + _FOOT
    sheet = Sheet(theme, title="Score against preference", height=height, simulated=report.input.simulated)
    width = (WIDTH - _SPACE * (_COLUMNS - 1)) / _COLUMNS
    low, high = _limits([poster.score for poster in used if poster.score is not None])
    means = {score.system: score for score in alignment.scores}
    for number, name in enumerate(names):
        x = (number % columns) * (width + _SPACE)
        y = (number // columns) * (panel_height + _SPACE)
        sheet.text(x, y + 15, shortened(name, width, weight="semibold"), weight="semibold")
        sheet.text(x, y + 33, _mean(means.get(name)), size=SMALL, color=theme.ink_3)
        _panel(sheet, used, name, x, y + _HEAD, width, low, high)
    words = (
        f"Across: {alignment.evaluator} score. Upwards: preference, 0 to 100%, line at 50%. "
        f"Dots are moved by up to {_NUDGE:g} px so that equal values do not hide each other."
    )
    sheet.text(0, height - 6, shortened(words, WIDTH, SMALL), size=SMALL, color=theme.ink_3)
    return sheet


def _limits(scores: Sequence[float]) -> tuple[int, int]:
    low = max(0, floor(min(scores, default=0.0) / 10) * 10)
    high = min(100, ceil(max(scores, default=100.0) / 10) * 10)
    return (low, high) if high > low else (max(0, low - 10), low or 10)


def _mean(score: ScoreResult | None) -> str:
    if score is None or score.mean_of_scored is None:
        return "not scored"
    if score.mean is None:
        return f"mean of {counted(score.scored, 'scored poster')} {score.mean_of_scored:.1f}"
    return f"mean score {score.mean:.1f}, {counted(score.cases, 'poster')}"


def _panel(
    sheet: Sheet, posters: Sequence[PosterLine], name: str, x: float, y: float, width: float, low: int, high: int
) -> None:
    theme = sheet.theme
    inset = 8.0
    sheet.rect(x + 0.5, y + 0.5, width - 1, _PLOT_HEIGHT - 1, theme.panel, edge=theme.rule)

    def place(number: int, poster: PosterLine) -> tuple[float, float]:
        # An even spiral of small steps, the same for the same poster every time.
        angle, step = number * 2.399963, _NUDGE * sqrt((number * 0.618034) % 1)
        across = ((poster.score or 0.0) - low) / (high - low) * (width - 2 * inset)
        up = (poster.preference or 0.0) * (_PLOT_HEIGHT - 2 * inset)
        return x + inset + across + step * cos(angle), y + _PLOT_HEIGHT - inset - up + step * sin(angle)

    placed = [(poster.system == name, place(number, poster)) for number, poster in enumerate(posters)]
    middle = y + _PLOT_HEIGHT / 2
    sheet.line(x, middle, x + width, middle, theme.mid, dashes=(4, 3))
    sheet.dots([point for own, point in placed if not own], 2, theme.equal, opacity=0.55)
    sheet.dots([point for own, point in placed if own], 3, theme.accent, opacity=0.8)
    for tick in (low, (low + high) / 2, high):
        at = x + inset + (tick - low) / (high - low) * (width - 2 * inset)
        sheet.line(at, y + _PLOT_HEIGHT, at, y + _PLOT_HEIGHT + 4, theme.edge)
        sheet.text(at, y + _PLOT_HEIGHT + 18, f"{tick:g}", size=SMALL, color=theme.ink_3, side="center")
