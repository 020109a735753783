"""What moves the result, and by how much, as the report's records."""

from collections.abc import Sequence

from scoring.preference import Comparisons, Preference
from scoring.preference.boards import Board
from scoring.preference.davidson import TieModel
from scoring.preference.differences import Differences
from scoring.preference.failures import FailureRate
from scoring.preference.fragility import Fragility
from scoring.preference.influence import Dropped, Influence
from scoring.preference.planning import Planning
from scoring.preference.sandwich import RobustInterval
from scoring.preference.variants import Variants
from scoring.report.referee import (
    BoardResult,
    BoardSystem,
    DifferenceResult,
    FailureResult,
    FlipResult,
    FragilityResult,
    InfluenceResult,
    InfluencesResult,
    PlanningPoint,
    PlanningResult,
    TieModelResult,
    TieModelSystem,
    VariantResult,
    WithExcludedResult,
)
from scoring.report.rounding import ends, estimated, rounded, why_none


def variant_results(
    comparisons: Comparisons, preference: Preference, variants: Variants, robust: Sequence[RobustInterval]
) -> tuple[VariantResult, ...]:
    """One beat probability each, with four bootstraps' intervals and the robust one; in the order of the systems."""
    place = {name: number for number, name in enumerate(comparisons.systems)}
    result = []
    for system in preference.systems:
        number, beat = place[system.system], system.beat
        result.append(
            VariantResult(
                system=system.system,
                crossed=estimated(beat, system.interval),
                row=estimated(beat, variants.row[number]),
                paper=estimated(beat, variants.paper[number]),
                reviewer=estimated(beat, variants.reviewer[number]),
                robust=estimated(beat, robust[number].interval),
                clipped=robust[number].clipped,
            )
        )
    return tuple(result)


def difference_results(differences: Differences) -> tuple[DifferenceResult, ...]:
    """Pairs of one component in the order of the systems."""
    return tuple(
        DifferenceResult(
            a=pair.a,
            b=pair.b,
            difference=round(pair.difference, 6) + 0.0,
            ci_low=rounded(pair.interval.low),
            ci_high=rounded(pair.interval.high),
            p_value=rounded(pair.p_value),
            apart=pair.apart,
            reason=why_none(pair.interval),
        )
        for pair in differences.pairs
    )


def board_results(boards: Sequence[Board]) -> tuple[BoardResult, ...]:
    """One board per discipline."""
    return tuple(_board(board) for board in boards)


def with_excluded_result(board: Board | None, arguable: int) -> WithExcludedResult | None:
    """The board with the arguable exclusions counted."""
    if board is None:
        return None
    return WithExcludedResult(
        arguable=arguable,
        n=board.n,
        cases=board.papers,
        reviewers=board.reviewers,
        systems=_board_systems(board),
        components=board.components,
    )


def _board(board: Board) -> BoardResult:
    return BoardResult(
        discipline=board.discipline,
        n=board.n,
        cases=board.papers,
        reviewers=board.reviewers,
        systems=_board_systems(board),
        components=board.components,
    )


def _board_systems(board: Board) -> tuple[BoardSystem, ...]:
    systems = []
    for system in board.systems:
        low, high = ends(system.interval)
        systems.append(
            BoardSystem(
                system=system.system,
                beat_probability=rounded(system.beat),
                ci_low=low,
                ci_high=high,
                rank=system.rank,
                component=system.component + 1,
                n=system.n,
                reason=system.reason if system.beat is None else why_none(system.interval),
                regularised=system.regularised,
            )
        )
    return tuple(systems)


def influence_results(influence: Influence) -> InfluencesResult:
    """Drop-one influence."""
    return InfluencesResult(
        reviewers=tuple(_dropped(line) for line in influence.reviewers),
        papers=tuple(_dropped(line) for line in influence.papers),
    )


def _dropped(line: Dropped) -> InfluenceResult:
    return InfluenceResult(
        name=line.name,
        n=line.n,
        shift=rounded(line.shift),
        system=line.system,
        leaders=line.leaders,
        rank_changes=line.rank_changes,
        reason=line.reason,
    )


def tie_model_result(model: TieModel) -> TieModelResult:
    """Davidson's model."""
    return TieModelResult(
        nu=rounded(model.nu),
        systems=tuple(TieModelSystem(system.system, rounded(system.beat), system.rank) for system in model.systems),
        largest_change=rounded(model.largest_change),
        rank_changes=model.rank_changes,
        reason=model.reason,
        system=model.system,
    )


def failure_results(preference: Preference, rates: Sequence[FailureRate]) -> tuple[FailureResult, ...]:
    """Flag rates in the order of the systems."""
    by_name = {rate.system: rate for rate in rates}
    result = []
    for rate in (by_name[system.system] for system in preference.systems):
        low, high = ends(rate.interval)
        result.append(
            FailureResult(
                system=rate.system,
                flagged=rate.flagged,
                shown=rate.shown,
                rate=rounded(rate.rate),
                ci_low=low,
                ci_high=high,
                reason=why_none(rate.interval),
                unsided=rate.unsided,
                outside=rate.outside,
            )
        )
    return tuple(result)


def fragility_result(fragile: Fragility) -> FragilityResult:
    """How few flips change first place."""
    return FragilityResult(
        leader=fragile.leader,
        challenger=fragile.challenger,
        flips=fragile.flips,
        n=fragile.n,
        changes=tuple(FlipResult(flip.winner, flip.loser, flip.count, flip.ties) for flip in fragile.changes),
        reason=fragile.reason,
    )


def planning_result(planning: Planning) -> PlanningResult:
    """Width against more reviewers and judgments."""
    return PlanningResult(
        reviewers=planning.reviewers,
        judgments=planning.judgments,
        cases=planning.papers,
        width=rounded(planning.width),
        paper_share=rounded(planning.paper_share),
        reviewer_share=rounded(planning.reviewer_share),
        judgment_share=rounded(planning.judgment_share),
        points=tuple(
            PlanningPoint(point.reviewers, point.judgments, round(point.width, 6)) for point in planning.points
        ),
        reason=planning.reason,
        clipped=planning.clipped,
    )
