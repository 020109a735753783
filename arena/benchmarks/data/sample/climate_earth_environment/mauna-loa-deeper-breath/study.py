"""The seasonal swing of carbon dioxide at Mauna Loa: how deep it is, when it turns, and how both have changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from house import BLUE, INK, RUST, TEAL, Study, interval, new_figure
from matplotlib.figure import Figure
from numpy.typing import NDArray
from statsmodels.datasets import co2

WIDTH = 6.5
GAP_WEEKS = 8  # longer gaps are not bridged
FIRST_YEAR, LAST_YEAR = 1959, 2000
LEAST_WEEKS = 46
HARMONICS = 2
BLOCK_YEARS, RESAMPLES, SEED = 5, 10_000, 1958
GRID = np.linspace(0, 1, 3651)
DAYS = 365.25

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Year:
    """One year's seasonal cycle; days count from the start of the year."""

    year: int
    swing: float  # ppm, highest minus lowest point of the fitted cycle
    high_day: float
    low_day: float
    crossing_day: float  # where the cycle falls through its yearly mean
    level: float  # ppm, mean of the trend


def seasonal_fit(phase: Floats, values: Floats) -> Floats:
    """Two harmonics fitted by least squares, on the grid of a year."""

    def design(x: Floats) -> Floats:
        waves = [wave(2 * np.pi * h * x) for h in range(1, HARMONICS + 1) for wave in (np.sin, np.cos)]
        return np.column_stack([np.ones_like(x), *waves])

    found, *_ = np.linalg.lstsq(design(phase), values, rcond=None)
    return design(GRID) @ found


def yearly(when: Floats, trend: pd.Series, season: pd.Series) -> list[Year]:
    years = []
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        chosen = (when >= year) & (when < year + 1) & season.notna().to_numpy()
        if chosen.sum() < LEAST_WEEKS:
            continue
        cycle = seasonal_fit(when[chosen] - year, season.to_numpy()[chosen])
        high, low = int(cycle.argmax()), int(cycle.argmin())
        fall = cycle[high:low] - cycle.mean()
        crossing = high + int(np.flatnonzero(fall <= 0)[0])
        years.append(
            Year(
                year=year,
                swing=float(cycle.max() - cycle.min()),
                high_day=GRID[high] * DAYS,
                low_day=GRID[low] * DAYS,
                crossing_day=GRID[crossing] * DAYS,
                level=float(trend.to_numpy()[chosen].mean()),
            )
        )
    return years


def slope(x: Floats, y: Floats) -> float:
    return float(np.polyfit(x, y, 1)[0])


