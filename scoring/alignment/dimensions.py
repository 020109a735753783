"""How each dimension of an automatic score goes with preference."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import Interval
from scoring.records import ScoreRecord


@dataclass(frozen=True, slots=True)
class DimensionAlignment:
    """Over posters with a value of this dimension and at least one comparison; None where undefined, with the reason.

    name: one of the seven dimensions, or "rubric".
    """

    name: str
    posters: int
    papers: int
    pearson: float | None
    pearson_interval: Interval
    spearman: float | None
    spearman_interval: Interval
    reason: str | None


def align_dimensions(
    comparisons: Comparisons, scores: Sequence[ScoreRecord], *, resamples: int, seed: int
) -> tuple[DimensionAlignment, ...]:
    """Every dimension that has a value, in the order of PosterBench, then the rubric; `scores` are of one evaluator."""
    raise NotImplementedError
