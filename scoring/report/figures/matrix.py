"""Who beats whom: the preference of every row over every column, with its number of judgments."""

from math import cos, radians, sin

from scoring.report.figures.captions import basis, joined
from scoring.report.figures.lettering import BODY, SMALL, clipped, text_width
from scoring.report.figures.sheet import COLUMN, WIDTH, Box, Sheet, draw_name
from scoring.report.figures.theme import Theme
from scoring.report.model import Report
from scoring.report.wording import percent

_NAMES, _CELL_HEIGHT, _GAP = 160, 58, 3
_WIDEST_CELL, _NARROWEST_CELL = 132, 50
_LOW_CELL = 42  # of small letters
_ROOMY = 64  # wide enough for letters of a text
_TURN = 40
_LONGEST_TURNED = 190
_NARROW_NAMES = 96
# Beyond that nobody reads the numbers in a picture, and the picture is a wall.
MOST_WITH_NUMBERS = 24
TINTS = "No tint within 2 points of 50%, deeper ones from 2, 6 and 12.5 points on; hatched: never compared."

Cell = tuple[float | None, int]


def draw_matrix(report: Report, theme: Theme, width: float = WIDTH) -> Sheet:
    """The further from 50 %, the deeper the tint; a pair without judgments is hatched and says so."""
    names = [system.system for system in report.systems]
    cells = matrix_cells(report)
    narrow = width < WIDTH
    left = _NARROW_NAMES if narrow else _NAMES
    least = max([_NARROWEST_CELL, *(text_width(f"n = {n:,}", SMALL) + 6 for _, n in cells.values())])
    cell = min(_WIDEST_CELL, max(least, (width - left) // max(len(names), 1) - _GAP))
    tall = _CELL_HEIGHT if cell >= _ROOMY else _LOW_CELL
    turned = any(text_width(name, SMALL) > cell - 8 for name in names)
    labels = [clipped(name, _LONGEST_TURNED, SMALL) for name in names]
    longest = max((text_width(label, SMALL) for label in labels), default=0.0)
    head = 40 + sin(radians(_TURN)) * longest if turned else 40
    if narrow:  # turned names would leave the column
        turned, head = False, 40
        labels = [clipped(name, cell - 4, SMALL) for name in names]
    over = cos(radians(_TURN)) * text_width(labels[-1], SMALL) if turned else 0
    width = max(width, left + len(names) * (cell + _GAP) + max(0.0, over - cell / 2))
    sheet = Sheet(theme, title="Who beats whom", width=width, simulated=report.input.simulated)
    if not narrow:
        sheet.text(0, head - 14, "Row beats column", size=SMALL, color=theme.ink_3)
    for column, label in enumerate(labels):
        x = left + column * (cell + _GAP) + cell / 2
        if turned:
            sheet.text(x, head - 14, label, size=SMALL, color=theme.ink_3, turn=_TURN)
        else:
            sheet.text(x, head - 14, label, size=SMALL, color=theme.ink_3, side="center")
    for row, name in enumerate(names):
        y = head + row * (tall + _GAP)
        draw_name(sheet, name, 0, y + tall / 2, left - (6 if narrow else 16))
        for column, other in enumerate(names):
            x = left + column * (cell + _GAP)
            if row == column:
                sheet.dots([(x + cell / 2, y + tall / 2)], 1.5, theme.ink_3)
            else:
                _cell(sheet, (x, y, cell, tall), cells[name, other])
    words = joined("Preference of the row over the column, a tie as half; n judgments.", TINTS, basis(report))
    return sheet.close(head + len(names) * (tall + _GAP), words)


def fits_a_column(report: Report) -> bool:
    """Whether the matrix has room in one column of a journal."""
    return _NARROW_NAMES + len(report.systems) * (_NARROWEST_CELL + _GAP) <= COLUMN


def matrix_cells(report: Report) -> dict[tuple[str, str], Cell]:
    """The preference of the first over the second with its n, for every ordered pair."""
    cells: dict[tuple[str, str], Cell] = {}
    for pair in report.head_to_head:
        cells[pair.a, pair.b] = (pair.preference, pair.n)
        cells[pair.b, pair.a] = (None if pair.preference is None else 1 - pair.preference, pair.n)
    return cells


def _cell(sheet: Sheet, box: Box, cell: Cell) -> None:
    x, y, width, height = box
    preference, n = cell
    theme = sheet.theme
    middle = x + width / 2
    if preference is None:
        sheet.rect(x, y, width, height, None, edge=theme.rule, hatch="////")
        around = text_width("no data", SMALL) + 4
        sheet.rect(middle - around / 2, y + height / 2 - 10, around, 20, theme.panel)
        sheet.text(middle, y + height / 2 + 4, "no data", size=SMALL, color=theme.ink_3, side="center")
        return
    fill = tint(preference, theme)
    if fill:
        sheet.rect(x, y, width, height, fill)
    size = BODY if height >= _CELL_HEIGHT else SMALL
    sheet.text(middle, y + height / 2 - 2, percent(preference), size=size, weight="semibold", side="center")
    sheet.text(middle, y + height / 2 + 16, f"n = {n:,}", size=SMALL, color=theme.ink_2, side="center")


def tint(preference: float, theme: Theme) -> str | None:
    """The cell's ground: none within 2 points of 50 %, then three steps at 2, 6 and 12.5 points."""
    away = abs(preference - 0.5)
    if away < 0.02:
        return None
    step = 0 if away < 0.06 else 1 if away < 0.125 else 2
    return (theme.for_tints if preference > 0.5 else theme.against_tints)[step]
