"""How narrow the intervals of the next study would be: their width against more reviewers and more judgments."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import NoInterval


@dataclass(frozen=True, slots=True)
class PlannedWidth:
    """Expected width of a beat probability's 95 % interval (a fraction) with so many reviewers and judgments in all."""

    reviewers: int
    judgments: int
    width: float


@dataclass(frozen=True, slots=True)
class Planning:
    """What today's width is made of, and what it would be with more people or more work; None with the reason.

    reviewers, judgments, papers: of today's study; width: today's; paper_share + reviewer_share + judgment_share = 1,
    shares of today's variance; clipped: a part came out negative and was put to zero.
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
    reason: NoInterval | None


def plan(
    comparisons: Comparisons,
    point: PointFit,
    *,
    reviewers: Sequence[int] | None = None,
    judgments: Sequence[int] | None = None,
) -> Planning:
    """Widths over a grid of reviewers and judgments in all."""
    raise NotImplementedError
