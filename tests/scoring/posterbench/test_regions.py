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


def test_a_sparse_chart_with_its_labels_is_one_figure(make: Callable[..., object]) -> None:
    """Dots with whiskers on an axis: hardly any marks, held together by rules and labels."""
    drawn = make(figures=False).fill((1060, 160, 1599, 1199), "white")
    pen = ImageDraw.Draw(drawn.picture)
    for row in range(6):
        y, x = 330 + 40 * row, 1300 + 25 * row
        pen.line((x - 60, y, x + 60, y), fill=(40, 90, 150), width=3)
        pen.ellipse((x - 7, y - 7, x + 7, y + 7), fill=(40, 90, 150))
        pen.text((1100, y - 12), f"Group {row}", fill="black", font_size=22)
        drawn.texts.append((f"Group {row}", (1098, y - 12, 1185, y + 16)))
    pen.line((1195, 570, 1540, 570), fill="black", width=3)
    pen.line((1195, 300, 1195, 570), fill="black", width=3)
    pen.line((1340, 300, 1340, 570), fill="black", width=2)
    (figure,) = drawn.view.regions.figures
    assert figure.x0 / 1.28 == pytest.approx(1100, abs=25)
    assert figure.y1 / 1.28 == pytest.approx(570, abs=15)


def test_rules_below_headings_do_not_join_figures(make: Callable[..., object]) -> None:
    drawn = make().copy()
    pen = ImageDraw.Draw(drawn.picture)
    for x in (50, 563, 1077):
        pen.line((x, 212, x + 473, 212), fill=(20, 60, 110), width=4)
    assert len(drawn.view.regions.figures) == 3


def test_a_table_is_no_figure_so_that_its_numbers_are_checked(make: Callable[..., object]) -> None:
    drawn = make(figures=False).fill((1060, 160, 1599, 1199), "white")
    pen = ImageDraw.Draw(drawn.picture)
    for row in range(8):
        y = 300 + 40 * row
        pen.line((1090, y, 1520, y), fill="black", width=2)
        for column in range(4):
            text = f"{row}.{column}7"
            x = 1100 + 105 * column
            pen.text((x, y + 8), text, fill="black", font_size=22)
            drawn.texts.append((text, (x - 2, y + 8, x + 50, y + 34)))
    assert drawn.view.regions.figures == ()
