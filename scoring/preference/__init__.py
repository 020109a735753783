"""Which system people prefer, how sure that is, and how far people agree."""

from scoring.preference.agreement import Agreement, nominal_agreement
from scoring.preference.bradley_terry import Boundary
from scoring.preference.comparisons import Comparisons, compare
from scoring.preference.consistency import SelfConsistency, self_consistency
from scoring.preference.differences import Difference, Differences, compare_systems
from scoring.preference.intervals import Interval, NoInterval
from scoring.preference.planning import PlannedWidth, Planning, plan
from scoring.preference.position import Position, left_share
from scoring.preference.preference import PairEstimate, Preference, SystemEstimate, estimate_preference
from scoring.preference.reviewers import ReviewerCounts, count_reviewers
from scoring.preference.sandwich import RobustInterval, robust_intervals
from scoring.preference.variants import Variants, interval_variants

__all__ = [
    "Agreement",
    "Boundary",
    "Comparisons",
    "Difference",
    "Differences",
    "Interval",
    "NoInterval",
    "PairEstimate",
    "PlannedWidth",
    "Planning",
    "Position",
    "Preference",
    "ReviewerCounts",
    "RobustInterval",
    "SelfConsistency",
    "SystemEstimate",
    "Variants",
    "compare",
    "compare_systems",
    "count_reviewers",
    "estimate_preference",
    "interval_variants",
    "left_share",
    "nominal_agreement",
    "plan",
    "robust_intervals",
    "self_consistency",
]
