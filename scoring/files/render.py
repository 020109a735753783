"""Text rows out as CSV or JSONL bytes, the same bytes every time."""

import csv
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path


def csv_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> bytes:
    """CSV with a header and `\\n` line ends, UTF-8 without a mark. Each row has exactly the given columns."""
    lines = _Lines()
    writer = csv.DictWriter(lines, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return "".join(lines.parts).encode("utf-8")


class _Lines:
    """Collects rows and ends each with `\\n`.

    The writer quotes a carriage return inside a cell only where its own line ends have one, so it must write `\\r\\n`.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, row: str) -> int:
        self.parts.append(row.removesuffix("\r\n") + "\n")
        return len(row)


def jsonl_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, str | int | float | None]]) -> bytes:
    """One JSON object a line, keys in the order of `columns`; no value is null."""
    lines = (
        json.dumps({column: row[column] for column in columns}, ensure_ascii=False, allow_nan=False) + "\n"
        for row in rows
    )
    return "".join(lines).encode("utf-8")


def is_jsonl(path: Path) -> bool:
    """Whether a file of this name is written as JSONL."""
    return path.suffix.lower() in {".jsonl", ".ndjson"}


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` beside `path` and move it there in one step: a reader sees the old file or the new one."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
