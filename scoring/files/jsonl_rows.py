"""Rows of a JSONL file: one flat object a line."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.files.faults import Fault
from scoring.files.row import MAX_CELL, NOT_UTF8, Row, is_utf8


def jsonl_rows(text: Iterable[str], required: Sequence[str]) -> Iterator[Row | Fault]:
    """One row for each line that is not blank; a fault for each that is no flat object with the required keys."""
    for line, source in enumerate(text, start=1):
        if not source.strip():
            continue
        if not is_utf8(source):
            yield Fault(line, NOT_UTF8)
            continue
        try:
            # Numbers stay as they are written: a score of 83.10 must not pass through binary arithmetic here.
            value = json.loads(
                source, object_pairs_hook=_Object, parse_float=str, parse_int=str, parse_constant=_Constant
            )
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


@dataclass(frozen=True, slots=True)
class _Constant:
    """`NaN`, `Infinity` or `-Infinity`, which JSON does not have and Python reads."""

    name: str


def _object_faults(line: int, value: _Object, required: Sequence[str]) -> list[Fault]:
    keys = [key for key, _ in value.pairs]
    distinct = set(keys)
    faults = []
    if len(distinct) < len(keys):
        faults += [Fault(line, f"key {name} appears twice") for name in sorted(distinct) if keys.count(name) > 1]
    missing = [name for name in required if name not in distinct]
    if missing:
        faults.append(Fault(line, f"no key {', '.join(missing)}"))
    for key, cell in value.pairs:
        if isinstance(cell, str):
            if len(cell) > MAX_CELL:
                faults.append(Fault(line, f"{key} is longer than {MAX_CELL:,} characters"))
        elif cell is not None:
            faults.append(Fault(line, f"{key} is {_kind(cell)}; text, a number or null is wanted"))
    return faults


def _kind(cell: object) -> str:
    if isinstance(cell, _Constant):
        return f"{cell.name}, which is no number"
    if isinstance(cell, bool):
        return "true or false"
    return "a list" if isinstance(cell, list) else "an object"
