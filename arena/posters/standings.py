"""How a system stands over the papers of a benchmark: what it delivered, what that took, and its mean score."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from math import fsum
from statistics import median

from arena.benchmarks.models import Benchmark, BenchmarkCase
from arena.core.wording import counted
from arena.posters.cells import Cell, CellState, Facts
from arena.posters.matrix import Tally, tally
from arena.posters.models import Poster
from arena.posters.wording import listed, money
from arena.systems.models import SystemConfig
from generation.records import CostBasis
from scoring.words import POSTERBENCH_OFFLINE

SAMPLES = 4


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean score over all papers, or why there is none.

    A poster that was not delivered counts 0 and is listed as such; as long as one that was delivered has no score, the
    mean is undefined and that of the scored ones stands beside it.
    """

    value: float | None
    of_scored: float | None
    scored: int
    papers: int
    not_delivered: int
    still_open: int  # papers whose poster is not made yet
    unscored: int  # posters without a score

    @property
    def remark(self) -> str:
        if not self.papers:
            return "no papers"
        if self.value is not None:
            over = f"mean over {counted(self.papers, 'paper')}"
            return f"{over}, {self.not_delivered} not delivered and counted as 0" if self.not_delivered else over
        beside = "" if self.of_scored is None else f"mean of {self.scored} scored: {self.of_scored:.1f}"
        return listed(
            (
                beside,
                f"{self.unscored} not scored" if self.unscored else "",
                f"{self.not_delivered} not delivered" if self.not_delivered else "",
                f"{self.still_open} not made yet" if self.still_open else "",
            )
        )


@dataclass(frozen=True, slots=True)
class Costs:
    """What posters cost, kept apart by where the number comes from."""

    posters: int
    reported: Decimal
    reported_for: int
    estimated: Decimal
    estimated_for: int
    free: int
    uploaded: int

    @property
    def unknown(self) -> int:
        return self.posters - self.reported_for - self.estimated_for - self.free - self.uploaded

    @property
    def words(self) -> str:
        if not self.posters:
            return "nothing made yet"
        if self.free == self.posters:
            return "nothing is bought"
        if self.uploaded == self.posters:
            return "not known, made elsewhere"
        return listed(
            (
                _sum(self.reported, self.reported_for, self.posters, "as reported"),
                _sum(self.estimated, self.estimated_for, self.posters, "estimated from tokens"),
                f"{self.free} cost nothing" if self.free else "",
                f"{self.unknown} not known" if self.unknown else "",
                f"{self.uploaded} made elsewhere" if self.uploaded else "",
            )
        )


@dataclass(frozen=True, slots=True)
class Standing:
    tally: Tally
    mean: Mean
    costs: Costs
    median_seconds: float | None
    timed: int  # posters whose time is known
    samples: tuple[Poster, ...]


@dataclass(frozen=True, slots=True)
class OnBenchmark:
    """One system on one benchmark."""

    benchmark: Benchmark
    standing: Standing


def standing_of(cells: Iterable[Cell], *, samples: int = SAMPLES) -> Standing:
    listed_cells = list(cells)
    posters = [cell.poster for cell in listed_cells if cell.poster is not None]
    seconds = [run.seconds for p in posters if (run := p.made_in) is not None and run.seconds is not None]
    return Standing(
        tally=tally(listed_cells),
        mean=_mean(listed_cells),
        costs=_costs(posters),
        median_seconds=median(seconds) if seconds else None,
        timed=len(seconds),
        samples=tuple(posters[:samples]),
    )


def standings_on_benchmarks(config: SystemConfig, *, samples: int) -> tuple[Standing, tuple[OnBenchmark, ...]]:
    """How a configuration stands on all benchmarks together and on each; a fixed number of queries."""
    entries = BenchmarkCase.objects.filter(benchmark__archived_at=None).select_related("benchmark", "case")
    benchmarks: dict[int, Benchmark] = {}
    cases = {}
    of_benchmark: dict[int, list[int]] = {}
    for entry in entries.order_by("benchmark__name", "position"):
        benchmarks[entry.benchmark_id] = entry.benchmark
        cases[entry.case_id] = entry.case
        of_benchmark.setdefault(entry.benchmark_id, []).append(entry.case_id)
    facts = Facts(cases.values(), [config], POSTERBENCH_OFFLINE)
    cells = {pk: facts.cell(case, config) for pk, case in cases.items()}
    return (
        standing_of(cells.values(), samples=samples),
        tuple(
            OnBenchmark(benchmarks[pk], standing_of([cells[case] for case in of_it]))
            for pk, of_it in of_benchmark.items()
        ),
    )


def _mean(cells: list[Cell]) -> Mean:
    values = [cell.overall for cell in cells if cell.overall is not None]
    delivered = sum(cell.poster is not None for cell in cells)
    # Whoever uploads has delivered as soon as something is there; what then lacks is lacking.
    lacking = sum(cell.state is CellState.FAILED or (cell.takes_uploads and cell.poster is None) for cell in cells)
    not_delivered = lacking if delivered or any(cell.state is CellState.FAILED for cell in cells) else 0
    unscored = delivered - len(values)
    still_open = len(cells) - delivered - not_delivered
    settled = bool(cells) and not unscored and not still_open
    return Mean(
        value=fsum(values) / len(cells) if settled else None,
        of_scored=fsum(values) / len(values) if values else None,
        scored=len(values),
        papers=len(cells),
        not_delivered=not_delivered,
        still_open=still_open,
        unscored=unscored,
    )


def _costs(posters: list[Poster]) -> Costs:
    runs = [run for p in posters if (run := p.made_in) is not None]

    def spent(basis: CostBasis) -> tuple[Decimal, int]:
        amounts = [run.cost_usd for run in runs if run.cost_basis == basis]
        known = [amount for amount in amounts if amount is not None]
        return sum(known, Decimal(0)), len(known)

    reported, reported_for = spent(CostBasis.REPORTED)
    estimated, estimated_for = spent(CostBasis.ESTIMATED)
    return Costs(
        posters=len(posters),
        reported=reported,
        reported_for=reported_for,
        estimated=estimated,
        estimated_for=estimated_for,
        free=sum(run.cost_basis == CostBasis.NONE for run in runs),
        uploaded=len(posters) - len(runs),
    )


def _sum(amount: Decimal, for_posters: int, of_posters: int, how: str) -> str:
    if not for_posters:
        return ""
    over = "" if for_posters == of_posters else f" for {for_posters} of {of_posters}"
    return f"{money(amount)} {how}{over}"
