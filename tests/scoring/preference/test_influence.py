"""Drop-one influence and the reviewers against everybody else, checked against fits of the judgments that remain."""

import numpy as np
import pytest

from scoring.preference import compare, drop_one, reviewer_diagnostics
from scoring.preference.bradley_terry import PointFit, fit_point, ranks
from scoring.preference.comparisons import Comparisons, count_pairs, win_matrix
from scoring.preference.influence import Dropped
from scoring.preference.leave_out import NOTHING_LEFT, OTHER_GROUPS
from scoring.preference.reviewers import ALL_LEVEL, NO_RANKING


def fit(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def by_name(dropped: tuple[Dropped, ...]) -> dict[str, Dropped]:
    return {one.name: one for one in dropped}


@pytest.mark.parametrize("systems", [2, 5, 30])
def test_without_a_reviewer_or_paper_is_the_fit_of_the_rows_that_remain(random_study, systems: int) -> None:
    # 30 systems take the engine's other path (chord iterations). Reference: the records without that name, refitted.
    votes = {2: 40, 5: 300, 30: 3000}[systems]
    records = random_study(systems=systems, papers=9, reviewers=5, votes=votes, seed=systems)
    names = [f"s{number}" for number in range(systems)]
    comparisons = compare(records, names)
    point = fit(comparisons)
    influence = drop_one(comparisons, point)
    for attribute, all_dropped in (("reviewer", influence.reviewers), ("case_id", influence.papers)):
        for dropped in all_dropped:
            rest = [record for record in records if getattr(record, attribute) != dropped.name]
            expected = fit(compare(rest, names))
            change = np.abs(expected.beat - point.beat)
            assert dropped.n == len(records) - len(rest)
            assert dropped.shift == pytest.approx(float(change.max()), abs=1e-7)
            assert change[comparisons.systems.index(str(dropped.system))] == pytest.approx(change.max(), abs=1e-7)
            before, after = (ranks(one.beat, one.component) for one in (point, expected))
            assert dropped.rank_changes == sum(one != other for one, other in zip(before, after, strict=True))
            leaders = tuple(name for name, rank in zip(comparisons.systems, after, strict=True) if rank == 1)
            assert dropped.leaders == leaders


def test_the_most_influential_come_first_and_equal_ones_by_name(judge) -> None:
    # Three reviewers say the same, the fourth the opposite: R4 moves the two systems most, the others alike.
    records = [judge("p1", name, "a", "b", "left") for name in ("R1", "R2", "R3")]
    records.append(judge("p1", "R4", "a", "b", "right"))
    comparisons = compare(records, "ab")
    dropped = drop_one(comparisons, fit(comparisons)).reviewers
    assert [one.name for one in dropped] == ["R4", "R1", "R2", "R3"]
    # Of four wins a has three: 3/4; without R4 it has all of them, the ridge's limit 1; without R1 two of three.
    assert dropped[0].shift == pytest.approx(1 / 4, abs=1e-4)
    assert dropped[1].shift == pytest.approx(3 / 4 - 2 / 3, abs=1e-6)
    assert dropped[1].leaders == ("a",)


def test_a_new_leader_and_the_ranks_that_change_are_told(judge) -> None:
    # a beats b 2:1 on p1 and loses 0:2 to it on p2: without p2 a leads, without p1 b does, as with both.
    records = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "R2", "a", "b", "left"),
        judge("p1", "R3", "a", "b", "right"),
    ]
    records += [judge("p2", name, "a", "b", "right") for name in ("R1", "R2")]
    comparisons = compare(records, "ab")
    papers = by_name(drop_one(comparisons, fit(comparisons)).papers)
    assert (papers["p2"].leaders, papers["p2"].rank_changes) == (("a",), 2)
    assert (papers["p1"].leaders, papers["p1"].rank_changes) == (("b",), 0)


def test_level_leaders_are_all_named(judge) -> None:
    records = [judge("p1", "R1", "a", "b", "left"), judge("p2", "R1", "a", "b", "equal")]
    comparisons = compare(records, "ab")
    assert by_name(drop_one(comparisons, fit(comparisons)).papers)["p1"].leaders == ("a", "b")


