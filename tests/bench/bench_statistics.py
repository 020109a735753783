"""How fast the statistics are, beside the engines that are closest, in the same run, and how much memory they take.

    python tests/bench/bench_statistics.py [A] [B] [C]

Size A is the published study's (4 systems, 100 papers, 11 reviewers, 936 judgments), B has 20 systems, 100 papers, 50
reviewers and 10,000 judgments, C 100 systems, 1,000 papers, 500 reviewers and 1,000,000 judgments; 2,000 resamples.

Ours draws papers and reviewers together, refits, and makes every interval, rank range and pair share. The loop over
choix takes the very same resamples, counts each by numpy, fits it by choix with its own tolerance, and makes beat
probabilities and their intervals; its fits alone are told too. evalica does the same crossed resamples through a weight
per judgment, the only way it has; and it answers an easier question, a bootstrap of rows as if they were independent,
in its fastest use (de-duplicated rows with weights). A slow engine runs on fewer resamples and its time is scaled up;
the table says so. Then every part of a report's statistics, with five disciplines and one evaluator of seven
dimensions. Processor time, one thread each.

Memory is that of a process of its own that measures all of the largest size: once from arrays alone, once with the
record of every judgment as a report has them.

Exits with 1 where the crossed bootstrap is less than 100 times as fast as choix at A, or differs from it by 1e-6.
"""

import os

# Before numpy loads: one thread, so that the ratios do not depend on the machine's cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import choix
import evalica
import numpy as np

from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.newton import beat_probabilities
from scoring.preference.preference import estimate_preference
from scoring.preference.resampling import CrossedDraws, draw_crossed, named_rng
from tests.bench import study_sizes
from tests.bench.study_sizes import RESAMPLES, SIZES, Size, make, records_of, scores_of, whole_report

LEAST_RATIO = 100  # at A, against choix
LARGEST_DIFFERENCE = 1e-6


def timed(run: Callable[[], object], repeats: int) -> float:
    """Median milliseconds of processor time, which other work on the machine disturbs least."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def choix_loop(matrices: np.ndarray, tol: float = 1e-8) -> np.ndarray:
    """By choix's own tolerance; a smaller one takes longer."""
    return np.array([choix.ilsr_pairwise_dense(matrix, tol=tol) for matrix in matrices])


def counted(comparisons: Comparisons, draws: CrossedDraws, count: int) -> np.ndarray:
    """Win matrices of resamples, straight from the weighted judgments, by numpy's own counting."""
    first, second = pair_ends(len(comparisons.systems))
    matrices = np.zeros((count, len(comparisons.systems), len(comparisons.systems)))
    share = comparisons.h2 / 2
    for resample, matrix in enumerate(matrices):
        weight = draws.papers[resample][comparisons.paper] * draws.reviewers[resample][comparisons.reviewer]
        n = np.bincount(comparisons.pair, weights=weight, minlength=len(first))
        h = np.bincount(comparisons.pair, weights=weight * share, minlength=len(first))
        matrix[first, second], matrix[second, first] = h, n - h
    return matrices


def choix_bootstrap(comparisons: Comparisons, draws: CrossedDraws, count: int) -> np.ndarray:
    """Intervals of the beat probabilities the plain way, one resample after the other."""
    beat = [
        beat_probabilities(choix.ilsr_pairwise_dense(matrix)[None, :])[0]
        for matrix in counted(comparisons, draws, count)
    ]
    return np.asarray(np.quantile(beat, [0.025, 0.975], axis=0))


def outcomes(comparisons: Comparisons, pair: np.ndarray, h2: np.ndarray) -> tuple[list[str], list[str], list[object]]:
    """Rows as evalica takes them."""
    first, second = pair_ends(len(comparisons.systems))
    words = (evalica.Winner.Y, evalica.Winner.Draw, evalica.Winner.X)
    names = comparisons.systems
    return (
        [names[system] for system in first[pair]],
        [names[system] for system in second[pair]],
        [words[share] for share in h2],
    )


def evalica_crossed(comparisons: Comparisons, draws: CrossedDraws, count: int) -> Callable[[], None]:
    """The crossed bootstrap through a weight for every judgment."""
    rows = outcomes(comparisons, comparisons.pair, comparisons.h2)

    def run() -> None:
        for resample in range(count):
            weight = draws.papers[resample][comparisons.paper] * draws.reviewers[resample][comparisons.reviewer]
            evalica.bradley_terry(*rows, weights=weight.astype(float).tolist())

    return run


