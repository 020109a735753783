"""How numbers are written in sentences."""

import pytest

from scoring.report.wording import decimal_range, listed


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [(0.26, 0.42, "0.26–0.42"), (-0.31, 0.02, "−0.31 to 0.02"), (-0.31, -0.02, "−0.31 to −0.02"), (None, 0.4, "–")],
)
def test_a_range_with_a_minus_sign_is_written_with_a_word(low: float | None, high: float, written: str) -> None:
    assert decimal_range(low, high) == written


def test_long_lists_are_counted() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([str(n) for n in range(12)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 4 more"
