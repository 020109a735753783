"""One poster's score as its page draws it: bars, ceiling and numbered findings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from arena.posters.models import Poster, PosterScore
from scoring.words import WEIGHTS, Dimension

# The plot of the dimensions: names on the left, bars from 31 % to 73 % of its width, numbers on the right.
BAR_START, BAR_WIDTH = 31.0, 42.0
ROW_GAP = 6.0
MOST_MARKED = 0.6  # of the poster's area: a frame around nearly all of it points at nothing
CEILINGS = ("gate-", "failure-", "ceiling-")  # how the ids of findings begin that cap the whole score
# The four families (AutoDesign, section 5.1): name, how the ids of their findings begin, and what holds where none is.
FAMILIES = (
    ("Gate", "gate-", "it has its own words, and its slots for figures are filled"),
    ("Failure", "failure-", "no slot for a figure is empty"),
    ("Layout", "ceiling-layout", "no serious fault of the layout"),
    ("Viability", "ceiling-viability", "density, readability and aesthetics are good enough together"),
)
SAID_LIMIT = re.compile(r"(?P<why>.+) Ceiling (?P<limit>\d+(\.\d+)?)\.", re.DOTALL)
SEVERITIES = ("blocking", "serious", "minor")


@dataclass(frozen=True, slots=True)
class Bar:
    """One dimension: its bar is as long as the score and as high as the weight, so that its area is the points."""

    name: str
    weight: int
    score: float | None
    points: float | None
    y: float
    height: float
    width: float  # percent of the plot
    baseline: float  # of its texts


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a finding is, in pixels of the master and in percent."""

    x: float
    y: float
    width: float
    height: float
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Finding:
    id: str
    number: int
    dimension: str
    severity: str
    message: str
    mark: Mark | None

    @property
    def is_minor(self) -> bool:
        return self.severity == "minor"

    @property
    def is_ceiling(self) -> bool:
        return self.id.startswith(CEILINGS)


@dataclass(frozen=True, slots=True)
class CeilingLine:
    """One family of ceilings: the limit that it sets and why, or None and what holds instead."""

    name: str
    value: str | None
    why: str
    binds: bool = False  # it is this one that costs points


@dataclass(frozen=True, slots=True)
class Verdict:
    score: PosterScore
    bars: tuple[Bar, ...]
    plot_height: float
    findings: tuple[Finding, ...]

    @property
    def capped(self) -> bool:
        """The ceiling costs points."""
        rubric, ceiling = self.score.rubric, self.score.ceiling
        return rubric is not None and ceiling is not None and ceiling < rubric

    @property
    def marked(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.mark is not None)

    @property
    def ceilings(self) -> tuple[CeilingLine, ...]:
        """The four families, with the strictest of each; none where the ceiling came without its reasons."""
        if self.score.imported:
            return ()
        return tuple(self._family(*family) for family in FAMILIES)

    def _family(self, name: str, prefix: str, otherwise: str) -> CeilingLine:
        limits = [_limit(finding, self.score.ceiling) for finding in self.findings if finding.id.startswith(prefix)]
        if not limits:
            return CeilingLine(name, None, otherwise)
        value, why = min(limits, key=lambda limit: limit[0])
        return CeilingLine(name, f"{value:g}", why, binds=self.capped and value == self.score.ceiling)

    @property
    def binding(self) -> CeilingLine | None:
        return next((line for line in self.ceilings if line.binds), None)

    @property
    def lost(self) -> float | None:
        rubric, ceiling = self.score.rubric, self.score.ceiling
        return None if rubric is None or ceiling is None else max(0.0, rubric - ceiling)


def verdict_of(score: PosterScore, poster: Poster) -> Verdict:
    bars = _bars(score)
    height = bars[-1].y + bars[-1].height
    worst_first = sorted(score.findings, key=lambda entry: _rank(str(entry["severity"])))
    findings = tuple(_finding(number, entry, poster) for number, entry in enumerate(worst_first, start=1))
    return Verdict(score, bars, height, findings)


def _rank(severity: str) -> int:
    return SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)


def _limit(finding: Finding, ceiling: float | None) -> tuple[float, str]:
    """The limit that a finding sets, which its message ends with, and the reason; else the ceiling as it is."""
    said = SAID_LIMIT.fullmatch(finding.message)
    if said is None:
        return (100.0 if ceiling is None else ceiling), finding.message
    return float(said["limit"]), said["why"]


def dimension_name(dimension: str) -> str:
    return dimension.replace("_", " ").capitalize()


def _bars(score: PosterScore) -> tuple[Bar, ...]:
    bars: list[Bar] = []
    y = 0.0
    for dimension in Dimension:
        weight = WEIGHTS[dimension]
        value: float | None = getattr(score, dimension.value)
        height = 10.0 + 0.8 * weight
        bars.append(
            Bar(
                name=dimension_name(dimension.value),
                weight=weight,
                score=value,
                points=None if value is None else value * weight / 10,
                y=y,
                height=height,
                width=0.0 if value is None else BAR_WIDTH * value / 10,
                baseline=y + height / 2 + 4.5,
            )
        )
        y += height + ROW_GAP
    return tuple(bars)


def _finding(number: int, entry: Mapping[str, object], poster: Poster) -> Finding:
    return Finding(
        id=str(entry["id"]),
        number=number,
        dimension=dimension_name(str(entry["dimension"])),
        severity=str(entry["severity"]),
        message=str(entry["message"]),
        mark=_mark(entry.get("box"), poster),
    )


def _mark(box: object, poster: Poster) -> Mark | None:
    if not isinstance(box, dict):
        return None
    x0, y0, x1, y1 = (float(box[name]) for name in ("x0", "y0", "x1", "y1"))
    if (x1 - x0) * (y1 - y0) > MOST_MARKED:
        return None
    return Mark(
        x=x0 * poster.width,
        y=y0 * poster.height,
        width=(x1 - x0) * poster.width,
        height=(y1 - y0) * poster.height,
        left=100 * x0,
        top=100 * y0,
    )
