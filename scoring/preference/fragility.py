"""How many answers would have to be the other way for first place to change: an upper bound."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.bradley_terry import PointFit, ranks
from scoring.preference.comparisons import Comparisons, PairCounts, count_pairs, pair_ends
from scoring.preference.flips import FlipSearch, Found
from scoring.preference.newton import beat_probabilities

NO_OTHER: Final = "no system was compared with another, so there is no first place"
SHARED: Final = "several systems share first place already"
NOT_FOUND: Final = "no number of answers the other way that was tried changes first place"


@dataclass(frozen=True, slots=True)
class Flip:
    """Judgments of one pair that `winner` had won (`wins`) or tied (`ties`) and that `loser` now wins."""

    winner: str
    loser: str
    wins: int
    ties: int

    @property
    def count(self) -> int:
        """Judgments answered the other way."""
        return self.wins + self.ties


@dataclass(frozen=True, slots=True)
class Fragility:
    """`flips` of n judgments answered the other way bring `challenger` level with `leader` or above: an upper bound.

    n: judgments within the leader's component, the largest. leader is None where there is no single one; challenger and
    flips are None where nothing found changes first place. `reason` says why either is.
    """

    leader: str | None
    challenger: str | None
    flips: int | None
    n: int
    changes: tuple[Flip, ...]  # the largest count first
    reason: str | None


def fragility(comparisons: Comparisons, point: PointFit) -> Fragility:
    """Few flips that change first place in the largest component: found greedily, each count verified by a refit.

    A flip is a whole judgment: the system that won it, or tied, now loses it. The count is an upper bound of the
    smallest number (as in Broderick, Giordano and Meager 2020, An automatic finite-sample robustness metric).
    """
    members = point.components[0].systems if point.components else np.empty(0, dtype=np.int64)
    if len(members) < 2:
        return Fragility(None, None, None, 0, (), NO_OTHER)
    counts, names = _within(comparisons, members.tolist())
    n = int(counts.n.sum())
    leaders = [index for index, rank in enumerate(ranks(point.beat[members], point.component[members])) if rank == 1]
    if len(leaders) > 1:
        return Fragility(None, None, None, n, (), SHARED)
    leader = leaders[0]
    found = FlipSearch(counts, point.theta[members], leader).fewest()
    if found is None:
        return Fragility(names[leader], None, None, n, (), NOT_FOUND)
    beat = beat_probabilities(found.theta[None, :])[0]
    beat[leader] = -1.0
    return Fragility(names[leader], names[int(beat.argmax())], found.flips, n, _changes(found, names), None)


def _within(comparisons: Comparisons, members: list[int]) -> tuple[PairCounts, list[str]]:
    """The counts of the pairs of these systems, numbered among themselves, and their names."""
    counts = count_pairs(comparisons)
    first, second = pair_ends(len(comparisons.systems))
    own = np.isin(first, members) & np.isin(second, members)
    names = [comparisons.systems[member] for member in members]
    return PairCounts(counts.wins[own], counts.ties[own], counts.losses[own]), names


def _changes(found: Found, names: list[str]) -> tuple[Flip, ...]:
    first, second = pair_ends(len(names))
    decided, ties = np.split(found.taken, 2)
    result = []
    for pair in np.flatnonzero(decided + ties).tolist():
        one, other = names[first[pair]], names[second[pair]]
        winner, loser = (one, other) if found.change[pair] < 0 else (other, one)
        result.append(Flip(winner, loser, int(decided[pair]), int(ties[pair])))
    return tuple(sorted(result, key=lambda flip: (-flip.count, flip.winner, flip.loser)))
