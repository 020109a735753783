"""Many fits at once against one fit at a time, near the start and far from it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.preference import chord
from scoring.preference.chord import fit_columns, wins_by_system
from scoring.preference.comparisons import pair_ends
from scoring.preference.newton import beat_probabilities, fit_batch


def random_columns(systems: int, resamples: int, votes: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(K, B) comparisons and half-wins; every pair has a tie, so every column has a finite estimate."""
    rng = np.random.default_rng(seed)
    pairs = systems * (systems - 1) // 2
    chance = rng.beta(2, 2, (pairs, 1))
    n = 1.0 + rng.poisson(votes, (pairs, resamples))
    h = 0.5 + rng.binomial((n - 1).astype(int), chance)
    return n, h


@given(st.integers(2, 7), st.integers(1, 40), st.sampled_from([1, 5, 50]), st.integers(0, 10_000))
def test_it_is_newtons_estimate_of_every_column(systems: int, resamples: int, votes: int, seed: int) -> None:
    n, h = random_columns(systems, resamples, votes, seed)
    one_by_one, _ = fit_batch(n.T, h.T, np.zeros(systems))
    theta, converged = fit_columns(n, h, np.zeros(systems))
    assert converged.all()
    assert theta == pytest.approx(one_by_one.T, abs=1e-7)


def test_a_start_far_away_changes_nothing() -> None:
    n, h = random_columns(6, 100, 20, 1)
    near, _ = fit_columns(n, h, np.zeros(6))
    far, converged = fit_columns(n, h, np.array([6.0, -6, 6, -6, 6, -6]))
    assert converged.all()
    assert far == pytest.approx(near, abs=1e-7)


def test_newtons_method_finishes_what_the_chords_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    n, h = random_columns(6, 100, 20, 2)
    expected, _ = fit_columns(n, h, np.zeros(6))
    for steps in (1, 3):
        monkeypatch.setattr(chord, "_MOST_STEPS", steps)
        theta, converged = fit_columns(n, h, np.zeros(6))
        assert converged.all()
        assert theta == pytest.approx(expected, abs=1e-7)


def test_wins_are_counted_from_both_sides_of_a_pair() -> None:
    n, h = random_columns(5, 3, 4, 3)
    first, second = pair_ends(5)
    wins = np.zeros((3, 5, 5))
    wins[:, first, second], wins[:, second, first] = h.T, (n - h).T
    assert wins_by_system(n, h, 5) == pytest.approx(wins.sum(axis=2).T)


def test_beat_probabilities_are_the_mean_over_all_others() -> None:
    theta = np.random.default_rng(0).normal(0, 2, (4, 6))
    chance = 1 / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))
    # The definition: the chance against oneself, a half, is no part of the mean.
    assert beat_probabilities(theta) == pytest.approx((chance.sum(axis=2) - 0.5) / 5, abs=1e-12)
