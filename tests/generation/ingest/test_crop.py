"""Pages drawn to be looked at, and boxes cut out of them by hand."""

import math
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generation.errors import BadCrop, BadPaper
from generation.ingest import cut_figure, limits, render_page
from generation.records import Box

RED = (0.9, 0.1, 0.1)


@pytest.fixture
def paper(write_pdf, new_page) -> Path:
    """Two pages of 595 x 842 points; on the second a red field of 200 x 100 points."""
    return write_pdf(new_page().text(72, 100, "One line"), new_page().field(100, 300, 300, 400, RED))


def red_of(path: Path):
    pixels = np.asarray(Image.open(path).convert("RGB")).astype(int)
    return (pixels[:, :, 0] > 180) & (pixels[:, :, 1] < 120)


def test_a_page_is_drawn_at_the_size_asked_for(paper, tmp_path):
    target = tmp_path / "new" / "page.png"
    picture = render_page(paper, 2, target, long_edge=842)
    assert (picture.page, picture.pages) == (2, 2)
    assert (picture.points_wide, picture.points_high) == (595, 842)
    assert picture.scale == pytest.approx(1, abs=0.002)
    with Image.open(target) as image:
        assert image.size == (picture.width, picture.height)
    rows, columns = np.nonzero(red_of(target))
    assert (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1) == pytest.approx((100, 300, 300, 400), abs=1)


def test_a_box_is_cut_as_ingest_cuts(paper, tmp_path):
    target = tmp_path / "cut.png"
    width, height = cut_figure(paper, 2, Box(90, 290, 310, 410), target)
    dots = limits.CROP_DPI / 72
    assert (width, height) == pytest.approx(
        (220 * dots + 2 * limits.CROP_MARGIN, 120 * dots + 2 * limits.CROP_MARGIN), abs=2
    )
    red = red_of(target)
    assert red.shape == (height, width)
    assert red.sum() == pytest.approx(200 * dots * 100 * dots, rel=0.02)


def test_what_lies_outside_of_the_page_is_left_out(paper, tmp_path):
    width, height = cut_figure(paper, 2, Box(-50, 780, 1000, 2000), tmp_path / "cut.png")
    margins = 2 * limits.CROP_MARGIN
    assert (width - margins) / (height - margins) == pytest.approx(595 / (842 - 780), rel=0.01)


@pytest.mark.parametrize("page", [0, 3, -1])
def test_a_page_that_is_not_there_is_named(paper, tmp_path, page):
    with pytest.raises(BadCrop, match=f"has 2 pages; there is no page {page}"):
        render_page(paper, page, tmp_path / "page.png", long_edge=400)


@pytest.mark.parametrize(
    "box", [Box(100, 100, 101, 300), Box(300, 300, 100, 100), Box(600, 10, 700, 200), Box(math.nan, 0, 100, 100)]
)
def test_an_empty_box_is_refused_and_nothing_written(paper, tmp_path, box):
    with pytest.raises(BadCrop, match=r"^The box"):
        cut_figure(paper, 2, box, tmp_path / "cut.png")
    assert not (tmp_path / "cut.png").exists()


def test_a_size_beyond_the_limits_is_refused(paper, tmp_path):
    with pytest.raises(BadCrop, match="100 to 4800"):
        render_page(paper, 1, tmp_path / "page.png", long_edge=50_000)


def test_a_giant_page_gives_a_bounded_picture(write_pdf, new_page, tmp_path):
    path = write_pdf(new_page(width=14400, height=7200).field(1000, 1000, 13000, 6000, RED))
    assert (render_page(path, 1, tmp_path / "page.png", long_edge=600).width) == 600
    width, height = cut_figure(path, 1, Box(0, 0, 14400, 7200), tmp_path / "cut.png")
    assert max(width, height) <= limits.CROP_LONG_EDGE


def test_what_is_no_pdf_is_a_bad_paper(tmp_path):
    path = tmp_path / "paper.pdf"
    path.write_text("<html>")
    with pytest.raises(BadPaper, match="HTML"):
        render_page(path, 1, tmp_path / "page.png", long_edge=400)
