"""Percentile intervals and rank ranges."""

import numpy as np
import pytest

from scoring.preference.intervals import Interval, NoInterval, ends_touch, percentile_intervals, refusal, shares
from scoring.preference.rankings import separate

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


@pytest.mark.parametrize("resamples", [2, 41, 150, 2000])
def test_ends_are_numpys_percentiles_of_the_resamples_with_a_value(resamples: int) -> None:
    draws = np.random.default_rng(resamples).normal(size=(resamples, 3))
    draws[: resamples // 25, 1] = np.nan
    for column, interval in enumerate(percentile_intervals(draws, np.ones(3, dtype=bool))):
        low, high = np.nanpercentile(draws[:, column], [2.5, 97.5])
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-14)


def test_a_statistic_without_a_value_has_no_interval() -> None:
    draws = np.linspace(0, 1, 50)[:, None]
    assert percentile_intervals(draws, np.array([False]))[0].reason is NoInterval.NO_VALUE


def touched(n: int, *places: int) -> bool:
    """Whether the marked places in 0, 1, ..., n - 1, in an order of their own, touch an end."""
    order = np.random.default_rng(0).permutation(n)
    return bool(ends_touch(order[:, None].astype(float), np.isin(order, places)[:, None])[0])


def test_an_end_comes_from_the_two_neighbours_it_lies_between() -> None:
    # Hand-worked for 0, ..., 99: 2.5 % lies at 2.475, between 2 and 3, and 97.5 % at 96.525, between 96 and 97.
    assert [place for place in range(100) if touched(100, place)] == [2, 3, 96, 97]
    # For 0, ..., 40 the ends are the values 1 and 39 themselves: their neighbours have no weight.
    assert [place for place in range(41) if touched(41, place)] == [1, 39]
    assert not touched(100)


def test_dropped_resamples_shift_the_ends_and_nothing_at_all_touches_nothing() -> None:
    draws = np.concatenate([np.full(60, np.nan), np.arange(41.0)])[:, None]
    assert ends_touch(draws, draws == 39).tolist() == [True]
    assert ends_touch(draws, draws == 38).tolist() == [False]
    assert ends_touch(draws[:60], np.ones((60, 1), dtype=bool)).tolist() == [False]


def test_crossing_needs_two_papers_and_two_reviewers() -> None:
    assert refusal(2, 2) is None
    assert refusal(0, 0) is NoInterval.NO_VALUE
    assert refusal(1, 5) is NoInterval.ONE_PAPER
    assert refusal(5, 1) is NoInterval.ONE_REVIEWER


def test_far_apart_systems_have_one_rank_and_close_ones_share_a_range() -> None:
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.02, (2000, 4))
    beat = np.array([0.9, 0.5, 0.49, 0.11])
    assert separate(beat, beat + noise).rank_ranges() == [(1, 1), (2, 3), (2, 3), (4, 4)]


def test_a_gap_that_no_resample_moved_decides_nothing() -> None:
    beat = np.array([1.0, 0.0])
    assert separate(beat, np.tile(beat, (100, 1))).rank_ranges() == [(1, 2), (1, 2)]


def test_shares_are_undefined_where_nothing_was_drawn() -> None:
    found = shares(np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[2], [0]]))
    assert found[0].tolist() == [0.5, 0]
    assert np.isnan(found[1]).all()
