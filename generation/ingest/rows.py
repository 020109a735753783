"""Pieces of one printed row that belong together: a heading and its number, the words of a line set very wide."""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import reduce

from generation.ingest.layout import Body, Column, PageLayout
from generation.ingest.lines import Line, joined, union

SECTION_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z](?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.)$")
ENTRY = re.compile(r"^\[\w{1,6}\+?\]")


def joined_rows(layout: PageLayout, body: Body) -> list[Line]:
    """Puts a heading's number before the heading, and the words of a line that is set very wide back together."""
    rows: dict[tuple[int, int | None], list[Line]] = defaultdict(list)
    for line in layout.lines:
        rows[round(line.baseline / 2), layout.column_of(line.box)].append(line)
    lines: list[Line] = []
    for (_, index), row in rows.items():
        row.sort(key=lambda line: line.box.x0)
        if index is not None and len(row) > 1 and _is_stretched(row, layout.columns[index], body):
            lines.append(reduce(joined, row))
        else:
            lines.extend(_with_numbers(row))
    return sorted(lines, key=lambda line: (round(line.baseline), line.box.x0))


def _is_stretched(row: Sequence[Line], column: Column, body: Body) -> bool:
    """Whether a row is one justified line with wide blanks, or the first line of an entry "[12] ..."."""
    whole = union(line.box for line in row)
    gaps = [after.box.x0 - before.box.x1 for before, after in itertools.pairwise(row)]
    ends_flush = abs(whole.x1 - column.right) < 3
    if ENTRY.match(row[0].text) and whole.x1 < column.right + 3 and (max(gaps) < 3 * body.size or ends_flush):
        return True
    # In a line that is set very wide every blank is as wide as the others, to a hair: no row of a table is so even.
    words = all(body.fits(line) and line.upright and " " not in line.text for line in row)
    if words and len(row) > 2 and ends_flush and max(gaps) - min(gaps) < 1.2 and whole.x0 - column.left < 3 * body.size:
        return True
    return (
        all(body.fits(line) and line.upright and line.style.font == body.font for line in row)
        and abs(whole.x0 - column.left) < 3
        and abs(whole.x1 - column.right) < 3
        and max(gaps) < 2.6 * body.size
        and max(gaps) < 2.2 * min(gaps) + 1
    )


def _with_numbers(row: Sequence[Line]) -> list[Line]:
    lines: list[Line] = []
    for line in row:
        before = lines[-1] if lines else None
        if (
            before is not None
            and SECTION_NUMBER.match(before.text)
            and abs(before.size - line.size) < 0.6
            and before.upright
            and 0 < line.box.x0 - before.box.x1 < 2.4 * line.size
            and (line.share("bold") > 0.5 or line.size > 1.1 * 9 or line.style == before.style)
            and any(char.isalpha() for char in line.text[:2])
        ):
            lines[-1] = joined(before, line)
        else:
            lines.append(line)
    return lines
