"""The fragility line against exhaustive search on tiny data, and by refits of the judgments as flipped."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from scoring.preference import Fragility, compare, fragility
from scoring.preference.arrays import Floats
from scoring.preference.bradley_terry import PointFit, fit_point, ranks
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.fragility import NO_OTHER, SHARED
from scoring.preference.newton import beat_probabilities, fit_batch


def fit(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def with_gap(comparisons: Comparisons, seed: int, tie: float = 0.25) -> Comparisons:
    """Outcomes drawn anew with s000 well ahead of the rest."""
    rng = np.random.default_rng(seed)
    n_systems = len(comparisons.systems)
    first, second = pair_ends(n_systems)
    strength = np.append(1.2, np.linspace(0.3, -0.8, n_systems - 1))
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))[comparisons.pair]
    n = len(comparisons.pair)
    h2 = np.where(rng.random(n) < tie, 1, np.where(rng.random(n) < chance, 2, 0))
    return replace(comparisons, h2=h2)


def flipped(comparisons: Comparisons, result: Fragility, leave: int = 0) -> Comparisons:
    """The comparisons with the result's changes made one by one, all but the last `leave` of them."""
    first, second = pair_ends(len(comparisons.systems))
    h2 = comparisons.h2.copy()
    todo = [
        (flip.winner, flip.loser, share)
        for flip in result.changes
        for share in [2] * flip.wins + [1] * flip.ties  # as the winner sees it
    ]
    for winner, loser, share in todo[: len(todo) - leave]:
        one, other = comparisons.systems.index(winner), comparisons.systems.index(loser)
        pair = np.flatnonzero((first == min(one, other)) & (second == max(one, other)))[0]
        before = share if one < other else 2 - share
        row = np.flatnonzero((comparisons.pair == pair) & (comparisons.h2 == before) & (h2 == comparisons.h2))[0]
        h2[row] = 0 if one < other else 2
    return replace(comparisons, h2=h2)


def firsts(point: PointFit, systems: tuple[str, ...]) -> list[str]:
    own = ranks(point.beat, point.component)
    return [name for name, rank, part in zip(systems, own, point.component, strict=True) if rank == 1 and part == 0]


def fewest(comparisons: Comparisons, point: PointFit, most: int) -> int | None:
    """The smallest number of flips, any at all, after which the leader is not alone in first place; by trying all."""
    counts = count_pairs(comparisons)
    leader = int(np.argmax(point.beat))
    for flips in range(1, most + 1):
        ways: list[dict[float, int]] = []  # per pair: change of the first system's wins -> judgments it takes
        for wins, ties, losses in zip(counts.wins, counts.ties, counts.losses, strict=True):
            costs: dict[float, int] = {}
            for lost, tie_lost, tie_won, won in product(
                *(range(min(flips, n) + 1) for n in (wins, ties, ties, losses))
            ):
                cost = lost + tie_lost + tie_won + won
                if tie_lost + tie_won <= ties and cost <= flips:
                    change = float(won - lost + (tie_won - tie_lost) / 2)
                    costs[change] = min(cost, costs.get(change, cost))
            ways.append(costs)
        sets = [
            [change for change, _ in choice]
            for choice in product(*(costs.items() for costs in ways))
            if sum(cost for _, cost in choice) <= flips
        ]
        h = counts.wins + counts.ties / 2 + np.array(sets)
        theta, converged = fit_batch(np.tile(counts.n.astype(float), (len(h), 1)), h, point.theta)
        if (leads_no_more(theta, leader) & converged).any():
            return flips
    return None


def leads_no_more(theta: Floats, leader: int):
    beat = beat_probabilities(theta)
    own = beat[:, leader].copy()
    beat[:, leader] = -1
    return own <= beat.max(axis=1) + 1e-9


def test_on_tiny_data_no_smaller_set_of_flips_exists(random_comparisons) -> None:
    tried = Counter()
    for seed in range(120):
        systems = (2, 3, 3, 4)[seed % 4]
        votes = (9, 14, 20, 16)[seed % 4]
        comparisons = random_comparisons(systems=systems, papers=4, reviewers=3, votes=votes, seed=seed)
        comparisons = with_gap(comparisons, seed, tie=(0.2, 0.5, 0.7)[seed % 3])
        point = fit(comparisons)
        result = fragility(comparisons, point)
        if len(point.components) > 1 or result.flips is None or result.flips > (4 if systems < 4 else 3):
            continue
        exact = fewest(comparisons, point, result.flips)
        assert exact == result.flips, (seed, result)
        tried[systems] += 1
    assert min(tried[systems] for systems in (2, 3, 4)) >= 10


