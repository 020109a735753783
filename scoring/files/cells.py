"""Typed values from the text cells of one row; every fault is noted, none stops the reading."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, TypeVar

from scoring.files.faults import Fault
from scoring.files.row import Row

Word = TypeVar("Word")

# A spreadsheet runs a cell that starts with one of these as a formula; in some languages the full-width ones, too.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Blanks before it do not stop every spreadsheet, and a tab or a line end may begin a cell of its own.
_RUN: Final = rf"(\s*[{re.escape(''.join(FORMULA_STARTS))}]|[\t\r\n])"
_GUARDED: Final = re.compile(f"'+{_RUN}")
_NEEDS_GUARD: Final = re.compile(f"'*{_RUN}")
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z", re.ASCII)
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_MOST_REMEMBERED: Final = 1 << 16  # values of one file; more distinct ones are checked anew each time


class Cells:
    """Reads the rows of one file, one after the other; `faults` collects what is wrong with the present one.

    What repeats (ids, numbers) is checked once, and the same text object stands in every record.
    """

    def __init__(self) -> None:
        self._cells: dict[str, str] = {}
        self._identifiers: dict[str, str] = {}
        self._numbers: dict[str, float] = {}
        self.line = 0
        self.faults: list[Fault] = []

    def turn(self, row: Row) -> None:
        """Go on to the next row, without faults so far."""
        self._cells, self.line = row.cells, row.line
        if self.faults:
            self.faults = []

    def fault(self, message: str) -> None:
        """Note one fault on this row's line."""
        self.faults.append(Fault(self.line, message))

    def identifier(self, column: str, *, required: bool = False, repeats: bool = True) -> str:
        """An id: no formula start, no control characters; empty only where it is not required.

        `repeats` says that other rows are likely to hold the same one, so that it is worth remembering.
        """
        text = self._cells.get(column, "")
        if not text and not required:
            return ""
        known = self._identifiers.get(text)
        if known is not None:
            return known
        value = text.strip()
        if not value:
            if required:
                self.fault(f"{column} is missing")
        elif value.startswith(FORMULA_STARTS):
            self.fault(f"{column} {shown(value)} starts with {value[0]}, which a spreadsheet runs as a formula")
        elif not value.isprintable():
            self.fault(f"{column} {shown(value)} holds a control character")
        elif repeats and len(self._identifiers) < _MOST_REMEMBERED:
            self._identifiers[text] = value
        return value

    def word(self, column: str, words: Mapping[str, Word]) -> Word | None:
        """What a word of a closed list stands for; None (and a fault) for anything else."""
        text = self._cells.get(column, "")
        word = words.get(text)
        if word is not None:
            return word
        value = text.strip()
        if value not in words:
            what = f"{column} is {shown(value)}" if value else f"{column} is empty"
            allowed = [word or "empty" for word in words]
            self.fault(f"{what}; allowed are {', '.join(allowed[:-1])} or {allowed[-1]}")
        return words.get(value)

    def number(self, column: str, low: float, high: float = math.inf) -> float | None:
        """A finite decimal number in [low, high]; an empty cell is None, no value."""
        text = self._cells.get(column, "")
        number = self._numbers.get(text)
        if number is not None and low <= number <= high:
            return number
        value = text.strip()
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
        if len(self._numbers) < _MOST_REMEMBERED:
            self._numbers[text] = number
        return number

    def whole(self, column: str) -> int | None:
        """A whole number from 0; an empty cell is None."""
        value = self._cells.get(column, "").strip()
        if not value:
            return None
        if not (value.isascii() and value.isdigit() and len(value) <= 18):
            self.fault(f"{column} is {shown(value)}; a whole number from 0 is wanted")
            return None
        return int(value)

    def moment(self, column: str) -> datetime | None:
        """An ISO 8601 time that ends in Z, as aware UTC; an empty cell is None."""
        value = self._cells.get(column, "").strip()
        if not value:
            return None
        try:
            if _MOMENT.fullmatch(value):
                return datetime.fromisoformat(value)
        except ValueError:
            pass  # the shape is right, the date does not exist: the same fault as a wrong shape
        self.fault(f"{column} is {shown(value)}; write it like 2026-05-01T10:00:00Z")
        return None

    def free_text(self, column: str, *, guarded: bool) -> str:
        """Free text as it stands; in CSV the apostrophe that `guard` put before a formula start is taken off again."""
        value = self._cells.get(column, "")
        if not value:
            return ""
        if "\0" in value:
            self.fault(f"the {column} holds a NUL character")
        if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            self.fault(f"the {column} holds half of a character")
        return value[1:] if guarded and _GUARDED.match(value) else value


class Disciplines:
    """A case is of one discipline in all rows of a file; an empty cell says nothing."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[str, int]] = {}

    def check(self, cells: Cells, case_id: str, discipline: str) -> None:
        """Note a fault where an earlier row says otherwise."""
        if not (case_id and discipline):
            return
        first = self._first.get(case_id)
        if first is None:
            self._first[case_id] = (discipline, cells.line)
        elif first[0] != discipline:
            cells.fault(f"discipline of {case_id} is {shown(discipline)} here and {shown(first[0])} on line {first[1]}")


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
