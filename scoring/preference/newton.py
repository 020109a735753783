"""Weighted Bradley-Terry fits of many resamples at once, by Newton's method."""

from typing import Final

import numpy as np
from scipy.special import expit

from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.comparisons import pair_ends, pairs_by_first

# The ridge that keeps a separated resample finite; on healthy data it moves no strength by 1e-7.
RIDGE: Final = 1e-6
# A step below this leaves an error near its square, because the convergence is quadratic.
_SMALL_STEP: Final = 1e-5
_LONGEST_STEP: Final = 2.0
_MOST_STEPS: Final = 100


def fit_batch(n: Floats, h: Floats, start: Floats, *, ridge: float = RIDGE) -> tuple[Floats, Bools]:
    """Minimise sum_k [n_k log(1 + e^d_k) - h_k d_k] + ridge |theta|^2, d_k = theta_first - theta_second, sum theta = 0.

    n, h: (B, K) comparisons and (half-)wins of each pair's first system; start: (S,) or (B, S) strengths to begin from.
    Returns strengths (B, S) and which rows converged (B,). With ridge -> 0 it is the maximum-likelihood estimate of
    Bradley and Terry (1952) with ties as half-wins. Every row must be connected.
    """
    n_systems = start.shape[-1]
    first, second = pair_ends(n_systems)
    signs = _signs(first, second, n_systems)
    # The last system is the fixed point of the steps, so the Hessian loses its zero direction.
    penalty = 2 * ridge * (np.eye(n_systems - 1) - 1 / n_systems)
    theta = np.array(np.broadcast_to(start - start.mean(axis=-1, keepdims=True), (len(n), n_systems)))
    converged = np.zeros(len(n), dtype=bool)
    rows = np.arange(len(n))
    for _ in range(_MOST_STEPS):
        current = theta[rows]
        chance = expit(current[:, first] - current[:, second])
        expected = n[rows] * chance
        centred = current - current.mean(axis=1, keepdims=True)
        gradient = (expected - h[rows]) @ signs + 2 * ridge * centred
        hessian = laplacian(expected * (1 - chance), first, second, n_systems)[:, :-1, :-1] + penalty
        step = -np.linalg.solve(hessian, gradient[:, :-1, None])[:, :, 0]
        longest = np.abs(step).max(axis=1)
        step *= (_LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))[:, None]
        theta[rows, :-1] = current[:, :-1] + step
        done = longest < _SMALL_STEP
        converged[rows[done]] = True
        rows = rows[~done]
        if len(rows) == 0:
            break
    return theta - theta.mean(axis=1, keepdims=True), converged


def _signs(first: Ints, second: Ints, n_systems: int) -> Floats:
    """(K, S): +1 for a pair's first system, -1 for its second."""
    signs = np.zeros((len(first), n_systems))
    pairs = np.arange(len(first))
    signs[pairs, first] = 1.0
    signs[pairs, second] = -1.0
    return signs


def laplacian(weights: Floats, first: Ints, second: Ints, n_systems: int) -> Floats:
    """(..., S, S): sum over pairs of weight times (e_first - e_second)(e_first - e_second)^T, written by place.

    weights: (..., P) of the pairs first, second (P,), each pair at most once.
    """
    matrix = np.zeros((*weights.shape[:-1], n_systems, n_systems))
    matrix[..., first, second] = -weights
    matrix[..., second, first] = -weights
    everybody = np.arange(n_systems)
    matrix[..., everybody, everybody] = -matrix.sum(axis=-1)
    return matrix


def beat_probabilities(theta: Floats) -> Floats:
    """Chance of beating a uniformly drawn other system, (B, S) from strengths (B, S); S >= 2.

    pi_i = mean over j != i of sigmoid(theta_i - theta_j) (AutoDesign, section 5.3); its mean over i is 1/2.
    """
    n_systems = theta.shape[1]
    worth = np.exp(theta.T - theta.mean(axis=1))
    total = np.zeros_like(worth)
    for first, _ in pairs_by_first(n_systems):
        after = slice(first + 1, n_systems)
        chance = worth[first] / (worth[first] + worth[after])
        total[first] += chance.sum(axis=0)
        total[after] += 1 - chance
    return np.asarray(total.T / (n_systems - 1))
