"""The letters of the figures: fonts that come with the libraries, widths of lines, and lines that fit."""

from bisect import bisect_right
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, get_args

import font_source_sans_pro
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LoadFlags

SMALL: Final = 13.0  # axis, caption, table head: 7 pt in the PDF
BODY: Final = 15.0  # names and numbers
PX_PER_INCH: Final = 96
_BREAKS: Final = " -_/.·:）)"
_LONGEST_TEXT: Final = 1000  # characters; wider than any sheet

Weight = Literal["normal", "semibold"]
Face = Literal["Source Sans", "DejaVu Sans", "Noto Sans CJK"]

_SOURCE: Final = {"normal": "SourceSansPro", "semibold": "SourceSansProSemibold"}
_HEAVY: Final = {"normal": "Regular", "semibold": "Bold"}


@cache
def _file(face: Face, weight: Weight) -> Path:
    """The file of a font."""
    match face:
        case "Source Sans":  # in TrueType, because publishers take no Type 3 fonts, which others become in a PDF
            return Path(font_source_sans_pro.font_files_ttf[_SOURCE[weight]])
        case "DejaVu Sans":  # comes with matplotlib and has many letters that Source Sans lacks
            bold = "bold" if weight == "semibold" else "normal"
            return Path(findfont(FontProperties(family="DejaVu Sans", weight=bold)))
        case "Noto Sans CJK":  # Chinese, Japanese and Korean, with Latin, Greek and Cyrillic letters
            heavy = _HEAVY[weight]
            return Path(str(files(f"cvttf_NotoSansCJK_{heavy}"))) / f"NotoSansCJKtc-{heavy}.otf"


@cache
def _letters(face: Face) -> frozenset[int]:
    """The characters a font has."""
    return frozenset(get_font(_file(face, "normal")).get_charmap())


def can_be_drawn(text: str) -> bool:
    """Whether a figure has all letters of `text`; it draws an empty box for each that it lacks.

    Only fonts that come with the libraries count, so that a report is the same on every machine.
    """
    letters = {ord(character) for character in text}
    return any(letters <= _letters(face) for face in get_args(Face))


@cache
def _face(text: str) -> Face:
    """The first font that has all letters of `text`, or else the one that has most of them."""
    letters = {ord(character) for character in text}
    faces: tuple[Face, ...] = get_args(Face)
    return min(faces, key=lambda face: len(letters - _letters(face)))


def is_truetype(text: str) -> bool:
    """Whether the font for a text has TrueType outlines; only Noto Sans CJK has not."""
    return _face(text) != "Noto Sans CJK"


@cache
def font(text: str, size: float, weight: Weight) -> FontProperties:
    """The font for a text; `size` in points."""
    return FontProperties(fname=_file(_face(text), weight), size=size)


@cache
def text_width(text: str, size: float = BODY, weight: Weight = "normal") -> float:
    """Width of a line of text in pixels."""
    face = _face(text)
    return size * sum(_advance(character, face, weight) for character in text)


@cache
def _advance(character: str, face: Face, weight: Weight) -> float:
    """Width of one character in a font of size 1."""
    letters = get_font(_file(face, weight))
    if ord(character) not in letters.get_charmap():
        return 1.0  # an empty box is drawn, and a font without the letter has no width for it
    return float(letters.load_char(ord(character), flags=LoadFlags.NO_SCALE).horiAdvance) / letters.units_per_EM


def shortened(text: str, width: float, size: float = BODY, weight: Weight = "normal") -> str:
    """`text`, or its beginning and `…` where it is wider than `width` pixels."""
    text = text[:_LONGEST_TEXT]
    if text_width(text, size, weight) <= width:
        return text
    # Halving, because measuring is slow and a name may be long.
    fitting = bisect_right(range(len(text)), width, key=lambda kept: text_width(text[:kept] + "…", size, weight))
    return text[: max(0, fitting - 1)].rstrip() + "…"


def clipped(name: str, width: float, size: float = BODY, weight: Weight = "normal") -> str:
    """A name, or its beginning and its end: names of one family often differ at the end."""
    name = name[:_LONGEST_TEXT]
    if text_width(name, size, weight) <= width:
        return name

    def within(kept: int) -> str:
        head = (kept + 1) // 2
        return f"{name[:head].rstrip()}…{name[len(name) - kept + head :].lstrip()}"

    fitting = bisect_right(range(len(name)), width, key=lambda kept: text_width(within(kept), size, weight))
    return within(max(0, fitting - 1))


def two_lines(name: str, width: float, size: float = BODY, weight: Weight = "normal") -> list[str]:
    """A name on one line, or on two, parted after a space or a mark where there is one."""
    name = name[:_LONGEST_TEXT]
    if text_width(name, size, weight) <= width:
        return [name]
    fitting = bisect_right(range(len(name)), width, key=lambda kept: text_width(name[:kept], size, weight)) - 1
    marks = [place for place in range(fitting, fitting // 2, -1) if name[place - 1] in _BREAKS]
    part = marks[0] if marks else max(1, fitting)
    return [name[:part].rstrip(), clipped(name[part:].lstrip(), width, size, weight)]


def wrapped(text: str, width: float, size: float = SMALL) -> list[str]:
    """`text` in lines of at most `width` pixels; a word wider than a line is shortened."""
    space = text_width(" ", size)
    lines: list[str] = []
    used = 0.0
    for word in text.split(" "):
        own = text_width(word, size)
        if lines and used + space + own <= width:
            lines[-1] += f" {word}"
            used += space + own
        else:
            lines.append(shortened(word, width, size))
            used = own
    return lines
