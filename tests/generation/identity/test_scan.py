"""From what OCR read and what a file says to signs, with boxes, and what the paper itself says set apart."""

import pytest

from generation.identity.fragments import Fragment, Where
from generation.identity.scan import Line, Paper, signs_in_file, signs_in_name, signs_on_picture
from generation.identity.words import WordList, word_list


@pytest.fixture(scope="module")
def words() -> WordList:
    return word_list(("brightboard",))


def test_a_short_line_is_marked_whole_and_of_a_long_one_the_name(words: WordList) -> None:
    nothing = Paper("", words)
    (short,) = signs_on_picture([Line("Made with Brightboard", (0.1, 0.9, 0.3, 0.92))], words, nothing)
    assert short.box is not None and short.box[0] < 0.1 and short.box[2] > 0.3 and short.box[1] < 0.9
    text = "In a long line of a paragraph Brightboard stands among many other words of the text"
    (long,) = signs_on_picture([Line(text, (0.1, 0.5, 0.9, 0.52))], words, nothing)
    start, end = (0.1 + 0.8 * at / len(text) for at in (text.index("Bright"), text.index(" stands")))
    assert long.box is not None
    assert start - 0.06 < long.box[0] < start and end < long.box[2] < end + 0.06


def test_several_names_in_one_place_are_one_sign(words: WordList) -> None:
    line = Line("Brightboard · openai.com/gpt-4o", (0.1, 0.9, 0.3, 0.92))
    (sign,) = signs_on_picture([line], words, Paper("", words))
    assert sign.word == "brightboard, OpenAI, GPT-4o"


def test_what_the_paper_says_is_told_apart_but_not_what_it_is_signed_with(words: WordList) -> None:
    paper = Paper("We asked GPT-4o and Gemini for labels.", words)
    lines = [Line("GPT-4o labels best", (0.1, 0.4, 0.3, 0.42)), Line("Made with GPT-4o", (0.1, 0.9, 0.3, 0.92))]
    assert [sign.in_paper for sign in signs_on_picture(lines, words, paper)] == [True, False]


def test_text_that_was_read_on_the_picture_is_not_told_of_again(words: WordList) -> None:
    seen = signs_on_picture([Line("Made with Brightboard", (0.1, 0.9, 0.3, 0.92))], words, Paper("", words))
    parts = [
        Fragment(Where.TEXT, "HTML text", "Made with Brightboard"),
        Fragment(Where.TEXT, "HTML text", "by Paper2Poster, very small"),
        Fragment(Where.METADATA, "HTML comment", "brightboard 3"),
        Fragment(Where.METADATA, "HTML comment", "brightboard 4"),
    ]
    signs = signs_in_file(parts, words, Paper("", words), on_picture=seen)
    assert [(sign.place, sign.word, sign.excerpt) for sign in signs] == [
        ("text", "Paper2Poster", "HTML text: by Paper2Poster, very small"),
        ("metadata", "brightboard", "HTML comment: brightboard 3"),
    ]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("autodesign_p017.png", "AutoDesign"),
        ("brightboard/leaf-label-sets.pdf", None),  # the folder is where it was put
        ("C:\\out\\claude_design.html", "Claude Design"),
        ("poster.png", None),
        ("leaf-label-sets (Paper2Poster final).png", "Paper2Poster"),
    ],
)
def test_a_files_name_may_say_who_made_it(name: str, word: str | None, words: WordList) -> None:
    assert [sign.word for sign in signs_in_name(name, words)] == ([word] if word else [])


def test_a_long_text_is_told_of_around_the_name(words: WordList) -> None:
    text = "x " * 400 + "Paper2Poster" + " y" * 400
    (sign,) = signs_in_file([Fragment(Where.METADATA, "HTML comment", text)], words, Paper("", words))
    assert "Paper2Poster" in sign.excerpt and len(sign.excerpt) <= 300
