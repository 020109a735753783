"""Rank statistics of many resamples at once: ranks are formed anew within each resample.

In a resample a poster counts w times, so that twice its centred midrank is L - G, the weight of the posters below it
less that above it: literally duplicated rows have the same midranks. All sums are of whole numbers and exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from scipy.sparse import csc_array

from scoring.preference.arrays import EXACT_SINGLE, Floats, Ints, Weights

# Numbers worked on at once: they stay in the cache, and their memory is used again and again.
_BLOCK: Final = 65_536
# Fewest posters whose products are held at once.
_PIECE: Final = 4_096
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
    # The largest number before the last product is the weight of all posters times a rank, which is no larger.
    largest = float((weights @ np.bincount(paper, minlength=n_papers)).max(initial=0)) ** 2
    kind: type[np.float32 | np.float64] = np.float32 if largest < EXACT_SINGLE else np.float64
    table = _Levels([*columns, y], paper, n_papers, kind)
    rho = np.full((n_resamples, len(columns)), np.nan)
    untied = np.empty((n_resamples, len(columns) + 1))
    block = int(np.clip(_BLOCK // max(len(y), 1), 64, max(n_resamples, 64)))
    for start in range(0, n_resamples, block):
        stop = min(start + block, n_resamples)
        drawn: Weights = np.ascontiguousarray(weights[start:stop].T, dtype=kind)
        products, squares, untied[start:stop] = table.sums(drawn)
        norm = np.sqrt(squares[:, :-1] * squares[:, -1:])
        np.divide(products, norm, out=rho[start:stop], where=norm > 0)
    return RankDraws(np.clip(rho, -1.0, 1.0), untied[:, :-1], untied[:, -1])


class _Levels:
    """D + 1 variables, y the last, as the numbers of their distinct values, ascending, stacked: G levels in all."""

    def __init__(
        self, variables: Sequence[Floats], paper: Ints, n_papers: int, kind: type[np.float32 | np.float64]
    ) -> None:
        found = [np.unique(values, return_inverse=True) for values in variables]
        ends = np.cumsum([0, *(len(distinct) for distinct, _ in found)])
        self._rows = [slice(*rows) for rows in pairwise(ends.tolist())]
        of_level = np.repeat(np.arange(len(found)), np.diff(ends))
        self._variables: Weights = (of_level == np.arange(len(found))[:, None]).astype(kind)
        self._paper = paper
        self._level = np.stack([own + start for (_, own), start in zip(found, ends[:-1], strict=True)], axis=1)
        papers = np.searchsorted(paper, np.arange(n_papers + 1))
        self._by_paper = self._counts(self._level, papers, kind)
        # So many posters at once that adding to all levels costs no more than the posters do.
        self._pieces = []
        step = max(int(ends[-1]), _PIECE)
        for start in range(0, len(paper), step):
            piece = slice(start, min(start + step, len(paper)))
            level = self._level[piece, :-1]
            self._pieces.append((piece, self._counts(level, np.arange(len(level) + 1), kind)))

    def _counts(self, level: Ints, bounds: Ints, kind: type[np.float32 | np.float64]) -> csc_array:
        """(G, N): how often each level comes up in each run of posters, whose levels are `level` (m, .)."""
        ones: Weights = np.ones(level.size, dtype=kind)
        shape = (len(self._variables[0]), len(bounds) - 1)
        return csc_array(
            (ones, level.astype(np.int32).ravel(), (bounds * level.shape[1]).astype(np.int32)), shape=shape
        )

    def sums(self, drawn: Weights) -> tuple[Floats, Floats, Floats]:
        """`drawn` (P, b): how often each paper was drawn. With R = L - G of a variable, sums over posters of

        w R_column R_y (b, D) and w R^2 (b, D + 1), and the untied ordered pairs (b, D + 1).
        sum_g t_g R_g^2 = (n^3 - sum_g t_g^3) / 3 for levels of weight t_g and n in all (Kendall 1945).
        """
        held: Weights = self._by_paper @ drawn
        total = held[self._rows[-1]].sum(axis=0)
        # What lies below in the stack is all of the variables before, and of the variable's own levels.
        ranks = 2 * held
        _add_up(ranks)
        ranks -= held
        for before, rows in enumerate(self._rows):
            ranks[rows] -= (2 * before + 1) * total
        by_level = np.zeros_like(held)
        for piece, counts in self._pieces:
            weighted = drawn.take(self._paper[piece], axis=0)
            weighted *= ranks.take(self._level[piece, -1], axis=0)
            by_level += counts @ weighted
        n = total.astype(np.float64)
        products = [np.einsum("gb,gb->b", ranks[rows], by_level[rows], dtype=np.float64) for rows in self._rows[:-1]]
        power = held * held
        untied = n * n - self._variables @ power
        power *= held
        cubes = (self._variables @ power).astype(np.float64)
        for variable in np.flatnonzero(cubes.max(axis=1) >= EXACT_SINGLE):
            rows = self._rows[variable]
            np.einsum("gb,gb,gb->b", held[rows], held[rows], held[rows], dtype=np.float64, out=cubes[variable])
        return np.stack(products, axis=1), (n * n * n - cubes).T / 3, untied.T


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
