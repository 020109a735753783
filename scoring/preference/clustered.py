"""Sums over clusters of papers, of reviewers and of their crossings: the middle of a two-way cluster-robust variance.

Cameron, Gelbach and Miller 2011, Robust inference with multiway clustering, section 2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
from scipy import stats
from scipy.sparse import csr_array

from scoring.preference.arrays import Floats, Ints
from scoring.preference.intervals import LEVEL, Interval, NoInterval, no_interval

# Rounding leaves about this much of a variance that is zero.
_LEAST_VARIANCE: Final = 1e-14
# Comparisons to look at together.
_ROWS: Final = 1 << 16

# Per-comparison gradients of a log-likelihood in k parameters, of which each comparison touches only m. For a slice of
# comparisons: column and value, both (rows, m), whose row v means value[v, l] at column[v, l].
Scores: TypeAlias = Callable[[slice], tuple[Ints, Floats]]


@dataclass(frozen=True, slots=True)
class Products:
    """(k, k) sums over clusters g of u_g u_g^T, u_g the sum of a cluster's scores; each with its number of clusters.

    A cell is one paper as seen by one reviewer. Every sum carries the small-sample factor G / (G - 1); a single cluster
    has none (its scores sum to zero at the estimate).
    """

    paper: Floats
    reviewer: Floats
    cell: Floats
    n_papers: int
    n_reviewers: int
    n_cells: int

    @property
    def two_way(self) -> Floats:
        """M_paper + M_reviewer - M_cell."""
        return np.asarray(self.paper + self.reviewer - self.cell)


def cluster_products(scores: Scores, n_columns: int, paper: Ints, reviewer: Ints) -> Products:
    """The three sums of products for V comparisons, with paper and reviewer (V,) any non-negative numbers.

    Comparisons are in the order of `Comparisons`: by paper, then by reviewer. Memory: some megabytes, and k numbers for
    each paper and each reviewer.
    """
    fresh = np.ones(len(paper), dtype=bool)
    fresh[1:] = (paper[1:] != paper[:-1]) | (reviewer[1:] != reviewer[:-1])
    starts = np.flatnonzero(fresh)
    by_paper, by_reviewer = _Sums(paper, n_columns), _Sums(reviewer, n_columns)
    by_cell = np.zeros((n_columns, n_columns))
    # A slice begins where a cell does, so that no cell is cut.
    cell = np.searchsorted(starts, np.arange(0, len(paper), _ROWS), side="right") - 1
    bounds = np.append(starts[np.unique(cell)], len(paper))
    for start, stop in pairwise(bounds.tolist()):
        rows = slice(start, stop)
        column, value = scores(rows)
        by_paper.add(paper[rows], column, value)
        by_reviewer.add(reviewer[rows], column, value)
        own = np.append(np.flatnonzero(fresh[rows]), stop - start) * column.shape[1]
        # Cells are many and nearly empty, so their sums stay sparse.
        cells = csr_array((value.ravel(), column.ravel(), own), shape=(len(own) - 1, n_columns))
        by_cell += (cells.T @ cells).toarray()
    n_papers, n_reviewers = count_clusters(paper), count_clusters(reviewer)
    return Products(
        paper=_small_sample(n_papers) * by_paper.products(),
        reviewer=_small_sample(n_reviewers) * by_reviewer.products(),
        cell=_small_sample(len(starts)) * by_cell,
        n_papers=n_papers,
        n_reviewers=n_reviewers,
        n_cells=len(starts),
    )


class _Sums:
    """Sums of scores by cluster."""

    def __init__(self, cluster: Ints, n_columns: int) -> None:
        self._n_columns = n_columns
        self._sums = np.zeros((int(cluster.max(initial=-1)) + 1) * n_columns)

    def add(self, cluster: Ints, column: Ints, value: Floats) -> None:
        place = cluster[:, None] * self._n_columns + column
        self._sums += np.bincount(place.ravel(), weights=value.ravel(), minlength=len(self._sums))

    def products(self) -> Floats:
        table = self._sums.reshape(-1, self._n_columns)
        return np.asarray(table.T @ table)


def count_clusters(cluster: Ints) -> int:
    """How many different numbers there are among non-negative ones."""
    return int((np.bincount(cluster) > 0).sum())


def _small_sample(n_clusters: int) -> float:
    return n_clusters / (n_clusters - 1) if n_clusters > 1 else 1.0


def without_negative_part(covariance: Floats) -> Floats:
    """The nearest covariance: negative eigenvalues of a symmetric (k, k) matrix put to zero."""
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    return np.asarray((vectors * np.maximum(values, 0.0)) @ vectors.T)


def quantile(n_papers: int, n_reviewers: int) -> float:
    """Of Student's t at 95 % for min(papers, reviewers) - 1 degrees of freedom: few clusters need more than 1.96."""
    return float(stats.t.ppf((1 + LEVEL) / 2, min(n_papers, n_reviewers) - 1))


def t_interval(value: float, variance: float, t: float) -> Interval:
    """value +- t sqrt(variance), or none where the variance is not positive."""
    if not variance > _LEAST_VARIANCE:
        return no_interval(NoInterval.NO_VARIANCE)
    half = t * float(np.sqrt(variance))
    return Interval(value - half, value + half)
