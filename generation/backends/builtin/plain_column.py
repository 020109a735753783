"""The baseline: one plain column, black on white, abstract and figures one below the other, nothing designed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from generation.backends.builtin.design import (
    HEAD_BELOW,
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
from generation.backends.builtin.select import word_count
from generation.backends.builtin.story import Story
from generation.render.fonts import SERIF, Face

COLUMN: Final = 1500.0
FEWEST_ABSTRACT: Final = 2


class PlainColumn:
    name = "plain-column"
    description = "Plain baseline: one column, black on white, the abstract followed by figures and the conclusion"
    template = "plain_column.html"
    width = 1800
    height = 2400
    figures = 3
    words = 240
    faces: tuple[Face, ...] = SERIF
    picture_count_worth = 0.9
    picture_share = 0.26
    shows_finding = False
    boxed: frozenset[Role] = frozenset()
    scales: tuple[float, ...] = SCALES[2:7]
    title_largest = 84.0
    title_line = COLUMN
    title_lines = 3

    def samples(self, story: Story) -> tuple[Sample, ...]:
        abstract = (
            Sample("head abstract", story.labels["abstract"], COLUMN),
            *(Sample("item abstract", text, COLUMN) for text in self._abstracts(story)),
        )
        texts = text_samples(self, _beyond_the_abstract(story), COLUMN)
        return (*abstract, *texts, *picture_samples(story, COLUMN))

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        height = metrics.frames["area"].height
        roles = (Role.METHOD, Role.RESULT, Role.CONCLUSION) if story.abstract else tuple(Role)
        others = _beyond_the_abstract(story)
        texts = [piece for role in roles if (piece := text_piece(self, others, metrics, role, COLUMN, least=1, most=6))]
        for abstract in self._abstracts(story) or ("",):
            top = [self._abstract(story, metrics, abstract)] if abstract else []
            for count in range(min(self.figures, len(story.pictures)) + 1):
                keys = in_reading_order(story.pictures, count)
                pictures = [picture_piece(story, metrics, key, COLUMN, tallest=0.4 * height) for key in keys]
                shown = [piece for piece in pictures if piece]
                if len(shown) < count:
                    continue
                for kept in (texts[-1:], texts[-2:], texts):
                    pieces: tuple[Piece, ...] = (*top, *kept[:-1], *shown, *kept[-1:])
                    if pieces:
                        whole = 1.0 * len(abstract) / max(1, len(" ".join(story.abstract)))
                        yield Candidate((Zone(COLUMN, height, PIECE_GAP * metrics.rem, pieces),), bonus=whole)

    def _abstracts(self, story: Story) -> tuple[str, ...]:
        """The abstract, whole, and its beginnings of two sentences and more."""
        sentences = story.abstract
        if not sentences:
            return ()
        counts = range(min(FEWEST_ABSTRACT, len(sentences)), len(sentences) + 1)
        space = "" if story.language == "zh" else " "
        return tuple(space.join(sentences[:count]) for count in counts)

    def _abstract(self, story: Story, metrics: Metrics, text: str) -> TextPiece:
        head = metrics.height("head abstract", story.labels["abstract"], COLUMN) + HEAD_BELOW * metrics.rem
        line = Line(text, metrics.height("item abstract", text, COLUMN), 1.0, word_count(text))
        return TextPiece("abstract", head, (line,), 0.0, 1, 1)


def _beyond_the_abstract(story: Story) -> Story:
    """Without the sentences that the abstract says already."""
    said = set(story.abstract)
    return replace(
        story, pools={role: tuple(s for s in pool if s.text not in said) for role, pool in story.pools.items()}
    )
