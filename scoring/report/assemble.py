"""Estimates as the report's records: named fields, rounded."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version

import scoring
from scoring.alignment import poster_rows
from scoring.preference import Agreement, Comparisons, Position, Preference, SelfConsistency
from scoring.preference.intervals import LEVEL
from scoring.preference.reviewers import ReviewerDiagnostics
from scoring.preference.sandwich import RobustInterval
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report.model import (
    AgreementResult,
    ConsistencyResult,
    InputFacts,
    Method,
    PairResult,
    PositionResult,
    PosterLine,
    ReviewerLine,
    SystemResult,
)
from scoring.report.rounding import ends, rounded, why_none
from scoring.report.sorting import Sorted, source_label
from scoring.words import Choice, CriticalFailure

# What the numbers come from, besides this program.
_LIBRARIES = ("choix", "numpy", "scipy")

# Asked once a process: looking a version up reads the disk.
_version = cache(version)


def input_facts(
    judgments_sha256: str, scores_sha256: str | None, judged: Sorted, comparisons: Comparisons
) -> InputFacts:
    """What is in the two files."""
    kept = judged.kept
    ranked = len(judged.ranked)
    return InputFacts(
        judgments_sha256=judgments_sha256,
        scores_sha256=scores_sha256,
        responses=len(kept) + len(judged.excluded),
        ranked=ranked,
        skips=len(kept) - ranked,
        ties=sum(record.choice is Choice.EQUAL for record in kept),
        excluded=len(judged.excluded),
        repeats=judged.n_repeats,
        reviewers=len({record.reviewer for record in kept}),
        cases=len({record.case_id for record in kept}),
        systems=len(comparisons.systems),
        critical_failures=sum(record.critical_failure is not CriticalFailure.NONE for record in kept),
        excluded_reasons=judged.excluded_reasons,
        simulated=judged.simulated,
        source=judged.source,
    )


def method(options: ReportOptions, preference: Preference) -> Method:
    """How the numbers were made."""
    outcomes = preference.outcomes
    return Method(
        resamples=options.resamples,
        seed=options.seed,
        bootstrap="crossed",
        interval="percentile",
        level=LEVEL,
        failed_resamples=outcomes.dropped,
        regularised=preference.regularised,
        version=scoring.__version__,
        empty_resamples=outcomes.empty,
        disconnected_resamples=outcomes.disconnected,
        unconverged_resamples=outcomes.unconverged,
        separated_resamples=outcomes.separated,
        margin_edges=tuple(float(edge) for edge in options.margin_edges),
        libraries={name: _version(name) for name in _LIBRARIES},
    )


def system_results(
    comparisons: Comparisons, preference: Preference, robust: Sequence[RobustInterval], judged: Sorted
) -> tuple[SystemResult, ...]:
    """Systems, highest beat probability first; `robust` is in the order of comparisons.systems."""
    flagged = _flagged(judged.kept)
    second = dict(zip(comparisons.systems, robust, strict=True))
    result = []
    for system in preference.systems:
        low, high = ends(system.interval)
        robust_low, robust_high = ends(second[system.system].interval)
        rank_low, rank_high = system.rank_range or (None, None)
        result.append(
            SystemResult(
                system=system.system,
                strength=rounded(system.strength),
                beat_probability=rounded(system.beat),
                ci_low=low,
                ci_high=high,
                rank=system.rank,
                rank_low=rank_low,
                rank_high=rank_high,
                component=system.component + 1,
                wins=system.wins,
                ties=system.ties,
                losses=system.losses,
                n=system.n,
                flagged=flagged[system.system],
                dropped=system.interval.dropped,
                reason=why_none(system.interval),
                boundary=None if system.boundary is None else system.boundary.value,
                regularised=system.regularised,
                robust_low=robust_low,
                robust_high=robust_high,
                robust_reason=why_none(second[system.system].interval),
            )
        )
    return tuple(result)


def _flagged(kept: Sequence[JudgmentRecord]) -> Counter[str]:
    """Flags per system; a flag whose side is not known (`yes`) is nobody's."""
    flagged: Counter[str] = Counter()
    for record in kept:
        flagged[record.system_left] += record.critical_failure in {CriticalFailure.LEFT, CriticalFailure.BOTH}
        flagged[record.system_right] += record.critical_failure in {CriticalFailure.RIGHT, CriticalFailure.BOTH}
    return flagged


