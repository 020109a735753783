"""Judgments after unblinding: one row per comparison of an unordered pair, in an order that no file decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

import numpy as np

from scoring.preference.arrays import Bools, Floats, Ints
from scoring.records import JudgmentRecord
from scoring.words import Choice


@dataclass(frozen=True, slots=True)
class Comparisons:
    """V comparisons of S systems on P papers by R reviewers; ids and rows (by paper, reviewer, pair) are sorted.

    A pair is numbered as in `pair_ends`; its first system is the one whose id sorts lower. Papers and reviewers are
    those with at least one comparison: the resampling universe of every crossed statistic.
    """

    systems: tuple[str, ...]
    papers: tuple[str, ...]
    reviewers: tuple[str, ...]
    paper: Ints  # (V,) index into papers
    reviewer: Ints  # (V,) index into reviewers
    pair: Ints  # (V,) number of the pair
    h2: Ints  # (V,) twice the win share of the pair's first system: 0, 1 or 2
    first_on_left: Bools  # (V,) whether the pair's first system was shown on the left

    @property
    def n_pairs(self) -> int:
        """K = S (S - 1) / 2."""
        return len(self.systems) * (len(self.systems) - 1) // 2


@dataclass(frozen=True, slots=True)
class PairCounts:
    """What happened in each of the K pairs, seen from the pair's first system."""

    wins: Ints
    ties: Ints
    losses: Ints

    @property
    def n(self) -> Ints:
        """Comparisons of each pair."""
        return self.wins + self.ties + self.losses


def win_share_left(choice: Choice) -> int | None:
    """Twice the win share of the left system: 2, 1 or 0; None for a skip, which is no comparison."""
    match choice:
        case Choice.LEFT:
            return 2
        case Choice.EQUAL:
            return 1
        case Choice.RIGHT:
            return 0
        case Choice.SKIP:
            return None
        case _:
            assert_never(choice)


def compare(judgments: Iterable[JudgmentRecord], systems: Iterable[str]) -> Comparisons:
    """Unblind judgments into comparisons; skips fall away. `systems` may name systems that were never judged.

    Raises ValueError where a judgment names a system that is not among `systems`, or compares one with itself.
    """
    names = tuple(sorted(set(systems)))
    number = {name: index for index, name in enumerate(names)}
    ranked = [(judgment, share) for judgment in judgments if (share := win_share_left(judgment.choice)) is not None]
    papers = tuple(sorted({judgment.case_id for judgment, _ in ranked}))
    reviewers = tuple(sorted({judgment.reviewer for judgment, _ in ranked}))
    paper_number = {name: index for index, name in enumerate(papers)}
    reviewer_number = {name: index for index, name in enumerate(reviewers)}
    rows = np.empty((len(ranked), 5), dtype=np.int64)
    for row, (judgment, share) in enumerate(ranked):
        if judgment.system_left == judgment.system_right:
            raise ValueError(f"{judgment.system_left} is compared with itself")
        if judgment.system_left not in number or judgment.system_right not in number:
            raise ValueError(f"{judgment.system_left} against {judgment.system_right} is not among the systems")
        left, right = number[judgment.system_left], number[judgment.system_right]
        first_on_left = left < right
        rows[row] = (
            paper_number[judgment.case_id],
            reviewer_number[judgment.reviewer],
            pair_number(min(left, right), max(left, right), len(names)),
            share if first_on_left else 2 - share,
            first_on_left,
        )
    order = np.lexsort((rows[:, 4], rows[:, 3], rows[:, 2], rows[:, 1], rows[:, 0]))
    rows = rows[order]
    return Comparisons(
        systems=names,
        papers=papers,
        reviewers=reviewers,
        paper=rows[:, 0],
        reviewer=rows[:, 1],
        pair=rows[:, 2],
        h2=rows[:, 3],
        first_on_left=rows[:, 4].astype(bool),
    )


def pair_ends(n_systems: int) -> tuple[Ints, Ints]:
    """First and second system of each of the K pairs, both (K,), in the order (0,1), (0,2), ..., (1,2), ..."""
    first, second = np.triu_indices(n_systems, 1)
    return first.astype(np.int64), second.astype(np.int64)


def pairs_by_first(n_systems: int) -> list[tuple[int, slice]]:
    """Each first system with the run of its pairs in the order of `pair_ends`; their second systems follow it."""
    runs, start = [], 0
    for first in range(n_systems - 1):
        stop = start + n_systems - 1 - first
        runs.append((first, slice(start, stop)))
        start = stop
    return runs


def pair_number(first: int, second: int, n_systems: int) -> int:
    """The number of the pair (first < second) in the order of `pair_ends`."""
    return first * n_systems - first * (first + 1) // 2 + second - first - 1


def count_pairs(comparisons: Comparisons) -> PairCounts:
    """Wins, ties and losses of each pair's first system."""
    wins, ties, losses = (
        np.bincount(comparisons.pair[comparisons.h2 == share], minlength=comparisons.n_pairs).astype(np.int64)
        for share in (2, 1, 0)
    )
    return PairCounts(wins, ties, losses)


def win_matrix(counts: PairCounts, n_systems: int) -> Floats:
    """(S, S): how often the row's system was preferred over the column's, a tie as half a win for each side."""
    first, second = pair_ends(n_systems)
    matrix = np.zeros((n_systems, n_systems))
    matrix[first, second] = counts.wins + counts.ties / 2
    matrix[second, first] = counts.losses + counts.ties / 2
    return matrix
