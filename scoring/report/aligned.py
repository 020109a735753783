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
    """Three coefficients over posters of `papers` that have a score and a comparison."""

    posters: int
    papers: int
    pearson: Estimated
    spearman: Estimated
    kendall: Estimated


@dataclass(frozen=True, slots=True)
class BestPosterResult:
    """How often a paper's best-scored poster is its most preferred one, where both are unequal, and what chance gives.

    left_out papers have two usable posters and no best one.
    """

    papers: int
    left_out: int
    share: Estimated
    chance: float | None


@dataclass(frozen=True, slots=True)
class WithinPaperResult:
    """Score against preference inside papers: Pearson's r after taking each paper's mean away."""

    posters: int
    papers: int
    pearson: Estimated
    best: BestPosterResult


@dataclass(frozen=True, slots=True)
class SystemPoint:
    """One system: its mean score over the judged papers, and its beat probability."""

    system: str
    score: float
    beat_probability: float


@dataclass(frozen=True, slots=True)
class SystemLevelResult:
    """Mean score against beat probability over `points`; `left_out` systems lack one of the two."""

    points: tuple[SystemPoint, ...]
    left_out: tuple[str, ...]
    pearson: Estimated
    spearman: Estimated
    kendall: Estimated


@dataclass(frozen=True, slots=True)
class DimensionResult:
    """One dimension of the evaluator, or its rubric, against preference over posters."""

    dimension: str
    posters: int
    papers: int
    pearson: Estimated
    spearman: Estimated


@dataclass(frozen=True, slots=True)
class OverallResult:
    """Agreement with the higher score over all n judgments of unequal scores, whatever the gap."""

    n: int
    agreement: Estimated


@dataclass(frozen=True, slots=True)
class AlignmentResult:
    """Score against people. judgments + equal_scores + unscored_judgments + below_first_edge = ranked.

    pearson_r with ci_low and ci_high, spearman and kendall are those of `poster_level`.
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
    within_paper: WithinPaperResult | None = None
    system_level: SystemLevelResult | None = None
    overall: OverallResult | None = None
    dimensions: tuple[DimensionResult, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedResult:
    """One statistic of two evaluators on the same units; difference is a minus b, with a paired interval."""

    a: Estimated
    b: Estimated
    difference: Estimated


@dataclass(frozen=True, slots=True)
class EvaluatorComparisonResult:
    """Evaluators `a` and `b`, Pearson's r on the posters both scored and agreement on the judgments both can call.

    judgments + unscored + equal_scores = ranked.
    """

    a: str
    b: str
    posters: int
    only_a: int
    only_b: int
    pearson: PairedResult
    judgments: int
    unscored: int
    equal_scores: int
    agreement: PairedResult
