"""The order in which a reviewer sees a study's tasks, and which poster stands on the left.

A pure function of (study seed, reviewer number): nothing of it is stored. With N cases and K pairs of systems the
N * K tasks come in blocks of K. Wherever a reviewer stops, what was judged is balanced:

- every task comes once, and every block holds every pair once, in a shuffled order;
- two tasks of one case are at least floor(N / 2) positions apart;
- a pair's left and right differ by at most 1 at any time, a system's by at most 1 at the end of every block.

The first places of an order are had without working out the last ones: all random numbers are drawn at once, and block
after block is put in order when somebody asks for it.
"""

import hashlib
from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, repeat, starmap
from math import ceil, lcm
from random import Random
from threading import Lock
from typing import NamedTuple

MIN_SYSTEMS, MAX_SYSTEMS = 2, 20
MIN_CASES, MAX_CASES = 1, 100


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
    again: bool = False  # the pair was seen before, with its sides the other way round


def pairs_of(n_systems: int) -> tuple[tuple[int, int], ...]:
    """Every unordered pair of systems, in the order by which tasks are numbered."""
    return tuple(combinations(range(n_systems), 2))


def task_number(place: Place, n_systems: int) -> int:
    """The number of the place's task in its study: case * number of pairs + pair."""
    before = place.a * n_systems - place.a * (place.a + 1) // 2  # pairs whose first system comes before a
    return place.case * (n_systems * (n_systems - 1) // 2) + before + place.b - place.a - 1


@lru_cache(maxsize=64)
def lazy_order(study_seed: int, reviewer_number: int, n_cases: int, n_systems: int) -> "Order":
    """This reviewer's order, worked out as far as somebody asks. Raises ValueError as order_of does."""
    return Order(study_seed, reviewer_number, n_cases, n_systems)


def order_of(study_seed: int, reviewer_number: int, n_cases: int, n_systems: int) -> tuple[Place, ...]:
    """All tasks in this reviewer's order. Raises ValueError outside 2-20 systems and 1-100 cases."""
    return tuple(lazy_order(study_seed, reviewer_number, n_cases, n_systems))


class Draw:
    """Random numbers that stay the same for good, a stream of its own for each name.

    Python promises that for random(), but not for shuffle() or randrange(), which a new version may change.
    """

    def __init__(self, name: str) -> None:
        digest = hashlib.sha256(name.encode()).digest()
        self._random = Random(int.from_bytes(digest)).random  # noqa: S311 - an order, not a secret

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def numbers(self, n: int) -> "array[float]":
        return array("d", starmap(self._random, repeat((), n)))

    def shuffled(self, n: int) -> list[int]:
        items = list(range(n))
        for i in range(n - 1, 0, -1):
            j = int(self._random() * (i + 1))
            items[i], items[j] = items[j], items[i]
        return items


class Order:
    """The places of one reviewer's order, by position from 1; threads may share it."""

    def __init__(self, study_seed: int, reviewer_number: int, n_cases: int, n_systems: int) -> None:
        if not MIN_SYSTEMS <= n_systems <= MAX_SYSTEMS:
            raise ValueError(f"a study has {MIN_SYSTEMS} to {MAX_SYSTEMS} systems, not {n_systems}")
        if not MIN_CASES <= n_cases <= MAX_CASES:
            raise ValueError(f"a study has {MIN_CASES} to {MAX_CASES} cases, not {n_cases}")
        self.n_cases, self.n_systems = n_cases, n_systems
        self._pairs = pairs_of(n_systems)
        # The stream is read in this order for good: another one would change the orders of running studies.
        draw = Draw(f"roster 1: study {study_seed}, reviewer {reviewer_number}")
        self._case_names = draw.shuffled(n_cases)
        self._spread = _Spread(n_cases, len(self._pairs), draw)
        self._deal = _Deal(n_cases, len(self._pairs), draw)
        self._sides = _Sides(n_cases, n_systems, draw)

    def __len__(self) -> int:
        return self.n_cases * len(self._pairs)

    def __iter__(self) -> Iterator[Place]:
        return (self.place(position) for position in range(1, len(self) + 1))

    def place(self, position: int) -> Place:
        if not 1 <= position <= len(self):
            raise IndexError(f"an order of {len(self)} has no position {position}")
        slot = self._spread.slot_at(position - 1)
        pair = self._deal.pair_of(slot)
        a, b = self._pairs[pair]
        side = self._sides.first_is_left((position - 1) // len(self._pairs), a, b)
        return Place(self._case_names[slot % self.n_cases], a, b, side)

    def next_of_case(self, position: int) -> int | None:
        """Where the case of this position comes next, None where it does not."""
        slot = self._spread.slot_at(position - 1) + self.n_cases
        return self._spread.position_of(slot) + 1 if slot < len(self) else None


class _Spread:
    """Which slot stands at each position (both from 0); slot t belongs to case t mod N and starts at position t.

    Slots change places inside their block only, and only while those of one case stay floor(N / 2) apart and in order.
    That is done in two rounds. The second may start on a block as soon as the first is through with all blocks that
    hold the next slot of one of its cases; neither then sees anything that it would not see if they went one after
    the other over the whole.
    """

    def __init__(self, n_cases: int, n_pairs: int, draw: Draw) -> None:
        total = n_cases * n_pairs
        self._n_cases, self._n_pairs, self._total = n_cases, n_pairs, total
        self._slots: array[int] = array("i", range(total))
        # Where each slot stands, with a row of cases before the first and one after the last that are out of the way.
        self._where: array[int] = array("i", [*[-total] * n_cases, *range(total), *[2 * total] * n_cases])
        # One block of one case stays as it is: its pairs are shuffled where they are dealt.
        self._rounds = [] if n_cases == 1 else [draw.numbers(total), draw.numbers(total)]
        # With which places of the block each place may change: the first one, and how many.
        reach = min(n_pairs, n_cases)
        low = [max(0, i - reach) for i in range(n_pairs)]
        self._reach = low, [min(n_pairs, i + reach) - first for i, first in enumerate(low)]
        self._reached = [0, 0] if self._rounds else [n_cases, n_cases]  # blocks that each round is through with
        self._lock = Lock()

    def slot_at(self, position: int) -> int:
        self._work_out(position // self._n_pairs)
        return self._slots[position]

    def position_of(self, slot: int) -> int:
        self._work_out(slot // self._n_pairs)
        return self._where[slot + self._n_cases]

    def _work_out(self, block: int) -> None:
        if block < self._reached[1]:
            return
        with self._lock:
            ahead = ceil(self._n_cases / self._n_pairs)
            while self._reached[1] <= block:
                while self._reached[0] < min(self._reached[1] + ahead + 1, self._n_cases):
                    self._shuffle(0)
                self._shuffle(1)

    def _shuffle(self, turn: int) -> None:
        """The next block of this round."""
        n_cases, n_pairs, apart = self._n_cases, self._n_pairs, self._n_cases // 2
        after = 2 * n_cases
        start = self._reached[turn] * n_pairs
        end = start + n_pairs
        # Worked on as lists, which are faster to read. In `where` slot t has index t + N, counted from the block's
        # start; its case's slot before has index t, the one after index t + 2 N.
        slots = [slot - start for slot in self._slots[start:end]]
        where = [place - start for place in self._where[start : end + after]]
        for i, (drawn, low, width) in enumerate(zip(self._rounds[turn][start:end], *self._reach, strict=True)):
            j = low + int(drawn * width)
            s = slots[i]
            if where[s] + apart <= j <= where[s + after] - apart:
                t = slots[j]
                if where[t] + apart <= i <= where[t + after] - apart:
                    slots[i], slots[j] = t, s
                    where[s + n_cases], where[t + n_cases] = j, i
        self._slots[start:end] = array("i", [slot + start for slot in slots])
        own = where[n_cases : n_cases + n_pairs]
        self._where[start + n_cases : end + n_cases] = array("i", [place + start for place in own])
        self._reached[turn] += 1


class _Deal:
    """Which pair each slot has.

    Slot t gets pair (t + t div lcm(N, K)) mod K: every case meets every pair once, every block holds every pair once.
    Slots of one case in one block then exchange their pairs at random, which keeps both.
    """

    def __init__(self, n_cases: int, n_pairs: int, draw: Draw) -> None:
        self._n_cases, self._n_pairs = n_cases, n_pairs
        self._lcm = lcm(n_cases, n_pairs)
        self._pair_names = draw.shuffled(n_pairs)
        self._in_block = max(0, n_pairs - n_cases)  # exchanges, and so random numbers, of one block
        self._draws = draw.numbers(n_cases * self._in_block)

    def pair_of(self, slot: int) -> int:
        if not self._in_block:
            return self._before(slot)
        block, offset = divmod(slot, self._n_pairs)
        case, turn = offset % self._n_cases, offset // self._n_cases
        start = block * self._n_pairs
        dealt = [self._before(t) for t in range(start + case, start + self._n_pairs, self._n_cases)]
        # The cases before this one have as many slots in the block, or one more as long as the rest lasts.
        every, rest = divmod(self._n_pairs, self._n_cases)
        at = block * self._in_block + case * (every - 1) + min(case, rest)
        for i in range(len(dealt) - 1, 0, -1):
            j = int(self._draws[at] * (i + 1))
            dealt[i], dealt[j] = dealt[j], dealt[i]
            at += 1
        return dealt[turn]

    def _before(self, slot: int) -> int:
        return self._pair_names[(slot + slot // self._lcm) % self._n_pairs]


class _Sides:
    """For each block and pair (a, b): is a on the left?

    Blocks come in twos, the second the mirror of the first, so that every pair's sides are even after both. Inside a
    block every system is on the left as often as on the right, or once more or less where the number of its pairs is
    odd: a near-regular tournament in which "left" is a win. Systems stand in a circle, each wins against those after
    it as far as halfway round; of two that stand opposite each other the one with the lower place wins.
    """

    def __init__(self, n_blocks: int, n_systems: int, draw: Draw) -> None:
        self._n_systems = n_systems
        self._circles = [bytes(draw.shuffled(n_systems)) for _ in range(ceil(n_blocks / 2))]

    def first_is_left(self, block: int, a: int, b: int) -> bool:
        circle = self._circles[block // 2]
        ahead = (circle[b] - circle[a]) % self._n_systems
        left = circle[a] < circle[b] if 2 * ahead == self._n_systems else 2 * ahead < self._n_systems
        return left != bool(block % 2)
