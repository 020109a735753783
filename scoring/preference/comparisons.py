"""Judgments after unblinding: one row per comparison of an unordered pair, in an order that no file decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
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
    shares = {choice: win_share_left(choice) for choice in Choice}
    ranked = [judgment for judgment in judgments if shares[judgment.choice] is not None]
    names = tuple(sorted(set(systems)))
    papers, paper = _numbered([judgment.case_id for judgment in ranked])
    reviewers, reviewer = _numbered([judgment.reviewer for judgment in ranked])
    number = {name: index for index, name in enumerate(names)}
    left, right = (
        np.fromiter((number.get(name, -1) for name in side), dtype=np.int64, count=len(ranked))
        for side in ([each.system_left for each in ranked], [each.system_right for each in ranked])
    )
    for row in np.flatnonzero((left < 0) | (right < 0))[:1].tolist():
        judgment = ranked[row]
        raise ValueError(f"{judgment.system_left} against {judgment.system_right} is not among the systems")
    share = np.fromiter((shares[judgment.choice] for judgment in ranked), dtype=np.int64, count=len(ranked))
    return arrange(
        systems=names,
        papers=papers,
        reviewers=reviewers,
        paper=paper,
        reviewer=reviewer,
        left=left,
        right=right,
        share_left=share,
    )


def arrange(
    *,
    systems: tuple[str, ...],
    papers: tuple[str, ...],
    reviewers: tuple[str, ...],
    paper: Ints,
    reviewer: Ints,
    left: Ints,
    right: Ints,
    share_left: Ints,
) -> Comparisons:
    """Comparisons in their own order, from columns (V,) of numbers into sorted names.

    share_left: twice the win share of the left system, 0, 1 or 2. Every paper and reviewer must occur.
    Raises ValueError where a system is compared with itself, or where there are too many names to number the rows.
    """
    if len(same := np.flatnonzero(left == right)):
        raise ValueError(f"{systems[int(left[same[0]])]} is compared with itself")
    first_on_left = left < right
    n_pairs = len(systems) * (len(systems) - 1) // 2
    pair = _pair_numbers(np.minimum(left, right), np.maximum(left, right), len(systems))
    h2 = np.where(first_on_left, share_left, 2 - share_left)
    # Everything about a row in the bits of one number, paper foremost: sorting the numbers sorts the rows.
    bits = [len(papers).bit_length(), len(reviewers).bit_length(), n_pairs.bit_length(), 2, 1]
    if sum(bits) > 63:
        raise ValueError("too many papers, reviewers and systems to number the comparisons")
    row = np.zeros(len(paper), dtype=np.int64)
    for column, width in zip((paper, reviewer, pair, h2, first_on_left), bits, strict=True):
        row <<= width
        row |= column
    row.sort()
    columns = []
    for width in reversed(bits):
        columns.append(row & ((1 << width) - 1))
        row >>= width
    side, h2, pair, reviewer, paper = columns
    return Comparisons(
        systems=systems,
        papers=papers,
        reviewers=reviewers,
        paper=paper,
        reviewer=reviewer,
        pair=pair,
        h2=h2,
        first_on_left=side.astype(bool),
    )


def _numbered(names: list[str]) -> tuple[tuple[str, ...], Ints]:
    """The different names, sorted, and the number of each."""
    different = tuple(sorted(set(names)))
    number = {name: index for index, name in enumerate(different)}
    return different, np.fromiter(map(number.__getitem__, names), dtype=np.int64, count=len(names))


@lru_cache(maxsize=16)
def pair_ends(n_systems: int) -> tuple[Ints, Ints]:
    """First and second system of each of the K pairs, both (K,), in the order (0,1), (0,2), ..., (1,2), ...

    Read-only: every caller gets the same arrays.
    """
    first, second = (ends.astype(np.int64) for ends in np.triu_indices(n_systems, 1))
    first.setflags(write=False)
    second.setflags(write=False)
    return first, second


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


def _pair_numbers(first: Ints, second: Ints, n_systems: int) -> Ints:
    """`pair_number` of many pairs: the number of (first, first + 1) by a table, then onwards."""
    start = np.array([pair_number(system, system + 1, n_systems) - system - 1 for system in range(n_systems)])
    return np.asarray(start.astype(np.int64)[first] + second)


def count_pairs(comparisons: Comparisons) -> PairCounts:
    """Wins, ties and losses of each pair's first system."""
    kinds = np.bincount(comparisons.pair * 3 + comparisons.h2, minlength=3 * comparisons.n_pairs)
    losses, ties, wins = kinds.astype(np.int64).reshape(-1, 3).T
    return PairCounts(wins, ties, losses)


def count_systems(counts: PairCounts, n_systems: int) -> tuple[Ints, Ints, Ints]:
    """Wins, ties and losses of each system over all its pairs, each (S,)."""
    first, second = pair_ends(n_systems)

    def both_ways(as_first: Ints, as_second: Ints) -> Ints:
        of_first = np.bincount(first, weights=as_first, minlength=n_systems)
        return (of_first + np.bincount(second, weights=as_second, minlength=n_systems)).astype(np.int64)

    return (
        both_ways(counts.wins, counts.losses),
        both_ways(counts.ties, counts.ties),
        both_ways(counts.losses, counts.wins),
    )


def win_matrix(counts: PairCounts, n_systems: int) -> Floats:
    """(S, S): how often the row's system was preferred over the column's, a tie as half a win for each side."""
    return matrix_of(counts.n, counts.wins + counts.ties / 2, n_systems)


def matrix_of(n: Ints | Floats, h: Floats, n_systems: int) -> Floats:
    """`win_matrix` of n (K,) comparisons and h (K,) (half-)wins of each pair's first system."""
    first, second = pair_ends(n_systems)
    matrix = np.zeros((n_systems, n_systems))
    matrix[first, second] = h
    matrix[second, first] = n - h
    return matrix