def pair_results(preference: Preference) -> tuple[PairResult, ...]:
    """Pairs in the order of the systems."""
    result = []
    for pair in preference.pairs:
        low, high = ends(pair.interval)
        result.append(
            PairResult(
                a=pair.a,
                b=pair.b,
                wins=pair.wins,
                ties=pair.ties,
                losses=pair.losses,
                n=pair.n,
                preference=rounded(pair.preference),
                ci_low=low,
                ci_high=high,
                dropped=pair.interval.dropped,
                reason=why_none(pair.interval),
            )
        )
    return tuple(result)


def agreement_result(agreement: Agreement) -> AgreementResult:
    """Agreement between reviewers."""
    return AgreementResult(
        krippendorff_alpha=rounded(agreement.alpha),
        items=agreement.items,
        pairable=agreement.pairable,
        raw_agreement=rounded(agreement.raw),
        chance_agreement=rounded(agreement.chance),
        alpha_either_way=rounded(agreement.either_way),
    )


def position_result(position: Position) -> PositionResult:
    """The left share and the left side's effect."""
    effect_low, effect_high = ends(position.effect_interval)
    return PositionResult(
        rounded(position.left_share),
        *ends(position.interval),
        position.n,
        dropped=position.interval.dropped,
        reason=why_none(position.interval),
        effect=rounded(position.effect),
        effect_low=effect_low,
        effect_high=effect_high,
        effect_reason=position.effect_reason if position.effect is None else why_none(position.effect_interval),
    )


def consistency_result(consistency: SelfConsistency) -> ConsistencyResult:
    """Repeats answered the same."""
    return ConsistencyResult(consistency.repeats, consistency.compared, consistency.same, rounded(consistency.share))


def poster_lines(
    comparisons: Comparisons, scores: Sequence[ScoreRecord], evaluator: str | None, disciplines: Mapping[str, str]
) -> tuple[PosterLine, ...]:
    """Every poster that was judged or scored; `scores` are of one evaluator."""
    return tuple(
        PosterLine(
            case_id=row.case_id,
            discipline=disciplines.get(row.case_id, ""),
            system=row.system,
            evaluator=evaluator or "",
            status=row.status.value if row.status else "",
            score=rounded(row.score),
            wins=row.wins,
            ties=row.ties,
            losses=row.losses,
            n=row.n,
            preference=rounded(row.preference),
        )
        for row in poster_rows(comparisons, scores)
    )


def reviewer_lines(judged: Sorted, reviewers: Sequence[ReviewerDiagnostics]) -> tuple[ReviewerLine, ...]:
    """Every reviewer in the file."""
    mine: dict[str, list[JudgmentRecord]] = {}
    for record in (*judged.kept, *judged.excluded, *judged.repeats):
        mine.setdefault(record.reviewer, []).append(record)
    return tuple(_reviewer(line, source_label(mine[line.counts.reviewer])) for line in reviewers)


def _reviewer(line: ReviewerDiagnostics, source: str) -> ReviewerLine:
    counts = line.counts
    return ReviewerLine(
        reviewer=counts.reviewer,
        responses=counts.responses,
        ranked=counts.ranked,
        left=counts.left,
        equal=counts.equal,
        right=counts.right,
        skips=counts.skips,
        excluded=counts.excluded,
        repeats=counts.repeats,
        critical_failures=counts.critical_failures,
        left_share=rounded(counts.left_share),
        median_seconds=rounded(counts.median_seconds),
        source=source,
        tie_share=rounded(counts.tie_share),
        skip_share=rounded(counts.skip_share),
        agreement=rounded(line.agreement),
        compared=line.compared,
        shift=rounded(line.shift),
        reason=line.agreement_reason or line.shift_reason,
    )
