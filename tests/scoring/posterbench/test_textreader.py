"""Signs are put together from the recogniser's steps."""

import numpy as np
import pytest

from scoring.posterbench.textreader import HEIGHT, NARROWING, Reading, _spell, _strip

LETTERS = ["", "a", "b", " "]


def steps(*classes: int, chance: float = 0.9) -> np.ndarray:
    chances = np.full((len(classes), len(LETTERS)), 0.02, dtype=np.float32)
    chances[np.arange(len(classes)), classes] = chance
    return chances


def test_repetitions_are_one_letter_and_a_blank_parts_two() -> None:
    """Connectionist temporal classification (Graves and others, 2006): drop repetitions, then blanks."""
    assert _spell(steps(0, 1, 1, 0, 1, 2, 2, 3, 3, 2), LETTERS).text == "aab b"


def test_confidence_is_the_mean_over_the_letters_not_over_the_blanks() -> None:
    chances = steps(0, 1, 0, 2)
    chances[1, 1] = 0.6
    assert _spell(chances, LETTERS).confidence == pytest.approx((0.6 + 0.9) / 2)


def test_only_blanks_are_no_text() -> None:
    assert _spell(steps(0, 0, 0), LETTERS) == Reading("", 0.0)


def test_a_line_is_narrowed_and_a_single_sign_is_not(poster: object) -> None:
    def corners(width: int) -> np.ndarray:
        return np.array([(70, 300), (70 + width, 300), (70 + width, 330), (70, 330)], dtype=np.float32)

    line, sign = _strip(poster.raster, corners(300)), _strip(poster.raster, corners(33))
    assert line.shape == (1, 3, HEIGHT, round(NARROWING * 10 * HEIGHT))
    assert sign.shape == (1, 3, HEIGHT, round(1.1 * HEIGHT))
    assert (line.min(), line.max()) == pytest.approx((-1, 1), abs=0.35)
