"""The pull of a side: Bradley and Terry's model with one more parameter for standing on the left."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford
from scipy.special import expit

from scoring.preference.arrays import Floats, Ints
from scoring.preference.clustered import (
    Scores,
    cluster_products,
    quantile,
    t_interval,
    without_negative_part,
)
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.graph import strong_parts
from scoring.preference.intervals import Interval, NoInterval, no_interval, refusal

_SMALL_STEP: Final = 1e-8
_LONGEST_STEP: Final = 2.0
_MOST_STEPS: Final = 100

_NOTHING: Final = "no two systems have each been preferred over the other, so nothing shows the pull of a side"
_UNBOUNDED: Final = "the judgments set no bound to the pull of a side, or do not tell it from the systems' strengths"
_UNCONVERGED: Final = "the fit with a side effect did not converge"


@dataclass(frozen=True, slots=True)
class SideEffect:
    """delta in logit, above 0 for the left; None with the reason. interval: 95 %, two-way cluster-robust.

    n: comparisons that bear on it; clipped: the covariance had to lose its negative part.
    """

    delta: float | None
    interval: Interval
    n: int
    clipped: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class _Design:
    """V used comparisons: first and second system, +1 where the first stood on the left and -1 else, win share."""

    first: Ints
    second: Ints
    side: Floats
    share: Floats
    paper: Ints
    reviewer: Ints
    gauge: Floats  # (S + 1, S + 1), lifts every null direction of the information
    parts: list[Ints]
    n_systems: int


def side_effect(comparisons: Comparisons) -> SideEffect:
    """Maximum likelihood of logit P(left preferred) = theta_left - theta_right + delta, a tie as half a win each way.

    Davidson and Beaver 1977, On extending the Bradley-Terry model to incorporate within-pair order effects, with the
    order effect additive in logit. Only comparisons inside strongly connected sets of systems bear on delta: the others
    are fitted perfectly in the limit. Existence is checked exactly (`_bounded`). The interval is delta +- t se from the
    same two-way cluster-robust covariance as that of the beat probabilities, in the parameters (theta, delta).
    """
    design = _design(comparisons)
    n = len(design.first)
    if n == 0:
        return SideEffect(None, no_interval(NoInterval.NO_VALUE), n, clipped=False, reason=_NOTHING)
    if not _bounded(design):
        return SideEffect(None, no_interval(NoInterval.NO_VALUE), n, clipped=False, reason=_UNBOUNDED)
    counts = _Counts(design)
    fitted = counts.fit()
    if fitted is None:
        return SideEffect(None, no_interval(NoInterval.NO_VALUE), n, clipped=False, reason=_UNCONVERGED)
    interval, clipped = _interval(design, fitted, counts.information(fitted))
    return SideEffect(float(fitted[-1]), interval, n, clipped, None)


def _design(comparisons: Comparisons) -> _Design:
    n_systems = len(comparisons.systems)
    parts = [part for part in strong_parts(win_matrix(count_pairs(comparisons), n_systems)) if len(part) > 1]
    part_of = np.full(n_systems, -1)
    gauge = np.zeros((n_systems + 1, n_systems + 1))
    for number, part in enumerate(parts):
        part_of[part] = number
        gauge[np.ix_(part, part)] = 1.0
    alone = np.flatnonzero(part_of < 0)
    gauge[alone, alone] = 1.0
    first, second = pair_ends(n_systems)
    bears = (part_of[first] == part_of[second]) & (part_of[first] >= 0)
    used = np.flatnonzero(bears[comparisons.pair])
    pair = comparisons.pair[used]
    return _Design(
        first=first[pair],
        second=second[pair],
        side=np.where(comparisons.first_on_left[used], 1.0, -1.0),
        share=comparisons.h2[used] / 2,
        paper=comparisons.paper[used],
        reviewer=comparisons.reviewer[used],
        gauge=gauge,
        parts=parts,
        n_systems=n_systems,
    )


def _bounded(design: _Design) -> bool:
    """Whether the likelihood has its maximum at a finite delta, given strongly connected sets of systems.

    It has not exactly where some strengths d and delta = 1 (or -1) explain every win without exception: d_i - d_j >= -1
    for each win of i over j from the left, >= 1 from the right (or the other way round). That is a system of difference
    constraints, which has a solution exactly where its graph has no negative cycle. Ties are wins both ways.
    """
    winner = np.concatenate([design.first[design.share > 0], design.second[design.share < 1]])
    loser = np.concatenate([design.second[design.share > 0], design.first[design.share < 1]])
    from_left = np.concatenate([design.side[design.share > 0], -design.side[design.share < 1]])
    return all(_contradicted(winner, loser, sign * from_left, design) for sign in (1.0, -1.0))


def _contradicted(winner: Ints, loser: Ints, length: Floats, design: _Design) -> bool:
    graph = np.zeros((design.n_systems, design.n_systems))
    graph[winner, loser] = 1.0
    short = length < 0
    graph[winner[short], loser[short]] = -1.0
    try:
        bellman_ford(graph, indices=[int(part[0]) for part in design.parts])
    except NegativeCycleError:
        return True
    return False


class _Counts:
    """Comparisons and wins by first system, second system and side: all the likelihood needs."""

    def __init__(self, design: _Design) -> None:
        n_systems = design.n_systems
        kind = (design.first * n_systems + design.second) * 2 + (design.side > 0)
        seen, kind = np.unique(kind, return_inverse=True)
        pair, side = np.divmod(seen, 2)
        self._first, self._second = np.divmod(pair, n_systems)
        self._side = 2.0 * side - 1.0
        self._n = np.bincount(kind).astype(np.float64)
        self._h = np.bincount(kind, weights=design.share)
        self._gauge = design.gauge
        self._size = n_systems + 1

    def fit(self) -> Floats | None:
        """Strengths and delta, (S + 1,), by Newton's method; None where it does not settle."""
        beta = np.zeros(self._size)
        for _ in range(_MOST_STEPS):
            excess = self._n * self._chance(beta) - self._h
            gradient = np.bincount(self._first, excess, self._size) - np.bincount(self._second, excess, self._size)
            gradient[-1] = excess @ self._side
            step = -np.linalg.solve(self.information(beta), gradient)
            longest = float(np.abs(step).max())
            beta += step * min(1.0, _LONGEST_STEP / max(longest, _LONGEST_STEP))
            if longest < _SMALL_STEP:
                return beta
        return None

    def information(self, beta: Floats) -> Floats:
        """(S + 1, S + 1), with the gauge that makes it regular."""
        chance = self._chance(beta)
        weight = self._n * chance * (1 - chance)
        matrix: Floats = self._gauge * (weight.sum() / self._size)
        np.add.at(matrix, (self._first, self._second), -weight)
        np.add.at(matrix, (self._second, self._first), -weight)
        diagonal = np.bincount(self._first, weight, self._size) + np.bincount(self._second, weight, self._size)
        pulled = weight * self._side
        with_side = np.bincount(self._first, pulled, self._size) - np.bincount(self._second, pulled, self._size)
        matrix[:, -1] += with_side
        matrix[-1, :] += with_side
        diagonal[-1] = weight.sum()
        matrix[np.diag_indices(self._size)] += diagonal
        return matrix

    def _chance(self, beta: Floats) -> Floats:
        return np.asarray(expit(beta[self._first] - beta[self._second] + beta[-1] * self._side))


def _interval(design: _Design, beta: Floats, information: Floats) -> tuple[Interval, bool]:
    why_not = refusal(len(np.unique(design.paper)), len(np.unique(design.reviewer)))
    if why_not is not None:
        return no_interval(why_not), False
    residual = design.share - expit(beta[design.first] - beta[design.second] + beta[-1] * design.side)
    last = np.full(len(residual), design.n_systems)
    scores = Scores(
        column=np.stack([design.first, design.second, last], axis=1),
        value=np.stack([residual, -residual, residual * design.side], axis=1),
        n_columns=design.n_systems + 1,
    )
    products = cluster_products(scores, design.paper, design.reviewer)
    inverse = np.linalg.inv(information)
    covariance = inverse @ products.two_way @ inverse
    variance, clipped = float(covariance[-1, -1]), False
    if variance <= 0:
        variance, clipped = float(without_negative_part(covariance)[-1, -1]), True
    return t_interval(float(beta[-1]), variance, quantile(products.n_papers, products.n_reviewers)), clipped
