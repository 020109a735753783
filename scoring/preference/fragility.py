"""How many answers would have to be the other way for first place to change: an upper bound."""

from dataclasses import dataclass

from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons


@dataclass(frozen=True, slots=True)
class Flip:
    """`count` judgments of a pair changed so that `loser`, no winner of them before, wins them all.

    Of them `wins` were won by `winner`, and `ties` were ties.
    """

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
    flips are None with `reason` where first place cannot change in this way or there is no single leader.
    """

    leader: str | None
    challenger: str | None
    flips: int | None
    n: int
    changes: tuple[Flip, ...]
    reason: str | None


def fragility(comparisons: Comparisons, point: PointFit) -> Fragility:
    """Few flips that change first place, found greedily and verified by a refit."""
    raise NotImplementedError
