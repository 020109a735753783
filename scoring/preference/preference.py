"""Which system people prefer: strengths, beat probabilities and head-to-head preferences with crossed intervals."""

from dataclasses import dataclass

import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import PointFit, fit_point, ranks
from scoring.preference.comparisons import Comparisons, PairCounts, count_pairs, pair_ends, win_matrix
from scoring.preference.crossed import CrossedFits, Outcomes, resample_fits
from scoring.preference.intervals import Interval, no_interval, percentile_intervals, refusal
from scoring.preference.rankings import rank_ranges
from scoring.preference.resampling import draw_crossed, named_rng


@dataclass(frozen=True, slots=True)
class SystemEstimate:
    """One system; None is "not estimable". Ranks are within `component` (0 is the largest)."""

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
    """Systems sorted by beat probability, highest first; pairs in that order, `a` before `b`."""

    systems: tuple[SystemEstimate, ...]
    pairs: tuple[PairEstimate, ...]
    outcomes: Outcomes
    point: PointFit


def estimate_preference(comparisons: Comparisons, *, resamples: int, seed: int) -> Preference:
    """Fit Bradley-Terry, and resample papers and reviewers together for every interval.

    AutoDesign, section 5.3: a tie is half a win for each side, skips are out, 95 % percentile intervals.
    """
    n_systems = len(comparisons.systems)
    counts = count_pairs(comparisons)
    point = fit_point(win_matrix(counts, n_systems))
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
        pair_intervals = percentile_intervals(fits.preference, counts.n > 0)
    order = _order(comparisons, point)
    return Preference(
        systems=_systems(comparisons, counts, point, system_intervals, _rank_ranges(point, fits), order),
        pairs=_pairs(comparisons, counts, pair_intervals, order),
        outcomes=fits.outcomes if fits else Outcomes(),
        point=point,
    )


def _order(comparisons: Comparisons, point: PointFit) -> list[int]:
    beat = np.nan_to_num(np.round(point.beat, 9), nan=-1.0)
    return sorted(range(len(comparisons.systems)), key=lambda system: (-float(beat[system]), system))


def _rank_ranges(point: PointFit, fits: CrossedFits | None) -> list[tuple[int, int] | None]:
    ranges: list[tuple[int, int] | None] = [None] * len(point.beat)
    for part in point.components:
        members = part.systems
        if fits is None or len(members) < 2:
            continue
        draws = fits.beat[:, members]
        kept = draws[~np.isnan(draws).any(axis=1)]
        if len(kept) < 2 or len(kept) < 0.95 * len(draws):
            continue
        for system, limits in zip(members.tolist(), rank_ranges(point.beat[members], kept), strict=True):
            ranges[system] = limits
    return ranges


def _systems(
    comparisons: Comparisons,
    counts: PairCounts,
    point: PointFit,
    intervals: list[Interval],
    ranges: list[tuple[int, int] | None],
    order: list[int],
) -> tuple[SystemEstimate, ...]:
    n_systems = len(comparisons.systems)
    first, second = pair_ends(n_systems)

    def both_ways(as_first: Ints, as_second: Ints) -> Ints:
        of_first = np.bincount(first, weights=as_first, minlength=n_systems)
        return (of_first + np.bincount(second, weights=as_second, minlength=n_systems)).astype(np.int64)

    wins = both_ways(counts.wins, counts.losses)
    ties = both_ways(counts.ties, counts.ties)
    losses = both_ways(counts.losses, counts.wins)
    own_ranks = ranks(point.beat, point.component)
    return tuple(
        SystemEstimate(
            system=comparisons.systems[system],
            strength=_value(point.strength, system),
            beat=_value(point.beat, system),
            interval=intervals[system],
            rank=own_ranks[system],
            rank_range=ranges[system],
            component=int(point.component[system]),
            wins=int(wins[system]),
            ties=int(ties[system]),
            losses=int(losses[system]),
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


def _value(values: Floats, index: int) -> float | None:
    value = float(values[index])
    return None if np.isnan(value) else value
