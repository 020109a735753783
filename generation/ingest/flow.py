"""The text of a paper as one stream in reading order: headings, paragraphs, and what stands beside the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from generation.ingest.headings import NUMBERED, bare, style_of
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line
from generation.ingest.notes import REFERENCES, footnotes, grouped
from generation.ingest.order import in_reading_order
from generation.ingest.prose import Vocabulary, breaks_off, ends_sentence, join_lines, join_pair
from generation.ingest.rows import ENTRY
from generation.ingest.shapes import (
    BULLET,
    goes_on_with_address,
    is_formula,
    is_program,
    is_set_apart,
    names_item,
    room,
    run_in,
    text_left,
    text_shape,
)


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
    run_in: bool = False  # a heading at the start of its own paragraph


class FlowReader:
    """Reads pages in order and keeps the paragraph open while its sentence runs on."""

    def __init__(self, layouts: Sequence[PageLayout], body: Body, headings: dict[int, set[Line]]) -> None:
        self._layouts = layouts
        self._body = body
        self._headings = headings
        self.vocabulary = Vocabulary(line.text for layout in layouts for line in layout.lines)
        self._shape = text_shape(layouts, body)
        self._families = {line.style.font for lines in headings.values() for line in lines} - {body.font}
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
            notes = set(footnotes(layout, lines, self._body, self._headings[layout.number]))
            for line in in_reading_order(
                layout, [line for line in lines if line not in notes], breaks.get(layout.number, ())
            ):
                self._take(line, layout)
            for group in grouped(sorted(notes, key=lambda n: (layout.column_of(n.box) or 0, n.baseline))):
                self._aside(group)
            beside = [line for line in layout.margin if any(char.isalpha() for char in line.text)]
            turned = [line for line in layout.lines if not line.upright and line not in taken and line.words]
            for line in (*beside, *turned):
                self._aside([line])
            self._asides.extend(floats.get(layout.number, ()))
        self._close()
        return self._blocks

    def _take(self, line: Line, layout: PageLayout) -> None:
        runs_on = self._runs_on(line, layout)
        if line in self._headings[layout.number]:
            self._heading(line, layout)
        elif not runs_on and not self._in_references and (is_program(line) or self._is_displayed(line, layout)):
            self._aside([line])
            self._interrupted = True
        elif self._open is not None and (runs_on or self._goes_on(line, layout)):
            self._open.text = self._joined(self._open, line)
            self._open.lines.append(line)
            self._interrupted = False
        else:
            self._close()
            self._start(line, layout)
            self._interrupted = False
        self._previous = line

    def _start(self, line: Line, layout: PageLayout) -> None:
        """A new paragraph, and the heading that it may begin with."""
        end = 0 if self._in_references else run_in(line, self._body, self._families)
        if end:
            lead = Line(line.page, line.glyphs[:end])
            text = " ".join(lead.text.split()).rstrip(" .—–")
            self._blocks.append(Block(BlockKind.HEADING, text, layout.number, [lead], run_in=True))
            if end == len(line.glyphs):
                return
            left_out = frozenset(place - end for place in line.left_out if place >= end)
            line = Line(line.page, line.glyphs[end:], left_out)
        self._open = Block(BlockKind.PARAGRAPH, " ".join(line.text.split()), layout.number, [line])

    def _joined(self, paragraph: Block, line: Line) -> str:
        words = " ".join(line.text.split())
        if goes_on_with_address(paragraph.text, paragraph.lines[-1], line, self._body):
            return paragraph.text + words
        return join_pair(paragraph.text, words, self.vocabulary)

    def _runs_on(self, line: Line, layout: PageLayout) -> bool:
        """Whether a line is surely the next of the open paragraph, whatever it looks like: a full line came before,
        the sentence is not at its end, and the line stands where the next one should."""
        paragraph = self._open
        if paragraph is None or self._interrupted:
            return False
        last = paragraph.lines[-1]
        if last.page != line.page or layout.column_of(last.box) != layout.column_of(line.box):
            return False
        if goes_on_with_address(paragraph.text, last, line, self._body):
            return line.top - last.bottom < self._shape.leading + 0.4 * line.size
        if BULLET.match(line.text) and BULLET.match(paragraph.text):
            return False
        if ends_sentence(paragraph.text) or abs(line.size - last.size) > 3.5:
            return False
        near = -0.6 * last.size < line.top - last.bottom < self._shape.leading + 0.35 * last.size
        lefts = (layout.extent(layout.column_of(line.box)).left, text_left(paragraph.lines[0]), last.box.x0)
        flush = any(abs(line.box.x0 - left) < 0.3 * last.size for left in lefts)
        return near and flush and (room(last, layout) < 1.5 * last.size or breaks_off(paragraph.text))

    def _is_displayed(self, line: Line, layout: PageLayout) -> bool:
        """Whether a line is a formula set apart, or a crumb of one."""
        last = self._open.lines[-1] if self._open is not None else None
        column = layout.extent(layout.column_of(line.box))
        flush = abs(line.box.x0 - column.left) < 0.6 * line.size
        follows = last is not None and last.page == line.page and abs(line.box.x0 - last.box.x0) < 2
        return is_formula(line, self._body) if flush or follows else is_set_apart(line, self._body)

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
        if abs(line.size - last.size) > 0.7 or self._is_item(line, last, paragraph, layout):
            return False
        same_place = last.page == line.page and layout.column_of(last.box) == layout.column_of(line.box)
        if not same_place or line.baseline <= last.baseline:
            return not self._interrupted and not ends_sentence(paragraph.text)
        if self._interrupted and line.baseline - last.baseline > 2.2 * line.size:
            return False
        if line.top - last.bottom > self._shape.leading + 0.4 * line.size:
            return (
                not ends_sentence(paragraph.text) and line.text[:1].islower() and line.top - last.bottom < 2 * line.size
            )
        return not self._is_new_by_shape(line, last, paragraph, layout)

    def _is_item(self, line: Line, last: Line, paragraph: Block, layout: PageLayout) -> bool:
        """Whether the line starts an item of a list; a number in brackets may as well stand inside a sentence."""
        if ENTRY.match(line.text):
            return self._in_references
        if names_item(line, self._body):
            return ends_sentence(paragraph.text)
        if not BULLET.match(line.text):
            return False
        if not line.text[0].isalnum() and paragraph.text[0] == line.text[0]:
            return True
        if abs(line.box.x0 - last.box.x0) > 0.5 * line.size:
            return True
        listed = bool(BULLET.match(paragraph.text))
        return ends_sentence(paragraph.text) and (listed or room(last, layout) > 1.5 * line.size)

    def _is_new_by_shape(self, line: Line, last: Line, paragraph: Block, layout: PageLayout) -> bool:
        em = line.size
        indent = line.box.x0 - last.box.x0
        is_item = bool(BULLET.match(paragraph.lines[0].text)) or names_item(paragraph.lines[0], self._body)
        first_of_hanging = len(paragraph.lines) == 1 and is_item
        if indent > 0.7 * em and not first_of_hanging:
            return True
        if indent < -0.7 * em and len(paragraph.lines) > 1 and is_item:
            return True
        if line.text[:1].islower():
            return False
        blank = room(last, layout)
        column = layout.extent(layout.column_of(last.box))
        if self._shape.justified and blank > 0.35 * column.width and line.text[:1].isupper() and not first_of_hanging:
            return True
        first_word = line.text.split()[0] if line.text.split() else ""
        needed = (len(first_word) + 1) * line.box.width / max(1, len(line.text))
        return ends_sentence(last.text) and blank > needed + 0.6 * em
