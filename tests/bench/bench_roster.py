"""How long the order of the largest study takes: 20 systems, 100 papers, 19,000 tasks.

    python tests/bench/bench_roster.py

Processor time of one thread, for reviewers that were not asked for before: the cache of orders is of no help.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from arena.studies.roster import MAX_CASES, MAX_SYSTEMS, order_of

REPEATS = 15


def milliseconds(reviewer: int) -> float:
    start = time.process_time()
    order_of(1, reviewer, MAX_CASES, MAX_SYSTEMS)
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    tasks = len(order_of(1, 0, MAX_CASES, MAX_SYSTEMS))  # warms up too
    times = [milliseconds(reviewer) for reviewer in range(1, REPEATS + 1)]
    sys.stdout.write(
        f"Roster: {MAX_SYSTEMS} systems, {MAX_CASES} papers, {tasks:,} tasks: median {statistics.median(times):.1f} ms "
        f"an order, from {min(times):.1f} to {max(times):.1f} over {REPEATS} reviewers\n"
    )
