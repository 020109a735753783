"""Forest plot of beat probabilities with their intervals."""

from math import ceil, floor

from scoring.report.figures.axes import Scale
from scoring.report.figures.captions import basis, crossed, joined
from scoring.report.figures.lettering import SMALL, clipped, text_width
from scoring.report.figures.sheet import WIDTH, Sheet, draw_name
from scoring.report.figures.theme import Theme
from scoring.report.model import Report, SystemResult
from scoring.report.wording import chance, percent_range

_ROW, _LOW_ROW, _NARROW_ROW, _HEAD, _GROUP = 46, 24, 62, 44, 30
_PLOT_LEFT, _PLOT_RIGHT = 190, 590
_CHANCE, _RANK = 715, 805
_KEY = 30
# From so many systems on a row is one line.
_MANY = 25


def draw_forest(report: Report, theme: Theme, width: float = WIDTH) -> Sheet:
    """One row per system, best first; a line at 50 %; separate groups where comparisons do not join all systems."""
    groups = _groups(report)
    titled = len(groups) > 1
    sheet = Sheet(theme, title="Beat probability", width=width, simulated=report.input.simulated)
    robust = any(system.robust_low is not None for system in report.systems)
    top = float(_HEAD + (_KEY if robust else 0))
    if robust:
        _key(sheet)
    row = _NARROW_ROW if sheet.narrow else _LOW_ROW if len(report.systems) > _MANY else _ROW
    bottom = top + sum(row * len(group) + (_GROUP if titled else 0) for group in groups)
    low, high = _limits(report)
    left, right = (10.0, width - 10) if sheet.narrow else (float(_PLOT_LEFT), float(_PLOT_RIGHT))
    scale = Scale(
        low, high, left, right, tuple(tick / 100 for tick in range(round(low * 100), round(high * 100) + 1, 10))
    )
    _head(sheet, scale, top, bottom)
    y = top
    for number, group in enumerate(groups):
        if titled:
            sheet.text(0, y + 20, f"Group {group[0].component}", size=SMALL, color=theme.ink_3)
            y += _GROUP
        for place, system in enumerate(group):
            first = number == 0 and place == 0 and system.rank_high == 1
            _row(sheet, system, y, row, scale, theme.accent if first else theme.ink_1)
            y += row
    sheet.line(0, bottom, width, bottom, theme.rule)
    return sheet.close(bottom, _caption(report, titled=titled, robust=robust))


def _caption(report: Report, *, titled: bool, robust: bool) -> str:
    return joined(
        f"Chance of being preferred over a uniformly drawn other system{' of the same group' if titled else ''}.",
        basis(report),
        crossed(report, "Thick whiskers" if robust else "Whiskers", (system.ci_low for system in report.systems)),
        "Thin: two-way cluster-robust 95% intervals." if robust else "",
        "The rank range holds at 95% for all pairs of systems together.",
    )


def _groups(report: Report) -> list[list[SystemResult]]:
    numbers = sorted({system.component for system in report.systems})
    return [[system for system in report.systems if system.component == number] for number in numbers]


def _limits(report: Report) -> tuple[float, float]:
    values = [0.4, 0.6]
    for system in report.systems:
        ends = (system.beat_probability, system.ci_low, system.ci_high, system.robust_low, system.robust_high)
        values += [value for value in ends if value is not None]
    return max(0, floor(min(values) * 10)) / 10, min(10, ceil(max(values) * 10)) / 10


def _key(sheet: Sheet) -> None:
    """Both kinds of whiskers, by name."""
    theme = sheet.theme
    x = 0.0
    sheet.whisker(x, x + 34, 10, theme.ink_1)
    sheet.dots([(x + 17, 10)], 5.5, theme.ink_1)
    words = "crossed bootstrap"
    sheet.text(x + 42, 14.5, words, size=SMALL, color=theme.ink_2)
    x += 42 + text_width(words, SMALL) + 26
    sheet.whisker(x, x + 34, 10, theme.ink_3, width=1, cap=3)
    sheet.text(x + 42, 14.5, "two-way cluster-robust", size=SMALL, color=theme.ink_2)


