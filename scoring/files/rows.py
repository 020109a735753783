"""Rows of a CSV or JSONL file as text cells with the line each row starts on."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.files.faults import Fault


@dataclass(frozen=True, slots=True)
class Row:
    """One row; a column that the file does not have, and a JSON null, read as the empty cell."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Rows:
    """All readable rows, the faults of the unreadable ones, and whether free text in the file is guarded (CSV only)."""

    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]
    guarded: bool


def read_rows(data: bytes, required: Sequence[str]) -> Rows:
    """Split a file into rows; a first character `{` means JSONL, anything else CSV with a header.

    A byte-order mark and CRLF are accepted, blank lines hold nothing. Each row that cannot be read becomes a fault.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Rows((), (Fault(line, "not UTF-8 text; save the file with UTF-8 encoding"),), guarded=False)
    if not text.strip():
        return Rows((), (Fault(1, f"the file is empty; it needs a header with {', '.join(required)}"),), guarded=False)
    is_jsonl = text.lstrip().startswith("{")
    rows: list[Row] = []
    faults: list[Fault] = []
    for item in _jsonl_rows(text, required) if is_jsonl else _csv_rows(text, required):
        if isinstance(item, Fault):
            faults.append(item)
        else:
            rows.append(item)
    return Rows(tuple(rows), tuple(faults), guarded=not is_jsonl)


def _csv_rows(text: str, required: Sequence[str]) -> Iterator[Row | Fault]:
    header: list[str] | None = None
    for line, record in _csv_records(text):
        if isinstance(record, Fault):
            yield record
        elif not record:
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


def _csv_records(text: str) -> Iterator[tuple[int, list[str] | Fault]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            unclosed = "unexpected end of data" in str(error)
            message = (
                "a quote opened here is never closed; nothing after it could be read"
                if unclosed
                else f"not valid CSV: {error}"
            )
            yield line, Fault(line, message)
        else:
            yield line, record


def _header_faults(line: int, header: Sequence[str], required: Sequence[str]) -> list[Fault]:
    twice = sorted({name for name in header if name and header.count(name) > 1})
    missing = [name for name in required if name not in header]
    faults = [Fault(line, f"column {name} appears twice in the header") for name in twice]
    if missing:
        faults.append(Fault(line, f"the header has no column {', '.join(missing)}"))
    return faults


def _jsonl_rows(text: str, required: Sequence[str]) -> Iterator[Row | Fault]:
    for line, source in enumerate(text.split("\n"), start=1):
        if not source.strip():
            continue
        try:
            # Numbers stay as they are written: a score of 83.10 must not pass through binary arithmetic here.
            value = json.loads(source, object_pairs_hook=_pairs, parse_float=str, parse_int=str, parse_constant=str)
        except json.JSONDecodeError as error:
            yield Fault(line, f"not valid JSON: {error.msg} at character {error.pos + 1}")
            continue
        except RecursionError:
            yield Fault(line, "not valid JSON: nested too deeply")
            continue
        if not isinstance(value, _Object):
            yield Fault(line, "not a JSON object")
            continue
        faults = _object_faults(line, value, required)
        if faults:
            yield from faults
        else:
            yield Row(line, {key: cell if isinstance(cell, str) else "" for key, cell in value.pairs})


@dataclass(frozen=True, slots=True)
class _Object:
    pairs: list[tuple[str, object]]


def _pairs(pairs: list[tuple[str, object]]) -> _Object:
    return _Object(pairs)


def _object_faults(line: int, value: _Object, required: Sequence[str]) -> list[Fault]:
    keys = [key for key, _ in value.pairs]
    faults = [Fault(line, f"key {name} appears twice") for name in sorted({key for key in keys if keys.count(key) > 1})]
    missing = [name for name in required if name not in keys]
    if missing:
        faults.append(Fault(line, f"no key {', '.join(missing)}"))
    for key, cell in value.pairs:
        if cell is not None and not isinstance(cell, str):
            faults.append(Fault(line, f"{key} is {_kind(cell)}; text, a number or null is wanted"))
    return faults


def _kind(cell: object) -> str:
    if isinstance(cell, bool):
        return "true or false"
    return "a list" if isinstance(cell, list) else "an object"
