"""Figures, empty slots and detail are told from text, rules and flat fills."""

from collections.abc import Callable

import numpy as np
import pytest
from PIL import ImageDraw

from scoring.posterbench.regions import find_regions


def test_the_drawn_figures_are_found_and_nothing_else(poster: object) -> None:
    assert len(poster.view.regions.figures) == 3


def test_a_poster_without_pictures_has_no_figures(make: Callable[..., object]) -> None:
    assert make(figures=False).view.regions.figures == ()


@pytest.mark.parametrize("colour", ["white", (207, 226, 255), (20, 40, 90)])
def test_a_flat_canvas_has_no_detail(blank: object, colour: object) -> None:
    raster = blank.fill((0, 0, 1600, 1200), colour).raster
    assert not find_regions(raster, ()).detail.any()


@pytest.mark.parametrize("fill", ["white", (235, 240, 248), (60, 80, 120)])
def test_an_empty_frame_is_an_empty_slot_whatever_its_colour(make: Callable[..., object], fill: object) -> None:
    """Of any ground, where the public evaluator sees near-white ones only."""
    drawn = make(figures=False).copy()
    drawn.texts = [(text, box) for text, box in drawn.texts if box[0] < 1000]
    pen = ImageDraw.Draw(drawn.picture)
    pen.rectangle((1060, 160, 1600, 1200), fill="white")
    pen.rectangle((1090, 300, 1520, 620), fill=fill, outline=(120, 120, 130), width=3)
    (slot,) = drawn.view.regions.empty_slots
    assert slot.x0 / 1.28 == pytest.approx(1090, abs=6)
    assert slot.y1 / 1.28 == pytest.approx(620, abs=6)


def test_a_card_with_text_is_no_empty_slot(make: Callable[..., object]) -> None:
    drawn = make(figures=False).copy()
    ImageDraw.Draw(drawn.picture).rectangle((40, 160, 540, 760), outline=(120, 120, 130), width=3)
    assert drawn.view.regions.empty_slots == ()


def test_rules_and_frames_are_no_detail(blank: object) -> None:
    drawn = blank.fill((0, 0, 1, 1), "white")
    pen = ImageDraw.Draw(drawn.picture)
    pen.line((50, 300, 1550, 300), fill="black", width=4)
    pen.rectangle((100, 400, 900, 1000), outline="black", width=3)
    regions = find_regions(drawn.raster, ())
    assert regions.detail.mean() < 0.0005
    assert regions.figures == ()


def test_taking_apart_twice_gives_the_same(poster: object) -> None:
    first, second = poster.view.regions, poster.copy().view.regions
    assert first.figures == second.figures
    assert np.array_equal(first.detail, second.detail)
