"""Scores against people as the report's records."""

from collections.abc import Sequence

from scoring.alignment import Alignment, Correlation, EvaluatorComparison, SystemLevel, WithinPaper
from scoring.alignment.evaluators import Paired
from scoring.report.aligned import (
    AlignmentResult,
    BestPosterResult,
    CorrelationResult,
    DimensionResult,
    EvaluatorComparisonResult,
    MarginResult,
    OverallResult,
    PairedResult,
    ScoreResult,
    SystemLevelResult,
    SystemPoint,
    WithinPaperResult,
)
from scoring.report.rounding import ends, estimated, rounded, why_none


def alignment_result(alignment: Alignment) -> AlignmentResult:
    """One evaluator against people."""
    correlation, margins = alignment.correlation, alignment.margins
    low, high = ends(correlation.interval)
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
            MarginResult(
                bucket.low,
                bucket.high,
                bucket.n,
                rounded(bucket.agreement),
                *ends(bucket.interval),
                dropped=bucket.interval.dropped,
                reason=why_none(bucket.interval),
            )
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
        poster_level=_poster_level(correlation),
        within_paper=_within_paper(alignment.within_paper),
        system_level=_system_level(alignment.system_level),
        overall=OverallResult(margins.overall.n, estimated(margins.overall.agreement, margins.overall.interval)),
        dimensions=tuple(
            DimensionResult(
                dimension=line.name,
                posters=line.posters,
                papers=line.papers,
                pearson=estimated(line.pearson, line.pearson_interval, line.reason),
                spearman=estimated(line.spearman, line.spearman_interval, line.reason),
            )
            for line in alignment.dimensions
        ),
    )


def _poster_level(correlation: Correlation) -> CorrelationResult:
    return CorrelationResult(
        posters=correlation.posters,
        papers=correlation.papers,
        pearson=estimated(correlation.pearson, correlation.interval, correlation.reason),
        spearman=estimated(correlation.spearman, correlation.spearman_interval, correlation.reason),
        kendall=estimated(correlation.kendall, correlation.kendall_interval, correlation.reason),
    )


def _within_paper(within: WithinPaper) -> WithinPaperResult:
    best = within.best
    return WithinPaperResult(
        posters=within.posters,
        papers=within.papers,
        pearson=estimated(within.pearson, within.interval, within.reason),
        best=BestPosterResult(
            papers=best.papers,
            left_out=best.left_out,
            share=estimated(best.share, best.interval, best.reason),
            chance=rounded(best.chance),
        ),
    )


def _system_level(level: SystemLevel) -> SystemLevelResult:
    return SystemLevelResult(
        points=tuple(SystemPoint(point.system, round(point.score, 6), round(point.beat, 6)) for point in level.points),
        left_out=level.left_out,
        pearson=estimated(level.pearson, level.pearson_interval, level.reason),
        spearman=estimated(level.spearman, level.spearman_interval, level.reason),
        kendall=estimated(level.kendall, level.kendall_interval, level.reason),
    )


def evaluator_results(pairs: Sequence[EvaluatorComparison]) -> tuple[EvaluatorComparisonResult, ...]:
    """Every two evaluators side by side."""
    return tuple(
        EvaluatorComparisonResult(
            a=pair.a,
            b=pair.b,
            posters=pair.posters,
            only_a=pair.only_a,
            only_b=pair.only_b,
            pearson=_paired(pair.pearson),
            judgments=pair.judgments,
            unscored=pair.unscored,
            equal_scores=pair.equal_scores,
            agreement=_paired(pair.agreement),
        )
        for pair in pairs
    )


def _paired(paired: Paired) -> PairedResult:
    return PairedResult(
        a=estimated(paired.a, paired.a_interval, paired.reason),
        b=estimated(paired.b, paired.b_interval, paired.reason),
        difference=estimated(paired.difference, paired.interval, paired.reason),
    )