def trend_of(x: Floats, y: Floats, rng: np.random.Generator) -> dict[str, float]:
    """The least-squares slope; its interval from residuals resampled in blocks of years, so that runs stay together."""
    found = np.polyfit(x, y, 1)
    fitted = np.polyval(found, x)
    residuals = y - fitted
    blocks = -(-len(x) // BLOCK_YEARS)
    draws = np.empty(RESAMPLES)
    for draw in range(RESAMPLES):
        starts = rng.integers(0, len(x) - BLOCK_YEARS + 1, blocks)
        chosen = (starts[:, None] + np.arange(BLOCK_YEARS)).ravel()[: len(x)]
        draws[draw] = slope(x, fitted + residuals[chosen])
    return interval(draws, float(found[0]))


def autocorrelation(x: Floats, y: Floats) -> float:
    """Of the residuals about the line, from one year to the next."""
    residuals = y - np.polyval(np.polyfit(x, y, 1), x)
    follows = np.diff(x) == 1
    return float(np.corrcoef(residuals[:-1][follows], residuals[1:][follows])[0, 1])


def day_name(day: float) -> str:
    """The calendar date of a day of a common year: 138.2 -> "19 May"."""
    date = pd.Timestamp("2001-01-01") + pd.Timedelta(days=day)
    return f"{date.day} {date.month_name()}"


def run() -> Study:
    weekly = co2.load_pandas().data["co2"]
    bridged = weekly.interpolate("time", limit=GAP_WEEKS, limit_area="inside")
    # Weeks that belong to a longer gap stay empty: interpolate() would fill their first ones.
    empty = weekly.isna()
    run_length = empty.groupby((~empty).cumsum()).transform("sum")
    bridged[empty & (run_length > GAP_WEEKS)] = np.nan
    weights = np.r_[0.5, np.ones(51), 0.5] / 52
    trend = bridged.rolling(53, center=True).apply(lambda part: float(part @ weights), raw=True)
    season = bridged - trend
    start_of_year = pd.to_datetime(weekly.index.year.astype(str) + "-01-01")
    length = np.where(weekly.index.is_leap_year, 366, 365)
    when = (weekly.index.year + ((weekly.index - start_of_year).days + 0.5) / length).to_numpy()

    rng = np.random.default_rng(SEED)
    years = yearly(when, trend, season)
    x = np.array([year.year for year in years], dtype=float)
    swing = np.array([year.swing for year in years])
    level = np.array([year.level for year in years])
    days = {name: np.array([getattr(year, f"{name}_day") for year in years]) for name in ("high", "low", "crossing")}
    early, late = x <= x[9], x >= x[-10]

    def growth(first: int, last: int) -> float:
        low, high = (float(level[x == year][0]) for year in (first, last))
        return (high - low) / (last - first)

    swing_trend = trend_of(x, swing, rng)
    mean_swing = float(swing.mean())
    halves = x <= np.median(x)
    numbers: dict[str, object] = {
        "weeks": len(weekly),
        "measured_weeks": int(weekly.notna().sum()),
        "first_year": int(weekly.index[0].year),
        "last_year": int(weekly.index[-1].year),
        "gap_weeks": GAP_WEEKS,
        "fit_first_year": int(x[0]),
        "fit_last_year": int(x[-1]),
        "years": len(years),
        "left_out": [year for year in range(FIRST_YEAR, LAST_YEAR + 1) if year not in x],
        "least_weeks": LEAST_WEEKS,
        "harmonics": HARMONICS,
        "block_years": BLOCK_YEARS,
        "resamples": RESAMPLES,
        "swing": {
            "mean": mean_swing,
            "early": float(swing[early].mean()),
            "late": float(swing[late].mean()),
            "early_years": [int(x[early][0]), int(x[early][-1])],
            "late_years": [int(x[late][0]), int(x[late][-1])],
            "change": float(swing[late].mean() / swing[early].mean() - 1),
            "per_decade": {key: 10 * value for key, value in swing_trend.items()},
            "per_decade_relative": {key: 10 * value / mean_swing for key, value in swing_trend.items()},
            "largest": float(swing.max()),
            "largest_year": int(x[swing.argmax()]),
            "smallest": float(swing.min()),
            "smallest_year": int(x[swing.argmin()]),
            "residual_sd": float(np.std(swing - np.polyval(np.polyfit(x, swing, 1), x), ddof=2)),
            "autocorrelation": autocorrelation(x, swing),
            "first_half_per_decade": {
                key: 10 * value for key, value in trend_of(x[halves], swing[halves], rng).items()
            },
            "second_half_per_decade": {
                key: 10 * value for key, value in trend_of(x[~halves], swing[~halves], rng).items()
            },
            "halves_at": int(np.median(x)),
        },
        "timing": {
            name: {
                "mean_date": day_name(float(values.mean())),
                "per_decade": {key: 10 * value for key, value in trend_of(x, values, rng).items()},
                "early": day_name(float(values[early].mean())),
                "late": day_name(float(values[late].mean())),
                "sd": float(values.std(ddof=1)),
                "autocorrelation": autocorrelation(x, values),
            }
            for name, values in days.items()
        },
        "level": {
            "first": float(level[0]),
            "last": float(level[-1]),
            "rise": float(level[-1] - level[0]),
            "early_growth": growth(1959, 1969),
            "late_growth": growth(1990, 2000),
        },
    }
    figures = {
        "record": draw_record(when, weekly.to_numpy(), trend.to_numpy()),
        "cycles": draw_cycles(when, season.to_numpy(), x[early], x[late]),
        "swing": draw_swing(x, swing),
        "timing": draw_timing(x, days["crossing"]),
    }
    return Study(numbers, figures)


def draw_record(when: Floats, weekly: Floats, trend: Floats) -> Figure:
    figure = new_figure(WIDTH, 2.3)
    axes = figure.subplots()
    axes.plot(when, weekly, color=BLUE, linewidth=0.7, alpha=0.75, label="weekly mean")
    axes.plot(when, trend, color=RUST, linewidth=1.6, label="one-year running mean")
    axes.grid(axis="y")
    axes.set(xlim=(1958, 2002), ylim=(310, 376), ylabel="CO₂ (ppm)")
    axes.legend(loc="upper left")
    return figure


def mean_cycle(when: Floats, season: Floats, years: Floats) -> Floats:
    chosen = np.isin(np.floor(when), years) & ~np.isnan(season)
    cycle = seasonal_fit(when[chosen] % 1, season[chosen])
    return cycle - cycle.mean()


def draw_cycles(when: Floats, season: Floats, early: Floats, late: Floats) -> Figure:
    figure = new_figure(WIDTH, 2.4)
    axes = figure.subplots()
    for years, colour in ((early, TEAL), (late, RUST)):
        cycle = mean_cycle(when, season, years)
        axes.plot(12 * GRID, cycle, color=colour, linewidth=1.8, label=f"{years[0]:.0f} to {years[-1]:.0f}")
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set_xticks(
        np.arange(12) + 0.5, ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    )
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="y")
    axes.set(xlim=(0, 12), ylim=(-4, 4), ylabel="CO₂ against the year's mean (ppm)")
    axes.legend(loc="upper right")
    return figure


def draw_swing(x: Floats, swing: Floats) -> Figure:
    figure = new_figure(WIDTH, 2.25)
    axes = figure.subplots()
    axes.plot(x, swing, "o", color=BLUE, markersize=4.2)
    axes.plot(x, np.polyval(np.polyfit(x, swing, 1), x), color=INK, linewidth=1.2)
    axes.grid(axis="y")
    axes.set(xlim=(1958, 2001.5), ylim=(4.8, 7.8), ylabel="Swing, high to low (ppm)")
    return figure


def draw_timing(x: Floats, crossing: Floats) -> Figure:
    figure = new_figure(WIDTH, 2.1)
    axes = figure.subplots()
    axes.plot(x, crossing, "o", color=TEAL, markersize=4.2)
    axes.plot(x, np.polyval(np.polyfit(x, crossing, 1), x), color=INK, linewidth=1.2)
    ticks = [200.0, 205.0, 210.0, 215.0]
    axes.set_yticks(ticks, [day_name(tick) for tick in ticks])
    axes.grid(axis="y")
    axes.set(xlim=(1958, 2001.5), ylim=(199, 218), ylabel="Falls through the mean on")
    return figure
