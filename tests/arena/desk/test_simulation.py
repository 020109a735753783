"""The model of a simulated reviewer, apart from any database."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.desk.simulation import ASSUMPTIONS, answers_of, davidson, length_of, qualities, worth
from arena.studies.roster import ShownPair
from scoring.words import Choice

PAIRS = tuple(
    ShownPair(case_id=f"paper-{case}", left=left, right=right)
    for case in range(40)
    for left, right in (("alder", "birch"), ("cedar", "alder"), ("birch", "cedar"))
)


def test_davidson_gives_the_published_shares() -> None:
    # Davidson 1970: p, nu sqrt(p q) and q, each over p + q + nu sqrt(p q); with p = 4, q = 1, nu = 1: 4/7, 2/7, 1/7.
    assert davidson(math.log(4), math.log(1), 1.0) == pytest.approx((4 / 7, 2 / 7, 1 / 7))


@given(left=st.floats(-300, 300), right=st.floats(-300, 300), nu=st.floats(0, 10))
def test_davidson_is_a_distribution_that_swaps_with_the_sides(left: float, right: float, nu: float) -> None:
    chances = davidson(left, right, nu)
    assert sum(chances) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances)
    assert davidson(right, left, nu) == pytest.approx(chances[::-1])


@given(places=st.integers(1, 5000), seed=st.integers(0, 10**6))
def test_everybody_does_at_least_a_third_and_at_most_all(places: int, seed: int) -> None:
    assert places / 3 <= length_of(seed, "sim-01", places) <= places


def test_the_same_seed_gives_the_same_answers_and_another_seed_others() -> None:
    assert answers_of(7, "sim-01", PAIRS) == answers_of(7, "sim-01", PAIRS)
    assert answers_of(7, "sim-01", PAIRS) != answers_of(8, "sim-01", PAIRS)


def test_reviewers_differ_and_one_more_paper_changes_no_answer_to_another() -> None:
    first, second = answers_of(7, "sim-01", PAIRS), answers_of(7, "sim-02", PAIRS)
    assert [one.choice for one in first] != [one.choice for one in second][: len(first)]
    extended = (*PAIRS, ShownPair("paper-new", "alder", "birch"))
    again = answers_of(7, "sim-01", extended)
    common = min(len(first), len(again))
    assert [one.choice for one in first[:common]] == [one.choice for one in again[:common]]


def test_answers_are_the_first_places_in_order_and_end_before_the_next_begins() -> None:
    answers = answers_of(3, "sim-04", PAIRS)
    assert [one.place for one in answers] == list(range(len(answers)))
    for earlier, later in pairwise(answers):
        assert (later.shown_at - earlier.shown_at).total_seconds() > earlier.seconds


def test_worth_is_the_sum_of_the_stated_effects() -> None:
    # With only the system's own quality the worth is that quality: its effects are named and drawn apart.
    seed, system = 11, "alder"
    mean = sum(worth(seed, f"sim-{i:02d}", f"paper-{j}", system) for i in range(40) for j in range(40)) / 1600
    spread = 4 * math.hypot(ASSUMPTIONS.paper_sd, ASSUMPTIONS.reviewer_sd) / math.sqrt(40)
    assert mean == pytest.approx(qualities(seed, (system,))[system], abs=spread)


def test_a_better_system_wins_more_and_rare_things_stay_rare() -> None:
    seed = 5
    drawn = [answers_of(seed, f"sim-{i:02d}", PAIRS) for i in range(30)]
    wins: Counter[str] = Counter()
    choices: Counter[Choice] = Counter()
    flags = total = 0
    for answers in drawn:
        for one in answers:
            pair = PAIRS[one.place]
            choices[one.choice] += 1
            flags += one.critical_left + one.critical_right
            total += 1
            if one.choice in (Choice.LEFT, Choice.RIGHT):
                wins[pair.left if one.choice is Choice.LEFT else pair.right] += 1
    latent = qualities(seed, ("alder", "birch", "cedar"))
    assert sorted(wins, key=lambda name: -wins[name]) == sorted(latent, key=lambda name: -latent[name])
    assert 0.15 < choices[Choice.EQUAL] / total < 0.4
    assert 0 < choices[Choice.SKIP] / total < 0.03
    assert 0 < flags / (2 * total) < 0.04


def test_a_repeat_is_answered_by_a_draw_of_its_own_and_changes_nothing_else() -> None:
    first = answers_of(7, "sim-01", PAIRS)
    again = [ShownPair(pair.case_id, pair.right, pair.left, again=True) for pair in PAIRS[:2]]
    mixed = answers_of(7, "sim-01", (*PAIRS[:2], *again, *PAIRS[2:]))
    told = [(answer.choice, answer.critical_left, answer.seconds) for answer in mixed]
    assert [*told[:2], *told[4:]] == [(answer.choice, answer.critical_left, answer.seconds) for answer in first]
    assert told[2:4] != told[:2]
