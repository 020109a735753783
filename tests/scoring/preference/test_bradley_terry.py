"""The point estimate: hand-worked cases, two independent engines, and everything that has no estimate."""

import choix
import evalica
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.preference.bradley_terry import Boundary, boundaries, fit_point, maximum_likelihood, ranks
from scoring.preference.comparisons import compare, count_pairs, win_matrix
from scoring.preference.graph import connected_parts, connections, missing_links, spanning_edges, strong_parts


def doubled_rows(wins: np.ndarray) -> list[tuple[int, int]]:
    """Each vote twice, as choix wants half-wins: (winner, loser) rows."""
    return [
        (int(winner), int(loser))
        for winner, loser in zip(*np.nonzero(wins), strict=True)
        for _ in range(int(2 * wins[winner, loser]))
    ]


def random_wins(systems: int, seed: int) -> np.ndarray:
    wins = np.random.default_rng(seed).integers(1, 12, (systems, systems)) / 2
    np.fill_diagonal(wins, 0)
    return wins


def test_two_systems_have_the_log_odds_of_their_wins() -> None:
    # Hand-worked: 3 wins against 1, so theta_a - theta_b = ln 3 and a beats b with 3/4.
    fit = fit_point(np.array([[0, 3.0], [1.0, 0]]))
    assert fit.strength == pytest.approx([np.log(3) / 2, -np.log(3) / 2], abs=1e-9)
    assert fit.beat == pytest.approx([0.75, 0.25], abs=1e-9)


def test_a_tie_counts_half_for_each_side() -> None:
    # Hand-worked: 2 wins, 1 tie, 1 loss is 2.5 of 4.
    assert fit_point(np.array([[0, 2.5], [1.5, 0]])).beat == pytest.approx([0.625, 0.375], abs=1e-9)


