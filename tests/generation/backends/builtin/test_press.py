"""Text to HTML: escaped, unchanged as text, telling numbers in bold."""

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generation.backends.builtin.design import title_px
from generation.backends.builtin.palette import palette_for
from generation.backends.builtin.press import embedded_picture, emphasise


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


@pytest.mark.parametrize(
    "discipline",
    ["ai_ml", "biomed_health", "climate_earth_environment", "economics_policy", "physics_astronomy", "unknown"],
)
def test_every_palette_is_legible(discipline: str) -> None:
    palette = palette_for(discipline)
    assert contrast(palette.deep, "#ffffff") > 9
    assert contrast(palette.accent, "#ffffff") > 5
    assert contrast(palette.accent, palette.tint) > 4.5
    assert contrast(palette.light, palette.deep) > 7
