"""The text of a paper as one stream in reading order: headings, paragraphs, and what stands beside the text."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from generation.ingest.headings import NUMBERED, bare, style_of
from generation.ingest.layout import ENTRY, Body, PageLayout
from generation.ingest.lines import Line
from generation.ingest.prose import Vocabulary, ends_sentence, join_lines, join_pair

BULLET = re.compile(r"^(?:[•·▪▸►◦‣∙○●■–—*-]\s*(?=\S)|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\[\d{1,3}\]\s*)")
REFERENCES = re.compile(r"^(?:references|bibliography|literature cited|works cited|参考文献)[.:：]?$", re.IGNORECASE)
OPERATOR = re.compile(r"[=<>≤≥≈∈∑∏∫±→∝∼≡]")
FOOTNOTE_MARK = re.compile(r"^(?:[¹²³⁴⁵⁶⁷⁸⁹⁰]+|[*†‡§¶∗]|\d{1,2}\s?(?=[A-Z(h]))")


class BlockKind(Enum):
    """What a block of the stream is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ASIDE = "aside"  # formulas, program text, notes, footnotes, the words in figures: text, but not running text


@dataclass(eq=False)
class Block:
    """A heading, a paragraph or an aside. `lines` are those it was made from, in order."""

    kind: BlockKind
    text: str
    page: int
    lines: list[Line]


class FlowReader:
    """Reads pages in order and keeps the paragraph open while its sentence runs on."""

    def __init__(self, layouts: Sequence[PageLayout], body: Body, headings: dict[int, set[Line]]) -> None:
        self._layouts = layouts
        self._body = body
        self._headings = headings
        self.vocabulary = Vocabulary(line.text for layout in layouts for line in layout.lines)
        self._leading = _usual_gap(layouts, body)
        self._blocks: list[Block] = []
        self._in_references = False
        self._interrupted = False  # a formula or program text came after the open paragraph's last line
        self._previous: Line | None = None
        self._open: Block | None = None  # the paragraph that may still go on
        self._asides: list[Block] = []  # kept until the open paragraph is complete

    def read(self, taken: set[Line], floats: dict[int, list[Block]], breaks: dict[int, list[float]]) -> list[Block]:
        """All blocks, in reading order.

        `taken` are the lines of figures and captions, `floats` what to put for them, by page; `breaks` are the heights
        at which something runs across all columns of a page.
        """
        for layout in self._layouts:
            lines = [line for line in layout.lines if line not in taken and line.upright]
            footnotes = set(_footnotes(layout, lines, self._body, self._headings[layout.number]))
            for line in in_reading_order(
                layout, [line for line in lines if line not in footnotes], breaks.get(layout.number, ())
            ):
                self._take(line, layout)
            for group in _grouped(sorted(footnotes, key=lambda n: (layout.column_of(n.box) or 0, n.baseline))):
                self._aside(group)
            beside = [line for line in layout.margin if any(char.isalpha() for char in line.text)]
            turned = [line for line in layout.lines if not line.upright and line not in taken and line.words]
            for line in (*beside, *turned):
                self._aside([line])
            self._asides.extend(floats.get(layout.number, ()))
        self._close()
        return self._blocks

    def _take(self, line: Line, layout: PageLayout) -> None:
        if line in self._headings[layout.number]:
            self._heading(line, layout)
        elif _is_program(line) or self._is_displayed(line, layout):
            self._aside([line])
            self._interrupted = True
        elif self._open is not None and self._goes_on(line, layout):
            self._open.text = join_pair(self._open.text, " ".join(line.text.split()), self.vocabulary)
            self._open.lines.append(line)
            self._interrupted = False
        else:
            self._close()
            self._open = Block(BlockKind.PARAGRAPH, " ".join(line.text.split()), layout.number, [line])
            self._interrupted = False
        self._previous = line

    def _is_displayed(self, line: Line, layout: PageLayout) -> bool:
        """Whether a line is a formula set apart, or a crumb of one."""
        last = self._open.lines[-1] if self._open is not None else None
        column = layout.extent(layout.column_of(line.box))
        flush = abs(line.box.x0 - column.left) < 0.6 * line.size
        follows = last is not None and last.page == line.page and abs(line.box.x0 - last.box.x0) < 2
        if flush or follows:
            return is_formula(line, self._body)
        if BULLET.match(line.text) and line.words >= 1:
            return False
        return line.words <= 2 or (line.words <= 4 and bool(OPERATOR.search(line.text)))

    def _heading(self, line: Line, layout: PageLayout) -> None:
        last = self._blocks[-1] if self._blocks and self._open is None and not self._asides else None
        if (
            last is not None
            and last.kind is BlockKind.HEADING
            and last.page == layout.number
            and last.lines[-1] is self._previous
            and style_of(last.lines[-1]) == style_of(line)
            and not NUMBERED.match(line.text)
            and 0 < line.baseline - last.lines[-1].baseline < 1.6 * line.size
            and layout.column_of(last.lines[-1].box) == layout.column_of(line.box)
        ):
            last.text = join_pair(last.text, line.text, self.vocabulary)
            last.lines.append(line)
            return
        self._close()
        self._in_references = bool(REFERENCES.match(bare(line.text)))
        self._blocks.append(Block(BlockKind.HEADING, " ".join(line.text.split()), layout.number, [line]))

    def _aside(self, lines: Sequence[Line]) -> None:
        text = join_lines((line.text for line in lines), self.vocabulary)
        self._asides.append(Block(BlockKind.ASIDE, text, lines[0].page, list(lines)))

    def _close(self) -> None:
        if self._open is not None:
            self._blocks.append(self._open)
        self._open = None
        self._blocks.extend(self._asides)
        self._asides = []

    def _goes_on(self, line: Line, layout: PageLayout) -> bool:
        """Whether a line continues the open paragraph."""
        paragraph = self._open
        if paragraph is None:
            return False
        last = paragraph.lines[-1]
        if abs(line.size - last.size) > 0.7 or self._is_item(line, last, paragraph):
            return False
        same_place = last.page == line.page and layout.column_of(last.box) == layout.column_of(line.box)
        if not same_place or line.baseline <= last.baseline:
            return not self._interrupted and not ends_sentence(paragraph.text)
        if self._interrupted and line.baseline - last.baseline > 2.2 * line.size:
            return False
        if line.top - last.bottom > self._leading + 0.4 * line.size:
            return (
                not ends_sentence(paragraph.text) and line.text[:1].islower() and line.top - last.bottom < 2 * line.size
            )
        return not self._is_new_by_shape(line, last, paragraph, layout)

    def _is_item(self, line: Line, last: Line, paragraph: Block) -> bool:
        """Whether the line starts an item of a list; a number in brackets may as well stand inside a sentence."""
        if ENTRY.match(line.text):
            return self._in_references
        if not BULLET.match(line.text):
            return False
        if not line.text[0].isalnum() and paragraph.text[0] == line.text[0]:
            return True
        return ends_sentence(paragraph.text) or abs(line.box.x0 - last.box.x0) > 0.5 * line.size

    def _is_new_by_shape(self, line: Line, last: Line, paragraph: Block, layout: PageLayout) -> bool:
        em = line.size
        indent = line.box.x0 - last.box.x0
        first_of_hanging = len(paragraph.lines) == 1 and bool(BULLET.match(last.text))
        if indent > 0.7 * em and not first_of_hanging:
            return True
        if indent < -0.7 * em and len(paragraph.lines) > 1 and bool(BULLET.match(paragraph.lines[0].text)):
            return True
        column = layout.extent(layout.column_of(last.box))
        first_word = line.text.split()[0] if line.text.split() else ""
        room = column.right - last.box.x1
        needed = (len(first_word) + 1) * line.box.width / max(1, len(line.text))
        return ends_sentence(last.text) and room > needed + 0.6 * em and not line.text[:1].islower()


