"""Drawing papers and reviewers anew: the crossed ("pigeonhole") bootstrap.

Papers and reviewers are each drawn with replacement, independently, and a comparison counts as often as its paper
times its reviewer was drawn (Owen 2007, The pigeonhole bootstrap; AutoDesign, section 5.3).
"""

import hashlib
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scoring.preference.arrays import Floats, Ints, Singles

Counts: TypeAlias = NDArray[np.unsignedinteger]

# Clusters drawn at once: the same memory is used again and again, which is cheaper than new memory.
_DRAWN: Final = 8_192
# Entries and resamples that are multiplied at once: at two bytes a product, all of it stays in a core's own cache.
_ENTRIES: Final = 512
_RESAMPLES: Final = 256


def named_rng(seed: int, name: str) -> np.random.Generator:
    """The random numbers of one named statistic: a child of SeedSequence(seed) keyed by a hash of the name.

    The key does not depend on which other statistics exist, so a new one changes no old number.
    """
    key = np.frombuffer(hashlib.sha256(name.encode()).digest(), dtype="<u4")
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=tuple(int(word) for word in key)))


def draw(n_clusters: int, n_resamples: int, rng: np.random.Generator) -> Singles:
    """(B, n): how often each of n clusters was drawn when n are drawn with replacement."""
    counts = np.empty((n_resamples, n_clusters), dtype=np.float32)
    block = max(_DRAWN // max(n_clusters, 1), 1)
    for start in range(0, n_resamples, block):
        some = counts[start : start + block]
        drawn = rng.integers(0, n_clusters, some.shape)
        drawn += np.arange(len(some))[:, None] * n_clusters
        some[...] = np.bincount(drawn.ravel(), minlength=some.size).reshape(some.shape)
    return counts


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


def _are_counts(weights: Singles) -> bool:
    return bool(weights.min(initial=0) >= 0 and np.array_equal(weights, np.rint(weights)))


class CrossedTable:
    """Sums over comparisons, sum_v w_paper(v) w_reviewer(v) value(v) by column, for any block of resamples.

    paper, reviewer, column: (E,) entries; value: (E,), or (E, M) for M sums over the same entries, whose columns
    follow each other: M x n_columns in all. Values are whole numbers, 0 or more (else ValueError), and so are sums:
    they are added up in the narrowest integers that hold them, and always exact.
    """

    def __init__(
        self, *, paper: Ints, reviewer: Ints, column: Ints, value: Ints, n_papers: int, n_reviewers: int, n_columns: int
    ) -> None:
        if value.size and int(value.min()) < 0:
            raise ValueError("a crossed table adds up whole numbers, 0 or more")
        self._clusters = (n_papers, n_reviewers)
        self._sums = 1 if value.ndim == 1 else value.shape[1]
        self._rows = n_columns
        self.n_columns = n_columns * self._sums
        order = np.argsort(column.astype(np.min_scalar_type(max(n_columns, 1))), kind="stable")
        self._column = column[order].astype(np.int32)
        self._paper = paper[order].astype(np.int32)
        self._reviewer = reviewer[order].astype(np.int32)
        values = value.reshape(len(column), self._sums)[order]
        self._value = values.astype(np.min_scalar_type(values.max(initial=0)))
        self._chunks: dict[np.dtype[np.unsignedinteger], list[_Chunk]] = {}

    def block_size(self) -> int:
        """Resamples to ask for at once, so that their sums stay in a few megabytes."""
        return int(np.clip(4_000_000 // max(self.n_columns, 1), 64, 2000))

    def counts(self, draws: CrossedDraws, start: int = 0, stop: int | None = None) -> Counts:
        """(C, stop - start): the sums of resamples start to stop, exact, a column's resamples side by side.

        Raises ValueError for draws of other clusters and for weights that are no counts.
        """
        papers, reviewers = draws.papers[start:stop], draws.reviewers[start:stop]
        if (papers.shape[1], reviewers.shape[1]) != self._clusters:
            raise ValueError("other papers or reviewers were drawn than the table has")
        kind = self._narrowest(papers, reviewers)
        n_resamples = len(papers)
        result = np.zeros((self._sums, self._rows, n_resamples), dtype=kind)
        if kind not in self._chunks:
            self._chunks[kind] = self._cut(kind)
        for first in range(0, n_resamples, _RESAMPLES):
            block = slice(first, first + _RESAMPLES)
            if not (_are_counts(papers[block]) and _are_counts(reviewers[block])):
                raise ValueError("papers and reviewers are drawn whole times")
            by_paper = np.ascontiguousarray(papers[block].T.astype(kind))
            by_reviewer = np.ascontiguousarray(reviewers[block].T.astype(kind))
            for chunk in self._chunks[kind]:
                weight = by_paper.take(chunk.paper, axis=0)
                weight *= by_reviewer.take(chunk.reviewer, axis=0)
                sums = chunk.matrix @ weight
                result[:, chunk.rows, block] += sums.reshape(self._sums, -1, sums.shape[1])
        return result.reshape(self.n_columns, n_resamples)

    def totals(self, draws: CrossedDraws, start: int, stop: int) -> Floats:
        """(stop - start, C): the sums of resamples start to stop, exact."""
        return self.counts(draws, start, stop).T.astype(np.float64)

    def _narrowest(self, papers: Singles, reviewers: Singles) -> np.dtype[np.unsignedinteger]:
        """The smallest integers that no sum can overflow, with each cluster as often as it is ever drawn."""
        most_papers = papers.max(axis=0, initial=1)[self._paper].astype(np.float64)
        most_reviewers = reviewers.max(axis=0, initial=1)[self._reviewer]
        most = most_papers * most_reviewers
        largest = max(
            float(np.bincount(self._column, most * self._value[:, each], minlength=1).max())
            for each in range(self._sums)
        )
        # A factor of a product, or a value that meets no draw, must fit too.
        largest = max(largest, float(most.max(initial=0)), float(self._value.max(initial=0)))
        for kind in (np.uint16, np.uint32):
            if largest <= np.iinfo(kind).max:
                return np.dtype(kind)
        return np.dtype(np.uint64)

    def _cut(self, kind: np.dtype[np.unsignedinteger]) -> list["_Chunk"]:
        """The entries, sorted by column, in pieces; each knows the matrix that adds its products up."""
        chunks = []
        for start in range(0, len(self._column), _ENTRIES):
            piece = slice(start, start + _ENTRIES)
            column, value = self._column[piece], self._value[piece]
            low, high = int(column[0]), int(column[-1]) + 1
            each, entry = np.nonzero(value.T)
            rows = self._sums * (high - low)
            ends = np.searchsorted(each * (high - low) + column[entry] - low, np.arange(rows + 1))
            matrix = csr_array(
                (value[entry, each].astype(kind), entry.astype(np.int32), ends.astype(np.int32)),
                shape=(rows, len(column)),
            )
            chunks.append(_Chunk(self._paper[piece], self._reviewer[piece], slice(low, high), matrix))
        return chunks


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A few entries, the columns they belong to, and the matrix (M x columns, entries) of their values."""

    paper: NDArray[np.int32]
    reviewer: NDArray[np.int32]
    rows: slice
    matrix: csr_array
