"""Rows of a CSV or JSONL file as text cells with the line each row starts on, read one by one."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.files.csv_rows import csv_rows
from scoring.files.faults import Fault
from scoring.files.jsonl_rows import jsonl_rows
from scoring.files.row import Row
from scoring.files.source import BUFFER, Fingerprinted

_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_PACKED: Final = {
    b"\x1f\x8b": "packed with gzip; unpack it first",
    b"PK\x03\x04": "a workbook or an archive; save the table as CSV with UTF-8 encoding",
}
_BLANK: Final = b"\xef\xbb\xbf \t\r\n\f\v"


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows to come, a fault in place of each that cannot be read; whether free text is guarded (CSV only)."""

    items: Iterator[Row | Fault]
    guarded: bool


def read_rows(stream: Fingerprinted, required: Sequence[str]) -> Rows:
    """Split a file into rows; a first character `{` means JSONL, anything else CSV with a header.

    A byte-order mark and CRLF are accepted, blank lines hold nothing. Each row that cannot be read becomes a fault.
    No more than a row is held in memory.
    """
    buffered = io.BufferedReader(stream, BUFFER)
    start = buffered.peek(BUFFER)[:BUFFER]
    first = start.lstrip(_BLANK)[:1]
    for mark, what in _PACKED.items():
        if start.startswith(mark):
            return _unusable(what)
    if start.startswith(_UTF16_MARKS) or b"\0" in start[:4]:
        return _unusable("UTF-16 text; save the file with UTF-8 encoding")
    if first == b"[":
        return _unusable("a JSON list; write one object on each line instead")
    # What is no UTF-8 passes as lone surrogates, so that every line with such bytes can be named, not only the first.
    if first == b"{":
        text = io.TextIOWrapper(buffered, "utf-8-sig", errors="surrogateescape", newline="\n")
        return Rows(jsonl_rows(text, required), guarded=False)
    text = io.TextIOWrapper(buffered, "utf-8-sig", errors="surrogateescape", newline="")
    return Rows(csv_rows(text, required), guarded=True)


def _unusable(message: str) -> Rows:
    return Rows(iter((Fault(1, message),)), guarded=False)
