"""Correlation over posters, and each system's mean score."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr, spearmanr

from scoring.alignment import Correlation, PosterRow, mean_scores, poster_rows
from scoring.alignment import concordance as concordance_module
from scoring.alignment.correlation import correlate, resampled_pearson
from scoring.preference import Interval, NoInterval, compare
from scoring.preference.resampling import draw, named_rng
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus


def row(case: str, system: str, score: float | None, wins: int, ties: int, losses: int) -> PosterRow:
    return PosterRow(case, system, ScoreStatus.SCORED, score, wins, ties, losses)


def test_a_straight_line_has_r_one() -> None:
    rows = [row("p1", "a", 10, 0, 0, 4), row("p1", "b", 20, 1, 0, 3), row("p2", "a", 30, 2, 0, 2)]
    result = correlate(rows, resamples=50, seed=0)
    assert (result.pearson, result.spearman, result.kendall) == pytest.approx((1, 1, 1))
    assert result.posters == 3


def test_posters_without_score_or_comparison_do_not_take_part(random_rows) -> None:
    rows = [*random_rows(), row("q", "a", None, 3, 0, 0), row("q", "b", 99.0, 0, 0, 0)]
    assert correlate(rows, resamples=50, seed=0) == correlate(random_rows(), resamples=50, seed=0)


def test_it_is_numpys_r_and_scipys_rho_and_tau_b(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    x, y = [r.score for r in rows], [r.preference for r in rows]
    result = correlate(rows, resamples=50, seed=0)
    assert result.pearson == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-12)
    assert result.spearman == pytest.approx(spearmanr(x, y)[0])
    assert result.kendall == pytest.approx(kendalltau(x, y)[0])


def test_a_resample_is_the_r_of_literally_duplicated_papers(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    x, y = np.array([r.score for r in rows]), np.array([r.preference for r in rows])
    _, paper = np.unique([r.case_id for r in rows], return_inverse=True)
    weights = draw(15, 20, named_rng(0, "test")).astype(float)
    found = resampled_pearson([x], y, paper, weights)[:, 0]
    for resample in range(20):
        times = weights[resample][paper].astype(int)
        assert found[resample] == pytest.approx(np.corrcoef(np.repeat(x, times), np.repeat(y, times))[0, 1], abs=1e-10)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "fewer than two posters"),
        ([row("p", "a", 1, 1, 0, 0)], "fewer than two posters"),
        ([row("p", "a", 5, 1, 0, 0), row("q", "a", 5, 0, 0, 1)], "same score"),
        ([row("p", "a", 5, 1, 0, 1), row("q", "a", 6, 0, 2, 0)], "equally preferred"),
    ],
)
def test_without_variance_there_is_no_correlation(rows: list[PosterRow], reason: str) -> None:
    result = correlate(rows, resamples=50, seed=0)
    assert (result.pearson, result.spearman, result.kendall) == (None, None, None)
    assert reason in str(result.reason)
    assert {interval.reason for interval in intervals(result)} == {NoInterval.NO_VALUE}


def test_one_paper_has_a_correlation_and_no_interval() -> None:
    rows = [row("p", "a", 5, 1, 0, 1), row("p", "b", 6, 2, 0, 0), row("p", "c", 7, 1, 0, 0)]
    result = correlate(rows, resamples=50, seed=0)
    assert None not in (result.pearson, result.spearman, result.kendall)
    assert {interval.reason for interval in intervals(result)} == {NoInterval.ONE_PAPER}


def test_the_three_intervals_are_percentiles_over_the_same_literally_duplicated_papers(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    x, y = np.array([r.score for r in rows]), np.array([r.preference for r in rows])
    paper = np.array([int(r.case_id[1:]) for r in rows])
    # The stream of Pearson's r, one child of the seed by name: its numbers never change.
    weights = draw(15, 200, named_rng(7, "pearson"))[:, paper].astype(int)
    values = np.array(
        [
            [
                coefficient(np.repeat(x, times), np.repeat(y, times)).statistic
                for coefficient in (pearsonr, spearmanr, kendalltau)
            ]
            for times in weights
        ]
    )
    expected = np.percentile(values, [2.5, 97.5], axis=0).T
    found = [(interval.low, interval.high) for interval in intervals(correlate(rows, resamples=200, seed=7))]
    assert found == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    "transform", [lambda score: score**3, lambda score: np.log(score + 1), lambda score: score - 90]
)
def test_what_keeps_the_order_of_scores_leaves_rank_correlations_and_their_intervals(random_rows, transform) -> None:
    rows = random_rows()
    moved = [replace(r, score=float(transform(r.score))) for r in rows]
    before, after = (correlate(each, resamples=60, seed=3) for each in (rows, moved))
    ranked = [(c.spearman, c.spearman_interval, c.kendall, c.kendall_interval) for c in (before, after)]
    assert ranked[0] == ranked[1]


def test_turning_the_scores_around_turns_the_sign_and_the_interval_of_every_coefficient(random_rows) -> None:
    rows = random_rows()
    turned = [replace(r, score=100 - r.score) for r in rows]
    before, after = (correlate(each, resamples=60, seed=3) for each in (rows, turned))
    for one, other in zip(intervals(before), intervals(after), strict=True):
        assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-9)
    assert after.kendall == pytest.approx(-before.kendall)


def test_the_order_of_rows_and_the_names_of_systems_change_nothing(random_rows) -> None:
    rows = random_rows()
    renamed = [replace(r, system=f"x{r.system}") for r in rows[::-1]]
    before, after = (correlate(each, resamples=60, seed=3) for each in (rows, renamed))
    assert [i.low for i in intervals(before)] == pytest.approx([i.low for i in intervals(after)], abs=1e-12)
    assert (before.pearson, before.kendall) == pytest.approx((after.pearson, after.kendall))


def test_too_many_papers_leave_kendall_without_an_interval_and_say_so(random_rows, monkeypatch) -> None:
    monkeypatch.setattr(concordance_module, "_MOST_PAPERS", 14)
    result = correlate(random_rows(), resamples=50, seed=0)
    assert result.kendall is not None
    assert result.kendall_interval == Interval(None, None, 0, NoInterval.TOO_LARGE)
    assert result.spearman_interval.low is not None


def intervals(correlation: Correlation) -> list[Interval]:
    return [correlation.interval, correlation.spearman_interval, correlation.kendall_interval]


def test_equal_shares_of_different_counts_are_ties(judge) -> None:
    records = [judge("p", f"R{n}", "a", "b", choice) for n, choice in enumerate(["left", "right"])]
    records += [judge("q", f"R{n}", "a", "b", choice) for n, choice in enumerate(["left", "equal", "right"])]
    rows = poster_rows(compare(records, "ab"), [])
    assert {r.preference for r in rows} == {0.5}


def test_rows_hold_every_poster_that_was_judged_or_scored(judge) -> None:
    scores = [
        ScoreRecord("p", "a", "e", ScoreStatus.SCORED, 80.0),
        ScoreRecord("p", "b", "e", ScoreStatus.INCOMPLETE, 70.0),
        ScoreRecord("q", "a", "e", ScoreStatus.MISSING),
    ]
    rows = poster_rows(compare([judge("p", "R", "a", "b", "left"), judge("p", "R", "a", "c", "equal")], "abc"), scores)
    assert [(r.case_id, r.system, r.score, r.wins, r.ties, r.losses) for r in rows] == [
        ("p", "a", 80.0, 1, 1, 0),
        ("p", "b", None, 0, 0, 1),  # an incomplete score is no score
        ("p", "c", None, 0, 1, 0),
        ("q", "a", None, 0, 0, 0),
    ]


def test_a_missing_poster_counts_zero_and_a_failed_evaluation_leaves_the_mean_open() -> None:
    scores = [
        ScoreRecord("p", "a", "e", ScoreStatus.SCORED, 80.0),
        ScoreRecord("q", "a", "e", ScoreStatus.MISSING),
        ScoreRecord("p", "b", "e", ScoreStatus.REAGGREGATED, 60.0),
        ScoreRecord("q", "b", "e", ScoreStatus.ERROR),
        ScoreRecord("q", "c", "e", ScoreStatus.SCORED, 50.0),
    ]
    # architecture 5.3; c has no row for p, which nobody called missing.
    assert [(s.system, s.mean, s.mean_of_scored, s.scored, s.missing, s.unscored) for s in mean_scores(scores)] == [
        ("a", 40.0, 80.0, 1, 1, 0),
        ("b", None, 60.0, 1, 0, 1),
        ("c", None, 50.0, 1, 0, 1),
    ]
