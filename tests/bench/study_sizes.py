"""Studies of three sizes for the benches, every statistic of a report on them, and the memory that takes.

    python tests/bench/study_sizes.py C arrays|records

prints the memory of this process in megabytes before the first statistic and the most of it until the last; nothing is
loaded here that a report does not load. With `records` the process also holds the record of every judgment, as a report
has them.
"""

import os

# Before numpy loads: one thread, so that times do not depend on the machine's cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report.sorting import Sorted
from scoring.report.statistics import measure
from scoring.words import Choice, Dimension, ScoreStatus

RESAMPLES = 2000


@dataclass(frozen=True)
class Size:
    name: str
    systems: int
    papers: int
    reviewers: int
    votes: int
    goal_ms: float  # for 2,000 crossed resamples with intervals, on one quiet core
    report_goal_ms: float  # for all statistics of a report
    repeats: int
    choix_resamples: int
    crossed_resamples: int  # of evalica
    row_resamples: int  # of evalica


SIZES = (
    Size("A", 4, 100, 11, 936, 25, 60, 9, 500, 100, 200),
    Size("B", 20, 100, 50, 10_000, 200, 400, 5, 200, 20, 100),
    Size("C", 100, 1000, 500, 1_000_000, 12_000, 20_000, 1, 40, 1, 20),
)


def make(size: Size) -> Comparisons:
    """Random judgments of unequal systems, 27 % ties, in the order that every analysis has."""
    rng = np.random.default_rng(1)
    first, second = pair_ends(size.systems)
    strength = rng.normal(0, 0.4, size.systems)
    pair = rng.integers(0, len(first), size.votes)
    chance = 1 / (1 + np.exp(strength[second[pair]] - strength[first[pair]]))
    h2 = np.where(rng.random(size.votes) < 0.27, 1, np.where(rng.random(size.votes) < chance, 2, 0))
    paper, reviewer = rng.integers(0, size.papers, size.votes), rng.integers(0, size.reviewers, size.votes)
    order = np.lexsort((pair, reviewer, paper))
    return Comparisons(
        systems=tuple(f"s{number:03d}" for number in range(size.systems)),
        papers=tuple(f"p{number:04d}" for number in range(size.papers)),
        reviewers=tuple(f"r{number:03d}" for number in range(size.reviewers)),
        paper=paper[order],
        reviewer=reviewer[order],
        pair=pair[order],
        h2=h2[order],
        first_on_left=rng.random(size.votes) < 0.5,
    )


def records_of(comparisons: Comparisons) -> list[JudgmentRecord]:
    """The same judgments as a file would give them."""
    first, second = (ends.tolist() for ends in pair_ends(len(comparisons.systems)))
    choices = {True: (Choice.RIGHT, Choice.EQUAL, Choice.LEFT), False: (Choice.LEFT, Choice.EQUAL, Choice.RIGHT)}
    rows = zip(
        comparisons.paper.tolist(),
        comparisons.reviewer.tolist(),
        comparisons.pair.tolist(),
        comparisons.h2.tolist(),
        comparisons.first_on_left.tolist(),
        strict=True,
    )
    names = comparisons.systems
    return [
        JudgmentRecord(
            case_id=comparisons.papers[paper],
            reviewer=comparisons.reviewers[reviewer],
            system_left=names[first[pair] if straight else second[pair]],
            system_right=names[second[pair] if straight else first[pair]],
            choice=choices[straight][h2],
            discipline=f"discipline {paper % 5}",
            seconds=20.0,
        )
        for paper, reviewer, pair, h2, straight in rows
    ]


def scores_of(comparisons: Comparisons) -> list[ScoreRecord]:
    """A score with its dimensions for every poster."""
    rng = np.random.default_rng(2)
    dimensions = list(Dimension)
    values = rng.normal(60, 12, (len(comparisons.papers), len(comparisons.systems))).clip(0, 100).round(2).tolist()
    parts = rng.uniform(3, 9, (len(comparisons.papers), len(comparisons.systems), len(dimensions))).round(1).tolist()
    return [
        ScoreRecord(
            case_id=case,
            system=system,
            evaluator="evaluator",
            status=ScoreStatus.SCORED,
            overall=values[paper][number],
            rubric=values[paper][number],
            dimensions=dict(zip(dimensions, parts[paper][number], strict=True)),
        )
        for paper, case in enumerate(comparisons.papers)
        for number, system in enumerate(comparisons.systems)
    ]


def whole_report(
    comparisons: Comparisons, records: list[JudgmentRecord], scores: list[ScoreRecord]
) -> dict[str, float]:
    """Milliseconds of processor time of each part of a report's statistics, in order."""
    disciplines = {case: f"discipline {number % 5}" for number, case in enumerate(comparisons.papers)}
    judged = Sorted(
        kept=tuple(records),
        excluded=(),
        repeats=(),
        n_repeats=0,
        n_repeats_excluded=0,
        excluded_reasons={},
        simulated=False,
    )
    starts: list[tuple[str, float]] = []
    measure(
        judged,
        comparisons,
        scores,
        disciplines,
        ReportOptions(resamples=RESAMPLES),
        lambda step: starts.append((step, time.process_time())),
    )
    starts.append(("", time.process_time()))
    return {step: 1000 * (after - begin) for (step, begin), (_, after) in pairwise(starts)}


def memory_mb(field: str) -> float:
    """VmRSS, what this process holds now, or VmHWM, the most it held since the mark was last set.

    From Linux itself: `resource.getrusage` would count the process that started this one as well.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(field))


def measure_memory(size: Size, *, with_records: bool) -> None:
    """Print what the process holds before the first statistic, and the most it holds until the last."""
    comparisons = make(size)
    records = records_of(comparisons) if with_records else []
    scores = scores_of(comparisons)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the mark back to now: making the data is over
    before = memory_mb("VmRSS")
    whole_report(comparisons, records, scores)
    sys.stdout.write(f"{before:.0f} {memory_mb('VmHWM'):.0f}")


if __name__ == "__main__":
    measure_memory(next(size for size in SIZES if size.name == sys.argv[1]), with_records=sys.argv[2] == "records")
