"""Numbers and lists in words, the same everywhere in a report."""

from collections.abc import Sequence
from typing import Final

from scoring.words import DISCIPLINES

_LEAST: Final = 1e-6  # the last decimal of the numbers in report.json


def percent(value: float | None) -> str:
    """0.640159 as `64.0%`; `–` for None. What is not quite everything or nothing is `>99.9%` or `<0.1%`."""
    if value is None:
        return "–"
    if 0 < value < 0.0005:
        return "<0.1%"
    return ">99.9%" if 0.9995 <= value < 1 else f"{100 * value:.1f}%"


def chance(value: float | None) -> str:
    """A beat probability as `percent`; it is never quite 0 or 1, although an undefeated system's is rounded to it."""
    return percent(value if value is None else min(max(value, _LEAST), 1 - _LEAST))


def points(value: float | None) -> str:
    """0.0391 as `3.9 percentage points`; `–` for None."""
    if value is None:
        return "–"
    number = "less than 0.1" if 0 < abs(value) < 0.0005 else signed(100 * value, 1)
    return f"{number} percentage points"


def points_range(low: float | None, high: float | None) -> str:
    """A range of differences of fractions in percentage points: `−1.2 to 14.0`; `–` where there is no interval."""
    return "–" if low is None or high is None else f"{signed(100 * low, 1)} to {signed(100 * high, 1)}"


def p_value(value: float | None) -> str:
    """`0.034`, `<0.001`; `–` for None."""
    if value is None:
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def percent_range(low: float | None, high: float | None) -> str:
    """`56.0–72.7` (percent); `–` where there is no interval."""
    return "–" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f}"


def decimal_range(low: float | None, high: float | None) -> str:
    """`0.26–0.42`, `−0.31 to 0.02`; `–` where there is no interval."""
    if low is None or high is None:
        return "–"
    return f"{signed(low)} to {signed(high)}" if low < 0 else f"{signed(low)}–{signed(high)}"


def signed(value: float | None, digits: int = 2) -> str:
    """A decimal with a true minus sign; `–` for None."""
    if value is None:
        return "–"
    written = f"{value:.{digits}f}"
    return (written if float(written) else written.lstrip("-")).replace("-", "−")


def listed(names: Sequence[str], most: int = 8) -> str:
    """`a, b and c`; beyond `most`, the rest is counted."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """`1 judgment`, `1,200 judgments`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def gap(low: float, high: float | None) -> str:
    """A margin bucket: `0–3`, `20 and more`."""
    return f"{low:g} and more" if high is None else f"{low:g}–{high:g}"


def discipline_name(discipline: str) -> str:
    """A discipline in words: the full name of a known one, `not stated` for none."""
    return DISCIPLINES.get(discipline, discipline) or "not stated"
