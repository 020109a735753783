"""Agreement by score gap: exact decimals, half-open buckets, everything counted."""

import pytest

from scoring.alignment.margins import margin_agreement
from scoring.preference import NoInterval, compare

EDGES = (0.0, 3.0, 6.0, 10.0, 20.0)


def buckets(records, scores, edges=EDGES):
    comparisons = compare(records, {name for r in records for name in (r.system_left, r.system_right)})
    return margin_agreement(comparisons, scores, edges=edges, resamples=100, seed=0)


@pytest.mark.parametrize(
    ("high", "low", "bucket"),
    [
        # 88.21 - 85.21 is 2.9999999999999858 in binary and exactly 3 in decimals.
        (88.21, 85.21, 1),
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


def test_every_two_decimal_gap_of_exactly_three_points_counts_as_three(judge) -> None:
    records, scores = [], {}
    for number in range(0, 9701, 97):
        scores[f"p{number}", "a"], scores[f"p{number}", "b"] = (number + 300) / 100, number / 100
        records.append(judge(f"p{number}", "R", "a", "b", "equal"))
    assert [b.n for b in buckets(records, scores).buckets] == [0, len(records), 0, 0, 0]


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
    assert margins.buckets[1].agreement is None
    assert margins.buckets[1].interval.reason is NoInterval.NO_VALUE


def test_edges_are_a_setting_and_what_lies_below_them_is_counted(judge) -> None:
    margins = buckets([judge("p", "R", "a", "b", "left")], {("p", "a"): 54.0, ("p", "b"): 50.0}, edges=(5.0, 10.0))
    assert (margins.judgments, margins.below_first_edge) == (0, 1)
    assert [(b.low, b.high) for b in margins.buckets] == [(5, 10), (10, None)]
    with pytest.raises(ValueError, match="ascend"):
        buckets([], {}, edges=(3.0, 3.0))
