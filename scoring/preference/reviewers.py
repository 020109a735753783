"""What each reviewer did, and how it fits what the others say: counts and shares, no verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure


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
    groups: dict[str, tuple[list[JudgmentRecord], list[JudgmentRecord], list[JudgmentRecord]]] = {}
    for place, records in enumerate((kept, excluded, repeats)):
        for record in records:
            groups.setdefault(record.reviewer, ([], [], []))[place].append(record)
    return tuple(_count(reviewer, *groups[reviewer]) for reviewer in sorted(groups))


def reviewer_diagnostics(
    kept: Iterable[JudgmentRecord],
    excluded: Iterable[JudgmentRecord],
    repeats: Iterable[JudgmentRecord],
    comparisons: Comparisons,
    point: PointFit,
) -> tuple[ReviewerDiagnostics, ...]:
    """Everybody who gave any response, sorted by pseudonym; `comparisons` are those of `kept`, `point` their fit."""
    raise NotImplementedError


def _count(
    reviewer: str, kept: list[JudgmentRecord], excluded: list[JudgmentRecord], repeats: list[JudgmentRecord]
) -> ReviewerCounts:
    choices = [record.choice for record in kept]
    seconds = [record.seconds for record in kept if record.seconds is not None and record.choice is not Choice.SKIP]
    return ReviewerCounts(
        reviewer=reviewer,
        left=choices.count(Choice.LEFT),
        equal=choices.count(Choice.EQUAL),
        right=choices.count(Choice.RIGHT),
        skips=choices.count(Choice.SKIP),
        excluded=len(excluded),
        repeats=len(repeats),
        critical_failures=sum(record.critical_failure is not CriticalFailure.NONE for record in kept),
        median_seconds=median(seconds) if seconds else None,
    )
