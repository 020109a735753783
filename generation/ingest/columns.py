"""The columns of a paper's pages, found by the blank strips between them."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median

from generation.ingest.layout import Body, Column, PageLayout
from generation.ingest.lines import Line

MIN_COLUMN = 90.0  # points
SAME_GUTTER = 15.0  # points


def set_columns(layouts: Sequence[PageLayout], body: Body) -> None:
    """Gives every page its columns; pages that show too little borrow from the others."""
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
    """A page with too little text to show its columns has those of the paper, unless its text runs across them.

    A gutter that is a little off its place on the other pages is put there.
    """
    typical = [
        median(cuts[layout.number][i] for layout in layouts if len(cuts[layout.number]) == usual) for i in range(usual)
    ]
    for layout in layouts:
        lines = [line for line in layout.lines if line.upright and line.words >= 2 and line.size <= body.size + 0.6]
        crossing = sum(1 for line in lines if any(line.box.x0 < g - 4 and line.box.x1 > g + 4 for g in typical))
        if not cuts[layout.number] and crossing <= 0.35 * len(lines):
            cuts[layout.number] = list(typical)
        elif len(cuts[layout.number]) == usual:
            # Program text or a picture that reaches into the gutter moves it for one page.
            pairs = zip(cuts[layout.number], typical, strict=True)
            cuts[layout.number] = [usually if abs(cut - usually) < SAME_GUTTER else cut for cut, usually in pairs]


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
