"""Where the text of a paper runs: its body type, its columns, and what stands beside the text."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from generation.ingest.assembly import page_lines
from generation.ingest.columns import set_columns
from generation.ingest.furniture import is_furniture, line_numbers, repeated_heads
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line
from generation.ingest.pages import PageGlyphs
from generation.ingest.rows import joined_rows

MARGIN_LINES = 15  # of body text that a page must have before anything counts as a note beside it


def lay_out(pages: Sequence[PageGlyphs]) -> tuple[list[PageLayout], Body]:
    """Lines, columns and running heads of all pages, and the body type."""
    lines = [page_lines(page) for page in pages]
    body = body_type([line for page in lines for line in page])
    repeated = repeated_heads(pages, lines)
    layouts = []
    for page, found in zip(pages, lines, strict=True):
        furniture = [line for line in found if is_furniture(line, page, found, repeated)]
        running = set(furniture)
        kept = [line for line in found if line not in running]
        numbers = line_numbers(kept)
        furniture += [line for line in kept if line in numbers]
        kept = [line for line in kept if line not in numbers]
        layouts.append(PageLayout(page.number, page.width, page.height, kept, furniture, [], ()))
    set_columns(layouts, body)
    for layout in layouts:
        _set_margin(layout, body)
        layout.lines = joined_rows(layout, body)
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
    aside = set(beside) | _program_numbers(layout)
    layout.lines = [line for line in layout.lines if line not in aside]


def _program_numbers(layout: PageLayout) -> set[Line]:
    """The numbers of program lines in the gutter: three or more that count up, again from 1 for every listing."""
    gutters = [(before.right + 2, after.left - 2) for before, after in itertools.pairwise(layout.columns)]
    by_edge: dict[int, list[Line]] = defaultdict(list)
    for line in layout.lines:
        if line.text.isdigit() and any(left < line.box.x0 and line.box.x1 < right for left, right in gutters):
            by_edge[round(line.box.x0 / 3)].append(line)
    found: set[Line] = set()
    for group in by_edge.values():
        values = [int(line.text) for line in sorted(group, key=lambda line: line.baseline)]
        if len(values) > 2 and all(after > before or after == 1 for before, after in itertools.pairwise(values)):
            found.update(group)
    return found
