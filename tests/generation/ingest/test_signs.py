"""What printed signs are called."""

import pytest

from generation.ingest.signs import in_font, raised_text, tidied


@pytest.mark.parametrize(
    ("char", "font", "sign"),
    [
        # The TeXbook, appendix F: codes 060, 067 and 076 of cmsy are prime, the foot of \mapsto, and top.
        ("0", "CMSY10", "′"),
        ("7", "CMSY10", ""),
        (">", "CMSY7", "⊤"),
        ("`", "CMMI9", "ℓ"),  # 0140 of cmmi
        ("X", "CMEX10", "∑"),  # 0130 of cmex: the sum of a displayed formula
        ("h", "CMEX9", "["),  # 0150: a large bracket
        ("0", "CMR10", "0"),
        ("X", "Helvetica", "X"),
    ],
)
def test_unnamed_codes_of_tex_are_what_they_look_like(char, font, sign):
    assert in_font(char, font) == sign


@pytest.mark.parametrize(
    ("raised", "before", "text"),
    [
        ("-12", "0", "⁻¹²"),
        ("2", "m", "²"),
        ("d×1", "R", "d×1"),  # not all of it has a raised form
        ("◦", "60", "°"),
        ("o", "50", "°"),
        ("◦", "β", "◦"),
    ],
)
def test_superscripts_are_raised_if_all_of_them_can_be(raised, before, text):
    assert raised_text(raised, before) == text


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("becomes \u0338= 0", "becomes ≠ 0"),
        ("such as LATE X code", "such as LaTeX code"),
        ("as TE X, the", "as TeX, the"),
        ("LATEX and TEXT stay", "LATEX and TEXT stay"),
        ("https : //doi.org", "https://doi.org"),
        ("e\u0301tude", "étude"),
    ],
)
def test_text_is_tidied(printed, text):
    assert tidied(printed) == text