def _head(sheet: Sheet, scale: Scale, top: float, bottom: float) -> None:
    theme = sheet.theme
    for tick in scale.ticks:
        x, middle = scale.at(tick), round(tick * 100) == 50
        color = theme.mid if middle else theme.grid
        sheet.line(x, top, x, bottom, color, dashes=(4, 3) if middle else None)
        label = "50%" if middle else f"{100 * tick:.0f}"
        weight = theme.ink_1 if middle else theme.ink_3
        sheet.text(
            x, top - 12, label, size=SMALL, color=weight, weight="semibold" if middle else "normal", side="center"
        )
    sheet.line(0, top, sheet.width, top, theme.rule)
    if sheet.narrow:
        return
    sheet.text(0, top - 12, "System", size=SMALL, color=theme.ink_3)
    for x, first, second in ((_CHANCE, "Beat probability", "95% interval"), (_RANK, "Rank", "range")):
        sheet.text(x, top - 29, first, size=SMALL, color=theme.ink_3, side="right")
        sheet.text(x, top - 12, second, size=SMALL, color=theme.ink_3, side="right")
    sheet.text(sheet.width, top - 12, "Judgments", size=SMALL, color=theme.ink_3, side="right")


def _row(sheet: Sheet, system: SystemResult, y: float, height: float, scale: Scale, color: str) -> None:
    if sheet.narrow:
        _two_lines(sheet, system, y)
        middle = y + height - 14
    else:
        middle = y + height / 2
        (_one_line if height < _ROW else _full)(sheet, system, middle)
    if system.beat_probability is None:
        return
    below = 3.5 if system.robust_low is not None and system.robust_high is not None else 0.0
    if system.ci_low is not None and system.ci_high is not None:
        sheet.whisker(scale.at(system.ci_low), scale.at(system.ci_high), middle - below, color)
    if system.robust_low is not None and system.robust_high is not None:
        ends = scale.inside(system.robust_low), scale.inside(system.robust_high)
        sheet.whisker(*ends, middle + 5.5, sheet.theme.ink_3, width=1, cap=3)
    sheet.dots([(scale.at(system.beat_probability), middle - below)], 5.5 if height > _LOW_ROW else 4.5, color)


def _full(sheet: Sheet, system: SystemResult, y: float) -> None:
    theme = sheet.theme
    draw_name(sheet, system.system, 0, y, _PLOT_LEFT - 20)
    sheet.text(sheet.width, y + 5, f"{system.n:,}", side="right")
    if system.beat_probability is None:
        sheet.text(_CHANCE, y + 5, "not estimable", size=SMALL, color=theme.ink_3, side="right")
        return
    sheet.text(_CHANCE, y - 2, chance(system.beat_probability), weight="semibold", side="right")
    sheet.text(_CHANCE, y + 15, _interval(system), size=SMALL, color=theme.ink_3, side="right")
    sheet.text(_RANK, y - 2, "–" if system.rank is None else str(system.rank), side="right")
    if system.rank_low is not None:
        limits = f"{system.rank_low}–{system.rank_high}"
        sheet.text(_RANK, y + 15, limits, size=SMALL, color=theme.ink_3, side="right")


def _one_line(sheet: Sheet, system: SystemResult, y: float) -> None:
    name = clipped(system.system, _PLOT_LEFT - 20, SMALL, "semibold")
    sheet.text(0, y + 4.5, name, size=SMALL, weight="semibold")
    sheet.text(sheet.width, y + 4.5, f"{system.n:,}", size=SMALL, side="right")
    if system.beat_probability is None:
        sheet.text(_CHANCE, y + 4.5, "not estimable", size=SMALL, color=sheet.theme.ink_3, side="right")
        return
    words = f"{chance(system.beat_probability)} ({_interval(system)})"
    sheet.text(_CHANCE, y + 4.5, words, size=SMALL, side="right")
    sheet.text(_RANK, y + 4.5, _rank(system), size=SMALL, side="right")


def _two_lines(sheet: Sheet, system: SystemResult, y: float) -> None:
    """A narrow sheet has no columns: the numbers stand above the whiskers."""
    theme = sheet.theme
    known = system.beat_probability is not None
    words = f"{chance(system.beat_probability)} ({_interval(system)})" if known else "not estimable"
    sheet.text(sheet.width, y + 18, words, size=SMALL, side="right")
    room = sheet.width - text_width(words, SMALL) - 16
    sheet.text(0, y + 18, clipped(system.system, room, SMALL, "semibold"), size=SMALL, weight="semibold")
    sheet.text(0, y + 35, f"n = {system.n:,}", size=SMALL, color=theme.ink_3)
    if known:
        sheet.text(sheet.width, y + 35, f"rank {_rank(system)}", size=SMALL, color=theme.ink_3, side="right")


def _interval(system: SystemResult) -> str:
    words = percent_range(system.ci_low, system.ci_high)
    return "no interval" if words == "–" else words


def _rank(system: SystemResult) -> str:
    rank = "–" if system.rank is None else str(system.rank)
    return rank if system.rank_low is None else f"{rank} ({system.rank_low}–{system.rank_high})"
