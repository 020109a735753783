"""Row, paper and reviewer bootstraps against literal duplication of rows and the moments of the multinomial."""

import choix
import numpy as np
import pytest

from scoring.preference import NoInterval, compare, variants
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.intervals import percentile_intervals
from scoring.preference.newton import RIDGE, beat_probabilities
from scoring.preference.resampling import draw, named_rng
from scoring.preference.variants import interval_variants


def fitted(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


@pytest.mark.parametrize("way", ["paper", "reviewer"])
def test_a_cluster_bootstrap_is_the_fit_of_literally_duplicated_clusters(random_comparisons, way) -> None:
    comparisons = random_comparisons(systems=3, papers=12, reviewers=6, votes=120)
    names, cluster = (
        (comparisons.papers, comparisons.paper) if way == "paper" else (comparisons.reviewers, comparisons.reviewer)
    )
    times = draw(len(names), 25, named_rng(7, f"variants.{way}"))
    first, second = pair_ends(3)
    beat = []
    for weights in times:
        rows: list[tuple[int, int]] = []
        for row in range(120):
            a, b = int(first[comparisons.pair[row]]), int(second[comparisons.pair[row]])
            won = int(comparisons.h2[row])
            rows += ([(a, b)] * won + [(b, a)] * (2 - won)) * int(weights[cluster[row]])
        theta = choix.opt_pairwise(3, rows, alpha=2 * RIDGE, tol=1e-12)  # rows are doubled, so the ridge is too
        beat.append(beat_probabilities(theta[None, :])[0])
    expected = percentile_intervals(np.array(beat), np.ones(3, dtype=bool))
    own = getattr(interval_variants(comparisons, fitted(comparisons), resamples=25, seed=7), way)
    for one, other in zip(own, expected, strict=True):
        assert (one.low, one.high) == (pytest.approx(other.low, abs=1e-6), pytest.approx(other.high, abs=1e-6))


def test_wide_tables_give_what_small_ones_give(random_comparisons, monkeypatch) -> None:
    comparisons = random_comparisons(systems=4, papers=30, reviewers=6, votes=300)
    point = fitted(comparisons)
    one = interval_variants(comparisons, point, resamples=100, seed=0)
    monkeypatch.setattr(variants, "_DENSE_LIMIT", 0)
    assert interval_variants(comparisons, point, resamples=100, seed=0) == one


def test_the_row_bootstrap_draws_a_multinomial_of_as_many_rows(random_comparisons) -> None:
    # n_k ~ Multinomial(V, share): mean V s, variance V s (1 - s), covariance -V s t; 4 standard errors of 20,000 draws.
    comparisons = random_comparisons(systems=3, papers=10, reviewers=5, votes=60)
    totals = variants._rows(comparisons, named_rng(0, "test"))(0, 20_000)
    n, h2 = totals[:, :3], totals[:, 3:]
    assert (n.sum(axis=1) == 60).all()
    assert ((h2 >= 0) & (h2 <= 2 * n)).all()
    share = np.bincount(comparisons.pair, minlength=3) / 60
    expected = 60 * (np.diag(share) - np.outer(share, share))
    assert n.mean(axis=0) == pytest.approx(60 * share, abs=4 * np.sqrt(60 * 0.25 / 20_000))
    assert np.cov(n, rowvar=False) == pytest.approx(expected, abs=4 * 15 * np.sqrt(2 / 20_000))
    wins = np.bincount(comparisons.pair, weights=comparisons.h2, minlength=3)
    second = np.bincount(comparisons.pair, weights=comparisons.h2**2, minlength=3)
    assert h2.mean(axis=0) == pytest.approx(wins, abs=0.15)
    assert h2.var(axis=0) == pytest.approx(second - wins**2 / 60, rel=0.05)


def test_the_row_bootstrap_is_narrower_where_reviewers_differ(judge) -> None:
    # Every reviewer is of one mind: eight for a, four for b. Rows pretend to be 240 opinions; reviewers are twelve.
    records = [
        judge(f"p{paper:02d}", f"R{who:02d}", "a", "b", "left" if who % 3 else "right")
        for paper in range(20)
        for who in range(12)
    ]
    comparisons = compare(records, "ab")
    result = interval_variants(comparisons, fitted(comparisons), resamples=500, seed=0)
    row, people = result.row[0], result.reviewer[0]
    # sd sqrt(p q / n) with p = 2/3: 0.030 for 240 rows, 0.136 for 12 people; widths near 3.9 sd.
    assert row.high - row.low == pytest.approx(3.92 * 0.0304, rel=0.15)
    assert people.high - people.low == pytest.approx(3.92 * 0.136, rel=0.2)
    # Papers saw the same twelve people, so drawing papers shows no spread at all.
    assert result.paper[0].reason is NoInterval.NO_SPREAD


def test_one_cluster_cannot_be_drawn_and_nothing_has_no_value(judge) -> None:
    choices = ["left", "right", "left", "right", "left"]
    one_paper = compare([judge("p", f"R{n}", "a", "b", choice) for n, choice in enumerate(choices)], "ab")
    result = interval_variants(one_paper, fitted(one_paper), resamples=200, seed=0)
    assert result.paper[0].reason is NoInterval.ONE_PAPER
    assert result.row[0].low is not None
    assert result.reviewer[0].low is not None
    one_reviewer = compare([judge(f"p{n}", "R", "a", "b", choice) for n, choice in enumerate(choices)], "ab")
    assert interval_variants(one_reviewer, fitted(one_reviewer), resamples=50, seed=0).reviewer[0].reason is (
        NoInterval.ONE_REVIEWER
    )
    nothing = compare([], "ab")
    empty = interval_variants(nothing, fitted(nothing), resamples=50, seed=0)
    assert {own.reason for own in (*empty.row, *empty.paper, *empty.reviewer)} == {NoInterval.NO_VALUE}


def test_each_way_has_its_own_random_numbers(random_comparisons) -> None:
    comparisons = random_comparisons(systems=3, papers=12, reviewers=6, votes=120)
    point = fitted(comparisons)
    one, again = (interval_variants(comparisons, point, resamples=60, seed=3) for _ in range(2))
    assert one == again
    assert interval_variants(comparisons, point, resamples=60, seed=4).row != one.row
