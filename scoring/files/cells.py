"""Typed values from the text cells of one row; every fault is noted, none stops the reading."""

import math
import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, TypeVar

from scoring.files.faults import Fault
from scoring.files.rows import Row

Word = TypeVar("Word", bound=StrEnum)

# A spreadsheet runs a cell that starts with one of these as a formula.
FORMULA_STARTS: Final = ("=", "+", "-", "@")
_GUARDED: Final = re.compile(r"'+[=+\-@\t\r]")
_NEEDS_GUARD: Final = re.compile(r"'*[=+\-@\t\r]")
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z", re.ASCII)
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


class Cells:
    """Reads one row; `faults` collects what is wrong with it."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self.faults: list[Fault] = []

    def fault(self, message: str) -> None:
        """Note one fault on this row's line."""
        self.faults.append(Fault(self._row.line, message))

    def text(self, column: str) -> str:
        """The cell without surrounding blanks; a missing column reads as empty."""
        return self._row.cells.get(column, "").strip()

    def identifier(self, column: str, *, required: bool = False) -> str:
        """An id: no formula start, no control characters; empty only where it is not required."""
        value = self.text(column)
        if not value:
            if required:
                self.fault(f"{column} is missing")
        elif value.startswith(FORMULA_STARTS):
            self.fault(f"{column} {shown(value)} starts with {value[0]}, which a spreadsheet runs as a formula")
        elif any(not character.isprintable() for character in value):
            self.fault(f"{column} {shown(value)} holds a control character")
        return value

    def word(self, column: str, words: type[Word]) -> Word | None:
        """One of a closed list of words; None (and a fault) for anything else."""
        value = self.text(column)
        try:
            return words(value)
        except ValueError:
            what = f"{column} is {shown(value)}" if value else f"{column} is empty"
            allowed = [word.value or "empty" for word in words]
            self.fault(f"{what}; allowed are {', '.join(allowed[:-1])} or {allowed[-1]}")
            return None

    def number(self, column: str, low: float, high: float = math.inf) -> float | None:
        """A finite decimal number in [low, high]; an empty cell is None, no value."""
        value = self.text(column)
        if not value:
            return None
        number = float(value) if _NUMBER.fullmatch(value) else math.nan
        if not math.isfinite(number):
            self.fault(f"{column} is {shown(value)}; a finite number is wanted")
            return None
        if not low <= number <= high:
            wanted = f"between {low:g} and {high:g}" if math.isfinite(high) else f"{low:g} or more"
            self.fault(f"{column} is {shown(value)}; it must be {wanted}")
            return None
        return number

    def whole(self, column: str) -> int | None:
        """A whole number from 0; an empty cell is None."""
        value = self.text(column)
        if not value:
            return None
        if not (value.isascii() and value.isdigit() and len(value) <= 18):
            self.fault(f"{column} is {shown(value)}; a whole number from 0 is wanted")
            return None
        return int(value)

    def moment(self, column: str) -> datetime | None:
        """An ISO 8601 time that ends in Z, as aware UTC; an empty cell is None."""
        value = self.text(column)
        if not value:
            return None
        try:
            if _MOMENT.fullmatch(value):
                return datetime.fromisoformat(value).astimezone(UTC)
        except ValueError:
            pass  # the shape is right, the date does not exist: the same fault as a wrong shape
        self.fault(f"{column} is {shown(value)}; write it like 2026-05-01T10:00:00Z")
        return None

    def free_text(self, column: str, *, guarded: bool) -> str:
        """Free text as it stands; in CSV the apostrophe that `guard` put before a formula start is taken off again."""
        value = self._row.cells.get(column, "")
        if any("\ud800" <= character <= "\udfff" for character in value):
            self.fault(f"{column} holds half of a character")
        return value[1:] if guarded and _GUARDED.match(value) else value


def shown(value: str) -> str:
    """A cell for a message: quoted, escaped, cut at 40 characters."""
    return repr(value if len(value) <= 40 else value[:39] + "…")


def guard(text: str) -> str:
    """Free text for a CSV cell: an apostrophe before what a spreadsheet would run. Reading takes exactly one off."""
    return f"'{text}" if _NEEDS_GUARD.match(text) else text


def number_text(value: float | None) -> str:
    """The shortest decimal that reads back as the same number, without a trailing `.0`; None is the empty cell."""
    if value is None:
        return ""
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def moment_text(value: datetime | None) -> str:
    """ISO 8601 in UTC with `Z`; None is the empty cell."""
    return "" if value is None else value.astimezone(UTC).isoformat().replace("+00:00", "Z")
