"""Footnotes, and the reference marks in the text that point to them or to the list of references."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, is_raised
from generation.ingest.signs import TEX

FOOTNOTE_MARK = re.compile(r"^(?:[¹²³⁴⁵⁶⁷⁸⁹⁰]+|[*†‡§¶∗]|\d{1,2}\s?(?=[A-Z(h]))")
REFERENCES = re.compile(r"^(?:references|bibliography|literature cited|works cited|参考文献)[.:：]?$", re.IGNORECASE)
ENTRY_NUMBER = re.compile(r"^\[?(\d{1,3})[\].]\s")
NUMBERS = re.compile(r"\d{1,3}(?:[,–-]\d{1,3})*")
UNIT = re.compile(r"(?:^|[/·.\d])(?:[kcdmµμn]?m|s|ft|in|h|yr|px)$")
YEAR = re.compile(r"\b(?:1[89]|20)\d\d$")
# Words after which a mark is read as the thing it points to: "the model proposed by [3]".
POINTER = re.compile(
    r"\(?(?:and|as|at|both|by|following|for|from|in|like|of|on|or|refs?|see|than|to|via|with)", re.IGNORECASE
)
FEWEST_CITATIONS = 3


def footnotes(layout: PageLayout, lines: Sequence[Line], body: Body, headings: set[Line]) -> Iterator[Line]:
    """Small type at the foot of a column that does not belong to what stands above it."""
    for index, place in enumerate(layout.columns):
        column = [line for line in lines if layout.column_of(line.box) == index]
        # The numbers of program lines stand in the gutter.
        column = [line for line in column if line.box.x0 < place.right and any(char.isalpha() for char in line.text)]
        column.sort(key=lambda line: line.baseline)
        small: list[Line] = []
        while column and column[-1].size <= body.size - 0.7 and column[-1] not in headings:
            small.insert(0, column.pop())
        if not small or not column or column[-1] in headings or not body.fits(column[-1]):
            continue
        apart = layout.number == 1 and small[0].top - column[-1].bottom > 0.5 * body.size
        if _starts_note(small[0]) or apart:
            yield from small


def grouped(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Footnotes one by one."""
    group: list[Line] = []
    for line in lines:
        if group and _starts_note(line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _starts_note(line: Line) -> bool:
    return bool(FOOTNOTE_MARK.match(line.text)) or bool(_own_mark(line))


def _own_mark(line: Line) -> str:
    """The raised sign with which a footnote begins."""
    mark = ""
    for glyph in line.glyphs:
        if not is_raised(glyph, line.size, line.baseline):
            break
        mark += glyph.char
    return mark if len(mark) <= 2 else ""


@dataclass(frozen=True, slots=True)
class _Mark:
    """Raised signs in a line: where they stand and what they are."""

    line: Line
    places: tuple[int, ...]
    text: str


def leave_out_marks(layouts: Sequence[PageLayout], body: Body, headings: Mapping[int, set[Line]]) -> None:
    """Takes the raised figures out of the text that point to footnotes or references, where that is certain.

    Certain: the figure stands on a word of the running text or on its stop, not on a symbol or a unit; it is the mark
    of a footnote of the page, or a number of the list of references in a paper that cites by such figures throughout.
    After a word like "by" it stays: there it is part of the sentence.
    """
    last = _references(layouts)
    own: dict[int, set[str]] = {}
    for layout in layouts:
        upright = [line for line in layout.lines if line.upright]
        found = footnotes(layout, upright, body, headings[layout.number])
        own[layout.number] = {_own_mark(line) for line in found} - {""}
    # The number after a footnote's is a footnote's too: not every one begins with words.
    numbers = {str(int(mark) + 1) for marks in own.values() for mark in marks if mark.isdecimal()}
    citations: list[_Mark] = []
    certain: list[_Mark] = []
    for layout in layouts:
        for line in layout.lines:
            for mark in _marks(line) if line.upright else ():
                if mark.text in own[layout.number] or mark.text in numbers:
                    certain.append(mark)
                elif NUMBERS.fullmatch(mark.text) and all(
                    0 < int(number) <= last for number in re.findall(r"\d+", mark.text)
                ):
                    citations.append(mark)
    if len(citations) >= FEWEST_CITATIONS:
        certain += citations
    for mark in certain:
        mark.line.leave_out(mark.places)


def _references(layouts: Sequence[PageLayout]) -> int:
    """The number of the last entry of the list of references, or 0."""
    lines = [line for layout in layouts for line in layout.lines if line.upright]
    starts = [
        index for index, line in enumerate(lines) if REFERENCES.match(re.sub(r"^\d{1,2}\.?\s+", "", line.text.strip()))
    ]
    if not starts:
        return 0
    found = [match for line in lines[starts[-1] :] if (match := ENTRY_NUMBER.match(line.text))]
    numbers = {int(match[1]) for match in found}
    return max((number for number in numbers if number <= 2 * len(numbers)), default=0)


def _marks(line: Line) -> Iterator[_Mark]:
    """The groups of raised signs that stand on a word of the text or on its stop."""
    places: list[int] = []
    for index, glyph in enumerate((*line.glyphs, None)):
        if glyph is not None and index and is_raised(glyph, line.size, line.baseline):
            places.append(index)
            continue
        if places and places[0] and _stands_on_text(line, places[0]):
            text = "".join(line.glyphs[place].char for place in places)
            if not (text in {"2", "3"} and UNIT.search(_word_before(line, places[0]))):
                yield _Mark(line, tuple(places), text)
        places = []


def _stands_on_text(line: Line, place: int) -> bool:
    base = line.glyphs[place - 1]
    word = _word_before(line, place)
    if TEX.match(base.style.font) or POINTER.fullmatch(word):
        return False
    if base.char.isdigit():
        return bool(YEAR.search(word))
    if base.char.isalpha():
        return sum(char.isalpha() for char in word) >= 2
    return base.char in ".,;:!?)]’”\"'"


def _word_before(line: Line, place: int) -> str:
    start = place - 1
    while start > 0 and not line.glyphs[start].space:
        start -= 1
    return "".join(glyph.char for glyph in line.glyphs[start:place])
