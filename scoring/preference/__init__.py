"""Which system people prefer, how sure that is, and how far people agree."""

from scoring.preference.agreement import Agreement, nominal_agreement
from scoring.preference.boards import Board, BoardSystem, boards
from scoring.preference.bradley_terry import Boundary
from scoring.preference.comparisons import Comparisons, compare
from scoring.preference.consistency import SelfConsistency, self_consistency
from scoring.preference.davidson import TieModel, TieModelSystem, davidson
from scoring.preference.differences import Difference, Differences, compare_systems
from scoring.preference.failures import FailureRate, failure_rates
from scoring.preference.fragility import Flip, Fragility, fragility
from scoring.preference.influence import Dropped, Influence, drop_one
from scoring.preference.intervals import Interval, NoInterval
from scoring.preference.planning import PlannedWidth, Planning, plan
from scoring.preference.position import Position, left_share
from scoring.preference.preference import PairEstimate, Preference, SystemEstimate, estimate_preference
from scoring.preference.reviewers import ReviewerCounts, ReviewerDiagnostics, count_reviewers, reviewer_diagnostics
from scoring.preference.sandwich import RobustInterval, robust_intervals
from scoring.preference.variants import Variants, interval_variants

__all__ = [
    "Agreement",
    "Board",
    "BoardSystem",
    "Boundary",
    "Comparisons",
    "Difference",
    "Differences",
    "Dropped",
    "FailureRate",
    "Flip",
    "Fragility",
    "Influence",
    "Interval",
    "NoInterval",
    "PairEstimate",
    "PlannedWidth",
    "Planning",
    "Position",
    "Preference",
    "ReviewerCounts",
    "ReviewerDiagnostics",
    "RobustInterval",
    "SelfConsistency",
    "SystemEstimate",
    "TieModel",
    "TieModelSystem",
    "Variants",
    "boards",
    "compare",
    "compare_systems",
    "count_reviewers",
    "davidson",
    "drop_one",
    "estimate_preference",
    "failure_rates",
    "fragility",
    "interval_variants",
    "left_share",
    "nominal_agreement",
    "plan",
    "reviewer_diagnostics",
    "robust_intervals",
    "self_consistency",
]
