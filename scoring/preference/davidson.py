"""Ties as an outcome of their own: Davidson's model, as a check on ties counted as half wins.

P(i beats j) : P(tie) : P(j beats i) = p_i : nu sqrt(p_i p_j) : p_j (Davidson 1970, On extending the Bradley-Terry model
to accommodate ties in paired comparison experiments, equation 2.3). With d = log p_i - log p_j and eta = log nu that is
e^(d/2) : e^eta : e^(-d/2), a concave log-likelihood in the log-strengths and eta.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford

from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import PointFit, known, ranking, ranks
from scoring.preference.comparisons import Comparisons, PairCounts, count_pairs, pair_ends
from scoring.preference.newton import laplacian

NO_COMPARISON: Final = "nothing was compared"
ALL_TIES: Final = "every comparison is a tie, so the tie parameter has no finite estimate"
SEPARATED: Final = "some systems never lost to or tied with any of the rest, so the strengths have no finite estimate"
TIES_BETWEEN: Final = (
    "ties fall between wins and losses without exception, so the tie parameter and the strengths grow together without"
    " end"
)
UNCONVERGED: Final = "the fit did not converge"

_MOST_STEPS: Final = 100
_SMALL_STEP: Final = 1e-9


@dataclass(frozen=True, slots=True)
class TieModelSystem:
    """One system; beat: mean over the others of its component of P(win) + P(tie) / 2. None for a system alone."""

    system: str
    beat: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class TieModel:
    """Davidson's fit; everything is None (systems empty) where it does not exist, and `reason` says why.

    nu: the tie parameter, 0 where no comparison is a tie; equal systems tie with probability nu / (2 + nu).
    largest_change: largest absolute change of a beat probability against ties as half wins, and `system` whose;
    rank_changes: how many systems change their rank. Systems are sorted by beat probability, highest first.
    """

    nu: float | None
    systems: tuple[TieModelSystem, ...]
    largest_change: float | None
    system: str | None
    rank_changes: int | None
    reason: str | None


def davidson(comparisons: Comparisons, point: PointFit) -> TieModel:
    """Maximum likelihood with one nu for all components; without any tie it is Bradley-Terry itself, nu = 0."""
    counts = count_pairs(comparisons)
    if not counts.n.any():
        return _none(NO_COMPARISON)
    if not counts.ties.any():
        return _model(comparisons.systems, 0.0, point.beat, point)
    reason = _why_not(counts, point)
    if reason is not None:
        return _none(reason)
    fitted = _fit(counts, point)
    if fitted is None:
        return _none(UNCONVERGED)
    theta, eta = fitted
    return _model(comparisons.systems, float(np.exp(eta)), _beat(theta, eta, point), point)


def _none(reason: str) -> TieModel:
    return TieModel(None, (), None, None, None, reason)


def _why_not(counts: PairCounts, point: PointFit) -> str | None:
    """Why there is no finite maximum although there are ties, or None where there is one.

    The concave log-likelihood has a maximum exactly when it rises for ever in no direction (as Albert and Anderson 1984
    for logistic models). A direction that leaves eta alone needs every win to point up or level and every tie to be
    level: none exists where each component is strongly connected (Ford 1957). One in which eta grows by 1 needs every
    win to span at least 2 and every tie at most 2: such steps contradict each other exactly when some cycle, from
    winner to loser or along a tie, has more wins than ties.
    """
    if not (counts.wins.any() or counts.losses.any()):
        return ALL_TIES
    if any(part.separated for part in point.components):
        return SEPARATED
    n_systems = len(point.beat)
    first, second = pair_ends(n_systems)
    length = np.full((n_systems, n_systems), np.inf)
    tied = counts.ties > 0
    length[first[tied], second[tied]] = length[second[tied], first[tied]] = 1.0
    length[first[counts.wins > 0], second[counts.wins > 0]] = -1.0
    length[second[counts.losses > 0], first[counts.losses > 0]] = -1.0
    if bool(((length < 0) & (length.T < 0)).any()):
        return None
    try:
        bellman_ford(length)
    except NegativeCycleError:
        return None
    return TIES_BETWEEN


def _fit(counts: PairCounts, point: PointFit) -> tuple[Floats, float] | None:
    """Log-strengths (S,), 0 for the last system of each component, and eta, by Newton's method with halved steps."""
    n_systems = len(point.theta)
    seen = np.flatnonzero(counts.n)
    ends = pair_ends(n_systems)
    first, second = ends[0][seen], ends[1][seen]
    wins, ties, losses = counts.wins[seen], counts.ties[seen], counts.losses[seen]
    n = wins + ties + losses
    fixed = {int(part.systems[-1]) for part in point.components}
    free = np.array([index for index in range(n_systems + 1) if index not in fixed], dtype=np.int64)
    where = np.empty(n_systems, dtype=np.int64)
    for part in point.components:
        where[part.systems] = part.systems[-1]
    theta = np.nan_to_num(point.theta)
    values = np.append(theta - theta[where], np.log(2 * ties.sum() / (wins.sum() + losses.sum())))

    def chances(at: Floats) -> tuple[Floats, Floats, Floats]:
        """log P(win), log P(tie), log P(loss) of each pair seen."""
        half = (at[first] - at[second]) / 2
        total = np.logaddexp(np.logaddexp(half, -half), at[-1])
        return half - total, at[-1] - total, -half - total

    def likelihood(at: Floats) -> float:
        won, tied, lost = chances(at)
        return float(wins @ won + ties @ tied + losses @ lost)

    best = likelihood(values)
    for _ in range(_MOST_STEPS):
        won, tied, lost = (np.exp(chance) for chance in chances(values))
        step = np.zeros(n_systems + 1)
        gradient, hessian = _derivatives(first, second, n, wins - losses, ties, won - lost, tied, n_systems)
        step[free] = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        if float(np.abs(step).max()) < _SMALL_STEP:
            return values[:-1], float(values[-1])
        scale = 1.0
        while (tried := likelihood(values + scale * step)) < best - 1e-9 * abs(best) and scale > _SMALL_STEP:
            scale /= 2
        values, best = values + scale * step, tried
    return None


