"""Print too small for the first look is looked at again; what is known already is not."""

from collections.abc import Callable

import numpy as np
import pytest

from scoring.posterbench import textfinder
from scoring.posterbench.geometry import Rect
from scoring.posterbench.textfinder import find_lines, small_print

Make = Callable[..., object]


def body_boxes(drawn: object) -> list[Rect]:
    return [Rect(*(value * 1.28 for value in box)) for text, box in drawn.texts if len(text) > 20]


@pytest.mark.parametrize("size", [6, 8, 10])
def test_every_line_of_small_print_lies_in_a_part_that_is_looked_at_again(make: Make, size: int) -> None:
    """6, 8 and 10 pixels at 1600 are 7.7, 10.2 and 12.8 raster pixels, too small for the coarse scale (14)."""
    drawn = make(body_size=size)
    parts = small_print(drawn.raster, [])
    lines = [box for box in body_boxes(drawn) if box.height < 40]
    assert len(lines) > 10
    assert all(any(box.share_inside(part) > 0.99 for part in parts) for box in lines)


@pytest.mark.parametrize("size", [8, 26])
def test_what_is_known_is_not_looked_at_again(make: Make, size: int) -> None:
    drawn = make(body_size=size, figures=False)
    assert small_print(drawn.raster, [Rect(*(value * 1.28 for value in box)) for _, box in drawn.texts]) == []


def test_only_one_unknown_block_is_looked_at_again(make: Make) -> None:
    drawn = make(body_size=8, figures=False)
    known = [Rect(*(value * 1.28 for value in box)) for _, box in drawn.texts if box[0] < 1000]
    (part,) = small_print(drawn.raster, known)
    assert part.x0 > 1000 * 1.28 - 60


def test_a_second_look_adds_only_lines_that_are_new(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both looks find the first line; the second one cuts it otherwise, and finds one more."""
    drawn = make(body_size=8)
    looks = []

    def detect(raster: object, part: Rect, scale: float, session: object) -> list[np.ndarray]:
        looks.append(scale)
        first = np.array([(100, 300), (500, 300), (500, 320), (100, 320)], dtype=np.float32)
        return [first] if len(looks) == 1 else [first + 3, first + 400] if len(looks) == 2 else []

    monkeypatch.setattr(textfinder, "_detect", detect)
    lines = find_lines(drawn.raster, session=None)
    assert [tuple(corners[0]) for corners in lines] == [(100, 300), (500, 700)]
    assert looks[0] == 1024 / 2048
    assert set(looks[1:]) == {1600 / 2048}