def in_reading_order(layout: PageLayout, lines: Iterable[Line], breaks: Sequence[float] = ()) -> Iterator[Line]:
    """Between lines that run across all columns, and between `breaks`: each column from top to bottom."""
    band: list[Line] = []
    waiting = sorted(breaks, reverse=True)
    for line in sorted(lines, key=lambda line: (line.baseline, line.box.x0)):
        while waiting and line.baseline > waiting[-1]:
            waiting.pop()
            yield from _by_column(layout, band)
            band = []
        if len(layout.columns) > 1 and layout.column_of(line.box) is None:
            yield from _by_column(layout, band)
            band = []
            yield line
        else:
            band.append(line)
    yield from _by_column(layout, band)


def _by_column(layout: PageLayout, band: Sequence[Line]) -> Iterator[Line]:
    rows = sorted(band, key=lambda line: (layout.column_of(line.box) or 0, round(line.baseline / 3), line.box.x0))
    yield from rows


def is_formula(line: Line, body: Body) -> bool:
    """A displayed formula or a crumb of one: hardly a word in it."""
    if any(ord(char) > 0x2E80 for char in line.text):
        return False
    lettered = sum(len(word) for word in line.text.split() if sum(c.isalpha() for c in word) >= 3)
    if line.words == 0:
        return len(line.glyphs) < 3 or not (line.style.font == body.font and line.text.rstrip()[-1:] in ".,;:")
    return line.words <= 2 and lettered < 0.4 * len(line.glyphs) and line.style.font != body.font


def _is_program(line: Line) -> bool:
    return line.share("mono") > 0.8 and len(line.glyphs) > 3


def _usual_gap(layouts: Sequence[PageLayout], body: Body) -> float:
    """The blank between two lines of running text, in points."""
    gaps = []
    for layout in layouts:
        lines = [line for line in layout.lines if body.fits(line) and line.words >= 4]
        for before, after in itertools.pairwise(lines):
            if layout.column_of(before.box) == layout.column_of(after.box) and abs(before.box.x0 - after.box.x0) < 2:
                gap = after.top - before.bottom
                if -0.2 * body.size < gap < body.size:
                    gaps.append(gap)
    return median(gaps) if gaps else 0.3 * body.size


def _footnotes(layout: PageLayout, lines: Sequence[Line], body: Body, headings: set[Line]) -> Iterator[Line]:
    """Small type at the foot of a column that does not belong to what stands above it."""
    for index in range(len(layout.columns)):
        column = [line for line in lines if layout.column_of(line.box) == index]
        column.sort(key=lambda line: line.baseline)
        small: list[Line] = []
        while column and column[-1].size <= body.size - 0.7 and column[-1] not in headings:
            small.insert(0, column.pop())
        if not small or not column or column[-1] in headings or not body.fits(column[-1]):
            continue
        marked = [i for i, line in enumerate(small) if FOOTNOTE_MARK.match(line.text)]
        if (marked and marked[0] == 0) or (layout.number == 1 and small[0].top - column[-1].bottom > 0.5 * body.size):
            yield from small


def _grouped(lines: Sequence[Line]) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in lines:
        if group and FOOTNOTE_MARK.match(line.text):
            yield group
            group = []
        group.append(line)
    if group:
        yield group
