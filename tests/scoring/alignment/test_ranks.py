"""Rank statistics of resamples equal scipy's on literally duplicated rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from scoring.alignment import concordance as concordance_module
from scoring.alignment import ranks as ranks_module
from scoring.alignment.concordance import concordance, resampled_tau
from scoring.alignment.ranks import _add_up, resample_ranks
from scoring.preference.resampling import draw, named_rng


def duplicated(values, paper, weights):
    """The rows of a resample, written out."""
    return np.repeat(values, weights[paper].astype(int))


def test_a_resampled_rho_is_scipys_of_literally_duplicated_papers(tied_posters) -> None:
    x, y, paper = tied_posters()
    other = np.round(np.exp(y), 1)
    weights = draw(15, 30, named_rng(0, "test"))
    found = resample_ranks([x, other], y, paper, weights)
    for resample, weight in enumerate(weights):
        y_rows = duplicated(y, paper, weight)
        for column, values in enumerate((x, other)):
            rho = spearmanr(duplicated(values, paper, weight), y_rows).statistic
            assert found.spearman[resample, column] == pytest.approx(rho, abs=1e-10)


def test_a_resampled_tau_b_is_scipys_of_literally_duplicated_papers(tied_posters) -> None:
    x, y, paper = tied_posters()
    weights = draw(15, 30, named_rng(0, "test"))
    found = resampled_tau(concordance(x, y, paper, 15), resample_ranks([x], y, paper, weights), weights)
    for resample, weight in enumerate(weights):
        tau = kendalltau(duplicated(x, paper, weight), duplicated(y, paper, weight)).statistic
        assert found[resample] == pytest.approx(tau, abs=1e-10)


def test_untied_pairs_are_those_of_the_duplicated_rows(tied_posters) -> None:
    x, y, paper = tied_posters()
    weights = draw(15, 5, named_rng(0, "test"))
    found = resample_ranks([x], y, paper, weights)
    for resample, weight in enumerate(weights):
        x_rows, y_rows = duplicated(x, paper, weight), duplicated(y, paper, weight)
        assert found.untied[resample, 0] == (x_rows[:, None] != x_rows).sum()
        assert found.untied_y[resample] == (y_rows[:, None] != y_rows).sum()


def test_blocks_and_precision_change_no_bit(tied_posters, monkeypatch) -> None:
    x, y, paper = tied_posters(papers=40)
    weights = draw(40, 300, named_rng(0, "test"))
    plain = resample_ranks([x], y, paper, weights)
    table = concordance(x, y, paper, 40)
    tau = resampled_tau(table, plain, weights)
    monkeypatch.setattr(ranks_module, "_BLOCK", 700)
    blocked = resample_ranks([x], y, paper, weights)
    monkeypatch.setattr(ranks_module, "EXACT_SINGLE", 1)  # everything in double precision
    monkeypatch.setattr(concordance_module, "EXACT_SINGLE", 1)
    double = resample_ranks([x], y, paper, weights)
    assert (resampled_tau(table, double, weights) == tau).all()
    for name in ("spearman", "untied", "untied_y"):
        assert (getattr(plain, name) == getattr(blocked, name)).all()
        assert (getattr(plain, name) == getattr(double, name)).all()


def test_a_resample_without_variance_has_no_rank_correlation() -> None:
    # Paper 0 has one score, paper 1 one preference: alone, each leaves one side without variance.
    x, y, paper = np.array([5.0, 5.0, 6.0, 8.0]), np.array([0.2, 0.4, 0.5, 0.5]), np.array([0, 0, 1, 1])
    weights = np.array([[2, 0], [0, 2], [1, 1]], dtype=np.float32)
    found = resample_ranks([x], y, paper, weights)
    tau = resampled_tau(concordance(x, y, paper, 2), found, weights)
    assert np.isnan(found.spearman[:, 0]).tolist() == np.isnan(tau).tolist() == [True, True, False]


def test_many_ties_are_counted_exactly_beyond_single_precision() -> None:
    # 4,999 equal posters have 4,999 squared pairs, more than single precision holds, and it is odd.
    x, paper = np.append(np.zeros(4999), 1.0), np.repeat([0, 1], 2500)
    found = resample_ranks([x], x, paper, np.ones((1, 2), dtype=np.float32))
    assert found.untied_y[0] == 2 * 4999
    assert found.spearman[0, 0] == pytest.approx(1.0, abs=1e-12)


def test_weights_beyond_single_precision_stay_exact(tied_posters) -> None:
    x, y, paper = tied_posters()
    weights = draw(15, 10, named_rng(0, "test")) * 500_001 + np.arange(15, dtype=np.float32)
    found = resample_ranks([x], y, paper, weights)
    tau = resampled_tau(concordance(x, y, paper, 15), found, weights)
    x_sign, y_sign = (np.sign(values[:, None] - values).astype(int).astype(object) for values in (x, y))
    for resample, weight in enumerate(weights):
        w = weight[paper].astype(np.int64).astype(object)
        # Twice the centred midranks, and the surplus of concordant pairs, in whole numbers.
        x_rank, y_rank = x_sign @ w, y_sign @ w
        squares = float((w * x_rank * x_rank).sum()) * float((w * y_rank * y_rank).sum())
        assert found.spearman[resample, 0] == pytest.approx((w * x_rank * y_rank).sum() / squares**0.5, abs=1e-13)
        untied = float(w @ abs(x_sign) @ w) * float(w @ abs(y_sign) @ w)
        assert tau[resample] == pytest.approx((w @ (x_sign * y_sign) @ w) / untied**0.5, abs=1e-13)


@given(rows=st.integers(1, 700), columns=st.integers(1, 3))
def test_adding_up_in_runs_is_a_cumulative_sum(rows: int, columns: int) -> None:
    values = np.random.default_rng(rows).integers(0, 9, (rows, columns)).astype(np.float32)
    added = values.copy()
    _add_up(added)
    assert (added == np.cumsum(values, axis=0)).all()


@given(posters=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40))
def test_the_concordance_of_papers_is_the_sum_over_their_posters(posters: list[tuple[int, int, int]]) -> None:
    paper, x, y = np.array(sorted(posters)).T
    signs = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    member = (paper[:, None] == np.arange(5)).astype(int)
    for few in (0, 1000):  # by look-up in each paper's grid, then each poster with each
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(concordance_module, "_FEW", few)
            found = concordance(x.astype(float), y.astype(float), paper, 5)
        assert (found == member.T @ signs @ member).all()
