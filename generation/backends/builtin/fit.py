"""Filling zones of a page: how many sentences, how large the pictures; nothing overflows and little stays empty.

Pure arithmetic on measured heights, all in CSS pixels. A zone is a column of pieces from top to bottom.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

# A gap between two pieces may grow to this many times its size to take up what is left over.
GAP_STRETCH: Final = 1.9
LEGIBLE_PX_PER_PT: Final = 2.0  # 8 pt lettering becomes 16 px
GOOD_SHARE: Final = 0.82  # of its largest height; a picture gets this before more sentences are added


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence as measured: its height in the zone's width and how much it is worth."""

    text: str
    height: float
    value: float
    words: float


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A heading with sentences below it, best first; at least `least` of them, and `most` if there is room."""

    role: str
    head: float  # height of the heading with its rule and the space below; padding of a box included
    lines: tuple[Line, ...]
    between: float  # gap between two sentences
    least: int
    most: int

    def height(self, count: int) -> float:
        return self.head + sum(line.height for line in self.lines[:count]) + self.between * max(0, count - 1)


@dataclass(frozen=True, slots=True)
class PicturePiece:
    """A picture with a caption below it. `below`: height of caption and padding; the picture's height is free between
    `smallest` and `largest`. `points`: how wide it is printed in the paper."""

    key: int
    below: float
    aspect: float
    smallest: float
    largest: float
    readout: bool = False
    points: float = 0.0


Piece = TextPiece | PicturePiece


@dataclass(frozen=True, slots=True)
class Zone:
    """A column to fill; x and y are its place in the page's area of number `area`."""

    width: float
    height: float
    gap: float
    pieces: tuple[Piece, ...]
    x: float = 0.0
    y: float = 0.0
    area: int = 0


@dataclass(frozen=True, slots=True)
class FilledZone:
    """What goes into a zone: for each piece a count of sentences or a picture's height. `void` is what stays empty.

    `picture_area` is in square pixels, `beside` the blank area left and right of pictures, `pictures` a count,
    `legible` as large as that if all are drawn at twice their printed size or more (CSS pixels for points);
    `words` adds up the lengths and `value` the worth of the sentences.
    """

    zone: Zone
    amounts: tuple[float, ...]
    gap: float
    void: float
    picture_area: float
    beside: float
    pictures: int
    words: float
    value: float
    legible: float = 0.0


def fill(zone: Zone) -> FilledZone | None:
    """The fullest sensible filling; None if not even the least of everything fits.

    Pictures first get a good size, then sentences are added by worth, then pictures grow, then gaps stretch.
    """
    state = _State(zone, [float(p.least) if isinstance(p, TextPiece) else p.smallest for p in zone.pieces])
    if state.room < 0:
        return None
    state.grow_pictures(GOOD_SHARE)
    state.add_sentences()
    state.grow_pictures(1.0)
    between = max(0, len(zone.pieces) - 1)
    stretch = min(state.room / between, zone.gap * (GAP_STRETCH - 1)) if between else 0.0
    shown = [(p, a) for p, a in zip(zone.pieces, state.amounts, strict=True) if isinstance(p, PicturePiece)]
    texts = [(p, int(a)) for p, a in zip(zone.pieces, state.amounts, strict=True) if isinstance(p, TextPiece)]
    lines = [line for piece, count in texts for line in piece.lines[:count]]
    return FilledZone(
        zone=zone,
        amounts=tuple(state.amounts),
        gap=zone.gap + stretch,
        void=state.room - stretch * between,
        picture_area=sum(height * height * piece.aspect for piece, height in shown),
        beside=sum(max(0.0, zone.width - height * piece.aspect) * height for piece, height in shown),
        pictures=len(shown),
        words=sum(line.words for line in lines),
        value=sum(line.value for line in lines),
        legible=sum(min(1.0, h * p.aspect / (LEGIBLE_PX_PER_PT * p.points)) if p.points else 1.0 for p, h in shown),
    )


@dataclass(slots=True)
class _State:
    zone: Zone
    amounts: list[float]
    room: float = field(init=False)

    def __post_init__(self) -> None:
        gaps = self.zone.gap * max(0, len(self.zone.pieces) - 1)
        used = sum(_height(piece, amount) for piece, amount in zip(self.zone.pieces, self.amounts, strict=True))
        self.room = self.zone.height - gaps - used

    def grow_pictures(self, share: float) -> None:
        """All by the same part of the way from where they are to `share` of their largest height."""
        wanted = {
            place: max(0.0, piece.largest * share - self.amounts[place])
            for place, piece in enumerate(self.zone.pieces)
            if isinstance(piece, PicturePiece)
        }
        total = sum(wanted.values())
        if total <= 0:
            return
        part = min(1.0, self.room / total)
        for place, more in wanted.items():
            self.amounts[place] += more * part
        self.room -= total * part

    def add_sentences(self) -> None:
        """The most valuable next sentence of any piece that still fits, until none does."""
        while options := list(self._next_lines()):
            place, line_height = max(options, key=lambda option: option[2])[:2]
            self.amounts[place] += 1
            self.room -= line_height

    def _next_lines(self) -> list[tuple[int, float, float]]:
        options = []
        for place, piece in enumerate(self.zone.pieces):
            if not isinstance(piece, TextPiece):
                continue
            count = int(self.amounts[place])
            if count >= min(piece.most, len(piece.lines)):
                continue
            line = piece.lines[count]
            height = line.height + (piece.between if count else 0.0)
            if height <= self.room:
                # What is thin so far is worth more.
                options.append((place, height, line.value - 0.25 * count))
        return options


def _height(piece: Piece, amount: float) -> float:
    return piece.height(int(amount)) if isinstance(piece, TextPiece) else piece.below + amount


def worst_void(zones: Sequence[FilledZone], page_height: float) -> float:
    """The tallest strip left empty, as a part of the page's height."""
    return max((filled.void for filled in zones), default=0.0) / page_height


def total_void(zones: Sequence[FilledZone]) -> float:
    """The empty part of all zones together, 0 to 1."""
    area = sum(filled.zone.height * filled.zone.width for filled in zones)
    return sum(filled.void * filled.zone.width for filled in zones) / area if area else 0.0
