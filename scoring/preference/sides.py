"""The pull of a side: Bradley and Terry's model with one more parameter for standing on the left."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford
from scipy.special import expit

from scoring.preference.arrays import Floats, Ints
from scoring.preference.clustered import (
    cluster_products,
    count_clusters,
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


def side_effect(comparisons: Comparisons) -> SideEffect:
    """Maximum likelihood of logit P(left preferred) = theta_left - theta_right + delta, a tie as half a win each way.

    Davidson and Beaver 1977, On extending the Bradley-Terry model to incorporate within-pair order effects: an order
    effect that is additive in logit. Only comparisons inside strongly connected sets of systems bear on delta: others
    are fitted perfectly in the limit. Existence is checked exactly (`_Kinds.bounded`). The interval is delta +- t se
    from the same two-way cluster-robust covariance as that of the beat probabilities, in the parameters (theta, delta).
    """
    kinds = _Kinds(comparisons)
    n = int(kinds.n.sum())
    if n == 0:
        return SideEffect(None, no_interval(NoInterval.NO_VALUE), n, clipped=False, reason=_NOTHING)
    if not kinds.bounded():
        return SideEffect(None, no_interval(NoInterval.NO_VALUE), n, clipped=False, reason=_UNBOUNDED)
    beta = kinds.fit()
    if beta is None:
        return SideEffect(None, no_interval(NoInterval.NO_VALUE), n, clipped=False, reason=_UNCONVERGED)
    interval, clipped = _interval(comparisons, kinds, beta)
    return SideEffect(float(beta[-1]), interval, n, clipped, None)


class _Kinds:
    """Comparisons by pair and side, all the likelihood needs: kind k = the first system on the right, K + k = left.

    first, second, side (+1 where the first system is on the left, else -1), n, h (half-wins of the first): (2K,), with
    n = 0 where the pair does not bear on delta. The parameters are the S strengths and delta.
    """

    def __init__(self, comparisons: Comparisons) -> None:
        n_systems, n_pairs = len(comparisons.systems), comparisons.n_pairs
        parts = [part for part in strong_parts(win_matrix(count_pairs(comparisons), n_systems)) if len(part) > 1]
        part_of = np.full(n_systems, -1)
        # Lifts every null direction of the information: strengths are relative inside a part, and unknown outside.
        self._gauge = np.zeros((n_systems + 1, n_systems + 1))
        for number, part in enumerate(parts):
            part_of[part] = number
            self._gauge[np.ix_(part, part)] = 1.0
        alone = np.flatnonzero(part_of < 0)
        self._gauge[alone, alone] = 1.0
        self._roots = [int(part[0]) for part in parts]
        first, second = pair_ends(n_systems)
        self.bears = (part_of[first] == part_of[second]) & (part_of[first] >= 0)
        self.first, self.second = np.tile(first, 2), np.tile(second, 2)
        self.side = np.repeat([-1.0, 1.0], n_pairs)
        kind = comparisons.pair + n_pairs * comparisons.first_on_left
        counted = np.tile(self.bears, 2)
        self.n = np.bincount(kind, minlength=2 * n_pairs) * counted.astype(np.float64)
        self.h = np.bincount(kind, weights=comparisons.h2, minlength=2 * n_pairs) / 2 * counted
        self.size = n_systems + 1

    def bounded(self) -> bool:
        """Whether the likelihood has its maximum at a finite delta.

        It has not exactly where some strengths d and delta = 1 (or -1) explain every win without exception: d_i - d_j
        >= -1 for each win of i over j from the left, >= 1 from the right (or the other way round). That is a system of
        difference constraints, solvable exactly where its graph has no negative cycle. Ties are wins both ways.
        """
        won, lost = self.h > 0, self.h < self.n
        winner = np.concatenate([self.first[won], self.second[lost]])
        loser = np.concatenate([self.second[won], self.first[lost]])
        from_left = np.concatenate([self.side[won], -self.side[lost]])
        return all(self._contradicted(winner, loser, length) for length in (from_left, -from_left))

    def _contradicted(self, winner: Ints, loser: Ints, length: Floats) -> bool:
        graph = np.zeros((self.size - 1, self.size - 1))
        graph[winner, loser] = 1.0
        short = length < 0
        graph[winner[short], loser[short]] = -1.0
        try:
            bellman_ford(graph, indices=self._roots)
        except NegativeCycleError:
            return True
        return False

    def fit(self) -> Floats | None:
        """Strengths and delta, (S + 1,), by Newton's method; None where it does not settle."""
        beta = np.zeros(self.size)
        for _ in range(_MOST_STEPS):
            excess = self.n * self.chance(beta) - self.h
            step = -np.linalg.solve(self.information(beta), self._gradient(excess))
            longest = float(np.abs(step).max())
            beta += step * min(1.0, _LONGEST_STEP / max(longest, _LONGEST_STEP))
            if longest < _SMALL_STEP:
                return beta
        return None

    def information(self, beta: Floats) -> Floats:
        """(S + 1, S + 1), regular by the gauge."""
        chance = self.chance(beta)
        weight = self.n * chance * (1 - chance)
        matrix: Floats = self._gauge * (weight.sum() / self.size)
        left, right = np.split(weight, 2)
        first, second = np.split(self.first, 2)[0], np.split(self.second, 2)[0]
        matrix[first, second] -= left + right
        matrix[second, first] -= left + right
        with_side = self._gradient(weight * self.side)
        matrix[:, -1] += with_side
        matrix[-1, :-1] += with_side[:-1]
        matrix[np.diag_indices(self.size - 1)] += np.bincount(self.first, weight, self.size - 1)
        matrix[np.diag_indices(self.size - 1)] += np.bincount(self.second, weight, self.size - 1)
        return matrix

    def chance(self, beta: Floats) -> Floats:
        """(2K,) chances of the first system."""
        return np.asarray(expit(beta[self.first] - beta[self.second] + beta[-1] * self.side))

    def _gradient(self, excess: Floats) -> Floats:
        gradient = np.bincount(self.first, excess, self.size) - np.bincount(self.second, excess, self.size)
        gradient[-1] = excess @ self.side
        return np.asarray(gradient)


def _interval(comparisons: Comparisons, kinds: _Kinds, beta: Floats) -> tuple[Interval, bool]:
    pair, h2, on_left = comparisons.pair, comparisons.h2, comparisons.first_on_left
    paper, reviewer = comparisons.paper, comparisons.reviewer
    if not kinds.bears[pair].all():
        used = kinds.bears[pair]
        pair, h2, on_left, paper, reviewer = pair[used], h2[used], on_left[used], paper[used], reviewer[used]
    why_not = refusal(count_clusters(paper), count_clusters(reviewer))
    if why_not is not None:
        return no_interval(why_not), False
    chance = kinds.chance(beta)

    def scores(rows: slice) -> tuple[Ints, Floats]:
        kind = pair[rows] + comparisons.n_pairs * on_left[rows]
        residual = h2[rows] / 2 - chance[kind]
        column = np.stack([kinds.first[kind], kinds.second[kind], np.full(len(kind), kinds.size - 1)], axis=1)
        return column, np.stack([residual, -residual, residual * kinds.side[kind]], axis=1)

    products = cluster_products(scores, kinds.size, paper, reviewer)
    inverse = np.linalg.inv(kinds.information(beta))
    covariance = inverse @ products.two_way @ inverse
    variance, clipped = float(covariance[-1, -1]), False
    if variance <= 0:
        variance, clipped = float(without_negative_part(covariance)[-1, -1]), True
    return t_interval(float(beta[-1]), variance, quantile(products.n_papers, products.n_reviewers)), clipped
