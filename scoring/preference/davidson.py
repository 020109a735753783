"""Ties as an outcome of their own: Davidson's model, as a check on ties counted as half wins."""

from dataclasses import dataclass

from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons


@dataclass(frozen=True, slots=True)
class TieModelSystem:
    """One system; beat: mean over the others of its component of P(win) + P(tie) / 2. None for a system alone."""

    system: str
    beat: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class TieModel:
    """Davidson's fit; everything is None (systems empty) where it does not exist, and `reason` says why.

    nu: the tie parameter, 0 where no comparison is a tie; equal systems tie with probability nu / (2 + nu).
    largest_change: largest absolute change of a beat probability against ties as half wins, and `system` whose;
    rank_changes: how many systems change their rank. Systems are sorted by beat probability, highest first.
    """

    nu: float | None
    systems: tuple[TieModelSystem, ...]
    largest_change: float | None
    system: str | None
    rank_changes: int | None
    reason: str | None


def davidson(comparisons: Comparisons, point: PointFit) -> TieModel:
    """Maximum likelihood of Davidson (1970), On extending the Bradley-Terry model to accommodate ties."""
    raise NotImplementedError
