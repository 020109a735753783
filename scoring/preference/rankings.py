"""Which systems are surely apart, for all pairs together, and the rank ranges and tiers that follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Bools, Floats
from scoring.preference.intervals import EQUAL, LEVEL

# The ridge lets a certain win vary by about 1e-5 (see intervals); a smaller error is no error but the lack of one.
_FLAT: Final = 2.5e-5
# Half of the narrowest interval that says anything: where at least 95 % of the resamples agree, c is next to nothing.
_NARROWEST: Final = 5e-5


@dataclass(frozen=True, slots=True)
class Separation:
    """Differences of S beat probabilities, row minus column, all (S, S), and what surely differs.

    gap: the differences; error: their bootstrap standard errors; critical: the factor c that makes gap +- c error hold
    for all pairs together at 95 %; moved: whether more than 5 % of the resamples moved the difference; p_value: of
    each pair by itself; above: row surely above column.
    """

    gap: Floats
    error: Floats
    critical: float
    moved: Bools
    p_value: Floats

    @property
    def above(self) -> Bools:
        """(S, S): gap - critical * error > 0, by more than rounding."""
        return np.asarray((self.gap - self.critical * self.error > EQUAL) & self.moved)

    def rank_ranges(self) -> list[tuple[int, int]]:
        """From 1 + (systems surely above) to S - (systems surely below)."""
        better, worse = self.above.sum(axis=0).tolist(), self.above.sum(axis=1).tolist()
        return [(1 + high, len(self.gap) - low) for high, low in zip(better, worse, strict=True)]

    def tiers(self, order: Sequence[int]) -> list[list[int]]:
        """Systems in ranking order, cut into groups.

        A tier opens with the best system not yet placed and ends before the first system that is surely below that
        opener, which opens the next tier. So no member is surely apart from the opener of its tier, and each opener is
        surely below the opener before it. Members of one tier need not be alike among themselves, and a system may be
        apart from members of its neighbour tier or not.
        """
        above = self.above
        tiers: list[list[int]] = []
        for system in order:
            if tiers and not above[tiers[-1][0], system]:
                tiers[-1].append(system)
            else:
                tiers.append([system])
        return tiers


def separate(beat: Floats, draws: Floats) -> Separation:
    """Compare S systems pairwise from their beat probabilities and resamples (B, S) of them, B >= 2, without NaN.

    Single-step max-t (Westfall and Young 1993, Resampling-based multiple testing, section 2.3) on differences of beat
    probabilities, the quantity that is ranked: with t_b = max over pairs of |D*_b - D| / se, c is the 95 % quantile of
    t_b. A difference that no resample moved, or so few that c is next to nothing, proves nothing and decides nothing.
    The p-value of a pair is 2 min(1 + #{D* <= 0}, 1 + #{D* >= 0}) / (B + 1), at most 1 (Davison and Hinkley 1997,
    Bootstrap methods, section 4.4).
    """
    n_resamples, n_systems = draws.shape
    covariance = np.cov(draws, rowvar=False, ddof=1).reshape(n_systems, n_systems)
    variance = np.diag(covariance)
    error = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 0.0))
    moved = error > _FLAT
    gap = beat[:, None] - beat[None, :]
    largest = np.zeros(n_resamples)
    p_value = np.ones((n_systems, n_systems))
    for system in range(n_systems - 1):
        others = slice(system + 1, n_systems)
        distance = draws[:, [system]] - draws[:, others]
        reached = np.minimum((distance <= EQUAL).sum(axis=0), (distance >= -EQUAL).sum(axis=0))
        p_value[system, others] = np.minimum(2 * (1 + reached) / (n_resamples + 1), 1.0)
        p_value[others, system] = p_value[system, others]
        matter = np.flatnonzero(moved[system, others])
        if len(matter):
            distance -= gap[system, others]
            np.abs(distance, out=distance)
            distance = distance[:, matter] / error[system, others][matter]
            largest = np.maximum(largest, distance.max(axis=1))
    critical = float(np.quantile(largest, LEVEL))
    return Separation(gap, error, critical, moved & (critical * error > _NARROWEST), p_value)
