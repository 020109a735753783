"""Glyphs put together into printed lines."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from generation.ingest.pages import Glyph, PageGlyphs, Style
from generation.records import Box

RUN_GAP = 1.0  # em; a wider blank ends a run: a gutter, a table's next cell
MERGE_GAP = 0.6  # em between two runs of one line that the file draws apart
CRUMB = 3  # glyphs: more than these are no accent
ADDRESS = re.compile(r"\b(https?) ?: ?/ ?/ ?")  # spaced out for line breaking
SUPERSCRIPTS = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")


@dataclass(eq=False)
class Line:
    """Glyphs on one baseline, from left to right, without a wide gap."""

    page: int
    glyphs: tuple[Glyph, ...]

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
        return text_of(self.glyphs, self.size, self.baseline)

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
    for index, glyph in enumerate(glyphs):
        raised = is_raised(glyph, size, baseline)
        before = glyphs[index - 1] if index else None
        if before is not None and glyph.space:
            # A mark hangs on its word, and so does the full stop behind it, whatever blank is seen between them.
            hangs = raised or (is_raised(before, size, baseline) and glyph.char in ".,;:)")
            parts.append("" if hangs else " ")
        parts.append(glyph.char.translate(SUPERSCRIPTS) if raised else glyph.char)
    return ADDRESS.sub(r"\1://", unicodedata.normalize("NFC", "".join(parts)))


def is_raised(glyph: Glyph, size: float, baseline: float) -> bool:
    """Whether a glyph is a superscript in a line of that size and baseline."""
    return glyph.style.size < 0.85 * size and baseline - glyph.baseline > 0.18 * size


def page_lines(page: PageGlyphs) -> list[Line]:
    """The page's lines from top to bottom; those on one baseline from left to right."""
    runs = [Line(page.number, tuple(run)) for run in _runs(page.glyphs)]
    lines = _absorbed(_merged(runs))
    return sorted(lines, key=lambda line: (round(line.baseline), line.box.x0))


def _runs(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    runs: list[list[Glyph]] = []
    for glyph in glyphs:
        if runs and _continues(runs[-1][-1], glyph, runs[-1]):
            runs[-1].append(glyph)
        else:
            runs.append([glyph])
    return runs


def _continues(before: Glyph, glyph: Glyph, run: Sequence[Glyph]) -> bool:
    if not (before.upright and glyph.upright):
        return before.upright == glyph.upright and abs(before.box.x0 - glyph.box.x0) < glyph.style.size
    size = max(before.style.size, glyph.style.size, 1.0)
    gap = glyph.box.x0 - before.box.x1
    # The blank of a full-width sign is part of the sign.
    widest = 1.6 * RUN_GAP if is_cjk(before.char) or is_cjk(glyph.char) else RUN_GAP
    if gap > widest * size or glyph.box.x1 < before.box.x0:
        return False
    rise = abs(glyph.baseline - before.baseline)
    # A superscript is smaller than its line; text of one size on another baseline is another line.
    return rise <= (0.5 if glyph.style.size != before.style.size else 0.2) * size or any(
        abs(glyph.baseline - earlier.baseline) < 0.1 * size for earlier in run[-6:]
    )


def _merged(runs: list[Line]) -> list[Line]:
    """Runs of one baseline that stand close together become one line: the file need not draw a line in one go."""
    merged: list[Line] = []
    for run in sorted(runs, key=lambda run: (round(run.baseline), run.box.x0)):
        for index in range(len(merged) - 1, max(-1, len(merged) - 13), -1):
            if _same_line(merged[index], run):
                merged[index] = joined(merged[index], run)
                break
        else:
            merged.append(run)
    return merged


def joined(left: Line, right: Line) -> Line:
    """Two runs of one line as one, with a blank between them where one can be seen."""
    first = right.glyphs[0]
    if first.box.x0 - left.box.x1 > 0.15 * max(left.size, right.size):
        first = replace(first, space=True)
    return Line(left.page, (*left.glyphs, first, *right.glyphs[1:]))


def _same_line(line: Line, run: Line) -> bool:
    if not (line.upright and run.upright):
        return False
    size = max(line.size, run.size)
    gap = run.box.x0 - line.box.x1
    small, large = sorted((line.size, run.size))
    rise = abs(line.baseline - run.baseline)
    if small > 0.9 * large:
        return -0.6 * size <= gap <= MERGE_GAP * size and rise <= 0.15 * size
    return -0.3 * size <= gap <= 0.3 * small and rise <= 0.45 * size


def _absorbed(lines: list[Line]) -> list[Line]:
    """Accents, limits and the like that stand over or under a line's letters become part of it."""
    hosts = sorted((line for line in lines if len(line.glyphs) >= 3 * CRUMB and line.upright), key=lambda n: n.baseline)
    baselines = [host.baseline for host in hosts]
    tallest = max((host.size for host in hosts), default=0.0)
    taken: dict[Line, list[Line]] = {}
    for crumb in lines:
        if len(crumb.glyphs) > CRUMB or not crumb.upright:
            continue
        middle = (crumb.box.x0 + crumb.box.x1) / 2
        nearest = bisect_left(baselines, crumb.baseline - 0.45 * tallest)
        beyond = bisect_right(baselines, crumb.baseline + 0.9 * tallest)
        for host in hosts[nearest:beyond]:
            rise = host.baseline - crumb.baseline
            if -0.45 * host.size < rise < 0.9 * host.size and host.box.x0 < middle < host.box.x1:
                taken.setdefault(host, []).append(crumb)
                break
    gone = {crumb for group in taken.values() for crumb in group}
    kept = [line for line in lines if line not in gone and line not in taken]
    for host, group in taken.items():
        glyphs = [*host.glyphs, *(glyph for crumb in group for glyph in crumb.glyphs)]
        kept.append(Line(host.page, tuple(sorted(glyphs, key=lambda glyph: glyph.box.x0))))
    return kept
