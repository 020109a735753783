"""Which lines are headings: learned from numbered ones and well-known words, then applied to all set alike."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from generation.ingest.layout import Body, PageLayout
from generation.ingest.lines import Line

NUMBERED = re.compile(
    r"^(?P<number>(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z](?:\.\d{1,2}){1,3})\.?|[A-Z]\.|[IVX]{1,5}\.)\s+(?P<rest>[^\W\d_].*)$"
)
KNOWN = re.compile(
    r"^(?:abstract|summary|keywords?|introduction|background|related works?|motivation|preliminaries|methods?|methodology|"
    r"materials? and methods|methods and materials|data|datasets?|experiments?|experimental (?:setup|results)|results?|"
    r"results and discussion|discussion|conclusions?|concluding remarks|discussion and conclusions?|limitations|future work|"
    r"evaluation|references|bibliography|acknowledge?ments?|funding|appendix|appendices|supplementary materials?|"
    r"data availability|code availability|author contributions|competing interests|摘要|引言|绪论|方法|实验|结果|讨论|结论|参考文献|致谢)"
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


@dataclass(eq=False)
class Heading:
    """A heading as it stands: one line, or several set alike."""

    lines: list[Line]
    number: str
    text: str
    level: int


def find_headings(layouts: Sequence[PageLayout], body: Body) -> dict[int, set[Line]]:
    """For each page number, the lines that are headings."""
    candidates = [(layout, line) for layout in layouts for line in layout.lines if _may_be_heading(line, body)]
    anchors: Counter[HeadingStyle] = Counter()
    for _, line in candidates:
        if is_anchor(line.text) and _stands_out(line, body) and not line.style.mono:
            anchors[style_of(line)] += 1
    found: dict[int, set[Line]] = {layout.number: set() for layout in layouts}
    for layout, line in candidates:
        style = style_of(line)
        if (
            (anchors[style] and (_stands_out(line, body) or is_anchor(line.text)))
            or (NUMBERED.match(line.text) and anchors[style_of_first(line)])
            or (KNOWN.match(bare(line.text)) and _is_alone(line, layout))
            or (
                re.match(r"^\d{1,2}\s+\S{1,12}$", line.text)
                and any(ord(c) > 0x2E80 for c in line.text)
                and _is_alone(line, layout)
            )
        ):
            found[layout.number].add(line)
    return found


def style_of(line: Line) -> HeadingStyle:
    return HeadingStyle(line.style.font, round(line.size), line.style.bold)


def style_of_first(line: Line) -> HeadingStyle:
    """The style in which a line begins: a heading may name a program in another typeface."""
    style = line.glyphs[0].style
    return HeadingStyle(style.font, round(style.size), style.bold)


def bare(text: str) -> str:
    """A heading's words without its number."""
    match = NUMBERED.match(text)
    return (match["rest"] if match else text).strip()


def number_of(text: str) -> str:
    match = NUMBERED.match(text)
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
    return letters >= 2 and letters >= 0.5 * len(words.replace(" ", "")) and line.size >= body.size - 1.2


def _stands_out(line: Line, body: Body) -> bool:
    return (
        line.size >= body.size + 0.8
        or line.share("bold") > 0.75
        or (line.style.font != body.font and line.size >= body.size + 0.4)
    )


def _is_alone(line: Line, layout: PageLayout) -> bool:
    """Nothing else on its baseline in its column, and a little blank above."""
    index = layout.column_of(line.box)
    others = [other for other in layout.lines if other is not line and layout.in_column(other.box, index)]
    same = any(abs(other.baseline - line.baseline) < 0.5 * line.size for other in others)
    above = [other.bottom for other in others if other.baseline < line.baseline]
    return not same and (not above or line.top - max(above) > 0.3 * line.size)
