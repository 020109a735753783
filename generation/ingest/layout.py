"""Where the text of a paper runs: its body type, its columns, and what is repeated on every page."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from statistics import median

from generation.ingest.assembly import page_lines
from generation.ingest.lines import Line, joined, union
from generation.ingest.pages import PageGlyphs
from generation.records import Box

EDGE = 0.11  # of the page's height, at the top and at the bottom: where running heads live
PAGE_NUMBER = re.compile(
    r"^(?:page\s*)?[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?$", re.IGNORECASE
)
SECTION_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z](?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.)$")
ENTRY = re.compile(r"^\[\w{1,6}\+?\]")
MIN_COLUMN = 90.0  # points
MARGIN_LINES = 15  # of body text that a page must have before anything counts as a note beside it


@dataclass(frozen=True, slots=True)
class Body:
    """The type in which most of the paper is set."""

    font: str
    size: float

    def fits(self, line: Line) -> bool:
        """Whether a line is set in the body's size."""
        return abs(line.size - self.size) <= 0.6


@dataclass(frozen=True, slots=True)
class Column:
    """A stretch of the page's width: `left` and `right` are the text's edges, `x0` and `x1` reach to the gutters."""

    x0: float
    x1: float
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


@dataclass(eq=False)
class PageLayout:
    """A page's lines without running heads, and its columns from left to right."""

    number: int
    width: float
    height: float
    lines: list[Line]
    furniture: list[Line]
    margin: list[Line]
    columns: tuple[Column, ...]

    def column_of(self, box: Box) -> int | None:
        """The index of the column that holds the box, or None when it spans columns."""
        for index, column in enumerate(self.columns):
            if box.x0 >= column.x0 - 4 and box.x1 <= column.x1 + 4:
                return index
        middle = (box.x0 + box.x1) / 2
        if len(self.columns) > 1 and box.width < 0.35 * self.columns[0].width:
            # A narrow thing that just crosses a gutter belongs to the column that holds its middle.
            return next((i for i, column in enumerate(self.columns) if column.x0 <= middle <= column.x1), None)
        return None if len(self.columns) > 1 else 0

    def in_column(self, box: Box, index: int | None) -> bool:
        """Whether the box touches the column (every box touches the full width)."""
        if index is None or len(self.columns) == 1:
            return True
        column = self.columns[index]
        return min(box.x1, column.x1) - max(box.x0, column.x0) > min(4.0, box.width / 2)

    def extent(self, index: int | None) -> Column:
        """A column's stretch, or the whole page's for None."""
        if index is not None:
            return self.columns[index]
        first, last = self.columns[0], self.columns[-1]
        return Column(first.x0, last.x1, first.left, last.right)


def lay_out(pages: Sequence[PageGlyphs]) -> tuple[list[PageLayout], Body]:
    """Lines, columns and running heads of all pages, and the body type."""
    lines = [page_lines(page) for page in pages]
    body = body_type([line for page in lines for line in page])
    repeated = _repeated(pages, lines)
    layouts = []
    for page, found in zip(pages, lines, strict=True):
        furniture = [line for line in found if _is_furniture(line, page, found, repeated)]
        running = set(furniture)
        kept = [line for line in found if line not in running]
        numbers = _line_numbers(kept)
        furniture += [line for line in kept if line in numbers]
        kept = [line for line in kept if line not in numbers]
        layouts.append(PageLayout(page.number, page.width, page.height, kept, furniture, [], ()))
    _set_columns(layouts, body)
    for layout in layouts:
        _set_margin(layout, body)
        layout.lines = _joined(layout, body)
    return layouts, body


def body_type(lines: Iterable[Line]) -> Body:
    """The commonest size among letters, and its commonest typeface."""
    sizes: Counter[float] = Counter()
    fonts: dict[float, Counter[str]] = defaultdict(Counter)
    for line in lines:
        if line.upright and line.words >= 3:
            size = round(line.size * 2) / 2
            sizes[size] += len(line.glyphs)
            fonts[size][line.style.font] += len(line.glyphs)
    if not sizes:
        return Body("", 10.0)
    size = sizes.most_common(1)[0][0]
    return Body(fonts[size].most_common(1)[0][0], size)


