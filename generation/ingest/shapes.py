"""What a line looks like: an item of a list, a formula set apart, program text, a heading that runs into its text."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from generation.ingest.headings import NUMBERED
from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line

BULLET = re.compile(r"^(?:[•·▪▸►◦‣∙○●■–—*-]\s*(?=\S)|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\[\d{1,3}\]\s*)")
OPERATOR = re.compile(r"[=<>≤≥≈∈∑∏∫±→∝∼≡]")
OPEN_ADDRESS = re.compile(r"https?://\S*[^\s.,;)]$")
# A statement has a name, not a heading; "Abstract." and "Keywords." are looked for elsewhere.
NO_HEADING = re.compile(
    r"^(?:theorem|lemma|definition|proof|remark|corollary|proposition|example|assumption|algorithm|case|step|"
    r"abstract|summary|key ?words|note|fig|table|摘\s*要|关键词)",
    re.IGNORECASE,
)
LONGEST_RUN_IN = 9  # words
JUSTIFIED = 0.6  # of the lines of running text end at the column's edge


@dataclass(frozen=True, slots=True)
class TextShape:
    """How the paper's running text is set: the blank between its lines in points, and whether it is justified."""

    leading: float
    justified: bool


def text_shape(layouts: Sequence[PageLayout], body: Body) -> TextShape:
    """Measured on all lines of the body's size."""
    gaps: list[float] = []
    full, lines_seen = 0, 0
    for layout in layouts:
        lines = [line for line in layout.lines if body.fits(line) and line.words >= 4]
        for before, after in itertools.pairwise(lines):
            if layout.column_of(before.box) == layout.column_of(after.box) and abs(before.box.x0 - after.box.x0) < 2:
                gap = after.top - before.bottom
                if -0.2 * body.size < gap < body.size:
                    gaps.append(gap)
        lines_seen += len(lines)
        full += sum(room(line, layout) < 3 for line in lines)
    return TextShape(median(gaps) if gaps else 0.3 * body.size, full > JUSTIFIED * lines_seen)


def room(line: Line, layout: PageLayout) -> float:
    """Points from the line's end to the right edge of its column's text."""
    return layout.extent(layout.column_of(line.box)).right - line.box.x1


def text_left(line: Line) -> float:
    """Where the words of a line begin, behind the sign of an item."""
    match = BULLET.match(line.text)
    signs = len(match[0].replace(" ", "")) if match else 0
    return line.glyphs[signs].box.x0 if signs < len(line.glyphs) else line.box.x0


def is_formula(line: Line, body: Body) -> bool:
    """A displayed formula or a crumb of one, flush with the text: hardly a word in it."""
    if any(ord(char) > 0x2E80 for char in line.text):
        return False
    if line.words <= 2 and OPERATOR.match(line.text[-1:]):
        return True
    lettered = sum(len(word) for word in line.text.split() if sum(c.isalpha() for c in word) >= 3)
    if line.words == 0:
        return len(line.glyphs) < 3 or not (line.style.font == body.font and line.text.rstrip()[-1:] in ".,;:")
    return line.words <= 2 and lettered < 0.4 * len(line.glyphs) and line.style.font != body.font


def is_set_apart(line: Line, body: Body) -> bool:
    """Whether a line that is not flush with the text is a formula or a crumb of one."""
    if BULLET.match(line.text) and line.words >= 1:
        return False
    if line.words <= 2 or (line.words <= 4 and OPERATOR.search(line.text)):
        return True
    in_body = sum(glyph.style.font == body.font for glyph in line.glyphs) / len(line.glyphs)
    return in_body < 0.5 and (line.words <= 4 or bool(OPERATOR.search(line.text)))


def is_program(line: Line) -> bool:
    """Text in the typeface of programs."""
    return line.share("mono") > 0.8 and len(line.glyphs) > 3


def goes_on_with_address(text: str, last: Line, line: Line, body: Body) -> bool:
    """Whether a web address at the end of a text goes on in the next line: in its own typeface, not the text's."""
    font = line.glyphs[0].style.font
    return bool(OPEN_ADDRESS.search(text)) and last.glyphs[-1].style.font == font and font != body.font


def run_in(line: Line, body: Body, families: set[str]) -> int:
    """How many glyphs of the line are a heading that runs into the text; 0 for none. `families`: typefaces of headings.

    Such a heading is bold, or in a heading's typeface, or in italics with a number, and ends with a stop or a dash.
    """
    first = line.glyphs[0].style
    end = next((index for index, glyph in enumerate(line.glyphs) if glyph.style != first), len(line.glyphs))
    if first.font == body.font or end < 4:
        return 0
    if end < len(line.glyphs) and line.glyphs[end].char in "—–" and line.glyphs[end - 1].char not in ".:":
        end += 1
    words = _text(line, 0, end)
    if not (first.bold or first.font in families or (first.italic and NUMBERED.match(words))):
        return 0
    if words[-1] not in ".—–" or NO_HEADING.match(words) or not 1 <= len(words.split()) <= LONGEST_RUN_IN:
        return 0
    rest = _text(line, end, len(line.glyphs))
    starts = words[0].isupper() or NUMBERED.match(words)
    return end if starts and (not rest or rest[0].isupper()) and "," not in words else 0


def names_item(line: Line, body: Body) -> bool:
    """Whether a line begins with a bold word and a colon, as the items of some lists do."""
    first = line.glyphs[0].style
    end = next((index for index, glyph in enumerate(line.glyphs) if glyph.style != first), len(line.glyphs))
    head = _text(line, 0, end + 1)
    named = re.match(r"^[^\W\d_][\w -]{1,40}:", head)
    return first.bold and first.font != body.font and bool(named) and end < len(line.glyphs)


def _text(line: Line, start: int, end: int) -> str:
    part = Line(line.page, line.glyphs[start:end]) if start < min(end, len(line.glyphs)) else None
    return part.text.strip() if part is not None else ""
