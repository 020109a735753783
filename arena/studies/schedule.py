"""What a reviewer is shown step by step: practice, then the pairs of the roster with repeats and gold pairs among them.

A pure function of the study's seed, the reviewer's number and the study's settings: nothing of it is stored. The main
pairs come in the order of arena.studies.roster, whatever else is shown between them.

- Practice: the last pairs of the reviewer's own order, so that they come again as late as can be; at most half of all.
- Repeats: about the wanted share of the main pairs comes once more with its sides swapped, N // 4 to 3 N // 4 main
  pairs after it was seen (N cases), and at least N // 4 main pairs away from any other pair of its paper. With fewer
  than 12 cases, whose papers return soon anyway, a repeat is at least LEAST_APART main pairs away from its first time.
- Gold pairs: in an order of this reviewer's own, from about the 8th main pair on, one for every 15.

Repeats are worked out as far as somebody asks, as the order is.
"""

from bisect import bisect_left, bisect_right
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from typing import NamedTuple

from arena.studies.roster import Draw, Order, Place, lazy_order

LEAST_APART = 3
MOST_REPEATED = 0.5  # of the main pairs
FIRST_GOLD, GOLD_EVERY, GOLD_SPREAD = 8, 15, 5


class StepKind(StrEnum):
    MAIN = "main"
    REPEAT = "repeat"
    GOLD = "gold"
    PRACTICE = "practice"


class Step(NamedTuple):
    """One thing that is shown.

    `position` counts main and practice pairs in the order of each; a repeat has that of the main pair which comes
    again, a gold pair its place among the gold ones shown. No two steps of a kind have the same.
    """

    kind: StepKind
    position: int
    first_is_left: bool  # the pair's system a, or the better poster of a gold pair
    place: Place | None = None  # of the roster; None for a gold pair
    gold: int = 0  # the number of the gold pair in its study; 0 for the others


