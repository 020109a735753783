"""Drawing papers and reviewers: exact sums, stable random numbers."""

import numpy as np
import pytest

from scoring.preference import resampling
from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed import pair_table
from scoring.preference.resampling import CrossedDraws, CrossedTable, draw, draw_crossed, named_rng


def test_each_name_has_its_own_numbers_which_depend_on_nothing_else() -> None:
    first = named_rng(0, "preference").integers(0, 1000, 5).tolist()
    named_rng(0, "position").integers(0, 1000, 5)
    assert named_rng(0, "preference").integers(0, 1000, 5).tolist() == first
    assert named_rng(0, "position").integers(0, 1000, 5).tolist() != first
    assert named_rng(1, "preference").integers(0, 1000, 5).tolist() != first
    # Written down once: a change here changes every published interval.
    assert first == [569, 326, 720, 626, 941]


def test_a_resample_draws_as_many_as_there_are() -> None:
    weights = draw(7, 500, named_rng(0, "draw"))
    assert weights.shape == (500, 7)
    assert (weights.sum(axis=1) == 7).all()
    assert weights.mean(axis=0) == pytest.approx(np.ones(7), abs=0.2)


@pytest.mark.parametrize("at_once", [1, 20, 8_192])
def test_the_numbers_drawn_are_those_of_one_call_however_many_are_drawn_at_once(monkeypatch, at_once: int) -> None:
    monkeypatch.setattr(resampling, "_DRAWN", at_once)
    clusters = named_rng(3, "draw").integers(0, 7, (50, 7))
    literal = [np.bincount(row, minlength=7) for row in clusters]
    assert (draw(7, 50, named_rng(3, "draw")) == literal).all()


def by_hand(comparisons: Comparisons, draws: CrossedDraws) -> np.ndarray:
    """sum_v w_p w_r, one comparison at a time."""
    totals = np.zeros((draws.n_resamples, 2 * comparisons.n_pairs))
    for row in range(len(comparisons.pair)):
        weight = draws.papers[:, comparisons.paper[row]].astype(float) * draws.reviewers[:, comparisons.reviewer[row]]
        totals[:, comparisons.pair[row]] += weight
        totals[:, comparisons.n_pairs + comparisons.pair[row]] += weight * comparisons.h2[row]
    return totals


@pytest.mark.parametrize(("entries", "resamples"), [(1, 1), (7, 16), (512, 256)])
def test_sums_are_those_of_the_definition_however_the_work_is_cut(
    random_comparisons, monkeypatch, entries, resamples
) -> None:
    monkeypatch.setattr(resampling, "_ENTRIES", entries)
    monkeypatch.setattr(resampling, "_RESAMPLES", resamples)
    comparisons = random_comparisons(systems=5, papers=12, reviewers=7, votes=150)
    draws = draw_crossed(12, 7, 40, named_rng(0, "test"))
    table = pair_table(comparisons)
    assert np.array_equal(table.counts(draws).T, by_hand(comparisons, draws))
    assert np.array_equal(table.totals(draws, 0, 40), by_hand(comparisons, draws))
    assert np.array_equal(table.totals(draws, 10, 20), by_hand(comparisons, draws)[10:20])


@pytest.mark.parametrize(("times", "kind"), [(7, np.uint16), (300, np.uint32), (80_000, np.uint64)])
def test_sums_are_exact_in_integers_that_are_wide_enough(random_comparisons, times, kind) -> None:
    # About 30 comparisons a pair, each up to 3 x 4 x times^2 times: far beyond the narrower kind, within the next.
    comparisons = random_comparisons(systems=4, papers=12, reviewers=7, votes=150)
    few = draw_crossed(12, 7, 30, named_rng(0, "test"))
    many = CrossedDraws(few.papers * times, few.reviewers * times)
    counts = pair_table(comparisons).counts(many)
    assert counts.dtype == kind
    assert np.array_equal(counts.T.astype(np.int64), by_hand(comparisons, few).astype(np.int64) * times**2)


def test_a_sum_beyond_single_precision_is_exact() -> None:
    draws = CrossedDraws(np.full((1, 1), 4097, np.float32), np.full((1, 1), 4097, np.float32))
    zero = np.zeros(3, dtype=np.int64)
    table = CrossedTable(
        paper=zero, reviewer=zero, column=zero, value=np.ones_like(zero), n_papers=1, n_reviewers=1, n_columns=1
    )
    # 3 * 4097^2 = 50,356,227 is odd and above 2^24, so single precision cannot hold it.
    assert table.totals(draws, 0, 1).tolist() == [[3 * 4097**2]]


def test_more_columns_than_two_bytes_can_number_stay_apart() -> None:
    # One entry in column 0 and one in column 65,536, which a two-byte key would take for the same.
    zero, one = np.zeros(2, dtype=np.int64), np.ones(2, dtype=np.int64)
    table = CrossedTable(
        paper=zero,
        reviewer=zero,
        column=np.array([65_536, 0]),
        value=np.array([5, 2]),
        n_papers=1,
        n_reviewers=1,
        n_columns=70_000,
    )
    counts = table.counts(CrossedDraws(np.ones((1, 1), np.float32), one[:1, None].astype(np.float32)))
    assert np.flatnonzero(counts).tolist() == [0, 65_536]
    assert counts[[0, 65_536], 0].tolist() == [2, 5]


def test_a_table_of_nothing_adds_up_to_nothing() -> None:
    none = np.zeros(0, dtype=np.int64)
    table = CrossedTable(paper=none, reviewer=none, column=none, value=none, n_papers=2, n_reviewers=3, n_columns=4)
    draws = draw_crossed(2, 3, 5, named_rng(0, "test"))
    assert table.totals(draws, 0, 5).tolist() == [[0] * 4] * 5


def test_negative_values_are_refused() -> None:
    zero = np.zeros(1, dtype=np.int64)
    with pytest.raises(ValueError, match="0 or more"):
        CrossedTable(paper=zero, reviewer=zero, column=zero, value=zero - 1, n_papers=1, n_reviewers=1, n_columns=1)


@pytest.mark.parametrize("weight", [0.5, -1, np.nan])
def test_a_weight_that_is_no_count_is_refused(weight) -> None:
    zero = np.zeros(1, dtype=np.int64)
    table = CrossedTable(paper=zero, reviewer=zero, column=zero, value=zero + 1, n_papers=1, n_reviewers=1, n_columns=1)
    one, odd = np.ones((1, 1), np.float32), np.full((1, 1), weight, np.float32)
    for draws in (CrossedDraws(odd, one), CrossedDraws(one, odd)):
        with pytest.raises(ValueError, match="whole times"):
            table.counts(draws)


def test_draws_of_other_papers_are_refused(random_comparisons) -> None:
    table = pair_table(random_comparisons(systems=3, papers=12, reviewers=7, votes=50))
    for papers, reviewers in ((13, 7), (12, 8)):
        with pytest.raises(ValueError, match="other papers or reviewers"):
            table.counts(draw_crossed(papers, reviewers, 5, named_rng(0, "test")))
