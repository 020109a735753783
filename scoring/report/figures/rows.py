"""Rows of a value with its interval around a line of no effect: what differences and correlations look like."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.report.figures.axes import Scale, scale_over
from scoring.report.figures.lettering import SMALL, Weight, shortened, text_width
from scoring.report.figures.sheet import Sheet

_ROW, _NARROW_ROW = 26, 46
_LABEL_ROOM, _VALUE_ROOM = 280, 190


@dataclass(frozen=True, slots=True)
class Row:
    """One value; `strong` ones are filled and dark, others hollow. `words` stand beside it, also where it is null."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    words: str
    strong: bool
    weight: Weight = "normal"


def draw_rows(
    sheet: Sheet, rows: Sequence[Row], *, head: str, value_head: str, unit: float = 1, top: float = 0
) -> float:
    """Draw them; the pixel below. The marks show values times `unit`."""
    theme = sheet.theme
    values = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    left, right = (10.0, sheet.width - 10) if sheet.narrow else (_LABEL_ROOM + 10.0, sheet.width - _VALUE_ROOM - 20)
    scale = scale_over([0.0, *values] if values else [-0.1, 0.1], left, right, most=6)
    height = _NARROW_ROW if sheet.narrow else _ROW
    line = top + 44 - (0 if sheet.narrow else 18)
    bottom = line + height * len(rows) + 8
    _marks(sheet, scale, line, bottom, unit=unit)
    if sheet.narrow:
        sheet.text(0, top + 12, head, size=SMALL, color=theme.ink_3)
        sheet.text(sheet.width, top + 12, value_head, size=SMALL, color=theme.ink_3, side="right")
    else:
        sheet.text(0, line - 12, head, size=SMALL, color=theme.ink_3)
        sheet.text(sheet.width, line - 12, value_head, size=SMALL, color=theme.ink_3, side="right")
    for number, row in enumerate(rows):
        _draw(sheet, row, line + 4 + height * number, height, scale)
    sheet.line(0, bottom, sheet.width, bottom, theme.rule)
    return bottom


def _marks(sheet: Sheet, scale: Scale, top: float, bottom: float, *, unit: float) -> None:
    theme = sheet.theme
    for tick in scale.ticks:
        zero = tick == 0
        color = theme.mid if zero else theme.grid
        sheet.line(scale.at(tick), top, scale.at(tick), bottom, color, dashes=(4, 3) if zero else None)
        label = f"{round(unit * tick, 6):g}".replace("-", "−")
        ink = theme.ink_1 if zero else theme.ink_3
        sheet.text(scale.at(tick), top - 12, label if tick else "0", size=SMALL, color=ink, side="center")
    sheet.line(0, top, sheet.width, top, theme.rule)


def _draw(sheet: Sheet, row: Row, y: float, height: float, scale: Scale) -> None:
    theme = sheet.theme
    base = y + (17 if sheet.narrow else height / 2 + 4.5)
    sheet.text(sheet.width, base, row.words, size=SMALL, side="right", color=theme.ink_1 if row.strong else theme.ink_2)
    room = sheet.width - text_width(row.words, SMALL) - 12 if sheet.narrow else _LABEL_ROOM
    label = shortened(row.label, room, SMALL, row.weight)
    sheet.text(0, base, label, size=SMALL, weight=row.weight)
    if row.value is None:
        return
    middle = y + height - 13 if sheet.narrow else y + height / 2
    color = theme.accent if row.strong else theme.ink_3
    if row.low is not None and row.high is not None:
        sheet.whisker(scale.at(row.low), scale.at(row.high), middle, color, cap=4)
    if row.strong:
        sheet.dots([(scale.at(row.value), middle)], 5, color)
    else:
        sheet.ring(scale.at(row.value), middle, 4.5, color)
