"""Which lines of a page are running text, and where its ruled tables are: neither is part of a figure."""

from collections.abc import Sequence

from generation.ingest.captions import Caption
from generation.ingest.ink import PageInk
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, union
from generation.ingest.zones import overlap
from generation.records import Box


class BodyText:
    """The running text of one page, as a set of lines, and the fields between the rules of its tables."""

    def __init__(
        self, layout: PageLayout, ink: PageInk, captions: Sequence[Caption], headings: set[Line], body: Body
    ) -> None:
        self._layout = layout
        self._ink = ink
        self._captions = captions
        self._headings = headings
        self._body = body
        self._caption_lines = {line for caption in captions for line in caption.lines}
        self.ruled = self._ruled_blocks()
        self.prose = self._find_prose()

    def _ruled_blocks(self) -> list[Box]:
        """Fields between the first and last of several rules of one width: tables, whatever their cells look like."""
        blocks: list[Box] = []
        groups: dict[tuple[int, int], list[Box]] = {}
        for rule in sorted(self._ink.rules, key=lambda box: box.y0):
            if rule.width < 60:
                continue
            key = next(
                (k for k in groups if abs(k[0] - rule.x0) < 4 and abs(k[1] - rule.x1) < 4),
                (round(rule.x0), round(rule.x1)),
            )
            groups.setdefault(key, []).append(rule)
        cuts = [(caption.top, caption.bottom) for caption in self._captions]
        for rules in groups.values():
            block = [rules[0]]
            for rule in rules[1:]:
                if any(block[-1].y1 <= bottom and top <= rule.y0 for top, bottom in cuts):
                    blocks.append(union(block))
                    block = []
                block.append(rule)
            blocks.append(union(block))
        return [block for block in blocks if block.height > 8]

    def _find_prose(self) -> set[Line]:
        """Lines of running text: wide ones in the body's size, and what hangs on them."""
        candidates = [line for line in self._layout.lines if self._may_be_prose(line)]
        seeds = [line for line in candidates if self._is_wide(line) or self._starts_like_text(line)]
        prose = set(seeds)
        waiting = [line for line in candidates if line not in prose]
        grown = True
        while grown:
            grown = False
            for line in list(waiting):
                if any(self._hangs_on(line, other) for other in prose):
                    prose.add(line)
                    waiting.remove(line)
                    grown = True
        return prose

    def _may_be_prose(self, line: Line) -> bool:
        if line in self._caption_lines or line in self._headings or not line.upright or not self._body.fits(line):
            return False
        if any(overlap(line.box, block) > 0.5 for block in self.ruled):
            return False
        column = self._layout.column_of(line.box)
        for box in self._ink.solids:
            shared = min(line.bottom, box.y1) - max(line.top, box.y0)
            if shared > 0.3 * (line.bottom - line.top) and self._layout.column_of(box) in {column, None}:
                return False
        return True

    def _is_wide(self, line: Line) -> bool:
        column = self._layout.extent(self._layout.column_of(line.box))
        return line.words >= 4 and line.box.width > 0.55 * column.width and line.share("mono") < 0.8

    def _starts_like_text(self, line: Line) -> bool:
        """A shorter line in the body's very type, flush with the column and alone on its baseline."""
        index = self._layout.column_of(line.box)
        if line.style.font != self._body.font or line.words < 2 or index is None:
            return False
        flush = abs(line.box.x0 - self._layout.columns[index].left) < 3
        return flush and not any(
            other is not line and abs(other.baseline - line.baseline) < 2 and self._layout.in_column(other.box, index)
            for other in self._layout.lines
        )

    def _hangs_on(self, line: Line, other: Line) -> bool:
        """Whether a short line of the body's type belongs to the text line right above or below it."""
        if self._layout.column_of(line.box) != self._layout.column_of(other.box):
            return False
        upper, lower = (line, other) if line.baseline < other.baseline else (other, line)
        if lower.top - upper.bottom > 1.0 * self._body.size:
            return False
        between = Box(0, upper.bottom, self._layout.width, lower.top)
        column = self._layout.column_of(line.box)
        return not any(
            rule.width > 60 and between.y0 - 1 <= rule.y0 <= between.y1 + 1 and self._layout.in_column(rule, column)
            for rule in self._ink.rules
        )
