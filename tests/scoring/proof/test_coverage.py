"""How often the intervals hold the truth in simulated blind studies; tests/bench/bench_coverage.py runs all regimes.

The bounds leave room for chance: two Monte-Carlo standard errors on the side that could fail by bad luck.
"""

import pytest

from tests.scoring.proof.simulation import ELEVEN, REGIMES, STRENGTHS, THIRTY, Coverage, measure, truth

REPLICATES, RESAMPLES = 100, 200


@pytest.fixture(scope="module", params=["reviewers differ", "both, strongly", "both, every pair by everybody"])
def covered(request) -> dict[str, Coverage]:
    (regime,) = (regime for regime in REGIMES if regime.name == request.param)
    return measure(regime, replicates=REPLICATES, resamples=RESAMPLES)


def test_the_crossed_bootstrap_holds_what_it_promises(covered) -> None:
    crossed = covered["crossed"]
    assert crossed.coverage >= 0.94 - 2 * crossed.error
    assert crossed.width <= 1.8
    assert crossed.missing == 0


def test_a_bootstrap_of_rows_is_too_sure_where_reviewers_differ(covered) -> None:
    row = covered["row"]
    assert row.coverage <= 0.90 + 2 * row.error
    assert row.width < covered["crossed"].width


def test_the_cluster_robust_interval_is_near_its_level(covered) -> None:
    robust = covered["robust"]
    assert 0.90 - 2 * robust.error <= robust.coverage <= 0.98 + 2 * robust.error


def test_loads_are_those_of_the_study() -> None:
    assert sum(ELEVEN) == sum(THIRTY) == 936
    assert (len(ELEVEN), len(THIRTY)) == (11, 30)


def test_without_effects_the_truth_is_nearly_the_fit_of_the_strengths_and_differences_draw_it_to_a_half() -> None:
    # Davidson's ties keep the order and, as half wins, shrink each pair's share a little towards 1/2.
    plain, spread = truth(REGIMES[0]), truth(REGIMES[4])
    assert plain.mean() == pytest.approx(0.5, abs=1e-12)
    assert list(plain) == sorted(plain, reverse=True)
    assert len(plain) == len(STRENGTHS)
    assert (abs(spread - 0.5) < abs(plain - 0.5)).all()
