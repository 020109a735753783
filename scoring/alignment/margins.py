"""How often people agree with the score, by how far the two scores are apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scoring.alignment.gaps import Gaps, score_gaps
from scoring.alignment.posters import PosterKey
from scoring.preference.arrays import Bools, Ints
from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed_sums import crossed_sums
from scoring.preference.intervals import Interval, no_interval, percentile_intervals, refusal, shares
from scoring.preference.resampling import draw_crossed, named_rng


@dataclass(frozen=True, slots=True)
class MarginBucket:
    """Comparisons whose scores differ by low <= gap < high points; high None is "and more".

    agreement: share of judgments for the higher-scored poster, a tie as half; None in an empty bucket.
    """

    low: float
    high: float | None
    n: int
    agreement: float | None
    interval: Interval


@dataclass(frozen=True, slots=True)
class OverallAgreement:
    """All comparisons of unequal scores, whatever their gap; agreement as in a bucket, None without a comparison."""

    n: int
    agreement: float | None
    interval: Interval


@dataclass(frozen=True, slots=True)
class Margins:
    """judgments + equal_scores + unscored + below_first_edge is the number of comparisons.

    judgments lie in a bucket; `overall` is over judgments + below_first_edge.
    """

    buckets: tuple[MarginBucket, ...]
    overall: OverallAgreement
    judgments: int
    equal_scores: int
    unscored: int
    below_first_edge: int


def margin_agreement(
    comparisons: Comparisons,
    scores: Mapping[PosterKey, float],
    *,
    edges: Sequence[float],
    resamples: int,
    seed: int,
) -> Margins:
    """Agreement by margin bucket, and over all, with crossed intervals (AutoDesign, section 5.3, figure 10b).

    Buckets are half-open and gaps are exact decimals: binary subtraction would put many a gap of exactly 3 below 3.
    Equal scores name no better poster; they are counted and left out. edges: ascending, from 0, in points.
    Raises ValueError where the edges do not ascend or start below 0.
    """
    if not edges or edges[0] < 0 or any(low >= high for low, high in pairwise(edges)):
        raise ValueError("margin edges must ascend from 0 or more")
    gaps = score_gaps(comparisons, scores, edges)
    unequal = gaps.unequal
    bucket = _place(gaps, unequal)
    agreed = gaps.agreed[unequal]
    n_buckets = len(edges) + 1
    n = np.bincount(bucket, minlength=n_buckets)
    agreed2 = np.bincount(bucket, weights=agreed, minlength=n_buckets)
    *intervals, overall = _intervals(comparisons, unequal, bucket, n, agreed, resamples=resamples, seed=seed)
    highs: list[float | None] = [*edges[1:], None]
    return Margins(
        buckets=tuple(
            MarginBucket(
                low=float(edges[number]),
                high=highs[number],
                n=int(n[number]),
                agreement=_half(agreed2[number], n[number]),
                interval=intervals[number],
            )
            for number in range(len(edges))
        ),
        overall=OverallAgreement(int(n.sum()), _half(agreed2.sum(), n.sum()), overall),
        judgments=int(n[:-1].sum()),
        equal_scores=int((gaps.scored & ~unequal).sum()),
        unscored=int((~gaps.scored).sum()),
        below_first_edge=int(n[-1]),
    )


def _place(gaps: Gaps, unequal: Bools) -> Ints:
    """(U,): the bucket of each comparison of unequal scores; those below the first edge come last, as bucket E."""
    reached = np.searchsorted(gaps.edges, np.abs(gaps.gap[unequal]), side="right")
    return np.asarray(np.where(reached == 0, len(gaps.edges), reached - 1), dtype=np.int64)


def _half(agreed2: float, n: int) -> float | None:
    return float(agreed2) / (2 * int(n)) if n else None


def _intervals(
    comparisons: Comparisons, unequal: Bools, bucket: Ints, n: Ints, agreed: Ints, *, resamples: int, seed: int
) -> list[Interval]:
    """One for each bucket of an edge, then one over all."""
    n_papers, n_reviewers = len(comparisons.papers), len(comparisons.reviewers)
    why_not = refusal(n_papers, n_reviewers)
    if why_not is not None:
        return [no_interval(why_not)] * len(n)
    draws = draw_crossed(n_papers, n_reviewers, resamples, named_rng(seed, "margins"))
    sums = crossed_sums(
        draws,
        paper=comparisons.paper[unequal],
        reviewer=comparisons.reviewer[unequal],
        column=bucket,
        values=[np.broadcast_to(2, agreed.shape), agreed],
        n_columns=len(n),
    )
    sums[:, :, -1] = sums.sum(axis=2)  # in place of those below the first edge, which stand in no bucket
    rates = shares(sums[:, 1], sums[:, 0])
    return percentile_intervals(rates, np.append(n[:-1], n.sum()) > 0)
