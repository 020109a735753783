"""Crossed sums of a few columns over many comparisons: each column as a table of papers x reviewers.

sum_v w_paper(v) w_reviewer(v) x(v) is w' X w with X the sums of x by paper and reviewer: a matrix product for all
resamples at once, which a processor does some fifty times as fast as the same sum entry by entry.
"""

from typing import Final

import numpy as np

from scoring.preference.arrays import Floats, Ints, Singles
from scoring.preference.resampling import CrossedDraws, Weights

# Whole numbers in single precision are exact below this.
_EXACT_SINGLE: Final = 2.0**24
# Entries that are gathered at once, times the resamples.
_GATHERED: Final = 4_000_000
# A table with more cells for each entry than this is slower than its entries one by one.
_EMPTIEST: Final = 50


def dense_sums(
    draws: CrossedDraws, *, paper: Ints, reviewer: Ints, column: Ints, value: Ints, n_columns: int
) -> Floats:
    """(B, C): sum_v w_paper(v) w_reviewer(v) value(v) by column, exact; paper, reviewer, column, value: (E,).

    value holds whole numbers, 0 or more.
    """
    result = np.zeros((draws.n_resamples, n_columns))
    order = np.argsort(column.astype(np.min_scalar_type(n_columns)), kind="stable")  # narrow integers sort by digits
    ends = np.searchsorted(column[order], np.arange(n_columns + 1))
    largest = float(draws.papers.max(initial=0)) * float(draws.reviewers.max(initial=0))
    for number in range(n_columns):
        rows = order[ends[number] : ends[number + 1]]
        rows = rows[value[rows] > 0]
        if len(rows):
            kind = np.float32 if float(value[rows].sum()) * largest < _EXACT_SINGLE else np.float64
            result[:, number] = _sums(draws, paper[rows], reviewer[rows], value[rows].astype(kind))
    return result


def _sums(draws: CrossedDraws, paper: Ints, reviewer: Ints, value: Weights) -> Weights:
    papers, row = _present(paper, draws.papers)
    reviewers, place = _present(reviewer, draws.reviewers)
    shape = (papers.shape[1], reviewers.shape[1])
    if shape[0] * shape[1] > _EMPTIEST * len(value):
        return _gathered(papers, reviewers, row, place, value)
    cells = np.bincount(row * shape[1] + place, value, minlength=shape[0] * shape[1])
    by_reviewer = papers.astype(value.dtype, copy=False) @ cells.reshape(shape).astype(value.dtype)
    return np.asarray(np.einsum("br,br->b", by_reviewer, reviewers.astype(value.dtype, copy=False)))


def _present(cluster: Ints, drawn: Singles) -> tuple[Singles, Ints]:
    """The draws (B, m) of the clusters that occur, and the place of each entry among them."""
    occurs = np.zeros(drawn.shape[1], dtype=bool)
    occurs[cluster] = True
    if occurs.all():
        return drawn, cluster
    return drawn[:, occurs], (np.cumsum(occurs) - 1)[cluster]


def _gathered(papers: Singles, reviewers: Singles, row: Ints, place: Ints, value: Weights) -> Weights:
    """The same sums entry by entry."""
    result = np.zeros(len(papers), dtype=value.dtype)
    size = max(1, _GATHERED // max(len(papers), 1))
    for start in range(0, len(value), size):
        some = slice(start, start + size)
        weights = papers[:, row[some]].astype(value.dtype, copy=False) * reviewers[:, place[some]]
        result += weights @ value[some]
    return result
