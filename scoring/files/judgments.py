"""judgments.csv and judgments.jsonl (architecture 5.2): read with every fault found, written byte for byte the same."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from scoring.files.cells import Cells, Disciplines, guard, moment_text, number_text, shown
from scoring.files.faults import BadInput, Fault
from scoring.files.render import csv_bytes, is_jsonl, jsonl_bytes, replace_file
from scoring.files.row import Row
from scoring.files.rows import read_rows
from scoring.files.source import InputFile, Loaded
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
_CHOICES: Final = {choice.value: choice for choice in Choice}
_FAILURES: Final = {failure.value: failure for failure in CriticalFailure}
_SOURCES: Final[dict[str, Source | None]] = {"": None, **{source.value: source for source in Source}}


def read_judgments(path: Path) -> tuple[JudgmentRecord, ...]:
    """Read and check a judgments file, in the order of its rows.

    Raises BadInput with every fault and its line; OSError where the file cannot be read.
    """
    return load_judgments(InputFile.at(path)).records


def parse_judgments(data: bytes, source: str = "") -> tuple[JudgmentRecord, ...]:
    """Check the bytes of a judgments file; `source` names it in messages.

    Raises BadInput with every fault and its line.
    """
    return load_judgments(InputFile(source, data)).records


def load_judgments(file: InputFile) -> Loaded[JudgmentRecord]:
    """Read and check a judgments file row by row, and take its fingerprint on the way.

    Raises BadInput with every fault and its line; OSError where the file cannot be read.
    """
    with file.opened() as stream:
        rows = read_rows(stream, REQUIRED)
        reader = _Reader(guarded=rows.guarded)
        for item in rows.items:
            reader.take(item)
        reader.finish()
        if reader.faults:
            raise BadInput(reader.faults, file.name)
        return Loaded(tuple(reader.records), stream.sha256())


class _Reader:
    """Turns rows into records and remembers what later rows must agree with."""

    def __init__(self, *, guarded: bool) -> None:
        self.records: list[JudgmentRecord] = []
        self.faults: list[Fault] = []
        self._guarded = guarded
        self._cells = Cells()
        self._disciplines = Disciplines()
        self._tasks = _Tasks()
        self._repeats: list[JudgmentRecord] = []

    def take(self, item: Row | Fault) -> None:
        """One row, or what is wrong with it."""
        if isinstance(item, Fault):
            self.faults.append(item)
            return
        cells = self._cells
        cells.turn(item)
        record = self._record(cells)
        if cells.faults:
            self.faults += cells.faults
            return
        self.records.append(record)
        if record.repeat_of:
            self._repeats.append(record)

    def _record(self, cells: Cells) -> JudgmentRecord:
        case_id = cells.identifier("case_id", required=True)
        reviewer = cells.identifier("reviewer", required=True)
        left = cells.identifier("system_left", required=True)
        right = cells.identifier("system_right", required=True)
        repeat_of = cells.identifier("repeat_of", repeats=False)
        choice = cells.word("choice", _CHOICES)
        failure = cells.word("critical_failure", _FAILURES)
        discipline = cells.identifier("discipline")
        if left and left == right:
            cells.fault(f"system_left and system_right are both {left}; a system cannot be compared with itself")
        elif case_id and reviewer and left and right and not repeat_of:
            first = self._tasks.first(case_id, reviewer, left, right, cells.line)
            if first != cells.line:
                pair = " and ".join(sorted((left, right)))
                cells.fault(f"{reviewer} already judged {pair} for {case_id} on line {first}; a repeat needs repeat_of")
        self._disciplines.check(cells, case_id, discipline)
        # Built even from a faulty row, so that the faults of its later cells are found too.
        return JudgmentRecord(
            case_id=case_id,
            reviewer=reviewer,
            system_left=left,
            system_right=right,
            choice=choice or Choice.SKIP,
            judgment_id=cells.identifier("judgment_id", repeats=False),
            discipline=discipline,
            critical_failure=failure or CriticalFailure.NONE,
            shown_at=cells.moment("shown_at"),
            decided_at=cells.moment("decided_at"),
            seconds=cells.number("seconds", 0),
            source=cells.word("source", _SOURCES),
            revision=cells.whole("revision"),
            comment=cells.free_text("comment", guarded=self._guarded),
            repeat_of=repeat_of,
            excluded_reason=cells.free_text("excluded_reason", guarded=self._guarded),
            line=cells.line,
        )

    def finish(self) -> None:
        """A repeat is of the same reviewer, case and pair as the judgment it names, where the file has that one.

        A name that the file does not have is no fault: the first judgment may have been withdrawn since.
        """
        if not self._repeats:
            return
        wanted = {record.repeat_of for record in self._repeats}
        named: dict[str, list[JudgmentRecord]] = {}
        for record in self.records:
            if record.judgment_id in wanted:
                named.setdefault(record.judgment_id, []).append(record)
        for repeat in self._repeats:
            originals = [record for record in named.get(repeat.repeat_of, ()) if record is not repeat]
            if originals and all(_task(record) != _task(repeat) for record in originals):
                self._refuse(repeat, f"another reviewer, case or pair, judged on line {originals[0].line}")
            elif not originals and repeat.judgment_id == repeat.repeat_of:
                self._refuse(repeat, "this judgment itself")

    def _refuse(self, repeat: JudgmentRecord, what: str) -> None:
        if repeat.line is not None:
            self.faults.append(Fault(repeat.line, f"repeat_of {shown(repeat.repeat_of)} names {what}"))


def _task(record: JudgmentRecord) -> tuple[str, str, frozenset[str]]:
    return record.reviewer, record.case_id, frozenset((record.system_left, record.system_right))


class _Tasks:
    """On which line a reviewer first judged a pair for a case, the sides aside; a million of them in some 80 MB."""

    def __init__(self) -> None:
        self._cases: dict[str, int] = {}
        self._pairs: dict[tuple[str, str], int] = {}
        self._lines: dict[str, dict[int, int]] = {}

    def first(self, case_id: str, reviewer: str, left: str, right: str, line: int) -> int:
        """The line of the first such judgment: `line` itself where there was none before."""
        case = self._cases.setdefault(case_id, len(self._cases))
        pair = self._pairs.get((left, right))
        if pair is None:
            pair = self._pairs[left, right] = self._pairs[right, left] = len(self._pairs)
        mine = self._lines.get(reviewer)
        if mine is None:
            mine = self._lines[reviewer] = {}
        return mine.setdefault(case << 32 | pair, line)  # one small number in place of a tuple of four


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
