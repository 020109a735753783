"""Crossed bootstrap of the Bradley-Terry fit and of every head-to-head preference, from the same resamples."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.bradley_terry import Component, PointFit
from scoring.preference.chord import fit_columns
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, pair_number, win_matrix
from scoring.preference.graph import connections, spanning_edges
from scoring.preference.intervals import shares
from scoring.preference.newton import beat_probabilities, fit_batch
from scoring.preference.resampling import Counts, CrossedDraws, CrossedTable

# (start, stop) -> the sums of those resamples.
Totals: TypeAlias = Callable[[int, int], Floats | Counts]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What became of B resamples. Empty, disconnected and unconverged ones are dropped, separated ones are kept."""

    empty: int = 0
    disconnected: int = 0
    unconverged: int = 0
    separated: int = 0

    @property
    def dropped(self) -> int:
        """Resamples without an estimate."""
        return self.empty + self.disconnected + self.unconverged


@dataclass(frozen=True, slots=True)
class CrossedFits:
    """Resampled beat probabilities (B, S), NaN where none, and the sums they come from.

    separated (B, S): whether a beat probability is the limit of a vanishing ridge. counts (2K, B): comparisons of each
    pair, then twice the wins of its first system.
    """

    beat: Floats
    separated: Bools
    counts: Counts
    outcomes: Outcomes

    def preference(self, pairs: slice = slice(None)) -> Floats:
        """Head-to-head preferences of the first system (B, pairs); NaN where a resample has no comparison."""
        n_pairs = len(self.counts) // 2
        n, h2 = self.counts[:n_pairs][pairs], self.counts[n_pairs:][pairs]
        return shares(h2 * 0.5, n).T


def pair_table(comparisons: Comparisons) -> CrossedTable:
    """Columns 0..K-1: comparisons of each pair; columns K..2K-1: twice the wins of its first system."""
    return CrossedTable(
        paper=comparisons.paper,
        reviewer=comparisons.reviewer,
        column=comparisons.pair,
        value=np.stack([np.ones(len(comparisons.h2), dtype=np.uint8), comparisons.h2.astype(np.uint8)], axis=1),
        n_papers=len(comparisons.papers),
        n_reviewers=len(comparisons.reviewers),
        n_columns=comparisons.n_pairs,
    )


def resample_fits(comparisons: Comparisons, point: PointFit, draws: CrossedDraws) -> CrossedFits:
    """Refit every resample of papers x reviewers; head-to-head preferences come from the same sums."""
    counts = pair_table(comparisons).counts(draws)
    separated = np.zeros((draws.n_resamples, len(comparisons.systems)), dtype=bool)
    beat, outcomes = refit(
        comparisons,
        point,
        lambda start, stop: counts[:, start:stop].T,
        n_resamples=draws.n_resamples,
        block=draws.n_resamples,
        separated=separated,
    )
    return CrossedFits(beat, separated, counts, outcomes)


