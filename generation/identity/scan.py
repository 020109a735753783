"""What on a poster, in its file and in the file's name says who made it, each with the place where it stands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from generation.identity.folding import fold
from generation.identity.fragments import Box, Fragment, Where
from generation.identity.matching import Hit, find_signs, names_in
from generation.identity.words import WordList

# The outer part of a poster, where things are signed.
EDGE: Final = 0.09
# A line of so many words is signed as a whole; in a longer one only the name is marked.
SHORT_LINE: Final = 7
EXCERPT: Final = 300
LONGEST_WORD: Final = 120
BETWEEN_NAMES: Final = ", "
# A file may name its maker a thousand times; each place in it is told of once, and so many in all.
MOST_IN_A_FILE: Final = 40


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text on the picture; the box in fractions of it."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Sign:
    """`place` is one of picture, text, metadata, file_name. `in_paper`: the paper itself says the word.

    `served`: it stands in a file that reviewers receive.
    """

    place: str
    word: str
    excerpt: str
    box: Box | None = None
    in_paper: bool = False
    served: bool = False


class Paper:
    """What a paper says: whatever a poster repeats of it is no sign of who made the poster."""

    def __init__(self, text: str, words: WordList) -> None:
        self._names = names_in(text, words)
        self._text = fold(text)

    def says(self, hit: Hit, text: str) -> bool:
        """A signature is only its own if the paper has it word for word."""
        if hit.signed:
            return fold(text[hit.start : hit.end]) in self._text
        return hit.word in self._names


def signs_on_picture(lines: Iterable[Line], words: WordList, paper: Paper) -> tuple[Sign, ...]:
    """`lines` are what OCR read on the poster. Several names in one box are one sign."""
    signs = []
    for line in lines:
        by_box: dict[Box, list[Hit]] = {}
        for hit in find_signs(line.text, words, at_edge=_at_edge(line.box)):
            by_box.setdefault(_box_of(hit, line), []).append(hit)
        for box, hits in by_box.items():
            word = BETWEEN_NAMES.join(dict.fromkeys(hit.word for hit in hits))[:LONGEST_WORD]
            says = all(paper.says(hit, line.text) for hit in hits)
            signs.append(Sign("picture", word, _excerpt(line.text, hits[0]), box, in_paper=says))
    return tuple(signs)


def signs_in_file(
    fragments: Iterable[Fragment], words: WordList, paper: Paper, *, on_picture: Sequence[Sign] = ()
) -> tuple[Sign, ...]:
    """What the file has that cannot be seen on the picture: hidden or too small text, and what is said about it.

    A name that was read on the picture is not told of again as text.
    """
    seen = {name for sign in on_picture for name in sign.word.split(BETWEEN_NAMES)}
    signs: dict[tuple[str, str, str], Sign] = {}
    for part in fragments:
        place = "text" if part.where is Where.TEXT else "metadata"
        for hit in find_signs(part.text, words, anywhere=part.where is Where.METADATA):
            word = hit.word[:LONGEST_WORD]
            key = (place, word, part.label)
            if key in signs or (place == "text" and word in seen) or len(signs) >= MOST_IN_A_FILE:
                continue
            excerpt = f"{part.label}: {_excerpt(part.text, hit, EXCERPT - len(part.label) - 2)}"
            signs[key] = Sign(place, word, excerpt[:EXCERPT], part.box, in_paper=paper.says(hit, part.text))
    return tuple(signs.values())


def signs_in_name(name: str, words: WordList) -> tuple[Sign, ...]:
    """What the name of the delivered file says; folders above it are where it was put, not what it is called."""
    stem = PurePath(name.replace("\\", "/")).name
    hits = find_signs(stem, words, anywhere=True)
    return tuple(Sign("file_name", hit.word[:LONGEST_WORD], stem[:EXCERPT]) for hit in hits)


def _at_edge(box: Box) -> bool:
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return not (EDGE / 2 <= across <= 1 - EDGE / 2 and EDGE <= down <= 1 - EDGE)


def _box_of(hit: Hit, line: Line) -> Box:
    """Where the hit stands in its line: the letters of a line are about equally wide. A little more, never less."""
    x0, y0, x1, y1 = line.box
    upright = (y1 - y0) <= 2 * (x1 - x0)
    if upright and not hit.signed and len(line.text.split()) > SHORT_LINE:
        width = (x1 - x0) / max(1, len(line.text))
        x0, x1 = max(x0, x0 + (hit.start - 1.5) * width), min(x1, x0 + (hit.end + 1.5) * width)
    more = 0.15 * (y1 - y0 if upright else x1 - x0)
    return (
        round(max(0.0, x0 - more), 4),
        round(max(0.0, y0 - more), 4),
        round(min(1.0, x1 + more), 4),
        round(min(1.0, y1 + more), 4),
    )


def _excerpt(text: str, hit: Hit, length: int = EXCERPT) -> str:
    """The line, or of a long one what stands around the hit."""
    if len(text) <= length:
        return text
    start = max(0, min(hit.start - length // 3, len(text) - length))
    return f"{'…' if start else ''}{text[start : start + length - 2]}…"
