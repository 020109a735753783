"""Which system people prefer, how sure that is, and how far people agree."""

from scoring.preference.agreement import Agreement, nominal_agreement
from scoring.preference.bradley_terry import Boundary
from scoring.preference.comparisons import Comparisons, compare
from scoring.preference.consistency import SelfConsistency, self_consistency
from scoring.preference.intervals import Interval, NoInterval
from scoring.preference.position import Position, left_share
from scoring.preference.preference import PairEstimate, Preference, SystemEstimate, estimate_preference
from scoring.preference.reviewers import ReviewerCounts, count_reviewers

__all__ = [
    "Agreement",
    "Boundary",
    "Comparisons",
    "Interval",
    "NoInterval",
    "PairEstimate",
    "Position",
    "Preference",
    "ReviewerCounts",
    "SelfConsistency",
    "SystemEstimate",
    "compare",
    "count_reviewers",
    "estimate_preference",
    "left_share",
    "nominal_agreement",
    "self_consistency",
]
