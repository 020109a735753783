"""Crossed resamples of a few sums over comparisons, quickly where most papers were judged by most reviewers."""

from typing import Final

import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.comparisons import Comparisons
from scoring.preference.resampling import CrossedDraws, CrossedTable

# A full table papers x reviewers is multiplied where it has at most this many cells for each comparison.
_FULL: Final = 8
# Whole numbers in single precision are exact below this.
_EXACT_SINGLE: Final = 2.0**24
_BLOCK: Final = 1_000_000


def crossed_sums(comparisons: Comparisons, rows: Ints, column: Ints, values: Ints, draws: CrossedDraws) -> Floats:
    """(B, M, C): sum over `rows` (E,) of w_paper w_reviewer value by column (E,), for M values of each row, (M, E).

    Values are whole numbers, 0 or more, and so are the sums: exact. Columns are 0 .. C - 1, C = the largest + 1.
    """
    paper, reviewer = comparisons.paper[rows], comparisons.reviewer[rows]
    n_papers, n_reviewers = draws.papers.shape[1], draws.reviewers.shape[1]
    n_columns = int(column.max(initial=-1)) + 1
    place = column + np.arange(len(values))[:, None] * n_columns
    sums = np.empty((draws.n_resamples, len(values) * n_columns))
    if n_papers * n_reviewers <= _FULL * max(len(rows), 1):
        cell = paper * n_reviewers + reviewer
        for number in range(sums.shape[1]):
            own = column == number % n_columns
            held = np.bincount(cell[own], values[number // n_columns, own], minlength=n_papers * n_reviewers)
            _multiply(held.reshape(n_papers, n_reviewers).astype(np.float64), draws, sums[:, number])
    else:
        kept = values > 0
        table = CrossedTable(
            paper=np.broadcast_to(paper, values.shape)[kept],
            reviewer=np.broadcast_to(reviewer, values.shape)[kept],
            column=place[kept],
            value=values[kept],
            n_papers=n_papers,
            n_reviewers=n_reviewers,
            n_columns=sums.shape[1],
        )
        for start in range(0, draws.n_resamples, table.block_size()):
            stop = min(start + table.block_size(), draws.n_resamples)
            sums[start:stop] = table.totals(draws, start, stop)
    return sums.reshape(draws.n_resamples, len(values), n_columns)


def _multiply(held: Floats, draws: CrossedDraws, sums: Floats) -> None:
    """Fill `sums` (B,) with w_paper' held w_reviewer of each resample; `held` (P, R)."""
    single = held.astype(np.float32)
    block = max(_BLOCK // max(held.shape[1], 1), 1)
    for start in range(0, len(sums), block):
        part = slice(start, start + block)
        by_reviewer = draws.papers[part] @ single
        if by_reviewer.max(initial=0) >= _EXACT_SINGLE:
            by_reviewer = draws.papers[part].astype(np.float64) @ held
        sums[part] = np.einsum("br,br->b", by_reviewer, draws.reviewers[part], dtype=np.float64)
