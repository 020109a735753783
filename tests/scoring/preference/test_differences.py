"""Simultaneous differences, p-values, rank ranges and tiers against a direct computation of max-t."""

from itertools import combinations

import numpy as np
import pytest

from scoring.preference import NoInterval, compare
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, win_matrix
from scoring.preference.crossed import resample_fits
from scoring.preference.differences import compare_systems
from scoring.preference.rankings import separate
from scoring.preference.resampling import draw_crossed, named_rng


def fitted(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def resampled(comparisons: Comparisons, point: PointFit, resamples: int = 400) -> np.ndarray:
    draws = draw_crossed(len(comparisons.papers), len(comparisons.reviewers), resamples, named_rng(0, "test"))
    return resample_fits(comparisons, point, draws).beat


def test_intervals_are_max_t_and_p_values_are_counted(random_comparisons) -> None:
    comparisons = random_comparisons(systems=5, papers=20, reviewers=8, votes=400)
    point = fitted(comparisons)
    draws = resampled(comparisons, point)
    pairs = list(combinations(range(5), 2))
    error = {pair: np.std(draws[:, pair[0]] - draws[:, pair[1]], ddof=1) for pair in pairs}
    gap = {(i, j): point.beat[i] - point.beat[j] for i, j in pairs}
    largest = [max(abs(d[i] - d[j] - gap[i, j]) / error[i, j] for i, j in pairs) for d in draws]
    critical = np.quantile(largest, 0.95)

    result = compare_systems(comparisons, point, draws)
    assert len(result.pairs) == 10
    for own in result.pairs:
        a, b = comparisons.systems.index(own.a), comparisons.systems.index(own.b)
        pair, sign = ((a, b), 1) if a < b else ((b, a), -1)
        assert own.difference == pytest.approx(sign * gap[pair])
        assert own.difference >= 0
        assert own.interval.low == pytest.approx(sign * gap[pair] - critical * error[pair])
        assert own.interval.high == pytest.approx(sign * gap[pair] + critical * error[pair])
        moved = draws[:, a] - draws[:, b]
        assert own.p_value == pytest.approx(min(1, 2 * min(1 + (moved <= 0).sum(), 1 + (moved >= 0).sum()) / 401))
        assert own.apart is (own.interval.low > 0)
    assert {own.apart for own in result.pairs} == {True, False}
    assert list(result.rank_ranges) == separate(point.beat, draws).rank_ranges()


def test_pairs_follow_the_ranking(random_comparisons) -> None:
    comparisons = random_comparisons(systems=6, papers=20, reviewers=8, votes=300)
    point = fitted(comparisons)
    result = compare_systems(comparisons, point, resampled(comparisons, point, 50))
    order = [comparisons.systems[system] for system in np.argsort(-point.beat)]
    assert [(own.a, own.b) for own in result.pairs] == list(combinations(order, 2))
    assert [name for tier in result.tiers for name in tier] == order


def test_a_tier_holds_nobody_surely_below_its_first_and_each_first_is_surely_below_the_last() -> None:
    noise = np.random.default_rng(0).normal(0, 0.02, (2000, 5))
    # Steps of 0.06 with c * se near 0.08: neighbours cannot be told apart, systems two steps apart can.
    beat = np.array([0.62, 0.56, 0.50, 0.44, 0.38])
    found = separate(beat, beat + noise)
    assert 0.06 < found.critical * found.error[0, 1] < 0.12
    assert found.tiers(range(5)) == [[0, 1], [2, 3], [4]]
    assert found.rank_ranges() == [(1, 2), (1, 3), (2, 4), (3, 5), (4, 5)]


def test_a_system_with_a_wide_error_does_not_rejoin_a_tier_that_has_ended() -> None:
    rng = np.random.default_rng(0)
    beat = np.array([0.60, 0.50, 0.49])
    draws = beat + rng.normal(0, 1, (2000, 3)) * np.array([0.01, 0.01, 0.1])
    found = separate(beat, draws)
    assert found.above.tolist() == [[False, True, False], [False] * 3, [False] * 3]
    assert found.tiers(range(3)) == [[0], [1, 2]]


def test_components_are_never_compared_with_each_other(random_study, judge) -> None:
    records = random_study(votes=200)
    records += [judge(f"q{n % 5}", f"R{n % 6:02d}", "x", "y", "left" if n % 3 else "right") for n in range(20)]
    comparisons = compare(records, {"s0", "s1", "s2", "s3", "x", "y", "alone"})
    point = fitted(comparisons)
    result = compare_systems(comparisons, point, resampled(comparisons, point))
    assert {frozenset((own.a, own.b)) for own in result.pairs if "x" in (own.a, own.b)} == {frozenset("xy")}
    assert len(result.pairs) == 6 + 1
    assert all("x" not in tier or set(tier) <= {"x", "y"} for tier in result.tiers)
    assert not any("alone" in tier for tier in result.tiers)
    assert result.rank_ranges[comparisons.systems.index("alone")] is None


def test_a_difference_that_never_moved_proves_nothing(judge) -> None:
    comparisons = compare([judge(f"p{n}", f"R{n % 3}", "a", "b", "left") for n in range(9)], "ab")
    point = fitted(comparisons)
    (own,) = compare_systems(comparisons, point, resampled(comparisons, point, 100)).pairs
    assert own.difference == pytest.approx(1, abs=1e-4)
    assert (own.interval.reason, own.p_value, own.apart) == (NoInterval.NO_SPREAD, None, None)


def test_a_difference_that_hardly_any_resample_moved_proves_nothing() -> None:
    # 1,980 of 2,000 resamples agree but for the ridge's last digits: c is about 1e-3, and c * se narrower than 1e-4.
    shift = np.where(np.arange(2000) < 20, 0.1, 0.0) + np.linspace(0, 1e-6, 2000)
    draws = np.stack([0.75 - shift, 0.25 + shift], axis=1)
    found = separate(np.array([0.75, 0.25]), draws)
    assert found.error[0, 1] > 0.01
    assert not found.moved.any()
    assert found.rank_ranges() == [(1, 2), (1, 2)]


def test_without_resamples_there_are_differences_but_no_intervals(judge) -> None:
    choices = ["left", "right", "left"]
    one_reviewer = compare([judge(f"p{n}", "R", "a", "b", choice) for n, choice in enumerate(choices)], "ab")
    result = compare_systems(one_reviewer, fitted(one_reviewer), np.empty((0, 2)))
    assert result.pairs[0].difference == pytest.approx(1 / 3, abs=1e-5)
    assert result.pairs[0].interval.reason is NoInterval.ONE_REVIEWER
    assert (result.pairs[0].p_value, result.pairs[0].apart) == (None, None)
    assert (result.rank_ranges, result.tiers) == ((None, None), ())


def test_more_than_a_twentieth_of_dropped_resamples_leaves_no_interval(random_comparisons) -> None:
    comparisons = random_comparisons(systems=3, papers=20, reviewers=8, votes=200)
    point = fitted(comparisons)
    draws = resampled(comparisons, point, 200)
    draws[:10, 1] = np.nan
    few = compare_systems(comparisons, point, draws)
    assert {own.interval.dropped for own in few.pairs} == {10}
    assert few.pairs[0].interval.low is not None
    draws[:11, 1] = np.nan
    many = compare_systems(comparisons, point, draws)
    assert {(own.interval.reason, own.interval.dropped) for own in many.pairs} == {(NoInterval.DROPPED, 11)}
    assert many.tiers == ()


def test_one_resample_shows_no_spread(random_comparisons) -> None:
    comparisons = random_comparisons(systems=3, papers=20, reviewers=8, votes=200)
    point = fitted(comparisons)
    result = compare_systems(comparisons, point, resampled(comparisons, point, 1))
    assert {(own.interval.reason, own.interval.dropped) for own in result.pairs} == {(NoInterval.NO_SPREAD, 0)}
    assert {own.p_value for own in result.pairs} == {None}
