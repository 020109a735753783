"""The parts of report.json that set automatic scores against people."""

from dataclasses import dataclass

from scoring.report.referee import Estimated


@dataclass(frozen=True, slots=True)
class MarginResult:
    """Judgments whose two scores differ by low <= gap < high points; high None is "and more".

    dropped resamples had no judgment in the bucket; reason says why the interval, or the agreement, is null.
    """

    low: float
    high: float | None
    n: int
    agreement: float | None
    ci_low: float | None
    ci_high: float | None
    dropped: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """A system's mean score over `cases`; a missing poster counts 0, an unscored one makes the mean undefined."""

    system: str
    mean: float | None
    mean_of_scored: float | None
    cases: int
    scored: int
    missing: int
    unscored: int


@dataclass(frozen=True, slots=True)
class CorrelationResult:
    """Three coefficients over the same `n` units (posters, or systems); `papers` says over how many papers."""

    n: int
    papers: int
    pearson: Estimated
    spearman: Estimated
    kendall: Estimated


@dataclass(frozen=True, slots=True)
class SystemLevelPoint:
    """One system at system level: its mean score over the posters used, and its preference."""

    system: str
    score: float | None
    preference: float | None


@dataclass(frozen=True, slots=True)
class DimensionResult:
    """One dimension of the evaluator against people: over posters, and over judgments whose values differ."""

    dimension: str
    correlation: CorrelationResult
    judgments: int
    equal: int
    agreement: Estimated


@dataclass(frozen=True, slots=True)
class AlignmentResult:
    """Score against people. judgments + equal_scores + unscored_judgments + below_first_edge = ranked.

    pearson_r with ci_low and ci_high, spearman and kendall are those of `poster_level`; `agreement` is over all
    judgments with two different scores.
    """

    evaluator: str
    pearson_r: float | None
    ci_low: float | None
    ci_high: float | None
    spearman: float | None
    kendall: float | None
    posters: int
    equal_scores: int
    judgments: int
    unscored_judgments: int
    below_first_edge: int
    margins: tuple[MarginResult, ...]
    scores: tuple[ScoreResult, ...]
    poster_level: CorrelationResult | None = None
    within_paper: CorrelationResult | None = None
    system_level: CorrelationResult | None = None
    system_points: tuple[SystemLevelPoint, ...] = ()
    agreement: Estimated | None = None
    dimensions: tuple[DimensionResult, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluatorComparisonResult:
    """Evaluators `a` and `b` on the posters and judgments that both scored; differences are a minus b, paired."""

    a: str
    b: str
    posters: int
    pearson_a: float | None
    pearson_b: float | None
    pearson_difference: Estimated
    judgments: int
    agreement_a: float | None
    agreement_b: float | None
    agreement_difference: Estimated
