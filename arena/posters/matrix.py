"""A benchmark's papers and systems as a matrix of posters and their states, in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from arena.benchmarks.models import Benchmark
from arena.benchmarks.selectors import PaperLine, paper_lines
from arena.posters.cells import Cell, CellState, Facts, ScoreState
from arena.systems.models import SystemConfig
from arena.systems.selectors import current_configs
from scoring.words import POSTERBENCH_OFFLINE


@dataclass(frozen=True, slots=True)
class Tally:
    """How many cells there are of each kind. posters + running + waiting + failed + missing = total, always."""

    total: int = 0
    posters: int = 0
    running: int = 0
    waiting: int = 0
    failed: int = 0
    missing: int = 0  # no poster, and nobody is making one
    scored: int = 0  # the four below add up to posters with this
    being_scored: int = 0
    waiting_for_score: int = 0
    unscorable: int = 0
    unscored: int = 0  # no evaluator was asked

    @property
    def scores_open(self) -> int:
        return self.being_scored + self.waiting_for_score

    @property
    def is_open(self) -> bool:
        """Something changes by itself."""
        return bool(self.running or self.waiting or self.scores_open)


def tally(cells: Iterable[Cell]) -> Tally:
    listed = list(cells)

    def made(state: CellState) -> int:
        return sum(cell.state is state for cell in listed)

    def scored(state: ScoreState) -> int:
        return sum(cell.poster is not None and cell.score_state is state for cell in listed)

    return Tally(
        total=len(listed),
        posters=made(CellState.POSTER),
        running=made(CellState.RUNNING),
        waiting=made(CellState.WAITING),
        failed=made(CellState.FAILED),
        missing=made(CellState.NONE),
        scored=scored(ScoreState.SCORED),
        being_scored=scored(ScoreState.RUNNING),
        waiting_for_score=scored(ScoreState.WAITING),
        unscorable=scored(ScoreState.FAILED) + scored(ScoreState.INCOMPLETE),
        unscored=scored(ScoreState.NONE),
    )


@dataclass(frozen=True, slots=True)
class Row:
    paper: PaperLine
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    config: SystemConfig
    cells: tuple[Cell, ...]
    tally: Tally = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tally", tally(self.cells))


@dataclass(frozen=True, slots=True)
class Matrix:
    benchmark: Benchmark
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    tally: Tally = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tally", tally(cell for row in self.rows for cell in row.cells))

    @property
    def papers_waiting(self) -> int:
        return sum(row.paper.state in {"waiting", "reading"} for row in self.rows)

    @property
    def papers_without_pdf(self) -> int:
        return sum(row.paper.state == "no PDF" for row in self.rows)

    @property
    def papers_failed(self) -> int:
        return sum(row.paper.state == "failed" for row in self.rows)

    @property
    def makeable(self) -> int:
        """Cells for which a poster can be asked now: a ready paper, and a system that makes its own."""
        return sum(cell.can_be_made for row in self.rows if row.paper.is_ready for cell in row.cells)

    @property
    def scorable(self) -> int:
        ready = (cell for row in self.rows if row.paper.is_ready for cell in row.cells)
        return sum(cell.poster is not None and cell.score_state is ScoreState.NONE for cell in ready)

    @property
    def retriable(self) -> int:
        """What failed, of making and of scoring."""
        return sum(cell.can_be_retried for row in self.rows if row.paper.is_ready for cell in row.cells)

    @property
    def at_work(self) -> bool:
        """Something changes by itself: the page may look again."""
        return self.tally.is_open or bool(self.papers_waiting)


def matrix_of(benchmark: Benchmark, *, evaluator: str = POSTERBENCH_OFFLINE, now: datetime | None = None) -> Matrix:
    papers = paper_lines(benchmark)
    configs = list(current_configs())
    facts = Facts([paper.case for paper in papers], configs, evaluator, now=now)
    return arranged(benchmark, configs, [Row(paper, facts.row(paper.case, configs)) for paper in papers])


def arranged(benchmark: Benchmark, configs: Sequence[SystemConfig], rows: Sequence[Row]) -> Matrix:
    """The matrix of these rows, whose cells are those of `configs` in this order."""
    columns = (Column(config, tuple(row.cells[place] for row in rows)) for place, config in enumerate(configs))
    return Matrix(benchmark, tuple(columns), tuple(rows))
