"""The report as plain records: exactly what report.json holds (architecture 5.4)."""

from dataclasses import dataclass, field

from scoring.report.aligned import AlignmentResult, EvaluatorComparisonResult, MarginResult, ScoreResult
from scoring.report.referee import (
    BoardResult,
    CoverageResult,
    DifferenceResult,
    FailureResult,
    FragilityResult,
    InfluencesResult,
    MissingLink,
    PlanningResult,
    TieModelResult,
    VariantResult,
    WithExcludedResult,
)

__all__ = [
    "SCHEMA",
    "AgreementResult",
    "AlignmentResult",
    "ConsistencyResult",
    "InputFacts",
    "MarginResult",
    "Method",
    "PairResult",
    "PositionResult",
    "PosterLine",
    "Report",
    "Results",
    "ReviewerLine",
    "ScoreResult",
    "SystemResult",
]

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class InputFacts:
    """The two files and what is in them. responses = ranked + skips + excluded; repeats are apart.

    reviewers, cases and systems count those of the kept responses. source says where the kept judgments come from:
    `browser`, `import`, `simulated` or `not stated`, joined by `+`.
    """

    judgments_sha256: str
    scores_sha256: str | None
    responses: int
    ranked: int
    skips: int
    ties: int
    excluded: int
    repeats: int
    reviewers: int
    cases: int
    systems: int
    critical_failures: int
    excluded_reasons: dict[str, int]
    simulated: bool
    source: str


@dataclass(frozen=True, slots=True)
class Method:
    """How the numbers were made.

    failed_resamples gave no Bradley-Terry estimate; regularised says that no finite estimate exists;
    separated_resamples were kept at the limit of a vanishing ridge.
    """

    resamples: int
    seed: int
    bootstrap: str
    interval: str
    level: float
    failed_resamples: int
    regularised: bool
    version: str
    empty_resamples: int
    disconnected_resamples: int
    unconverged_resamples: int
    separated_resamples: int
    margin_edges: tuple[float, ...]
    libraries: dict[str, str] = field(default_factory=dict)  # what the numbers come from besides this program: versions


@dataclass(frozen=True, slots=True)
class SystemResult:
    """One system, highest beat probability first. Ranks and beat probability are within `component`, 1 the largest.

    flagged counts kept responses in which this system's poster was marked as a critical failure. dropped resamples gave
    no value, reason says why the interval is null. boundary is `undefeated` or `winless` where no finite strength
    exists; regularised says that a vanishing ridge decided the beat probability or an end of its interval. robust_low
    and robust_high are the two-way cluster-robust interval.
    """

    system: str
    strength: float | None
    beat_probability: float | None
    ci_low: float | None
    ci_high: float | None
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    component: int
    wins: int
    ties: int
    losses: int
    n: int
    flagged: int
    dropped: int = 0
    reason: str | None = None
    boundary: str | None = None
    regularised: bool = False
    robust_low: float | None = None
    robust_high: float | None = None
    robust_reason: str | None = None


@dataclass(frozen=True, slots=True)
class PairResult:
    """One unordered pair seen from `a`, which stands higher in the list of systems.

    dropped resamples had no judgment of the pair; reason says why the interval is null.
    """

    a: str
    b: str
    wins: int
    ties: int
    losses: int
    n: int
    preference: float | None
    ci_low: float | None
    ci_high: float | None
    dropped: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class AgreementResult:
    """Agreement between reviewers on (case, pair) items with two judgments or more.

    alpha_either_way counts every item in both orders of its pair, so that no system's name decides which is first.
    """

    krippendorff_alpha: float | None
    items: int
    pairable: int
    raw_agreement: float | None
    chance_agreement: float | None
    alpha_either_way: float | None = None


@dataclass(frozen=True, slots=True)
class PositionResult:
    """left / (left + right), and the left side's advantage in the model.

    effect is delta in logit P(left preferred) = theta_left - theta_right + delta, by maximum likelihood; 0 is none.
    """

    left_share: float | None
    ci_low: float | None
    ci_high: float | None
    n: int
    dropped: int = 0
    reason: str | None = None
    effect: float | None = None
    effect_low: float | None = None
    effect_high: float | None = None
    effect_reason: str | None = None


@dataclass(frozen=True, slots=True)
class ConsistencyResult:
    """`same` of `compared` repeated judgments have the answer of the first time."""

    repeats: int
    compared: int
    same: int
    share: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything in report.json. Fractions, rounded to 6 decimals; None is "undefined", with a sentence in `notes`.

    What has a default is missing in reports of older versions. alignment is the chosen evaluator's, alignments are
    everybody's, by name. Tiers hold systems that cannot be told apart, the best first.
    """

    schema: int
    input: InputFacts
    method: Method
    systems: tuple[SystemResult, ...]
    head_to_head: tuple[PairResult, ...]
    alignment: AlignmentResult | None
    agreement: AgreementResult
    position: PositionResult
    self_consistency: ConsistencyResult
    notes: tuple[str, ...]
    variants: tuple[VariantResult, ...] = ()
    differences: tuple[DifferenceResult, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    missing_links: tuple[MissingLink, ...] = ()
    boards: tuple[BoardResult, ...] = ()
    influence: InfluencesResult | None = None
    tie_model: TieModelResult | None = None
    failures: tuple[FailureResult, ...] = ()
    fragility: FragilityResult | None = None
    planning: PlanningResult | None = None
    alignments: tuple[AlignmentResult, ...] = ()
    evaluator_comparisons: tuple[EvaluatorComparisonResult, ...] = ()
    coverage: CoverageResult | None = None
    with_excluded: WithExcludedResult | None = None


@dataclass(frozen=True, slots=True)
class PosterLine:
    """One line of posters.csv."""

    case_id: str
    discipline: str
    system: str
    evaluator: str
    status: str
    score: float | None
    wins: int
    ties: int
    losses: int
    n: int
    preference: float | None


@dataclass(frozen=True, slots=True)
class ReviewerLine:
    """One line of reviewers.csv.

    agreement: share of the `compared` comparisons on the side of the system that a fit without this reviewer has
    stronger, a tie as half; shift: largest change of a beat probability without this reviewer; reason: why one is null.
    """

    reviewer: str
    responses: int
    ranked: int
    left: int
    equal: int
    right: int
    skips: int
    excluded: int
    repeats: int
    critical_failures: int
    left_share: float | None
    median_seconds: float | None
    source: str
    tie_share: float | None = None
    skip_share: float | None = None
    agreement: float | None = None
    compared: int = 0
    shift: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """The report, the two long tables that stand only in CSV, and what only a figure shows.

    coverage: ranked judgments of each pair (a row each, as in head_to_head) on each paper of report.coverage; empty
    where there are too many pairs to look at.
    """

    report: Report
    posters: tuple[PosterLine, ...]
    reviewers: tuple[ReviewerLine, ...]
    coverage: tuple[tuple[int, ...], ...] = ()
