"""What each reviewer did, and how it fits what the others say: counts and shares, no verdict."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Final

import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.preference.influence import largest_shifts
from scoring.preference.leave_out import Groups, LeftOut, reviewer_groups
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure

NO_RANKING: Final = "the reviewer gave no ranking"
ALL_LEVEL: Final = "the others rank none of the reviewer's pairs, or rank them level"
# The ridge of a separated fit moves a beat probability by about 1e-5; closer systems are level.
_LEVEL: Final = 1e-4


@dataclass(frozen=True, slots=True)
class ReviewerCounts:
    """Responses of one reviewer: ranked + skips + excluded, repeats apart; seconds over ranked ones that have them."""

    reviewer: str
    left: int
    equal: int
    right: int
    skips: int
    excluded: int
    repeats: int
    critical_failures: int
    median_seconds: float | None

    @property
    def ranked(self) -> int:
        """Judgments that count for the preference."""
        return self.left + self.equal + self.right

    @property
    def responses(self) -> int:
        """Everything given, repeats apart."""
        return self.ranked + self.skips + self.excluded

    @property
    def left_share(self) -> float | None:
        """left / (left + right); None without either."""
        return self.left / (self.left + self.right) if self.left + self.right else None

    @property
    def tie_share(self) -> float | None:
        """equal / ranked; None without a ranking."""
        return self.equal / self.ranked if self.ranked else None

    @property
    def skip_share(self) -> float | None:
        """skips / (ranked + skips); None without either."""
        return self.skips / (self.ranked + self.skips) if self.ranked + self.skips else None


@dataclass(frozen=True, slots=True)
class ReviewerDiagnostics:
    """One reviewer's counts, beside the fit to everybody else.

    agreement: share of the reviewer's comparisons on the side of the system that the fit without the reviewer has
    stronger, a tie as half; over the `compared` ones whose two systems that fit ranks, and ranks apart. shift: largest
    change of a beat probability when the reviewer is left out. None with a reason.
    """

    counts: ReviewerCounts
    agreement: float | None
    compared: int
    agreement_reason: str | None
    shift: float | None
    shift_reason: str | None


def count_reviewers(
    kept: Iterable[JudgmentRecord], excluded: Iterable[JudgmentRecord], repeats: Iterable[JudgmentRecord]
) -> tuple[ReviewerCounts, ...]:
    """Count per reviewer, sorted by pseudonym."""
    groups: defaultdict[str, tuple[list[JudgmentRecord], list[JudgmentRecord], list[JudgmentRecord]]]
    groups = defaultdict(lambda: ([], [], []))
    for place, records in enumerate((kept, excluded, repeats)):
        for record in records:
            groups[record.reviewer][place].append(record)
    return tuple(_count(reviewer, *groups[reviewer]) for reviewer in sorted(groups))


def reviewer_diagnostics(
    kept: Iterable[JudgmentRecord],
    excluded: Iterable[JudgmentRecord],
    repeats: Iterable[JudgmentRecord],
    comparisons: Comparisons,
    point: PointFit,
) -> tuple[ReviewerDiagnostics, ...]:
    """Everybody who gave any response, sorted by pseudonym; `comparisons` are those of `kept`, `point` their fit."""
    groups = reviewer_groups(comparisons)
    left_out = groups.fit(point)
    shifts, _ = largest_shifts(left_out.beat, point)
    of = {name: index for index, name in enumerate(comparisons.reviewers)}
    agreed, compared = _agreement(comparisons, _strengths(groups, left_out))
    result = []
    for counts in count_reviewers(kept, excluded, repeats):
        index = of.get(counts.reviewer)
        if index is None:
            result.append(ReviewerDiagnostics(counts, None, 0, NO_RANKING, None, NO_RANKING))
            continue
        n, reason = int(compared[index]), left_out.reasons[index]
        agreement = float(agreed[index]) / n if n else None
        shift = None if reason is not None else float(shifts[index])
        why_not = None if n else reason if reason is not None else ALL_LEVEL
        result.append(ReviewerDiagnostics(counts, agreement, n, why_not, shift, reason))
    return tuple(result)


def _strengths(groups: Groups, left_out: LeftOut) -> tuple[Floats, Ints]:
    """Values (R, S) that order each component of the fit without each reviewer, and those components (R, S).

    Where the rest joins other groups of systems than all comparisons do, it is fitted by itself.
    """
    beat = left_out.beat.copy()
    component = np.zeros(beat.shape, dtype=np.int64)
    for row, reason in enumerate(left_out.reasons):
        if reason is not None:
            own = fit_point(groups.wins(row))
            beat[row], component[row] = own.beat, own.component
    return beat, component


def _agreement(comparisons: Comparisons, strengths: tuple[Floats, Ints]) -> tuple[Floats, Ints]:
    """For each reviewer (R,): comparisons on the side of the stronger system, a tie as half, and of how many.

    Left out are comparisons of two systems that stand level or that nothing joins without the reviewer.
    """
    beat, component = strengths
    first, second = pair_ends(len(comparisons.systems))
    who, one, other = comparisons.reviewer, first[comparisons.pair], second[comparisons.pair]
    gap = beat[who, one] - beat[who, other]
    usable = (np.abs(gap) > _LEVEL) & (component[who, one] == component[who, other])
    share = np.where(gap > 0, comparisons.h2, 2 - comparisons.h2) / 2
    n_reviewers = len(comparisons.reviewers)
    agreed = np.bincount(who[usable], weights=share[usable], minlength=n_reviewers).astype(np.float64)
    return agreed, np.bincount(who[usable], minlength=n_reviewers).astype(np.int64)


def _count(
    reviewer: str, kept: list[JudgmentRecord], excluded: list[JudgmentRecord], repeats: list[JudgmentRecord]
) -> ReviewerCounts:
    choices = [record.choice for record in kept]
    flags = [record.critical_failure for record in kept]
    seconds = [record.seconds for record in kept if record.seconds is not None and record.choice is not Choice.SKIP]
    return ReviewerCounts(
        reviewer=reviewer,
        left=choices.count(Choice.LEFT),
        equal=choices.count(Choice.EQUAL),
        right=choices.count(Choice.RIGHT),
        skips=choices.count(Choice.SKIP),
        excluded=len(excluded),
        repeats=len(repeats),
        critical_failures=len(flags) - flags.count(CriticalFailure.NONE),
        median_seconds=median(seconds) if seconds else None,
    )
