"""Numbers of a report as words for a page; what is undefined stays a word."""

import re

from scoring.report import wording

NOT_ESTIMABLE = "not estimable"

_EQUALS = re.compile(r"(?<=\S) = (?=\S)")


def percent(fraction: float | None) -> str:
    return NOT_ESTIMABLE if fraction is None else wording.percent(fraction)


def chance(beat: float | None) -> str:
    """A beat probability, which is never quite 0 or 1."""
    return NOT_ESTIMABLE if beat is None else wording.chance(beat)


def percent_interval(low: float | None, high: float | None) -> str:
    """The bounds without a sign, to stand below a percentage."""
    return NOT_ESTIMABLE if low is None or high is None else wording.percent_range(low, high)


def coefficient(value: float | None) -> str:
    """A correlation, with a true minus sign."""
    return NOT_ESTIMABLE if value is None else wording.signed(value)


def coefficient_interval(low: float | None, high: float | None) -> str:
    return NOT_ESTIMABLE if low is None or high is None else wording.decimal_range(low, high)


def whole_range(low: int | None, high: int | None) -> str:
    return NOT_ESTIMABLE if low is None or high is None else f"{low}–{high}"


def count(n: int) -> str:
    """A number with thousands set apart."""
    return f"{n:,}"


def file_size(size: int) -> str:
    """Bytes in decimal units, as browsers and desktops show them."""
    if size < 1000:
        return f"{size} B"
    if size < 1_000_000:
        return f"{size / 1000:.0f} kB"
    return f"{size / 1_000_000:.1f} MB"


def unbroken(text: str) -> str:
    """With no-break spaces round an equals sign, so that no line of a page ends between `r =` and its number."""
    return _EQUALS.sub("\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}", text)
