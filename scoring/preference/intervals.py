"""Percentile intervals of resampled statistics, and the reasons for having none."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.preference.arrays import Bools, Floats, Ints, Weights

LEVEL: Final = 0.95
_TAIL: Final = (1 - LEVEL) / 2
# Probabilities closer than this are equal: what lies between is rounding, and depends on the order of systems.
EQUAL: Final = 1e-9
EQUAL_DIGITS: Final = 9  # the same for rounding
# Largest share of resamples without a value.
_MOST_DROPPED: Final = 0.05
# A ridge of 1e-6 lets a certain win vary by about 1e-5: an interval this narrow says "no spread seen", not "certain".
_NO_SPREAD: Final = 1e-4


class NoInterval(StrEnum):
    """Why a statistic has no interval."""

    NO_VALUE = "it has no value"
    ONE_PAPER = "all judgments are of one paper, so nothing shows how papers differ"
    ONE_REVIEWER = "all judgments are by one reviewer, so nothing shows how reviewers differ"
    DROPPED = "more than 5% of the resamples gave no value"
    BOUNDARY = "its estimate lies at a boundary, where the curvature of the likelihood says nothing about its error"
    NO_VARIANCE = "the estimated variance is not positive"
    TOO_LARGE = "there are too many papers or posters to resample it in reasonable time"
    NOT_RESAMPLED = "the resampled beat probabilities it rests on were not computed"
    NO_SPREAD = "at least 95% of the resamples gave the same value, which is no proof of certainty"


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % percentile interval, or the reason why there is none; `dropped` resamples gave no value."""

    low: float | None
    high: float | None
    dropped: int = 0
    reason: NoInterval | None = None


def no_interval(reason: NoInterval, dropped: int = 0) -> Interval:
    """No interval, and why."""
    return Interval(None, None, dropped, reason)


def too_many(dropped: int, resamples: int) -> bool:
    """Whether so many resamples gave no value that the rest is no fair picture of the spread."""
    return dropped > _MOST_DROPPED * resamples


def percentile_intervals(draws: Floats, defined: Bools) -> list[Interval]:
    """One interval per column of (B, C) resampled values, NaN where a resample gave none.

    Percentiles 2.5 and 97.5 by linear interpolation (numpy's default). `defined` (C,): whether the statistic itself has
    a value; without one it has no interval either.
    """
    ordered = np.array(draws.T, order="C")
    ordered.sort(axis=1)  # missing ones last; faster than a partition, because numpy sorts by vector instructions
    kept = len(draws) - np.isnan(draws).sum(axis=0)
    lows, highs = (_quantile(ordered, kept, share).tolist() for share in (_TAIL, 1 - _TAIL))
    result: list[Interval] = []
    for column, dropped in enumerate((len(draws) - kept).tolist()):
        if not defined[column]:
            result.append(no_interval(NoInterval.NO_VALUE, dropped))
            continue
        if too_many(dropped, len(draws)):
            result.append(no_interval(NoInterval.DROPPED, dropped))
            continue
        low, high = lows[column], highs[column]
        if high - low < _NO_SPREAD:
            result.append(no_interval(NoInterval.NO_SPREAD, dropped))
        else:
            result.append(Interval(low, high, dropped))
    return result


def _quantile(ordered: Floats, kept: Ints, share: float) -> Floats:
    """(C,): a quantile of the first `kept` (C,) of each row's ascending values (C, B), as numpy interpolates it."""
    place = share * np.maximum(kept - 1, 0)
    below = np.floor(place).astype(np.int64)
    part = place - below
    columns = np.arange(len(ordered))
    low, high = ordered[columns, below], ordered[columns, np.minimum(below + 1, ordered.shape[1] - 1)]
    return np.asarray(np.where(part < 0.5, low + (high - low) * part, high - (high - low) * (1 - part)))


def shares(part: Weights, whole: Weights | NDArray[np.integer]) -> Floats:
    """part / whole of resamples, shapes as numpy broadcasts them; NaN where a whole is 0, so nothing was drawn."""
    result = np.full(np.broadcast_shapes(part.shape, whole.shape), np.nan)
    np.divide(part, whole, out=result, where=whole > 0)
    return result


def ends_touch(draws: Floats, marked: Bools) -> Bools:
    """(C,): whether an end of a column's percentile interval comes from a marked resample (B, C).

    An end is interpolated between two neighbours in the sorted values; it touches when either is marked, or one that is
    equal to either but for rounding.
    """
    result = np.zeros(draws.shape[1], dtype=bool)
    for column in np.flatnonzero(marked.any(axis=0)):
        kept = ~np.isnan(draws[:, column])
        values, own = draws[kept, column], marked[kept, column]
        ordered = np.sort(values)
        for share in (_TAIL, 1 - _TAIL) if len(values) else ():
            place = round(share * (len(values) - 1), 6)
            low, high = int(np.floor(place)), int(np.ceil(place))
            result[column] |= bool((own & (values >= ordered[low] - EQUAL) & (values <= ordered[high] + EQUAL)).any())
    return result


def refusal(n_papers: int, n_reviewers: int) -> NoInterval | None:
    """Why a crossed interval is impossible for this many papers and reviewers, or None where it is possible."""
    if n_papers == 0 or n_reviewers == 0:
        return NoInterval.NO_VALUE
    if n_papers == 1:
        return NoInterval.ONE_PAPER
    return NoInterval.ONE_REVIEWER if n_reviewers == 1 else None
