"""Rank statistics of many resamples at once: ranks are formed anew within each resample.

In a resample a poster counts w times, so that twice its centred midrank is L - G, the weight of the posters below it
less that above it: literally duplicated rows have the same midranks. All sums are of whole numbers and exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scoring.preference.arrays import Floats, Ints

Weights: TypeAlias = NDArray[np.floating]

# Numbers worked on at once: a megabyte, which stays in the cache.
_BLOCK: Final = 131_072
# Whole numbers in single precision are exact below this.
_EXACT_SINGLE: Final = 2**24


@dataclass(frozen=True, slots=True)
class RankDraws:
    """Of B resamples: Spearman's rho of each of D columns with y (B, D), NaN where a column or y does not vary.

    untied (B, D) and untied_y (B,): ordered pairs of posters, counted by weight, whose values differ.
    """

    spearman: Floats
    untied: Floats
    untied_y: Floats


def resample_ranks(columns: Sequence[Floats], y: Floats, paper: Ints, weights: Weights) -> RankDraws:
    """Spearman's rho with weighted midranks; columns and y (M,), paper (M,) ascending, weights (B, P) whole numbers."""
    n_resamples, n_papers = weights.shape
    single = weights.size == 0 or len(y) * float(weights.max()) < _EXACT_SINGLE
    sides = [_Levels(values, paper, n_papers, single=single) for values in [*columns, y]]
    rho = np.full((n_resamples, len(columns)), np.nan)
    untied = np.empty((n_resamples, len(sides)))
    block = int(np.clip(_BLOCK // max(len(y), 1), 64, max(n_resamples, 64)))
    for start in range(0, n_resamples, block):
        stop = min(start + block, n_resamples)
        drawn = np.ascontiguousarray(weights[start:stop].T, dtype=np.float64)
        ranked = [side.ranks(drawn) for side in sides]
        untied[start:stop] = np.stack([each.untied for each in ranked], axis=1)
        products = _products(sides, ranked, paper, drawn)
        norm = np.sqrt(np.stack([each.squares * ranked[-1].squares for each in ranked[:-1]], axis=1))
        np.divide(products, norm, out=rho[start:stop], where=norm > 0)
    return RankDraws(np.clip(rho, -1.0, 1.0), untied[:, :-1], untied[:, -1])


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One variable in b resamples: L - G by level (G, b), sum of w (L - G)^2 (b,) and untied ordered pairs (b,)."""

    ranks: Floats
    squares: Floats
    untied: Floats


class _Levels:
    """One variable as the numbers of its G distinct values, ascending."""

    def __init__(self, values: Floats, paper: Ints, n_papers: int, *, single: bool) -> None:
        distinct, self.level = np.unique(values, return_inverse=True)
        ones: Weights = np.ones(len(values), dtype=np.float32 if single else np.float64)
        counts = csr_array((ones, (self.level, paper)), shape=(len(distinct), n_papers))
        counts.sum_duplicates()
        self._counts = counts

    def ranks(self, drawn: Floats) -> _Ranked:
        """`drawn` (P, b): how often each paper was drawn."""
        held = (self._counts @ drawn.astype(self._counts.dtype)).astype(np.float64)
        ranks = np.cumsum(held, axis=0)
        total = ranks[-1].copy() if len(ranks) else np.zeros(drawn.shape[1])
        ranks *= 2
        ranks -= held
        ranks -= total
        squares = np.einsum("gb,gb,gb->b", held, ranks, ranks)
        return _Ranked(ranks, squares, total * total - np.einsum("gb,gb->b", held, held))


def _products(sides: Sequence[_Levels], ranked: Sequence[_Ranked], paper: Ints, drawn: Floats) -> Floats:
    """(b, D): the sum over posters of w (L - G) of a column times (L - G) of y."""
    width = drawn.shape[1]
    rows = max(_BLOCK // width, 1)
    products = np.zeros((width, len(sides) - 1))
    room = np.empty((2, min(rows, len(paper)), width))
    for start in range(0, len(paper), rows):
        part = slice(start, min(start + rows, len(paper)))
        weighted, other = room[:, : part.stop - part.start]
        np.take(drawn, paper[part], axis=0, out=weighted, mode="clip")
        np.take(ranked[-1].ranks, sides[-1].level[part], axis=0, out=other, mode="clip")
        weighted *= other
        for column, side in enumerate(sides[:-1]):
            np.take(ranked[column].ranks, side.level[part], axis=0, out=other, mode="clip")
            products[:, column] += np.einsum("mb,mb->b", weighted, other)
    return products
