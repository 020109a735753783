"""How fast the preference statistics are, beside the engines that are closest, in the same run.

    python tests/bench/bench_statistics.py

Size A is the published study's (4 systems, 100 papers, 11 reviewers, 936 votes), size B 20 systems, 100 papers, 50
reviewers, 10,000 votes; 2,000 resamples. Ours draws papers and reviewers together, refits, and makes every interval.
The loop over choix refits the very same resamples from ready-made win matrices, without intervals. evalica answers an
easier question, a bootstrap of rows as if they were independent, in its fastest use (de-duplicated rows with weights).
A slow engine runs on fewer resamples and its time is scaled up; the table says so. Processor time, one thread each.
"""

import os

# Before numpy loads: one thread, so that the ratios do not depend on the machine's cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import choix
import evalica
import numpy as np

from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.crossed import pair_table, resample_fits
from scoring.preference.newton import beat_probabilities
from scoring.preference.preference import estimate_preference
from scoring.preference.resampling import CrossedDraws, draw_crossed, named_rng

RESAMPLES = 2000


@dataclass(frozen=True)
class Size:
    name: str
    systems: int
    papers: int
    reviewers: int
    votes: int
    goal_ms: float  # for 2,000 crossed resamples with intervals, on one core
    choix_resamples: int
    evalica_resamples: int


SIZES = (
    Size("A", 4, 100, 11, 936, 25, 500, 200),
    Size("B", 20, 100, 50, 10_000, 200, 200, 100),
)


def make(size: Size) -> Comparisons:
    rng = np.random.default_rng(1)
    first, second = pair_ends(size.systems)
    strength = rng.normal(0, 0.4, size.systems)
    pair = rng.integers(0, len(first), size.votes)
    chance = 1 / (1 + np.exp(strength[second[pair]] - strength[first[pair]]))
    h2 = np.where(rng.random(size.votes) < 0.27, 1, np.where(rng.random(size.votes) < chance, 2, 0))
    return Comparisons(
        systems=tuple(f"s{number:02d}" for number in range(size.systems)),
        papers=tuple(f"p{number:03d}" for number in range(size.papers)),
        reviewers=tuple(f"r{number:02d}" for number in range(size.reviewers)),
        paper=rng.integers(0, size.papers, size.votes),
        reviewer=rng.integers(0, size.reviewers, size.votes),
        pair=pair,
        h2=h2,
        first_on_left=rng.random(size.votes) < 0.5,
    )


def timed(run: Callable[[], object], repeats: int) -> float:
    """Median milliseconds of processor time, which other work on the machine disturbs least."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def choix_loop(matrices: np.ndarray) -> np.ndarray:
    return np.array([choix.ilsr_pairwise_dense(matrix) for matrix in matrices])


def matrices_of(comparisons: Comparisons, draws: CrossedDraws, count: int) -> np.ndarray:
    totals = pair_table(comparisons).totals(draws, 0, count)
    n, h = totals[:, : comparisons.n_pairs], totals[:, comparisons.n_pairs :] / 2
    first, second = pair_ends(len(comparisons.systems))
    matrices = np.zeros((count, len(comparisons.systems), len(comparisons.systems)))
    matrices[:, first, second] = h
    matrices[:, second, first] = n - h
    return matrices


def evalica_rows(comparisons: Comparisons, count: int) -> None:
    """A row bootstrap on de-duplicated (pair, outcome) rows: multinomial counts as weights."""
    rng = np.random.default_rng(0)
    kinds, seen = np.unique(comparisons.pair * 3 + comparisons.h2, return_counts=True)
    first, second = pair_ends(len(comparisons.systems))
    left = [comparisons.systems[system] for system in first[kinds // 3]]
    right = [comparisons.systems[system] for system in second[kinds // 3]]
    winners = [(evalica.Winner.Y, evalica.Winner.Draw, evalica.Winner.X)[share] for share in kinds % 3]
    votes = int(seen.sum())
    for _ in range(count):
        weights = rng.multinomial(votes, seen / votes).astype(float)
        evalica.bradley_terry(left, right, winners, weights=weights.tolist())


def line(name: str, milliseconds: float, ours: float, remark: str = "") -> str:
    return f"  {name:<46}{milliseconds:>12,.1f} ms{milliseconds / ours:>10,.1f} x  {remark}".rstrip() + "\n"


def report(size: Size) -> None:
    comparisons = make(size)
    wins = win_matrix(count_pairs(comparisons), size.systems)
    draws = draw_crossed(size.papers, size.reviewers, RESAMPLES, named_rng(0, "preference"))
    estimate_preference(comparisons, resamples=50, seed=0)  # warm up
    ours = timed(lambda: estimate_preference(comparisons, resamples=RESAMPLES, seed=0), 7)
    point = timed(lambda: fit_point(wins), 20)
    matrices = matrices_of(comparisons, draws, size.choix_resamples)
    loop = timed(lambda: choix_loop(matrices), 1) * RESAMPLES / size.choix_resamples
    rows = timed(lambda: evalica_rows(comparisons, size.evalica_resamples), 1) * RESAMPLES / size.evalica_resamples
    sys.stdout.write(
        f"Size {size.name}: {size.systems} systems, {size.papers} papers, {size.reviewers} reviewers, "
        f"{size.votes:,} votes, {RESAMPLES:,} resamples\n"
    )
    sys.stdout.write(line("ours, crossed, with all intervals and ranks", ours, ours, f"goal {size.goal_ms:g} ms"))
    sys.stdout.write(line("choix.ilsr_pairwise_dense, same resamples", loop, ours, f"from {size.choix_resamples}"))
    sys.stdout.write(line("evalica, row bootstrap, de-duplicated", rows, ours, f"from {size.evalica_resamples}"))
    sys.stdout.write(f"  point fit {point:.2f} ms; largest difference from choix ")
    sys.stdout.write(f"over {size.choix_resamples} resamples {difference(comparisons, draws, matrices):.1e}\n\n")


def difference(comparisons: Comparisons, draws: CrossedDraws, matrices: np.ndarray) -> float:
    """Largest gap between our beat probabilities and choix's over the same resamples."""
    count = len(matrices)
    point = fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))
    few = CrossedDraws(draws.papers[:count], draws.reviewers[:count])
    ours = resample_fits(comparisons, point, few).beat
    return float(np.abs(ours - beat_probabilities(choix_loop(matrices))).max())


if __name__ == "__main__":
    for each in SIZES:
        report(each)
