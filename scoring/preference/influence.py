"""What one reviewer or one paper moves: every fit again without it."""

from dataclasses import dataclass

from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons


@dataclass(frozen=True, slots=True)
class Dropped:
    """The board without one reviewer or one paper, who holds n comparisons.

    shift: largest absolute change of a beat probability, and `system` whose; leaders: who stands first then in the
    largest component; rank_changes: how many systems change their rank. All None (leaders empty) where the rest cannot
    be estimated or is not about the same groups of systems; `reason` says why.
    """

    name: str
    n: int
    shift: float | None
    system: str | None
    leaders: tuple[str, ...]
    rank_changes: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Influence:
    """Drop-one influence, the largest shift first, those without one last; equal ones by name."""

    reviewers: tuple[Dropped, ...]
    papers: tuple[Dropped, ...]


def drop_one(comparisons: Comparisons, point: PointFit) -> Influence:
    """Refit without each reviewer and without each paper, from the counts of each, all in one batch."""
    raise NotImplementedError
