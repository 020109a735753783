"""How far systems lie apart: differences of beat probabilities that hold for all pairs at once, and tiers."""

from dataclasses import dataclass

from scoring.preference.arrays import Floats
from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import Interval


@dataclass(frozen=True, slots=True)
class Difference:
    """Beat probability of `a` minus that of `b`, `a` ranked first; both of one component.

    interval: 95 % for all pairs of the component together; p_value: this pair's own, two-sided, not corrected;
    apart: whether the interval leaves 0 out, None where there is none.
    """

    a: str
    b: str
    difference: float
    interval: Interval
    p_value: float | None
    apart: bool | None


@dataclass(frozen=True, slots=True)
class Differences:
    """Pairs in the order of the ranking; rank ranges in the order of comparisons.systems; tiers from the top.

    A tier never spans two components; a component without intervals has no tiers.
    """

    pairs: tuple[Difference, ...]
    rank_ranges: tuple[tuple[int, int] | None, ...]
    tiers: tuple[tuple[str, ...], ...]


def compare_systems(comparisons: Comparisons, point: PointFit, draws: Floats) -> Differences:
    """Differences, rank ranges and tiers from resampled beat probabilities (B, S), NaN where a resample gave none."""
    raise NotImplementedError
