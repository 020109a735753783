"""Sums over clusters of papers, of reviewers and of their crossings: the middle of a two-way cluster-robust variance.

Cameron, Gelbach and Miller 2011, Robust inference with multiway clustering, section 2.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats
from scipy.sparse import csr_array

from scoring.preference.arrays import Floats, Ints
from scoring.preference.intervals import LEVEL, Interval, NoInterval, no_interval


@dataclass(frozen=True, slots=True)
class Scores:
    """Per-comparison gradients of a log-likelihood in k parameters, of which each comparison touches only a few.

    column, value: (V, m); row v is the sum of value[v, l] at column[v, l]. Rows in the order of Comparisons, so that a
    paper's rows, and in them a reviewer's, stand together.
    """

    column: Ints
    value: Floats
    n_columns: int


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


def cluster_products(scores: Scores, paper: Ints, reviewer: Ints) -> Products:
    """The three sums of products for V comparisons, with paper and reviewer (V,) any non-negative numbers."""
    by_paper, n_papers = _dense(scores, paper)
    by_reviewer, n_reviewers = _dense(scores, reviewer)
    by_cell, n_cells = _cells(scores, paper, reviewer)
    return Products(
        paper=_small_sample(n_papers) * by_paper,
        reviewer=_small_sample(n_reviewers) * by_reviewer,
        cell=_small_sample(n_cells) * by_cell,
        n_papers=n_papers,
        n_reviewers=n_reviewers,
        n_cells=n_cells,
    )


def _dense(scores: Scores, cluster: Ints) -> tuple[Floats, int]:
    height = int(cluster.max(initial=-1)) + 1
    sums = np.zeros(height * scores.n_columns)
    for column, value in zip(scores.column.T, scores.value.T, strict=True):
        sums += np.bincount(cluster * scores.n_columns + column, weights=value, minlength=len(sums))
    table = sums.reshape(height, scores.n_columns)
    return table.T @ table, int((np.bincount(cluster, minlength=height) > 0).sum())


def _cells(scores: Scores, paper: Ints, reviewer: Ints) -> tuple[Floats, int]:
    """Cells are many and nearly empty, so their sums stay sparse; rows of a cell stand together already."""
    n_rows, touched = scores.column.shape
    fresh = np.ones(n_rows, dtype=bool)
    fresh[1:] = (paper[1:] != paper[:-1]) | (reviewer[1:] != reviewer[:-1])
    starts = np.append(np.flatnonzero(fresh), n_rows) * touched
    shape = (len(starts) - 1, scores.n_columns)
    table = csr_array((scores.value.ravel(), scores.column.ravel(), starts), shape=shape)
    table.sum_duplicates()
    return np.asarray((table.T @ table).toarray()), shape[0]


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


# Rounding leaves about this much of a variance that is zero.
_LEAST_VARIANCE = 1e-14
