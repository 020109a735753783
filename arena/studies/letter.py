"""The text that goes with a link: ready to be sent, and without a word on what is compared."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from arena.studies.models import Study
from arena.studies.services.invite import IssuedInvitation

SUBJECT = "Poster study: your invitation"
_TEXT = """\
Subject: {subject}

{greeting}

We would like your help with a study of academic posters. You will see two posters of the same paper next to each \
other, without knowing who or what made them, and answer one question about them.

This is your personal link:
{link}

It works on any device and brings you back to where you stopped. Please do not pass it on: what is judged with it \
counts as yours. You can stop at any time, and every pair you judge helps. If you have a question, {ask}

Thank you!
"""


@dataclass(frozen=True, slots=True)
class Letter:
    """One reviewer's invitation as it can be copied."""

    issued: IssuedInvitation
    text: str


def letters(study: Study, issued: Iterable[IssuedInvitation]) -> list[Letter]:
    return [Letter(entry, letter_text(study, entry)) for entry in issued]


def letter_text(study: Study, entry: IssuedInvitation) -> str:
    """Says "Poster study" whatever the study is called: its name may say who made the posters."""
    greeting = f"Dear {entry.person.name}," if entry.person.name else "Hello,"
    ask = f"ask {study.contact}." if study.contact else "just reply."
    return _TEXT.format(subject=SUBJECT, greeting=greeting, link=entry.url, ask=ask)


def links_csv(issued: Iterable[IssuedInvitation]) -> str:
    """Every link as a table: for a mail merge, or to keep."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["reviewer", "name", "email", "link"])
    for entry in issued:
        writer.writerow([entry.reviewer.pseudonym, _inert(entry.person.name), _inert(entry.person.email), entry.url])
    return buffer.getvalue()


def _inert(text: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
