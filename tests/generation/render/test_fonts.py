"""The packaged typefaces: what they can draw, and how little of the large ones travels along."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont

from generation.render.driver import Browser
from generation.render.fonts import CJK, FACES, cjk_css, font_path, undrawable
from generation.render.html import render_html

CHINESE = "面向论文海报生成的评测基准，“结果”表明：提高了百分之十七。"


def fonts_in(css: str) -> list[TTFont]:
    return [TTFont(io.BytesIO(base64.b64decode(data))) for data in re.findall(r"base64,([A-Za-z0-9+/=]+)", css)]


def test_every_face_is_there() -> None:
    assert all(font_path(face.file).is_file() for face in (*FACES, *CJK))


def test_latin_text_needs_no_large_typeface() -> None:
    assert cjk_css("Plain words, 5.73 µm ± 0.1 – “quoted” β and é.") == ""


def test_chinese_text_brings_exactly_its_own_glyphs_in_two_weights() -> None:
    fonts = fonts_in(cjk_css(f"CO2 {CHINESE}"))
    assert len(fonts) == 2
    for font in fonts:
        assert {chr(code) for code in font.getBestCmap()} == set(CHINESE)
        assert "locl" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}


def test_the_subset_is_small_and_always_the_same() -> None:
    """34 signs in two weights: about 250 bytes each, and 4/3 of that in base64."""
    css = cjk_css(CHINESE)
    assert len(css) < 60_000
    assert css == cjk_css(CHINESE[::-1])


def test_signs_that_no_face_has_are_named() -> None:
    assert undrawable("Plain α ≤ 王 text") == ""
    assert undrawable("an astral 𝑥 and a private \ue000") == "\ue000𝑥"


@pytest.mark.browser
def test_the_language_decides_the_shape_and_no_glyph_is_a_box(browser: Browser) -> None:
    """U+9AA8 is drawn differently in China and in Taiwan; a box would be the same in both, and for all signs."""

    def drawn(sign: str, language: str) -> bytes:
        css = cjk_css("骨直") + "body{margin:0;font:200px 'Poster CJK'}"
        html = f"<html lang={language}><style>{css}</style><body>{sign}"
        return render_html(html, {}, width=240, height=320, browser=browser).png

    assert drawn("骨", "zh-Hans") != drawn("骨", "zh-Hant")
    assert drawn("骨", "zh-Hans") != drawn("直", "zh-Hans")
