"""How lines become paragraphs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generation.ingest import without_citations
from generation.ingest.prose import Vocabulary, ends_sentence, join_lines
from generation.ingest.signs import sign_of

KNOWN = Vocabulary(["we use a state-of-the-art trade-off here", "each data point and every driven thing is good"])


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["an experi-", "ment was made"], "an experiment was made"),
        (["the trade-", "off is known"], "the trade-off is known"),  # stands whole elsewhere
        (["a data-", "driven way"], "a data-driven way"),  # both halves are words of the text
        (["a self-", "made thing"], "a self-made thing"),
        (["the search-", "and-matching model"], "the search-and-matching model"),
        (["a two-", "and a three-way test"], "a two- and a three-way test"),
        (["written term-", "by-term here"], "written term-by-term here"),
        (["an ex-", "ternal thing"], "an external thing"),
        (["an open-", "thing rule"], "an open-thing rule"),  # the second half is a word of the text
        (["a point-", "based way"], "a point-based way"),  # such halves come after a hyphen
        (["the Navier-", "Stokes equations"], "the Navier-Stokes equations"),
        (["from 1990-", "2000 it rose"], "from 1990-2000 it rose"),
        (["one line", "and another"], "one line and another"),
        (["  spaces   are", " made single "], "spaces are made single"),
        (["海报需要准", "确传达内容"], "海报需要准确传达内容"),
        (["see https://example.org/a_", "b for more"], "see https://example.org/a_b for more"),
    ],
)
def test_line_ends_are_joined(lines, joined):
    assert join_lines(lines, KNOWN) == joined


@given(st.lists(st.text("abc d-", min_size=1), max_size=6))
def test_joining_loses_no_letter(lines):
    letters = "".join(char for line in lines for char in line if char.isalpha())
    assert "".join(char for char in join_lines(lines) if char.isalpha()) == letters


def test_ligatures_are_taken_apart():
    assert "".join(sign_of(ord(char)) for char in "eﬃcient ﬁnal ﬂow") == "efficient final flow"


def test_a_hyphen_that_pdfium_marks_by_a_control_character_is_a_hyphen():
    assert sign_of(0x2) == "-" == sign_of(0xAD)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("It ends.", True),
        ("It ends (here).", True),
        ("It ends.”", True),
        ("It ends.¹²", True),
        ("It goes", False),
        ("as in [3]", False),
        ("the other kind, i.e.", False),
        ("as shown in Fig.", False),
    ],
)
def test_complete_sentences_are_known_by_their_end(text, complete):
    assert ends_sentence(text) is complete


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It was shown [3, 4] that it grows [12].", "It was shown that it grows."),
        ("It was shown¹,² before.³", "It was shown before."),
        ("An area of 3 m² and 10⁻³ of it.", "An area of 3 m² and 10⁻³ of it."),
    ],
)
def test_reference_marks_go_and_exponents_stay(text, plain):
    assert without_citations(text) == plain
