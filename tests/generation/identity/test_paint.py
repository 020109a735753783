"""Painting over: nothing is left of what stood there, the ground goes on, and nothing else changes."""

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from generation.identity.fragments import Box
from generation.identity.paint import in_pixels, masked

WIDE, HIGH = 600, 400
BOX: Box = (0.2, 0.8, 0.8, 0.95)


def png(pixels: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(buffer, "PNG")
    return buffer.getvalue()


def signed(ground: np.ndarray, colour: str = "black") -> np.ndarray:
    """The ground with a line of text inside of BOX."""
    image = Image.fromarray(ground.astype(np.uint8))
    font = ImageFont.load_default(size=28)
    ImageDraw.Draw(image).text((140, 330), "Made with Paper2Poster", fill=colour, font=font)
    return np.array(image)


def painted(picture: np.ndarray, box: Box = BOX) -> np.ndarray:
    return np.array(Image.open(io.BytesIO(masked(png(picture), [box]))))


def plain() -> np.ndarray:
    return np.full((HIGH, WIDE, 3), (20, 60, 90), np.uint8)


def banded() -> np.ndarray:
    """White above, navy below; the box lies in the navy band close to its border."""
    ground = np.full((HIGH, WIDE, 3), 255, np.uint8)
    ground[318:] = (11, 61, 92)
    return ground


def gradient() -> np.ndarray:
    across = np.linspace(0, 255, WIDE)[None, :, None]
    down = np.linspace(0, 60, HIGH)[:, None, None]
    return np.clip(across * np.array([1, 0.5, 0.2]) + down, 0, 255).astype(np.uint8)


def faint() -> np.ndarray:
    """So slight a gradient that an even colour would be seen as a patch, and only just."""
    across = np.linspace(235, 225, WIDE)[None, :, None] + np.zeros((HIGH, 1, 3))
    return np.round(across).astype(np.uint8)


@pytest.mark.parametrize(
    ("ground", "off"),
    [(plain(), 0), (banded(), 0), (faint(), 1), (gradient(), 12)],
    ids=["plain", "banded", "faint", "gradient"],
)
def test_the_ground_goes_on_where_the_words_stood(ground: np.ndarray, off: int) -> None:
    after = painted(signed(ground, "yellow"))
    x0, y0, x1, y1 = in_pixels(BOX, WIDE, HIGH)
    inside, wanted = after[y0:y1, x0:x1].astype(int), ground[y0:y1, x0:x1].astype(int)
    assert np.abs(inside - wanted).max() <= off


def test_nothing_outside_of_the_box_changes() -> None:
    before = signed(gradient())
    after = painted(before)
    x0, y0, x1, y1 = in_pixels(BOX, WIDE, HIGH)
    assert (before != after)[y0:y1, x0:x1].any()
    after[y0:y1, x0:x1] = before[y0:y1, x0:x1]
    assert (before == after).all()


def test_nothing_of_a_photograph_is_left_either() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (HIGH, WIDE, 3)).astype(np.uint8)
    x0, y0, x1, y1 = in_pixels(BOX, WIDE, HIGH)
    inside = painted(noise)[y0:y1, x0:x1].astype(int)
    assert np.abs(np.diff(inside, axis=1)).mean() < 20 < np.abs(np.diff(noise[y0:y1, x0:x1].astype(int), axis=1)).mean()


@pytest.mark.parametrize("box", [(0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.01, 0.01), (0.99, 0.99, 1.0, 1.0)])
def test_a_box_may_reach_the_edges(box: Box) -> None:
    assert painted(signed(gradient()), box).shape == (HIGH, WIDE, 3)


def test_a_box_takes_every_pixel_that_it_touches() -> None:
    assert in_pixels((0.1004, 0.1, 0.1996, 0.2), 1000, 100) == (100, 10, 200, 20)
    assert in_pixels((1.0, 1.0, 1.0, 1.0), 10, 10) == (9, 9, 10, 10)
