"""Crossed resamples of a few sums over comparisons, quickly where most papers were judged by most reviewers.

sum_v w_paper(v) w_reviewer(v) x(v) is w' X w with X the sums of x by paper and reviewer: a matrix product for all
resamples at once, which a processor does some fifty times as fast as the same sum entry by entry.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scoring.preference.arrays import EXACT_SINGLE, Floats, Ints
from scoring.preference.resampling import CrossedDraws, CrossedTable

# A full table papers x reviewers is multiplied where it has at most this many cells for each entry.
_FULL: Final = 8
# Cells worked on at once.
_CELLS: Final = 1_000_000


def crossed_sums(
    draws: CrossedDraws, *, paper: Ints, reviewer: Ints, column: Ints, values: Sequence[Ints], n_columns: int
) -> Floats:
    """(B, M, C): sum over E entries of w_paper w_reviewer value by column, for each of M values.

    paper, reviewer, column and each of values: (E,); columns are 0 .. C - 1. Values are whole numbers, 0 or more, and
    so are the sums: always exact.
    """
    n_papers, n_reviewers = draws.papers.shape[1], draws.reviewers.shape[1]
    cells = n_papers * n_reviewers
    sums = np.zeros((draws.n_resamples, len(values), n_columns))
    if len(column) == 0:
        return sums
    if cells <= _FULL * len(column):
        cell = paper * n_reviewers + reviewer
        group = max(_CELLS // cells, 1)
        for first in range(0, n_columns, group):
            last = min(first + group, n_columns)
            own = (column >= first) & (column < last)
            place = (column[own] - first) * cells + cell[own]
            for number, value in enumerate(values):
                held = np.bincount(place, value[own], minlength=(last - first) * cells).astype(np.float64, copy=False)
                _multiply(held.reshape(-1, n_papers, n_reviewers), draws, sums[:, number, first:last])
        return sums
    table = CrossedTable(
        paper=paper,
        reviewer=reviewer,
        column=column,
        value=np.stack(values, axis=1),
        n_papers=n_papers,
        n_reviewers=n_reviewers,
        n_columns=n_columns,
    )
    for start in range(0, draws.n_resamples, table.block_size()):
        stop = min(start + table.block_size(), draws.n_resamples)
        sums[start:stop] = table.totals(draws, start, stop).reshape(-1, len(values), n_columns)
    return sums


def _multiply(held: Floats, draws: CrossedDraws, sums: Floats) -> None:
    """Fill `sums` (B, c) with w_paper' held_c w_reviewer of each resample; `held` (c, P, R)."""
    n_columns, n_papers, n_reviewers = held.shape
    table = np.ascontiguousarray(held.transpose(1, 0, 2)).reshape(n_papers, -1)
    single = table.astype(np.float32)
    block = max(_CELLS // max(table.shape[1], 1), 1)
    for start in range(0, len(sums), block):
        part = slice(start, start + block)
        by_reviewer = draws.papers[part] @ single
        if by_reviewer.max(initial=0) >= EXACT_SINGLE:
            by_reviewer = draws.papers[part].astype(np.float64) @ table
        by_reviewer = by_reviewer.reshape(-1, n_columns, n_reviewers)
        sums[part] = np.einsum("bcr,br->bc", by_reviewer, draws.reviewers[part], dtype=np.float64)
