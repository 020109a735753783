"""How often a system's poster was flagged as unusable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.preference.intervals import Interval
from scoring.records import JudgmentRecord


@dataclass(frozen=True, slots=True)
class FailureRate:
    """`flagged` of `shown` kept responses (rankings and skips) with this system's poster flagged it.

    unsided: responses that showed it and were flagged without saying which side; they are in `shown`, not in `flagged`.
    outside: responses in `shown` whose paper or reviewer has no ranking at all, so that no resample draws them.
    """

    system: str
    flagged: int
    shown: int
    unsided: int
    outside: int
    interval: Interval

    @property
    def rate(self) -> float | None:
        """flagged / shown; None for a system never shown."""
        return self.flagged / self.shown if self.shown else None


def failure_rates(
    kept: Sequence[JudgmentRecord], systems: Iterable[str], *, resamples: int, seed: int
) -> tuple[FailureRate, ...]:
    """Rate of each system, sorted by name, with its crossed interval; random numbers named "failures"."""
    raise NotImplementedError
