"""Whether systems with a higher mean score are preferred more: correlations over systems."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import Interval
from scoring.preference.preference import Preference
from scoring.records import ScoreRecord


@dataclass(frozen=True, slots=True)
class SystemPoint:
    """One system: its mean score over the judged papers, 0-100, and its beat probability."""

    system: str
    score: float
    beat: float


@dataclass(frozen=True, slots=True)
class SystemLevel:
    """Mean score against beat probability over the systems in `points`; None with the reason, so below three systems.

    Means are over the papers that were judged; a missing poster counts 0. left_out: systems without such a mean, or
    without a beat probability in the largest component, sorted. Intervals are of the same systems on other papers with
    other reviewers: the systems are no sample.
    """

    points: tuple[SystemPoint, ...]
    left_out: tuple[str, ...]
    pearson: float | None
    pearson_interval: Interval
    spearman: float | None
    spearman_interval: Interval
    kendall: float | None
    kendall_interval: Interval
    reason: str | None


def system_level(
    comparisons: Comparisons,
    scores: Sequence[ScoreRecord],
    *,
    preference: Preference | None,
    resamples: int,
    seed: int,
) -> SystemLevel:
    """Alignment over systems; `scores` are of one evaluator.

    preference: of the same comparisons, resamples and seed; without it there is a value and no interval.
    """
    raise NotImplementedError
