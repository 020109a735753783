"""The billboard: one finding to read from three metres and its best figure; the evidence stands in a side column."""

from collections.abc import Iterator
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
from generation.backends.builtin.fit import Line, Piece, TextPiece, Zone
from generation.backends.builtin.press import Sample
from generation.backends.builtin.roles import Role
from generation.backends.builtin.story import Story
from generation.render.fonts import SANS, Face

BOARD: Final = 1344.0
SIDE: Final = 772.0
ALONE: Final = 2200.0  # the board's text where nothing stands beside it
BOARD_FRAME: Final = 28.0
SIDE_FRAME: Final = 20.0
BOARD_GAP: Final = 48.0
# CSS pixels. Source Sans has an x-height of 0.486 em: on a poster 841 mm high 76 px are 17 mm of it, to be read from
# three metres and more.
FINDING_SIZES: Final = (76.0, 82.0, 88.0, 96.0, 106.0, 116.0, 128.0, 140.0, 154.0, 170.0)
FINDING_SIZES_ALONE: Final = (*FINDING_SIZES, 190.0, 210.0)


class BigFinding:
    name = "big-finding"
    description = "Billboard: one finding readable from three metres with its best figure, the evidence beside it"
    template = "big_finding.html"
    width = 2400
    height = 1800
    figures = 3
    words = 190
    faces: tuple[Face, ...] = SANS
    picture_count_worth = 0.5
    beside_cost = 5.0
    picture_share = 0.24
    finding_largest = 0.0
    finding_line = BOARD
    finding_lines = 4
    plain_words = True
    boxed = frozenset({Role.CONCLUSION})
    scales: tuple[float, ...] = SCALES[1:6]
    title_largest = 60.0
    title_line = BOARD
    title_lines = 2

    def samples(self, story: Story) -> tuple[Sample, ...]:
        findings = [Sample("finding", story.finding, BOARD, px=size) for size in FINDING_SIZES if story.finding]
        if not story.roles:
            findings += [Sample("finding", story.finding, ALONE, px=size) for size in FINDING_SIZES_ALONE]
        return (
            *text_samples(self, story, SIDE),
            *picture_samples(story, SIDE - 2 * SIDE_FRAME),
            *picture_samples(story, BOARD - 2 * BOARD_FRAME),
            *findings,
        )

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        sides = list(self._sides(story, metrics))
        best = nearest_to_the_finding(story, self._most(story))[:1]
        for board, hero, size in self._boards(story, metrics):
            for side, keys in sides:
                if hero not in keys:
                    bonus = min(size, 128.0 if story.pictures else 170.0) / 110 + (0.6 if hero in best else 0.0)
                    yield Candidate((board, side), size, bonus=bonus)
            if not story.roles and hero is None:
                yield Candidate((board,), size, bonus=size / 110)

    def _most(self, story: Story) -> int:
        """From how many of the best pictures the two that are shown are taken."""
        return min(self.figures, story.most_pictures, len(story.pictures))

    def _boards(self, story: Story, metrics: Metrics) -> Iterator[tuple[Zone, int | None, float]]:
        """The board with each size of the finding and each of the two best pictures, or none."""
        height = metrics.frames["area"].height
        alone = not story.roles
        width, sizes = (ALONE, FINDING_SIZES_ALONE) if alone else (BOARD, FINDING_SIZES)
        heroes: list[int | None] = [None] if alone else [*nearest_to_the_finding(story, self._most(story))[:2], None]
        for hero in heroes:
            picture = (
                None
                if hero is None
                else picture_piece(
                    story, metrics, hero, BOARD, tallest=0.7 * height, frame=BOARD_FRAME, most_px_per_pt=4.2
                )
            )
            if (picture is None) != (hero is None):
                continue
            for size in sizes if story.finding else (0.0,):
                pieces: list[Piece] = []
                if size:
                    tall = metrics.height("finding", story.finding, width, px=size)
                    pieces.append(TextPiece("finding", 0.0, (Line(story.finding, tall, 2.0, 0.0),), 0.0, 1, 1))
                pieces += [picture] if picture else []
                if pieces:
                    yield Zone(width, height, BOARD_GAP, tuple(pieces)), hero, size

    def _sides(self, story: Story, metrics: Metrics) -> Iterator[tuple[Zone, tuple[int, ...]]]:
        height = metrics.frames["area2"].height if story.roles else 0.0
        texts = {
            role: text_piece(self, story, metrics, role, SIDE, most=2 if role in (Role.CONCLUSION, Role.LIMIT) else 5)
            for role in Role
        }
        beside = self._most(story) > 1
        keys = in_reading_order(story.pictures, range(self._most(story)))
        for chosen in [(), *((key,) for key in keys if beside)]:
            pictures = [
                picture_piece(story, metrics, key, SIDE, tallest=0.36 * height, frame=SIDE_FRAME) for key in chosen
            ]
            shown = [piece for piece in pictures if piece]
            if len(shown) < len(chosen):
                continue
            before = [texts[role] for role in (Role.BACKGROUND, Role.METHOD, Role.RESULT)]
            for after in ((Role.CONCLUSION, Role.LIMIT), (Role.CONCLUSION,)):
                last = [texts[role] for role in after]
                pieces: list[Piece] = [piece for piece in (*before, *shown, *last) if piece]
                if pieces:
                    yield Zone(SIDE, height, PIECE_GAP * metrics.rem, tuple(pieces), area=1), chosen
