"""The Bradley-Terry fit without each reviewer or each paper: counts of all less counts of one, fitted in one batch."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons, count_pairs, matrix_of
from scoring.preference.crossed import refit
from scoring.preference.graph import connected_parts

NOTHING_LEFT: Final = "nothing is left to compare without it"
OTHER_GROUPS: Final = "the comparisons without it join other groups of systems"
UNCONVERGED: Final = "the fit without it did not converge"

# Rows of a block hold 2K sums each; a block of this many numbers stays in a few megabytes.
_BLOCK_NUMBERS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class LeftOut:
    """G fits, each without one group of comparisons, of which there are n (G,).

    beat: (G, S), a row all NaN where the rest does not join the same components; `reasons` says why then.
    """

    beat: Floats
    n: Ints
    reasons: tuple[str | None, ...]


class Groups:
    """G groups of comparisons to leave out one at a time: group[e] holds comparison row[e], and `group` ascends.

    Groups may share comparisons, so that reviewers and papers can stand in one list.
    """

    def __init__(self, comparisons: Comparisons, group: Ints, row: Ints, n_groups: int) -> None:
        counts = count_pairs(comparisons)
        self.n = np.bincount(group, minlength=n_groups).astype(np.int64)
        self._comparisons = comparisons
        self._whole = np.concatenate([counts.n, 2 * counts.wins + counts.ties]).astype(np.float64)
        self._ends = np.concatenate([[0], np.cumsum(self.n)])
        self._group, self._pair, self._h2 = group, comparisons.pair[row], comparisons.h2[row]

    def rest(self, start: int, stop: int) -> Floats:
        """(stop - start, 2K): comparisons and twice the first system's (half-)wins of each pair without each group."""
        n_pairs = self._comparisons.n_pairs
        low, high = self._ends[start], self._ends[stop]
        place = (self._group[low:high] - start) * (2 * n_pairs) + self._pair[low:high]
        size = (stop - start) * 2 * n_pairs
        own = np.bincount(place, minlength=size) + np.bincount(place + n_pairs, self._h2[low:high], minlength=size)
        return np.asarray(self._whole - own.reshape(stop - start, 2 * n_pairs))

    def wins(self, group: int) -> Floats:
        """(S, S) win matrix without that group."""
        n, h2 = np.split(self.rest(group, group + 1)[0], 2)
        return matrix_of(n, h2 / 2, len(self._comparisons.systems))

    def fit(self, point: PointFit) -> LeftOut:
        """Refit without each group, warm from the fit of all.

        A fit exists where the rest joins exactly the components of `point`; one that becomes separated keeps the
        ridge's limit, as everywhere.
        """
        block = max(1, _BLOCK_NUMBERS // max(2 * self._comparisons.n_pairs, 1))
        beat, _ = refit(self._comparisons, point, self.rest, n_resamples=len(self.n), block=block)
        lost: Bools = np.asarray(np.isnan(beat[:, ~np.isnan(point.beat)]).any(axis=1))
        beat[lost] = np.nan
        reasons = (self._reason(group, point) if gone else None for group, gone in enumerate(lost.tolist()))
        return LeftOut(beat, self.n, tuple(reasons))

    def _reason(self, group: int, point: PointFit) -> str:
        if self.n[group] == len(self._comparisons.pair):
            return NOTHING_LEFT
        return UNCONVERGED if len(connected_parts(self.wins(group))) == len(point.components) else OTHER_GROUPS


def reviewer_groups(comparisons: Comparisons) -> Groups:
    """The comparisons of each reviewer."""
    row = np.argsort(comparisons.reviewer, kind="stable").astype(np.int64)
    return Groups(comparisons, comparisons.reviewer[row], row, len(comparisons.reviewers))


def reviewer_and_paper_groups(comparisons: Comparisons) -> Groups:
    """The comparisons of each of the R reviewers, then those of each of the P papers."""
    n_reviewers, n_papers = len(comparisons.reviewers), len(comparisons.papers)
    by_reviewer = np.argsort(comparisons.reviewer, kind="stable")
    by_paper = np.arange(len(comparisons.paper))  # rows stand in the order of papers
    group = np.concatenate([comparisons.reviewer[by_reviewer], n_reviewers + comparisons.paper])
    row = np.concatenate([by_reviewer, by_paper]).astype(np.int64)
    return Groups(comparisons, group, row, n_reviewers + n_papers)
