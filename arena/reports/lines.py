"""What a results page holds, line by line: texts that a template only has to set."""

from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class SystemLine:
    name: str
    beats: str
    interval: str
    rank: str
    rank_range: str
    n: str
    wins: str
    ties: str
    losses: str
    flagged: str
    strength: str
    is_top: bool


@dataclass(frozen=True, slots=True)
class PairLine:
    a: str
    b: str
    wins: str
    ties: str
    losses: str
    n: str
    preference: str
    interval: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The row's preference over the column; `tint` is a class, empty near 50 % and where there is no number."""

    text: str
    n: str
    tint: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    name: str
    cells: tuple[MatrixCell, ...]


@dataclass(frozen=True, slots=True)
class MarginLine:
    gap: str
    n: str
    agreement: str
    interval: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    name: str
    mean: str
    remark: str


@dataclass(frozen=True, slots=True)
class Measure:
    """A line of the table on how solid the results are."""

    name: str
    value: str
    interval: str
    reading: str
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """responses = ranked + skips + excluded."""

    responses: str
    parts: str


@dataclass(frozen=True, slots=True)
class Exclusion:
    reason: str
    n: str


@dataclass(frozen=True, slots=True)
class ResultsPage:
    headline: SafeString
    headline_text: str
    lede: str
    sum: Sum
    exclusions: tuple[Exclusion, ...]
    papers: str
    systems: str
    reviewers: str
    flags: str
    lines: tuple[SystemLine, ...]
    pairs: tuple[PairLine, ...]
    matrix: tuple[MatrixRow, ...]
    margins: tuple[MarginLine, ...]
    margins_sentence: str
    scores: tuple[ScoreLine, ...]
    score_sentence: str
    evaluator: str
    measures: tuple[Measure, ...]
    resampling: str
    alt: dict[str, str]
    notes: tuple[str, ...]
    has_undefined: bool
    command: str
