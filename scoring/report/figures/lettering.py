"""The letters of the figures: fonts that come with the libraries, widths of lines, and lines that fit."""

from bisect import bisect_right
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

import font_source_sans_pro
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.textpath import TextPath

SMALL: Final = 13.0  # axis, caption, table head: 7 pt in the PDF
BODY: Final = 15.0  # names and numbers
PX_PER_INCH: Final = 96
_LONGEST_TEXT: Final = 1000  # characters; wider than any sheet

Weight = Literal["normal", "semibold"]


@cache
def _letters() -> frozenset[int]:
    """Make Source Sans known to matplotlib; the characters it has."""
    for name in ("SourceSansPro", "SourceSansProSemibold"):
        fontManager.addfont(font_source_sans_pro.font_files_otf[name])
    return frozenset(get_font(font_source_sans_pro.font_files_otf["SourceSansPro"]).get_charmap())


@cache
def _more_letters() -> frozenset[int]:
    """The characters of DejaVu Sans, which comes with matplotlib and has many letters that Source Sans lacks."""
    return frozenset(get_font(findfont("DejaVu Sans")).get_charmap())


@cache
def _han(weight: Weight) -> Path:
    face = "Bold" if weight == "semibold" else "Regular"
    return Path(str(files(f"cvttf_NotoSansCJK_{face}"))) / f"NotoSansCJKtc-{face}.otf"


@cache
def _han_letters() -> frozenset[int]:
    """The characters of Noto Sans CJK: Chinese, Japanese and Korean, with Latin, Greek and Cyrillic letters."""
    return frozenset(get_font(_han("normal")).get_charmap())


def can_be_drawn(text: str) -> bool:
    """Whether a figure has all letters of `text`; it draws an empty box for each that it lacks.

    Only fonts that come with the libraries count, so that a report is the same on every machine.
    """
    letters = {ord(character) for character in text}
    return letters <= _letters() or letters <= _more_letters() or letters <= _han_letters()


@cache
def font(text: str, size: float, weight: Weight) -> FontProperties:
    """The first font that has all letters of `text`; where none has, the one that has most of the world's."""
    letters = {ord(character) for character in text}
    if letters <= _letters():
        return FontProperties(family="Source Sans Pro", weight=weight, size=size)
    if letters <= _more_letters() or not letters & _han_letters() - _more_letters():
        return FontProperties(family="DejaVu Sans", weight="bold" if weight == "semibold" else "normal", size=size)
    return FontProperties(fname=_han(weight), size=size)


@cache
def text_width(text: str, size: float = BODY, weight: Weight = "normal") -> float:
    """Width of a line of text in pixels."""
    if not text.strip():
        return 0.0
    return float(TextPath((0, 0), text, size=size, prop=font(text, size, weight)).get_extents().width)


def shortened(text: str, width: float, size: float = BODY, weight: Weight = "normal") -> str:
    """`text`, or its beginning and `…` where it is wider than `width` pixels."""
    text = text[:_LONGEST_TEXT]
    if text_width(text, size, weight) <= width:
        return text
    # Halving, because measuring is slow and a name may be long.
    fitting = bisect_right(range(len(text)), width, key=lambda kept: text_width(text[:kept] + "…", size, weight))
    return text[: max(0, fitting - 1)].rstrip() + "…"


def wrapped(text: str, width: float, size: float = SMALL) -> list[str]:
    """`text` in lines of at most `width` pixels; a word wider than a line is shortened."""
    space = text_width("n n", size) - 2 * text_width("n", size)
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