def _key(line: Line) -> tuple[str, int]:
    return re.sub(r"\d+", "#", line.text.casefold()), round(line.baseline / 6)


def _repeated(pages: Sequence[PageGlyphs], lines: Sequence[Sequence[Line]]) -> set[tuple[str, int]]:
    counts: Counter[tuple[str, int]] = Counter()
    for page, found in zip(pages, lines, strict=True):
        keys = {_key(line) for line in found if _may_run(line, page, found)}
        # The same head may stand a point higher on the next page: count it under both neighbouring rungs.
        counts.update({(text, rung + step) for text, rung in keys for step in (-1, 0, 1)})
    needed = 2 if len(pages) < 8 else 3
    return {key for key, count in counts.items() if count >= needed}


def _may_run(line: Line, page: PageGlyphs, lines: Sequence[Line]) -> bool:
    """Whether a line stands where running heads do; a number, also, whether nothing stands farther out."""
    top, bottom = line.bottom < EDGE * page.height, line.top > (1 - EDGE) * page.height
    if not line.upright or not (top or bottom):
        return False
    if not PAGE_NUMBER.match(line.text):
        return True
    # The numbers of a scale stand at the edge too where a figure opens or closes a page.
    beyond = any((other.bottom < line.top - 2) if top else (other.top > line.bottom + 2) for other in lines)
    row = [other for other in lines if abs(other.baseline - line.baseline) < 3]
    return not beyond and sum(1 for other in row if PAGE_NUMBER.match(other.text)) == 1


def _is_furniture(line: Line, page: PageGlyphs, lines: Sequence[Line], repeated: set[tuple[str, int]]) -> bool:
    if not _may_run(line, page, lines):
        return False
    last = line.top > 0.92 * page.height
    return _key(line) in repeated or (last and bool(PAGE_NUMBER.match(line.text)))


def _line_numbers(lines: Sequence[Line]) -> set[Line]:
    """Reviewers' line numbers: a dozen or more rising numbers on one vertical line beside all the text."""
    text = [line.box for line in lines if line.upright and line.words >= 3]
    if not text:
        return set()
    left, right = min(box.x0 for box in text), max(box.x1 for box in text)
    by_edge: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if line.text.isdigit() and (line.box.x1 < left or line.box.x0 > right):
            by_edge[round(line.box.x1 / 3)].append(line)
    found: set[Line] = set()
    for group in by_edge.values():
        values = [int(line.text) for line in group]
        steps = {after - before for before, after in itertools.pairwise(values)}
        if len(group) >= 12 and steps <= {1, 5}:
            found.update(group)
    return found


def _set_columns(layouts: Sequence[PageLayout], body: Body) -> None:
    gutters = {layout.number: _gutters(layout, body) for layout in layouts}
    places = Counter(round(g / 8) for found in gutters.values() for g in found)

    def is_trusted(gutter: float) -> bool:
        rung = round(gutter / 8)
        return len(layouts) <= 3 or sum(places[rung + step] for step in (-1, 0, 1)) >= 2

    cuts = {number: sorted(g for g in found if is_trusted(g)) for number, found in gutters.items()}
    shapes = Counter(len(found) for found in cuts.values())
    usual = max((n for n in shapes if n), key=lambda n: shapes[n], default=0)
    if usual and shapes[usual] >= max(1, len(layouts) / 3):
        _lend_columns(layouts, body, cuts, usual)
    for layout in layouts:
        edges = [0.0, *cuts[layout.number], layout.width]
        layout.columns = tuple(_column(layout, body, x0, x1) for x0, x1 in itertools.pairwise(edges))
    _lend_edges(layouts)


def _lend_columns(layouts: Sequence[PageLayout], body: Body, cuts: dict[int, list[float]], usual: int) -> None:
    """A page with too little text to show its columns has those of the paper, unless its text runs across them."""
    typical = [
        median(cuts[layout.number][i] for layout in layouts if len(cuts[layout.number]) == usual) for i in range(usual)
    ]
    for layout in layouts:
        lines = [line for line in layout.lines if line.upright and line.words >= 2 and line.size <= body.size + 0.6]
        crossing = sum(1 for line in lines if any(line.box.x0 < g - 4 and line.box.x1 > g + 4 for g in typical))
        if not cuts[layout.number] and crossing <= 0.35 * len(lines):
            cuts[layout.number] = list(typical)