def test_a_circle_and_all_ties_leave_everybody_level() -> None:
    circle = np.array([[0, 1.0, 0], [0, 0, 1.0], [1.0, 0, 0]])
    ties = np.full((3, 3), 0.5) - np.eye(3) / 2
    for wins in (circle, ties):
        fit = fit_point(wins)
        assert fit.strength == pytest.approx([0, 0, 0], abs=1e-9)
        assert fit.beat == pytest.approx([0.5, 0.5, 0.5], abs=1e-9)
        assert ranks(fit.beat, fit.component) == [1, 1, 1]


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_estimate_of_choix_with_doubled_rows(seed: int) -> None:
    wins = random_wins(5, seed)
    reference = choix.opt_pairwise(5, doubled_rows(wins), alpha=1e-10, tol=1e-12)
    assert fit_point(wins).strength == pytest.approx(reference - reference.mean(), abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_estimate_of_evalica(seed: int) -> None:
    wins = random_wins(6, seed)
    rows = doubled_rows(wins)
    result = evalica.bradley_terry(
        [f"s{winner}" for winner, _ in rows],
        [f"s{loser}" for _, loser in rows],
        [evalica.Winner.X] * len(rows),
        tolerance=1e-13,
        limit=100_000,
    )
    reference = np.log([result.scores[f"s{system}"] for system in range(6)])
    assert fit_point(wins).strength == pytest.approx(reference - reference.mean(), abs=1e-6)


def test_beat_probability_averages_a_half() -> None:
    assert fit_point(random_wins(7, 3)).beat.mean() == pytest.approx(0.5, abs=1e-12)


def test_an_undefeated_system_stands_at_the_boundary_and_has_no_strength() -> None:
    # a beats b and c always; b and c share their games.
    wins = np.array([[0, 4.0, 4.0], [0, 0, 3.0], [0, 1.0, 0]])
    fit = fit_point(wins)
    assert fit.regularised
    assert np.isnan(fit.strength[0])
    assert fit.strength[1:] == pytest.approx([np.log(3) / 2, -np.log(3) / 2], abs=1e-9)
    # The limit of a vanishing ridge: 1 for a, (0 + 3/4) / 2 and (0 + 1/4) / 2 for the others.
    assert fit.beat == pytest.approx([1, 0.375, 0.125], abs=1e-4)


def test_a_winless_system_is_the_mirror_of_an_undefeated_one() -> None:
    wins = np.array([[0, 4.0, 4.0], [0, 0, 3.0], [0, 1.0, 0]]).T
    assert fit_point(wins).beat == pytest.approx([0, 0.625, 0.875], abs=1e-4)


def test_a_chain_has_an_order_and_no_strengths() -> None:
    wins = np.array([[0, 2.0, 0], [0, 0, 2.0], [0, 0, 0]])
    fit = fit_point(wins)
    assert np.isnan(fit.strength).all()
    assert ranks(fit.beat, fit.component) == [1, 2, 3]


def boundaries_of(wins: np.ndarray) -> list[Boundary | None]:
    return boundaries(wins, fit_point(wins).components)


def test_a_boundary_says_why_an_estimate_is_a_limit() -> None:
    # a beats b and c always and loses never; d never wins; b and c share their games.
    wins = np.array([[0, 4.0, 4.0, 1.0], [0, 0, 3.0, 2.0], [0, 1.0, 0, 0], [0, 0, 0, 0]])
    assert boundaries_of(wins) == [Boundary.UNDEFEATED, Boundary.LIMIT, Boundary.LIMIT, Boundary.WINLESS]


def test_a_tie_is_no_boundary_because_half_a_win_is_a_win() -> None:
    wins = np.array([[0, 4.0, 3.5], [0, 0, 1.0], [0.5, 1.0, 0]])
    assert boundaries_of(wins) == [None, None, None]


def test_two_that_never_met_can_both_be_undefeated_and_a_part_apart_is_not_concerned() -> None:
    # a and b beat c; d and e share their games and never met the others; f was never judged.
    wins = np.zeros((6, 6))
    wins[0, 2] = wins[1, 2] = 2
    wins[3, 4] = wins[4, 3] = 1
    assert boundaries_of(wins) == [Boundary.UNDEFEATED, Boundary.UNDEFEATED, Boundary.WINLESS, None, None, None]


def test_a_group_that_beats_everybody_else_has_only_limits_and_nobody_is_undefeated() -> None:
    wins = np.zeros((4, 4))
    wins[0, 1] = wins[1, 0] = wins[2, 3] = wins[3, 2] = 1
    wins[:2, 2:] = 1
    assert boundaries_of(wins) == [Boundary.LIMIT] * 4


def test_the_fewest_links_that_join_the_parts_go_through_the_most_compared_systems() -> None:
    # By hand: c has most games of {b, c, d}, the largest part, and e of {a, e}; f stands alone.
    wins = np.zeros((6, 6))
    wins[2, 1] = wins[2, 3] = 5
    wins[0, 4] = 1
    parts = [part.systems for part in fit_point(wins).components]
    links = missing_links(parts, wins)
    assert links == [(2, 0), (2, 5)]
    for a, b in links:
        wins[a, b] = 1
    assert len(connected_parts(wins)) == 1
    assert missing_links(connected_parts(wins), wins) == []
    assert missing_links([], np.zeros((0, 0))) == []


def test_two_components_are_ranked_apart_and_the_larger_comes_first() -> None:
    wins = np.zeros((5, 5))
    wins[0, 1], wins[1, 0] = 3, 1
    for a, b in ((2, 3), (3, 4), (2, 4)):
        wins[a, b], wins[b, a] = 2, 1
    fit = fit_point(wins)
    assert fit.component.tolist() == [1, 1, 0, 0, 0]
    assert fit.beat[:2] == pytest.approx([0.75, 0.25], abs=1e-9)
    assert ranks(fit.beat, fit.component) == [1, 2, 1, 2, 3]
    assert np.isnan(fit.strength).tolist() == [True, True, False, False, False]


def test_a_system_without_votes_has_nothing() -> None:
    fit = fit_point(np.array([[0, 1.0, 0], [1.0, 0, 0], [0, 0, 0]]))
    assert np.isnan(fit.beat[2])
    assert np.isnan(fit.strength[2])
    assert ranks(fit.beat, fit.component) == [1, 1, None]


@pytest.mark.parametrize("systems", [0, 1])
def test_fewer_than_two_systems_have_no_estimate(systems: int) -> None:
    fit = fit_point(np.zeros((systems, systems)))
    assert np.isnan(fit.beat).all()
    assert len(fit.components) == systems


def test_newton_takes_over_where_the_spectral_iteration_is_too_slow() -> None:
    # A long chain of nearly one-sided games mixes slowly.
    wins = np.zeros((12, 12))
    for system in range(11):
        wins[system, system + 1], wins[system + 1, system] = 400, 1
    theta = maximum_likelihood(wins)
    # Hand-worked: on a chain every pair keeps its own log-odds. A ridge of 1e-6 alone would be off by about 2e-4.
    assert -np.diff(theta) == pytest.approx(np.full(11, np.log(400)), abs=1e-7)


def test_the_proof_of_strong_connection_uses_only_wins_that_exist() -> None:
    wins = random_wins(9, 4) * (np.random.default_rng(4).random((9, 9)) < 0.5)
    assert len(strong_parts(wins)) == 1
    winners, losers = spanning_edges(wins)
    assert (wins[winners, losers] > 0).all()
    proof = np.zeros_like(wins)
    proof[winners, losers] = 1
    assert len(strong_parts(proof)) == 1
    with pytest.raises(ValueError, match="not strongly connected"):
        spanning_edges(np.triu(wins, 1))


@pytest.mark.parametrize("density", [0.1, 0.2, 0.4])
def test_many_graphs_at_once_are_judged_like_each_alone(density: float) -> None:
    beaten = np.random.default_rng(1).random((200, 6, 6)) < density
    beaten[:, range(6), range(6)] = False
    connected, strong = connections(beaten)
    assert connected.tolist() == [len(connected_parts(graph.astype(float))) == 1 for graph in beaten]
    assert strong.tolist() == [len(strong_parts(graph.astype(float))) == 1 for graph in beaten]
    assert 0 < connected.sum() + strong.sum() < 400


def test_parts_are_joined_by_any_outcome_but_strong_only_by_wins_both_ways() -> None:
    wins = np.array([[0, 1.0, 0], [0, 0, 0], [0, 0, 0]])
    assert [part.tolist() for part in connected_parts(wins)] == [[0, 1], [2]]
    assert sorted(part.tolist() for part in strong_parts(wins)) == [[0], [1], [2]]


@given(st.integers(0, 10_000), st.permutations(range(5)))
def test_renaming_systems_only_renames_the_estimates(seed: int, order: list[int]) -> None:
    wins = random_wins(5, seed)
    renamed = wins[np.ix_(order, order)]
    assert fit_point(renamed).beat == pytest.approx(fit_point(wins).beat[order], abs=1e-9)


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_every_vote_several_times_changes_no_estimate(seed: int, times: int) -> None:
    wins = random_wins(4, seed)
    assert fit_point(wins * times).beat == pytest.approx(fit_point(wins).beat, abs=1e-9)


@given(st.integers(0, 10_000))
def test_turning_every_choice_round_negates_the_strengths(seed: int) -> None:
    wins = random_wins(4, seed)
    assert fit_point(wins.T).strength == pytest.approx(-fit_point(wins).strength, abs=1e-9)


def test_showing_every_pair_the_other_way_round_changes_nothing(random_study, judge) -> None:
    mirror = {"left": "right", "right": "left", "equal": "equal"}
    records = random_study()
    swapped = [judge(r.case_id, r.reviewer, r.system_right, r.system_left, mirror[r.choice]) for r in records]
    names = {record.system_left for record in records}
    one, other = (win_matrix(count_pairs(compare(rows, names)), 4) for rows in (records, swapped))
    assert np.array_equal(one, other)
