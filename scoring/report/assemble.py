"""Estimates as the report's records: named fields, rounded."""

from collections import Counter
from collections.abc import Sequence

import scoring
from scoring.alignment import Alignment, poster_rows
from scoring.preference import (
    Agreement,
    Comparisons,
    Interval,
    Position,
    Preference,
    ReviewerCounts,
    SelfConsistency,
    count_reviewers,
)
from scoring.preference.intervals import LEVEL
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report.model import (
    AgreementResult,
    AlignmentResult,
    ConsistencyResult,
    InputFacts,
    MarginResult,
    Method,
    PairResult,
    PositionResult,
    PosterLine,
    ReviewerLine,
    ScoreResult,
    SystemResult,
)
from scoring.report.sorting import Sorted, source_label
from scoring.words import Choice, CriticalFailure


def rounded(value: float | None) -> float | None:
    """6 decimals, and no negative zero."""
    return None if value is None else round(value, 6) + 0.0


def _ends(interval: Interval) -> tuple[float | None, float | None]:
    return rounded(interval.low), rounded(interval.high)


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
        regularised=preference.point.regularised,
        version=scoring.__version__,
        empty_resamples=outcomes.empty,
        disconnected_resamples=outcomes.disconnected,
        unconverged_resamples=outcomes.unconverged,
        separated_resamples=outcomes.separated,
        margin_edges=tuple(float(edge) for edge in options.margin_edges),
    )


def system_results(preference: Preference, judged: Sorted) -> tuple[SystemResult, ...]:
    """Systems, highest beat probability first."""
    flagged = _flagged(judged.kept)
    result = []
    for system in preference.systems:
        low, high = _ends(system.interval)
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
        low, high = _ends(pair.interval)
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
            )
        )
    return tuple(result)


def alignment_result(alignment: Alignment | None) -> AlignmentResult | None:
    """Score against people; None without scores."""
    if alignment is None:
        return None
    correlation, margins = alignment.correlation, alignment.margins
    low, high = _ends(correlation.interval)
    return AlignmentResult(
        evaluator=alignment.evaluator,
        pearson_r=rounded(correlation.pearson),
        ci_low=low,
        ci_high=high,
        spearman=rounded(correlation.spearman),
        kendall=rounded(correlation.kendall),
        posters=correlation.posters,
        equal_scores=margins.equal_scores,
        judgments=margins.judgments,
        unscored_judgments=margins.unscored,
        below_first_edge=margins.below_first_edge,
        margins=tuple(
            MarginResult(bucket.low, bucket.high, bucket.n, rounded(bucket.agreement), *_ends(bucket.interval))
            for bucket in margins.buckets
        ),
        scores=tuple(
            ScoreResult(
                system=score.system,
                mean=rounded(score.mean),
                mean_of_scored=rounded(score.mean_of_scored),
                cases=score.cases,
                scored=score.scored,
                missing=score.missing,
                unscored=score.unscored,
            )
            for score in alignment.scores
        ),
    )


def agreement_result(agreement: Agreement) -> AgreementResult:
    """Agreement between reviewers."""
    return AgreementResult(
        krippendorff_alpha=rounded(agreement.alpha),
        items=agreement.items,
        pairable=agreement.pairable,
        raw_agreement=rounded(agreement.raw),
        chance_agreement=rounded(agreement.chance),
    )


def position_result(position: Position) -> PositionResult:
    """The left share."""
    return PositionResult(rounded(position.left_share), *_ends(position.interval), position.n)


def consistency_result(consistency: SelfConsistency) -> ConsistencyResult:
    """Repeats answered the same."""
    return ConsistencyResult(consistency.repeats, consistency.compared, consistency.same, rounded(consistency.share))


def poster_lines(
    comparisons: Comparisons, scores: Sequence[ScoreRecord], evaluator: str | None, records: Sequence[JudgmentRecord]
) -> tuple[PosterLine, ...]:
    """Every poster that was judged or scored."""
    disciplines = {record.case_id: record.discipline for record in scores if record.discipline}
    disciplines |= {record.case_id: record.discipline for record in records if record.discipline}
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


def reviewer_lines(judged: Sorted) -> tuple[ReviewerLine, ...]:
    """Every reviewer in the file."""
    mine: dict[str, list[JudgmentRecord]] = {}
    for record in (*judged.kept, *judged.excluded, *judged.repeats):
        mine.setdefault(record.reviewer, []).append(record)
    counted = count_reviewers(judged.kept, judged.excluded, judged.repeats)
    return tuple(_reviewer(line, source_label(mine[line.reviewer])) for line in counted)


def _reviewer(line: ReviewerCounts, source: str) -> ReviewerLine:
    return ReviewerLine(
        reviewer=line.reviewer,
        responses=line.responses,
        ranked=line.ranked,
        left=line.left,
        equal=line.equal,
        right=line.right,
        skips=line.skips,
        excluded=line.excluded,
        repeats=line.repeats,
        critical_failures=line.critical_failures,
        left_share=rounded(line.left_share),
        median_seconds=rounded(line.median_seconds),
        source=source,
    )
