"""The parts of report.json a referee asks for, beyond the board itself: what moves the result, and by how much."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimated:
    """A number with its 95 % interval; `reason` says why the interval, or the number itself, is null."""

    value: float | None
    ci_low: float | None
    ci_high: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class VariantResult:
    """One system's beat probability with the interval of each way to resample, and the two-way cluster-robust one.

    clipped: the robust covariance had to lose its negative part, which widens the interval.
    """

    system: str
    crossed: Estimated
    row: Estimated
    paper: Estimated
    reviewer: Estimated
    robust: Estimated
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class DifferenceResult:
    """Beat probability of `a` minus that of `b`, both of one component, with a simultaneous interval over all pairs.

    p_value is this pair's own, two-sided, not corrected; apart says whether the simultaneous interval leaves 0 out.
    """

    a: str
    b: str
    difference: float
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    apart: bool | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class MissingLink:
    """Two systems whose comparison would join two components."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class BoardSystem:
    """One system on one discipline's board."""

    system: str
    beat_probability: float | None
    ci_low: float | None
    ci_high: float | None
    rank: int | None
    component: int
    n: int
    reason: str | None
    regularised: bool = False


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The preference on the papers of one discipline; an empty discipline is "not stated".

    components: groups of systems that comparisons join here; a system without any is a group of its own.
    """

    discipline: str
    n: int
    cases: int
    reviewers: int
    systems: tuple[BoardSystem, ...]
    components: int = 1


@dataclass(frozen=True, slots=True)
class WithExcludedResult:
    """What the board would be, had the excluded responses been kept that somebody else might have kept.

    `arguable` of the excluded responses count here; those a reviewer took back and simulated ones do not. n
    comparisons of `cases` papers by `reviewers` reviewers.
    """

    arguable: int
    n: int
    cases: int
    reviewers: int
    systems: tuple[BoardSystem, ...]
    components: int = 1


@dataclass(frozen=True, slots=True)
class InfluenceResult:
    """What the board would be without one reviewer or one paper.

    shift: largest change of a beat probability, and `system` whose; leaders: who stands first then; rank_changes: how
    many systems change their rank. None where nothing can be estimated without it, with the reason.
    """

    name: str
    n: int
    shift: float | None
    system: str | None
    leaders: tuple[str, ...]
    rank_changes: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class InfluencesResult:
    """Drop-one influence, the largest shift first."""

    reviewers: tuple[InfluenceResult, ...]
    papers: tuple[InfluenceResult, ...]


@dataclass(frozen=True, slots=True)
class TieModelSystem:
    """One system under Davidson's model."""

    system: str
    beat_probability: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class TieModelResult:
    """Davidson's tie model as a sensitivity check: nu, and the largest change against ties as half wins, `system`'s."""

    nu: float | None
    systems: tuple[TieModelSystem, ...]
    largest_change: float | None
    rank_changes: int | None
    reason: str | None
    system: str | None = None


@dataclass(frozen=True, slots=True)
class FailureResult:
    """How often a system's poster was flagged, among the kept responses that showed it.

    unsided: flagged without saying which side, in `shown` only; outside: responses in `shown` of a paper or a reviewer
    without any ranking, which no resample draws.
    """

    system: str
    flagged: int
    shown: int
    rate: float | None
    ci_low: float | None
    ci_high: float | None
    reason: str | None
    unsided: int = 0
    outside: int = 0


@dataclass(frozen=True, slots=True)
class FlipResult:
    """`count` judgments of a pair, of which `ties` were ties, that together with others change first place.

    Each is answered for `loser` instead.
    """

    winner: str
    loser: str
    count: int
    ties: int = 0


@dataclass(frozen=True, slots=True)
class FragilityResult:
    """At most `flips` judgments answered the other way put `challenger` at or above `leader`; an upper bound."""

    leader: str | None
    challenger: str | None
    flips: int | None
    n: int
    changes: tuple[FlipResult, ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class PlanningPoint:
    """Expected width of a beat probability's 95 % interval with so many reviewers and judgments in all."""

    reviewers: int
    judgments: int
    width: float


@dataclass(frozen=True, slots=True)
class PlanningResult:
    """Width against more reviewers or more judgments, from the two-way cluster-robust variance of this study.

    The three shares of the variance add up to 1; clipped: a part came out negative and was put to zero.
    """

    reviewers: int
    judgments: int
    cases: int
    width: float | None
    paper_share: float | None
    reviewer_share: float | None
    judgment_share: float | None
    points: tuple[PlanningPoint, ...]
    reason: str | None
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class PaperCoverage:
    """Ranked judgments of one paper, the pairs of systems they cover and the reviewers who gave them."""

    case_id: str
    n: int
    pairs: int
    reviewers: int


@dataclass(frozen=True, slots=True)
class CellCount:
    """So many of the paper-by-pair cells hold exactly so many ranked judgments."""

    judgments: int
    cells: int


@dataclass(frozen=True, slots=True)
class CoverageResult:
    """Which papers and pairs were judged how often: ranked judgments, over all cases and all pairs of the report.

    cells = cases x pairs, of which `empty` hold no judgment; distribution counts all cells, fewest judgments first.
    """

    cells: int
    empty: int
    papers: tuple[PaperCoverage, ...]
    distribution: tuple[CellCount, ...]
