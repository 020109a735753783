"""The same intervals by the simpler bootstraps that other arenas use, to compare with the crossed one."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Floats, Ints, Singles
from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed import Totals, refit
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals
from scoring.preference.resampling import draw, named_rng

# Numbers in a block of resampled sums, so that the work stays in a few megabytes.
_BLOCK: Final = 1_000_000


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
        block = max(1, _BLOCK // max(2 * comparisons.n_pairs, 1))
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
    """V comparisons drawn with replacement: only how often each kind (pair, outcome) comes up matters, so draw that."""
    n_pairs = comparisons.n_pairs
    kinds = np.bincount(comparisons.h2 * n_pairs + comparisons.pair, minlength=3 * n_pairs)
    seen = np.flatnonzero(kinds)
    share = kinds[seen] / kinds.sum()

    def totals(start: int, stop: int) -> Floats:
        drawn = np.zeros((stop - start, 3, n_pairs))
        drawn.reshape(stop - start, 3 * n_pairs)[:, seen] = rng.multinomial(len(comparisons.pair), share, stop - start)
        return np.concatenate([drawn.sum(axis=1), drawn[:, 1] + 2 * drawn[:, 2]], axis=1)

    return totals


def _clusters(comparisons: Comparisons, cluster: Ints, draws: Singles) -> Totals:
    """Whole clusters drawn: weighted sums of each cluster's own counts."""
    n_pairs, n_clusters = comparisons.n_pairs, draws.shape[1]
    place = cluster * (2 * n_pairs) + comparisons.pair
    size = n_clusters * 2 * n_pairs
    table = np.bincount(place, minlength=size).astype(np.float32)
    table += np.bincount(place + n_pairs, weights=comparisons.h2, minlength=size)
    table = table.reshape(n_clusters, 2 * n_pairs)

    def totals(start: int, stop: int) -> Floats:
        return np.asarray(draws[start:stop] @ table, dtype=np.float64)

    return totals
