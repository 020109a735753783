"""Counts as five shades, each for a range of whole numbers; none is no shade at all."""

from collections.abc import Sequence


class Shades:
    """Ranges of about equal length from the smallest count above 0 to the largest."""

    def __init__(self, counts: Sequence[int]) -> None:
        some = [count for count in counts if count > 0]
        low, high = (min(some), max(some)) if some else (1, 1)
        steps = min(5, high - low + 1)
        bounds = [low + round(number * (high - low + 1) / steps) for number in range(steps)]
        self._ranges = [
            (first, (bounds[number + 1] if number + 1 < steps else high + 1) - 1) for number, first in enumerate(bounds)
        ]

    def color(self, count: float, palette: Sequence[str]) -> str | None:
        """The shade of a count, from a palette of five; None for 0."""
        if count <= 0:
            return None
        number = sum(first <= count for first, _ in self._ranges[1:])
        return self._used(palette)[number]

    def keys(self, palette: Sequence[str]) -> list[tuple[str, str]]:
        """Every shade and its range."""
        words = [f"{first:,}" if first == last else f"{first:,}–{last:,}" for first, last in self._ranges]
        return list(zip(self._used(palette), words, strict=True))

    def _used(self, palette: Sequence[str]) -> list[str]:
        """With fewer than five ranges, shades that are far apart."""
        steps = len(self._ranges)
        if steps == 1:
            return [palette[2]]
        return [palette[round(number * 4 / (steps - 1))] for number in range(steps)]
