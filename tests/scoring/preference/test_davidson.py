"""Davidson's tie model against a general optimiser, a linear programme and hand-worked cases."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from scipy.special import logsumexp

from scoring.preference import compare, davidson
from scoring.preference.arrays import Ints
from scoring.preference.bradley_terry import PointFit, fit_point, ranks
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.davidson import ALL_TIES, NO_COMPARISON, SEPARATED, TIES_BETWEEN


def fit(comparisons: Comparisons) -> PointFit:
    return fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def from_counts(n_systems: int, wins: Ints, ties: Ints, losses: Ints) -> Comparisons:
    pair = np.repeat(np.arange(len(wins)), wins + ties + losses)
    share = [np.repeat([2, 1, 0], counts) for counts in zip(wins, ties, losses, strict=True)]
    h2 = np.concatenate(share) if share else np.empty(0, dtype=np.int64)
    nobody = np.zeros(len(pair), dtype=np.int64)
    names = tuple(f"s{number}" for number in range(n_systems))
    return Comparisons(names, ("p",), ("R",), nobody, nobody, pair, h2, nobody.astype(bool))


@pytest.mark.parametrize(("systems", "votes"), [(2, 40), (4, 200), (7, 600)])
def test_the_fit_is_the_one_of_a_general_optimiser(random_comparisons, systems: int, votes: int) -> None:
    # Reference: scipy's BFGS on the log-likelihood as Davidson (1970) writes the three probabilities.
    comparisons = random_comparisons(systems=systems, papers=9, reviewers=4, votes=votes, seed=systems)
    counts = count_pairs(comparisons)
    first, second = pair_ends(systems)

    def shares(values):
        worth = np.append(values[: systems - 1], 0.0)
        tie = values[-1] + (worth[first] + worth[second]) / 2
        logs = np.stack([worth[first], tie, worth[second]])
        return logs - logsumexp(logs, axis=0)

    def loss(values) -> float:
        return -float((np.stack([counts.wins, counts.ties, counts.losses]) * shares(values)).sum())

    reference = minimize(loss, np.zeros(systems), method="BFGS", options={"gtol": 1e-6})
    model = davidson(comparisons, fit(comparisons))
    assert model.nu == pytest.approx(np.exp(reference.x[-1]), rel=1e-5)
    # Beat probabilities: P(win) + P(tie) / 2, for every pair, seen or not.
    win, tie, lose = np.exp(shares(reference.x))
    total = np.bincount(first, win + tie / 2, minlength=systems) + np.bincount(second, lose + tie / 2, systems)
    beat = {one.system: one.beat for one in model.systems}
    expected = total / (systems - 1)
    assert [beat[name] for name in comparisons.systems] == pytest.approx(expected, abs=1e-6)
    half_wins = fit(comparisons)
    assert model.largest_change == pytest.approx(np.abs(expected - half_wins.beat).max(), abs=1e-6)
    changed = zip(ranks(expected, half_wins.component), ranks(half_wins.beat, half_wins.component), strict=True)
    assert model.rank_changes == sum(one != other for one, other in changed)
    assert [one.rank for one in model.systems] == sorted(one.rank for one in model.systems)


def test_two_systems_by_hand() -> None:
    # The saturated case: P(win), P(tie), P(loss) are the shares 4/10, 2/10, 4/10, and nu = tie / sqrt(win loss).
    model = davidson(comparisons := from_counts(2, np.array([4]), np.array([2]), np.array([4])), fit(comparisons))
    assert model.nu == pytest.approx(0.5, abs=1e-9)
    assert [one.beat for one in model.systems] == pytest.approx([0.5, 0.5])
    # 8/1/1: the beat probability is 8.5/10, as with half wins, and nu = 1 / sqrt(8).
    model = davidson(comparisons := from_counts(2, np.array([8]), np.array([1]), np.array([1])), fit(comparisons))
    assert model.nu == pytest.approx(1 / np.sqrt(8), abs=1e-9)
    assert model.systems[0].beat == pytest.approx(0.85, abs=1e-9)
    assert model.largest_change == pytest.approx(0, abs=1e-9)


def test_without_a_tie_it_is_bradley_terry_itself(random_comparisons) -> None:
    comparisons = random_comparisons(systems=4, papers=9, reviewers=4, votes=90, seed=3)
    comparisons = replace(comparisons, h2=np.where(comparisons.h2 == 1, 2, comparisons.h2))
    point = fit(comparisons)
    model = davidson(comparisons, point)
    assert (model.nu, model.largest_change, model.rank_changes) == (0.0, 0.0, 0)
    assert {one.system: one.beat for one in model.systems} == dict(
        zip(comparisons.systems, point.beat.tolist(), strict=True)
    )


def test_one_nu_serves_all_components_and_a_system_alone_has_no_value(judge) -> None:
    records = [judge(f"p{n}", "R", "a", "b", choice) for n, choice in enumerate(["left", "left", "right", "equal"])]
    records += [judge(f"p{n}", "R", "c", "d", choice) for n, choice in enumerate(["left", "right", "equal", "equal"])]
    comparisons = compare(records, "abcde")
    model = davidson(comparisons, fit(comparisons))
    assert [one.system for one in model.systems][-1] == "e"
    assert (model.systems[-1].beat, model.systems[-1].rank) == (None, None)
    beat = {one.system: one.beat for one in model.systems}
    assert beat["c"] == pytest.approx(0.5)
    assert beat["a"] + beat["b"] == pytest.approx(1)
    # One nu: ties expected = ties seen, 3 of 8 (the score equation of eta), and a-b is fitted by its own strength.
    half = np.log(beat_odds(model.nu, beat["a"]))
    ties = 4 * model.nu / (2 * np.cosh(half) + model.nu) + 4 * model.nu / (2 + model.nu)
    assert ties == pytest.approx(3, abs=1e-6)


def beat_odds(nu: float, beat: float) -> float:
    """x = e^(d/2) for which (x + nu/2) / (x + nu + 1/x) is the beat probability."""
    roots = np.roots([1 - beat, nu / 2 - beat * nu, -beat])
    return float(max(roots.real))


@pytest.mark.parametrize(
    ("wins", "ties", "losses", "reason"),
    [
        ([0], [0], [0], NO_COMPARISON),
        ([0], [5], [0], ALL_TIES),
        ([3], [2], [0], TIES_BETWEEN),  # never lost, sometimes tied: half wins have an estimate, this model has none
        ([4, 1, 1], [0, 0, 1], [0, 0, 1], SEPARATED),
    ],
)
def test_what_does_not_exist_is_none_with_a_reason(wins, ties, losses, reason: str) -> None:
    n_systems = {1: 2, 3: 3}[len(wins)]
    comparisons = from_counts(n_systems, np.array(wins), np.array(ties), np.array(losses))
    model = davidson(comparisons, fit(comparisons))
    assert model.reason == reason
    assert (model.nu, model.systems, model.largest_change, model.rank_changes) == (None, (), None, None)


def test_it_exists_exactly_where_the_likelihood_has_no_direction_of_ascent() -> None:
    # Reference: a linear programme for a direction along which every outcome seen stays the likeliest of its pair.
    rng = np.random.default_rng(5)
    seen = set()
    for _ in range(250):
        n_systems = int(rng.integers(2, 5))
        n_pairs = n_systems * (n_systems - 1) // 2
        wins, ties, losses = (rng.integers(0, 2, n_pairs) * (rng.random(n_pairs) < 0.6) for _ in range(3))
        if not ties.any():
            continue
        first, second = pair_ends(n_systems)
        rows = []
        for pair in range(n_pairs):
            win, tie = np.zeros(n_systems + 1), np.zeros(n_systems + 1)
            win[first[pair]], win[second[pair]], tie[-1] = 0.5, -0.5, 1.0
            outcomes = [(win, wins[pair]), (tie, ties[pair]), (-win, losses[pair])]
            rows += [other - own for own, count in outcomes if count for other, _ in outcomes if other is not own]
        ascent = linprog(np.sum(rows, axis=0), A_ub=np.array(rows), b_ub=np.zeros(len(rows)), bounds=(-1, 1))
        comparisons = from_counts(n_systems, wins, ties, losses)
        model = davidson(comparisons, fit(comparisons))
        assert (model.reason is None) == (ascent.fun > -1e-9), (wins, ties, losses)
        seen.add(model.reason)
    assert seen == {None, ALL_TIES, SEPARATED, TIES_BETWEEN}
