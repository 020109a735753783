"""Tables of a report as a template sets them: each cell with how it stands."""

from dataclasses import dataclass

from arena.reports import words
from scoring.report.page_tables import Column, Table
from scoring.report.section import Fold

# A longer text wraps, in a column that is wide enough for it.
_LONG = 30


@dataclass(frozen=True, slots=True)
class Cell:
    """A text and its class: `num` stands on the right, `long` wraps."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """`reading_last`: the last column says how to read a row, and stands below its heading on a narrow screen."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str
    opened: bool
    reading_last: bool = False


def shown_table(fold: Fold, *, reading_last: bool = False) -> ShownTable:
    table = fold.table
    return ShownTable(
        title=fold.title,
        columns=table.columns,
        rows=tuple(_row(table, row) for row in table.rows),
        note=table.note,
        opened=fold.opened,
        reading_last=reading_last,
    )


def _row(table: Table, row: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple(
        Cell(text=words.unbroken(text), kind="long" if len(text) > _LONG else "num" if column.number else "")
        for text, column in zip(row, table.columns, strict=True)
    )
