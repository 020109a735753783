"""Crossed resamples against literal row duplication, and what becomes of degenerate ones."""

import choix
import numpy as np
import pytest

from scoring.preference import NoInterval, compare
from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.crossed import pair_table, refit, resample_fits
from scoring.preference.graph import connected_parts, strong_parts
from scoring.preference.newton import RIDGE, beat_probabilities, fit_batch
from scoring.preference.preference import estimate_preference
from scoring.preference.resampling import draw_crossed, named_rng


def duplicated(comparisons: Comparisons, papers: np.ndarray, reviewers: np.ndarray) -> list[tuple[int, int]]:
    """Every vote as often as its paper times its reviewer was drawn, doubled for half-wins, as (winner, loser)."""
    first, second = pair_ends(len(comparisons.systems))
    rows: list[tuple[int, int]] = []
    for row in range(len(comparisons.pair)):
        a, b = int(first[comparisons.pair[row]]), int(second[comparisons.pair[row]])
        times = int(papers[comparisons.paper[row]] * reviewers[comparisons.reviewer[row]])
        won = int(comparisons.h2[row])
        rows += ([(a, b)] * won + [(b, a)] * (2 - won)) * times
    return rows


def test_a_crossed_resample_is_the_fit_of_literally_duplicated_rows(random_comparisons) -> None:
    comparisons = random_comparisons(systems=4, papers=25, reviewers=8, votes=220)
    point = fit_point(win_matrix(count_pairs(comparisons), 4))
    draws = draw_crossed(25, 8, 20, named_rng(3, "test"))
    fits = resample_fits(comparisons, point, draws)
    for resample in range(20):
        rows = duplicated(comparisons, draws.papers[resample], draws.reviewers[resample])
        # Rows are doubled, so the ridge is too.
        reference = choix.opt_pairwise(4, rows, alpha=2 * RIDGE, tol=1e-12)
        assert fits.beat[resample] == pytest.approx(beat_probabilities(reference[None, :])[0], abs=1e-6)
        wins = np.zeros((4, 4))
        for winner, loser in rows:
            wins[winner, loser] += 0.5
        first, second = pair_ends(4)
        share = wins[first, second] / (wins[first, second] + wins[second, first])
        assert fits.preference()[resample] == pytest.approx(share, abs=1e-12)


def test_refitting_leaves_the_sums_it_is_given_as_they_are(random_comparisons) -> None:
    comparisons = random_comparisons(systems=4, papers=20, reviewers=5, votes=150)
    point = fit_point(win_matrix(count_pairs(comparisons), 4))
    # In the engine's own order, so that nothing but a copy protects them.
    sums = pair_table(comparisons).totals(draw_crossed(20, 5, 30, named_rng(0, "test")), 0, 30)
    before = sums.copy()
    refit(comparisons, point, lambda start, stop: sums[start:stop], n_resamples=30, block=30)
    assert np.array_equal(sums, before)


def test_sparse_resamples_are_judged_as_a_search_would_judge_them(random_comparisons) -> None:
    # 60 votes of 3 reviewers on 4 systems: statistics 5 saw 8-18 % without a finite estimate.
    comparisons = random_comparisons(systems=4, papers=20, reviewers=3, votes=60, seed=5)
    point = fit_point(win_matrix(count_pairs(comparisons), 4))
    draws = draw_crossed(20, 3, 400, named_rng(0, "test"))
    outcomes = resample_fits(comparisons, point, draws).outcomes
    disconnected = separated = 0
    for resample in range(400):
        wins = np.zeros((4, 4))
        for winner, loser in duplicated(comparisons, draws.papers[resample], draws.reviewers[resample]):
            wins[winner, loser] += 0.5
        if len(connected_parts(wins)) > 1:
            disconnected += 1
        elif len(strong_parts(wins)) > 1:
            separated += 1
    assert separated > 0
    assert (outcomes.disconnected + outcomes.empty, outcomes.separated) == (disconnected, separated)
    assert outcomes.unconverged == 0


