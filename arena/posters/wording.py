"""Times, prices and counts in words, the same on every page of posters and systems."""

from collections.abc import Iterable
from decimal import Decimal


def lasting(seconds: float) -> str:
    """A span of time as one says it: 0.4 s, 12 s, 3 min, 2 h 5 min."""
    if seconds < 9.95:
        return f"{max(0.0, seconds):.1f} s"
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def money(usd: Decimal | float) -> str:
    """A price in US dollars; what is bought for less than a cent is not free."""
    return "under $0.01" if 0 < usd < Decimal("0.005") else f"${usd:,.2f}"


def listed(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)
