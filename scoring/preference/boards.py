"""The same board on the papers of one discipline."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed import Outcomes
from scoring.preference.intervals import Interval


@dataclass(frozen=True, slots=True)
class BoardSystem:
    """One system on a board. Ranks and beat probability are within `component` (0 is the largest).

    separated: its component has no finite maximum-likelihood estimate, and the beat probability is the ridge's limit.
    beat and rank are None where nothing was compared with it here; `reason` says so.
    """

    system: str
    beat: float | None
    interval: Interval
    rank: int | None
    component: int
    separated: bool
    wins: int
    ties: int
    losses: int
    reason: str | None

    @property
    def n(self) -> int:
        """Comparisons of this system on this board."""
        return self.wins + self.ties + self.losses


@dataclass(frozen=True, slots=True)
class Board:
    """The preference on the papers of one discipline ("" is "not stated"); systems highest first.

    n comparisons of `papers` papers by `reviewers` reviewers; `components` groups of systems that comparisons join,
    systems without any comparison here counting one each.
    """

    discipline: str
    n: int
    papers: int
    reviewers: int
    components: int
    systems: tuple[BoardSystem, ...]
    outcomes: Outcomes


def boards(comparisons: Comparisons, disciplines: Mapping[str, str], *, resamples: int, seed: int) -> tuple[Board, ...]:
    """One board per discipline, sorted by name; none at all where the comparisons are of fewer than two.

    disciplines: discipline by paper; papers that are not in it, or have an empty one, form the board "". Each board has
    its own random numbers, named "board:" and the discipline.
    """
    raise NotImplementedError
