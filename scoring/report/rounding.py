"""Numbers as they stand in a report: rounded, with the reason where there is none."""

from scoring.preference import Interval
from scoring.report.referee import Estimated


def rounded(value: float | None) -> float | None:
    """6 decimals, and no negative zero."""
    return None if value is None else round(value, 6) + 0.0


def ends(interval: Interval) -> tuple[float | None, float | None]:
    """The two ends of an interval."""
    return rounded(interval.low), rounded(interval.high)


def why_none(interval: Interval) -> str | None:
    """Why there is no interval, in words."""
    return None if interval.reason is None else interval.reason.value


def estimated(value: float | None, interval: Interval, reason: str | None = None) -> Estimated:
    """A number with its interval; `reason` is why the number itself is missing."""
    low, high = ends(interval)
    return Estimated(rounded(value), low, high, reason if value is None and reason else why_none(interval))
