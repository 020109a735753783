"""Unblinding: sides, order and names decide nothing."""

import numpy as np
import pytest

from scoring.preference.comparisons import (
    arrange,
    compare,
    count_pairs,
    pair_ends,
    pair_number,
    pairs_by_first,
    win_matrix,
)


def test_a_choice_becomes_a_win_of_the_named_system_whichever_side_it_stood_on(judge) -> None:
    straight = compare([judge("p", "R", "a", "b", "left")], "ab")
    swapped = compare([judge("p", "R", "b", "a", "right")], "ab")
    assert straight.h2.tolist() == swapped.h2.tolist() == [2]
    assert straight.first_on_left.tolist() == [True]
    assert swapped.first_on_left.tolist() == [False]


def test_a_tie_is_half_a_win_for_each_side_and_a_skip_is_nothing(judge) -> None:
    judgments = [
        judge("p", "R1", "a", "b", "equal"),
        judge("p", "R2", "a", "b", "skip"),
        judge("q", "R3", "b", "a", "left"),
    ]
    comparisons = compare(judgments, "ab")
    # Hand-worked: one tie, one win of b.
    assert win_matrix(count_pairs(comparisons), 2).tolist() == [[0, 0.5], [1.5, 0]]
    assert comparisons.reviewers == ("R1", "R3")


def test_the_order_of_rows_decides_nothing(random_study) -> None:
    records = random_study()
    one, other = compare(records, {"s0", "s1", "s2", "s3"}), compare(records[::-1], ["s3", "s2", "s1", "s0"])
    assert one.systems == other.systems
    for name in ("paper", "reviewer", "pair", "h2", "first_on_left"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


def test_pairs_are_numbered_as_their_ends_are_listed() -> None:
    first, second = pair_ends(7)
    assert [pair_number(a, b, 7) for a, b in zip(first.tolist(), second.tolist(), strict=True)] == list(range(21))


def test_pairs_run_by_their_first_system() -> None:
    first, second = pair_ends(5)
    for system, run in pairs_by_first(5):
        assert set(first[run].tolist()) == {system}
        assert second[run].tolist() == list(range(system + 1, 5))
    assert sum(run.stop - run.start for _, run in pairs_by_first(5)) == 10
    assert pairs_by_first(1) == pairs_by_first(0) == []


def test_columns_of_numbers_become_the_same_comparisons_as_records(random_study) -> None:
    records = random_study()
    expected = compare(records, {"s0", "s1", "s2", "s3"})
    share = {"left": 2, "equal": 1, "right": 0}
    columns = arrange(
        systems=expected.systems,
        papers=expected.papers,
        reviewers=expected.reviewers,
        paper=np.array([expected.papers.index(record.case_id) for record in records]),
        reviewer=np.array([expected.reviewers.index(record.reviewer) for record in records]),
        left=np.array([expected.systems.index(record.system_left) for record in records]),
        right=np.array([expected.systems.index(record.system_right) for record in records]),
        share_left=np.array([share[record.choice] for record in records]),
    )
    for name in ("paper", "reviewer", "pair", "h2", "first_on_left"):
        assert np.array_equal(getattr(columns, name), getattr(expected, name))
    rows = list(zip(*(getattr(columns, name).tolist() for name in ("paper", "reviewer", "pair")), strict=True))
    assert rows == sorted(rows)


def test_a_system_nobody_named_stops_the_unblinding(judge) -> None:
    with pytest.raises(ValueError, match="not among the systems"):
        compare([judge("p", "R", "a", "c", "left")], "ab")
    with pytest.raises(ValueError, match="compared with itself"):
        compare([judge("p", "R", "a", "a", "left")], "ab")


def test_nothing_is_fine() -> None:
    comparisons = compare([], [])
    assert comparisons.n_pairs == 0
    assert comparisons.papers == comparisons.reviewers == ()
