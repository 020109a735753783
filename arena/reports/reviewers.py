"""The table of reviewers, which a report keeps as CSV only, as records again."""

import csv
import dataclasses
import io
from collections.abc import Mapping
from types import UnionType
from typing import TypeVar, get_args, get_type_hints

from scoring.report.model import ReviewerLine

Record = TypeVar("Record")


def reviewer_lines(data: bytes) -> tuple[ReviewerLine, ...]:
    """The records of a reviewers.csv. Columns that an older one does not have take their defaults.

    Raises ValueError where it is not such a table.
    """
    hints = get_type_hints(ReviewerLine)
    needed = {field.name for field in dataclasses.fields(ReviewerLine) if field.default is dataclasses.MISSING}
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    if not needed <= set(rows.fieldnames or ()):
        raise ValueError("no table of reviewers")
    return tuple(_record(ReviewerLine, hints, row) for row in rows)


def _record(kind: type[Record], hints: Mapping[str, object], row: Mapping[str, str]) -> Record:
    return kind(**{name: _value(hint, row[name]) for name, hint in hints.items() if name in row})


def _value(hint: object, text: str) -> str | int | float | None:
    if isinstance(hint, UnionType):
        if text == "":
            return None
        hint = get_args(hint)[0]
    if hint is int:
        return int(text)
    return float(text) if hint is float else text
