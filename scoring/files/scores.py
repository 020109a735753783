"""scores.csv and scores.jsonl (architecture 5.3): read with every fault found, written byte for byte the same."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from scoring.files.cells import Cells, Disciplines, number_text
from scoring.files.faults import BadInput, Fault
from scoring.files.render import csv_bytes, is_jsonl, jsonl_bytes, replace_file
from scoring.files.rows import read_rows
from scoring.files.source import InputFile, Loaded
from scoring.records import ScoreRecord
from scoring.words import Dimension, ScoreStatus

REQUIRED: Final = ("case_id", "system", "evaluator", "status", "overall")
NUMBERS: Final = ("overall", "rubric", "ceiling", *(dimension.value for dimension in Dimension))
COLUMNS: Final = (
    "case_id",
    "discipline",
    "system",
    "evaluator",
    "status",
    *NUMBERS,
    "protocol",
    "poster_sha256",
    "judge_model",
)

_STATUSES: Final = {status.value: status for status in ScoreStatus}

ScoreKey = tuple[str, str, str]


def read_scores(path: Path) -> tuple[ScoreRecord, ...]:
    """Read and check a scores file, in the order of its rows.

    Raises BadInput with every fault and its line; OSError where the file cannot be read.
    """
    return load_scores(InputFile.at(path)).records


def parse_scores(data: bytes, source: str = "") -> tuple[ScoreRecord, ...]:
    """Check the bytes of a scores file; `source` names it in messages.

    Raises BadInput with every fault and its line.
    """
    return load_scores(InputFile(source, data)).records


def load_scores(file: InputFile) -> Loaded[ScoreRecord]:
    """Read and check a scores file row by row, and take its fingerprint on the way.

    Raises BadInput with every fault and its line; OSError where the file cannot be read.
    """
    with file.opened() as stream:
        records: list[ScoreRecord] = []
        faults: list[Fault] = []
        first_lines: dict[ScoreKey, int] = {}
        cells, disciplines = Cells(), Disciplines()
        for item in read_rows(stream, REQUIRED).items:
            if isinstance(item, Fault):
                faults.append(item)
                continue
            cells.turn(item)
            record = _record(cells, first_lines, disciplines)
            if cells.faults:
                faults += cells.faults
            else:
                records.append(record)
        if faults:
            raise BadInput(faults, file.name)
        return Loaded(tuple(records), stream.sha256())


def _record(cells: Cells, first_lines: dict[ScoreKey, int], disciplines: Disciplines) -> ScoreRecord:
    case_id = cells.identifier("case_id", required=True)
    system = cells.identifier("system", required=True)
    evaluator = cells.identifier("evaluator", required=True)
    discipline = cells.identifier("discipline")
    status = cells.word("status", _STATUSES)
    overall = cells.number("overall", 0, 100)
    if case_id and system and evaluator:
        first = first_lines.setdefault((case_id, system, evaluator), cells.line)
        if first != cells.line:
            cells.fault(f"{evaluator} already scored {system} for {case_id} on line {first}")
    if overall and status in {ScoreStatus.MISSING, ScoreStatus.ERROR}:
        cells.fault(f"status is {status} but overall is {overall:g}; such a poster has no score")
    disciplines.check(cells, case_id, discipline)
    # Built even from a faulty row, so that the faults of its later cells are found too.
    return ScoreRecord(
        case_id=case_id,
        system=system,
        evaluator=evaluator,
        status=status or ScoreStatus.ERROR,
        overall=overall,
        rubric=cells.number("rubric", 0, 100),
        ceiling=cells.number("ceiling", 0, 100),
        dimensions={dimension: cells.number(dimension.value, 0, 10) for dimension in Dimension},
        discipline=discipline,
        protocol=cells.identifier("protocol"),
        poster_sha256=cells.identifier("poster_sha256"),
        judge_model=cells.identifier("judge_model"),
        line=cells.line,
    )


def write_scores(path: Path, records: Iterable[ScoreRecord]) -> None:
    """Write a scores file, JSONL where the name says so, else CSV; the same records give the same bytes.

    Raises BadInput for records that could not be read back, so that no file leaves here which nobody can use.
    """
    replace_file(path, render_scores(records, jsonl=is_jsonl(path)))


def render_scores(records: Iterable[ScoreRecord], *, jsonl: bool = False) -> bytes:
    """The bytes of a scores file: contract columns, then the extra ones, `\\n` line ends; None is an empty cell.

    Raises BadInput for records that could not be read back.
    """
    listed = list(records)
    if jsonl:
        rows = ({**_texts(record), **_numbers(record)} for record in listed)
        data = jsonl_bytes(COLUMNS, rows) if listed else b""
    else:
        data = csv_bytes(
            COLUMNS,
            (
                {**_texts(record), **{name: number_text(value) for name, value in _numbers(record).items()}}
                for record in listed
            ),
        )
    if listed:
        parse_scores(data, source="scores to write")
    return data


def _texts(record: ScoreRecord) -> dict[str, str]:
    return {
        "case_id": record.case_id,
        "discipline": record.discipline,
        "system": record.system,
        "evaluator": record.evaluator,
        "status": record.status.value,
        "protocol": record.protocol,
        "poster_sha256": record.poster_sha256,
        "judge_model": record.judge_model,
    }


def _numbers(record: ScoreRecord) -> dict[str, float | None]:
    dimensions = {dimension.value: record.dimensions.get(dimension) for dimension in Dimension}
    return {"overall": record.overall, "rubric": record.rubric, "ceiling": record.ceiling, **dimensions}
