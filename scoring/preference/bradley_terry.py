"""The Bradley-Terry point estimate, honest about what the comparisons cannot say."""

from dataclasses import dataclass
from enum import StrEnum

import choix
import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.comparisons import pair_ends
from scoring.preference.graph import connected_parts, strong_parts
from scoring.preference.intervals import EQUAL, EQUAL_DIGITS
from scoring.preference.newton import RIDGE, beat_probabilities, fit_batch


class Boundary(StrEnum):
    """Why a system's beat probability is a limit: some of its differences in strength have no finite estimate."""

    UNDEFEATED = "undefeated"  # compared, and never lost or tied
    WINLESS = "winless"  # compared, and never won or tied
    LIMIT = "limit"  # neither, but in a component in which some systems only ever win against others


@dataclass(frozen=True, slots=True)
class Component:
    """Systems that comparisons join. `separated`: connected, but with no finite maximum-likelihood estimate."""

    systems: Ints
    separated: bool


@dataclass(frozen=True, slots=True)
class PointFit:
    """Estimates of S systems; NaN is "not estimable".

    theta: log-scale strengths with mean 0 inside each component, by a vanishing ridge where it is separated.
    beat: chance of beating a uniformly drawn other system of the same component; NaN for a system alone.
    strength: maximum-likelihood strength with mean 0 over the largest strongly connected set; NaN outside it, and
    everywhere when that set is a single system.
    """

    components: tuple[Component, ...]  # the largest first
    component: Ints  # (S,) index into components
    theta: Floats
    beat: Floats
    strength: Floats

    @property
    def regularised(self) -> bool:
        """Whether any component needed the ridge."""
        return any(part.separated for part in self.components)


def fit_point(wins: Floats) -> PointFit:
    """Fit the (S, S) matrix of (half-)wins, component by component.

    Bradley and Terry (1952) with half-wins for ties, as AutoDesign, section 5.3; existence by Ford (1957).
    """
    n_systems = len(wins)
    component = np.zeros(n_systems, dtype=np.int64)
    theta = np.full(n_systems, np.nan)
    beat = np.full(n_systems, np.nan)
    components: list[Component] = []
    for number, members in enumerate(_largest_first(connected_parts(wins), wins)):
        component[members] = number
        block = wins[np.ix_(members, members)]
        separated = len(strong_parts(block)) > 1
        components.append(Component(members, separated))
        if len(members) > 1:
            theta[members] = _limit(block) if separated else maximum_likelihood(block)
            beat[members] = beat_probabilities(theta[members][None, :])[0]
    return PointFit(tuple(components), component, theta, beat, _strength(wins, components, theta))


def boundaries(wins: Floats, components: tuple[Component, ...]) -> list[Boundary | None]:
    """Which of S systems have only a limit for an estimate, from the (S, S) win matrix; None for a finite estimate.

    A system that never lost or tied stands alone at the top of the order of strong components, one that never won or
    tied alone at the bottom; every other system of a separated component meets some systems only above or below.
    """
    result: list[Boundary | None] = [None] * len(wins)
    won, lost = wins.sum(axis=1), wins.sum(axis=0)
    for part in components:
        if not part.separated:
            continue
        for system in part.systems.tolist():
            if lost[system] == 0:
                result[system] = Boundary.UNDEFEATED
            elif won[system] == 0:
                result[system] = Boundary.WINLESS
            else:
                result[system] = Boundary.LIMIT
    return result


def maximum_likelihood(wins: Floats) -> Floats:
    """Strengths (S,), mean 0, of a strongly connected (S, S) win matrix: choix, iterative Luce spectral ranking.

    Where that iteration is too slow to settle, Newton's method takes over, first with the ridge and then without.
    """
    try:
        theta: Floats = np.asarray(choix.ilsr_pairwise_dense(wins, tol=1e-12), dtype=np.float64)
    except RuntimeError:
        return _newton(wins, _limit(wins), ridge=0.0)
    return np.asarray(theta - theta.mean())


def _limit(wins: Floats) -> Floats:
    return _newton(wins, np.zeros(len(wins)), ridge=RIDGE)


def _newton(wins: Floats, start: Floats, *, ridge: float) -> Floats:
    first, second = pair_ends(len(wins))
    h = wins[first, second]
    theta, converged = fit_batch((h + wins[second, first])[None, :], h[None, :], start, ridge=ridge)
    if not converged[0]:
        raise ArithmeticError("the Bradley-Terry fit did not converge")
    own: Floats = theta[0]
    return own


def _strength(wins: Floats, components: list[Component], theta: Floats) -> Floats:
    strength = np.full(len(wins), np.nan)
    parts = _largest_first(strong_parts(wins), wins)
    if parts and len(parts[0]) > 1:
        members = parts[0]
        whole = any(np.array_equal(part.systems, members) for part in components)
        strength[members] = theta[members] if whole else maximum_likelihood(wins[np.ix_(members, members)])
    return strength


def _largest_first(parts: list[Ints], wins: Floats) -> list[Ints]:
    """More systems first, then more comparisons among them, then the lower id."""
    return sorted(parts, key=lambda part: (-len(part), -float(wins[np.ix_(part, part)].sum()), int(part[0])))


def ranking(beat: Floats) -> list[int]:
    """Systems by beat probability (S,), the highest first; equal ones by number, NaN last."""
    numbers = np.arange(len(beat))
    order: list[int] = np.lexsort((numbers, -np.round(beat, EQUAL_DIGITS), np.isnan(beat))).tolist()
    return order


def known(values: Floats) -> list[float | None]:
    """The values (S,), None for NaN."""
    return [None if np.isnan(value) else value for value in values.tolist()]


def ranks(beat: Floats, component: Ints) -> list[int | None]:
    """Rank of each system inside its component, 1 the highest; equal values share a rank, NaN has none."""
    result: list[int | None] = []
    for own, part in zip(beat, component, strict=True):
        above = (component == part) & (beat > own + EQUAL)
        result.append(None if np.isnan(own) else 1 + int(above.sum()))
    return result