@pytest.mark.parametrize(
    ("n_systems", "wins", "ties", "losses"),
    [
        (3, [0, 4, 1], [1, 4, 1], [0, 0, 1]),  # a tie of the two best moves them less than a win of the third
        (3, [0, 6, 0], [2, 2, 1], [0, 0, 1]),
        (5, [0, 0, 4, 2, 0, 1, 0, 1, 0, 1], [0] * 10, [0, 0, 0, 0, 1, 1, 0, 0, 0, 1]),  # two of ten pairs decide
    ],
)
def test_ties_and_third_systems_are_weighed_against_wins(n_systems: int, wins, ties, losses) -> None:
    counts = list(zip(wins, ties, losses, strict=True))
    pair = np.repeat(np.arange(len(counts)), [sum(row) for row in counts])
    h2 = np.concatenate([np.repeat([2, 1, 0], row) for row in counts])
    zero = np.zeros(len(pair), dtype=np.int64)
    names = tuple(f"s{number}" for number in range(n_systems))
    comparisons = Comparisons(names, ("p",), ("R",), zero, zero, pair, h2, zero.astype(bool))
    point = fit(comparisons)
    result = fragility(comparisons, point)
    assert result.flips is not None
    assert result.flips == fewest(comparisons, point, result.flips)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("systems", "votes", "tie"), [(3, 90, 0.3), (6, 600, 0.3), (6, 300, 0.8), (30, 6000, 0.2)])
def test_the_flips_given_change_first_place_and_one_less_does_not(
    random_comparisons, systems: int, votes: int, tie: float, seed: int
) -> None:
    # Verified on the judgments themselves, flipped one by one and fitted by choix.
    comparisons = random_comparisons(systems=systems, papers=9, reviewers=5, votes=votes, seed=seed)
    comparisons = with_gap(comparisons, seed, tie)
    result = fragility(comparisons, fit(comparisons))
    assert ([result.leader], result.n) == (firsts(fit(comparisons), comparisons.systems), votes)
    assert result.flips == sum(flip.count for flip in result.changes)
    after = firsts(fit(flipped(comparisons, result)), comparisons.systems)
    assert after != [result.leader]
    assert result.challenger in after
    assert firsts(fit(flipped(comparisons, result, leave=1)), comparisons.systems) == [result.leader]


def test_two_systems_by_hand(judge) -> None:
    # 7 to 3: two flips make it 5 to 5, and first place is shared.
    records = [judge(f"p{n}", "R", "a", "b", "left" if n < 7 else "right") for n in range(10)]
    comparisons = compare(records, "ab")
    result = fragility(comparisons, fit(comparisons))
    assert (result.leader, result.challenger, result.flips) == ("a", "b", 2)
    assert [(flip.winner, flip.loser, flip.wins, flip.ties) for flip in result.changes] == [("a", "b", 2, 0)]
    # One win and nine ties: one tie turned against a is half a win less, and half a win more for b: level.
    records = [judge(f"p{n}", "R", "b", "a", "right" if n < 1 else "equal") for n in range(10)]
    comparisons = compare(records, "ab")
    assert fragility(comparisons, fit(comparisons)).flips == 1


def test_an_undefeated_leader_falls_too(judge) -> None:
    # a beat b four times and never lost: the estimate is a limit, but two flips level it.
    records = [judge(f"p{n}", "R", "a", "b", "left") for n in range(4)]
    comparisons = compare(records, "ab")
    assert fragility(comparisons, fit(comparisons)).flips == 2


def test_flips_of_third_systems_count_where_they_are_the_cheapest(judge) -> None:
    # a and b never met; both are measured against c only, so first place can change only there.
    choices = {"a": "lllllr", "b": "lllrrr"}
    records = [
        judge(f"p{n}", "R", name, "c", "left" if choice == "l" else "right")
        for name, row in choices.items()
        for n, choice in enumerate(row)
    ]
    comparisons = compare(records, "abc")
    result = fragility(comparisons, fit(comparisons))
    assert (result.leader, result.challenger, result.flips) == ("a", "b", 2)
    assert {frozenset((flip.winner, flip.loser)) for flip in result.changes} <= {frozenset("ac"), frozenset("bc")}


def test_the_largest_component_is_the_one_that_is_led(judge) -> None:
    records = [judge(f"p{n}", "R", *pair, "left") for n in range(3) for pair in ("ab", "bc", "ac")]
    records += [judge(f"p{n}", "R", "x", "y", "left") for n in range(20)]
    comparisons = compare(records, "abcxy")
    result = fragility(comparisons, fit(comparisons))
    assert (result.leader, result.n) == ("a", 9)


def test_no_single_leader_and_no_other_system_have_reasons(judge) -> None:
    level = compare([judge("p", "R", "a", "b", "equal")], "ab")
    result = fragility(level, fit(level))
    assert (result.leader, result.flips, result.changes, result.reason) == (None, None, (), SHARED)
    for names in ("", "a", "ab"):
        nothing = compare([], names)
        assert fragility(nothing, fit(nothing)).reason == NO_OTHER


def test_thousands_of_flips_are_found_and_counted(random_comparisons) -> None:
    comparisons = with_gap(random_comparisons(systems=8, papers=40, reviewers=20, votes=60_000, seed=1), 1)
    result = fragility(comparisons, fit(comparisons))
    assert result.flips is not None
    assert result.flips > 1000
    after = firsts(fit(flipped(comparisons, result)), comparisons.systems)
    assert result.challenger in after
