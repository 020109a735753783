"""A piece of what comes with a poster: a text and where it stands."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# Of one file; what is longer is cut, and it is said so.
MAX_SIGNS: Final = 2_000_000
MAX_FRAGMENTS: Final = 20_000


Box = tuple[float, float, float, float]  # x0, y0, x1, y1


class Where(StrEnum):
    TEXT = "text"  # what the file shows, or has below what it shows
    METADATA = "metadata"  # what is said about the file inside it


@dataclass(frozen=True, slots=True)
class Fragment:
    """`label` says where in words: "PNG text chunk Software", "HTML comment", "PDF Producer".

    `box` is where it stands on the first page as fractions of it, from the top left, where the file says so.
    """

    where: Where
    label: str
    text: str
    box: Box | None = None


class Collector:
    """Takes fragments up to the limits; blank ones and repetitions are left out."""

    def __init__(self) -> None:
        self._found: dict[tuple[Where, str, str], Fragment] = {}
        self._signs = 0

    def add(self, where: Where, label: str, text: str, box: Box | None = None) -> None:
        plain = " ".join(text.split())
        key = (where, label, plain)
        room = MAX_SIGNS - self._signs
        if not plain or key in self._found or room <= 0 or len(self._found) >= MAX_FRAGMENTS:
            return
        self._found[key] = Fragment(where, label, plain[:room], box)
        self._signs += len(plain)

    @property
    def fragments(self) -> tuple[Fragment, ...]:
        return tuple(self._found.values())
