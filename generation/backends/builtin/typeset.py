"""Small typographic care that changes no word: curly quotes, and blanks that must not break."""

import re
from typing import Final

NBSP: Final = "\u00a0"

_OPENS_QUOTE: Final = re.compile(r"(^|[\s(\[{—–“‘])[\"']+(?=\S)")
_UNIT: Final = (
    "%|percent|per cent|ppm|ppb|hours?|minutes?|seconds?|days?|weeks?|months?|years?|cases?|people|points?|times|"
    "million|billion|thousand|dollars?|deaths?|[munkµμ]?s|[kcmµμn]?m|km2|[kmµμ]?g|[kMG]?Hz|[mkM]?V|[mkM]?W|[mkM]?eV|K|"
    "[KMGT]i?B|°C|°"
)
_BEFORE_UNIT: Final = re.compile(rf"(?<=\d) (?=(?:{_UNIT})(?![\w-]))")
_AFTER_LABEL: Final = re.compile(
    r"\b(Figures?|Figs?\.|Tables?|Tabs?\.|Sections?|Sect?\.|Eqs?\.|Eqn\.|Equations?|Appendix|pages?|pp?\.|No\.|Dr\.|"
    r"Prof\.|vol\.) (?=[\dA-Z(])"
)
_INITIAL: Final = re.compile(r"\b([A-Z]\.) (?=[A-Z])")
_SIGN: Final = re.compile(r" ([=<>≤≥±≈×∼~]) (?=[\d.−-])")
_DASH: Final = re.compile(r"(?<=\w) (?=[-–—] )")
_TWO_PARTS: Final = re.compile(r"\b(et|i\.e\.|e\.g\.|cf\.) (?=\S)")


def typeset(text: str) -> str:
    """The same words with proper quotation marks, and no line break between a number and its unit.

    `plain` undoes it, so that a text on a poster can be looked up in its paper.
    """
    return _bind(_curl(text))


def plain(text: str) -> str:
    """White space as one blank and quotation marks straight: the form in which typeset texts are compared."""
    for sign in "“”„":
        text = text.replace(sign, '"')
    for sign in "‘’‚":
        text = text.replace(sign, "'")
    return " ".join(text.split())


def _curl(text: str) -> str:
    if '"' not in text and "'" not in text:
        return text
    opened = _OPENS_QUOTE.sub(lambda found: _curled(found, '"', "“", "'", "‘"), text)
    # After a figure a straight mark may stand for inches or minutes; there only a quote that is open is closed.
    signs: list[str] = []
    for place, sign in enumerate(opened):
        before = opened[place - 1] if place else ""
        if sign == '"':
            depth = sum(s == "“" for s in signs) - sum(s == "”" for s in signs)
            signs.append('"' if before.isdigit() and depth <= 0 else "”")
        elif sign == "'":
            depth = sum(s == "‘" for s in signs)
            signs.append("'" if before.isdigit() and not depth else "’")
        else:
            signs.append(sign)
    return "".join(signs)


def _curled(found: re.Match[str], *pairs: str) -> str:
    straight = dict(zip(pairs[::2], pairs[1::2], strict=True))
    return "".join(straight.get(sign, sign) for sign in found.group())


def _bind(text: str) -> str:
    text = _BEFORE_UNIT.sub(NBSP, text)
    text = _AFTER_LABEL.sub(rf"\1{NBSP}", text)
    text = _DASH.sub(NBSP, text)
    text = _INITIAL.sub(rf"\1{NBSP}", text)
    text = _SIGN.sub(rf"{NBSP}\1{NBSP}", text)
    return _TWO_PARTS.sub(rf"\1{NBSP}", text)
