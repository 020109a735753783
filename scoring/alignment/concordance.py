"""Kendall's tau-b of many resamples at once, exactly, from a paper x paper table of concordance.

With c_ij = sign(x_i - x_j) sign(y_i - y_j), concordant less discordant ordered pairs of a resample are
sum_ij w_i w_j c_ij = w' C w, where C sums c over the posters of two papers and w is how often each paper was drawn.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.alignment.ranks import RankDraws
from scoring.preference.arrays import EXACT_SINGLE, Floats, Ints, Weights

# The table costs papers x posters steps, its use papers x papers x resamples: about a second each at these sizes.
_MOST_STEPS: Final = 200_000_000
_MOST_PAPERS: Final = 2_500
# So few posters are compared each with each; no more are, for the memory that takes.
_FEW: Final = 1_000


def affordable(n_papers: int, n_posters: int) -> bool:
    """Whether the table of this many papers and posters takes about a second at most."""
    return n_papers <= _MOST_PAPERS and n_papers * n_posters <= _MOST_STEPS


def concordance(x: Floats, y: Floats, paper: Ints, n_papers: int) -> Floats:
    """(P, P): C of the module's head, whole numbers; x, y, paper (M,), paper ascending.

    Where a paper's posters stand on a grid of their distinct values, what they add to c of any other poster depends
    only on the grid's field it falls into, so that each paper needs one small table and one look-up per poster.
    """
    table = np.zeros((n_papers, n_papers))
    if len(paper) == 0:
        return table
    bounds = np.searchsorted(paper, np.arange(n_papers + 1))
    present = np.flatnonzero(np.diff(bounds))
    if len(paper) <= _FEW:
        signs = _signs(x) * _signs(y)
        by_paper = np.add.reduceat(signs, bounds[present], axis=0, dtype=np.float64)
        by_paper = np.add.reduceat(by_paper, bounds[present], axis=1)
        table[np.ix_(present, present)] = by_paper
        return table
    x_levels, x_level = np.unique(x, return_inverse=True)
    y_levels, y_level = np.unique(y, return_inverse=True)
    for number, own in enumerate(present.tolist()):
        start, stop = int(bounds[own]), int(bounds[own + 1])
        x_field, x_signs = _fields(x_level[start:stop], len(x_levels))
        y_field, y_signs = _fields(y_level[start:stop], len(y_levels))
        grid = (x_signs @ y_signs.T).ravel()
        x_field *= len(y_signs)
        # Papers before this one have met it already: C is symmetric.
        place = np.take(x_field, x_level[start:])
        place += np.take(y_field, y_level[start:])
        later = present[number:]
        table[own, later] = np.add.reduceat(np.take(grid, place), bounds[later] - start)
    return np.asarray(table + np.triu(table, 1).T)


def _signs(values: Floats) -> NDArray[np.int8]:
    """(M, M): 1 where the row's value is larger than the column's, -1 where it is smaller."""
    larger = (values[:, None] > values).view(np.int8)
    return larger - larger.T


def _fields(level: Ints, n_levels: int) -> tuple[Ints, Floats]:
    """The field of every level (G,) among the k distinct ones of a paper, and the signs (2k + 1, m) of its posters.

    Field 2i + 1 is the i-th distinct level itself, the even ones lie between, below and above.
    """
    mark = np.zeros(n_levels, dtype=np.int64)
    mark[level] = 1
    field = np.cumsum(mark)
    own = 2 * field[level] - 1
    signs = np.sign(own - np.arange(2 * int(field[-1]) + 1)[:, None]).astype(np.float64)
    field *= 2
    field -= mark
    return field, signs


def resampled_tau(table: Floats, ranks: RankDraws, weights: Weights) -> Floats:
    """(B,): tau-b of each resample of the first column of `ranks` with y; NaN where one of them does not vary.

    Kendall (1945), The treatment of ties in ranking problems.
    """
    largest = np.abs(table).sum(axis=0).max(initial=0) * float(weights.max(initial=0))
    kind: type[np.float32 | np.float64] = np.float32 if largest < EXACT_SINGLE else np.float64
    drawn: Weights = weights.astype(kind, copy=False)
    by_paper: Weights = table.astype(kind, copy=False)
    surplus = np.einsum("bp,bp->b", drawn @ by_paper, drawn, dtype=np.float64)
    norm = np.sqrt(ranks.untied[:, 0] * ranks.untied_y)
    tau = np.full(len(weights), np.nan)
    np.divide(surplus, norm, out=tau, where=norm > 0)
    return np.asarray(np.clip(tau, -1.0, 1.0))
