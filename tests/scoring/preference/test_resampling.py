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


def by_hand(comparisons: Comparisons, draws: CrossedDraws) -> np.ndarray:
    """sum_v w_p w_r, one comparison at a time."""
    totals = np.zeros((draws.n_resamples, 2 * comparisons.n_pairs))
    for row in range(len(comparisons.pair)):
        weight = draws.papers[:, comparisons.paper[row]].astype(float) * draws.reviewers[:, comparisons.reviewer[row]]
        totals[:, comparisons.pair[row]] += weight
        totals[:, comparisons.n_pairs + comparisons.pair[row]] += weight * comparisons.h2[row]
    return totals


@pytest.mark.parametrize("dense_limit", [0, 10**9])
def test_both_kernels_give_the_sums_of_the_definition_exactly(random_comparisons, monkeypatch, dense_limit) -> None:
    monkeypatch.setattr(resampling, "_DENSE_LIMIT", dense_limit)
    comparisons = random_comparisons(systems=5, papers=12, reviewers=7, votes=150)
    draws = draw_crossed(12, 7, 40, named_rng(0, "test"))
    table = pair_table(comparisons)
    assert np.array_equal(table.totals(draws, 0, 40), by_hand(comparisons, draws))
    assert np.array_equal(table.totals(draws, 10, 20), by_hand(comparisons, draws)[10:20])


@pytest.mark.parametrize("dense_limit", [0, 10**9])
def test_sums_beyond_single_precision_stay_exact(monkeypatch, dense_limit) -> None:
    monkeypatch.setattr(resampling, "_DENSE_LIMIT", dense_limit)
    draws = CrossedDraws(np.full((1, 1), 4097, np.float32), np.full((1, 1), 4097, np.float32))
    zero = np.zeros(3, dtype=np.int64)
    table = CrossedTable(
        paper=zero, reviewer=zero, column=zero, value=np.ones_like(zero), n_papers=1, n_reviewers=1, n_columns=1
    )
    # 3 * 4097^2 = 50,356,227 is odd and above 2^24, so single precision cannot hold it.
    assert table.totals(draws, 0, 1).tolist() == [[3 * 4097**2]]


def test_shares_are_undefined_where_nothing_was_drawn() -> None:
    draws = CrossedDraws(np.array([[2, 0], [0, 2]], np.float32), np.array([[1], [1]], np.float32))
    zero, one = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    table = CrossedTable(paper=zero, reviewer=zero, column=zero, value=one, n_papers=2, n_reviewers=1, n_columns=1)
    shares = table.shares(draws, part=[0], whole=[[0]])
    assert shares[0, 0] == 1
    assert np.isnan(shares[1, 0])
