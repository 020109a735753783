"""judgments.csv and judgments.jsonl (architecture 5.2): read with every fault found, written byte for byte the same."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from scoring.files.cells import Cells, guard, moment_text, number_text
from scoring.files.faults import BadInput, Fault
from scoring.files.render import csv_bytes, is_jsonl, jsonl_bytes, replace_file
from scoring.files.rows import Row, read_rows
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure, Source

REQUIRED: Final = ("case_id", "reviewer", "system_left", "system_right", "choice")
COLUMNS: Final = (
    "judgment_id",
    "case_id",
    "discipline",
    "reviewer",
    "system_left",
    "system_right",
    "choice",
    "critical_failure",
    "shown_at",
    "decided_at",
    "seconds",
    "source",
    "revision",
    "comment",
    "repeat_of",
    "excluded_reason",
)

TaskKey = tuple[str, str, str, str]


def read_judgments(path: Path) -> tuple[JudgmentRecord, ...]:
    """Read and check a judgments file, in the order of its rows.

    Raises BadInput with every fault and its line; OSError where the file cannot be read.
    """
    return parse_judgments(path.read_bytes(), source=path.name)


def parse_judgments(data: bytes, source: str = "") -> tuple[JudgmentRecord, ...]:
    """Check the bytes of a judgments file; `source` names it in messages.

    Raises BadInput with every fault and its line.
    """
    rows = read_rows(data, REQUIRED)
    faults = list(rows.faults)
    records: list[JudgmentRecord] = []
    first_lines: dict[TaskKey, int] = {}
    for row in rows.rows:
        record = _record(row, first_lines, faults, guarded=rows.guarded)
        if record is not None:
            records.append(record)
    if faults:
        raise BadInput(faults, source)
    return tuple(records)


def _record(row: Row, first_lines: dict[TaskKey, int], faults: list[Fault], *, guarded: bool) -> JudgmentRecord | None:
    cells = Cells(row)
    case_id = cells.identifier("case_id", required=True)
    reviewer = cells.identifier("reviewer", required=True)
    left = cells.identifier("system_left", required=True)
    right = cells.identifier("system_right", required=True)
    repeat_of = cells.identifier("repeat_of")
    choice = cells.word("choice", Choice)
    failure = cells.word("critical_failure", CriticalFailure)
    if left and left == right:
        cells.fault(f"system_left and system_right are both {left}; a system cannot be compared with itself")
    elif case_id and reviewer and left and right and not repeat_of:
        key = (reviewer, case_id, min(left, right), max(left, right))
        first = first_lines.setdefault(key, row.line)
        if first != row.line:
            pair = f"{key[2]} and {key[3]}"
            cells.fault(f"{reviewer} already judged {pair} for {case_id} on line {first}; a repeat needs repeat_of")
    # Built even from a faulty row, so that the faults of its later cells are found too.
    record = JudgmentRecord(
        case_id=case_id,
        reviewer=reviewer,
        system_left=left,
        system_right=right,
        choice=choice or Choice.SKIP,
        judgment_id=cells.identifier("judgment_id"),
        discipline=cells.identifier("discipline"),
        critical_failure=failure or CriticalFailure.NONE,
        shown_at=cells.moment("shown_at"),
        decided_at=cells.moment("decided_at"),
        seconds=cells.number("seconds", 0),
        source=cells.word("source", Source) if cells.text("source") else None,
        revision=cells.whole("revision"),
        comment=cells.free_text("comment", guarded=guarded),
        repeat_of=repeat_of,
        excluded_reason=cells.free_text("excluded_reason", guarded=guarded),
        line=row.line,
    )
    faults.extend(cells.faults)
    return None if cells.faults else record


def write_judgments(path: Path, records: Iterable[JudgmentRecord]) -> None:
    """Write a judgments file, JSONL where the name says so, else CSV; the same records give the same bytes.

    Raises BadInput for records that could not be read back, so that no file leaves here which nobody can use.
    """
    replace_file(path, render_judgments(records, jsonl=is_jsonl(path)))


def render_judgments(records: Iterable[JudgmentRecord], *, jsonl: bool = False) -> bytes:
    """The bytes of a judgments file: contract columns, then the extra ones, `\\n` line ends.

    Raises BadInput for records that could not be read back.
    """
    listed = list(records)
    if jsonl:
        data = jsonl_bytes(COLUMNS, (_json_row(record) for record in listed)) if listed else b""
    else:
        data = csv_bytes(COLUMNS, (_csv_row(record) for record in listed))
    if listed:
        parse_judgments(data, source="judgments to write")
    return data


def _csv_row(record: JudgmentRecord) -> dict[str, str]:
    return {
        **_shared(record),
        "seconds": number_text(record.seconds),
        "revision": number_text(record.revision),
        "comment": guard(record.comment),
        "excluded_reason": guard(record.excluded_reason),
    }


def _json_row(record: JudgmentRecord) -> dict[str, str | int | float | None]:
    return {
        **_shared(record),
        "seconds": record.seconds,
        "revision": record.revision,
        "comment": record.comment,
        "excluded_reason": record.excluded_reason,
    }


def _shared(record: JudgmentRecord) -> dict[str, str]:
    return {
        "judgment_id": record.judgment_id,
        "case_id": record.case_id,
        "discipline": record.discipline,
        "reviewer": record.reviewer,
        "system_left": record.system_left,
        "system_right": record.system_right,
        "choice": record.choice.value,
        "critical_failure": record.critical_failure.value,
        "shown_at": moment_text(record.shown_at),
        "decided_at": moment_text(record.decided_at),
        "source": record.source.value if record.source else "",
        "repeat_of": record.repeat_of,
    }
