"""The order in which a reviewer sees a study's tasks, and which poster stands on the left.

A pure function of (study seed, reviewer number): nothing of it is stored. With N cases and K pairs of systems the
N * K tasks come in blocks of K. Wherever a reviewer stops, what was judged is balanced:

- every task comes once, and every block holds every pair once, in a shuffled order;
- two tasks of one case are at least floor(N / 2) positions apart;
- a pair's left and right differ by at most 1 at any time, a system's by at most 1 at the end of every block.
"""

import hashlib
from functools import lru_cache
from itertools import combinations
from math import gcd
from random import Random
from typing import NamedTuple

MIN_SYSTEMS, MAX_SYSTEMS = 2, 20
MIN_CASES, MAX_CASES = 1, 100
SHUFFLE_ROUNDS = 2


class Place(NamedTuple):
    """One position of an order: a case and two systems by index (a < b), and the side of system a."""

    case: int
    a: int
    b: int
    a_is_left: bool


class ShownPair(NamedTuple):
    """What a reviewer sees at one place, by names: a paper and the labels of two systems."""

    case_id: str
    left: str
    right: str


def pairs_of(n_systems: int) -> tuple[tuple[int, int], ...]:
    """Every unordered pair of systems, in the order by which tasks are numbered."""
    return tuple(combinations(range(n_systems), 2))


def task_number(place: Place, n_systems: int) -> int:
    """The number of the place's task in its study: case * number of pairs + pair."""
    before = place.a * n_systems - place.a * (place.a + 1) // 2  # pairs whose first system comes before a
    return place.case * (n_systems * (n_systems - 1) // 2) + before + place.b - place.a - 1


@lru_cache(maxsize=32)
def order_of(study_seed: int, reviewer_number: int, n_cases: int, n_systems: int) -> tuple[Place, ...]:
    """All tasks in this reviewer's order.

    Raises ValueError outside 2-20 systems and 1-100 cases.
    """
    if not MIN_SYSTEMS <= n_systems <= MAX_SYSTEMS:
        raise ValueError(f"a study has {MIN_SYSTEMS} to {MAX_SYSTEMS} systems, not {n_systems}")
    if not MIN_CASES <= n_cases <= MAX_CASES:
        raise ValueError(f"a study has {MIN_CASES} to {MAX_CASES} cases, not {n_cases}")
    draw = _Draw(study_seed, reviewer_number)
    pairs = pairs_of(n_systems)
    n_pairs = len(pairs)
    case_names = draw.shuffled(n_cases)
    slots = _spread(n_cases, n_pairs, draw)
    pair_at = _dealt_pairs(slots, n_cases, n_pairs, draw)
    sides = _sides(n_cases, n_systems, draw)
    return tuple(
        Place(case_names[slot % n_cases], *pairs[pair], sides[position // n_pairs][pair])
        for position, (slot, pair) in enumerate(zip(slots, pair_at, strict=True))
    )


class _Draw:
    """Random numbers that stay the same for good.

    Python promises that for random(), but not for shuffle() or randrange(), which a new version may change.
    """

    def __init__(self, study_seed: int, reviewer_number: int) -> None:
        digest = hashlib.sha256(f"roster 1: study {study_seed}, reviewer {reviewer_number}".encode()).digest()
        self._random = Random(int.from_bytes(digest)).random  # noqa: S311 - an order, not a secret

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def shuffle(self, items: list[int]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = int(self._random() * (i + 1))
            items[i], items[j] = items[j], items[i]

    def shuffled(self, n: int) -> list[int]:
        items = list(range(n))
        self.shuffle(items)
        return items


def _spread(n_cases: int, n_pairs: int, draw: _Draw) -> list[int]:
    """Which slot stands at each position; slot t belongs to case t mod N and starts at position t.

    Slots change places inside their block only, and only while those of one case stay floor(N / 2) apart and in order.
    """
    total = n_cases * n_pairs
    slots = list(range(total))
    if n_cases == 1:
        return slots  # one block of one case: its pairs are shuffled where they are dealt
    apart = n_cases // 2
    # Where each slot stands, with a row of cases before the first and one after the last that are out of the way.
    where = [-total] * n_cases + slots + [2 * total] * n_cases
    reach = min(n_pairs, n_cases)
    for _ in range(SHUFFLE_ROUNDS):
        for start in range(0, total, n_pairs):
            end = start + n_pairs
            for i in range(start, end):
                low, high = max(start, i - reach), min(end, i + reach)
                j = low + draw.below(high - low)
                # In `where` slot t has index t + N, its case's slot before index t and the one after index t + 2 N.
                s, t = slots[i], slots[j]
                if (
                    where[s] + apart <= j <= where[s + 2 * n_cases] - apart
                    and where[t] + apart <= i <= where[t + 2 * n_cases] - apart
                ):
                    slots[i], slots[j] = t, s
                    where[s + n_cases], where[t + n_cases] = j, i
    return slots


def _dealt_pairs(slots: list[int], n_cases: int, n_pairs: int, draw: _Draw) -> list[int]:
    """Which pair stands at each position.

    Slot t gets pair (t + t div lcm(N, K)) mod K: every case meets every pair once, every block holds every pair once.
    Slots of one case in one block then exchange their pairs at random, which keeps both.
    """
    lcm = n_cases * n_pairs // gcd(n_cases, n_pairs)
    pair_names = draw.shuffled(n_pairs)
    pair_of_slot = [pair_names[(t + t // lcm) % n_pairs] for t in range(n_cases * n_pairs)]
    if n_pairs > n_cases:
        for start in range(0, n_cases * n_pairs, n_pairs):
            for first in range(start, start + n_cases):
                same_case = range(first, start + n_pairs, n_cases)
                dealt = [pair_of_slot[t] for t in same_case]
                draw.shuffle(dealt)
                for t, pair in zip(same_case, dealt, strict=True):
                    pair_of_slot[t] = pair
    return [pair_of_slot[t] for t in slots]


def _sides(n_blocks: int, n_systems: int, draw: _Draw) -> list[list[bool]]:
    """For each block and pair (a, b): is a on the left?

    Blocks come in twos, the second the mirror of the first, so that every pair's sides are even after both. Inside a
    block every system is on the left as often as on the right, or once more or less where the number of its pairs is
    odd: a near-regular tournament in which "left" is a win. Systems stand in a circle, each wins against those after
    it as far as halfway round; of two that stand opposite each other the one with the lower place wins.
    """
    pairs = pairs_of(n_systems)
    sides: list[list[bool]] = []
    while len(sides) < n_blocks:
        circle = draw.shuffled(n_systems)
        block = []
        for a, b in pairs:
            ahead = (circle[b] - circle[a]) % n_systems
            block.append(circle[a] < circle[b] if 2 * ahead == n_systems else 2 * ahead < n_systems)
        sides += [block, [not left for left in block]]
    return sides[:n_blocks]
