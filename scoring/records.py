"""The plain records that cross the border of `scoring`."""

from dataclasses import dataclass, field
from datetime import datetime

from scoring.words import Choice, CriticalFailure, Dimension, ScoreStatus, Source


@dataclass(frozen=True, slots=True)
class JudgmentRecord:
    """One row of judgments.csv (architecture 5.2), checked. Times are aware UTC; seconds are visible seconds."""

    case_id: str
    reviewer: str
    system_left: str
    system_right: str
    choice: Choice
    judgment_id: str = ""
    discipline: str = ""
    critical_failure: CriticalFailure = CriticalFailure.NONE
    shown_at: datetime | None = None
    decided_at: datetime | None = None
    seconds: float | None = None
    source: Source | None = None
    revision: int | None = None
    comment: str = ""
    repeat_of: str = ""
    excluded_reason: str = ""
    line: int | None = field(default=None, compare=False)  # of the file it was read from; no part of what it says


@dataclass(frozen=True, slots=True)
class ScoreRecord:
    """One row of scores.csv (architecture 5.3), checked.

    overall, rubric and ceiling are 0-100, dimensions 0-10; None is "no value", never 0.
    """

    case_id: str
    system: str
    evaluator: str
    status: ScoreStatus
    overall: float | None = None
    rubric: float | None = None
    ceiling: float | None = None
    dimensions: dict[Dimension, float | None] = field(default_factory=dict)
    discipline: str = ""
    protocol: str = ""
    poster_sha256: str = ""
    judge_model: str = ""
    line: int | None = field(default=None, compare=False)  # of the file it was read from; no part of what it says


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report depends on besides its two files."""

    evaluator: str | None = None
    resamples: int = 2000
    seed: int = 0
    margin_edges: tuple[float, ...] = (0.0, 3.0, 6.0, 10.0, 20.0)


@dataclass(frozen=True, slots=True)
class PaperText:
    """What PosterBench knows of a paper. `figures` counts figures and tables found; None where nobody looked."""

    text: str
    title: str = ""
    abstract: str = ""
    headings: tuple[str, ...] = ()
    figures: int | None = None


@dataclass(frozen=True, slots=True)
class FractionBox:
    """A rectangle on a poster as fractions of its width and height, origin at the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing an evaluator saw, where it saw it, and what it means for which dimension."""

    id: str
    dimension: Dimension
    severity: str  # "minor", "serious" or "blocking"
    message: str
    box: FractionBox | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A poster's score by one evaluator: overall = min(rubric, ceiling), None unless every dimension has a value."""

    evaluator: str
    protocol: str
    status: ScoreStatus
    dimensions: dict[Dimension, float | None]
    rubric: float | None
    ceiling: float
    overall: float | None
    findings: tuple[Finding, ...] = ()
