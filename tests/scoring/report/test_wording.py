"""How numbers are written in sentences."""

import pytest

from scoring.report.wording import chance, decimal_range, listed, p_value, percent, points, points_range, signed


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [(0.26, 0.42, "0.26–0.42"), (-0.31, 0.02, "−0.31 to 0.02"), (-0.31, -0.02, "−0.31 to −0.02"), (None, 0.4, "–")],
)
def test_a_range_with_a_minus_sign_is_written_with_a_word(low: float | None, high: float, written: str) -> None:
    assert decimal_range(low, high) == written


def test_long_lists_are_counted() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([str(n) for n in range(12)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 4 more"


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.640159, "64.0%"), (1.0, "100.0%"), (0.999989, ">99.9%"), (0.00001, "<0.1%"), (0.0, "0.0%"), (None, "–")],
)
def test_almost_certain_is_not_written_as_certain(value: float | None, written: str) -> None:
    assert percent(value) == written


@pytest.mark.parametrize(
    ("value", "written"), [(0.0391, "3.9 percentage points"), (0.0001, "less than 0.1 percentage points"), (None, "–")]
)
def test_a_change_of_a_share_is_in_percentage_points(value: float | None, written: str) -> None:
    assert points(value) == written


@pytest.mark.parametrize(("value", "written"), [(1.0, ">99.9%"), (0.0, "<0.1%"), (0.5, "50.0%"), (None, "–")])
def test_an_undefeated_systems_chance_is_not_written_as_certain(value: float | None, written: str) -> None:
    assert chance(value) == written


def test_a_difference_that_rounds_to_nothing_has_no_sign() -> None:
    assert signed(-0.001) == "0.00"
    assert points_range(-0.012, 0.14) == "−1.2 to 14.0"
    assert [p_value(value) for value in (0.0005, 0.034, None)] == ["<0.001", "0.034", "–"]
