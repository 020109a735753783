"""Rows of a CSV file: strict, with the line on which each row starts."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from scoring.files.faults import Fault
from scoring.files.row import MAX_CELL, NOT_UTF8, Row, is_utf8


def csv_rows(text: Iterable[str], required: Sequence[str]) -> Iterator[Row | Fault]:
    """Rows under the header's names; a fault for each row that cannot be read, and where the header itself is wrong."""
    header: list[str] | None = None
    for line, record in _records(text):
        if isinstance(record, Fault):
            yield record
            if header is None:
                return
        elif not record or (len(record) == 1 and not record[0].strip()):
            continue
        elif header is None:
            header = [name.strip() for name in record]
            faults = _header_faults(line, header, required)
            if faults:
                yield from faults
                return
        elif len(record) != len(header):
            yield Fault(line, f"{len(record)} cells where the header has {len(header)}")
        else:
            yield Row(line, dict(zip(header, record, strict=True)))
    if header is None:
        yield Fault(1, f"the file is empty; it needs a header with {', '.join(required)}")


class _Lines:
    """Passes lines on and remembers whether one of the present row was not UTF-8."""

    def __init__(self, text: Iterable[str]) -> None:
        self._text = iter(text)
        self.number = 0
        self.not_utf8: int | None = None

    def __iter__(self) -> Iterator[str]:
        for line in self._text:
            self.number += 1
            if not line.isascii() and self.not_utf8 is None and not is_utf8(line):
                self.not_utf8 = self.number
            yield line


def _records(text: Iterable[str]) -> Iterator[tuple[int, list[str] | Fault]]:
    lines = _Lines(text)
    reader = csv.reader(lines, strict=True)
    while True:
        line = lines.number + 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, Fault(line, _broken(str(error), line, lines.number))
        else:
            if lines.not_utf8 is None:
                yield line, record
            else:
                yield line, Fault(lines.not_utf8, NOT_UTF8)
        lines.not_utf8 = None


def _broken(error: str, first: int, last: int) -> str:
    """What the csv module could not read, and how far that reaches: a quote swallows lines."""
    if "unexpected end of data" in error:
        return "a quote opened here is never closed; nothing after it could be read"
    unread = f"; lines {first} to {last} could not be read, is a quote not closed?" if last > first else ""
    if "field larger than field limit" in error:
        return f"a cell is longer than {MAX_CELL:,} characters{unread}"
    return f"not valid CSV: {error}{unread}"


def _header_faults(line: int, header: Sequence[str], required: Sequence[str]) -> list[Fault]:
    twice = sorted({name for name in header if name and header.count(name) > 1})
    missing = [name for name in required if name not in header]
    faults = [Fault(line, f"column {name} appears twice in the header") for name in twice]
    if missing:
        other = next((mark for mark in (";", "\t") if len(header) == 1 and mark in header[0]), None)
        hint = "" if other is None else f"; cells are separated by {'a tab' if other == chr(9) else other}, use commas"
        faults.append(Fault(line, f"the header has no column {', '.join(missing)}{hint}"))
    return faults
