"""Text as it is read: without signs that nobody sees, and with letters that were set apart put together again."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

# Soft hyphens, joiners, marks of direction and the like.
_UNSEEN: Final = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_BETWEEN: Final = r"[ \u00a0.·•—–-]{1,3}"
_LETTER: Final = r"[^\W\d_]"
# "S p r u c e": five letters or more, each by itself.
_SPACED: Final = re.compile(rf"(?<!\w)(?:{_LETTER}{_BETWEEN}){{4,}}{_LETTER}(?!\w)")
_GAP: Final = re.compile(_BETWEEN)


@dataclass(frozen=True, slots=True)
class Plain:
    """The text to search, and where each of its signs stands in the text it came from."""

    text: str
    places: range | tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """From where to where in the original; of at least one sign."""
        return self.places[start], self.places[end - 1] + 1


def plain_of(text: str) -> Plain:
    """A wider gap among letters set apart is the one between two words and stays."""
    gone = {at for sign in _UNSEEN.finditer(text) for at in range(*sign.span())}
    seen = "".join(sign for at, sign in enumerate(text) if at not in gone) if gone else text
    if not gone and not _SPACED.search(seen):
        return Plain(text, range(len(text)))
    places = [at for at in range(len(text)) if at not in gone]
    for run in _SPACED.finditer(seen):
        gaps = [gap.span() for gap in _GAP.finditer(seen, run.start(), run.end())]
        usual, _ = Counter(end - start for start, end in gaps).most_common(1)[0]
        gone |= {places[at] for start, end in gaps if end - start <= usual for at in range(start, end)}
    left = tuple(at for at in range(len(text)) if at not in gone)
    return Plain("".join(text[at] for at in left), left)
