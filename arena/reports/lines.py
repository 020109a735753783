"""What a results page holds, line by line: texts that a template only has to set."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.report.methods import Methods
from scoring.report.section import Part


@dataclass(frozen=True, slots=True)
class SystemLine:
    name: str
    group: str  # empty where all systems are in one
    boundary: str  # `undefeated`, `winless` or `a limit`; empty where the number is an estimate like any other
    beats: str
    interval: str
    robust: str
    rank: str
    rank_range: str
    n: str
    wins: str
    ties: str
    losses: str
    flagged: str


@dataclass(frozen=True, slots=True)
class PairLine:
    a: str
    b: str
    wins: str
    ties: str
    losses: str
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
    """`matrix` is empty where there are too many systems for a table; `alt` is by the name of the figure."""

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
    parts: tuple[Part, ...]
    resampling: str
    alt: dict[str, str]
    notes: tuple[str, ...]
    has_undefined: bool
    has_groups: bool
    has_boundary: bool
    methods: Methods
    command: str
