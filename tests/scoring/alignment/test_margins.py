"""Agreement by score gap: exact decimals, half-open buckets, everything counted."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.alignment.decimals import whole_numbers
from scoring.alignment.gaps import score_gaps
from scoring.alignment.margins import margin_agreement
from scoring.preference import NoInterval, compare, crossed_sums
from scoring.preference.comparisons import pair_ends
from scoring.preference.resampling import draw_crossed, named_rng

EDGES = (0.0, 3.0, 6.0, 10.0, 20.0)


def buckets(records, scores, edges=EDGES):
    comparisons = compare(records, {name for r in records for name in (r.system_left, r.system_right)})
    return margin_agreement(comparisons, scores, edges=edges, resamples=100, seed=0)


@pytest.mark.parametrize(
    ("high", "low", "bucket"),
    [
        # 4.02 - 1.02 is 2.9999999999999996 in binary and exactly 3 in decimals.
        (4.02, 1.02, 1),
        (85.22, 82.22, 1),
        (88.20, 85.21, 0),
        (0.01, 0.0, 0),
        (16.1, 10.1, 2),
        (70.0, 60.0, 3),
        (90.3, 70.3, 4),
        (100.0, 0.0, 4),
    ],
)
def test_a_gap_on_an_edge_belongs_to_the_bucket_above(judge, high: float, low: float, bucket: int) -> None:
    margins = buckets([judge("p", "R", "a", "b", "left")], {("p", "a"): high, ("p", "b"): low})
    assert [b.n for b in margins.buckets] == [int(number == bucket) for number in range(5)]


def test_a_gap_of_exactly_three_points_is_in_the_upper_bucket_wherever_binary_subtraction_would_put_it(judge) -> None:
    # 4,001 pairs of two-decimal scores, 40.00 and 43.00 up to 80.00 and 83.00: 72 of them are below 3 as doubles.
    pairs = [((number + 300) / 100, number / 100) for number in range(4000, 8001)]
    assert sum(high - low < 3 for high, low in pairs) == 72
    records, scores = [], {}
    for number, (high, low) in enumerate(pairs):
        scores[f"p{number}", "a"], scores[f"p{number}", "b"] = high, low
        records.append(judge(f"p{number}", "R", "a", "b", "equal"))
    assert [b.n for b in buckets(records, scores).buckets] == [0, 4001, 0, 0, 0]


def test_agreement_counts_ties_half_and_equal_or_missing_scores_apart(judge) -> None:
    scores = {(case, system): 50.0 for case in "pqrst" for system in "ab"}
    scores |= {("p", "a"): 51.0, ("q", "b"): 52.0, ("r", "a"): 52.5}
    del scores["t", "b"]
    records = [
        judge("p", "R1", "a", "b", "left"),  # a scores higher and wins: agrees
        judge("q", "R1", "a", "b", "left"),  # b scores higher, a wins: disagrees
        judge("q", "R2", "b", "a", "left"),  # b scores higher and wins: agrees
        judge("r", "R1", "b", "a", "equal"),  # half
        judge("s", "R1", "a", "b", "left"),  # equal scores
        judge("t", "R1", "a", "b", "left"),  # b has no score
        judge("t", "R2", "a", "b", "skip"),
    ]
    margins = buckets(records, scores)
    assert (margins.judgments, margins.equal_scores, margins.unscored, margins.below_first_edge) == (4, 1, 1, 0)
    assert margins.buckets[0].agreement == pytest.approx(2.5 / 4)
    assert (margins.overall.n, margins.overall.agreement) == (4, pytest.approx(2.5 / 4))
    assert margins.buckets[1].agreement is None
    assert margins.buckets[1].interval.reason is NoInterval.NO_VALUE


def test_edges_are_a_setting_and_what_lies_below_them_is_counted(judge) -> None:
    margins = buckets([judge("p", "R", "a", "b", "left")], {("p", "a"): 54.0, ("p", "b"): 50.0}, edges=(5.0, 10.0))
    assert (margins.judgments, margins.below_first_edge) == (0, 1)
    assert (margins.overall.n, margins.overall.agreement) == (1, 1.0)  # its scores differ, whatever the buckets are
    assert [(b.low, b.high) for b in margins.buckets] == [(5, 10), (10, None)]
    with pytest.raises(ValueError, match="ascend"):
        buckets([], {}, edges=(3.0, 3.0))


def literal_draws(comparisons, scores, resamples: int, seed: int) -> np.ndarray:
    """Agreement over [gaps below 6, 6 or more, all] in each resample, from rows written out as often as drawn."""
    drawn = draw_crossed(len(comparisons.papers), len(comparisons.reviewers), resamples, named_rng(seed, "margins"))
    first, second = pair_ends(len(comparisons.systems))
    rows = []
    for paper, reviewer, pair, h2 in zip(
        comparisons.paper, comparisons.reviewer, comparisons.pair, comparisons.h2, strict=True
    ):
        case = comparisons.papers[paper]
        one, other = (scores[case, comparisons.systems[ends[pair]]] for ends in (first, second))
        if one != other:
            rows.append((paper, reviewer, abs(one - other) >= 6, (h2 if one > other else 2 - h2) / 2))
    paper, reviewer, far, agreed = (np.array(column) for column in zip(*rows, strict=True))
    result = []
    for papers, reviewers in zip(drawn.papers, drawn.reviewers, strict=True):
        times = (papers[paper] * reviewers[reviewer]).astype(int)
        parts = [np.repeat(agreed[part], times[part]) for part in (~far, far, np.ones_like(far))]
        result.append([part.mean() if len(part) else np.nan for part in parts])
    return np.array(result)


@pytest.mark.parametrize("full", [0, 1000])
@pytest.mark.parametrize("edges", [(0.0, 6.0), (6.0, 12.0)])
def test_intervals_are_percentiles_over_literally_duplicated_papers_and_reviewers(
    random_study, random_scores, monkeypatch, full: int, edges: tuple[float, ...]
) -> None:
    monkeypatch.setattr(crossed_sums, "_FULL", full)  # the sparse way, then the full table
    comparisons = compare(random_study(votes=120), {f"s{n}" for n in range(4)})
    scores = {(r.case_id, r.system): r.overall for r in random_scores(comparisons)}
    draws = literal_draws(comparisons, scores, 150, seed=5)
    assert not np.isnan(draws).any()
    low, high = np.percentile(draws, [2.5, 97.5], axis=0)
    margins = margin_agreement(comparisons, scores, edges=edges, resamples=150, seed=5)
    bucket, number = (margins.buckets[0], 0) if edges[0] == 0 else (margins.overall, 2)
    assert (bucket.interval.low, bucket.interval.high) == pytest.approx((low[number], high[number]), abs=1e-12)
    assert (margins.overall.interval.low, margins.overall.interval.high) == pytest.approx((low[2], high[2]), abs=1e-12)


def test_resamples_without_a_judgment_in_a_bucket_are_counted_there(judge) -> None:
    # Only paper q has a wide gap: it is drawn never in about a quarter of the resamples.
    scores = {("p", "a"): 51.0, ("p", "b"): 50.0, ("q", "a"): 90.0, ("q", "b"): 50.0}
    records = [judge(case, r, "a", "b", c) for case in "pq" for r, c in (("R1", "left"), ("R2", "right"))]
    wide = buckets(records, scores).buckets[-1]
    assert wide.n == 2
    assert 10 < wide.interval.dropped < 40
    assert wide.interval.reason is NoInterval.DROPPED


def test_a_million_judgments_have_the_gaps_of_their_two_posters(random_comparisons) -> None:
    comparisons = random_comparisons(systems=20, papers=1000, reviewers=50, votes=1_000_000)
    hundredths = np.random.default_rng(1).integers(3000, 9500, (1000, 20))
    scores = {
        (case, system): hundredths[paper, number] / 100
        for paper, case in enumerate(comparisons.papers)
        for number, system in enumerate(comparisons.systems)
    }
    gaps = score_gaps(comparisons, scores, EDGES)
    first, second = (ends[comparisons.pair] for ends in pair_ends(20))
    assert gaps.scored.all()
    assert gaps.edges.tolist() == [0, 300, 600, 1000, 2000]
    assert (gaps.gap == hundredths[comparisons.paper, first] - hundredths[comparisons.paper, second]).all()


decimals = st.decimals(0, 100, places=None, allow_nan=False).map(float) | st.integers(0, 10_000).map(lambda n: n / 100)


@given(st.lists(decimals, min_size=1, max_size=12))
def test_whole_numbers_are_the_decimals_of_the_file_on_one_scale(values: list[float]) -> None:
    found = [int(number) for number in whole_numbers(np.array(values))]
    exact = [Fraction(Decimal(repr(value))) for value in values]
    scale = next((Fraction(n) / x for n, x in zip(found, exact, strict=True) if x), Fraction(1))
    assert scale > 0
    assert found == [x * scale for x in exact]


def test_sixteen_digits_are_those_of_the_file_and_not_a_neighbour_that_reads_back_alike() -> None:
    # 9357216995498904 / 10^11 is the same double.
    assert whole_numbers(np.array([93572.16995498905, 1.0])).tolist() == [9357216995498905, 10**11]


def test_numbers_beyond_64_bits_stay_exact() -> None:
    found = whole_numbers(np.array([1e-30, 100.0, 0.1]))
    assert found.tolist() == [1, 10**32, 10**29]
    gaps = found[1] - found[2], found[2] - found[0]
    assert gaps == (10**32 - 10**29, 10**29 - 1)


def test_scores_of_more_digits_than_a_double_holds_apart_are_compared_as_written(judge) -> None:
    # Sixteen decimals: the gap of 3 is exact only where all of them are.
    scores = {("p", "a"): 3.0000000000000004, ("p", "b"): 0.0, ("q", "a"): 2.9999999999999996, ("q", "b"): 0.0}
    margins = buckets([judge(case, "R", "a", "b", "left") for case in "pq"], scores)
    assert [b.n for b in margins.buckets] == [1, 1, 0, 0, 0]