def test_dropping_separated_resamples_would_narrow_the_interval(random_comparisons) -> None:
    comparisons = random_comparisons(systems=5, papers=15, reviewers=4, votes=45, seed=2)
    result = estimate_preference(comparisons, resamples=500, seed=0)
    assert result.outcomes.separated > 25
    # They are kept: the best system's interval reaches the boundary that only they reach.
    assert result.systems[0].interval.high == pytest.approx(1, abs=0.02) or result.outcomes.dropped > 25


def test_newton_finds_the_ridge_limit_of_a_separated_case() -> None:
    # One win, no loss. By hand, with d = 2 theta: 1 / (1 + e^d) = ridge * d, because the ridge is on both strengths.
    theta, converged = fit_batch(np.array([[1.0]]), np.array([[1.0]]), np.zeros(2))
    d = theta[0, 0] - theta[0, 1]
    assert converged.all()
    assert 1 / (1 + np.exp(d)) == pytest.approx(RIDGE * d, rel=1e-6)


def test_one_paper_or_one_reviewer_gives_no_interval_and_says_why(judge) -> None:
    one_paper = [judge("p", f"R{n}", "a", "b", choice) for n, choice in enumerate(["left", "right", "left"])]
    one_reviewer = [judge(f"p{n}", "R", "a", "b", choice) for n, choice in enumerate(["left", "right", "left"])]
    for records, reason in ((one_paper, NoInterval.ONE_PAPER), (one_reviewer, NoInterval.ONE_REVIEWER)):
        result = estimate_preference(compare(records, "ab"), resamples=100, seed=0)
        assert result.systems[0].beat == pytest.approx(2 / 3, abs=1e-6)
        assert result.systems[0].interval.low is None
        assert result.systems[0].interval.reason is reason
        assert result.systems[0].rank_range is None
        assert result.pairs[0].interval.reason is reason


def test_too_many_dropped_resamples_leave_no_interval(judge) -> None:
    # a-b and b-c hang on one paper each: about a third of the resamples lose one of them.
    records = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "R2", "a", "b", "right"),
        judge("p2", "R1", "b", "c", "left"),
        judge("p2", "R2", "b", "c", "right"),
    ]
    result = estimate_preference(compare(records, "abc"), resamples=200, seed=0)
    assert result.outcomes.disconnected > 10
    assert {system.interval.reason for system in result.systems} == {NoInterval.DROPPED}
    assert all(system.interval.low is None and system.rank_range is None for system in result.systems)


def test_an_interval_without_spread_is_no_certainty(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", "a", "b", "left") for n in range(9)]
    result = estimate_preference(compare(records, "ab"), resamples=200, seed=0)
    assert result.point.regularised
    assert result.systems[0].beat == pytest.approx(1, abs=1e-4)
    assert result.systems[0].interval.reason is NoInterval.NO_SPREAD
    assert result.systems[0].rank_range == (1, 2)
    assert result.pairs[0].interval.reason is NoInterval.NO_SPREAD


def test_intervals_do_not_depend_on_the_order_of_rows_or_on_names(random_study, judge) -> None:
    records = random_study(votes=120)
    names = {"s0", "s1", "s2", "s3"}
    one = estimate_preference(compare(records, names), resamples=300, seed=0)
    other = estimate_preference(compare(records[::-1], names), resamples=300, seed=0)
    assert one.systems == other.systems
    assert one.pairs == other.pairs
    renamed = [
        judge(r.case_id, r.reviewer, r.system_left.replace("s", "z"), r.system_right.replace("s", "z"), r.choice)
        for r in records
    ]
    third = estimate_preference(compare(renamed, {"z0", "z1", "z2", "z3"}), resamples=300, seed=0)
    assert [(s.system.replace("z", "s"), s.interval) for s in third.systems] == [
        (s.system, s.interval) for s in one.systems
    ]


def test_the_better_system_of_a_pair_is_named_first_with_its_own_interval(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 4}", "a", "b", "right" if n % 3 else "left") for n in range(24)]
    (pair,) = estimate_preference(compare(records, "ab"), resamples=300, seed=0).pairs
    assert (pair.a, pair.b, pair.wins, pair.ties, pair.losses) == ("b", "a", 16, 0, 8)
    assert pair.preference == pytest.approx(2 / 3)
    assert pair.interval.low is not None
    assert pair.interval.high is not None
    assert pair.interval.low < 2 / 3 < pair.interval.high
