"""Filling zones: never too full, as full as sensible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generation.backends.builtin.fit import (
    GAP_STRETCH,
    Line,
    PicturePiece,
    TextPiece,
    Zone,
    fill,
    total_void,
    worst_void,
)


def text(*heights: float, least: int = 1, most: int = 99) -> TextPiece:
    """Sentences of falling worth."""
    lines = tuple(Line(str(n), height, 10.0 - n, 10) for n, height in enumerate(heights))
    return TextPiece("result", 20, lines, 5, least, most)


PICTURE = PicturePiece(key=0, below=30, aspect=2, smallest=100, largest=200)


def test_what_does_not_fit_with_the_least_of_everything_is_none() -> None:
    assert fill(Zone(300, 100, 10, (text(50, 60, least=2),))) is None
    assert fill(Zone(300, 129, 10, (PICTURE,))) is None


def test_sentences_are_added_by_worth_until_the_next_does_not_fit() -> None:
    """20 for the heading, 50 + 5 + 50 for two sentences; a third would need 55 more."""
    filled = fill(Zone(300, 140, 10, (text(50, 50, 50),)))
    assert filled is not None
    assert filled.amounts == (2,)
    assert filled.void == pytest.approx(15)
    assert filled.words == 20


def test_a_picture_takes_a_good_size_first_and_what_is_left_last() -> None:
    """With room for 170 it gets 164 (82% of its largest); no sentence could use the other 6, so it takes them, too."""
    filled = fill(Zone(400, 30 + 170, 0, (PICTURE,)))
    assert filled is not None
    assert filled.amounts == pytest.approx((170,))
    assert filled.picture_area == pytest.approx(170 * 340)
    assert filled.beside == pytest.approx((400 - 340) * 170)


def test_gaps_stretch_to_their_limit_and_the_rest_is_void() -> None:
    filled = fill(Zone(300, 400, 10, (text(50), text(50))))
    assert filled is not None
    assert filled.gap == pytest.approx(10 * GAP_STRETCH)
    assert filled.void == pytest.approx(400 - 140 - 10 * GAP_STRETCH)
    assert worst_void([filled], 800) == pytest.approx(filled.void / 800)
    assert total_void([filled]) == pytest.approx(filled.void / 400)


heights = st.floats(10, 120)
texts = st.lists(heights, min_size=1, max_size=6).map(lambda values: text(*values))
pictures = st.builds(
    lambda below, aspect, small, more: PicturePiece(0, below, aspect, small, small + more),
    st.floats(0, 60),
    st.floats(0.4, 3),
    st.floats(50, 200),
    st.floats(0, 300),
)


@given(st.lists(texts | pictures, min_size=1, max_size=5), st.floats(100, 2000), st.floats(0, 60))
def test_a_filled_zone_is_exactly_as_high_as_the_zone(
    pieces: list[TextPiece | PicturePiece], height: float, gap: float
) -> None:
    filled = fill(Zone(500, height, gap, tuple(pieces)))
    if filled is None:
        return
    used = filled.gap * (len(pieces) - 1)
    for piece, amount in zip(pieces, filled.amounts, strict=True):
        if isinstance(piece, TextPiece):
            assert piece.least <= amount <= len(piece.lines)
            used += piece.height(int(amount))
        else:
            assert piece.smallest - 1e-6 <= amount <= piece.largest + 1e-6
            used += piece.below + amount
    assert filled.void >= -1e-6
    assert used + filled.void == pytest.approx(height)
