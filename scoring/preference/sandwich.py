"""Two-way cluster-robust intervals of beat probabilities: an instant second opinion beside the crossed bootstrap."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import Component, PointFit
from scoring.preference.clustered import (
    Products,
    cluster_products,
    count_clusters,
    quantile,
    t_interval,
    without_negative_part,
)
from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.preference.intervals import Interval, NoInterval, no_interval, refusal
from scoring.preference.newton import laplacian


@dataclass(frozen=True, slots=True)
class RobustInterval:
    """One system's interval; `clipped`: the covariance had to lose its negative part, which widens it."""

    interval: Interval
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class Linearised:
    """How the beat probabilities of one component's s systems move with its comparisons, to first order.

    slope: (s, s) d pi / d theta; inverse: (s, s) pseudo-inverse A+ of the information, so that slope A+ times a
    comparison's score is what that comparison adds to each estimate. paper, reviewer: (V,) of its V comparisons.
    """

    slope: Floats
    inverse: Floats
    products: Products
    paper: Ints
    reviewer: Ints


def robust_intervals(comparisons: Comparisons, point: PointFit) -> tuple[RobustInterval, ...]:
    """A 95 % interval of each system's beat probability, in the order of comparisons.systems.

    V = A+ (M_paper + M_reviewer - M_cell) A+ with the working information A of Bradley and Terry's model, M_g =
    G / (G - 1) sum of outer products of cluster sums of scores (Cameron, Gelbach and Miller 2011), by the delta method
    onto the probability scale, with Student's t at min(papers, reviewers) - 1 degrees of freedom. Where that variance
    of a system is not positive, negative eigenvalues of V are put to zero for its component. Limits stay in [0, 1],
    outside of which no probability lies. None, with the reason: a system alone, a component on one paper or by one
    reviewer, a component without a finite estimate.
    """
    result = [RobustInterval(no_interval(NoInterval.NO_VALUE))] * len(comparisons.systems)
    for component in point.components:
        members = component.systems.tolist()
        if len(members) < 2:
            continue
        linear = linearise(comparisons, component, point.theta)
        if isinstance(linear, NoInterval):
            for system in members:
                result[system] = RobustInterval(no_interval(linear))
            continue
        variance, clipped = beat_variance(linear)
        t = quantile(linear.products.n_papers, linear.products.n_reviewers)
        for system, own in zip(members, variance.tolist(), strict=True):
            interval = inside(t_interval(float(point.beat[system]), own, t), 0.0, 1.0)
            result[system] = RobustInterval(interval, clipped)
    return tuple(result)


def linearise(comparisons: Comparisons, component: Component, theta: Floats) -> Linearised | NoInterval:
    """The parts of the sandwich of one component of two systems or more, or why there is none."""
    members = component.systems
    place = np.full(len(comparisons.systems), -1)
    place[members] = np.arange(len(members))
    first, second = pair_ends(len(comparisons.systems))
    a, b = place[first], place[second]
    chance = np.zeros(len(first))
    own = (a >= 0) & (b >= 0)
    chance[own] = expit(theta[first[own]] - theta[second[own]])
    pair, h2, paper, reviewer = comparisons.pair, comparisons.h2, comparisons.paper, comparisons.reviewer
    if len(members) < len(place):
        inside_component = own[pair]
        pair, h2 = pair[inside_component], h2[inside_component]
        paper, reviewer = paper[inside_component], reviewer[inside_component]
    why_not = refusal(count_clusters(paper), count_clusters(reviewer))
    if why_not is not None:
        return why_not
    if component.separated:
        return NoInterval.BOUNDARY

    def scores(rows: slice) -> tuple[Ints, Floats]:
        these = pair[rows]
        residual = h2[rows] / 2 - chance[these]
        return np.stack([a[these], b[these]], axis=1), np.stack([residual, -residual], axis=1)

    n = np.bincount(pair, minlength=len(first)).astype(np.float64)
    information = laplacian((n * chance * (1 - chance))[own], a[own], b[own], len(members))
    return Linearised(
        slope=beat_slope(theta[members]),
        inverse=pseudo_inverse(information),
        products=cluster_products(scores, len(members), paper, reviewer),
        paper=paper,
        reviewer=reviewer,
    )


def beat_variance(linear: Linearised) -> tuple[Floats, bool]:
    """Variances (s,) of the beat probabilities, and whether V lost its negative part for them."""
    covariance = linear.inverse @ linear.products.two_way @ linear.inverse
    variance = _through(linear.slope, covariance)
    if (variance > 0).all():
        return variance, False
    return _through(linear.slope, without_negative_part(covariance)), True


def _through(slopes: Floats, covariance: Floats) -> Floats:
    return np.asarray(((slopes @ covariance) * slopes).sum(axis=1))


def beat_slope(theta: Floats) -> Floats:
    """(s, s): d pi_i / d theta_j of the beat probabilities at strengths (s,)."""
    chance = expit(theta[:, None] - theta[None, :])
    matrix = -chance * (1 - chance) / (len(theta) - 1)
    np.fill_diagonal(matrix, 0.0)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    return np.asarray(matrix)


def pseudo_inverse(information: Floats) -> Floats:
    """Of a connected (s, s) Laplacian, whose only null direction is (1, ..., 1)."""
    n = len(information)
    level = float(np.trace(information)) / n
    return np.asarray(np.linalg.inv(information + level / n) - 1 / (level * n))


def inside(interval: Interval, lowest: float, highest: float) -> Interval:
    """The part of an interval in which the quantity can lie."""
    if interval.low is None or interval.high is None:
        return interval
    return Interval(max(interval.low, lowest), min(interval.high, highest), interval.dropped, interval.reason)