def test_what_only_one_reviewer_or_paper_holds_together_has_no_shift(judge) -> None:
    # R1 alone judged c, so without R1 it stands apart; p1 holds everything.
    records = [
        judge("p1", "R1", "a", "c", "left"),
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "R2", "a", "b", "right"),
    ]
    comparisons = compare(records, "abc")
    influence = drop_one(comparisons, fit(comparisons))
    alone = by_name(influence.reviewers)["R1"]
    assert (alone.shift, alone.system, alone.leaders, alone.rank_changes) == (None, None, (), None)
    assert alone.reason == OTHER_GROUPS
    assert influence.papers[0].reason == NOTHING_LEFT
    assert influence.reviewers[0].name == "R2"  # the one with a shift stands before the one without


def test_two_components_are_compared_each_by_itself(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", "a", "b", "left" if n % 3 else "right") for n in range(9)]
    records += [judge(f"p{n}", f"R{n % 3}", "c", "d", "left" if n % 2 else "right") for n in range(9)]
    comparisons = compare(records, "abcd")
    point = fit(comparisons)
    for dropped in drop_one(comparisons, point).papers:
        expected = fit(compare([record for record in records if record.case_id != dropped.name], "abcd"))
        assert dropped.shift == pytest.approx(float(np.abs(expected.beat - point.beat).max()), abs=1e-6)
        assert len(dropped.leaders) == 1
        assert dropped.leaders[0] in "ab"  # of equal components the one with the lower name is the first


def test_nothing_compared_has_no_influence() -> None:
    comparisons = compare([], "ab")
    influence = drop_one(comparisons, fit(comparisons))
    assert (influence.reviewers, influence.papers) == ((), ())


def test_agreement_is_with_the_fit_of_the_others(random_study) -> None:
    records = random_study(papers=12, reviewers=5, votes=150, seed=3)
    names = ["s0", "s1", "s2", "s3"]
    comparisons = compare(records, names)
    for one in reviewer_diagnostics(records, [], [], comparisons, fit(comparisons)):
        own = [record for record in records if record.reviewer == one.counts.reviewer]
        theta = fit(compare([record for record in records if record.reviewer != one.counts.reviewer], names)).theta
        strength = dict(zip(names, theta.tolist(), strict=True))
        points = 0.0
        for record in own:
            better = "left" if strength[record.system_left] > strength[record.system_right] else "right"
            points += 0.5 if record.choice == "equal" else float(record.choice == better)
        assert (one.agreement, one.compared) == (pytest.approx(points / len(own)), len(own))
        assert one.agreement_reason is None


def test_a_reviewer_is_measured_even_where_only_he_joins_a_system(judge) -> None:
    # R1 alone compared c. The others have a before b, so R1's pair a-b counts, with c left out.
    records = [
        judge("p1", "R1", "b", "a", "right"),
        judge("p1", "R1", "a", "c", "right"),
        judge("p1", "R2", "a", "b", "left"),
        judge("p2", "R2", "a", "b", "left"),
        judge("p3", "R3", "a", "b", "right"),
    ]
    comparisons = compare(records, "abc")
    first, second, third = reviewer_diagnostics(records, [], [], comparisons, fit(comparisons))
    assert (first.agreement, first.compared, first.shift, first.shift_reason) == (1.0, 1, None, OTHER_GROUPS)
    # Without R2 one says a, one says b: level, so nothing of the pair a-b can agree with it.
    assert (second.agreement, second.compared, second.agreement_reason) == (None, 0, ALL_LEVEL)
    assert second.shift is not None
    assert third.agreement == 0.0


def test_one_reviewer_and_one_without_a_ranking_have_reasons(judge) -> None:
    records = [
        judge("p1", "R1", "a", "b", "left", seconds=4.0),
        judge("p1", "R2", "a", "b", "skip"),
        judge("p2", "R1", "a", "b", "equal", seconds=6.0),
        judge("p3", "R1", "a", "b", "skip"),
    ]
    excluded = [judge("p1", "R3", "a", "b", "left", excluded_reason="too fast")]
    comparisons = compare(records, "ab")
    one, two, three = reviewer_diagnostics(records, excluded, [], comparisons, fit(comparisons))
    assert (one.shift_reason, one.agreement_reason, one.agreement) == (NOTHING_LEFT, NOTHING_LEFT, None)
    assert (one.counts.tie_share, one.counts.skip_share, one.counts.median_seconds) == (1 / 2, 1 / 3, 5.0)
    assert (two.agreement_reason, two.shift_reason) == (NO_RANKING, NO_RANKING)
    assert (two.counts.tie_share, two.counts.skip_share) == (None, 1.0)
    assert (three.counts.skip_share, three.counts.excluded) == (None, 1)
