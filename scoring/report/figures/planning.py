"""How narrow the next study would be: the width of an interval against reviewers, for several numbers of judgments."""

from collections import defaultdict
from math import log

from scoring.report.figures.axes import Scale, scale_over
from scoring.report.figures.captions import joined
from scoring.report.figures.lettering import SMALL, text_width
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Report
from scoring.report.referee import PlanningPoint, PlanningResult
from scoring.report.wording import counted

_TOP, _LEFT, _HEIGHT = 30, 44, 270
_MOST_LINES = 4


def draw_planning(report: Report, planning: PlanningResult, theme: Theme, width: float = WIDTH) -> Sheet:
    """A line per number of judgments, reviewers across on a logarithmic scale; today's study as a ring."""
    sheet = Sheet(theme, title="Planning the next study", width=width, simulated=report.input.simulated)
    lines = _lines(planning)
    labels = {judgments: f"{judgments:,}" for judgments in lines}
    room = max(text_width(label, SMALL) for label in labels.values()) + 14
    people = sorted({point.reviewers for points in lines.values() for point in points} | {planning.reviewers})
    across = Scale(log(people[0]), log(max(people[-1], people[0] + 1)), _LEFT + 14, width - room - 4, ())
    widths = [point.width for points in lines.values() for point in points]
    up = scale_over([0.0, *widths, planning.width or 0.0], _TOP + _HEIGHT, _TOP, most=5)
    _frame(sheet, across, up, people)
    ends = []
    for (judgments, points), color in zip(lines.items(), theme.lines, strict=False):
        places = [(across.at(log(point.reviewers)), up.at(point.width)) for point in points]
        sheet.curve(places, color)
        sheet.dots(places, 3.5, color)
        ends.append((places[-1][1], labels[judgments], color))
    for y, label, color in _apart(ends):
        sheet.text(width - room + 6, y + 4.5, label, size=SMALL, color=color, weight="semibold")
    sheet.text(width, 12, "judgments in all", size=SMALL, color=theme.ink_2, side="right")
    if planning.width is not None:
        _today(sheet, planning, across, up)
    words = joined(
        "Expected width of a beat probability’s 95% interval (two-way cluster-robust, mean over the systems) with the "
        f"{counted(planning.cases, 'paper')} of this study.",
        f"Ring: this study, {counted(planning.reviewers, 'reviewer')} and {counted(planning.judgments, 'judgment')}.",
        _shares(planning),
        "Expected values have no whiskers.",
    )
    return sheet.close(_TOP + _HEIGHT + 46, words)


def _lines(planning: PlanningResult) -> dict[int, list[PlanningPoint]]:
    """Points by number of judgments; where there are many, from the fewest to the most."""
    lines: defaultdict[int, list[PlanningPoint]] = defaultdict(list)
    for point in sorted(planning.points, key=lambda point: (point.judgments, point.reviewers)):
        lines[point.judgments].append(point)
    numbers = sorted(lines)
    if len(numbers) > _MOST_LINES:
        steps = range(_MOST_LINES)
        numbers = [numbers[round(step * (len(numbers) - 1) / (_MOST_LINES - 1))] for step in steps]
    return {number: lines[number] for number in numbers}


def _frame(sheet: Sheet, across: Scale, up: Scale, people: list[int]) -> None:
    theme = sheet.theme
    right = across.end + 8
    sheet.text(0, 12, "Width, points", size=SMALL, color=theme.ink_2)
    for tick in up.ticks:
        sheet.line(_LEFT, up.at(tick), right, up.at(tick), theme.edge if tick == 0 else theme.grid)
        label = f"{100 * tick:g}"
        sheet.text(_LEFT - 8, up.at(tick) + 4, label, size=SMALL, color=theme.ink_3, side="right")
    last = -100.0
    for number in people:
        x = across.at(log(number))
        sheet.line(x, up.start, x, up.start + 4, theme.edge)
        half = text_width(f"{number:,}", SMALL) / 2
        if x - half > last + 8:
            sheet.text(x, up.start + 19, f"{number:,}", size=SMALL, color=theme.ink_3, side="center")
            last = x + half
    middle = (across.start + across.end) / 2
    sheet.text(middle, up.start + 39, "Reviewers", size=SMALL, color=theme.ink_2, side="center")


def _today(sheet: Sheet, planning: PlanningResult, across: Scale, up: Scale) -> None:
    x, y = across.at(log(planning.reviewers)), up.at(planning.width or 0.0)
    sheet.ring(x, y, 7, sheet.theme.ink_1)
    right = x + 14 + text_width("this study", SMALL) < across.end
    sheet.text(
        x + (12 if right else -12),
        y - 10,
        "this study",
        size=SMALL,
        weight="semibold",
        side="left" if right else "right",
    )


def _apart(ends: list[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """Labels moved down until none lies on another."""
    placed: list[tuple[float, str, str]] = []
    for y, label, color in sorted(ends):
        placed.append((max(y, placed[-1][0] + 16) if placed else y, label, color))
    return placed


def _shares(planning: PlanningResult) -> str:
    parts = (
        (planning.paper_share, "papers"),
        (planning.reviewer_share, "reviewers"),
        (planning.judgment_share, "single judgments"),
    )
    known = [f"{words} {100 * share:.0f}%" for share, words in parts if share is not None]
    return f"Of today’s variance: {', '.join(known)}." if known else ""
