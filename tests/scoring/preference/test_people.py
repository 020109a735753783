"""Agreement, position, self-consistency and the counts of each reviewer."""

from dataclasses import replace
from datetime import UTC, datetime

import krippendorff
import numpy as np
import pytest

from scoring.preference import compare, count_reviewers, left_share, nominal_agreement, self_consistency


def test_alpha_is_one_minus_observed_over_expected_disagreement(judge) -> None:
    # Hand-worked: units (A,A), (A,B), (B,B). D_o = 2 of 6 ordered pairs / 6 values = 1/3;
    # three A and three B: D_e = (36 - 18) / 30 = 3/5; alpha = 1 - 5/9.
    records = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "R2", "b", "a", "right"),
        judge("p2", "R1", "a", "b", "left"),
        judge("p2", "R2", "a", "b", "right"),
        judge("p3", "R1", "b", "a", "left"),
        judge("p3", "R2", "a", "b", "right"),
        judge("p4", "R1", "a", "b", "left"),  # nobody else judged it: not pairable
        judge("p4", "R2", "a", "b", "skip"),
    ]
    agreement = nominal_agreement(compare(records, "ab"))
    assert (agreement.items, agreement.pairable) == (3, 6)
    assert agreement.raw == pytest.approx(2 / 3)
    assert agreement.chance == pytest.approx(2 / 5)
    assert agreement.alpha == pytest.approx(4 / 9)


@pytest.mark.parametrize("seed", range(4))
def test_alpha_is_the_one_of_the_krippendorff_package(random_study, seed: int) -> None:
    records = random_study(papers=8, reviewers=7, votes=150, seed=seed)
    comparisons = compare(records, {"s0", "s1", "s2", "s3"})
    table = np.full((7, 8 * 6), np.nan)
    table[comparisons.reviewer, comparisons.paper * 6 + comparisons.pair] = comparisons.h2
    reference = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert nominal_agreement(comparisons).alpha == pytest.approx(reference, abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_alpha_counted_both_ways_round_depends_on_no_name(random_study, seed: int) -> None:
    records = random_study(papers=8, reviewers=7, votes=150, seed=seed)
    comparisons = compare(records, {"s0", "s1", "s2", "s3"})
    table = np.full((7, 2 * 8 * 6), np.nan)
    item = comparisons.paper * 6 + comparisons.pair
    table[comparisons.reviewer, item], table[comparisons.reviewer, 8 * 6 + item] = comparisons.h2, 2 - comparisons.h2
    reference = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    other = {"s0": "s9", "s1": "s5", "s2": "s7", "s3": "s0"}
    renamed = [
        replace(record, system_left=other[record.system_left], system_right=other[record.system_right])
        for record in records
    ]
    for judged, names in ((records, other.keys()), (renamed, other.values())):
        assert nominal_agreement(compare(judged, names)).either_way == pytest.approx(reference, abs=1e-12)


def test_one_disagreement_alone_is_what_chance_gives_and_steady_opposition_is_worse(judge) -> None:
    # One unit with two values: D_o = 1 = D_e, so alpha is 0. Two such units: D_e = (16 - 8) / 12 = 2/3, alpha = -1/2.
    records = [judge("p", "R1", "a", "b", "left"), judge("p", "R2", "a", "b", "right")]
    assert nominal_agreement(compare(records, "ab")).alpha == pytest.approx(0)
    records += [judge("q", "R1", "a", "b", "right"), judge("q", "R2", "a", "b", "left")]
    opposed = nominal_agreement(compare(records, "ab"))
    assert (opposed.alpha, opposed.raw) == (pytest.approx(-1 / 2), 0)


def test_a_unit_is_a_pair_on_a_paper(judge) -> None:
    # Two reviewers, but never the same pair on the same paper: nothing can be paired.
    records = [
        judge("p", "R1", "a", "b", "left"),
        judge("p", "R2", "a", "c", "left"),
        judge("q", "R2", "a", "b", "left"),
    ]
    assert nominal_agreement(compare(records, "abc")).items == 0
    assert nominal_agreement(compare([], "abc")).alpha is None


def test_the_side_a_poster_stood_on_is_no_part_of_an_opinion(judge) -> None:
    records = [judge("p", "R1", "a", "b", "left"), judge("p", "R2", "b", "a", "right")]
    records += [judge("q", "R1", "a", "b", "right"), judge("q", "R2", "b", "a", "left")]
    assert nominal_agreement(compare(records, "ab")).alpha == 1


def test_one_answer_everywhere_and_no_shared_pair_have_no_alpha(judge) -> None:
    same = [judge("p", "R1", "a", "b", "equal"), judge("p", "R2", "a", "b", "equal")]
    agreement = nominal_agreement(compare(same, "ab"))
    assert (agreement.alpha, agreement.raw) == (None, 1)
    assert "same answer" in str(agreement.reason)
    alone = nominal_agreement(compare(same[:1], "ab"))
    assert (alone.alpha, alone.raw, alone.items) == (None, None, 0)
    assert "two reviewers" in str(alone.reason)


def test_left_share_leaves_ties_and_skips_out(judge) -> None:
    choices = ["left", "left", "right", "left", "equal", "skip", "right", "left"]
    records = [judge(f"p{n}", f"R{n % 3}", *("ab" if n % 2 else "ba"), choice) for n, choice in enumerate(choices)]
    position = left_share(compare(records, "ab"), resamples=200, seed=0)
    assert (position.left_share, position.n) == (pytest.approx(4 / 6), 6)
    assert position.interval.low is not None


def test_left_share_of_nothing_but_ties_is_undefined(judge) -> None:
    records = [judge(f"p{n}", f"R{n}", "a", "b", "equal") for n in range(3)]
    position = left_share(compare(records, "ab"), resamples=50, seed=0)
    assert (position.left_share, position.interval.low, position.n) == (None, None, 0)


def test_a_repeat_is_compared_with_the_first_answer_sides_aside(judge) -> None:
    kept = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p2", "R1", "a", "b", "equal"),
        judge("p3", "R1", "a", "b", "skip"),
    ]
    repeats = [
        judge("p1", "R1", "b", "a", "right", repeat_of="1"),  # a again
        judge("p2", "R1", "b", "a", "right", repeat_of="2"),  # equal before, a now
        judge("p3", "R1", "b", "a", "left", repeat_of="3"),  # skipped before
        judge("p4", "R1", "b", "a", "left", repeat_of="9"),  # no first answer
    ]
    result = self_consistency(kept, repeats)
    assert (result.repeats, result.compared, result.same, result.share) == (4, 2, 1, 0.5)
    assert self_consistency(kept, []).share is None
    assert self_consistency(iter(kept), iter(repeats)) == result  # one pass over each is enough


def test_reviewers_are_counted_without_a_verdict(judge) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    kept = [
        judge("p1", "R2", "a", "b", "left", seconds=10.0, critical_failure="right"),
        judge("p2", "R2", "a", "b", "equal", seconds=30.0, shown_at=now),
        judge("p3", "R2", "a", "b", "skip", seconds=500.0),
        judge("p4", "R1", "a", "b", "right"),
    ]
    excluded = [judge("p5", "R2", "a", "b", "left", excluded_reason="too fast")]
    one, two = count_reviewers(kept, excluded, [judge("p1", "R2", "a", "b", "left", repeat_of="1")])
    assert (one.reviewer, one.left_share, one.median_seconds) == ("R1", 0, None)
    assert (two.responses, two.ranked, two.skips, two.excluded, two.repeats) == (4, 2, 1, 1, 1)
    assert (two.median_seconds, two.left_share) == (20, 1)