def _column(layout: PageLayout, body: Body, x0: float, x1: float) -> Column:
    """A column with the edges of its text; they are equal to x0 and x1 where there is too little text to tell."""
    inside = [
        line
        for line in layout.lines
        if body.fits(line) and line.upright and line.words >= 3 and line.box.x0 >= x0 - 4 and line.box.x1 <= x1 + 4
    ]
    if len(inside) < 6:
        return Column(x0, x1, x0, x1)
    lefts = sorted(line.box.x0 for line in inside)
    rights = sorted(line.box.x1 for line in inside)
    return Column(x0, x1, lefts[len(lefts) // 10], rights[(len(rights) * 9) // 10])


def _lend_edges(layouts: Sequence[PageLayout]) -> None:
    """Columns that could not tell their text's edges take those usual in the paper."""
    known: dict[tuple[int, int], list[Column]] = defaultdict(list)
    for layout in layouts:
        for index, column in enumerate(layout.columns):
            if column.left > column.x0 or column.right < column.x1:
                known[len(layout.columns), index].append(column)
    for layout in layouts:
        columns = []
        for index, column in enumerate(layout.columns):
            usual = known[len(layout.columns), index]
            unknown = column.left == column.x0 and column.right == column.x1
            if unknown and usual:
                columns.append(
                    Column(column.x0, column.x1, median(c.left for c in usual), median(c.right for c in usual))
                )
            else:
                columns.append(column)
        layout.columns = tuple(columns)


def _gutters(layout: PageLayout, body: Body) -> list[float]:
    lines = [line for line in layout.lines if body.fits(line) and line.upright and line.words >= 2]
    return _split(lines, 0.0, layout.width) if len(lines) >= 8 else []


def _split(lines: Sequence[Line], x0: float, x1: float) -> list[float]:
    """Vertical blank strips, where many lines end on the left and many begin on the right, from left to right."""
    inside = [line for line in lines if line.box.x0 >= x0 - 4 and line.box.x1 <= x1 + 4]
    if len(inside) < 8:
        return []
    left, right = min(line.box.x0 for line in inside), max(line.box.x1 for line in inside)
    if right - left < 2 * MIN_COLUMN:
        return []
    steps = range(int(left + MIN_COLUMN), int(right - MIN_COLUMN) + 1)
    crossing = {x: sum(1 for line in inside if line.box.x0 < x < line.box.x1) for x in steps}
    if not crossing:
        return []
    fewest = min(crossing.values())
    strip = _widest([x for x in steps if crossing[x] == fewest])
    gutter = (strip[0] + strip[-1]) / 2
    before = sum(1 for line in inside if line.box.x1 <= gutter + 1 and line.box.x1 > gutter - 60)
    after = sum(1 for line in inside if line.box.x0 >= gutter - 1 and line.box.x0 < gutter + 60)
    if min(before, after) < 5 or fewest > 0.6 * min(before, after) or len(strip) < 5:
        return []
    return [*_split(inside, x0, gutter), gutter, *_split(inside, gutter, x1)]


def _widest(xs: Sequence[int]) -> list[int]:
    best: list[int] = []
    current: list[int] = []
    for x in xs:
        current = [*current, x] if current and x == current[-1] + 1 else [x]
        if len(current) > len(best):
            best = current
    return best


def _set_margin(layout: PageLayout, body: Body) -> None:
    """Small notes beside the text ("Edited by ...") are not part of it."""
    if sum(1 for line in layout.lines if body.fits(line) and line.words >= 4) < MARGIN_LINES:
        return
    left, right = layout.columns[0].left, layout.columns[-1].right
    beside = [
        line
        for line in layout.lines
        if line.upright and line.size < body.size and (line.box.x1 < left - 6 or line.box.x0 > right + 6)
    ]
    layout.margin = beside
    aside = set(beside)
    layout.lines = [line for line in layout.lines if line not in aside]


def _joined(layout: PageLayout, body: Body) -> list[Line]:
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
