"""Quotes and blanks: better set, and still the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generation.backends.builtin.typeset import plain, typeset


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "it rose" twice.', "He said “it rose” twice."),
        ("The authors' method doesn't.", "The authors’ method doesn’t."),
        ("A 'model' (\"toy\").", "A ‘model’ (“toy”)."),
        ("A 5\" pipe and a 6' rod.", "A 5\" pipe and a 6' rod."),
        ("It grew by 0.30 ppm in 40 years.", "It grew by 0.30\u00a0ppm in 40\u00a0years."),
        ("See Figure 2 of J. B. Smith.", "See Figure\u00a02 of J.\u00a0B.\u00a0Smith."),
        ("Within ± 0.1 of p < 0.05.", "Within\u00a0±\u00a00.1 of p\u00a0<\u00a00.05."),
        ("In 1998 models rose.", "In 1998 models rose."),
        ("结果表明增加。", "结果表明增加。"),
    ],
)
def test_quotes_are_curled_and_numbers_keep_their_units(text: str, expected: str) -> None:
    assert typeset(text) == expected


@given(st.text(alphabet="ab \"'().5%<±=FigureTable[]–“’", max_size=60))
def test_typesetting_changes_no_word(text: str) -> None:
    assert plain(typeset(text)) == plain(text)
    assert len(typeset(text)) == len(text)
