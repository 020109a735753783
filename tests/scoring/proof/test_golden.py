"""Published tables come out: baseball, journals, tennis, puddings, and Krippendorff's own example."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from scoring.preference import compare, left_share, nominal_agreement
from scoring.preference.agreement import agreement_of
from scoring.preference.bradley_terry import PointFit, fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, win_matrix
from scoring.preference.davidson import davidson
from scoring.records import JudgmentRecord
from scoring.words import Choice
from tests.scoring.proof import textbook


def fitted(records: Iterable[JudgmentRecord], names: Sequence[str]) -> tuple[Comparisons, PointFit]:
    comparisons = compare(records, names)
    return comparisons, fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))


def against(reference: str, comparisons: Comparisons, point: PointFit) -> dict[str, float]:
    """Strengths as the sources print them: differences from one system."""
    strength = dict(zip(comparisons.systems, point.strength.tolist(), strict=True))
    return {name: value - strength[reference] for name, value in strength.items()}


def test_baseball_1987_without_home_advantage() -> None:
    # Agresti (2002), table 10.11, p. 438, column of the model without home advantage.
    found = against("Baltimore", *fitted(textbook.baseball(), textbook.TEAMS))
    expected = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.00)
    assert {name: round(value, 2) for name, value in found.items()} == dict(zip(textbook.TEAMS, expected, strict=True))


def test_citations_among_four_statistics_journals() -> None:
    # Turner and Firth (2012), J. Statist. Softw. 48(9), section 2.1: coefficients with five decimals.
    found = against(
        "Biometrika", *fitted(square := textbook.square(textbook.JOURNALS, textbook.CITATIONS), textbook.JOURNALS)
    )
    assert len(square) == 3727
    assert [round(found[name], 5) for name in textbook.JOURNALS] == [0, -2.94907, -0.47957, 0.26895]


def test_tennis_2014_to_2018() -> None:
    # Agresti (2019), section 8.6.2: estimates with Wawrinka as the reference, three decimals.
    found = against("Wawrinka", *fitted(textbook.square(textbook.PLAYERS, textbook.TENNIS), textbook.PLAYERS))
    assert [round(found[name], 3) for name in textbook.PLAYERS] == [1.176, 1.136, -0.569, -0.062, 0]


def test_krippendorffs_example_of_two_observers() -> None:
    # Krippendorff (2011), section A: alpha = 0.095.
    records = [
        JudgmentRecord(f"unit {unit}", f"observer {observer}", "a", "b", Choice.LEFT if value == "1" else Choice.RIGHT)
        for observer, values in enumerate(textbook.TWO_OBSERVERS)
        for unit, value in enumerate(values)
    ]
    agreement = nominal_agreement(compare(records, "ab"))
    assert (agreement.items, agreement.pairable) == (10, 20)
    assert round(agreement.alpha, 3) == 0.095


def test_krippendorffs_example_of_four_observers_with_gaps() -> None:
    # Krippendorff (2011), section C: alpha = 0.743; the unit that only one observer saw falls away, so 40 values.
    units = zip(*textbook.FOUR_OBSERVERS, strict=True)
    agreement = agreement_of(np.array([[unit.count(value) for value in "12345"] for unit in units]))
    assert (agreement.items, agreement.pairable) == (11, 40)
    assert round(agreement.alpha, 3) == 0.743


def test_baseball_1987_has_the_published_home_advantage() -> None:
    # Agresti (2002), section 10.6.4, p. 438: 0.302 on the log scale; the home team stands on the left here.
    position = left_share(compare(textbook.baseball(), textbook.TEAMS), resamples=1, seed=0)
    assert round(position.effect, 3) == 0.302
    # Each of 21 pairs of teams played 13 games.
    assert position.n == 21 * 13


def test_the_tie_parameter_and_the_worths_of_six_puddings() -> None:
    # Davidson (1970), example 2; with seven digits in Turner et al. (2020), Modelling rankings in R: the PlackettLuce
    # package, Comput. Statist. 35. Both stop after seven iterations, which leaves an error below 3e-5.
    worth = np.array([0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855])
    nu = 0.7468147
    root = nu * np.sqrt(np.outer(worth, worth))
    share = (worth[:, None] + root / 2) / (worth[:, None] + worth[None, :] + root)
    beat = dict(zip(textbook.BRANDS, (share.sum(axis=1) - 0.5) / 5, strict=True))
    model = davidson(*fitted(textbook.puddings(), textbook.BRANDS))
    assert model.nu == pytest.approx(nu, abs=3e-5)
    assert {s.system: s.beat for s in model.systems} == pytest.approx(beat, abs=3e-5)
    assert [s.system for s in model.systems] == ["6", "2", "4", "3", "5", "1"]
