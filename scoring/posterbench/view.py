"""What every dimension looks at: the raster, its lines of text, its regions and its empty spaces."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from scoring.posterbench.geometry import Rect
from scoring.posterbench.ocr import TextLine
from scoring.posterbench.raster import Raster
from scoring.posterbench.regions import Regions, find_regions
from scoring.posterbench.space import Space, measure_space
from scoring.records import Finding
from scoring.words import Dimension


@dataclass(frozen=True, slots=True)
class PosterView:
    """A poster taken apart once, for all seven dimensions."""

    raster: Raster
    lines: tuple[TextLine, ...]
    regions: Regions
    space: Space

    @property
    def is_empty(self) -> bool:
        """True where there is next to nothing to judge: under five words and no figure."""
        return self.word_count < 5 and not self.regions.figures

    @property
    def word_count(self) -> int:
        return sum(len(line.text.split()) for line in self.lines)

    @property
    def body(self) -> tuple[TextLine, ...]:
        """The lines of running text: not in a figure, and not more than 1.6 times the usual size."""
        outside = [line for line in self.lines if not self.in_figure(line)]
        words = [line for line in outside if sum(c.isalpha() for c in line.text) >= 3]
        if not words:
            return ()
        usual = weighted_median([line.font_size for line in words], [len(line.text) for line in words])
        return tuple(line for line in words if line.font_size <= 1.6 * usual)

    def in_figure(self, line: TextLine) -> bool:
        return any(line.box.share_inside(figure) >= 0.5 for figure in self.regions.figures)

    def finding(
        self, name: str, dimension: Dimension, severity: str, message: str, rect: Rect | None = None
    ) -> Finding:
        box = rect.fraction(self.raster.width, self.raster.height) if rect is not None else None
        return Finding(name, dimension, severity, message, box)


@dataclass(frozen=True, slots=True)
class DimensionResult:
    """One dimension's score, 0-10 with 2 decimals, None where it is undefined, and what led to it."""

    score: float | None
    findings: tuple[Finding, ...] = ()


def look_at(raster: Raster, lines: Sequence[TextLine]) -> PosterView:
    """Take a poster apart; a pure function of the raster and its lines."""
    regions = find_regions(raster, lines)
    return PosterView(raster, tuple(lines), regions, measure_space(raster, lines, regions))


def ten(value: float) -> float:
    """A score held within 0-10, 2 decimals."""
    return round(min(10.0, max(0.0, value)), 2)


def ramp(value: float, low: float, high: float) -> float:
    """0 at `low` or beyond, 1 at `high` or beyond, straight between; `low` may be above `high`."""
    return min(1.0, max(0.0, (value - low) / (high - low)))


def weighted_median(values: Sequence[float], weights: Sequence[float]) -> float:
    """The value at which half of the weight is reached; the plain median where all weights are 0."""
    total = sum(weights)
    if total <= 0:
        return median(values)
    reached = 0.0
    pairs = sorted(zip(values, weights, strict=True))
    for value, weight in pairs:
        reached += weight
        if reached >= total / 2:
            return value
    return pairs[-1][0]
