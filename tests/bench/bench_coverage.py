"""How often each kind of interval holds the truth in simulated blind studies, and how wide it is.

    python tests/bench/bench_coverage.py [--replicates 1000] [--resamples 400]

The design, the truth and the methods are those of tests/scoring/proof/simulation.py: eight regimes, from reviewers and
papers that do not differ at all to a full roster in which both do. In brackets: mean width over the width that a
perfect interval needs. Replicates are seeded, so the table is the same at every run.

Bounds, for 95 % intervals, with two Monte-Carlo standard errors (m.c.e.) in favour of the method: the crossed bootstrap
holds at least 94 % everywhere and is at most 1.8 times as wide as needed; a bootstrap of rows, as if judgments were
independent, holds at most 90 % where reviewers differ; the two-way cluster-robust interval holds between 90 and 98 %.
Exits with 1 where a bound is missed.
"""

import os

# Before numpy loads: one thread, so that the time does not depend on the machine's cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.scoring.proof.simulation import METHODS, REGIMES, Coverage, Regime, measure

NAMES = {"row": "rows", "paper": "papers", "reviewer": "reviewers", "robust": "two-way robust", "crossed": "crossed"}


def misses(regime: Regime, found: Mapping[str, Coverage]) -> Iterator[str]:
    """The bounds that a regime misses, in words."""
    crossed, row, robust = found["crossed"], found["row"], found["robust"]
    if crossed.coverage < 0.94 - 2 * crossed.error:
        yield f"crossed holds {crossed.coverage:.3f}, less than 0.94 beyond chance"
    if crossed.width > 1.8:
        yield f"crossed is {crossed.width:.2f} times as wide as needed, more than 1.8"
    if regime.reviewer_sd and row.coverage > 0.90 + 2 * row.error:
        yield f"rows hold {row.coverage:.3f}, more than 0.90 beyond chance although reviewers differ"
    if not 0.90 - 2 * robust.error <= robust.coverage <= 0.98 + 2 * robust.error:
        yield f"the two-way robust interval holds {robust.coverage:.3f}, outside 0.90-0.98 beyond chance"
    if any(each.missing for each in found.values()):
        yield "some intervals could not be had"


def line(regime: Regime, found: Mapping[str, Coverage]) -> str:
    cells = "".join(f"{found[m].coverage:>9.3f} ({found[m].width:.2f})" for m in METHODS)
    largest = max(each.error for each in found.values())
    return f"{regime.name:<31}{regime.paper_sd:>5.1f}{regime.reviewer_sd:>5.1f}{cells}{largest:>9.4f}\n"


def progress(place: int, replicates: int) -> Callable[[int], None]:
    """Tells on the error stream how far the run is: often on a terminal, else once a regime."""
    total = replicates * len(REGIMES)
    often = sys.stderr.isatty()

    def tell(finished: int) -> None:
        if finished == replicates or (often and finished % 20 == 0):
            start, end = ("\r", "") if often else ("", "\n")
            sys.stderr.write(f"{start}{place * replicates + finished:,} of {total:,} studies{end}")
            sys.stderr.flush()

    return tell


def main() -> int:
    """Print the table; 1 where a bound is missed."""
    parser = argparse.ArgumentParser(description="Coverage of the intervals in simulated blind studies.")
    parser.add_argument("--replicates", type=int, default=1000, help="studies per regime (default 1000)")
    parser.add_argument("--resamples", type=int, default=400, help="resamples per interval (default 400)")
    options = parser.parse_args()
    if options.replicates < 2 or options.resamples < 100:
        parser.error("at least 2 replicates and 100 resamples are needed")
    started = time.process_time()
    sys.stdout.write(
        f"Coverage of 95 % intervals of the beat probabilities, (width over the oracle's), {options.replicates:,} "
        f"replicates x {options.resamples} resamples\n\n"
    )
    head = "".join(f"{NAMES[method]:>16}" for method in METHODS)
    sys.stdout.write(f"{'regime':<31}{'paper':>5}{'rev.':>5}{head}{'m.c.e.':>9}\n")
    missed = []
    for place, regime in enumerate(REGIMES):
        tell = progress(place, options.replicates)
        found = measure(regime, replicates=options.replicates, resamples=options.resamples, done=tell)
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        sys.stdout.write(line(regime, found))
        sys.stdout.flush()
        missed += [f"{regime.name}: {miss}" for miss in misses(regime, found)]
    sys.stdout.write(f"\n{time.process_time() - started:.0f} s of processor time\n")
    for miss in missed:
        sys.stdout.write(f"MISSED  {miss}\n")
    sys.stdout.write("" if missed else "every bound holds\n")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
