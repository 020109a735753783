"""What a preference says of its own limits: boundaries, what the ridge decided, missing links, draws."""

import numpy as np
import pytest

from scoring.preference import Boundary, NoInterval, compare, estimate_preference
from scoring.preference.crossed import resample_fits
from scoring.preference.resampling import draw_crossed, named_rng


def test_exactly_the_ends_that_a_separated_resample_decides_are_marked(random_comparisons) -> None:
    marked = {True: 0, False: 0}
    for seed in range(12):
        comparisons = random_comparisons(systems=4, papers=20, reviewers=4, votes=60, seed=seed)
        result = estimate_preference(comparisons, resamples=400, seed=0)
        assert not result.point.regularised
        # The same resamples again, with a hair added to every limit: an end that it decides moves, no other does.
        draws = draw_crossed(20, 4, 400, named_rng(0, "preference"))
        fits = resample_fits(comparisons, result.point, draws)
        before, after = (
            np.nanquantile(values, [0.025, 0.975], axis=0) for values in (fits.beat, fits.beat + 1e-9 * fits.separated)
        )
        moved = (np.abs(after - before) > 1e-12).any(axis=0)
        for system in result.systems:
            printed = system.interval.low is not None
            assert system.regularised == (printed and moved[comparisons.systems.index(system.system)])
            marked[system.regularised] += printed
        assert result.regularised == any(system.regularised for system in result.systems)
    assert min(marked.values()) >= 5


def test_a_separated_component_is_marked_and_its_neighbour_is_not(judge) -> None:
    judgments = [judge(f"p{n}", f"R{n % 4}", "a", "b", "left") for n in range(16)]
    judgments += [judge(f"p{n}", f"R{n % 4}", "c", "d", "left" if n // 4 % 2 else "right") for n in range(16)]
    result = estimate_preference(compare(judgments, "abcd"), resamples=200, seed=0)
    assert {each.system: (each.boundary, each.regularised, each.strength is None) for each in result.systems} == {
        "a": (Boundary.UNDEFEATED, True, True),
        "b": (Boundary.WINLESS, True, True),
        "c": (None, False, False),
        "d": (None, False, False),
    }
    assert result.regularised
    assert result.links == (("a", "c"),)


def test_healthy_data_have_no_boundary_no_ridge_and_no_missing_link(random_comparisons) -> None:
    result = estimate_preference(
        random_comparisons(systems=4, papers=50, reviewers=10, votes=800), resamples=200, seed=0
    )
    assert not result.regularised
    assert {each.boundary for each in result.systems} == {None}
    assert result.links == ()


def test_draws_are_in_the_order_of_ids_and_the_intervals_are_their_percentiles(random_comparisons) -> None:
    comparisons = random_comparisons(systems=4, papers=50, reviewers=10, votes=800)
    result = estimate_preference(comparisons, resamples=200, seed=0)
    assert result.draws.shape == (200, 4)
    for system in result.systems:
        own = result.draws[:, comparisons.systems.index(system.system)]
        assert (system.interval.low, system.interval.high) == pytest.approx(tuple(np.quantile(own, [0.025, 0.975])))


def test_where_resampling_is_refused_there_are_no_draws(judge) -> None:
    result = estimate_preference(compare([judge("p", "R", "a", "b", "left")], "ab"), resamples=200, seed=0)
    assert result.draws.shape == (0, 2)
    assert result.systems[0].interval.reason is NoInterval.ONE_PAPER
    assert result.systems[0].boundary is Boundary.UNDEFEATED
    assert result.regularised


def test_no_judgment_at_all_is_no_estimate_and_no_fault() -> None:
    result = estimate_preference(compare([], "ab"), resamples=20, seed=0)
    assert [(each.beat, each.rank, each.boundary, each.regularised) for each in result.systems] == [
        (None, None, None, False)
    ] * 2
    assert result.links == (("a", "b"),)
    assert estimate_preference(compare([], ""), resamples=20, seed=0).systems == ()


def test_dropped_resamples_are_no_draws(judge) -> None:
    # a-b and b-c hang on one paper each: a resample without one of them falls apart.
    records = [
        judge(paper, f"R{n}", *pair, choice)
        for paper, pair in (("p1", "ab"), ("p2", "bc"), ("p3", "ab"), ("p4", "bc"))
        for n, choice in enumerate(["left", "right", "left", "equal"])
    ]
    result = estimate_preference(compare(records, "abc"), resamples=300, seed=0)
    assert result.outcomes.dropped > 0
    missing = np.isnan(result.draws)
    assert missing.any(axis=1).sum() == missing.all(axis=1).sum() == result.outcomes.dropped
    assert {each.interval.dropped for each in result.systems} == {result.outcomes.dropped}
