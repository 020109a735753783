"""What the page about the method says in numbers, taken from the code that computes with them."""

from dataclasses import dataclass
from itertools import pairwise

from scoring import __version__
from scoring.posterbench import limits
from scoring.records import ReportOptions
from scoring.report.citations import BRADLEY_TERRY, CAMERON, DAVIDSON, FORD, KRIPPENDORFF, OWEN, WESTFALL
from scoring.words import WEIGHTS, Dimension

# What each dimension asks, in one line (AutoDesign, section 5.1, in our words).
_ASKS: dict[Dimension, str] = {
    Dimension.FAITHFULNESS: "Do the numbers on the poster stand in the paper?",
    Dimension.COVERAGE: "Are the paper’s main parts there?",
    Dimension.DENSITY: "Is it neither a wall of text nor a bare sheet?",
    Dimension.VISUAL_EVIDENCE: "Do figures and tables carry the finding?",
    Dimension.LAYOUT: "Is everything aligned, apart from each other and inside the sheet?",
    Dimension.READABILITY: "Can it be read: size, contrast, length of lines?",
    Dimension.AESTHETICS: "Do colours and proportions go together?",
}

_SOURCES = (BRADLEY_TERRY, FORD, OWEN, CAMERON, WESTFALL, DAVIDSON, KRIPPENDORFF)

BIBTEX = """@software{{poster_arena,
  author  = {{{{The Poster Arena authors}}}},
  title   = {{{{Poster Arena: blind comparison and automatic scoring of paper posters}}}},
  version = {{{version}}},
  year    = {{2026}},
  license = {{MIT}}
}}"""


@dataclass(frozen=True, slots=True)
class WeighedDimension:
    """A dimension of PosterBench: its weight in points of 100, and the length of its bar in percent."""

    name: str
    asks: str
    weight: int
    length: float


@dataclass(frozen=True, slots=True)
class CeilingRule:
    """When a poster is held at how many points, whatever its dimensions add up to."""

    when: str
    points: str


@dataclass(frozen=True, slots=True)
class Method:
    version: str
    dimensions: tuple[WeighedDimension, ...]
    ceilings: tuple[CeilingRule, ...]
    buckets: tuple[str, ...]  # of the gap between two scores, in points
    resamples: int
    sources: tuple[str, ...]  # of the statistics

    @property
    def bibtex(self) -> str:
        return BIBTEX.format(version=self.version)


def method() -> Method:
    options = ReportOptions()
    heaviest = max(WEIGHTS.values())
    dimensions = tuple(
        WeighedDimension(
            dimension.value.replace("_", " ").capitalize(), _ASKS[dimension], weight, 100 * weight / heaviest
        )
        for dimension, weight in WEIGHTS.items()
    )
    edges = [f"{edge:g}" for edge in options.margin_edges]
    buckets = (*(f"{low}–{high}" for low, high in pairwise(edges)), f"{edges[-1]} and more")
    return Method(
        __version__, dimensions, _ceilings(), buckets, options.resamples, tuple(work.full for work in _SOURCES)
    )


def _ceilings() -> tuple[CeilingRule, ...]:
    copied = f"{limits.COPIED_WORDS:,} words or more, {limits.COPIED_SHARE:.0%} of them in the paper’s own sentences"
    layout = (
        f"A serious fault of layout: at a layout score of {limits.LAYOUT_LOW:g} or less, "
        f"rising to 100 at {limits.LAYOUT_HIGH:g}"
    )
    viability = (
        "Density, readability and aesthetics low together: v, their mean that counts density twice, is at most "
        f"{limits.VIABILITY_LOW:g}; above it the ceiling rises to 100"
    )
    return (
        CeilingRule("Two slots for figures stand empty", f"{limits.GATE_EMPTY_SLOTS:g}"),
        CeilingRule(copied, f"{limits.GATE_COPIED:g}"),
        CeilingRule("No readable words", f"{limits.GATE_EMPTY:g}"),
        CeilingRule("One slot for a figure stands empty", f"{limits.FAILURE_EMPTY_SLOT:g}"),
        CeilingRule(layout, f"{limits.LAYOUT_FLOOR:g}"),
        CeilingRule(viability, "10 (v + 1)"),
    )
