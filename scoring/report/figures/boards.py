"""The board of each discipline, as small forest plots on one scale."""

from collections.abc import Sequence
from math import ceil, floor

from scoring.report.figures.axes import Scale
from scoring.report.figures.captions import crossed, joined
from scoring.report.figures.lettering import SMALL, clipped, shortened
from scoring.report.figures.sheet import WIDTH, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Report
from scoring.report.referee import BoardResult, BoardSystem
from scoring.report.wording import chance, counted, discipline_name

MOST_BOARDS = 12
MOST_SYSTEMS = 8
_ROW, _HEAD, _FOOT, _SPACE = 21, 46, 24, 30


def shown_boards(report: Report) -> tuple[BoardResult, ...]:
    """All disciplines, or those with the most judgments where they are many; in the order of the report."""
    most = sorted(report.boards, key=lambda board: (-board.n, board.discipline))[:MOST_BOARDS]
    return tuple(board for board in report.boards if board in most)


def draw_boards(report: Report, theme: Theme, width: float = WIDTH) -> Sheet:
    """A panel per discipline, the systems in the order of the whole board."""
    boards = shown_boards(report)
    names = [system.system for system in report.systems[:MOST_SYSTEMS]]
    sheet = Sheet(theme, title="Beat probability by discipline", width=width, simulated=report.input.simulated)
    columns = 1 if sheet.narrow else min(3, len(boards))
    panel = (width - _SPACE * (columns - 1)) / columns
    height = _HEAD + _ROW * len(names) + _FOOT + 16
    low, high = _limits(boards, names)
    for number, board in enumerate(boards):
        x, y = (number % columns) * (panel + _SPACE), (number // columns) * height
        _board(sheet, board, names, (x, y, panel), low, high)
    bottom = height * ceil(len(boards) / columns) - 16
    words = joined(
        "Beat probability on the papers of each discipline, in percent; line at 50%.",
        "n: ranked judgments" + (" by simulated reviewers." if report.input.simulated else "."),
        f"The first {MOST_SYSTEMS} of {len(report.systems)} systems." if len(report.systems) > MOST_SYSTEMS else "",
        f"The {MOST_BOARDS} of {len(report.boards)} disciplines with the most judgments."
        if len(report.boards) > MOST_BOARDS
        else "",
        crossed(report, "Whiskers", (system.ci_low for board in boards for system in board.systems)),
    )
    return sheet.close(bottom, words)


def _limits(boards: Sequence[BoardResult], names: Sequence[str]) -> tuple[float, float]:
    values = [0.4, 0.6]
    for board in boards:
        for system in board.systems:
            if system.system in names:
                ends = (system.beat_probability, system.ci_low, system.ci_high)
                values += [value for value in ends if value is not None]
    return max(0, floor(min(values) * 10)) / 10, min(10, ceil(max(values) * 10)) / 10


def _board(
    sheet: Sheet, board: BoardResult, names: Sequence[str], place: tuple[float, float, float], low: float, high: float
) -> None:
    left, top, width = place
    theme = sheet.theme
    title = shortened(discipline_name(board.discipline), width, weight="semibold")
    sheet.text(left, top + 14, title, weight="semibold")
    size = f"n = {board.n:,}, {counted(board.cases, 'paper')}, {counted(board.reviewers, 'reviewer')}"
    sheet.text(left, top + 32, shortened(size, width, SMALL), size=SMALL, color=theme.ink_3)
    scale = Scale(low, high, left + width * 0.4, left + width - 50, ())
    line, bottom = top + _HEAD - 4, top + _HEAD + _ROW * len(names)
    for tick in (low, 0.5, high):
        middle = tick == 0.5
        x = scale.at(tick)
        sheet.line(x, line, x, bottom, theme.mid if middle else theme.grid, dashes=(4, 3) if middle else None)
        sheet.text(x, bottom + 17, f"{100 * tick:.0f}", size=SMALL, color=theme.ink_3, side="center")
    systems = {system.system: system for system in board.systems}
    for number, name in enumerate(names):
        y = top + _HEAD + _ROW * number + _ROW / 2
        sheet.text(left, y + 4.5, clipped(name, width * 0.4 - 14, SMALL), size=SMALL)
        _system(sheet, systems.get(name), scale, y, left + width)


def _system(sheet: Sheet, system: BoardSystem | None, scale: Scale, y: float, right: float) -> None:
    theme = sheet.theme
    if system is None or system.beat_probability is None:
        sheet.text(right, y + 4.5, "–", size=SMALL, color=theme.ink_3, side="right")
        return
    color = theme.accent if system.rank == 1 and system.component == 1 else theme.ink_1
    if system.ci_low is not None and system.ci_high is not None:
        sheet.whisker(scale.at(system.ci_low), scale.at(system.ci_high), y, color, width=1.5, cap=3)
        sheet.dots([(scale.at(system.beat_probability), y)], 4, color)
    else:
        sheet.ring(scale.at(system.beat_probability), y, 3.5, color)
    sheet.text(right, y + 4.5, chance(system.beat_probability), size=SMALL, side="right")
