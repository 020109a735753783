"""How often people agree with the score, by how far the two scores are apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

import numpy as np

from scoring.alignment.posters import PosterKey
from scoring.preference.arrays import Ints
from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.preference.intervals import Interval, no_interval, percentile_intervals, refusal
from scoring.preference.resampling import CrossedTable, draw_crossed, named_rng


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
class Margins:
    """judgments + equal_scores + unscored + below_first_edge is the number of comparisons."""

    buckets: tuple[MarginBucket, ...]
    judgments: int
    equal_scores: int
    unscored: int
    below_first_edge: int


_EQUAL, _UNSCORED, _BELOW = -1, -2, -3


def margin_agreement(
    comparisons: Comparisons,
    scores: Mapping[PosterKey, float],
    *,
    edges: Sequence[float],
    resamples: int,
    seed: int,
) -> Margins:
    """Agreement by margin bucket with crossed intervals (AutoDesign, section 5.3, figure 10b).

    Buckets are half-open and gaps are exact decimals: binary subtraction would put many a gap of exactly 3 below 3.
    Equal scores name no better poster; they are counted and left out. edges: ascending, from 0, in points.
    Raises ValueError where the edges do not ascend or start below 0.
    """
    if not edges or edges[0] < 0 or any(low >= high for low, high in pairwise(edges)):
        raise ValueError("margin edges must ascend from 0 or more")
    bucket, agreed = _place(comparisons, scores, [_decimal(edge) for edge in edges])
    inside = bucket >= 0
    n_buckets = len(edges)
    n = np.bincount(bucket[inside], minlength=n_buckets)
    agreed2 = np.bincount(bucket[inside], weights=agreed[inside], minlength=n_buckets)
    intervals = _intervals(comparisons, bucket, agreed, n, resamples=resamples, seed=seed)
    highs: list[float | None] = [*edges[1:], None]
    return Margins(
        buckets=tuple(
            MarginBucket(
                low=float(edges[number]),
                high=highs[number],
                n=int(n[number]),
                agreement=float(agreed2[number]) / (2 * int(n[number])) if n[number] else None,
                interval=intervals[number],
            )
            for number in range(n_buckets)
        ),
        judgments=int(inside.sum()),
        equal_scores=int((bucket == _EQUAL).sum()),
        unscored=int((bucket == _UNSCORED).sum()),
        below_first_edge=int((bucket == _BELOW).sum()),
    )


def _place(comparisons: Comparisons, scores: Mapping[PosterKey, float], edges: Sequence[Decimal]) -> tuple[Ints, Ints]:
    """Each comparison's bucket (or why it has none) and twice its agreement with the higher score, both (V,)."""
    first, second = (ends.tolist() for ends in pair_ends(len(comparisons.systems)))
    exact = {key: _decimal(score) for key, score in scores.items()}
    bucket = np.full(len(comparisons.pair), _UNSCORED)
    agreed = np.zeros(len(comparisons.pair), dtype=np.int64)
    rows = zip(comparisons.paper.tolist(), comparisons.pair.tolist(), comparisons.h2.tolist(), strict=True)
    for row, (paper, pair, h2) in enumerate(rows):
        case = comparisons.papers[paper]
        one = exact.get((case, comparisons.systems[first[pair]]))
        other = exact.get((case, comparisons.systems[second[pair]]))
        if one is None or other is None:
            continue
        if one == other:
            bucket[row] = _EQUAL
            continue
        gap = abs(one - other)
        reached = sum(edge <= gap for edge in edges)
        bucket[row] = reached - 1 if reached else _BELOW
        agreed[row] = h2 if one > other else 2 - h2
    return bucket, agreed


def _intervals(
    comparisons: Comparisons, bucket: Ints, agreed: Ints, n: Ints, *, resamples: int, seed: int
) -> list[Interval]:
    why_not = refusal(len(comparisons.papers), len(comparisons.reviewers))
    if why_not is not None:
        return [no_interval(why_not)] * len(n)
    n_buckets = len(n)
    inside = bucket >= 0
    agreeing = inside & (agreed > 0)
    table = CrossedTable(
        paper=np.concatenate([comparisons.paper[inside], comparisons.paper[agreeing]]),
        reviewer=np.concatenate([comparisons.reviewer[inside], comparisons.reviewer[agreeing]]),
        column=np.concatenate([bucket[inside], bucket[agreeing] + n_buckets]),
        value=np.concatenate([np.ones(int(inside.sum()), dtype=np.int64), agreed[agreeing]]),
        n_papers=len(comparisons.papers),
        n_reviewers=len(comparisons.reviewers),
        n_columns=2 * n_buckets,
    )
    rng = named_rng(seed, "margins")
    draws = draw_crossed(len(comparisons.papers), len(comparisons.reviewers), resamples, rng)
    numbers = range(n_buckets)
    rates = table.shares(draws, part=[n_buckets + number for number in numbers], whole=[[k] for k in numbers], scale=2)
    return percentile_intervals(rates, n > 0)


def _decimal(value: float) -> Decimal:
    """The shortest decimal of a number: what stood in the file."""
    return Decimal(repr(float(value)))
