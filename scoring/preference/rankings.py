"""Rank ranges that hold for all systems together."""

from typing import Final

import numpy as np

from scoring.preference.arrays import Floats
from scoring.preference.intervals import LEVEL

# The ridge lets a certain win vary by about 1e-5 (see intervals); a smaller error is no error but the lack of one.
_FLAT: Final = 2.5e-5


def rank_ranges(beat: Floats, draws: Floats) -> list[tuple[int, int]]:
    """Lowest and highest rank of S systems that the resamples (B, S) allow, at 95 % for all pairs at once.

    Single-step max-t (Westfall and Young 1993) on differences of beat probabilities, the quantity that is ranked: with
    t_b = max_pairs |D*_b - D| / se and c its 95 % quantile, a system is surely above another when D - c se > 0. The
    range is 1 + (systems surely above) to S - (systems surely below). A difference that no resample moved proves
    nothing and decides nothing. draws must hold no NaN.
    """
    n_systems = len(beat)
    covariance = np.cov(draws, rowvar=False, ddof=1).reshape(n_systems, n_systems)
    variance = np.diag(covariance)
    error = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 0.0))
    gap = beat[:, None] - beat[None, :]
    largest = np.zeros(len(draws))
    for system in range(n_systems - 1):
        others = system + 1 + np.flatnonzero(error[system, system + 1 :] > _FLAT)
        if len(others):
            moved = np.abs(draws[:, [system]] - draws[:, others] - gap[system, others]) / error[system, others]
            largest = np.maximum(largest, moved.max(axis=1))
    critical = float(np.quantile(largest, LEVEL))
    above = (gap - critical * error > 0) & (error > _FLAT)  # row surely above column
    return [(1 + int(above[:, system].sum()), n_systems - int(above[system].sum())) for system in range(n_systems)]
