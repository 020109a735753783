"""The font size and contrast of a line come from its pixels."""

from collections.abc import Callable
from statistics import median

import numpy as np
import pytest

from scoring.posterbench.geometry import Rect
from scoring.posterbench.lettering import contrast_ratio, measure
from scoring.posterbench.raster import Raster


@pytest.mark.parametrize("size", [10, 14, 20, 28])
def test_font_size_is_found_within_an_eighth(make: Callable[..., object], size: int) -> None:
    """Drawn at 1600 pixels, measured at 2048: 1.28 times the size."""
    drawn = make(body_size=size)
    lines = [line for line in drawn.lines(drawn.raster) if len(line.text) > 25 and "dry decade" not in line.text]
    assert median(line.font_size for line in lines) == pytest.approx(size * 1.28, rel=0.125)


def test_contrast_of_black_on_white_is_21() -> None:
    """WCAG 2.2: (1 + 0.05) / (0 + 0.05)."""
    assert contrast_ratio(np.zeros(3), np.full(3, 255.0)) == pytest.approx(21)


def test_contrast_does_not_depend_on_which_is_lighter(make: Callable[..., object]) -> None:
    drawn = make()
    raster = drawn.raster
    negative = Raster(255 - raster.rgb)
    text, box = drawn.texts[2]
    rect = Rect(*(value * 1.28 for value in box))
    assert measure(raster, rect, text).font_size == pytest.approx(measure(negative, rect, text).font_size, rel=0.05)
    assert measure(negative, rect, text).contrast > 10


def test_a_line_outside_the_picture_does_not_stop_the_evaluation(make: Callable[..., object]) -> None:
    assert measure(make().raster, Rect(10, 9000, 90, 9030), "gone").contrast == 1.0
