"""The same intervals by the simpler bootstraps that other arenas use, to compare with the crossed one."""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from scipy.sparse import csr_array
from scipy.special import gammaln, xlogy
from scipy.stats.sampling import DiscreteAliasUrn

from scoring.preference.arrays import EXACT_SINGLE, Floats, Ints, Singles
from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed import Totals, refit
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals
from scoring.preference.resampling import draw, named_rng

# Numbers in a block of resampled sums, so that the work stays in the cache, but no fewer resamples than this at once.
_BLOCK: Final = 200_000
_FEWEST: Final = 100
# By how many standard deviations Poisson totals aim below the number of comparisons, so that few overshoot it.
_SHORT: Final = 2.0
# Largest table clusters x columns that is worth its memory, 64 MB.
_DENSE_LIMIT: Final = 16_000_000


@dataclass(frozen=True, slots=True)
class Variants:
    """Intervals of each system's beat probability, in the order of comparisons.systems.

    row: comparisons drawn as if all were independent; paper: papers drawn, reviewers as they are; reviewer: reviewers
    drawn, papers as they are.
    """

    row: tuple[Interval, ...]
    paper: tuple[Interval, ...]
    reviewer: tuple[Interval, ...]


def interval_variants(comparisons: Comparisons, point: PointFit, *, resamples: int, seed: int) -> Variants:
    """95 % percentile intervals of three one-way bootstraps, with the fits and degenerate rules of the crossed one.

    Each takes as fixed what it does not draw, and is too narrow where that differs (Owen 2007, The pigeonhole
    bootstrap). A single paper has no paper bootstrap and a single reviewer no reviewer bootstrap.
    """
    n_papers, n_reviewers = len(comparisons.papers), len(comparisons.reviewers)

    def intervals(totals: Totals) -> tuple[Interval, ...]:
        block = max(_FEWEST, _BLOCK // max(2 * comparisons.n_pairs, 1))
        beat, _ = refit(comparisons, point, totals, n_resamples=resamples, block=block)
        return tuple(percentile_intervals(beat, ~np.isnan(point.beat)))

    def refused(reason: NoInterval) -> tuple[Interval, ...]:
        return (no_interval(reason),) * len(comparisons.systems)

    if not len(comparisons.pair):
        return Variants(*(refused(NoInterval.NO_VALUE),) * 3)
    row = intervals(_rows(comparisons, named_rng(seed, "variants.row")))
    paper, reviewer = refused(NoInterval.ONE_PAPER), refused(NoInterval.ONE_REVIEWER)
    if n_papers > 1:
        draws = draw(n_papers, resamples, named_rng(seed, "variants.paper"))
        paper = intervals(_clusters(comparisons, comparisons.paper, draws))
    if n_reviewers > 1:
        draws = draw(n_reviewers, resamples, named_rng(seed, "variants.reviewer"))
        reviewer = intervals(_clusters(comparisons, comparisons.reviewer, draws))
    return Variants(row, paper, reviewer)


def _rows(comparisons: Comparisons, rng: np.random.Generator) -> Totals:
    """V comparisons drawn with replacement: only how often each kind (pair, outcome) comes up matters, so draw that.

    The counts are multinomial, drawn exactly in two parts. Poisson counts given their total are multinomial, and cheap;
    with rates that fall a little short of V in all, the few comparisons still missing are then drawn one by one.
    """
    n_pairs, n_votes = comparisons.n_pairs, len(comparisons.pair)
    seen, size = np.unique(comparisons.h2 * n_pairs + comparisons.pair, return_counts=True)
    # Kinds of one size share a table, so they stand together.
    order = np.argsort(size, kind="stable")
    seen, size = seen[order], size[order]
    kind_of = np.repeat(np.arange(len(size)), size)
    short = max(0.0, 1 - _SHORT / math.sqrt(n_votes))
    sizes, first = np.unique(size, return_index=True)
    bounds = pairwise([*first.tolist(), len(size)])
    urns = [(slice(*ends), _Poisson(n * short, rng)) for n, ends in zip(sizes.tolist(), bounds, strict=True)]

    def cheap(n_resamples: int) -> Ints:
        drawn = np.empty((len(size), n_resamples), dtype=np.int64)
        for kinds, urn in urns:
            drawn[kinds] = urn.draw((kinds.stop - kinds.start, n_resamples))
        return drawn

    def totals(start: int, stop: int) -> Floats:
        drawn = cheap(stop - start)
        missing = n_votes - drawn.sum(axis=0)
        while (over := np.flatnonzero(missing < 0)).size:
            drawn[:, over] = cheap(len(over))
            missing[over] = n_votes - drawn[:, over].sum(axis=0)
        resample = np.repeat(np.arange(stop - start), missing)
        place = kind_of[rng.integers(0, n_votes, len(resample))] * (stop - start) + resample
        drawn += np.bincount(place, minlength=drawn.size).reshape(drawn.shape)
        counts = np.zeros((3, n_pairs, stop - start))
        counts.reshape(3 * n_pairs, stop - start)[seen] = drawn
        lost, tied, won = counts
        return np.concatenate([lost + tied + won, tied + 2 * won]).T

    return totals


class _Poisson:
    """Poisson numbers from an alias table (Walker 1977), several times as fast as numpy's one by one."""

    def __init__(self, rate: float, rng: np.random.Generator) -> None:
        reach = 12 * math.sqrt(rate) + 20  # beyond it lies less than the rounding of the table
        self._lowest = max(0, int(rate - reach))
        count = np.arange(self._lowest, int(rate + reach))
        self._urn = DiscreteAliasUrn(np.exp(xlogy(count, rate) - rate - gammaln(count + 1)), random_state=rng)

    def draw(self, shape: tuple[int, int]) -> Ints:
        return np.asarray(self._urn.rvs(shape), dtype=np.int64) + self._lowest


def _clusters(comparisons: Comparisons, cluster: Ints, draws: Singles) -> Totals:
    """Whole clusters drawn: weighted sums of each cluster's own counts."""
    n_clusters = draws.shape[1]
    width = 2 * comparisons.n_pairs
    if n_clusters * width > _DENSE_LIMIT:
        return _sparse_clusters(comparisons, cluster, draws)
    table = np.zeros((n_clusters, width), dtype=np.float32)
    np.add.at(table, (cluster, comparisons.pair), np.float32(1))
    np.add.at(table, (cluster, comparisons.pair + comparisons.n_pairs), comparisons.h2.astype(np.float32))

    def totals(start: int, stop: int) -> Floats:
        sums = draws[start:stop] @ table
        if float(sums.max()) >= EXACT_SINGLE:
            sums = draws[start:stop].astype(np.float64) @ table
        return sums.astype(np.float64)

    return totals


def _sparse_clusters(comparisons: Comparisons, cluster: Ints, draws: Singles) -> Totals:
    """The same sums where a full table would be too large: slower, and exact in double precision."""
    column = np.concatenate([comparisons.pair, comparisons.pair + comparisons.n_pairs])
    value = np.concatenate([np.ones(len(cluster)), comparisons.h2])
    table = csr_array((value, (column, np.tile(cluster, 2))), shape=(2 * comparisons.n_pairs, draws.shape[1]))
    return lambda start, stop: (table @ draws[start:stop].T.astype(np.float64)).T
