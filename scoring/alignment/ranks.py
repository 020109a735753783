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

# Numbers worked on at once: they stay in the cache, and their memory is used again and again.
_BLOCK: Final = 262_144
# Whole numbers in single precision are exact below this.
_EXACT_SINGLE: Final = 2**24
# Rows summed one after the other before their totals are; see _add_up.
_RUN: Final = 8


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
    # The largest number before the last product is a centred rank times a weight.
    largest = len(y) * float(weights.max(initial=0)) ** 2
    kind: type[np.float32 | np.float64] = np.float32 if largest < _EXACT_SINGLE else np.float64
    sides = [_Levels(values, paper, n_papers, kind) for values in [*columns, y]]
    rho = np.full((n_resamples, len(columns)), np.nan)
    untied = np.empty((n_resamples, len(sides)))
    block = int(np.clip(_BLOCK // max(len(y), 1), 64, max(n_resamples, 64)))
    for start in range(0, n_resamples, block):
        stop = min(start + block, n_resamples)
        drawn: Weights = np.ascontiguousarray(weights[start:stop].T, dtype=kind)
        ranked = [side.ranks(drawn) for side in sides]
        untied[start:stop] = np.stack([each.untied for each in ranked], axis=1)
        products = _products(sides, ranked, paper, drawn)
        norm = np.sqrt(np.stack([each.squares * ranked[-1].squares for each in ranked[:-1]], axis=1))
        np.divide(products, norm, out=rho[start:stop], where=norm > 0)
    return RankDraws(np.clip(rho, -1.0, 1.0), untied[:, :-1], untied[:, -1])


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One variable in b resamples: L - G by level (G, b), sum of w (L - G)^2 (b,) and untied ordered pairs (b,)."""

    ranks: Weights
    squares: Floats
    untied: Floats


class _Levels:
    """One variable as the numbers of its G distinct values, ascending."""

    def __init__(self, values: Floats, paper: Ints, n_papers: int, kind: type[np.float32 | np.float64]) -> None:
        distinct, self.level = np.unique(values, return_inverse=True)
        ones: Weights = np.ones(len(values), dtype=kind)
        self._counts = csr_array((ones, (self.level, paper)), shape=(len(distinct), n_papers))

    def ranks(self, drawn: Weights) -> _Ranked:
        """`drawn` (P, b): how often each paper was drawn.

        sum_g t_g (L_g - G_g)^2 = (n^3 - sum_g t_g^3) / 3 for levels of weight t_g and n in all (Kendall 1945).
        """
        held: Weights = self._counts @ drawn
        total = held.sum(axis=0).astype(np.float64)
        untied = total * total - _power_sums(held, "gb,gb->b")
        squares = (total * total * total - _power_sums(held, "gb,gb,gb->b")) / 3
        ranks = 2 * held
        _add_up(ranks)
        ranks -= held
        ranks -= total.astype(held.dtype)
        return _Ranked(ranks, squares, untied)


def _power_sums(held: Weights, power: str) -> Floats:
    """(b,): sums of squares or cubes of (G, b) weights, exact.

    Sums of whole numbers only grow: one that ends below the limit of single precision was exact at every step.
    """
    factors = [held] * (power.count(",") + 1)
    sums = np.einsum(power, *factors)
    if sums.max(initial=0) >= _EXACT_SINGLE:
        sums = np.einsum(power, *factors, dtype=np.float64)
    return np.asarray(sums, dtype=np.float64)


def _add_up(rows: Weights) -> None:
    """Cumulative sums down the rows of (G, b), in place.

    numpy's own go down one column after the other, past the cache; these add whole rows: inside runs, then over runs.
    """
    whole = len(rows) // _RUN * _RUN
    runs = rows[:whole].reshape(-1, _RUN, rows.shape[1])
    for place in range(1, _RUN):
        runs[:, place] += runs[:, place - 1]
    if len(runs) > 1:
        before = runs[:-1, -1].copy()
        _add_up(before)
        runs[1:] += before[:, None]
    for place in range(max(whole, 1), len(rows)):
        rows[place] += rows[place - 1]


def _products(sides: Sequence[_Levels], ranked: Sequence[_Ranked], paper: Ints, drawn: Weights) -> Floats:
    """(b, D): the sum over posters of w (L - G) of a column times (L - G) of y."""
    width = drawn.shape[1]
    rows = max(_BLOCK // width, 1)
    products = np.zeros((width, len(sides) - 1))
    room = np.empty((2, min(rows, len(paper)), width), dtype=drawn.dtype)
    for start in range(0, len(paper), rows):
        part = slice(start, min(start + rows, len(paper)))
        weighted, other = room[:, : part.stop - part.start]
        np.take(drawn, paper[part], axis=0, out=weighted, mode="clip")
        np.take(ranked[-1].ranks, sides[-1].level[part], axis=0, out=other, mode="clip")
        weighted *= other
        for column, side in enumerate(sides[:-1]):
            np.take(ranked[column].ranks, side.level[part], axis=0, out=other, mode="clip")
            products[:, column] += np.einsum("mb,mb->b", weighted, other, dtype=np.float64)
    return products
