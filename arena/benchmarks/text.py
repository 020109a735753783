"""The texts that people type about a paper, held to what a manifest may say."""

import unicodedata

from arena.core.errors import BadInput

LONGEST = {"title": 1000, "abstract": 20_000, "caption": 5000, "label": 60, "name": 200, "licence": 200}


def clean_line(text: str, what: str, *, empty: bool = False) -> str:
    """One line of text as manifests hold it; BadInput where it is empty, too long, or holds what cannot be printed."""
    if any(unicodedata.category(letter) in {"Cs", "Cc"} and letter not in "\r\n\t" for letter in text):
        raise BadInput(f"The {what} holds a control character.")
    line = unicodedata.normalize("NFC", " ".join(text.split()))
    if not line and not empty:
        raise BadInput(f"The {what} is empty.")
    if len(line) > LONGEST[what]:
        raise BadInput(f"The {what} has {len(line)} characters; at most {LONGEST[what]} are taken.")
    return line


def author_lines(text: str) -> list[str]:
    """Authors as somebody writes them: one a line, or parted by semicolons."""
    names = (" ".join(name.split()) for line in text.splitlines() for name in line.split(";"))
    return [name for name in names if name]


def fault_of(text: str, what: str, *, empty: bool = False) -> str:
    """What is wrong with a text, for the form it was typed in; "" where nothing is."""
    try:
        clean_line(text, what, empty=empty)
    except BadInput as error:
        return str(error)
    return ""