def evalica_rows(comparisons: Comparisons, count: int) -> Callable[[], None]:
    """A row bootstrap on de-duplicated (pair, outcome) rows: multinomial counts as weights."""
    kinds, seen = np.unique(comparisons.pair * 3 + comparisons.h2, return_counts=True)
    rows = outcomes(comparisons, kinds // 3, kinds % 3)

    def run() -> None:
        rng = np.random.default_rng(0)
        for _ in range(count):
            weights = rng.multinomial(int(seen.sum()), seen / seen.sum()).astype(float)
            evalica.bradley_terry(*rows, weights=weights.tolist())

    return run


def line(name: str, milliseconds: float, ours: float, remark: str = "") -> str:
    return f"  {name:<48}{milliseconds:>13,.1f} ms{milliseconds / ours:>10,.1f} x  {remark}".rstrip() + "\n"


def compare_engines(size: Size, comparisons: Comparisons) -> list[str]:
    """Print the table of the crossed bootstrap; what it misses, in words."""
    draws = draw_crossed(size.papers, size.reviewers, RESAMPLES, named_rng(0, "preference"))
    few = size.choix_resamples
    estimate_preference(comparisons, resamples=50, seed=0)  # warm up
    result = estimate_preference(comparisons, resamples=few, seed=0)
    ours = timed(lambda: estimate_preference(comparisons, resamples=RESAMPLES, seed=0), size.repeats)
    first_draws = draw_crossed(size.papers, size.reviewers, few, named_rng(0, "preference"))
    matrices = counted(comparisons, first_draws, few)
    fits = timed(lambda: choix_loop(matrices), 3) * RESAMPLES / few
    loop = timed(lambda: choix_bootstrap(comparisons, first_draws, few), 3) * RESAMPLES / few
    crossed = timed(evalica_crossed(comparisons, draws, size.crossed_resamples), 1) * RESAMPLES / size.crossed_resamples
    rows = timed(evalica_rows(comparisons, size.row_resamples), 1) * RESAMPLES / size.row_resamples
    wins = win_matrix(count_pairs(comparisons), size.systems)
    point = timed(lambda: fit_point(win_matrix(count_pairs(comparisons), size.systems)), 20)
    spectral = timed(lambda: choix.ilsr_pairwise_dense(wins), 20)
    difference = float(np.abs(result.draws - beat_probabilities(choix_loop(matrices, tol=1e-12))).max())
    sys.stdout.write(line("ours, crossed, with all intervals and ranks", ours, ours, f"goal {size.goal_ms:,.0f} ms"))
    sys.stdout.write(line("choix.ilsr_pairwise_dense, with intervals", loop, ours, f"from {few}"))
    sys.stdout.write(line("choix.ilsr_pairwise_dense, fits alone", fits, ours, f"from {few}"))
    sys.stdout.write(line("evalica, crossed by weights", crossed, ours, f"from {size.crossed_resamples}"))
    sys.stdout.write(line("evalica, row bootstrap, de-duplicated", rows, ours, f"from {size.row_resamples}"))
    sys.stdout.write(f"  point estimate {point:.2f} ms with counting (choix {spectral:.2f} ms without); ")
    sys.stdout.write(f"largest difference from choix over {few} resamples {difference:.1e}\n")
    missed = []
    if size.name == "A" and loop / ours < LEAST_RATIO:
        missed.append(f"{loop / ours:.0f} times as fast as choix at A, not {LEAST_RATIO}")
    if difference > LARGEST_DIFFERENCE:
        missed.append(f"differs from choix by {difference:.1e} at {size.name}")
    return missed


def report_parts(size: Size, comparisons: Comparisons) -> None:
    records, scores = records_of(comparisons), scores_of(comparisons)
    if size.repeats > 1:
        whole_report(comparisons, records, scores)  # warm up
    runs = [whole_report(comparisons, records, scores) for _ in range(size.repeats)]
    parts = {step: statistics.median(run[step] for run in runs) for step in runs[0]}
    total = statistics.median(sum(run.values()) for run in runs)
    sys.stdout.write(f"  all statistics of a report {total:,.0f} ms (goal {size.report_goal_ms:,.0f} ms): ")
    sys.stdout.write(", ".join(f"{step} {value:,.1f}" for step, value in parts.items()) + "\n\n")


def memory(size: Size) -> None:
    sys.stdout.write(f"Memory at {size.name}\n")
    for kind, words in (("arrays", "statistics from arrays"), ("records", "with a record of every judgment")):
        command = [sys.executable, study_sizes.__file__, size.name, kind]
        before, peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        sys.stdout.write(f"  {words:<48}{int(peak):>13,} MB at most, {int(before):,} MB before the first statistic\n")


def main() -> int:
    """Print the tables; 1 where a bound is missed."""
    parser = argparse.ArgumentParser(description="Speed and memory of the statistics.")
    parser.add_argument("sizes", nargs="*", help="A, B, C (default all)")
    options = parser.parse_args()
    known = {size.name: size for size in SIZES}
    if unknown := sorted(set(options.sizes) - known.keys()):
        parser.error(f"no size {', '.join(unknown)}; there are A, B and C")
    chosen = [known[name] for name in options.sizes] or list(SIZES)
    missed = []
    for size in chosen:
        sys.stdout.write(
            f"Size {size.name}: {size.systems} systems, {size.papers:,} papers, {size.reviewers} reviewers, "
            f"{size.votes:,} judgments, {RESAMPLES:,} resamples\n"
        )
        comparisons = make(size)
        missed += compare_engines(size, comparisons)
        report_parts(size, comparisons)
        sys.stdout.flush()
    memory(chosen[-1])
    for miss in missed:
        sys.stdout.write(f"MISSED  {miss}\n")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
