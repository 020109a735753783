"""Drawing papers and reviewers anew: the crossed ("pigeonhole") bootstrap.

Papers and reviewers are each drawn with replacement, independently, and a comparison counts as often as its paper
times its reviewer was drawn (Owen 2007, The pigeonhole bootstrap; AutoDesign, section 5.3).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scoring.preference.arrays import Floats, Ints, Singles

Weights: TypeAlias = NDArray[np.floating]

# Above this many cells of the dense table papers x reviewers x columns the sparse kernel is faster.
_DENSE_LIMIT: Final = 200_000
# Whole numbers in single precision are exact below this.
_EXACT_SINGLE: Final = 2.0**24


def named_rng(seed: int, name: str) -> np.random.Generator:
    """The random numbers of one named statistic: a child of SeedSequence(seed) keyed by a hash of the name.

    The key does not depend on which other statistics exist, so a new one changes no old number.
    """
    key = np.frombuffer(hashlib.sha256(name.encode()).digest(), dtype="<u4")
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=tuple(int(word) for word in key)))


def draw(n_clusters: int, n_resamples: int, rng: np.random.Generator) -> Singles:
    """(B, n): how often each of n clusters was drawn when n are drawn with replacement."""
    drawn = rng.integers(0, n_clusters, (n_resamples, n_clusters))
    drawn += np.arange(n_resamples)[:, None] * n_clusters
    counts = np.bincount(drawn.ravel(), minlength=n_resamples * n_clusters)
    return counts.reshape(n_resamples, n_clusters).astype(np.float32)


@dataclass(frozen=True, slots=True)
class CrossedDraws:
    """B resamples: how often each paper (B, P) and each reviewer (B, R) was drawn."""

    papers: Singles
    reviewers: Singles

    @property
    def n_resamples(self) -> int:
        """B."""
        return len(self.papers)


def draw_crossed(n_papers: int, n_reviewers: int, n_resamples: int, rng: np.random.Generator) -> CrossedDraws:
    """Draw papers, then reviewers, B times."""
    return CrossedDraws(draw(n_papers, n_resamples, rng), draw(n_reviewers, n_resamples, rng))


class CrossedTable:
    """Sums over comparisons, sum_v w_paper(v) w_reviewer(v) value(v) by column, for any block of resamples.

    paper, reviewer, column, value: (E,) entries; values are whole numbers, so sums are exact.
    """

    def __init__(
        self, *, paper: Ints, reviewer: Ints, column: Ints, value: Ints, n_papers: int, n_reviewers: int, n_columns: int
    ) -> None:
        self.n_columns = n_columns
        self._shape = (n_papers, n_reviewers, n_columns)
        self._dense: Singles | None = None
        if n_papers * n_reviewers * n_columns <= _DENSE_LIMIT:
            place = (paper * n_reviewers + reviewer) * n_columns + column
            table = np.bincount(place, weights=value, minlength=n_papers * n_reviewers * n_columns)
            self._dense = table.reshape(n_papers, n_reviewers * n_columns).astype(np.float32)
            return
        cells, cell = np.unique(paper * n_reviewers + reviewer, return_inverse=True)
        self._cell_paper, self._cell_reviewer = np.divmod(cells, n_reviewers)
        self._sparse = csr_array((value.astype(np.float64), (column, cell)), shape=(n_columns, len(cells)))
        self._sparse_single = self._sparse.astype(np.float32)

    def block_size(self) -> int:
        """Resamples to sum at once, so that the work stays in a few megabytes."""
        width = self._shape[1] * self._shape[2] if self._dense is not None else len(self._cell_paper)
        return int(np.clip(1_000_000 // max(width, 1), 32, 2000))

    def totals(self, draws: CrossedDraws, start: int, stop: int) -> Floats:
        """(stop - start, C): the sums of resamples start to stop, exact."""
        papers, reviewers = draws.papers[start:stop], draws.reviewers[start:stop]
        totals = self._sum(papers, reviewers)
        if totals.size and float(totals.max()) >= _EXACT_SINGLE:
            # Sums of whole numbers only grow, so below the limit every step was exact; here one may not have been.
            totals = self._sum(papers.astype(np.float64), reviewers.astype(np.float64))
        return totals.astype(np.float64)

    def shares(
        self, draws: CrossedDraws, part: Sequence[int], whole: Sequence[Sequence[int]], scale: int = 1
    ) -> Floats:
        """(B, len(part)): column part[i] / scale over the sum of the columns whole[i]; NaN where that sum is 0."""
        result = np.full((draws.n_resamples, len(part)), np.nan)
        for start in range(0, draws.n_resamples, self.block_size()):
            stop = min(start + self.block_size(), draws.n_resamples)
            totals = self.totals(draws, start, stop)
            bottom = np.stack([totals[:, list(columns)].sum(axis=1) for columns in whole], axis=1)
            np.divide(totals[:, list(part)] / scale, bottom, out=result[start:stop], where=bottom > 0)
        return result

    def _sum(self, papers: Weights, reviewers: Weights) -> Weights:
        _, n_reviewers, n_columns = self._shape
        if self._dense is not None:
            by_reviewer = papers @ self._dense.astype(papers.dtype, copy=False)
            by_reviewer = by_reviewer.reshape(len(papers), n_reviewers, n_columns)
            return np.asarray(np.einsum("brc,br->bc", by_reviewer, reviewers))
        weights = np.ascontiguousarray(papers.T)[self._cell_paper]
        np.multiply(weights, np.ascontiguousarray(reviewers.T)[self._cell_reviewer], out=weights)
        table = self._sparse_single if weights.dtype == np.float32 else self._sparse
        return np.asarray(table.dot(weights)).T
