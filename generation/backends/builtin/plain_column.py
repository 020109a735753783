"""The baseline: one column, black on white, the abstract and figures one below the other, headings in the margin."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from generation.backends.builtin.design import (
    ITEM_GAP,
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
from generation.backends.builtin.language import has_no_blanks
from generation.backends.builtin.press import Sample
from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import word_count
from generation.backends.builtin.story import Story
from generation.render.fonts import SERIF, Face

MARGIN: Final = 300.0  # beside the column, for its headings
COLUMN: Final = 1200.0
FEWEST_ABSTRACT: Final = 2
TALLEST: Final = 0.4  # of the column, for one picture
# What is said of the work's limits stands with the conclusion; a plain poster has few headings.
_LAST: Final = 2


class PlainColumn:
    name = "plain-column"
    description = "Plain baseline: one column, black on white, the abstract followed by figures and the conclusion"
    template = "plain_column.html"
    width = 1800
    height = 2400
    figures = 3
    words = 170
    faces: tuple[Face, ...] = SERIF
    picture_count_worth = 3.0
    beside_cost = 1.0
    picture_share = 0.24
    finding_largest = 52.0
    finding_line = COLUMN
    finding_lines = 3
    plain_words = False
    boxed: frozenset[Role] = frozenset()
    scales: tuple[float, ...] = SCALES[1:]
    title_largest = 84.0
    title_line = MARGIN + COLUMN
    title_lines = 3

    def samples(self, story: Story) -> tuple[Sample, ...]:
        abstract = tuple(Sample("item abstract", run, COLUMN) for runs in self._abstracts(story) for run in runs)
        texts = text_samples(self, _beyond_the_abstract(story), COLUMN)
        return (*abstract, *texts, *picture_samples(story, COLUMN))

    def candidates(self, story: Story, metrics: Metrics) -> Iterator[Candidate]:
        height = metrics.frames["area"].height
        abstracts = self._abstracts(story)
        every = range(len(story.pictures))
        fit = [key for key in every if picture_piece(story, metrics, key, COLUMN, tallest=TALLEST * height)]
        usable = fit[: min(self.figures, story.most_pictures)]
        others = _beyond_the_abstract(story)
        roles = tuple(role for role in Role if not (abstracts and role is Role.BACKGROUND))
        texts = [piece for role in roles if (piece := self._text(others, metrics, role))]
        for abstract in abstracts or ((),):
            top = [self._abstract(metrics, abstract)] if abstract else []
            for count in range(len(usable) + 1):
                keys = in_reading_order(story.pictures, usable[:count])
                pictures = [picture_piece(story, metrics, key, COLUMN, tallest=TALLEST * height) for key in keys]
                shown = [piece for piece in pictures if piece]
                if len(shown) < count:
                    continue
                last = [piece for piece in texts if piece.role in (Role.CONCLUSION, Role.LIMIT)][:_LAST]
                for kept in (texts[-1:], [*texts[-2:-1], *texts[-1:]], last, texts):
                    before = [piece for piece in kept if piece not in last]
                    after = [piece for piece in kept if piece in last]
                    pieces: tuple[Piece, ...] = (*top, *before, *shown, *after)
                    whole = 1.0 * sum(map(len, abstract)) / max(1, sum(map(len, story.abstract)))
                    if pieces or not (abstracts or texts):
                        zones = (Zone(MARGIN + COLUMN, height, PIECE_GAP * metrics.rem, pieces),) if pieces else ()
                        yield Candidate(zones, bonus=whole)

    def _text(self, story: Story, metrics: Metrics, role: Role) -> TextPiece | None:
        return text_piece(self, story, metrics, role, COLUMN, least=1, most=6, head_beside=True)

    def _abstracts(self, story: Story) -> tuple[tuple[str, ...], ...]:
        """The abstract, whole, and its beginnings of two sentences and more. Where the finding that is said above it
        is left out, it falls into two runs, so that each stands as it is in the paper."""
        sentences = story.abstract
        counts = range(min(FEWEST_ABSTRACT, len(sentences)), len(sentences) + 1) if sentences else ()
        space = "" if has_no_blanks(story.language) else " "
        found = []
        for count in counts:
            at = sentences.index(story.finding) if story.finding in sentences[:count] else count
            runs = (space.join(sentences[:at]), space.join(sentences[at + 1 : count]))
            found.append(tuple(run for run in runs if run))
        return tuple(runs for runs in dict.fromkeys(found) if runs)

    def _abstract(self, metrics: Metrics, runs: tuple[str, ...]) -> TextPiece:
        lines = tuple(Line(run, metrics.height("item abstract", run, COLUMN), 1.0, word_count(run)) for run in runs)
        return TextPiece("abstract", 0.0, lines, ITEM_GAP * metrics.rem, len(lines), len(lines))


def _beyond_the_abstract(story: Story) -> Story:
    """Without the sentences that the abstract says already."""
    said = set(story.abstract)
    return replace(
        story, pools={role: tuple(s for s in pool if s.text not in said) for role, pool in story.pools.items()}
    )
