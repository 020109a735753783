"""Two-way cluster-robust intervals against an explicit loop over comparisons, and what they refuse."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import approx_fprime

from scoring.preference import NoInterval, clustered, compare
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.newton import beat_probabilities
from scoring.preference.sandwich import beat_slope, pseudo_inverse, robust_intervals


def fitted(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def by_hand(comparisons: Comparisons, point: PointFit) -> tuple[np.ndarray, np.ndarray]:
    """V and J of statistics for healthy data, one comparison after the other: Cameron, Gelbach and Miller (2011)."""
    n_systems = len(comparisons.systems)
    first, second = pair_ends(n_systems)
    sums: dict[str, dict[object, np.ndarray]] = {name: defaultdict(lambda: np.zeros(n_systems)) for name in "prc"}
    information = np.zeros((n_systems, n_systems))
    rows = zip(comparisons.paper, comparisons.reviewer, comparisons.pair, comparisons.h2, strict=True)
    for paper, reviewer, pair, h2 in rows:
        contrast = np.zeros(n_systems)
        contrast[first[pair]], contrast[second[pair]] = 1.0, -1.0
        chance = 1 / (1 + np.exp(-contrast @ point.theta))
        information += chance * (1 - chance) * np.outer(contrast, contrast)
        for name, cluster in (("p", paper), ("r", reviewer), ("c", (paper, reviewer))):
            sums[name][cluster] += (h2 / 2 - chance) * contrast
    middle = {
        name: len(groups) / (len(groups) - 1) * sum(np.outer(s, s) for s in groups.values())
        for name, groups in sums.items()
    }
    inverse = np.linalg.pinv(information)
    covariance = inverse @ (middle["p"] + middle["r"] - middle["c"]) @ inverse
    return covariance, approx_fprime(point.theta, lambda theta: beat_probabilities(theta[None, :])[0])


@pytest.mark.parametrize(
    ("systems", "papers", "reviewers", "votes"), [(4, 25, 6, 300), (2, 12, 5, 60), (7, 9, 14, 500)]
)
def test_the_interval_is_the_explicit_two_way_sandwich(random_comparisons, systems, papers, reviewers, votes) -> None:
    comparisons = random_comparisons(systems=systems, papers=papers, reviewers=reviewers, votes=votes)
    point = fitted(comparisons)
    covariance, slope = by_hand(comparisons, point)
    error = np.sqrt(np.diag(slope @ covariance @ slope.T))
    t = stats.t.ppf(0.975, min(papers, reviewers) - 1)
    for own, beat, half in zip(robust_intervals(comparisons, point), point.beat, t * error, strict=True):
        assert not own.clipped
        assert own.interval.low == pytest.approx(max(beat - half, 0), abs=1e-6)
        assert own.interval.high == pytest.approx(min(beat + half, 1), abs=1e-6)


def test_slices_of_any_size_give_the_same_interval(random_comparisons, monkeypatch) -> None:
    comparisons = random_comparisons(systems=4, papers=8, reviewers=5, votes=200)
    point = fitted(comparisons)
    whole = robust_intervals(comparisons, point)
    for rows in (1, 7, 60):
        monkeypatch.setattr(clustered, "_ROWS", rows)
        for one, other in zip(whole, robust_intervals(comparisons, point), strict=True):
            assert one.interval.low == pytest.approx(other.interval.low, rel=1e-12)


def test_slope_and_inverse_are_those_of_calculus_and_numpy() -> None:
    theta = np.array([1.3, 0.2, -0.4, -1.1])
    numeric = approx_fprime(theta, lambda at: beat_probabilities(at[None, :])[0])
    assert beat_slope(theta) == pytest.approx(numeric, abs=1e-6)
    weights = np.array([[0, 3, 1.5], [3, 0, 0], [1.5, 0, 0]])
    laplacian = np.diag(weights.sum(axis=1)) - weights
    assert pseudo_inverse(laplacian) == pytest.approx(np.linalg.pinv(laplacian), abs=1e-12)


def test_a_negative_variance_is_clipped_and_said(random_comparisons) -> None:
    clipped = 0
    for seed in range(60):
        comparisons = random_comparisons(systems=3, papers=4, reviewers=3, votes=40, seed=seed)
        point = fitted(comparisons)
        if point.regularised:
            continue
        covariance, slope = by_hand(comparisons, point)
        variance = np.diag(slope @ covariance @ slope.T)
        results = robust_intervals(comparisons, point)
        assert {own.clipped for own in results} == {bool((variance <= 0).any())}
        if not results[0].clipped:
            continue
        clipped += 1
        values, vectors = np.linalg.eigh(covariance)
        repaired = vectors @ np.diag(values.clip(0)) @ vectors.T
        half = stats.t.ppf(0.975, 2) * np.sqrt(np.diag(slope @ repaired @ slope.T))
        for own, beat, reach in zip(results, point.beat, half, strict=True):
            assert own.interval.low == pytest.approx(max(beat - reach, 0), abs=1e-5)
    assert clipped > 3


def test_one_paper_one_reviewer_and_nothing_have_no_interval(judge) -> None:
    choices = ["left", "right", "left"]
    for records, reason in (
        ([judge("p", f"R{n}", "a", "b", choice) for n, choice in enumerate(choices)], NoInterval.ONE_PAPER),
        ([judge(f"p{n}", "R", "a", "b", choice) for n, choice in enumerate(choices)], NoInterval.ONE_REVIEWER),
        ([], NoInterval.NO_VALUE),
    ):
        comparisons = compare(records, "ab")
        assert {own.interval.reason for own in robust_intervals(comparisons, fitted(comparisons))} == {reason}


def test_an_estimate_at_the_boundary_has_no_curvature_to_trust(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", "a", "b", "left") for n in range(9)]
    comparisons = compare(records, "abc")
    a, _, alone = robust_intervals(comparisons, fitted(comparisons))
    assert (a.interval.low, a.interval.reason) == (None, NoInterval.BOUNDARY)
    assert alone.interval.reason is NoInterval.NO_VALUE


def test_all_ties_prove_no_certainty(judge) -> None:
    comparisons = compare([judge(f"p{n}", f"R{n % 3}", "a", "b", "equal") for n in range(9)], "ab")
    own, _ = robust_intervals(comparisons, fitted(comparisons))
    assert (own.interval.low, own.interval.reason) == (None, NoInterval.NO_VARIANCE)


def test_each_component_is_measured_by_its_own_papers_and_reviewers(random_study, judge) -> None:
    records = random_study(votes=150)
    more = [judge(f"q{n}", f"Q{n % 2}", "x", "y", "left" if n in (0, 2, 3, 4, 6, 8) else "right") for n in range(12)]
    lone = compare(records, {"s0", "s1", "s2", "s3"})
    both = compare(records + more, {"s0", "s1", "s2", "s3", "x", "y"})
    together = robust_intervals(both, fitted(both))
    for one, other in zip(robust_intervals(lone, fitted(lone)), together, strict=False):
        assert one.interval.low == pytest.approx(other.interval.low, abs=1e-9)
    # Two reviewers leave one degree of freedom: t = 12.7 reaches past every probability, and the limits stop there.
    assert together[-1].interval.low == 0


def test_swapping_sides_changes_nothing(random_comparisons) -> None:
    comparisons = random_comparisons(systems=4, papers=10, reviewers=5, votes=200)
    swapped = replace(comparisons, first_on_left=~comparisons.first_on_left)
    assert robust_intervals(comparisons, fitted(comparisons)) == robust_intervals(swapped, fitted(swapped))
