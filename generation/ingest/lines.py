"""A printed line: its glyphs, its type and its text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from generation.ingest.pages import Glyph, Style
from generation.ingest.signs import ACCENTS, TEX, raised_text, tidied
from generation.records import Box


@dataclass(eq=False)
class Line:
    """Glyphs on one baseline, from left to right, without a wide gap."""

    page: int
    glyphs: tuple[Glyph, ...]
    left_out: frozenset[int] = frozenset()  # places of glyphs that are no part of the text: reference marks

    @cached_property
    def box(self) -> Box:
        return union(glyph.box for glyph in self.glyphs)

    @cached_property
    def style(self) -> Style:
        """The style that most of the letters have."""
        if len(self.glyphs) == 1:  # the markers of a scatter plot: thousands
            return self.glyphs[0].style
        return Counter(glyph.style for glyph in self.glyphs).most_common(1)[0][0]

    @cached_property
    def size(self) -> float:
        return self.style.size

    @cached_property
    def baseline(self) -> float:
        if len(self.glyphs) == 1:
            return round(self.glyphs[0].baseline, 1)
        return Counter(round(g.baseline, 1) for g in self.glyphs if g.style == self.style).most_common(1)[0][0]

    @cached_property
    def top(self) -> float:
        """Where the line's letters start, whatever letters they are: three quarters of an em above the baseline."""
        return self.baseline - 0.75 * self.size

    @cached_property
    def bottom(self) -> float:
        return self.baseline + 0.22 * self.size

    @property
    def upright(self) -> bool:
        return self.glyphs[0].upright

    @cached_property
    def text(self) -> str:
        kept: Sequence[Glyph] = self.glyphs
        if self.left_out:
            kept = _unmarked(self.glyphs, self.left_out)
        return text_of(kept, self.size, self.baseline)

    def leave_out(self, places: Iterable[int]) -> None:
        """Takes glyphs out of the line's text; they keep their place on the page."""
        self.left_out |= frozenset(places)
        for name in ("text", "words"):
            self.__dict__.pop(name, None)

    @cached_property
    def words(self) -> int:
        """Words that are words: of three letters or more; two characters count as one where no blanks are written."""
        spaced = sum(1 for word in self.text.split() if sum(c.isalpha() and not is_cjk(c) for c in word) >= 3)
        return spaced + sum(map(is_cjk, self.text)) // 2

    def share(self, attribute: str) -> float:
        """The share of glyphs whose style is bold, italic or mono."""
        return sum(1 for glyph in self.glyphs if getattr(glyph.style, attribute)) / len(self.glyphs)


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that writes without blanks between words."""
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\uff00" <= char <= "\uff60"


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box round them all; there must be one at least."""
    found = list(boxes)
    return Box(min(b.x0 for b in found), min(b.y0 for b in found), max(b.x1 for b in found), max(b.y1 for b in found))


def text_of(glyphs: Sequence[Glyph], size: float, baseline: float) -> str:
    """The glyphs as text; raised small figures become Unicode superscripts, so that 10 to the -3 does not read 10-3."""
    parts: list[str] = []
    raised: list[str] = []  # superscripts that stand together
    waiting = ""  # an accent that the file draws before its letter
    for index, glyph in enumerate(glyphs):
        is_high = is_raised(glyph, size, baseline)
        before = glyphs[index - 1] if index else None
        if raised and (not is_high or glyph.space):
            parts.append(raised_text("".join(raised), parts[-1] if parts else ""))
            raised = []
        accented = _accented(glyphs, index) if glyph.char in ACCENTS else None
        if accented is not None and accented < index:
            parts.append(ACCENTS[glyph.char])
            continue
        if before is not None and glyph.space:
            # A mark hangs on its word, and so does the stop behind it or behind a symbol, whatever blank is seen there.
            hangs = is_high or (glyph.char in ".,;:)" and _is_symbol(before, size) and _ends_word(glyphs, index))
            if not hangs:
                parts.append(" ")
        if accented is not None:
            waiting = ACCENTS[glyph.char]
        elif is_high:
            raised.append(glyph.char)
        else:
            parts.append(glyph.char + waiting)
            waiting = ""
    if raised:
        parts.append(raised_text("".join(raised), parts[-1] if parts else ""))
    return tidied("".join(parts))


def _is_symbol(glyph: Glyph, size: float) -> bool:
    """Whether a glyph is an index or a letter of a formula."""
    return glyph.style.size < 0.85 * size or TEX.match(glyph.style.font) is not None


def _ends_word(glyphs: Sequence[Glyph], index: int) -> bool:
    return index + 1 == len(glyphs) or glyphs[index + 1].space


def _accented(glyphs: Sequence[Glyph], index: int) -> int | None:
    """Where the letter stands that the accent at `index` stands over, or None."""
    accent = glyphs[index].box
    for place in (index - 1, index + 1):
        if 0 <= place < len(glyphs) and glyphs[place].char.isalpha():
            letter = glyphs[place].box
            if min(letter.x1, accent.x1) - max(letter.x0, accent.x0) > 0.5 * min(accent.width, letter.width):
                return place
    return None


def _unmarked(glyphs: Sequence[Glyph], left_out: frozenset[int]) -> list[Glyph]:
    """The glyphs without those left out; a stop after one of them comes up to the word before, or is its second."""
    kept: list[Glyph] = []
    for index, glyph in enumerate(glyphs):
        if index in left_out:
            continue
        if index - 1 in left_out and glyph.char in ".,;:)":
            if glyph.char == "." and kept and kept[-1].char == ".":
                continue
            glyph = replace(glyph, space=False)
        kept.append(glyph)
    return kept


def is_raised(glyph: Glyph, size: float, baseline: float) -> bool:
    """Whether a glyph is a superscript in a line of that size and baseline."""
    return glyph.style.size < 0.85 * size and baseline - glyph.baseline > 0.18 * size


def joined(left: Line, right: Line) -> Line:
    """Two runs of one line as one, with a blank between them where one can be seen."""
    first = right.glyphs[0]
    if first.box.x0 - left.box.x1 > 0.15 * max(left.size, right.size):
        first = replace(first, space=True)
    return Line(left.page, (*left.glyphs, first, *right.glyphs[1:]))
