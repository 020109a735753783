"""The matrix of a benchmark's papers and systems as its page shows it, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.benchmarks.models import Benchmark
from arena.benchmarks.selectors import PaperLine, paper_lines
from arena.core.leases import WorkState
from arena.posters.models import GenerationRun, Poster, PosterScore, ScoringRun
from arena.systems.models import SystemConfig
from arena.systems.selectors import current_configs
from scoring.words import POSTERBENCH_OFFLINE, ScoreStatus


class CellState(StrEnum):
    POSTER = "poster"
    RUNNING = "running"
    WAITING = "waiting"
    FAILED = "failed"
    NONE = "none"  # not asked for, or not delivered


class ScoreState(StrEnum):
    SCORED = "scored"
    RUNNING = "being scored"
    WAITING = "waits for its score"
    FAILED = "not scored"
    NONE = "no score yet"


@dataclass(frozen=True, slots=True)
class Cell:
    """One paper and system. `detail` is one line of words: what it took, or what went wrong."""

    system: str
    state: CellState
    poster: Poster | None = None
    overall: float | None = None
    score_state: ScoreState = ScoreState.NONE
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    paper: PaperLine
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    config: SystemConfig
    posters: int
    papers: int


@dataclass(frozen=True, slots=True)
class Matrix:
    benchmark: Benchmark
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def _cells(self, state: CellState) -> int:
        return sum(cell.state is state for row in self.rows for cell in row.cells)

    def _scores(self, state: ScoreState) -> int:
        return sum(cell.poster is not None and cell.score_state is state for row in self.rows for cell in row.cells)

    @property
    def posters(self) -> int:
        return self._cells(CellState.POSTER)

    @property
    def possible(self) -> int:
        return len(self.rows) * len(self.columns)

    @property
    def running(self) -> int:
        return self._cells(CellState.RUNNING)

    @property
    def waiting(self) -> int:
        return self._cells(CellState.WAITING)

    @property
    def failed(self) -> int:
        return self._cells(CellState.FAILED)

    @property
    def scored(self) -> int:
        return self._scores(ScoreState.SCORED)

    @property
    def unscorable(self) -> int:
        return self._scores(ScoreState.FAILED)

    @property
    def papers_waiting(self) -> int:
        return sum(row.paper.state in {"waiting", "reading"} for row in self.rows)

    @property
    def papers_without_pdf(self) -> int:
        return sum(row.paper.state == "no PDF" for row in self.rows)

    @property
    def at_work(self) -> bool:
        """Something changes by itself: the page may look again."""
        scoring = self._scores(ScoreState.RUNNING) + self._scores(ScoreState.WAITING)
        return bool(self.running or self.waiting or self.papers_waiting or scoring)


def matrix_of(benchmark: Benchmark, evaluator: str = POSTERBENCH_OFFLINE) -> Matrix:
    papers = paper_lines(benchmark)
    configs = list(current_configs())
    facts = _Facts(papers, configs, evaluator)
    rows = tuple(Row(paper, tuple(facts.cell(paper, config) for config in configs)) for paper in papers)
    columns = tuple(
        Column(config, sum(row.cells[place].state is CellState.POSTER for row in rows), len(rows))
        for place, config in enumerate(configs)
    )
    return Matrix(benchmark, columns, rows)


class _Facts:
    """Everything the cells need, fetched at once."""

    def __init__(self, papers: Sequence[PaperLine], configs: Sequence[SystemConfig], evaluator: str) -> None:
        cases = [paper.case.pk for paper in papers]
        posters = Poster.objects.filter(case__in=cases, system_config__in=configs, is_current=True)
        self.posters = {(p.case_id, p.system_config_id): p for p in posters.select_related("run")}
        runs = GenerationRun.objects.filter(case__in=cases, system_config__in=configs).defer("trajectory")
        self.runs = {(run.case_id, run.system_config_id, run.pdf_sha256): run for run in runs.order_by("pk")}
        shown = [poster.pk for poster in self.posters.values()]
        scores = PosterScore.objects.filter(poster__in=shown, evaluator=evaluator).defer("findings")
        self.scores = {score.poster_id: score for score in scores.order_by("created_at", "pk")}
        scorings = ScoringRun.objects.filter(poster__in=shown, evaluator=evaluator).order_by("pk")
        self.scorings = {run.poster_id: run for run in scorings}

    def cell(self, paper: PaperLine, config: SystemConfig) -> Cell:
        case, slug = paper.case, config.system.slug
        poster = self.posters.get((case.pk, config.pk))
        run = self.runs.get((case.pk, config.pk, case.pdf_sha256))
        outdated = poster is not None and poster.pdf_sha256 != case.pdf_sha256
        if poster is not None and not outdated:
            return self._with_poster(slug, poster)
        if run is None or run.state == WorkState.DONE:
            detail = "made from an earlier PDF" if outdated else ""
            return Cell(slug, CellState.NONE, detail=detail)
        match run.state:
            case WorkState.RUNNING:
                return Cell(slug, CellState.RUNNING, detail=f"attempt {run.attempt}")
            case WorkState.FAILED:
                return Cell(slug, CellState.FAILED, detail=run.error)
            case _:
                return Cell(slug, CellState.WAITING, detail=run.error)

    def _with_poster(self, slug: str, poster: Poster) -> Cell:
        score, scoring = self.scores.get(poster.pk), self.scorings.get(poster.pk)
        if score is not None and score.status != ScoreStatus.ERROR:
            state = ScoreState.SCORED if score.overall is not None else ScoreState.FAILED
            return Cell(slug, CellState.POSTER, poster, score.overall, state, made_of(poster))
        if scoring is None or scoring.state == WorkState.DONE:
            return Cell(slug, CellState.POSTER, poster, None, ScoreState.NONE, made_of(poster))
        match scoring.state:
            case WorkState.RUNNING:
                return Cell(slug, CellState.POSTER, poster, None, ScoreState.RUNNING, made_of(poster))
            case WorkState.FAILED:
                return Cell(slug, CellState.POSTER, poster, None, ScoreState.FAILED, scoring.error)
            case _:
                return Cell(slug, CellState.POSTER, poster, None, ScoreState.WAITING, made_of(poster))


def made_of(poster: Poster) -> str:
    """What a poster took, in a few words: its price where it had one, else its time."""
    if poster.run is None:
        return "uploaded"
    if poster.run.cost_usd is not None:
        return f"${poster.run.cost_usd:.2f}"
    return "" if poster.run.seconds is None else f"{poster.run.seconds:.1f} s"
