"""Figures as heroes: a wall of figures on a grid, each headed by what it shows; the words stand below in a strip."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

from generation.backends.builtin.design import (
    PIECE_GAP,
    SCALES,
    Candidate,
    Metrics,
    in_reading_order,
    picture_piece,
    picture_samples,
    text_piece,
    text_samples,
)
from generation.backends.builtin.fit import PicturePiece, Piece, Zone
from generation.backends.builtin.press import Sample
from generation.backends.builtin.roles import Role
from generation.backends.builtin.story import Story
from generation.render.fonts import SANS, Face

WALL: Final = 2256.0
COLUMNS: Final = 12
GUTTER: Final = 36.0
FEWEST: Final = 3  # grid columns for a figure
FRAME: Final = 26.0  # padding and border of a figure's card
STRIP_GAP: Final = 57.0
STRIP_HEAD: Final = 44.0  # the rule above the strip and the space around it
STRIPS: Final = tuple(0.17 + 0.03 * step for step in range(10))  # of the area's height
WAYS: Final = 3  # to share a row among its figures
MOST_UNEVEN: Final = 1.3  # heights, against the best way: figures of one shape get one width
# A wall is more than one figure, but three of a good size are better than five small ones.
COUNT_BONUS: Final = {1: 0.0, 2: 1.6, 3: 2.1, 4: 2.2, 5: 2.25}
# How many figures stand in each row of the wall.
_ROWS: Final = {
    1: ((1,),),
    2: ((2,), (1, 1)),
    3: ((3,), (1, 2), (2, 1)),
    4: ((4,), (2, 2), (1, 3), (3, 1)),
    5: ((2, 3), (3, 2)),
}


def _span(columns: int) -> float:
    """The width of so many grid columns with the gutters between them."""
    return (WALL + GUTTER) / COLUMNS * columns - GUTTER


def _shares(aspects: tuple[float, ...]) -> list[tuple[int, ...]]:
    """Grid columns for the figures of a row; first the ways that come nearest to one height for all of them."""
    count = len(aspects)
    if count == 1:
        return [(COLUMNS,)]
    ways = [way for way in product(range(FEWEST, COLUMNS), repeat=count) if sum(way) == COLUMNS]

    def uneven(way: tuple[int, ...]) -> float:
        heights = [(_span(n) - 2 * FRAME) / aspect for n, aspect in zip(way, aspects, strict=True)]
        return max(heights) / min(heights)

    best = sorted(ways, key=lambda way: (uneven(way), way))[:WAYS]
    return [way for way in best if uneven(way) <= MOST_UNEVEN * uneven(best[0])]


def _groups_of(roles: tuple[Role, ...]) -> tuple[tuple[tuple[Role, ...], ...], ...]:
    """Ways to put roles, in order, into the two or three columns of the strip."""
    if not roles:
        return ()
    if len(roles) < 3:
        return (tuple((role,) for role in roles),)
    cuts = [(a, b) for a in range(1, len(roles)) for b in range(a + 1, len(roles))]
    return tuple((roles[:a], roles[a:b], roles[b:]) for a, b in cuts)


def _strip_width(columns: int) -> float:
    return (WALL - STRIP_GAP * (columns - 1)) / columns


class FigureFirst:
    name = "figure-first"
    description = "A wall of figures, each headed by what it shows; short texts in a strip below"
    template = "figure_first.html"
    width = 2400
    height = 1800
    figures = 5
    words = 210
    faces: tuple[Face, ...] = SANS
    picture_count_worth = 0.0
    beside_cost = 7.0
    picture_share = 0.40
    finding_largest = 56.0
    finding_line = 2150.0
    finding_lines = 2
    plain_words = True
    boxed: frozenset[Role] = frozenset()
    scales: tuple[float, ...] = SCALES[:6]
    title_largest = 80.0
    title_line = WALL
    title_lines = 2

    def samples(self, story: Story) -> tuple[Sample, ...]:
        cards = [_span(n) - 2 * FRAME for n in range(FEWEST, COLUMNS + 1)] if story.pictures else []
        strips = {_strip_width(columns) for columns in (1, 2, 3)}
        return (
            *(s for width in cards for s in picture_samples(story, width, readouts=True)),
            *(s for width in sorted(strips) for s in text_samples(self, story, width)),
        )

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        height = metrics.frames["area"].height
        groups = list(self._groups(story, metrics))
        usable = self._usable(story, metrics, height)
        counts = range(1, len(usable) + 1)
        if not counts:
            yield from self._words_only(story, metrics, height)
        for share in STRIPS if counts else ():
            top = (1 - share) * height + STRIP_HEAD
            strips = [self._strip(metrics, top, height - top, columns) for columns in groups]
            walls = [
                wall for count in counts for wall in self._walls(story, metrics, usable[:count], (1 - share) * height)
            ]
            yield from (
                Candidate((*wall, *strip), bonus=COUNT_BONUS[len(wall)]) for wall, strip in product(walls, strips)
            )

    def _usable(self, story: Story, metrics: Metrics, height: float) -> list[int]:
        """Keys of the best figures that can be read on a third of the wall; else the best that can on all of it."""

        def fit(width: float, share: float) -> list[int]:
            tallest = share * height
            return [
                key
                for key in range(len(story.pictures))
                if picture_piece(story, metrics, key, width, tallest=tallest, frame=FRAME, readout=True)
            ]

        usable = fit(_span(COLUMNS // 3), 0.5) or fit(_span(COLUMNS), 0.6)[:1]
        return usable[: min(self.figures, story.most_pictures)]

    def _walls(self, story: Story, metrics: Metrics, best: list[int], height: float) -> Iterator[tuple[Zone, ...]]:
        keys = in_reading_order(story.pictures, best)

        @cache
        def card(key: int, columns: int) -> PicturePiece | None:
            return picture_piece(story, metrics, key, _span(columns), tallest=height, frame=FRAME, readout=True)

        for rows in _ROWS[len(keys)]:
            parts = [keys[sum(rows[:n]) : sum(rows[: n + 1])] for n in range(len(rows))]
            ways = [_shares(tuple(story.pictures[key].aspect for key in part)) for part in parts]
            for chosen in product(*ways):
                cards = [
                    [card(key, n) for key, n in zip(part, way, strict=True)]
                    for part, way in zip(parts, chosen, strict=True)
                ]
                whole = [[piece for piece in row if piece] for row in cards]
                if all(len(row) == len(part) for row, part in zip(whole, parts, strict=True)):
                    yield from _stand(whole, chosen, height)

    def _groups(self, story: Story, metrics: Metrics) -> Iterator[tuple[tuple[Piece, ...], ...]]:
        """The texts of a strip, column by column, in each of the ways to divide them; limits may be left out."""
        without = tuple(role for role in story.roles if role is not Role.LIMIT)
        for roles in dict.fromkeys((story.roles, without)):
            for groups in _groups_of(roles):
                width = _strip_width(len(groups))
                most = 99 if not story.pictures else 4
                yield tuple(
                    tuple(p for role in group if (p := text_piece(self, story, metrics, role, width, most=most)))
                    for group in groups
                )

    def _strip(
        self, metrics: Metrics, top: float, height: float, columns: tuple[tuple[Piece, ...], ...]
    ) -> tuple[Zone, ...]:
        width = _strip_width(len(columns)) if columns else 0.0
        gap = PIECE_GAP * metrics.rem
        return tuple(
            Zone(width, height, gap, pieces, x=place * (width + STRIP_GAP), y=top)
            for place, pieces in enumerate(columns)
        )

    def _words_only(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        """A paper without usable figures: the strip is the page."""
        if not story.roles:
            yield Candidate(())
        for columns in self._groups(story, metrics):
            yield Candidate(self._strip(metrics, 0.0, height, columns))


def _stand(
    rows: list[list[PicturePiece]], ways: tuple[tuple[int, ...], ...], height: float
) -> Iterator[tuple[Zone, ...]]:
    """The rows one below the other, each as high as its figures want it, all together as high as the wall."""
    wanted = [max(piece.below + piece.largest for piece in row) for row in rows]
    least = [max(piece.below + piece.smallest for piece in row) for row in rows]
    free = height - GUTTER * (len(rows) - 1) - sum(least)
    if free < 0:
        return
    more = [want - low for want, low in zip(wanted, least, strict=True)]
    part = free / sum(more) if sum(more) > 0 else 0.0
    heights = [low + extra * part for low, extra in zip(least, more, strict=True)]
    zones, y = [], 0.0
    for row, way, tall in zip(rows, ways, heights, strict=True):
        x = 0.0
        for piece, columns in zip(row, way, strict=True):
            zones.append(Zone(_span(columns), tall, 0.0, (piece,), x=x, y=y))
            x += _span(columns) + GUTTER
        y += tall + GUTTER
    yield tuple(zones)
