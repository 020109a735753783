"""Data sets whose published analyses everybody can look up. Facts only: counts as printed in the sources named."""

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.records import JudgmentRecord
from scoring.words import Choice

# Games of seven baseball teams, American League East, 1987; row at home, column away, "home wins-away wins".
# Agresti (2002), Categorical Data Analysis, 2nd ed., table 10.10, p. 437.
TEAMS: Final = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL: Final = """
    -   4-3 4-2 4-3 6-1 4-2 6-0
    3-3 -   4-2 4-3 6-0 6-1 4-3
    2-5 4-3 -   2-4 4-3 4-2 6-0
    3-3 5-1 2-5 -   4-3 4-2 6-1
    5-1 2-5 3-3 4-2 -   5-2 6-0
    2-5 3-3 3-4 4-3 4-2 -   2-4
    2-5 1-5 1-6 2-4 1-6 3-4 -
"""

# Citations among four statistics journals; row cited ("wins"), column citing.
# Stigler (1994), Statistical Science 9, 94-108, as in Agresti (2002), p. 448; self-citations left out.
JOURNALS: Final = ("Biometrika", "Comm Statist", "JASA", "JRSS-B")
CITATIONS: Final = ((0, 730, 498, 221), (33, 0, 68, 17), (320, 813, 0, 142), (284, 276, 325, 0))

# Matches of five tennis players, January 2014 to January 2018; row won against column.
# Agresti (2019), An Introduction to Categorical Data Analysis, 3rd ed., table 8.8, p. 247.
PLAYERS: Final = ("Djokovic", "Federer", "Murray", "Nadal", "Wawrinka")
TENNIS: Final = ((0, 9, 14, 9, 4), (6, 0, 5, 5, 7), (3, 0, 0, 2, 2), (2, 1, 4, 0, 4), (3, 2, 2, 3, 0))

# Six brands of chocolate pudding: first brand, second brand, preferences for each, no preference.
# Davidson (1970), J. Amer. Statist. Assoc. 65, 317-328, example 2.
BRANDS: Final = ("1", "2", "3", "4", "5", "6")
PUDDINGS: Final = (
    (1, 2, 19, 22, 16),
    (1, 3, 16, 19, 12),
    (2, 3, 19, 19, 10),
    (1, 4, 18, 23, 13),
    (2, 4, 23, 19, 9),
    (3, 4, 19, 20, 15),
    (1, 5, 13, 19, 18),
    (2, 5, 16, 20, 12),
    (3, 5, 16, 15, 17),
    (4, 5, 17, 14, 16),
    (1, 6, 18, 21, 12),
    (2, 6, 22, 20, 12),
    (3, 6, 13, 18, 10),
    (4, 6, 14, 19, 18),
    (5, 6, 11, 21, 12),
)

# Two observers, ten units, two values. Krippendorff (2011), Computing Krippendorff's alpha-reliability, section A.
TWO_OBSERVERS: Final = ("0100000010", "1110010000")
# Four observers, twelve units, five values, "." not seen; section C of the same paper.
FOUR_OBSERVERS: Final = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def judgments(left: str, right: str, *, lefts: int = 0, equals: int = 0, rights: int = 0) -> Iterator[JudgmentRecord]:
    """So many judgments of one pair; each by a person of its own, on three papers in turn."""
    choices = [Choice.LEFT] * lefts + [Choice.EQUAL] * equals + [Choice.RIGHT] * rights
    for number, choice in enumerate(choices):
        yield JudgmentRecord(f"case {number % 3}", f"person {left} {right} {number}", left, right, choice)


def square(names: Sequence[str], wins: Sequence[Sequence[int]]) -> list[JudgmentRecord]:
    """The judgments of a table in which row i won wins[i][j] times against column j."""
    return [
        record
        for i, left in enumerate(names)
        for j, right in enumerate(names)
        if i < j
        for record in judgments(left, right, lefts=wins[i][j], rights=wins[j][i])
    ]


def baseball() -> list[JudgmentRecord]:
    """The home team on the left, so that the advantage of playing at home is the one of the left side."""
    rows = [line.split() for line in BASEBALL.strip().splitlines()]
    return [
        record
        for home, row in zip(TEAMS, rows, strict=True)
        for away, cell in zip(TEAMS, row, strict=True)
        if cell != "-"
        for record in judgments(home, away, lefts=int(cell.split("-")[0]), rights=int(cell.split("-")[1]))
    ]


def puddings() -> list[JudgmentRecord]:
    """The pudding tastings, ties included."""
    return [
        record
        for one, other, first, second, none in PUDDINGS
        for record in judgments(str(one), str(other), lefts=first, rights=second, equals=none)
    ]
