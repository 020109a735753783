"""How far a heap of work is: what is done, failed, under way and waiting."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.core.leases import WorkState


@dataclass(frozen=True, slots=True)
class Counts:
    """Pieces of work by state; whatever is in none of the four states has not been asked for yet."""

    total: int
    done: int = 0
    failed: int = 0
    running: int = 0
    waiting: int = 0

    @property
    def finished(self) -> bool:
        """Nothing is under way or waiting: what can be done without somebody's help has been done."""
        return self.running == 0 and self.waiting == 0

    @property
    def complete(self) -> bool:
        return self.done == self.total


def count_states(states: Iterable[str], total: int | None = None) -> Counts:
    """Count work states; `total` where more pieces exist than have a state."""
    listed = list(states)
    return Counts(
        total=len(listed) if total is None else total,
        done=listed.count(WorkState.DONE),
        failed=listed.count(WorkState.FAILED),
        running=listed.count(WorkState.RUNNING),
        waiting=listed.count(WorkState.REQUESTED),
    )
