"""Weighted Bradley-Terry fits of many similar resamples at once: chord iterations, and Newton's where they are slow.

Newton's method solves with every resample's own Hessian. The chord method (Ortega and Rheinboldt 1970, Iterative
Solution of Nonlinear Equations in Several Variables, parallel chords) keeps one inverse, that of the resamples'
mean, for all of them and all iterations; scaled by each resample's own diagonal it is close enough to converge by a
factor of ten or so a step, and a step costs no factorisation. In worths e^theta the gradient needs S exponentials and
one division per pair.
"""

from typing import Final

import numpy as np

from scoring.preference.arrays import Bools, Floats
from scoring.preference.comparisons import pair_ends, pairs_by_first
from scoring.preference.newton import RIDGE, fit_batch, laplacian

# The error left is a fraction of the last step.
_SMALL_STEP: Final = 1e-9
_LONGEST_STEP: Final = 2.0
_MOST_STEPS: Final = 20
# Where so few are left, their own Newton steps are cheaper than more chords.
_FEW_LEFT: Final = 1 / 16
# From here Newton's method goes on in two steps; from farther away it begins anew.
_NEAR: Final = 0.1


def fit_columns(n: Floats, h: Floats, start: Floats) -> tuple[Floats, Bools]:
    """Minimise what `newton.fit_batch` minimises, for resamples with a finite estimate near `start` (S,).

    n, h: (K, B) comparisons and (half-)wins of each pair's first system, a pair's resamples side by side.
    Returns strengths (S, B), mean 0, and which resamples converged (B,).
    """
    n_systems, n_resamples = len(start), n.shape[1]
    start = start - start.mean()
    theta = np.empty((n_systems, n_resamples))
    rest = np.arange(n_resamples)
    current = np.repeat(start[:, None], n_resamples, axis=1)
    own_n, own_won = n, wins_by_system(n, h, n_systems)
    shared, own_scale = _preconditioner(n, start)
    longest = np.full(n_resamples, np.inf)
    for _ in range(_MOST_STEPS):
        slope = _gradient(own_n, own_won, current)
        slope *= own_scale
        step = shared @ slope
        step *= -own_scale
        step -= step.mean(axis=0)
        longest = np.abs(step).max(axis=0)
        if not longest.max() <= _LONGEST_STEP:
            step *= _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP)
        current += step
        todo = ~(longest < _SMALL_STEP)
        left = np.count_nonzero(todo)
        if left <= _FEW_LEFT * n_resamples or left <= len(rest) // 2:
            theta[:, rest[~todo]] = current[:, ~todo]
            rest, longest, current = rest[todo], longest[todo], current[:, todo]
            if left <= _FEW_LEFT * n_resamples:
                break
            own_n, own_won, own_scale = own_n[:, todo], own_won[:, todo], own_scale[:, todo]
    converged = np.ones(n_resamples, dtype=bool)
    if len(rest):
        begin = np.where(longest < _NEAR, current, start[:, None])
        fitted, converged[rest] = fit_batch(n[:, rest].T, h[:, rest].T, begin.T)
        theta[:, rest] = fitted.T
    return theta - theta.mean(axis=0), converged


def wins_by_system(n: Floats, h: Floats, n_systems: int) -> Floats:
    """(S, B): all (half-)wins of each system, from (K, B) comparisons and wins of each pair's first system."""
    won = np.zeros((n_systems, n.shape[1]))
    for first, run in pairs_by_first(n_systems):
        won[first] += h[run].sum(axis=0)
        won[first + 1 :] += n[run]
        won[first + 1 :] -= h[run]
    return won


def _gradient(n: Floats, won: Floats, theta: Floats) -> Floats:
    """(S, B): expected less actual wins, and the ridge's pull. E_i = e_i sum_j n_ij / (e_i + e_j), e = exp(theta)."""
    worth = np.exp(theta)
    total = np.zeros_like(worth)
    for first, run in pairs_by_first(len(theta)):
        part = worth[first] + worth[first + 1 :]
        np.divide(n[run], part, out=part)
        total[first] += part.sum(axis=0)
        total[first + 1 :] += part
    total *= worth
    total -= won
    total += 2 * RIDGE * theta
    return total


def _preconditioner(n: Floats, start: Floats) -> tuple[Floats, Floats]:
    """The inverse (S, S) of the mean Hessian at `start`, scaled to a diagonal of 1, and each resample's scale (S, B).

    The Hessian is a Laplacian: its zero direction is filled, which moves no difference between strengths.
    """
    n_systems = len(start)
    first, second = pair_ends(n_systems)
    variance = 1 / (2 + 2 * np.cosh(start[first] - start[second]))  # p (1 - p) of each pair
    hessian = laplacian(n.mean(axis=1) * variance, first, second, n_systems)
    diagonal = hessian.diagonal()
    root = np.sqrt(diagonal)
    scaled = hessian / np.outer(root, root)
    zero = root / np.sqrt(diagonal.sum())
    own = np.zeros((n_systems, n.shape[1]))
    for system, run in pairs_by_first(n_systems):
        part = n[run] * variance[run, None]
        own[system] += part.sum(axis=0)
        own[system + 1 :] += part
    inverse: Floats = np.asarray(np.linalg.inv(scaled + np.outer(zero, zero)), dtype=np.float64)
    return inverse, 1 / np.sqrt(own)
