"""Text to HTML: escaped, unchanged as text, telling numbers in bold."""

import re
from html import unescape
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from generation.backends.builtin.design import title_px
from generation.backends.builtin.palette import palette_for
from generation.backends.builtin.press import embedded_picture, emphasise, whole_words


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("It grew by 17% in 40 years.", ["17%"]),
        ("A gain of 7.5 months, then 3.7 and 9.9.", ["7.5", "3.7"]),
        ("It fell (95% interval 0.6 to 6.7).", []),
        ("A 95% interval of 0.19 to 0.40 holds it.", []),
        ("The value is −0.40 here.", ["−0.40"]),
        ("In 1998 and in version 1.2.3 nothing changed.", []),
    ],
)
def test_percentages_and_decimals_are_bold_but_not_intervals(text: str, bold: list[str]) -> None:
    assert re.findall("<b>(.*?)</b>", emphasise(text)) == bold


@given(st.text(max_size=120))
def test_emphasis_never_changes_the_text_and_lets_no_markup_through(text: str) -> None:
    html = str(emphasise(text))
    assert unescape(html.replace("<b>", "").replace("</b>", "")) == text
    assert not re.search(r"<(?!/?b>)", html)


def test_hyphenated_words_stay_whole_in_large_type() -> None:
    assert whole_words("re-creating <b> 5-fold") == (
        '<span class="w">re-creating</span> &lt;b&gt; <span class="w">5-fold</span>'
    )
    assert unescape(re.sub("<[^>]*>", "", whole_words("a-b &-c x-1.5%"))) == "a-b &-c x-1.5%"


def test_a_picture_is_reduced_only_where_it_is_much_too_large(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new("RGB", (2000, 1000), "red").save(file)
    assert len(embedded_picture(file, 900)) == len("data:image/png;base64,") + 4 * ((file.stat().st_size + 2) // 3)
    assert len(embedded_picture(file, 200)) < len(embedded_picture(file, 900))


def test_a_title_shrinks_with_its_length_but_stays_legible() -> None:
    sizes = [title_px("x" * length, largest=90, line_width=2200, lines=2) for length in (10, 60, 120, 400)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 90
    assert sizes[-1] == 40


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


DISCIPLINES = ("ai_ml", "biomed_health", "climate_earth_environment", "economics_policy", "physics_astronomy")
# What is left of red, green and blue where one kind of cone is missing: Machado, Oliveira and Fernandes (2009),
# "A physiologically-based model for simulation of color vision deficiency", severity 1.0.
EYES = {
    "usual": np.eye(3),
    "no long cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no middle cones": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no short cones": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


def lab(colour: str, eye: ArrayLike) -> NDArray[np.float64]:
    """CIE L*a*b* (D65) of an sRGB colour as an eye sees it."""
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.asarray(eye) @ linear, 0, 1)
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
    x, y, z = (np.asarray(to_xyz) @ seen) / [0.95047, 1.0, 1.08883]
    fx, fy, fz = (np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("eye", EYES)
def test_disciplines_are_told_apart_by_every_eye(eye: str) -> None:
    """A difference of 2.3 is just noticed side by side; 15 is plain from memory, too."""
    seen = [lab(palette_for(discipline).accent, EYES[eye]) for discipline in DISCIPLINES]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > 15


@pytest.mark.parametrize(
    "discipline",
    [*DISCIPLINES, "unknown"],
)
def test_every_palette_is_legible(discipline: str) -> None:
    palette = palette_for(discipline)
    assert contrast(palette.deep, "#ffffff") > 9
    assert contrast(palette.accent, "#ffffff") > 5
    assert contrast(palette.accent, palette.tint) > 4.5
    assert contrast(palette.light, palette.deep) > 7
    # Text of the templates: captions on white and on tint.
    assert contrast("#48535f", palette.tint) > 4.5
