"""Which system people prefer: strengths, beat probabilities and head-to-head preferences with crossed intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Bools, Floats
from scoring.preference.bradley_terry import Boundary, PointFit, boundaries, fit_point, known, ranking, ranks
from scoring.preference.comparisons import Comparisons, PairCounts, count_pairs, count_systems, pair_ends, win_matrix
from scoring.preference.crossed import CrossedFits, Outcomes, resample_fits
from scoring.preference.differences import Differences, compare_systems
from scoring.preference.graph import missing_links
from scoring.preference.intervals import Interval, ends_touch, no_interval, percentile_intervals, refusal
from scoring.preference.resampling import draw_crossed, named_rng

# Pairs whose resampled preferences are held at once.
_PAIRS_AT_ONCE: Final = 256


@dataclass(frozen=True, slots=True)
class SystemEstimate:
    """One system; None is "not estimable". Ranks are within `component` (0 is the largest).

    boundary: why `beat` is only a limit. regularised: the ridge decided `beat` (it is a limit) or an end of `interval`
    (which comes from a resample without a finite estimate).
    """

    system: str
    strength: float | None
    beat: float | None
    interval: Interval
    rank: int | None
    rank_range: tuple[int, int] | None
    component: int
    wins: int
    ties: int
    losses: int
    boundary: Boundary | None
    regularised: bool

    @property
    def n(self) -> int:
        """Comparisons of this system."""
        return self.wins + self.ties + self.losses


@dataclass(frozen=True, slots=True)
class PairEstimate:
    """One unordered pair seen from `a`; preference = (wins + ties / 2) / n, None for a pair never compared."""

    a: str
    b: str
    wins: int
    ties: int
    losses: int
    preference: float | None
    interval: Interval

    @property
    def n(self) -> int:
        """Comparisons of this pair."""
        return self.wins + self.ties + self.losses


@dataclass(frozen=True, slots=True)
class Preference:
    """Systems sorted by beat probability, highest first; pairs in that order, `a` before `b`.

    differences: how far systems lie apart, from the same resamples. draws: (B, S) resampled beat probabilities, systems
    in the order of the comparisons (by id), NaN where a resample was dropped; (0, S) where resampling was refused.
    links: pairs whose comparison would join the components.
    """

    systems: tuple[SystemEstimate, ...]
    pairs: tuple[PairEstimate, ...]
    differences: Differences
    outcomes: Outcomes
    point: PointFit
    draws: Floats
    links: tuple[tuple[str, str], ...]

    @property
    def regularised(self) -> bool:
        """Whether the ridge decided any printed number."""
        return any(system.regularised for system in self.systems)


def estimate_preference(comparisons: Comparisons, *, resamples: int, seed: int) -> Preference:
    """Fit Bradley-Terry, and resample papers and reviewers together for every interval.

    AutoDesign, section 5.3: a tie is half a win for each side, skips are out, 95 % percentile intervals.
    """
    n_systems = len(comparisons.systems)
    counts = count_pairs(comparisons)
    wins = win_matrix(counts, n_systems)
    point = fit_point(wins)
    limits = boundaries(wins, point.components)
    regularised = np.array([limit is not None for limit in limits], dtype=bool)
    why_not = refusal(len(comparisons.papers), len(comparisons.reviewers))
    if why_not is not None:
        fits = None
        system_intervals = [no_interval(why_not)] * n_systems
        pair_intervals = [no_interval(why_not)] * comparisons.n_pairs
    else:
        rng = named_rng(seed, "preference")
        draws = draw_crossed(len(comparisons.papers), len(comparisons.reviewers), resamples, rng)
        fits = resample_fits(comparisons, point, draws)
        system_intervals = percentile_intervals(fits.beat, ~np.isnan(point.beat))
        pair_intervals = _pair_intervals(fits, counts.n > 0)
        printed = np.array([interval.low is not None for interval in system_intervals], dtype=bool)
        regularised |= printed & ends_touch(fits.beat, fits.separated)
    beat = fits.beat if fits else np.empty((0, n_systems))
    differences = compare_systems(comparisons, point, beat)
    order = ranking(point.beat)
    return Preference(
        systems=_systems(
            comparisons, counts, point, system_intervals, differences.rank_ranges, limits, regularised, order
        ),
        pairs=_pairs(comparisons, counts, pair_intervals, order),
        differences=differences,
        outcomes=fits.outcomes if fits else Outcomes(),
        point=point,
        draws=beat,
        links=_links(comparisons, point, wins),
    )


def _links(comparisons: Comparisons, point: PointFit, wins: Floats) -> tuple[tuple[str, str], ...]:
    parts = [part.systems for part in point.components]
    return tuple((comparisons.systems[a], comparisons.systems[b]) for a, b in missing_links(parts, wins))


def _pair_intervals(fits: CrossedFits, compared: Bools) -> list[Interval]:
    """Intervals of all pairs, a few pairs at a time."""
    result: list[Interval] = []
    for start in range(0, len(compared), _PAIRS_AT_ONCE):
        some = slice(start, start + _PAIRS_AT_ONCE)
        result += percentile_intervals(fits.preference(some), compared[some])
    return result


def _systems(
    comparisons: Comparisons,
    counts: PairCounts,
    point: PointFit,
    intervals: list[Interval],
    ranges: Sequence[tuple[int, int] | None],
    limits: list[Boundary | None],
    regularised: Bools,
    order: list[int],
) -> tuple[SystemEstimate, ...]:
    wins, ties, losses = count_systems(counts, len(comparisons.systems))
    strength, beat, own_ranks = known(point.strength), known(point.beat), ranks(point.beat, point.component)
    return tuple(
        SystemEstimate(
            system=comparisons.systems[system],
            strength=strength[system],
            beat=beat[system],
            interval=intervals[system],
            rank=own_ranks[system],
            rank_range=ranges[system],
            component=int(point.component[system]),
            wins=int(wins[system]),
            ties=int(ties[system]),
            losses=int(losses[system]),
            boundary=limits[system],
            regularised=bool(regularised[system]),
        )
        for system in order
    )


def _pairs(
    comparisons: Comparisons, counts: PairCounts, intervals: list[Interval], order: list[int]
) -> tuple[PairEstimate, ...]:
    place = {system: position for position, system in enumerate(order)}
    first, second = pair_ends(len(comparisons.systems))
    numbered = list(enumerate(zip(first.tolist(), second.tolist(), strict=True)))
    numbered.sort(key=lambda item: sorted((place[item[1][0]], place[item[1][1]])))
    result = []
    for pair, (one, other) in numbered:
        wins, ties, losses = int(counts.wins[pair]), int(counts.ties[pair]), int(counts.losses[pair])
        interval = intervals[pair]
        if place[one] > place[other]:
            one, other, wins, losses, interval = other, one, losses, wins, mirrored(interval)
        n = wins + ties + losses
        result.append(
            PairEstimate(
                a=comparisons.systems[one],
                b=comparisons.systems[other],
                wins=wins,
                ties=ties,
                losses=losses,
                preference=(wins + ties / 2) / n if n else None,
                interval=interval,
            )
        )
    return tuple(result)


def mirrored(interval: Interval) -> Interval:
    """The same interval of the other side's share, 1 - x."""
    if interval.low is None or interval.high is None:
        return interval
    return Interval(1 - interval.high, 1 - interval.low, interval.dropped, interval.reason)
