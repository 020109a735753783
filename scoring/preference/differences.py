"""How far systems lie apart: differences of beat probabilities that hold for all pairs at once, and tiers."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.preference.arrays import Floats
from scoring.preference.bradley_terry import PointFit, ranking
from scoring.preference.comparisons import Comparisons
from scoring.preference.intervals import Interval, NoInterval, no_interval, refusal, too_many
from scoring.preference.rankings import Separation, separate


@dataclass(frozen=True, slots=True)
class Difference:
    """Beat probability of `a` minus that of `b`, `a` ranked first; both of one component.

    interval: 95 % for all pairs of the component together; p_value: this pair's own, two-sided, not corrected, no
    smaller than 2 / (resamples + 1); apart: whether the interval leaves 0 out, None where there is none.
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

    Tiers are those of `Separation.tiers`; none spans two components, and a component without intervals has none.
    """

    pairs: tuple[Difference, ...]
    rank_ranges: tuple[tuple[int, int] | None, ...]
    tiers: tuple[tuple[str, ...], ...]


def compare_systems(comparisons: Comparisons, point: PointFit, draws: Floats) -> Differences:
    """Differences, rank ranges and tiers from resampled beat probabilities (B, S), NaN where a resample gave none.

    Component by component, the largest first: nothing is said about systems that no comparison joins. The interval of a
    difference is D +- c se by single-step max-t over the component's pairs (see `rankings.separate`), cut to [-1, 1].
    """
    names = comparisons.systems
    pairs: list[Difference] = []
    ranges: list[tuple[int, int] | None] = [None] * len(names)
    tiers: list[tuple[str, ...]] = []
    for component in point.components:
        members = component.systems
        if len(members) < 2:
            continue
        beat = point.beat[members]
        order = ranking(beat)
        known = [names[system] for system in members.tolist()]
        found, dropped = _separated(comparisons, beat, draws[:, members])
        if isinstance(found, NoInterval):
            pairs += _undecided(known, beat, order, no_interval(found, dropped))
            continue
        pairs += _decided(known, found, order, dropped)
        for system, limits in zip(members.tolist(), found.rank_ranges(), strict=True):
            ranges[system] = limits
        tiers += [tuple(known[place] for place in tier) for tier in found.tiers(order)]
    return Differences(tuple(pairs), tuple(ranges), tuple(tiers))


def _separated(comparisons: Comparisons, beat: Floats, draws: Floats) -> tuple[Separation | NoInterval, int]:
    """The comparison of one component's systems or why there is none, and how many resamples gave no value."""
    why_not = refusal(len(comparisons.papers), len(comparisons.reviewers))
    if why_not is not None:
        return why_not, 0
    kept = draws[~np.isnan(draws).any(axis=1)]
    dropped = len(draws) - len(kept)
    if too_many(dropped, len(draws)):
        return NoInterval.DROPPED, dropped
    if len(kept) < 2:
        return NoInterval.NO_SPREAD, dropped
    return separate(beat, kept), dropped


def _decided(names: list[str], found: Separation, order: list[int], dropped: int) -> list[Difference]:
    above = found.above
    half = found.critical * found.error
    result: list[Difference] = []
    for one, other in combinations(order, 2):
        gap, reach = float(found.gap[one, other]), float(half[one, other])
        moved = bool(found.moved[one, other])
        low, high = max(gap - reach, -1.0), min(gap + reach, 1.0)
        result.append(
            Difference(
                a=names[one],
                b=names[other],
                difference=gap,
                interval=Interval(low, high, dropped) if moved else no_interval(NoInterval.NO_SPREAD, dropped),
                p_value=float(found.p_value[one, other]) if moved else None,
                apart=bool(above[one, other]) if moved else None,
            )
        )
    return result


def _undecided(names: list[str], beat: Floats, order: list[int], interval: Interval) -> list[Difference]:
    return [
        Difference(names[one], names[other], float(beat[one] - beat[other]), interval, p_value=None, apart=None)
        for one, other in combinations(order, 2)
    ]
