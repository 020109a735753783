"""Where the marks of the comparison's chart lie: each system's beat probability before and after, on one line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.report.compare_records import Comparison, Estimate, SystemChange

_WIDTH: Final = 900
_LEFT, _RIGHT = 220.0, 880.0
_HEAD, _ROW, _FOOT = 32, 40, 28
_APART: Final = 7.0  # pixels from the middle of the row, so that two intervals do not cover each other
_LONGEST: Final = 26  # letters of a name; the table has all


@dataclass(frozen=True, slots=True)
class Tick:
    """One line of the scale."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot with its interval, `before` or `after`; low and high None where there is no interval."""

    which: str
    x: float
    y: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """One system."""

    name: str
    y: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything to draw, in pixels from the top left."""

    width: int
    height: int
    ticks: tuple[Tick, ...]
    rows: tuple[Row, ...]


def draw_chart(comparison: Comparison) -> Chart | None:
    """One row for each system; None where neither report has one."""
    if not comparison.systems:
        return None
    return Chart(
        width=_WIDTH,
        height=_HEAD + _ROW * len(comparison.systems) + _FOOT,
        ticks=tuple(Tick(_x(share / 4), f"{25 * share}%") for share in range(5)),
        rows=tuple(_row(number, system) for number, system in enumerate(comparison.systems)),
    )


def _row(number: int, system: SystemChange) -> Row:
    y = _HEAD + _ROW * (number + 0.5)
    name = system.system if len(system.system) <= _LONGEST else system.system[: _LONGEST - 1].rstrip() + "…"
    return Row(name, y, tuple(_marks(system, y)))


def _marks(system: SystemChange, y: float) -> Iterator[Mark]:
    for which, estimate, shift in (("before", system.beat.before, -_APART), ("after", system.beat.after, _APART)):
        if estimate is not None and estimate.value is not None:
            yield Mark(which, _x(estimate.value), y + shift, *_ends(estimate))


def _ends(estimate: Estimate) -> tuple[float | None, float | None]:
    if estimate.ci_low is None or estimate.ci_high is None:
        return None, None
    return _x(estimate.ci_low), _x(estimate.ci_high)


def _x(share: float) -> float:
    return round(_LEFT + share * (_RIGHT - _LEFT), 1)
