"""Numbers are matched by value, kind and unit: exactly, or by rounding, never by being near."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.posterbench.numbers import Kind, KnownNumbers, find_numbers, grounded_share


def grounded(poster: str, paper: str) -> bool:
    (number,) = find_numbers(poster)
    return KnownNumbers(paper).ground(number)


@pytest.mark.parametrize(
    ("poster", "paper"),
    [
        ("71.24 %", "reached 71.24% of"),
        ("71.2 %", "reached 71.24 percent"),  # rounded on the poster
        ("71 %", "reached 71.24 per cent"),
        ("62.5 %", "a share of 0.625"),  # the same share written as a fraction
        ("1.2M", "1.2 million"),
        ("1.2M", "1,200,000 rows"),
        ("5,310", "5310 invoices"),
        ("273 K", "at 273K"),  # one unit, written with and without a space
        ("273K", "at 273 K"),
        ("125GeV", "of 125 GeV"),
        ("15 nm", "15nm"),
        ("\u22124.6", "-4.6 K"),  # the Unicode minus
        ("4.6", "a change of \u22124.6"),  # "fell by 4.6"
        (".95", "at 0.95"),
        ("2.5x", "2.5 times"),
        ("2.5-fold", "2.5×"),
        ("3e5", "300000"),
        ("3×10^5", "300,000"),
        ("2014", "since 2014"),
        ("5 µm", "5 μm"),  # the micro sign and the Greek letter
    ],
)
def test_the_same_number_is_grounded(poster: str, paper: str) -> None:
    assert grounded(poster, paper)


@pytest.mark.parametrize(
    ("poster", "paper"),
    [
        ("71.24 %", "an index of 71.24"),  # another kind
        ("45 %", "as shown before [45]"),  # a citation
        ("45 %", "45 lakes"),
        ("71.24 %", "71.26 %"),  # near is not enough
        ("91.2", "21.2"),  # one digit wrong
        ("91.2", "91.3"),
        ("15 nm", "15 km"),  # another unit
        ("\u22124.6", "4.6 K"),  # a minus that the paper does not have
        ("71.24", "71.2"),  # more digits than the paper gives
        ("2.5x", "2.5"),
        ("7", "6.8"),  # rounding to one digit says too little
        ("273 K", "273 thousand"),
        ("2015", "since 2014"),
    ],
)
def test_another_number_is_not_grounded(poster: str, paper: str) -> None:
    assert not grounded(poster, paper)


@pytest.mark.parametrize(
    "text",
    [
        "as in [45]",
        "[1, 2]",
        "[3-5]",
        "Figure 3",
        "see Fig. 12",
        "Table 2",
        "Section 4.1",
        "https://a.org/12/34",
        "CO2 and GPT-4",
        "x@y12.org",
    ],
)
def test_labels_citations_and_names_are_not_numbers(text: str) -> None:
    assert find_numbers(text) == []


def test_ordinals_of_headings_are_left_out_where_asked() -> None:
    assert [n.text for n in find_numbers("2 Data and method\n3. Results of 12 runs", ordinals=False)] == ["12"]


def test_a_range_has_two_positive_ends() -> None:
    assert [n.readings[0].value for n in find_numbers("from 1958\u20132024 and 0.35-0.49")] == [1958, 2024, 0.35, 0.49]


def test_kinds_are_read_from_what_follows() -> None:
    kinds = [number.kind for number in find_numbers("5 %, 5 percent, 5x, 5-fold, 5 km, 5 lakes")]
    assert kinds == [Kind.PERCENT, Kind.PERCENT, Kind.MULTIPLE, Kind.MULTIPLE, Kind.PLAIN, Kind.PLAIN]


def test_share_weighs_bare_small_integers_less() -> None:
    """0.625 weighs 1 and is there, 7 weighs 0.25 and is not: 1 / 1.25 = 0.8."""
    share, weight, missing = grounded_share(find_numbers("0.625 of 7 groups"), KnownNumbers("the share 0.625"))
    assert (share, weight) == (0.8, 1.25)
    assert [number.text for number in missing] == ["7"]


def test_a_number_said_twice_counts_once() -> None:
    once = grounded_share(find_numbers("0.42 and 0.99"), KnownNumbers("0.42"))
    twice = grounded_share(find_numbers("0.42 and 0.42 and 0.99"), KnownNumbers("0.42"))
    assert once[:2] == twice[:2] == (0.5, 1.0)  # two digits weigh half


@given(st.decimals(min_value=0, max_value=99999, places=2), st.sampled_from(["", " %", "x", " km", "\u00a0%"]))
def test_every_number_is_grounded_in_itself(value: object, tail: str) -> None:
    assert grounded(f"{value}{tail}", f"We saw {value}{tail} here.")


@given(st.integers(100, 99999), st.integers(1, 99))
def test_no_number_is_grounded_in_its_neighbour(value: int, off: int) -> None:
    assert not grounded(f"{value / 100:.2f} %", f"{(value + off) / 100:.2f} %")
