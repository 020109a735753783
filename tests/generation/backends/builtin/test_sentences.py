"""Cutting text into sentences and telling which can stand alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generation.backends.builtin.sentences import is_cjk, is_presentable, is_whole, split_sentences, squeeze, words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We measured it. It rose.", 2),
        ("Results agree with Smith et al. (2010) and with Fig. 2 of ref. 3. They differ elsewhere.", 2),
        ("The value is 3.14 in all cases, i.e. about pi. Nothing else is.", 2),
        ("It rose (see e.g. Table 1). Did it fall? No!", 3),
        ("The U.S. record is short. A. Reader wrote it.", 2),
        ("He said “it rose.” Then he left.", 2),
        ("结果表明振幅增加。这是重要的！为什么？", 3),
        ("No stop at the end", 1),
        ("Fitted by Eqn. 3 and by glm. The rest is noise.", 2),
        ("Plotted for fixed values of t. Area under it is a share.", 2),
        ("It is due to J. Smith. b. The second picture", 2),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


@given(st.text(alphabet='Ab .!?()"0。\n', max_size=80))
def test_nothing_is_lost_or_added_by_cutting(text: str) -> None:
    assert "".join(split_sentences(text)).replace(" ", "") == squeeze(text).replace(" ", "")


@given(st.text(alphabet='Ab .!?()"0。\n', max_size=80))
def test_every_sentence_stands_whole_in_the_text(text: str) -> None:
    assert all(sentence in squeeze(text) for sentence in split_sentences(text))


@pytest.mark.parametrize(
    "sentence",
    [
        "The swing grew by 17% between the first ten years and the last ten.",
        "“The swing grew in most years of the record,” as they say.",
        "Only 47% of simulations resulted in convergence.",
        "结果表明，季节振幅在四十年间增加了百分之十七。",
    ],
)
def test_good_sentences_are_presentable(sentence: str) -> None:
    assert is_presentable(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "and this is the second half of some longer sentence.",  # no beginning
        "This sentence was cut at the end of the",  # no end
        "It rose (as was to be expected in every one of these years.",  # open bracket
        "It rose.",  # too short to say anything
        "We define x = a + b and y = c + d for all of the following cases.",  # formula
        "The exam- ple was broken by the end of a printed line.",  # hyphen left over
        "The code is at https://example.org for everybody who wants to use it.",  # address
        "The details of the second model are given in Section 3 of the text.",  # points elsewhere
        "As shown above the swing of the record rises in every decade.",  # points back
        "(5) future modules could be plugged in without compiling it again.",  # a list's item
        "We would like to thank the observers of the station for their work.",  # thanks
        "The value of \ufffd was measured in every one of the forty years.",  # damaged sign
        "A " + "very " * 60 + "long sentence.",  # nobody reads it standing
    ],
)
def test_what_cannot_stand_alone_is_not(sentence: str) -> None:
    assert not is_presentable(sentence)


def test_whole_means_both_ends_and_closed_brackets() -> None:
    assert is_whole("It rose (a lot).")
    assert not is_whole("it rose.")
    assert not is_whole("It rose")
    assert not is_whole("It rose (a lot.")


def test_words_count_signs_where_there_are_no_blanks() -> None:
    assert words("A state-of-the-art 3.5% rise") == ("a", "state-of-the-art", "3.5", "rise")
    assert words("二氧化碳") == ("二", "氧", "化", "碳")
    assert is_cjk("二氧化碳 CO2")
    assert not is_cjk("CO2 rises")
