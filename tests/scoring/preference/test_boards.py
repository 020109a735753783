"""Boards by discipline are the engine's own on the papers of each."""

import numpy as np
import pytest

from scoring.preference import boards, compare, estimate_preference
from scoring.preference.boards import NOT_COMPARED
from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import count_pairs, win_matrix
from scoring.preference.crossed import resample_fits
from scoring.preference.intervals import NoInterval, percentile_intervals
from scoring.preference.resampling import draw_crossed, named_rng

NAMES = ["s0", "s1", "s2", "s3"]


def test_a_board_is_the_preference_of_its_papers_alone(random_study) -> None:
    records = random_study(papers=20, reviewers=6, votes=400, seed=2)
    disciplines = {f"p{number:02d}": "physics" if number < 8 else "medicine" for number in range(20)}
    found = boards(compare(records, NAMES), disciplines, resamples=60, seed=4)
    assert [board.discipline for board in found] == ["medicine", "physics"]
    for board in found:
        own = [record for record in records if disciplines[record.case_id] == board.discipline]
        comparisons = compare(own, NAMES)
        expected = estimate_preference(comparisons, resamples=1, seed=0)
        assert (board.n, board.papers) == (len(own), 8 if board.discipline == "physics" else 12)
        assert (board.reviewers, board.components) == (6, 1)
        assert [(one.system, one.rank, one.n) for one in board.systems] == [
            (one.system, one.rank, one.n) for one in expected.systems
        ]
        assert [one.beat for one in board.systems] == pytest.approx([one.beat for one in expected.systems])
        # Intervals: the crossed resamples of that discipline's own stream.
        point = fit_point(win_matrix(count_pairs(comparisons), 4))
        draws = draw_crossed(board.papers, 6, 60, named_rng(4, f"board:{board.discipline}"))
        intervals = percentile_intervals(resample_fits(comparisons, point, draws).beat, np.ones(4, dtype=bool))
        assert not any(one.regularised for one in board.systems)
        for one in board.systems:
            reference = intervals[NAMES.index(one.system)]
            assert one.interval.low == pytest.approx(reference.low, abs=1e-7)
            assert one.interval.high == pytest.approx(reference.high, abs=1e-7)


def test_papers_without_a_discipline_form_one_board(random_study) -> None:
    records = random_study(papers=6, reviewers=5, votes=90, seed=2)
    found = boards(compare(records, NAMES), {"p00": "physics", "p01": "physics", "p02": ""}, resamples=20, seed=0)
    assert [(board.discipline, board.papers) for board in found] == [("", 4), ("physics", 2)]
    assert sum(board.n for board in found) == 90


def test_fewer_than_two_disciplines_make_no_board(random_study) -> None:
    comparisons = compare(random_study(papers=6, reviewers=5, votes=90, seed=2), NAMES)
    assert boards(comparisons, {}, resamples=20, seed=0) == ()
    assert boards(comparisons, {f"p0{number}": "physics" for number in range(6)}, resamples=20, seed=0) == ()
    assert boards(compare([], NAMES), {"p00": "physics", "p01": "art"}, resamples=20, seed=0) == ()


def test_what_a_board_cannot_say_is_none_with_a_reason(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 2}", "a", "b", "left") for n in range(4)]
    records += [judge("q", name, *pair, "left") for name in ("R0", "R1") for pair in ("ab", "bc", "ca")]
    disciplines = {"q": "art"} | {f"p{n}": "physics" for n in range(4)}
    art, physics = boards(compare(records, "abc"), disciplines, resamples=40, seed=0)
    # art: one paper, so nothing shows how papers differ; the ring a > b > c > a is level.
    assert [one.beat for one in art.systems] == pytest.approx([0.5] * 3)
    assert {one.interval.reason for one in art.systems} == {NoInterval.ONE_PAPER}
    # physics: a never lost to b, so the estimate is a limit; c was not compared at all.
    a, b, c = physics.systems
    assert (a.system, b.system, c.system) == ("a", "b", "c")
    assert (a.boundary, b.boundary, c.boundary, physics.components) == ("undefeated", "winless", None, 2)
    assert (a.regularised, b.regularised, c.regularised) == (True, True, False)
    assert a.beat == pytest.approx(1, abs=1e-4)
    assert a.interval.reason == NoInterval.NO_SPREAD
    assert (c.beat, c.rank, c.n, c.reason, c.interval.reason) == (None, None, 0, NOT_COMPARED, NoInterval.NO_VALUE)


def test_a_board_depends_on_its_own_papers_only(random_study) -> None:
    records = random_study(papers=12, reviewers=5, votes=240, seed=7)
    disciplines = {f"p{number:02d}": ("art", "law", "physics")[number % 3] for number in range(12)}
    whole = boards(compare(records, NAMES), disciplines, resamples=40, seed=1)
    fewer = [record for record in records if disciplines[record.case_id] != "law"]
    assert boards(compare(fewer, NAMES), disciplines, resamples=40, seed=1) == (whole[0], whole[2])
