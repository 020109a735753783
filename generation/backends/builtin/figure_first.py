"""Figures as heroes: the page is a wall of figures with a line on what each shows; the words stand below in a strip."""

from collections.abc import Iterator
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
from generation.render.fonts import SANS, Face

WALL: Final = 2268.0
WALL_GAP: Final = 40.0
STRIP_GAP: Final = 48.0
ROW_GAP: Final = 40.0
STRIP_HEAD: Final = 29.0  # the rule above the strip and the space below it
FRAME: Final = 24.0
STRIPS: Final = tuple(0.18 + 0.025 * step for step in range(12))  # of the area's height
_LEFT_SHARES: Final = (0.40, 0.50, 0.58, 0.64, 0.70)
# How many pictures stand in each column of the wall.
_STACKS: Final = {1: ((1,),), 2: ((1, 1),), 3: ((1, 2), (2, 1), (1, 1, 1)), 4: ((1, 3), (2, 2), (2, 1, 1), (1, 1, 2))}


def _groups_of(roles: tuple[Role, ...]) -> tuple[tuple[tuple[Role, ...], ...], ...]:
    """Ways to put roles into the columns of the strip: one each, or two neighbours together."""
    single = tuple((role,) for role in roles)
    if len(roles) < 3:
        return (single,)
    joined = tuple((*single[:at], (roles[at], roles[at + 1]), *single[at + 2 :]) for at in range(len(roles) - 1))
    without_last = (single[:-1],) if len(roles) == 4 else ()
    return (single, *joined, *without_last)


def _widths(columns: int) -> tuple[tuple[float, ...], ...]:
    """Widths of the wall's columns, in all the proportions that are tried."""
    free = WALL - WALL_GAP * (columns - 1)
    if columns == 2:
        return tuple((free * share, free * (1 - share)) for share in (*_LEFT_SHARES, *(1 - s for s in _LEFT_SHARES)))
    return ((free / columns,) * columns,)


def _strip_width(columns: int) -> float:
    return (WALL - STRIP_GAP * (columns - 1)) / columns


def _evenness(wall: tuple[Zone, ...]) -> float:
    """Columns that hold as many pictures look best at the same width; a slight preference."""
    if len({len(zone.pieces) for zone in wall}) > 1:
        return 0.0
    return -0.5 * (max(zone.width for zone in wall) - min(zone.width for zone in wall)) / WALL


class FigureFirst:
    name = "figure-first"
    description = "A wall of figures, each with a line on what it shows; short texts in a strip below"
    template = "figure_first.html"
    width = 2400
    height = 1800
    figures = 4
    words = 230
    faces: tuple[Face, ...] = SANS
    picture_count_worth = 1.5
    picture_share = 0.40
    shows_finding = False
    boxed: frozenset[Role] = frozenset()
    scales: tuple[float, ...] = SCALES[:7]
    title_largest = 84.0
    title_line = WALL
    title_lines = 2

    def samples(self, story: Story) -> tuple[Sample, ...]:
        walls = {width for columns in (1, 2, 3) for widths in _widths(columns) for width in widths}
        strips = {_strip_width(columns) for columns in (1, 2, 3, 4)}
        return (
            *(s for width in sorted(walls) for s in picture_samples(story, width - 2 * FRAME, readouts=True)),
            *(s for width in sorted(strips) for s in text_samples(self, story, width)),
        )

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        height = metrics.frames["area"].height
        counts = range(1, min(self.figures, len(story.pictures)) + 1)
        if not counts:
            yield from self._words_only(story, metrics, height)
        groups = list(self._groups(story, metrics, most=4))
        for share in STRIPS if counts else ():
            below = share * height
            strips = [self._strip(metrics, below - STRIP_HEAD, columns) for columns in groups if columns]
            for count in counts:
                for wall in self._walls(story, metrics, count, height - below - ROW_GAP):
                    yield from (
                        Candidate((*wall, *strip), levelled=len(wall), bonus=_evenness(wall)) for strip in strips
                    )

    def _walls(self, story: Story, metrics: Metrics, count: int, height: float) -> Iterator[tuple[Zone, ...]]:
        keys = in_reading_order(story.pictures, count)
        for stacks in _STACKS[count]:
            for widths in _widths(len(stacks)):
                zones, start = [], 0
                for stack, width in zip(stacks, widths, strict=True):
                    pieces = [
                        picture_piece(
                            story, metrics, key, width, tallest=height, frame=FRAME, readout=stack == 1 or count < 4
                        )
                        for key in keys[start : start + stack]
                    ]
                    start += stack
                    shown = tuple(piece for piece in pieces if piece)
                    if len(shown) == stack:
                        zones.append(Zone(width, height, WALL_GAP, shown, row=0))
                if len(zones) == len(stacks):
                    yield tuple(zones)

    def _groups(self, story: Story, metrics: Metrics, most: int) -> Iterator[tuple[tuple[Piece, ...], ...]]:
        """The texts of a strip, column by column, in each of the ways to divide them."""
        for groups in _groups_of(story.roles):
            width = _strip_width(len(groups))
            columns = [
                tuple(piece for role in roles if (piece := text_piece(self, story, metrics, role, width, most=most)))
                for roles in groups
            ]
            yield tuple(columns)

    def _strip(self, metrics: Metrics, height: float, columns: tuple[tuple[Piece, ...], ...]) -> tuple[Zone, ...]:
        width = _strip_width(len(columns))
        return tuple(Zone(width, height, PIECE_GAP * metrics.rem, pieces, row=1) for pieces in columns)

    def _words_only(self, story: Story, metrics: Metrics, height: float) -> Iterator[Candidate]:
        """A paper without usable figures: the strip is the page."""
        for columns in self._groups(story, metrics, most=99):
            yield Candidate(self._strip(metrics, height - STRIP_HEAD - ROW_GAP, columns))
