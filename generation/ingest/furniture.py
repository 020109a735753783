"""What is repeated on every page and is no part of the text: running heads, page numbers, line numbers."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from generation.ingest.lines import Line
from generation.ingest.pages import PageGlyphs

EDGE = 0.11  # of the page's height, at the top and at the bottom: where running heads live
PAGE_NUMBER = re.compile(
    r"^(?:page\s*)?[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?$", re.IGNORECASE
)


def _key(line: Line) -> tuple[str, int]:
    return re.sub(r"\d+", "#", line.text.casefold()), round(line.baseline / 6)


def repeated_heads(pages: Sequence[PageGlyphs], lines: Sequence[Sequence[Line]]) -> set[tuple[str, int]]:
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


def is_furniture(line: Line, page: PageGlyphs, lines: Sequence[Line], repeated: set[tuple[str, int]]) -> bool:
    if not _may_run(line, page, lines):
        return False
    last = line.top > 0.92 * page.height
    return _key(line) in repeated or (last and bool(PAGE_NUMBER.match(line.text)))


def line_numbers(lines: Sequence[Line]) -> set[Line]:
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
