"""Crossed bootstrap of the Bradley-Terry fit and of every head-to-head preference, from the same resamples."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.bradley_terry import Component, PointFit
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, pair_number, win_matrix
from scoring.preference.graph import connected_parts, spanning_edges, strong_parts
from scoring.preference.newton import beat_probabilities, fit_batch
from scoring.preference.resampling import CrossedDraws, CrossedTable

# (start, stop) -> the sums of those resamples.
Totals: TypeAlias = Callable[[int, int], Floats]


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
    """Resampled beat probabilities (B, S) and head-to-head preferences of the first system (B, K); NaN where none.

    separated (B, S): whether a beat probability is the limit of a vanishing ridge.
    """

    beat: Floats
    separated: Bools
    preference: Floats
    outcomes: Outcomes


def pair_table(comparisons: Comparisons) -> CrossedTable:
    """Columns 0..K-1: comparisons of each pair; columns K..2K-1: twice the wins of its first system."""
    won = comparisons.h2 > 0
    n_pairs = comparisons.n_pairs
    return CrossedTable(
        paper=np.concatenate([comparisons.paper, comparisons.paper[won]]),
        reviewer=np.concatenate([comparisons.reviewer, comparisons.reviewer[won]]),
        column=np.concatenate([comparisons.pair, comparisons.pair[won] + n_pairs]),
        value=np.concatenate([np.ones_like(comparisons.h2), comparisons.h2[won]]),
        n_papers=len(comparisons.papers),
        n_reviewers=len(comparisons.reviewers),
        n_columns=2 * n_pairs,
    )


def resample_fits(comparisons: Comparisons, point: PointFit, draws: CrossedDraws) -> CrossedFits:
    """Refit every resample of papers x reviewers; head-to-head preferences come from the same sums."""
    n_pairs = comparisons.n_pairs
    table = pair_table(comparisons)
    preference = np.full((draws.n_resamples, n_pairs), np.nan)

    def totals(start: int, stop: int) -> Floats:
        block = table.totals(draws, start, stop)
        n, h = block[:, :n_pairs], block[:, n_pairs:] / 2
        np.divide(h, n, out=preference[start:stop], where=n > 0)
        return block

    separated = np.zeros((draws.n_resamples, len(comparisons.systems)), dtype=bool)
    beat, outcomes = refit(
        comparisons, point, totals, n_resamples=draws.n_resamples, block=table.block_size(), separated=separated
    )
    return CrossedFits(beat, separated, preference, outcomes)


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
    block = min(block, max(64, 4_000_000 // max(n_systems * n_systems, 1)))
    for start in range(0, n_resamples, block):
        stop = min(start + block, n_resamples)
        sums = totals(start, stop)
        n, h = sums[:, :n_pairs], sums[:, n_pairs:] / 2
        for part in parts:
            values, fate = part.fit(n[:, part.pairs], h[:, part.pairs])
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
        self.pairs = np.flatnonzero(np.isin(first, members) & np.isin(second, members))
        self._start = theta[members]
        self._proof_pairs: Ints | None = None
        self._proof_won_by_first: Bools | None = None
        if not component.separated:  # a separated one has no strongly connected resample, so there is nothing to prove
            winners, losers = spanning_edges(wins[np.ix_(members, members)])
            n = len(members)
            ends = zip(winners.tolist(), losers.tolist(), strict=True)
            self._proof_pairs = np.array([pair_number(min(edge), max(edge), n) for edge in ends])
            self._proof_won_by_first = winners < losers

    def fit(self, n: Floats, h: Floats) -> tuple[Floats, Ints]:
        """Beat probabilities (b, S of the part), NaN where dropped, and what became of each resample (b,)."""
        fate = np.full(len(n), _HEALTHY)
        for row in np.flatnonzero(~self._proved(n, h)):
            fate[row] = self._judge(n[row], h[row])
        beat = np.full((len(n), len(self.systems)), np.nan)
        usable = np.flatnonzero(fate <= _SEPARATED)
        if len(usable):
            theta, converged = fit_batch(n[usable], h[usable], self._start)
            fate[usable[~converged]] = _UNCONVERGED
            beat[usable[converged]] = beat_probabilities(theta[converged])
        return beat, fate

    def _proved(self, n: Floats, h: Floats) -> Bools:
        if self._proof_pairs is None or self._proof_won_by_first is None:
            return np.zeros(len(n), dtype=bool)
        pairs = self._proof_pairs
        won = np.where(self._proof_won_by_first, h[:, pairs], n[:, pairs] - h[:, pairs])
        return np.asarray((won > 0).all(axis=1))

    def _judge(self, n: Floats, h: Floats) -> int:
        if not n.any():
            return _EMPTY
        first, second = pair_ends(len(self.systems))
        wins = np.zeros((len(self.systems), len(self.systems)))
        wins[first, second] = h
        wins[second, first] = n - h
        if len(connected_parts(wins)) > 1:
            return _DISCONNECTED
        return _SEPARATED if len(strong_parts(wins)) > 1 else _HEALTHY