def _derivatives(
    first: Ints, second: Ints, n: Ints, net: Ints, ties: Ints, pull: Floats, tied: Floats, n_systems: int
) -> tuple[Floats, Floats]:
    """Gradient (S + 1,) and information (S + 1, S + 1) of the log-likelihood in the log-strengths and eta.

    With x = (P(win) - P(loss)) / 2, `pull` / 2: dl/dd = net / 2 - n x and dl/deta = ties - n P(tie); the variance of a
    pair's half outcome is (1 - P(tie)) / 4 - x^2, that of its tie P(tie) (1 - P(tie)), their covariance -x P(tie).
    """
    half = pull / 2
    slope = net / 2 - n * half
    gradient: Floats = np.bincount(first, weights=slope, minlength=n_systems + 1).astype(np.float64)
    gradient -= np.bincount(second, weights=slope, minlength=n_systems + 1)
    gradient[-1] = float((ties - n * tied).sum())
    hessian = np.zeros((n_systems + 1, n_systems + 1))
    spread = n * ((1 - tied) / 4 - half**2)
    hessian[:-1, :-1] = laplacian(spread, first, second, n_systems)
    joint = -n * half * tied
    mixed = np.bincount(first, weights=joint, minlength=n_systems + 1)
    mixed -= np.bincount(second, weights=joint, minlength=n_systems + 1)
    hessian[-1], hessian[:, -1] = mixed, mixed
    hessian[-1, -1] = float((n * tied * (1 - tied)).sum())
    return gradient, hessian


def _beat(theta: Floats, eta: float, point: PointFit) -> Floats:
    """P(win) + P(tie) / 2 against a uniformly drawn other system of the component; NaN for a system alone."""
    beat = np.full(len(theta), np.nan)
    for part in point.components:
        members = part.systems
        if len(members) < 2:
            continue
        half = (theta[members][:, None] - theta[members][None, :]) / 2
        total = np.logaddexp(np.logaddexp(half, -half), eta)
        share = np.exp(half - total) + np.exp(eta - total) / 2
        beat[members] = (share.sum(axis=1) - 0.5) / (len(members) - 1)
    return beat


def _model(systems: tuple[str, ...], nu: float, beat: Floats, point: PointFit) -> TieModel:
    own, before = ranks(beat, point.component), ranks(point.beat, point.component)
    values = known(beat)
    change = np.nan_to_num(np.abs(beat - point.beat))
    return TieModel(
        nu=nu,
        systems=tuple(TieModelSystem(systems[number], values[number], own[number]) for number in ranking(beat)),
        largest_change=float(change.max()),
        system=systems[int(np.round(change, 12).argmax())],
        rank_changes=sum(after != earlier for after, earlier in zip(own, before, strict=True)),
        reason=None,
    )
