"""The search for few answers the other way that bring somebody level with the leader."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import expit

from scoring.preference.arrays import Floats, Ints
from scoring.preference.comparisons import PairCounts, pair_ends
from scoring.preference.intervals import EQUAL
from scoring.preference.newton import RIDGE, beat_probabilities, fit_batch, laplacian

# Trials fitted in one batch: many small systems cost as much as one, large ones do not.
_FEWEST_TRIALS, _MOST_TRIALS, _TRIAL_NUMBERS = 4, 16, 40_000
# A challenger whose linear forecast is this many times the best count found is not tried.
_HOPELESS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Order:
    """In which order to flip 2K kinds of judgments: first the decided ones of each pair, then its ties.

    row (2K,): the kinds, the most useful first; gain (2K,): what one of a kind closes of the gap, to first order;
    before (2K,): flips that come before a kind; capacity (2K,): how many of it there are; change (2K,): what one does
    to the (half-)wins of the pair's first system.
    """

    row: Ints
    gain: Floats
    before: Ints
    capacity: Ints
    change: Floats

    def forecast(self, gap: float) -> float:
        """How many flips close a gap above 0, to first order; infinite where all together do not."""
        closed = np.cumsum((self.gain * self.capacity)[self.row])
        place = int(np.searchsorted(closed, gap))
        if place == len(closed):
            return float("inf")
        last = self.row[place]
        return float(self.before[last] + self.capacity[last] - (closed[place] - gap) / self.gain[last])

    def taken(self, flips: Ints) -> Ints:
        """(m, 2K): how many of each kind the first `flips` (m,) are."""
        return np.asarray(np.clip(flips[:, None] - self.before, 0, self.capacity), dtype=np.int64)

    @property
    def total(self) -> int:
        """Flips that help at all."""
        return int(self.capacity.sum())


@dataclass(frozen=True, slots=True)
class Found:
    """`flips` judgments, taken (2K,) of each kind, `change` (2K,) of the first system's (half-)wins by one of each.

    theta: (S,) strengths after them; gap: by how much the leader is still ahead, at most about 0.
    """

    flips: int
    taken: Ints
    change: Floats
    theta: Floats
    gap: float


class FlipSearch:
    """One component of S systems with a single leader: counts of its pairs and strengths, in its own numbering.

    The gap between leader and challenger, D = pi_l - pi_c, falls by (grad D)' H^+ (e_i - e_j) when i loses one win to
    j, with H the Hessian of the fit (implicit function theorem). Judgments are flipped in descending order of that
    gain; the count given closes the gap by a refit, and one flip less in that order does not.
    """

    def __init__(self, counts: PairCounts, theta: Floats, leader: int) -> None:
        self._leader = leader
        self._theta = theta
        self._counts = counts
        self._n = counts.n.astype(np.float64)
        self._h = counts.wins + counts.ties / 2
        self._first, self._second = pair_ends(len(theta))
        self._trials = int(np.clip(_TRIAL_NUMBERS // len(theta) ** 2, _FEWEST_TRIALS, _MOST_TRIALS))

    def fewest(self) -> Found | None:
        """The fewest flips found over all challengers; None where nothing tried brings anybody level."""
        others = [system for system in range(len(self._theta)) if system != self._leader]
        pulls = self._pulls(self._theta, others)
        beat = beat_probabilities(self._theta[None, :])[0]
        gaps = beat[self._leader] - beat[others]
        # An order holds 2K numbers, so at first only its forecast is kept.
        forecasts = [self._order(pulls[:, place]).forecast(float(gaps[place])) for place in range(len(others))]
        best: Found | None = None
        for place in np.argsort(forecasts, kind="stable").tolist():
            if best is not None and forecasts[place] > _HOPELESS * best.flips:
                break
            order = self._order(pulls[:, place])
            found = self._shortest(order, order.total if best is None else best.flips - 1, forecasts[place])
            if found is not None:
                best = self._reordered(found, others[place])
        return best

    def _pulls(self, theta: Floats, challengers: list[int]) -> Floats:
        """(S, C): H^+ grad D for each challenger at these strengths; i's loss to j closes entry i less entry j."""
        n_systems, first, second = len(theta), self._first, self._second
        chance = expit(theta[first] - theta[second])
        slope = laplacian(chance * (1 - chance) / (n_systems - 1), first, second, n_systems)  # d beat / d theta
        hessian = laplacian(self._n * chance * (1 - chance), first, second, n_systems)
        gauge = 2 * RIDGE * np.eye(n_systems) + 1 / n_systems  # strengths that all move together move nothing
        pulls = np.linalg.solve(hessian + gauge, slope[:, [self._leader]] - slope[:, challengers])
        return np.asarray(pulls, dtype=np.float64)

    def _order(self, pull: Floats) -> Order:
        gain = pull[self._first] - pull[self._second]
        counts = self._counts
        loses = gain > 0  # the pair's first system is to lose
        size = np.abs(gain)
        helps = size > 1e-12 * size.max()
        capacity = np.concatenate([np.where(loses, counts.wins, counts.losses) * helps, counts.ties * helps])
        sign = np.where(loses, -1.0, 1.0)
        gains = np.concatenate([size, size / 2])
        row = np.argsort(-gains, kind="stable")
        before = np.empty_like(capacity)
        before[row] = np.cumsum(capacity[row]) - capacity[row]
        return Order(row.astype(np.int64), gains, before, capacity, np.concatenate([sign, sign / 2]))

    def _shortest(self, order: Order, limit: int, guess: float) -> Found | None:
        """The shortest beginning of the order, of at most `limit` flips, that closes the gap; None without one.

        More flips close more, so the count is bracketed, from around the guess on, and interpolated; every trial is a
        refit.
        """
        limit = min(limit, order.total)
        if limit < 1:
            return None
        low, high = 0, limit
        ahead = float("inf")
        found: Found | None = None
        flips = np.array([limit]) if guess >= limit else self._between(guess, 0, limit, last=True)
        while True:
            gaps, theta = self._gaps(order.taken(flips), order.change)
            level = np.flatnonzero(gaps <= EQUAL)
            stop = int(level[0]) if len(level) else len(flips)
            if stop:
                low, ahead = int(flips[stop - 1]), float(gaps[stop - 1])
            if len(level):
                high = int(flips[stop])
                taken = order.taken(flips[[stop]])[0]
                found = Found(high, taken, order.change, theta[stop], float(gaps[stop]))
            if found is None or high - low <= 1:
                return found
            share = ahead / (ahead - found.gap) if np.isfinite(ahead) else 0.5
            flips = self._between(low + share * (high - low), low, high)

    def _between(self, guess: float, low: int, high: int, *, last: bool = False) -> Ints:
        """Counts to try between low and high: half of them around the guess, half evenly spread."""
        half = self._trials // 2
        centre = int(np.clip(round(guess), low + 1, max(high - 1, low + 1)))
        near = centre + np.arange(half) - half // 2
        spread = np.linspace(low, high, half + 2)[1:-1].astype(np.int64)
        tried = np.unique(np.concatenate([near, spread]))
        tried = tried[(tried > low) & (tried < high)]
        return np.append(tried, high) if last else tried

    def _gaps(self, taken: Ints, change: Floats) -> tuple[Floats, Floats]:
        """How far the leader is ahead of the best other after the flips taken (m, 2K): (m,), and strengths (m, S)."""
        moved = taken * change
        h = self._h + moved[:, : len(self._h)] + moved[:, len(self._h) :]
        theta, converged = fit_batch(np.tile(self._n, (len(h), 1)), h, self._theta)
        beat = beat_probabilities(theta)
        own = beat[:, self._leader].copy()
        beat[:, self._leader] = -np.inf
        return np.where(converged, own - beat.max(axis=1), np.inf), theta

    def _reordered(self, found: Found, challenger: int) -> Found:
        """Shorter beginnings of the orders that hold half-way and at the end, where the gains are others."""
        improved = True
        while improved:
            improved = False
            for theta in ((self._theta + found.theta) / 2, found.theta):
                order = self._order(self._pulls(theta, [challenger])[:, 0])
                shorter = self._shortest(order, found.flips - 1, found.flips)
                if shorter is not None:
                    found, improved = shorter, True
        return found
