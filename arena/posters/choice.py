"""What of a matrix is looked at: a discipline, some systems, rows with cells in one state, a page of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import Http404, QueryDict

from arena.posters.cells import Cell, CellState
from arena.posters.matrix import Matrix, Row, arranged
from scoring.words import DISCIPLINES

ROWS = 25
STATES = {
    "scored": "scored",
    "unscored": "without a score",
    "open": "running or waiting",
    "failed": "failed",
    "missing": "missing",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """An empty choice is everything."""

    discipline: str = ""
    systems: tuple[str, ...] = ()
    state: str = ""
    page: int = 1

    @property
    def is_everything(self) -> bool:
        return not (self.discipline or self.systems or self.state)


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class View:
    """The chosen part of a matrix: its columns, and one page of its rows."""

    matrix: Matrix
    page: Page[Row]
    choice: Choice
    disciplines: tuple[Option, ...]
    systems: tuple[Option, ...]
    states: tuple[Option, ...]

    @property
    def has_many_columns(self) -> bool:
        """More than fit beside each other with words next to their thumbnails."""
        return len(self.matrix.columns) > MOST_WIDE_COLUMNS


MOST_WIDE_COLUMNS = 5


def choice_of(query: QueryDict) -> Choice:
    """What the address asks for; 404 for a word that means nothing here."""
    state, page = query.get("state", ""), query.get("page", "1")
    if (state and state not in STATES) or not (page.isascii() and page.isdigit()) or len(page) > 6:
        raise Http404
    return Choice(query.get("discipline", ""), tuple(dict.fromkeys(query.getlist("system"))), state, int(page))


def view_of(whole: Matrix, choice: Choice) -> View:
    known = [column.config.system.slug for column in whole.columns]
    disciplines = list(dict.fromkeys(row.paper.case.discipline for row in whole.rows))
    if set(choice.systems) - set(known) or (choice.discipline and choice.discipline not in disciplines):
        raise Http404
    places = [place for place, slug in enumerate(known) if not choice.systems or slug in choice.systems]
    rows = [
        Row(row.paper, tuple(row.cells[place] for place in places))
        for row in whole.rows
        if choice.discipline in ("", row.paper.case.discipline)
    ]
    rows = [row for row in rows if not choice.state or any(_is(cell, choice.state) for cell in row.cells)]
    matrix = arranged(whole.benchmark, [whole.columns[place].config for place in places], rows)
    return View(
        matrix=matrix,
        page=Paginator(matrix.rows, ROWS).get_page(choice.page),
        choice=choice,
        disciplines=_options([(name, DISCIPLINES.get(name, name)) for name in disciplines], choice.discipline),
        systems=tuple(
            Option(column.config.system.slug, column.config.system.name, column.config.system.slug in choice.systems)
            for column in whole.columns
        ),
        states=_options(list(STATES.items()), choice.state),
    )


def _options(pairs: Sequence[tuple[str, str]], chosen: str) -> tuple[Option, ...]:
    return tuple(Option(value, label, value == chosen) for value, label in pairs)


def _is(cell: Cell, state: str) -> bool:
    match state:
        case "scored":
            return cell.overall is not None
        case "unscored":
            return cell.poster is not None and cell.overall is None
        case "open":
            return cell.is_open
        case "failed":
            return cell.state is CellState.FAILED or cell.could_not_be_scored
        case _:
            return cell.state is CellState.NONE
