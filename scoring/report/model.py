"""The report as plain records: exactly what report.json holds (architecture 5.4)."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class SystemResult:
    """One system, highest beat probability first. Ranks and beat probability are within `component`, 1 the largest.

    flagged counts kept responses in which this system's poster was marked as a critical failure.
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


@dataclass(frozen=True, slots=True)
class PairResult:
    """One unordered pair seen from `a`, which stands higher in the list of systems."""

    a: str
    b: str
    wins: int
    ties: int
    losses: int
    n: int
    preference: float | None
    ci_low: float | None
    ci_high: float | None


@dataclass(frozen=True, slots=True)
class MarginResult:
    """Judgments whose two scores differ by low <= gap < high points; high None is "and more"."""

    low: float
    high: float | None
    n: int
    agreement: float | None
    ci_low: float | None
    ci_high: float | None


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
class AlignmentResult:
    """Score against people. judgments + equal_scores + unscored_judgments + below_first_edge = ranked."""

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


@dataclass(frozen=True, slots=True)
class AgreementResult:
    """Agreement between reviewers on (case, pair) items with two judgments or more."""

    krippendorff_alpha: float | None
    items: int
    pairable: int
    raw_agreement: float | None
    chance_agreement: float | None


@dataclass(frozen=True, slots=True)
class PositionResult:
    """left / (left + right)."""

    left_share: float | None
    ci_low: float | None
    ci_high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class ConsistencyResult:
    """`same` of `compared` repeated judgments have the answer of the first time."""

    repeats: int
    compared: int
    same: int
    share: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything in report.json. Fractions, rounded to 6 decimals; None is "undefined", with a sentence in `notes`."""

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
    """One line of reviewers.csv."""

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


@dataclass(frozen=True, slots=True)
class Results:
    """The report and the two long tables that stand only in CSV."""

    report: Report
    posters: tuple[PosterLine, ...]
    reviewers: tuple[ReviewerLine, ...]
