"""How much of a poster's text is the paper's, word for word."""

import re
from typing import Final

from scoring.posterbench.view import PosterView
from scoring.posterbench.vocabulary import fold
from scoring.records import PaperText

GRAM_WORDS: Final = 8
GRAM_LETTERS: Final = 35
_TOKEN: Final = re.compile(r"[a-z0-9]+")


def copied_share(view: PosterView, paper: PaperText) -> float:
    """The share of the poster's words that lie in a run of eight (35 letters or more) that the paper has too, 0-1.

    Runs go on over line ends in reading order within a column only as far as lines follow each other in the OCR's
    order; 0 for fewer than eight words.
    """
    known = set(_grams(_TOKEN.findall(fold(paper.text))))
    words = copied = 0
    for tokens in _columns(view):
        marks = [False] * len(tokens)
        for start, gram in enumerate(_grams(tokens)):
            if gram in known and len(gram) >= GRAM_LETTERS:
                marks[start : start + GRAM_WORDS] = [True] * GRAM_WORDS
        words += len(tokens)
        copied += sum(marks)
    return copied / words if words else 0.0


def _grams(tokens: list[str]) -> list[str]:
    return [" ".join(tokens[at : at + GRAM_WORDS]) for at in range(len(tokens) - GRAM_WORDS + 1)]


def _columns(view: PosterView) -> list[list[str]]:
    """The words of lines that stand below each other with a shared left edge, read as one text."""
    columns: dict[int, list[str]] = {}
    for line in sorted(view.lines, key=lambda line: (line.box.y0, line.box.x0)):
        key = round(line.box.x0 / 24)
        near = next((known for known in (key, key - 1, key + 1) if known in columns), key)
        columns.setdefault(near, []).extend(_TOKEN.findall(fold(line.text)))
    return list(columns.values())
