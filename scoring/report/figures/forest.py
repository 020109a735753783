"""Forest plot of beat probabilities with their intervals."""

from collections.abc import Callable
from math import ceil, floor

from scoring.report.figures.sheet import SMALL, WIDTH, Sheet, shortened
from scoring.report.figures.theme import Theme
from scoring.report.model import Report, SystemResult
from scoring.report.wording import percent, percent_range

_ROW, _HEAD, _GROUP, _FOOT = 46, 44, 30, 34
_PLOT_LEFT, _PLOT_RIGHT = 190, 590
_CHANCE, _RANK, _COUNT = 715, 805, WIDTH


def draw_forest(report: Report, theme: Theme) -> Sheet:
    """One row per system, best first; a line at 50 %; separate groups where comparisons do not join all systems."""
    groups = _groups(report)
    titled = len(groups) > 1
    height = _HEAD + sum(_ROW * len(group) + (_GROUP if titled else 0) for group in groups) + _FOOT
    sheet = Sheet(theme, title="Beat probability", height=height, simulated=report.input.simulated)
    low, high = _limits(report)

    def across(value: float) -> float:
        return _PLOT_LEFT + (value - low) / (high - low) * (_PLOT_RIGHT - _PLOT_LEFT)

    _head(sheet)
    bottom = height - _FOOT
    for tick in range(round(low * 100), round(high * 100) + 1, 10):
        x, middle = across(tick / 100), tick == 50
        sheet.line(x, _HEAD, x, bottom, theme.mid if middle else theme.grid, dashes=(4, 3) if middle else None)
        color = theme.ink_1 if middle else theme.ink_3
        label = f"{tick}%" if middle else str(tick)
        sheet.text(x, 32, label, size=SMALL, color=color, weight="semibold" if middle else "normal", side="center")
    y = float(_HEAD)
    for number, group in enumerate(groups):
        if titled:
            sheet.text(0, y + 20, f"Group {group[0].component}", size=SMALL, color=theme.ink_3)
            y += _GROUP
        for place, system in enumerate(group):
            highlighted = number == 0 and place == 0 and system.rank_high == 1
            _row(sheet, system, y + _ROW / 2, across, theme.accent if highlighted else theme.ink_1)
            y += _ROW
    sheet.line(0, bottom, WIDTH, bottom, theme.rule)
    words = "Chance of being preferred over a uniformly drawn other system; whiskers are 95% intervals."
    sheet.text(0, bottom + 22, words, size=SMALL, color=theme.ink_3)
    return sheet


def _groups(report: Report) -> list[list[SystemResult]]:
    numbers = sorted({system.component for system in report.systems})
    return [[system for system in report.systems if system.component == number] for number in numbers]


def _limits(report: Report) -> tuple[float, float]:
    values = [0.4, 0.6]
    for system in report.systems:
        values += [v for v in (system.beat_probability, system.ci_low, system.ci_high) if v is not None]
    return max(0, floor(min(values) * 10)) / 10, min(10, ceil(max(values) * 10)) / 10


def _head(sheet: Sheet) -> None:
    color = sheet.theme.ink_3
    sheet.text(0, 32, "System", size=SMALL, color=color)
    for x, first, second in ((_CHANCE, "Beat probability", "95% interval"), (_RANK, "Rank", "range")):
        sheet.text(x, 15, first, size=SMALL, color=color, side="right")
        sheet.text(x, 32, second, size=SMALL, color=color, side="right")
    sheet.text(_COUNT, 32, "Judgments", size=SMALL, color=color, side="right")
    sheet.line(0, _HEAD, WIDTH, _HEAD, sheet.theme.rule)


def _row(sheet: Sheet, system: SystemResult, y: float, across: Callable[[float], float], color: str) -> None:
    theme = sheet.theme
    name = shortened(system.system, _PLOT_LEFT - 20, weight="semibold")
    sheet.text(0, y + 5, name, weight="semibold")
    sheet.text(_COUNT, y + 5, f"{system.n:,}", side="right")
    if system.beat_probability is None:
        sheet.text(_CHANCE, y + 5, "not estimable", size=SMALL, color=theme.ink_3, side="right")
        return
    if system.ci_low is not None and system.ci_high is not None:
        sheet.whisker(across(system.ci_low), across(system.ci_high), y, color)
    sheet.dots([(across(system.beat_probability), y)], 5.5, color)
    sheet.text(_CHANCE, y - 2, percent(system.beat_probability), weight="semibold", side="right")
    interval = percent_range(system.ci_low, system.ci_high)
    words = "no interval" if interval == "–" else interval
    sheet.text(_CHANCE, y + 15, words, size=SMALL, color=theme.ink_3, side="right")
    sheet.text(_RANK, y - 2, "–" if system.rank is None else str(system.rank), side="right")
    if system.rank_low is not None:
        limits = f"{system.rank_low}–{system.rank_high}"
        sheet.text(_RANK, y + 15, limits, size=SMALL, color=theme.ink_3, side="right")
