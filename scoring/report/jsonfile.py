"""report.json: the report's records out to JSON bytes and back."""

import dataclasses
import json
import types
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar, get_args, get_origin, get_type_hints

from scoring.report.errors import BadReport
from scoring.report.model import SCHEMA, Report

Record = TypeVar("Record")


def to_json(report: Report) -> bytes:
    """report.json: keys in the order of the records, two spaces of indent, a `\\n` at the end."""
    return (json.dumps(dataclasses.asdict(report), ensure_ascii=False, allow_nan=False, indent=2) + "\n").encode()


def load_report(path: Path) -> Report:
    """Read report.json back; parts that an older version did not have take their defaults.

    Raises BadReport where it is not one of this schema, OSError where it cannot be read.
    """
    try:
        value = json.loads(path.read_bytes())
    except ValueError as error:
        raise BadReport(f"{path.name} is not JSON: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise BadReport(f"{path.name} is not a report of schema {SCHEMA}; build the report again")
    try:
        return _record(Report, value)
    except (KeyError, TypeError) as error:
        raise BadReport(f"{path.name} does not fit schema {SCHEMA} ({error}); build the report again") from error


def _record(kind: type[Record], value: Mapping[str, object]) -> Record:
    shape: object = kind
    hints, may_lack = _fields(shape)
    present = {name: hint for name, hint in hints.items() if name in value or name not in may_lack}
    return kind(**{name: _value(hint, value[name], name) for name, hint in present.items()})


@cache
def _fields(kind: object) -> tuple[dict[str, object], frozenset[str]]:
    """The fields of a record with their types, and those that have a default."""
    hints = get_type_hints(kind)
    may_lack = {
        field.name
        for field in (dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ())
        if field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
    }
    return hints, frozenset(may_lack)


def _value(hint: object, value: object, name: str) -> object:
    if isinstance(hint, types.UnionType):
        if value is None and type(None) in get_args(hint):
            return None
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint) and isinstance(value, dict):
        return _record(hint, value)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_value(get_args(hint)[0], item, name) for item in value)
    if get_origin(hint) is dict and isinstance(value, dict):
        return {str(key): _value(get_args(hint)[1], item, name) for key, item in value.items()}
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(hint, type) and type(value) is hint:
        return value
    raise TypeError(f"{name} is not of the right kind")
