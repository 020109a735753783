"""Every statistic of a report, from comparisons and scores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.alignment import Alignment, EvaluatorComparison, align, compare_evaluators
from scoring.preference import (
    Agreement,
    Comparisons,
    Position,
    Preference,
    SelfConsistency,
    compare,
    estimate_preference,
    left_share,
    nominal_agreement,
    self_consistency,
)
from scoring.preference.boards import Board, board_of, boards
from scoring.preference.davidson import TieModel, davidson
from scoring.preference.failures import FailureRate, failure_rates
from scoring.preference.fragility import Fragility, fragility
from scoring.preference.influence import Influence, drop_one
from scoring.preference.planning import Planning, plan
from scoring.preference.reviewers import ReviewerDiagnostics, reviewer_diagnostics
from scoring.preference.sandwich import RobustInterval, robust_intervals
from scoring.preference.variants import Variants, interval_variants
from scoring.records import ReportOptions, ScoreRecord
from scoring.report.sorting import Sorted

Step = Callable[[str], None]

# What `measure` announces, in order.
MEASURES: Final = (
    "preference",
    "interval variants",
    "position",
    "agreement",
    "influence",
    "reviewers",
    "tie model",
    "critical failures",
    "fragility",
    "planning",
    "disciplines",
    "exclusions",
    "alignment",
)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that was estimated. variants and robust are in the order of comparisons.systems.

    with_excluded: the board had nothing arguable been excluded, None where nothing was. alignments: one per evaluator,
    by name.
    """

    preference: Preference
    variants: Variants
    robust: tuple[RobustInterval, ...]
    position: Position
    agreement: Agreement
    consistency: SelfConsistency
    influence: Influence
    reviewers: tuple[ReviewerDiagnostics, ...]
    tie_model: TieModel
    failures: tuple[FailureRate, ...]
    fragility: Fragility
    planning: Planning
    boards: tuple[Board, ...]
    with_excluded: Board | None
    alignments: tuple[Alignment, ...]
    evaluators: tuple[EvaluatorComparison, ...]


def measure(
    judged: Sorted,
    comparisons: Comparisons,
    scores: Sequence[ScoreRecord],
    disciplines: Mapping[str, str],
    options: ReportOptions,
    step: Step,
) -> Statistics:
    """Estimate everything; `comparisons` are those of `judged.kept`. `step` is told what comes next, as in MEASURES.

    Raises ValueError for bad margin edges.
    """
    resamples, seed = options.resamples, options.seed
    step("preference")
    preference = estimate_preference(comparisons, resamples=resamples, seed=seed)
    point = preference.point
    step("interval variants")
    variants = interval_variants(comparisons, point, resamples=resamples, seed=seed)
    robust = robust_intervals(comparisons, point)
    step("position")
    position = left_share(comparisons, resamples=resamples, seed=seed)
    step("agreement")
    agreement = nominal_agreement(comparisons)
    consistency = self_consistency(judged.kept, judged.repeats)
    step("influence")
    influence = drop_one(comparisons, point)
    step("reviewers")
    reviewers = reviewer_diagnostics(judged.kept, judged.excluded, judged.repeats, comparisons, point)
    step("tie model")
    tie_model = davidson(comparisons, point)
    step("critical failures")
    failures = failure_rates(judged.kept, comparisons.systems, resamples=resamples, seed=seed)
    step("fragility")
    fragile = fragility(comparisons, point)
    step("planning")
    planning = plan(comparisons, point)
    step("disciplines")
    own_boards = boards(comparisons, disciplines, resamples=resamples, seed=seed)
    step("exclusions")
    including = with_excluded(judged, options)
    step("alignment")
    alignments = tuple(
        align(
            comparisons,
            scores,
            evaluator=evaluator,
            edges=options.margin_edges,
            resamples=resamples,
            seed=seed,
            preference=preference,
        )
        for evaluator in sorted({record.evaluator for record in scores})
    )
    return Statistics(
        preference=preference,
        variants=variants,
        robust=robust,
        position=position,
        agreement=agreement,
        consistency=consistency,
        influence=influence,
        reviewers=reviewers,
        tie_model=tie_model,
        failures=failures,
        fragility=fragile,
        planning=planning,
        boards=own_boards,
        with_excluded=including,
        alignments=alignments,
        evaluators=compare_evaluators(comparisons, scores, resamples=resamples, seed=seed),
    )


def with_excluded(judged: Sorted, options: ReportOptions) -> Board | None:
    """The board had the arguable exclusions been kept, with intervals of its own; None where there is none.

    A rule of exclusion is a choice; whether the result hangs on it has to be seen. What reviewers took back stays out.
    """
    if not judged.arguable:
        return None
    records = (*judged.kept, *judged.arguable)
    systems = {name for record in records for name in (record.system_left, record.system_right)}
    return board_of(compare(records, systems), stream="with excluded", resamples=options.resamples, seed=options.seed)
