"""What was corrected in a paper, as its page tells it."""

from dataclasses import dataclass

from arena.benchmarks.models import Case, CaseFigure, Correction
from arena.benchmarks.selectors import active_corrections
from scoring.words import DISCIPLINES


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: "caption", from, to."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Told:
    """One correction in words. `may_undo` where nothing later stands on it; `was_undone` where it does not hold."""

    correction: Correction
    subject: str
    deed: str
    changes: tuple[Change, ...]
    may_undo: bool
    was_undone: bool


def history_of(case: Case) -> list[Told]:
    """All corrections, the newest first, in two queries."""
    undoable = {entry.pk for entry in active_corrections(case) if entry.is_latest}
    rows = list(
        case.corrections.select_related("made_by", "figure_before", "figure_after", "undoes").order_by("-number")
    )
    undone = {row.undoes_id for row in rows if row.undoes_id}
    return [_told(row, row.pk in undoable and row.undoes_id is None, row.pk in undone) for row in rows]


def _told(row: Correction, may_undo: bool, was_undone: bool) -> Told:
    if row.field != Correction.Field.FIGURE:
        deed = f"undid correction {row.undoes.number}" if row.undoes else "corrected"
        change = Change(row.field, _fact(row.field, row.before), _fact(row.field, row.after))
        return Told(row, row.get_field_display().capitalize(), deed, (change,), may_undo, was_undone)
    before, after = row.figure_before, row.figure_after
    figure = after or before
    label = figure.label if figure else "Figure"
    return Told(row, label, _deed(row, before, after), _changes(before, after), may_undo, was_undone)


def _deed(row: Correction, before: CaseFigure | None, after: CaseFigure | None) -> str:
    if row.undoes is not None:
        return f"undid correction {row.undoes.number}"
    if before is None:
        return "added"
    if after is not None and after.left_out != before.left_out:
        return "left out" if after.left_out else "brought back"
    return "corrected"


def _changes(before: CaseFigure | None, after: CaseFigure | None) -> tuple[Change, ...]:
    if before is None or after is None:
        return ()
    pairs = {
        "label": (before.label, after.label),
        "caption": (before.caption, after.caption),
        "crop": (_place(before), _place(after)),
    }
    return tuple(Change(what, old, new) for what, (old, new) in pairs.items() if old != new)


def _place(figure: CaseFigure) -> str:
    edges = ", ".join(f"{edge:g}" for edge in figure.box)
    return f"page {figure.page}: {edges}"


def _fact(field: str, value: object) -> str:
    if isinstance(value, list):
        return "; ".join(str(name) for name in value)
    text = "" if value is None else str(value)
    return DISCIPLINES.get(text, text) if field == Correction.Field.DISCIPLINE else text
