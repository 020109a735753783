"""Which lines are headings: learned from numbered ones and well-known words, then applied to all set alike."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line, is_cjk

NUMBERED = re.compile(
    r"^(?P<number>(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z](?:\.\d{1,2}){1,3})\.?|"
    r"[A-Z]\.|[IVX]{1,5}\.)\s+(?P<rest>[^\W\d_].*)$"
)
# A letter alone, or with a number, is the number of an appendix.
LETTERED = re.compile(r"^(?P<number>[A-Z]\d?)\s+(?P<rest>(?:Appendix|Supplement).*)$")
KNOWN = re.compile(
    r"^(?:abstract|summary|keywords?|introduction|background|related works?|"
    r"motivation|preliminaries|methods?|methodology|"
    r"materials? and methods|methods and materials|data|datasets?|experiments?|"
    r"experimental (?:setup|results)|results?|"
    r"results and discussion|discussion|conclusions?|concluding remarks|"
    r"discussion and conclusions?|limitations|future work|"
    r"evaluation|references|bibliography|acknowledge?ments?|funding|appendix|appendices|supplementary materials?|"
    r"data availability|code availability|author contributions|competing interests|"
    r"摘要|引言|绪论|方法|实验|结果|讨论|结论|参考文献|致谢)"
    r"[.:：]?$",
    re.IGNORECASE,
)
MAX_WORDS = 18


@dataclass(frozen=True, slots=True)
class HeadingStyle:
    """How headings of one kind are set."""

    font: str
    size: float
    bold: bool


def find_headings(layouts: Sequence[PageLayout], body: Body) -> dict[int, set[Line]]:
    """For each page number, the lines that are headings."""
    candidates = [(layout, line) for layout in layouts for line in layout.lines if _may_be_heading(line, body)]
    anchors = Counter(
        style_of(line)
        for layout, line in candidates
        if is_anchor(line.text) and _is_named(line, body) and (_stands_out(line, body) or _differs(line, layout, body))
    )
    families = {style.font for style in anchors if style.font != body.font}
    found: dict[int, set[Line]] = {layout.number: set() for layout in layouts}
    for layout, line in candidates:
        if _is_heading(line, layout, body, anchors, families):
            found[layout.number].add(line)
    _clear_front(found[1])
    return found


def _clear_front(first_page: set[Line]) -> None:
    """Above the first heading that is sure to be one stand names and addresses, however they are set."""
    start = min((line.baseline for line in first_page if is_anchor(line.text)), default=0.0)
    first_page -= {line for line in first_page if line.baseline < start}


def _is_heading(line: Line, layout: PageLayout, body: Body, anchors: Counter[HeadingStyle], families: set[str]) -> bool:
    style = style_of(line)
    if anchors[style] and (_stands_out(line, body) or (is_anchor(line.text) and _is_alone(line, layout))):
        return True
    if NUMBERED.match(line.text) and anchors[style_of_first(line)] and _stands_out(line, body):
        return True
    if KNOWN.match(bare(line.text)) or (
        NUMBERED.match(line.text) and any(map(is_cjk, line.text[:12])) and line.words < 7
    ):
        return _is_alone(line, layout)
    # A lower heading without number, in the typeface of the others and larger than the text.
    largest = max((anchor.size for anchor in anchors), default=0)
    lower = style.font in families and body.size + 0.8 <= line.size <= largest
    return lower and line.text[0].isupper() and _is_alone(line, layout, blank=0.8)


def style_of(line: Line) -> HeadingStyle:
    return HeadingStyle(line.style.font, round(line.size), line.style.bold)


def _is_named(line: Line, body: Body) -> bool:
    """Whether the line's typeface says something: not the nameless one of a program's name amid named type."""
    return not line.style.mono and (bool(line.style.font) or not body.font)


def style_of_first(line: Line) -> HeadingStyle:
    """The style in which a line begins: a heading may name a program in another typeface."""
    style = line.glyphs[0].style
    return HeadingStyle(style.font, round(style.size), style.bold)


def bare(text: str) -> str:
    """A heading's words without its number."""
    match = NUMBERED.match(text) or LETTERED.match(text)
    return (match["rest"] if match else text).strip()


def number_of(text: str) -> str:
    match = NUMBERED.match(text) or LETTERED.match(text)
    return match["number"].rstrip(".") if match else ""


def is_anchor(text: str) -> bool:
    """Whether the words alone make it a heading when they stand out from the text."""
    return bool(KNOWN.match(bare(text))) or bool(NUMBERED.match(text))


def _may_be_heading(line: Line, body: Body) -> bool:
    if (
        not line.upright
        or (line.share("mono") > 0.5 and not NUMBERED.match(line.text))
        or max(len(line.text.split()), line.words) > MAX_WORDS
    ):
        return False
    words = bare(line.text)
    letters = sum(char.isalpha() for char in words)
    return letters >= 2 and letters >= 0.5 * len(words.replace(" ", "")) and line.size >= 0.85 * body.size


def _stands_out(line: Line, body: Body) -> bool:
    return (
        line.size >= body.size + 0.8
        or line.share("bold") > 0.75
        or (line.style.font != body.font and line.size >= body.size + 0.4)
    )


def _differs(line: Line, layout: PageLayout, body: Body) -> bool:
    """A numbered line of the text's size in one other typeface, alone in its row: a heading of low rank."""
    fonts = {glyph.style.font for glyph in line.glyphs}
    other = len(fonts) == 1 and body.font not in fonts and line.size >= 0.85 * body.size
    return other and bool(NUMBERED.match(line.text)) and _is_alone(line, layout)


def _is_alone(line: Line, layout: PageLayout, blank: float = 0.3) -> bool:
    """Nothing else on its baseline in its column, and a little blank above."""
    index = layout.column_of(line.box)
    others = [other for other in layout.lines if other is not line and layout.in_column(other.box, index)]
    same = any(abs(other.baseline - line.baseline) < 0.5 * line.size for other in others)
    above = [other.bottom for other in others if other.baseline < line.baseline]
    return not same and (not above or line.top - max(above) > blank * line.size)