def refit(
    comparisons: Comparisons,
    point: PointFit,
    totals: Totals,
    *,
    n_resamples: int,
    block: int,
    separated: Bools | None = None,
) -> tuple[Floats, Outcomes]:
    """Beat probabilities (B, S) of any kind of resamples, component by component, and what became of the resamples.

    totals(start, stop): (stop - start, 2K) sums of those resamples, columns as in `pair_table`; asked for block by
    block in ascending order so that memory stays small. A resample in which a component is empty or falls apart has no
    estimate for that component (NaN); one that is connected but separated keeps the ridge's estimate, which on the
    probability scale is the limit; `separated` (B, S), where given, is set true for it.
    """
    n_systems, n_pairs = len(comparisons.systems), comparisons.n_pairs
    wins = win_matrix(count_pairs(comparisons), n_systems)
    parts = [_Part(part, point.theta, wins) for part in point.components if len(part.systems) > 1]
    beat = np.full((n_resamples, n_systems), np.nan)
    fates = np.zeros(n_resamples, dtype=np.int64)
    block = min(block, max(64, 2_000_000 // max(n_systems * n_systems, 1)))
    for start in range(0, n_resamples, block):
        stop = min(start + block, n_resamples)
        sums = np.array(totals(start, stop).T, dtype=np.float64, order="C")  # our own, so that theirs stays as it is
        n, h = sums[:n_pairs], sums[n_pairs:]
        h *= 0.5
        for part in parts:
            values, fate = part.fit(n, h) if part.whole else part.fit(n[part.pairs], h[part.pairs])
            beat[start:stop, part.systems] = values
            if separated is not None:
                separated[start:stop, part.systems] = (fate == _SEPARATED)[:, None]
            fates[start:stop] = np.maximum(fates[start:stop], fate)
    seen = np.bincount(fates, minlength=5)
    return beat, Outcomes(
        empty=int(seen[_EMPTY]),
        disconnected=int(seen[_DISCONNECTED]),
        unconverged=int(seen[_UNCONVERGED]),
        separated=int(seen[_SEPARATED]),
    )


# From good to bad: a resample counts as the worst that happened to any component.
_HEALTHY, _SEPARATED, _UNCONVERGED, _DISCONNECTED, _EMPTY = range(5)


class _Part:
    """One component of two systems or more, in its own numbering."""

    def __init__(self, component: Component, theta: Floats, wins: Floats) -> None:
        first, second = pair_ends(len(wins))
        members = component.systems
        self.systems = members
        self.whole = len(members) == len(wins)
        self.pairs = np.flatnonzero(np.isin(first, members) & np.isin(second, members))
        self._start = theta[members]
        self._proof: tuple[Ints, Ints] | None = None
        if not component.separated:  # a separated one has no strongly connected resample, so there is nothing to prove
            winners, losers = spanning_edges(wins[np.ix_(members, members)])
            n = len(members)
            ends = zip(winners.tolist(), losers.tolist(), strict=True)
            pairs = np.array([pair_number(min(edge), max(edge), n) for edge in ends], dtype=np.int64)
            self._proof = pairs[winners < losers], pairs[winners > losers]

    def fit(self, n: Floats, h: Floats) -> tuple[Floats, Ints]:
        """Beat probabilities (b, S of the part), NaN where dropped, and what became of each resample (b,)."""
        fate = np.full(n.shape[1], _HEALTHY)
        doubtful = np.flatnonzero(~self._proved(n, h))
        fate[doubtful] = self._judge(n[:, doubtful], h[:, doubtful])
        theta = np.full((len(self.systems), n.shape[1]), np.nan)
        healthy, separated = np.flatnonzero(fate == _HEALTHY), np.flatnonzero(fate == _SEPARATED)
        if len(healthy):
            some = slice(None) if len(healthy) == n.shape[1] else healthy
            theta[:, healthy], converged = fit_columns(n[:, some], h[:, some], self._start)
            fate[healthy[~converged]] = _UNCONVERGED
        if len(separated):
            limit, converged = fit_batch(n[:, separated].T, h[:, separated].T, self._start)
            theta[:, separated] = limit.T
            fate[separated[~converged]] = _UNCONVERGED
        theta[:, fate > _SEPARATED] = np.nan
        return beat_probabilities(theta.T), fate

    def _proved(self, n: Floats, h: Floats) -> Bools:
        """(b,): whether the edges that hold the component together are all there, the usual case."""
        if self._proof is None:
            return np.zeros(n.shape[1], dtype=bool)
        won, lost = self._proof
        return np.asarray((h[won] > 0).all(axis=0) & (n[lost] > h[lost]).all(axis=0))

    def _judge(self, n: Floats, h: Floats) -> Ints:
        first, second = pair_ends(len(self.systems))
        beaten = np.zeros((n.shape[1], len(self.systems), len(self.systems)), dtype=bool)
        beaten[:, first, second] = (h > 0).T
        beaten[:, second, first] = (n > h).T
        connected, strong = connections(beaten)
        return np.select(
            [strong, connected, n.any(axis=0)], [_HEALTHY, _SEPARATED, _DISCONNECTED], default=_EMPTY
        ).astype(np.int64)
