"""Whether a reviewer who sees a pair again answers the same."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.preference.comparisons import win_share_left
from scoring.records import JudgmentRecord


@dataclass(frozen=True, slots=True)
class SelfConsistency:
    """`same` of `compared` repeats have the answer of the first time; skips on either side cannot be compared."""

    repeats: int
    compared: int
    same: int

    @property
    def share(self) -> float | None:
        """same / compared; None where nothing could be compared."""
        return self.same / self.compared if self.compared else None


def self_consistency(kept: Iterable[JudgmentRecord], repeats: Iterable[JudgmentRecord]) -> SelfConsistency:
    """Compare every repeat with the same reviewer's first judgment of the same pair on the same paper, sides aside."""
    again = list(repeats)
    places = {(record.reviewer, record.case_id) for record in again}
    first = {_task(record): _opinion(record) for record in kept if (record.reviewer, record.case_id) in places}
    answers = [(first.get(_task(record)), _opinion(record)) for record in again]
    compared = [(before, after) for before, after in answers if before is not None and after is not None]
    return SelfConsistency(len(answers), len(compared), sum(before == after for before, after in compared))


def _task(record: JudgmentRecord) -> tuple[str, str, str, str]:
    low, high = sorted((record.system_left, record.system_right))
    return record.reviewer, record.case_id, low, high


def _opinion(record: JudgmentRecord) -> int | None:
    share = win_share_left(record.choice)
    return share if share is None or record.system_left < record.system_right else 2 - share
