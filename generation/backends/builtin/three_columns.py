"""The classic: the finding across the head, then three columns read from left to right, figures where they belong."""

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
    nearest_to_the_finding,
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

COLUMN: Final = 714.0
GAP: Final = 57.0
STEP: Final = COLUMN + GAP
DOUBLE: Final = 2 * COLUMN + GAP
TALLEST: Final = 0.56  # of a column, for one picture
# A picture across two columns: its shares of the width that are tried, and the least aspect it needs for that.
SPAN_SHARES: Final = (1.0, 0.86, 0.74)
SPAN_ASPECT: Final = 1.35
SPAN_BONUS: Final = 0.35

# Lines as wide as the page are hard to read: what fewer columns cost.
_NARROW: Final = {1: -2.0, 2: -0.4, 3: 0.0}

# Which texts stand in which column, and above or below the pictures there.
_Texts = tuple[tuple[Role, ...], tuple[Role, ...]]  # above, below
_LAST: Final = (Role.CONCLUSION, Role.LIMIT)
_ARRANGEMENTS: Final[tuple[tuple[_Texts, _Texts, _Texts], ...]] = (
    (((Role.BACKGROUND, Role.METHOD), ()), ((), ()), ((), (Role.RESULT, *_LAST))),
    (((Role.BACKGROUND, Role.METHOD), ()), ((Role.RESULT,), ()), ((), _LAST)),
    (((Role.BACKGROUND, Role.METHOD), ()), ((), (Role.RESULT,)), ((), _LAST)),
    (((Role.BACKGROUND,), ()), ((Role.METHOD,), ()), ((Role.RESULT,), _LAST)),
    (((Role.BACKGROUND,), (Role.METHOD,)), ((Role.RESULT,), ()), ((), _LAST)),
)
# Below a picture that spans the second and third column.
_SPANNED: Final[tuple[tuple[_Texts, _Texts, _Texts], ...]] = (
    (((Role.BACKGROUND, Role.METHOD), ()), ((Role.RESULT,), ()), ((), _LAST)),
    (((Role.BACKGROUND,), (Role.METHOD,)), ((Role.RESULT,), ()), ((), _LAST)),
    (((Role.BACKGROUND,), ()), ((Role.METHOD,), ()), ((Role.RESULT,), _LAST)),
    (((Role.BACKGROUND, Role.METHOD), ()), ((Role.RESULT, *_LAST), ()), ((), ())),
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
    words = 300
    faces: tuple[Face, ...] = SANS + SERIF
    picture_count_worth = 1.2
    beside_cost = 7.0
    picture_share = 0.26
    finding_largest = 76.0
    finding_line = 2150.0
    finding_lines = 2
    plain_words = False
    boxed = frozenset({Role.CONCLUSION})
    scales: tuple[float, ...] = SCALES
    title_largest = 90.0
    title_line = 2256.0
    title_lines = 2

    def samples(self, story: Story) -> tuple[Sample, ...]:
        if _complete(story):
            return (
                *text_samples(self, story, COLUMN),
                *picture_samples(story, COLUMN),
                *picture_samples(story, DOUBLE),
            )
        widths = tuple(_width(columns) for columns in (1, 2, 3))
        return tuple(
            sample for width in widths for sample in (*text_samples(self, story, width), *picture_samples(story, width))
        )

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        height = metrics.frames["area"].height
        if _complete(story):
            yield from self._by_arrangement(story, metrics, height)
            yield from self._spanned(story, metrics, height)
        else:
            yield from self._in_sequence(story, metrics, height)

    def _by_arrangement(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        column = cache(partial(self._column, story, metrics, 0.0, height))
        usable = self._usable(story, metrics, COLUMN, height)
        for count in range(len(usable) + 1):
            keys = in_reading_order(story.pictures, usable[:count])
            for texts, first, second in product(_ARRANGEMENTS, range(count + 1), range(count + 1)):
                third = count - first - second
                if first > 1 or second > 3 or not 0 <= third <= 2:
                    continue
                shares = (keys[:first], keys[first : first + second], keys[first + second :])
                zones = [column(place, *one) for place, one in enumerate(zip(texts, shares, strict=True))]
                if all(zone is not None and zone.pieces for zone in zones):
                    yield Candidate(tuple(zone for zone in zones if zone is not None))

    def _spanned(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        """One wide picture across the second and third column, at the top of them."""
        wide = [key for key in range(len(story.pictures)) if story.pictures[key].aspect >= SPAN_ASPECT]
        near = nearest_to_the_finding(story, self.figures)[:1]
        for key, share in product(wide[:3], SPAN_SHARES):
            piece = picture_piece(story, metrics, key, DOUBLE, tallest=share * DOUBLE / story.pictures[key].aspect)
            if piece is None or piece.largest * piece.aspect < 1.2 * COLUMN:
                continue
            across = Zone(DOUBLE, piece.below + piece.largest, 0.0, (piece,), x=STEP)
            top = across.height + 1.4 * PIECE_GAP * metrics.rem
            if top > 0.66 * height:
                continue
            column = cache(partial(self._column, story, metrics, top, height))
            others = [other for other in self._usable(story, metrics, COLUMN, height) if other != key]
            for count in range(min(self.figures - 1, story.most_pictures - 1, len(others)) + 1):
                keys = in_reading_order(story.pictures, others[:count])
                for texts, first, second in product(_SPANNED, range(min(2, count) + 1), range(min(2, count) + 1)):
                    third = count - first - second
                    if not 0 <= third <= 1 or first > 1 or second > 1:
                        continue
                    shares = (keys[:first], keys[first : first + second], keys[first + second :])
                    zones = [column(place, *one) for place, one in enumerate(zip(texts, shares, strict=True))]
                    if all(zone is not None and zone.pieces for zone in zones):
                        yield Candidate(
                            (across, *(z for z in zones if z is not None)),
                            bonus=SPAN_BONUS + (0.4 if key in near else 0.0),
                        )

    def _column(
        self,
        story: Story,
        metrics: Metrics,
        top: float,
        height: float,
        place: int,
        texts: _Texts,
        keys: tuple[int, ...],
    ) -> Zone | None:
        """One of the three; all but the first begin below `top`."""
        above, below = ([piece for role in roles if (piece := self._text(story, metrics, role))] for roles in texts)
        own = 0.0 if place == 0 else top
        pictures = [picture_piece(story, metrics, key, COLUMN, tallest=TALLEST * height) for key in keys]
        shown = [piece for piece in pictures if piece is not None]
        if len(shown) < len(pictures):
            return None
        pieces: tuple[Piece, ...] = (*above, *shown, *below)
        return Zone(COLUMN, height - own, PIECE_GAP * metrics.rem, pieces, x=place * STEP, y=own)

    def _in_sequence(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        """For a paper that lacks a part: what there is in reading order, cut into one, two or three columns."""
        for columns, count in product((1, 2, 3), range(min(self.figures, len(story.pictures)) + 1)):
            width = _width(columns)
            texts = [text_piece(self, story, metrics, role, width) for role in story.roles]
            keys = in_reading_order(story.pictures, self._usable(story, metrics, width, height)[:count])
            pictures = [picture_piece(story, metrics, key, width, tallest=TALLEST * height) for key in keys]
            middle = len(texts) // 2
            pieces = [piece for piece in (*texts[:middle], *pictures, *texts[middle:]) if piece]
            if not pieces:
                yield Candidate(())
            for cuts in combinations(range(1, len(pieces)), columns - 1):
                parts = [pieces[a:b] for a, b in pairwise((0, *cuts, len(pieces)))]
                gap = PIECE_GAP * metrics.rem
                yield Candidate(
                    tuple(Zone(width, height, gap, tuple(part), x=n * (width + GAP)) for n, part in enumerate(parts)),
                    bonus=_NARROW[columns],
                )

    def _usable(self, story: Story, metrics: Metrics, width: float, height: float) -> list[int]:
        """Keys of the best pictures that can be read in a column of this width."""
        every = range(len(story.pictures))
        fit = [key for key in every if picture_piece(story, metrics, key, width, tallest=TALLEST * height)]
        return fit[: min(self.figures, story.most_pictures)]

    def _text(self, story: Story, metrics: Metrics, role: Role) -> Piece | None:
        most = 3 if role is Role.CONCLUSION else 2 if role is Role.LIMIT else 99
        least = 1 if role in _LAST else 2
        return text_piece(self, story, metrics, role, COLUMN, least=least, most=most)


def _complete(story: Story) -> bool:
    """Has the paper something for each part of a classic poster? Limits are a bonus."""
    return all(story.pools[role] for role in Role if role is not Role.LIMIT)
