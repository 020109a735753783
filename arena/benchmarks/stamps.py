"""What a form showed, in a few letters: so that two people on one draft do not write over what only one changed."""

import hashlib
from collections.abc import Sequence

PAPER = ("case_id", "title", "authors", "abstract", "discipline", "left_out", "use_known")
FACTS = ("name", "title", "description", "license", "remark")
LETTERS = 10


def stamp_of(thing: object, fields: Sequence[str]) -> str:
    """One short hash for each field, in this order. Blanks do not count: browsers write line ends of their own."""
    return ".".join(_short(str(getattr(thing, name))) for name in fields)


def changed_fields(typed: object, fields: Sequence[str], shown: str) -> tuple[str, ...]:
    """The fields that differ from what was shown, which `shown` is the stamp of; all where it is no such stamp."""
    before, now = shown.split("."), stamp_of(typed, fields).split(".")
    if len(before) != len(fields):
        return tuple(fields)
    return tuple(name for name, old, new in zip(fields, before, now, strict=True) if old != new)


def _short(text: str) -> str:
    blank_free = " ".join(text.split())
    return hashlib.sha256(blank_free.encode("utf-8", "replace")).hexdigest()[:LETTERS]