@lru_cache(maxsize=64)
def schedule_of(
    study_seed: int,
    reviewer_number: int,
    *,
    n_cases: int,
    n_systems: int,
    practice_pairs: int = 0,
    repeat_share: float = 0.0,
    gold_pairs: int = 0,
) -> "Schedule":
    """This reviewer's steps. Raises ValueError outside 2-20 systems, 1-100 cases and a share of 0 to 0.5."""
    if not 0 <= repeat_share <= MOST_REPEATED:
        raise ValueError(f"from 0 to {MOST_REPEATED} of the pairs can be shown again, not {repeat_share}")
    order = lazy_order(study_seed, reviewer_number, n_cases, n_systems)
    name = f"study {study_seed}, reviewer {reviewer_number}"
    return Schedule(
        order,
        practice=min(practice_pairs, len(order) // 2),
        repeats=_Repeats(order, repeat_share, Draw(f"repeats 1: {name}")),
        gold=_Gold(len(order), gold_pairs, Draw(f"gold 1: {name}")),
    )


class Schedule:
    """The steps of one reviewer, by number from 1; threads may share it."""

    def __init__(self, order: Order, *, practice: int, repeats: "_Repeats", gold: "_Gold") -> None:
        self.order, self.practice = order, practice
        self._repeats, self._gold = repeats, gold

    def __len__(self) -> int:
        return self.practice + len(self.order) + self.repeats + self.gold

    @property
    def repeats(self) -> int:
        return len(self._repeats.after)

    @property
    def gold(self) -> int:
        return len(self._gold.after)

    @property
    def gold_numbers(self) -> list[int]:
        """The gold pairs that are shown, in this reviewer's order."""
        return self._gold.numbers[: self.gold]

    def step(self, number: int) -> Step:
        if not 1 <= number <= len(self):
            raise IndexError(f"there are {len(self)} steps, no step {number}")
        if number <= self.practice:
            return self._practice(number)
        main = self._main_before_or_at(number)
        beyond = number - self.number_of_main(main)
        if not beyond:
            place = self.order.place(main)
            return Step(StepKind.MAIN, main, place.a_is_left, place)
        # After a main pair comes the repeat that is due there, then the gold pair.
        due = bisect_left(self._repeats.after, main)
        if due < self.repeats and self._repeats.after[due] == main and beyond == 1:
            return self._repeat(due)
        return self._gold.step(bisect_left(self._gold.after, main))

    def number_of_main(self, position: int) -> int:
        """At which step the main pair of this position comes."""
        before = bisect_left(self._repeats.after, position) + bisect_left(self._gold.after, position)
        return self.practice + position + before

    def repeats_of_cases(self, cases: frozenset[int]) -> int:
        """How many repeats are of these cases; every repeat is worked out for it, unless there are no cases."""
        if not cases:
            return 0
        return sum(self.order.place(self._repeats.first_time(due)).case in cases for due in range(self.repeats))

    def _main_before_or_at(self, number: int) -> int:
        """The last main pair that comes at this step or before it."""
        return bisect_right(range(1, len(self.order) + 1), number, key=self.number_of_main)

    def _practice(self, number: int) -> Step:
        place = self.order.place(len(self.order) - self.practice + number)
        return Step(StepKind.PRACTICE, number, not place.a_is_left, place)

    def _repeat(self, due: int) -> Step:
        position = self._repeats.first_time(due)
        place = self.order.place(position)
        return Step(StepKind.REPEAT, position, not place.a_is_left, place)


class _Repeats:
    """After which main pairs one comes again, and which one."""

    def __init__(self, order: Order, share: float, draw: Draw) -> None:
        total, n_cases = len(order), order.n_cases
        self._order = order
        self._high = max(3 * n_cases // 4, LEAST_APART)
        self._low = max(n_cases // 4, min(LEAST_APART, self._high))
        self._between = n_cases // 4  # main pairs to any other pair of the paper
        count = max(0, min(int(share * total + 0.5), total - self._low))
        # One repeat in each of as many equal stretches: whoever stops early has had about the wanted share, too.
        edges = [self._low + (total - self._low) * i // count for i in range(count + 1)] if count else [0]
        self.after = [edge + 1 + draw.below(end - edge) for edge, end in pairwise(edges)]
        self._drawn = draw.numbers(count)
        self._chosen: list[int] = []
        self._taken: set[int] = set()
        self._lock = Lock()

    def first_time(self, due: int) -> int:
        """The position of the main pair that this repeat shows again."""
        if due >= len(self._chosen):
            with self._lock:
                while len(self._chosen) <= due:
                    self._choose(self.after[len(self._chosen)], self._drawn[len(self._chosen)])
        return self._chosen[due]

    def _choose(self, after: int, drawn: float) -> None:
        first, last = max(1, after - self._high), after - self._low
        free = [position for position in range(first, last + 1) if position not in self._taken]
        start = int(drawn * len(free))
        turned = free[start:] + free[:start]
        # A window where all was repeated already is as rare as shares are large; what came before it is free then.
        chosen = next((position for position in turned if self._is_clear(position, after)), None)
        if chosen is None:
            chosen = turned[0] if turned else next(p for p in range(last, 0, -1) if p not in self._taken)
        self._taken.add(chosen)
        self._chosen.append(chosen)

    def _is_clear(self, position: int, after: int) -> bool:
        """Whether no other pair of the paper comes closely before or after the repeat."""
        other = self._order.next_of_case(position)
        while other is not None and other - after < self._between:
            if after - other < self._between:
                return False
            other = self._order.next_of_case(other)
        return True


def most_gold(main_pairs: int) -> int:
    """How many gold pairs a reviewer can be shown at most among so many main pairs."""
    return max(0, (main_pairs - FIRST_GOLD) // GOLD_EVERY + 1) if main_pairs >= FIRST_GOLD else 0


class _Gold:
    """After which main pairs a gold pair comes, and which one."""

    def __init__(self, total: int, pairs: int, draw: Draw) -> None:
        self.numbers = [number + 1 for number in draw.shuffled(pairs)]
        first_is_left = [bool(draw.below(2)) for _ in range((pairs + 1) // 2)]
        # Of every two in a row one has the better poster on the left.
        self._sides = [side != bool(turn) for side in first_is_left for turn in range(2)]
        after = [FIRST_GOLD + GOLD_EVERY * i + draw.below(GOLD_SPREAD) for i in range(pairs)]
        self.after = [position for position in after if position <= total]

    def step(self, place: int) -> Step:
        return Step(StepKind.GOLD, place + 1, self._sides[place], gold=self.numbers[place])
