"""The pull of the left side, against scipy's optimiser and a linear programme."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import linprog, minimize

from scoring.preference import NoInterval, compare, left_share
from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.preference.sides import side_effect


def contrasts(comparisons: Comparisons) -> np.ndarray:
    """(V, S + 1): d logit P(first preferred) / d (theta, delta)."""
    first, second = pair_ends(len(comparisons.systems))
    rows = np.arange(len(comparisons.pair))
    x = np.zeros((len(rows), len(comparisons.systems) + 1))
    x[rows, first[comparisons.pair]] = 1
    x[rows, second[comparisons.pair]] = -1
    x[:, -1] = np.where(comparisons.first_on_left, 1, -1)
    return x


def pulled(comparisons: Comparisons, strength: float, seed: int = 0) -> Comparisons:
    """The same comparisons, some of whose outcomes turned to whoever stood on the left."""
    turned = np.random.default_rng(seed).random(len(comparisons.pair)) < strength
    return replace(comparisons, h2=np.where(turned, 2 * comparisons.first_on_left, comparisons.h2))


@pytest.mark.parametrize("strength", [0.0, 0.3])
def test_delta_and_its_interval_are_those_of_a_general_optimiser(random_comparisons, strength) -> None:
    comparisons = pulled(random_comparisons(systems=4, papers=15, reviewers=6, votes=400, seed=4), strength)
    x, y = contrasts(comparisons), comparisons.h2 / 2

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        eta = x @ beta
        return float(np.logaddexp(0, eta).sum() - y @ eta), x.T @ (1 / (1 + np.exp(-eta)) - y)

    beta = minimize(loss, np.zeros(5), jac=True, method="BFGS", options={"gtol": 1e-9}).x
    chance = 1 / (1 + np.exp(-(x @ beta)))
    inverse = np.linalg.pinv((x * (chance * (1 - chance))[:, None]).T @ x)
    scores = x * (y - chance)[:, None]
    middle = np.zeros((5, 5))
    for sign, cluster in (
        (1, comparisons.paper),
        (1, comparisons.reviewer),
        (-1, comparisons.paper * 100 + comparisons.reviewer),
    ):
        sums = [scores[cluster == one].sum(axis=0) for one in np.unique(cluster)]
        middle += sign * len(sums) / (len(sums) - 1) * sum(np.outer(s, s) for s in sums)
    half = stats.t.ppf(0.975, 5) * np.sqrt((inverse @ middle @ inverse)[-1, -1])

    effect = side_effect(comparisons)
    assert effect.delta == pytest.approx(beta[-1], abs=1e-6)
    assert effect.interval.low == pytest.approx(beta[-1] - half, abs=1e-6)
    assert effect.interval.high == pytest.approx(beta[-1] + half, abs=1e-6)
    assert (effect.n, effect.reason) == (400, None)
    assert effect.interval.low > 0 or not strength


def test_swapping_every_side_turns_the_sign_and_nothing_else(random_comparisons) -> None:
    comparisons = pulled(random_comparisons(systems=4, papers=15, reviewers=6, votes=300), 0.2)
    one = side_effect(comparisons)
    other = side_effect(replace(comparisons, first_on_left=~comparisons.first_on_left))
    assert other.delta == pytest.approx(-one.delta, abs=1e-9)
    assert other.interval.low == pytest.approx(-one.interval.high, abs=1e-9)
    assert other.interval.high == pytest.approx(-one.interval.low, abs=1e-9)


def test_existence_is_what_a_linear_programme_says(random_comparisons) -> None:
    # Sides separate the data where some direction (d, +-1) puts no win on the wrong side: a programme per sign.
    seen = {True: 0, False: 0}
    for seed in range(150):
        comparisons = random_comparisons(systems=3, papers=4, reviewers=3, votes=6 + seed % 6, seed=seed)
        effect = side_effect(comparisons)
        if effect.n < len(comparisons.pair):
            continue  # not strongly connected: checked below
        x = contrasts(comparisons)
        wrong = np.concatenate([-x[comparisons.h2 > 0], x[comparisons.h2 < 2]])
        free = [(None, None)] * 3
        feasible = [
            linprog(np.zeros(4), A_ub=wrong, b_ub=np.zeros(len(wrong)), bounds=[*free, (sign, sign)]).status == 0
            for sign in (1, -1)
        ]
        assert (effect.delta is not None) is (not any(feasible))
        seen[effect.delta is not None] += 1
    assert min(seen.values()) > 10


def test_systems_beyond_reach_do_not_bear_on_the_side(random_study, judge) -> None:
    records = random_study(votes=150)
    more = [judge(f"p{n:02d}", f"R{n % 6:02d}", "z", "s0", "left") for n in range(10)]  # z never lost, always left
    one = side_effect(compare(records, {"s0", "s1", "s2", "s3"}))
    other = side_effect(compare(records + more, {"s0", "s1", "s2", "s3", "z", "alone"}))
    assert other.n == one.n == 150
    assert other.delta == pytest.approx(one.delta, abs=1e-9)
    assert other.interval.low == pytest.approx(one.interval.low, abs=1e-9)


def test_an_effect_without_bound_or_without_data_is_none_with_the_reason(judge) -> None:
    always_left = [judge(f"p{n}", f"R{n % 3}", *("ab" if n % 2 else "ba"), "left") for n in range(12)]
    always_there = [judge(f"p{n}", f"R{n % 3}", "a", "b", "left" if n % 3 else "right") for n in range(12)]
    for records in (always_left, always_there):
        position = left_share(compare(records, "ab"), resamples=50, seed=0)
        assert position.left_share is not None
        assert position.effect is None
        assert "no bound" in str(position.effect_reason)
        assert position.effect_interval.reason is NoInterval.NO_VALUE
    for records in ([], [judge("p", "R", "a", "b", "left")]):
        assert "nothing shows" in str(side_effect(compare(records, "ab")).reason)


def test_one_reviewer_has_an_effect_without_an_interval(judge) -> None:
    sides = ["ab", "ab", "ab", "ba", "ba", "ba"]
    choices = ["left", "left", "right", "left", "left", "right"]
    records = [judge(f"p{n}", "R", *pair, choice) for n, (pair, choice) in enumerate(zip(sides, choices, strict=True))]
    effect = side_effect(compare(records, "ab"))
    assert effect.delta == pytest.approx(np.log(2))  # left 4 of 6 on both sides: theta = 0, logit(2/3)
    assert effect.interval.reason is NoInterval.ONE_REVIEWER


def test_all_ties_have_no_pull_and_no_certainty(judge) -> None:
    records = [judge(f"p{n}", f"R{n % 3}", *("ab" if n % 2 else "ba"), "equal") for n in range(9)]
    effect = side_effect(compare(records, "ab"))
    assert effect.delta == pytest.approx(0)
    assert effect.interval.reason is NoInterval.NO_VARIANCE
