"""The classic: three columns read from left to right, background to conclusion, figures where they belong."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, pairwise, product
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
from generation.backends.builtin.fit import Piece, Zone
from generation.backends.builtin.press import Sample
from generation.backends.builtin.roles import Role
from generation.backends.builtin.story import Story
from generation.render.fonts import SANS, SERIF, Face

COLUMN: Final = 720.0
GAP: Final = 54.0
TALLEST: Final = 0.52  # of a column, for one picture

# Lines as wide as the page are hard to read: what fewer columns cost.
_NARROW: Final = {1: -3.0, 2: -0.4, 3: 0.0}

# Which texts stand in which column, and above or below the pictures there.
_Texts = tuple[tuple[Role, ...], tuple[Role, ...]]  # above, below
_ARRANGEMENTS: Final[tuple[tuple[_Texts, _Texts, _Texts], ...]] = (
    (((Role.BACKGROUND, Role.METHOD), ()), ((), ()), ((), (Role.RESULT, Role.CONCLUSION))),
    (((Role.BACKGROUND, Role.METHOD), ()), ((Role.RESULT,), ()), ((), (Role.CONCLUSION,))),
    (((Role.BACKGROUND, Role.METHOD), ()), ((), (Role.RESULT,)), ((), (Role.CONCLUSION,))),
    (((Role.BACKGROUND,), ()), ((Role.METHOD,), ()), ((Role.RESULT,), (Role.CONCLUSION,))),
    (((Role.BACKGROUND,), (Role.METHOD,)), ((Role.RESULT,), ()), ((), (Role.CONCLUSION,))),
)


def _width(columns: int) -> float:
    return (3 * COLUMN + 2 * GAP - GAP * (columns - 1)) / columns


class ThreeColumns:
    name = "three-columns"
    description = "Classic poster in three columns: background and method, results, conclusion, with figures in place"
    template = "three_columns.html"
    width = 2400
    height = 1800
    figures = 4
    words = 360
    faces: tuple[Face, ...] = SANS + SERIF
    picture_count_worth = 0.5
    picture_share = 0.24
    shows_finding = False
    boxed = frozenset({Role.CONCLUSION})
    scales: tuple[float, ...] = SCALES
    title_largest = 94.0
    title_line = 2268.0
    title_lines = 2

    def samples(self, story: Story) -> tuple[Sample, ...]:
        widths = (COLUMN,) if len(story.roles) == len(Role) else tuple(_width(columns) for columns in (1, 2, 3))
        return tuple(
            sample for width in widths for sample in (*text_samples(self, story, width), *picture_samples(story, width))
        )

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        height = metrics.frames["area"].height
        if len(story.roles) == len(Role):
            yield from self._by_arrangement(story, metrics, height)
        else:
            yield from self._in_sequence(story, metrics, height)

    def _by_arrangement(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        column = cache(partial(self._column, story, metrics, height))
        for count in range(min(self.figures, len(story.pictures)) + 1):
            keys = in_reading_order(story.pictures, count)
            for texts, first, second in product(_ARRANGEMENTS, range(count + 1), range(count + 1)):
                third = count - first - second
                if first > 1 or second > 3 or not 0 <= third <= 2:
                    continue
                shares = (keys[:first], keys[first : first + second], keys[first + second :])
                zones = [column(*one) for one in zip(texts, shares, strict=True)]
                if all(zone is not None and zone.pieces for zone in zones):
                    yield Candidate(tuple(zone for zone in zones if zone is not None))

    def _column(
        self, story: Story, metrics: Metrics, height: float, texts: _Texts, keys: tuple[int, ...]
    ) -> Zone | None:
        above, below = ([piece for role in roles if (piece := self._text(story, metrics, role))] for roles in texts)
        pictures = [picture_piece(story, metrics, key, COLUMN, tallest=TALLEST * height) for key in keys]
        shown = [piece for piece in pictures if piece is not None]
        if len(shown) < len(pictures):
            return None
        pieces: tuple[Piece, ...] = (*above, *shown, *below)
        return Zone(COLUMN, height, PIECE_GAP * metrics.rem, pieces)

    def _in_sequence(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        """For a paper that lacks a part: what there is in reading order, cut into one, two or three columns."""
        for columns, count in product((1, 2, 3), range(min(self.figures, len(story.pictures)) + 1)):
            width = _width(columns)
            texts = [text_piece(self, story, metrics, role, width) for role in story.roles]
            keys = in_reading_order(story.pictures, count)
            pictures = [picture_piece(story, metrics, key, width, tallest=TALLEST * height) for key in keys]
            middle = len(texts) // 2
            pieces = [piece for piece in (*texts[:middle], *pictures, *texts[middle:]) if piece]
            for cuts in combinations(range(1, len(pieces)), columns - 1):
                parts = [pieces[a:b] for a, b in pairwise((0, *cuts, len(pieces)))]
                yield Candidate(
                    tuple(Zone(width, height, PIECE_GAP * metrics.rem, tuple(part)) for part in parts),
                    bonus=_NARROW[columns],
                )

    def _text(self, story: Story, metrics: Metrics, role: Role) -> Piece | None:
        most = 3 if role is Role.CONCLUSION else 99
        return text_piece(self, story, metrics, role, COLUMN, least=1 if role is Role.CONCLUSION else 2, most=most)
