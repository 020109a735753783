"""Who beats whom among many systems: colours instead of numbers, and how often each pair was judged."""

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, cos, radians, sin

from scoring.report.figures.captions import basis, joined
from scoring.report.figures.lettering import SMALL, clipped, text_width
from scoring.report.figures.matrix import TINTS, matrix_cells, tint
from scoring.report.figures.shades import Shades
from scoring.report.figures.sheet import WIDTH, Box, Sheet
from scoring.report.figures.theme import Theme
from scoring.report.model import Report

_NAMES = 160
_SMALLEST, _LARGEST = 16, 28  # a line of small text needs the smallest
_TURN, _LONGEST_TURNED = 60, 140


def draw_crowd(report: Report, theme: Theme) -> Sheet:
    """Above the diagonal the tint of the row's preference, below it the shade of the number of judgments."""
    names = [system.system for system in report.systems]
    cell = float(min(_LARGEST, max(_SMALLEST, (WIDTH - _NAMES - 60) // len(names))))
    labels = [clipped(name, _LONGEST_TURNED, SMALL) for name in names]
    head = float(ceil(12 + sin(radians(_TURN)) * max(text_width(label, SMALL) for label in labels)))
    over = cos(radians(_TURN)) * text_width(labels[-1], SMALL)
    width = max(WIDTH, _NAMES + len(names) * cell + over)
    sheet = Sheet(theme, title="Who beats whom", width=width, simulated=report.input.simulated)
    cells = matrix_cells(report)
    shades = Shades([pair.n for pair in report.head_to_head])
    bottom = head + len(names) * cell
    for place, label in enumerate(labels):
        sheet.text(_NAMES + (place + 0.6) * cell, head - 6, label, size=SMALL, color=theme.ink_3, turn=_TURN)
        name = clipped(names[place], _NAMES - 12, SMALL)
        sheet.text(_NAMES - 8, head + (place + 0.5) * cell + 4.5, name, size=SMALL, side="right")
    boxes: defaultdict[str | None, list[Box]] = defaultdict(list)
    never: list[Box] = []
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            if row == column:
                continue
            box = (_NAMES + column * cell, head + row * cell, cell - 1, cell - 1)
            preference, n = cells[name, other]
            if preference is None:
                never.append(box)
            else:
                boxes[tint(preference, theme) if column > row else shades.color(n, theme.greys)].append(box)
    for fill, places in boxes.items():
        sheet.boxes(places, fill)
    sheet.boxes(never, None, edge=theme.edge, hatch="//////")
    sheet.rect(_NAMES, head, len(names) * cell, len(names) * cell, None, edge=theme.rule)
    _key(sheet, shades.keys(theme.greys), bottom + 12)
    words = joined(
        "Above the diagonal: preference of the row over the column, blue for the row, ochre for the column.",
        TINTS,
        "Below it, in grey: judgments of the pair. Numbers stand in head_to_head.csv.",
        basis(report),
    )
    return sheet.close(bottom + 34, words)


def _key(sheet: Sheet, keys: Sequence[tuple[str, str]], y: float) -> None:
    theme = sheet.theme
    x = float(_NAMES)
    for fill, words in keys:
        sheet.rect(x, y, 14, 14, fill)
        sheet.text(x + 20, y + 12, words, size=SMALL, color=theme.ink_2)
        x += 20 + text_width(words, SMALL) + 18
    sheet.text(x, y + 12, "judgments", size=SMALL, color=theme.ink_2)
