"""The billboard: one finding to read from three metres and its best figure; the evidence stands in a side column."""

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
from generation.backends.builtin.fit import Line, Piece, TextPiece, Zone
from generation.backends.builtin.press import Sample
from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import content_words
from generation.backends.builtin.story import Story
from generation.render.fonts import SANS, Face

BOARD: Final = 1356.0
SIDE: Final = 780.0
BOARD_FRAME: Final = 26.0
SIDE_FRAME: Final = 20.0
BOARD_GAP: Final = 44.0
# CSS pixels; 72 px are 1.4 inches on a poster 48 inches wide, readable from three metres and more.
FINDING_SIZES: Final = (72.0, 80.0, 88.0, 96.0, 106.0, 116.0, 128.0, 140.0, 154.0, 170.0)


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
    picture_share = 0.22
    shows_finding = True
    boxed = frozenset({Role.CONCLUSION})
    scales: tuple[float, ...] = SCALES[1:]
    title_largest = 64.0
    title_line = BOARD
    title_lines = 2

    def samples(self, story: Story) -> tuple[Sample, ...]:
        return (
            *text_samples(self, story, SIDE),
            *picture_samples(story, SIDE - 2 * SIDE_FRAME),
            *picture_samples(story, BOARD - 2 * BOARD_FRAME),
            *(Sample("finding", story.finding, BOARD, px=size) for size in FINDING_SIZES if story.finding),
        )

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        sides = list(self._sides(story, metrics))
        best = self._heroes(story)[:1]
        for board, hero, size in self._boards(story, metrics):
            for side, keys in sides:
                if hero not in keys:
                    yield Candidate((board, side), size, bonus=size / 150 + (0.6 if hero in best else 0.0))

    def _heroes(self, story: Story) -> list[int]:
        """Keys of the pictures, first those whose caption speaks of what the finding speaks of."""
        about = content_words(story.finding)

        def fitness(key: int) -> float:
            picture = story.pictures[key]
            own = content_words(f"{picture.figure.caption} {picture.readout}")
            return picture.score + 3.0 * len(own & about) / max(1, len(about))

        return sorted(range(min(len(story.pictures), self.figures)), key=lambda key: -fitness(key))

    def _boards(self, story: Story, metrics: Metrics) -> Iterator[tuple[Zone, int | None, float]]:
        """The board with each size of the finding and each of the two best pictures, or none."""
        height = metrics.frames["area"].height
        heroes: list[int | None] = [*self._heroes(story)[:2], None]
        for hero in heroes:
            picture = (
                None
                if hero is None
                else picture_piece(story, metrics, hero, BOARD, tallest=0.66 * height, frame=BOARD_FRAME)
            )
            if (picture is None) != (hero is None):
                continue
            for size in FINDING_SIZES if story.finding else (0.0,):
                pieces: list[Piece] = []
                if size:
                    tall = metrics.height("finding", story.finding, BOARD, px=size)
                    pieces.append(TextPiece("finding", 0.0, (Line(story.finding, tall, 2.0, 0.0),), 0.0, 1, 1))
                pieces += [picture] if picture else []
                if pieces:
                    yield Zone(BOARD, height, BOARD_GAP, tuple(pieces), row=0), hero, size

    def _sides(self, story: Story, metrics: Metrics) -> Iterator[tuple[Zone, tuple[int, ...]]]:
        height = metrics.frames["area2"].height
        roles = (Role.BACKGROUND, Role.METHOD, Role.RESULT, Role.CONCLUSION)
        texts = {
            role: text_piece(self, story, metrics, role, SIDE, most=2 if role is Role.CONCLUSION else 5)
            for role in roles
        }
        keys = in_reading_order(story.pictures, self.figures)
        for chosen in [(), *((key,) for key in keys)]:
            pictures = [
                picture_piece(story, metrics, key, SIDE, tallest=0.36 * height, frame=SIDE_FRAME) for key in chosen
            ]
            shown = [piece for piece in pictures if piece]
            if len(shown) < len(chosen):
                continue
            before = [texts[role] for role in roles[:3]]
            pieces: list[Piece] = [piece for piece in (*before, *shown, texts[Role.CONCLUSION]) if piece]
            yield Zone(SIDE, height, PIECE_GAP * metrics.rem, tuple(pieces), row=1), chosen
