"""Scales: from values to pixels, and where the marks stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` on pixels from `start` to `end`; marks at `ticks`."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """The pixel of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def inside(self, value: float) -> float:
        """The pixel of a value, at the border for one beyond it."""
        return self.at(min(max(value, self.low), self.high))


def scale_over(values: Sequence[float], start: float, end: float, *, most: int = 8) -> Scale:
    """A scale with round ends around the values, with at most `most` steps between its marks."""
    low, high = min(values), max(values)
    step = _step(max(high - low, 1e-9), most)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    if first == last:
        last += 1
    ticks = tuple(round(number * step, 10) + 0.0 for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks)


def _step(span: float, most: int) -> float:
    """1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(span / most))
    return next(factor * power for factor in _STEPS if span <= factor * power * most * (1 + 1e-9))
