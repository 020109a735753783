"""What one reviewer or one paper moves: every fit again without it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import PointFit
from scoring.preference.comparisons import Comparisons
from scoring.preference.leave_out import LeftOut, reviewer_and_paper_groups

# Refits are good to about 1e-8; closer beat probabilities share a rank.
_SAME: Final = 1e-7
_BLOCK: Final = 256


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
    """Refit without each reviewer and without each paper, from the counts of each, all R + P in one batch."""
    n_reviewers = len(comparisons.reviewers)
    left_out = reviewer_and_paper_groups(comparisons).fit(point)
    names = (*comparisons.reviewers, *comparisons.papers)
    dropped = _dropped(names, left_out, comparisons.systems, point)
    return Influence(_largest_first(dropped[:n_reviewers]), _largest_first(dropped[n_reviewers:]))


def largest_shifts(beat: Floats, point: PointFit) -> tuple[Floats, Ints]:
    """Largest absolute change of a beat probability in each row of (G, S), and whose (G,); NaN rows stay NaN."""
    change = np.abs(beat - point.beat)
    if not change.size:
        return np.full(len(change), np.nan), np.zeros(len(change), dtype=np.int64)
    whose = np.nan_to_num(np.round(change, 12), nan=-1.0).argmax(axis=1).astype(np.int64)
    return change[np.arange(len(change)), whose], whose


def rank_rows(beat: Floats, component: Ints) -> Ints:
    """(G, S): the rank of each system inside its component in each row; 0 where it has no beat probability."""
    together = component[:, None] == component[None, :]
    result = np.empty(beat.shape, dtype=np.int64)
    for start in range(0, len(beat), _BLOCK):
        rows = beat[start : start + _BLOCK]
        above = (rows[:, None, :] > rows[:, :, None] + _SAME) & together
        result[start : start + _BLOCK] = np.where(np.isnan(rows), 0, 1 + above.sum(axis=2))
    return result


def _dropped(names: tuple[str, ...], left_out: LeftOut, systems: tuple[str, ...], point: PointFit) -> list[Dropped]:
    shifts, whose = largest_shifts(left_out.beat, point)
    before = rank_rows(point.beat[None, :], point.component)[0]
    after = rank_rows(left_out.beat, point.component)
    changes = (after != before).sum(axis=1)
    first = (after == 1) & (point.component == 0)
    result = []
    for row, name in enumerate(names):
        n, reason = int(left_out.n[row]), left_out.reasons[row]
        if reason is not None:
            result.append(Dropped(name, n, None, None, (), None, reason))
            continue
        leaders = tuple(systems[system] for system in np.flatnonzero(first[row]).tolist())
        shift, system = float(shifts[row]), systems[int(whose[row])]
        result.append(Dropped(name, n, shift, system, leaders, int(changes[row]), None))
    return result


def _largest_first(dropped: list[Dropped]) -> tuple[Dropped, ...]:
    def key(one: Dropped) -> tuple[float, str]:
        return (1.0 if one.shift is None else -round(one.shift, 12), one.name)

    return tuple(sorted(dropped, key=key))
