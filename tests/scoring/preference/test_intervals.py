"""Percentile intervals and rank ranges."""

import numpy as np
import pytest

from scoring.preference.intervals import Interval, NoInterval, percentile_intervals, refusal
from scoring.preference.rankings import rank_ranges

DEFINED = np.array([True])


def test_percentiles_are_interpolated_linearly() -> None:
    # Hand-worked for 0, 0.01, ..., 1: 2.5 % lies at 0.025, 97.5 % at 0.975.
    (interval,) = percentile_intervals(np.linspace(0, 1, 101)[:, None], DEFINED)
    assert (interval.low, interval.high) == (pytest.approx(0.025), pytest.approx(0.975))
    assert interval.reason is None


def test_a_few_missing_resamples_are_dropped_and_counted_and_more_leave_no_interval() -> None:
    draws = np.linspace(0, 1, 100)[:, None]
    draws[:5] = np.nan
    (interval,) = percentile_intervals(draws, DEFINED)
    assert interval.dropped == 5
    assert interval.low == pytest.approx(float(np.quantile(draws[5:], 0.025)))
    draws[5] = np.nan
    assert percentile_intervals(draws, DEFINED) == [Interval(None, None, 6, NoInterval.DROPPED)]


def test_a_statistic_without_a_value_has_no_interval() -> None:
    draws = np.linspace(0, 1, 50)[:, None]
    assert percentile_intervals(draws, np.array([False]))[0].reason is NoInterval.NO_VALUE


def test_crossing_needs_two_papers_and_two_reviewers() -> None:
    assert refusal(2, 2) is None
    assert refusal(0, 0) is NoInterval.NO_VALUE
    assert refusal(1, 5) is NoInterval.ONE_PAPER
    assert refusal(5, 1) is NoInterval.ONE_REVIEWER


def test_far_apart_systems_have_one_rank_and_close_ones_share_a_range() -> None:
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.02, (2000, 4))
    beat = np.array([0.9, 0.5, 0.49, 0.11])
    assert rank_ranges(beat, beat + noise) == [(1, 1), (2, 3), (2, 3), (4, 4)]


def test_a_gap_that_no_resample_moved_decides_nothing() -> None:
    beat = np.array([1.0, 0.0])
    assert rank_ranges(beat, np.tile(beat, (100, 1))) == [(1, 2), (1, 2)]
