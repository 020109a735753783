"""The captions of figures and tables: which lines they are, and what they say."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, union
from generation.ingest.prose import join_lines
from generation.records import Box


class CaptionKind(Enum):
    """What a caption belongs to. Listings are not cut out, but what stands below their caption is no figure's."""

    FIGURE = "figure"
    TABLE = "table"
    LISTING = "listing"


LABEL = re.compile(
    r"^(?P<label>"
    r"(?:(?:supplementary|supplemental|supporting|extended\s+data|appendix)\s+)?"
    r"(?P<word>figure|fig\.?|table|tab\.?|scheme|chart|plate|map|code|listing|algorithm|box|图|圖|表)\s*"
    r"(?P<number>[A-Z]{0,2}\.?\d{1,3}(?:\.\d{1,3})?[a-z]?|[IVXL]{1,6})\b"
    r")\s*(?P<mark>[.:|：．。,–—-]+|(?=\()|$)?\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
SUPPLEMENT = re.compile(r"supplement|supporting|extended\s+data|appendix", re.IGNORECASE)
SUPPLEMENT_NUMBER = re.compile(r"(?:S|SI|E|ED|[A-D])\.?\d")
CONTINUES = re.compile(
    r"^(?:shows?|presents?|depicts?|illustrates?|gives?|lists?|summari[sz]es?|compares?|and|in|is|are|was|of|we)\b"
)


@dataclass(eq=False)
class Caption:
    """A caption on a page. `column` is None when it runs across columns."""

    kind: CaptionKind
    label: str
    number: str
    text: str
    page: int
    lines: list[Line]
    column: int | None

    @property
    def supplementary(self) -> bool:
        """Whether the label says that this belongs to a supplement or an appendix."""
        return bool(SUPPLEMENT.match(self.label) or SUPPLEMENT_NUMBER.match(self.number))

    @property
    def box(self) -> Box:
        return union(line.box for line in self.lines)

    @property
    def top(self) -> float:
        return min(line.top for line in self.lines)

    @property
    def bottom(self) -> float:
        return max(line.bottom for line in self.lines)


def has_label(layout: PageLayout) -> bool:
    """Whether any line of the page starts like a caption."""
    return any(line.upright and LABEL.match(line.text) for line in layout.lines)


def find_captions(layouts: Sequence[PageLayout], body: Body, rules: Mapping[int, Sequence[Box]]) -> list[Caption]:
    """All captions of the paper; where a label stands at the start of several lines, the likeliest one is its caption.

    `rules` are each page's horizontal rules: no caption runs on below one.
    """
    best: dict[tuple[str, str], tuple[float, Caption]] = {}
    order: list[tuple[str, str]] = []
    for layout in layouts:
        for line in layout.lines:
            match = LABEL.match(line.text) if line.upright else None
            score = _score(line, match, layout, body) if match else 0.0
            if match is None or score <= 0:
                continue
            caption = _caption(line, match, layout, rules.get(layout.number, ()))
            key = (_noun(match["word"]), caption.number.casefold())
            if re.search(r"continued", caption.text[:60], re.IGNORECASE):
                key = (key[0], f"{key[1]}@{layout.number}")
            if key not in best:
                order.append(key)
            if key not in best or score > best[key][0]:
                best[key] = (score, caption)
    found = [best[key][1] for key in order]
    return sorted(found, key=lambda caption: (caption.page, caption.top))


def _noun(word: str) -> str:
    word = word.casefold().rstrip(".")
    return {"fig": "figure", "图": "figure", "圖": "figure", "tab": "table", "表": "table"}.get(word, word)


def kind_of(word: str) -> CaptionKind:
    """What a label's noun names."""
    noun = _noun(word)
    if noun == "table":
        return CaptionKind.TABLE
    if noun in {"code", "listing", "algorithm", "box"}:
        return CaptionKind.LISTING
    return CaptionKind.FIGURE


def _score(line: Line, match: re.Match[str], layout: PageLayout, body: Body) -> float:
    """How surely a line that starts with a label starts a caption; 0 for a sentence of the text."""
    mark, rest = match["mark"] or "", match["rest"]
    if not match["word"][0].isupper() and match["word"][0].isascii():
        return 0.0
    if CONTINUES.match(rest) and not mark.strip("-–—,"):
        return 0.0
    stands_alone = _gap_above(line, layout) > 0.45 * line.size
    other_type = abs(line.size - body.size) > 0.4 or line.glyphs[0].style != line.glyphs[-1].style
    bold_label = line.glyphs[0].style.bold
    score = 0.0
    if mark and mark[0] in ".:|：．。":
        score += 2
    if bold_label:
        score += 2
    if stands_alone:
        score += 1.5
    if other_type:
        score += 1
    if not rest and not mark:
        score += 1 if stands_alone else -2
    if mark and mark[0] == ",":
        score -= 3
    starts_sentence = not rest or not rest[0].islower()
    score += 0.5 if starts_sentence else -1.5
    return score if score >= 3 else 0.0


def _gap_above(line: Line, layout: PageLayout) -> float:
    """Blank above a line in its column, in points; large when nothing is above."""
    index = layout.column_of(line.box)
    above = [
        other.bottom
        for other in layout.lines
        if other is not line
        and other.upright
        and other.baseline < line.baseline - 2
        and layout.in_column(other.box, index)
        and min(other.box.x1, line.box.x1) - max(other.box.x0, line.box.x0) > 0
    ]
    return line.top - max(above) if above else 1000.0


def _caption(first: Line, match: re.Match[str], layout: PageLayout, rules: Sequence[Box]) -> Caption:
    lines = _extended(first, layout, rules)
    whole = LABEL.match(join_lines(line.text for line in lines))
    text = (whole or match)["rest"].strip().lstrip(":.– ").strip()
    column = layout.column_of(union(line.box for line in lines))
    return Caption(
        kind_of(match["word"]), " ".join(match["label"].split()), match["number"], text, layout.number, lines, column
    )


def _extended(first: Line, layout: PageLayout, rules: Sequence[Box]) -> list[Line]:
    """The first line of a caption and those that follow it, set alike and at the same distance."""
    lines = [first]
    step: float | None = None
    for line in _followers(first, layout):
        advance = line.baseline - lines[-1].baseline
        if advance < 0.5 * first.size:
            continue
        if advance > (1.75 * first.size if step is None else step + 0.25 * first.size):
            break
        if abs(line.size - first.size) > 0.5 or (LABEL.match(line.text) and _is_bold_start(line, first)):
            break
        if line.box.x0 > first.box.x1 or line.box.x1 < first.box.x0 or not _is_set_alike(line, lines):
            break
        if _is_ruled_off(lines[-1], line, rules) or _is_row(line, first, layout):
            break
        step = advance if step is None else min(step, advance)
        lines.append(line)
    return lines


def _is_ruled_off(upper: Line, lower: Line, rules: Sequence[Box]) -> bool:
    return any(
        rule.width > 40
        and upper.baseline < (rule.y0 + rule.y1) / 2 < lower.baseline
        and min(rule.x1, upper.box.x1) > max(rule.x0, upper.box.x0)
        for rule in rules
    )


def _is_row(line: Line, first: Line, layout: PageLayout) -> bool:
    """Whether the line has company on its baseline under the caption: then it is a row of the table."""
    return any(
        other is not line
        and abs(other.baseline - line.baseline) < 2
        and first.box.x0 - 5 < (other.box.x0 + other.box.x1) / 2 < first.box.x1 + 5
        for other in layout.lines
    )


def _is_bold_start(line: Line, first: Line) -> bool:
    return line.glyphs[0].style.bold == first.glyphs[0].style.bold


def _is_set_alike(line: Line, lines: Sequence[Line]) -> bool:
    """Flush left with the last line, hanging under the first, or centred like them."""
    last, first = lines[-1].box, lines[0].box
    centred = abs((line.box.x0 + line.box.x1) - (first.x0 + first.x1)) < 12
    flush = abs(line.box.x0 - last.x0) < 12 or abs(line.box.x0 - first.x0) < 12
    hanging = len(lines) == 1 and 0 < line.box.x0 - first.x0 < 90
    return flush or centred or hanging


def _followers(first: Line, layout: PageLayout) -> Iterable[Line]:
    index = layout.column_of(first.box)
    below = [
        line
        for line in layout.lines
        if line is not first
        and line.upright
        and line.baseline > first.baseline
        and layout.in_column(line.box, index)
        and min(line.box.x1, first.box.x1 + 40) - max(line.box.x0, first.box.x0 - 40) > 0
    ]
    return sorted(below, key=lambda line: (line.baseline, line.box.x0))
