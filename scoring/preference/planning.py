"""How narrow the intervals of the next study would be: their width against more reviewers and more judgments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import PointFit
from scoring.preference.clustered import quantile
from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import NoInterval
from scoring.preference.sandwich import Linearised, linearise

_REVIEWERS: Final = (5, 10, 20, 50, 100)
_TIMES: Final = (1, 2, 4)
_NESTED: Final = "no paper was judged by two reviewers, or no reviewer judged two papers, so their parts look the same"


@dataclass(frozen=True, slots=True)
class PlannedWidth:
    """Expected width of a beat probability's 95 % interval (a fraction) with so many reviewers and judgments in all."""

    reviewers: int
    judgments: int
    width: float


@dataclass(frozen=True, slots=True)
class Planning:
    """What today's width is made of, and what it would be with more people or more work; None with the reason.

    reviewers, judgments (ranked), papers: of today's study; width: today's, a fraction of probability, for a system
    with the mean variance; paper_share + reviewer_share + judgment_share = 1, shares of that variance; clipped: a part
    came out negative and was put to zero.
    """

    reviewers: int
    judgments: int
    papers: int
    width: float | None
    paper_share: float | None
    reviewer_share: float | None
    judgment_share: float | None
    points: tuple[PlannedWidth, ...]
    clipped: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class _Parts:
    """Mean variance of the beat probabilities: paper + reviewer / (reviewers) + judgment / (judgments)."""

    paper: float
    reviewer: float
    judgment: float
    clipped: bool

    def variance(self, reviewers: int, judgments: int) -> float:
        return self.paper + self.reviewer / reviewers + self.judgment / judgments


def plan(
    comparisons: Comparisons,
    point: PointFit,
    *,
    reviewers: Sequence[int] | None = None,
    judgments: Sequence[int] | None = None,
) -> Planning:
    """Widths over a grid: today's reviewers, twice as many, 5 to 100; today's judgments, twice and four times as many.

    The variance of the two-way cluster-robust interval (`sandwich`) is split by the covariance of two comparisons'
    contributions: of one paper but different reviewers, of one reviewer but different papers, and the rest, as in a
    random-effects model of crossed papers and reviewers (Searle, Casella and McCulloch 1992, Variance components,
    chapter 5). With R' reviewers who share the work as unequally as today's and V' judgments on today's papers it is

        v_paper sum_p share_p^2 + v_reviewer (1 + cv^2) / R' + v_rest / V',

    and the width is twice Student's t at min(papers, R') - 1 degrees of freedom times its root. What is alike only in
    one reviewer's judgments of one paper counts to the rest. New reviewers are taken to be people like today's.
    A negative part is put to zero. Points at which someone would judge the same pair of posters twice are left out.
    The largest component alone is planned for.
    """
    component = point.components[0] if point.components else None
    if component is None or len(component.systems) < 2:
        return _nothing(comparisons, NoInterval.NO_VALUE)
    linear = linearise(comparisons, component, point.theta)
    if isinstance(linear, NoInterval):
        return _nothing(comparisons, linear)
    parts = _split(linear)
    if parts is None:
        return _nothing(comparisons, _NESTED)
    n_papers, n_reviewers, n = linear.products.n_papers, linear.products.n_reviewers, len(linear.paper)
    today = parts.variance(n_reviewers, n)
    if not today > 0:
        return _nothing(comparisons, NoInterval.NO_VARIANCE)

    def width(people: int, work: int) -> float:
        return 2 * quantile(n_papers, people) * float(np.sqrt(parts.variance(people, work)))

    n_pairs = len(component.systems) * (len(component.systems) - 1) // 2
    people = sorted({*_REVIEWERS, n_reviewers, 2 * n_reviewers}) if reviewers is None else reviewers
    work = [times * n for times in _TIMES] if judgments is None else judgments
    return Planning(
        reviewers=n_reviewers,
        judgments=n,
        papers=n_papers,
        width=width(n_reviewers, n),
        paper_share=parts.paper / today,
        reviewer_share=parts.reviewer / n_reviewers / today,
        judgment_share=parts.judgment / n / today,
        points=tuple(
            PlannedWidth(r, v, width(r, v)) for v in work for r in people if r >= 2 and r <= v <= r * n_papers * n_pairs
        ),
        clipped=parts.clipped,
        reason=None,
    )


def _split(linear: Linearised) -> _Parts | None:
    """The three parts; None where papers and reviewers are not crossed, so that two of the parts cannot be told."""
    influence = linear.slope @ linear.inverse
    products, n = linear.products, len(linear.paper)

    def mean_variance(middle: Floats) -> float:
        return float(((influence @ middle) * influence).sum()) / len(influence)

    of_papers, of_reviewers = _squares(linear.paper), _squares(linear.reviewer)
    of_cells = _squares(linear.paper * (int(linear.reviewer.max()) + 1) + linear.reviewer)
    if of_cells in (of_papers, of_reviewers):
        return None
    cell = mean_variance(products.cell)
    # Covariance of the contributions of two comparisons, times n^2.
    same_paper = (mean_variance(products.paper) - cell) / (of_papers - of_cells)
    same_reviewer = (mean_variance(products.reviewer) - cell) / (of_reviewers - of_cells)
    kept_paper, kept_reviewer = max(same_paper, 0.0), max(same_reviewer, 0.0)
    rest = cell - (kept_paper + kept_reviewer) * of_cells
    return _Parts(
        paper=kept_paper * of_papers,
        reviewer=kept_reviewer * of_reviewers * products.n_reviewers,
        judgment=max(rest, 0.0) * n,
        # By more than rounding, which depends on the order of systems.
        clipped=min(same_paper * of_cells, same_reviewer * of_cells, rest) < -1e-9 * cell,
    )


def _squares(cluster: Ints) -> int:
    """Sum over clusters of their squared sizes."""
    _, sizes = np.unique(cluster, return_counts=True)
    return int((sizes.astype(np.int64) ** 2).sum())


def _nothing(comparisons: Comparisons, reason: str) -> Planning:
    return Planning(
        reviewers=len(comparisons.reviewers),
        judgments=len(comparisons.pair),
        papers=len(comparisons.papers),
        width=None,
        paper_share=None,
        reviewer_share=None,
        judgment_share=None,
        points=(),
        clipped=False,
        reason=str(reason),
    )
