"""How far shuffling flatters classifiers of handwritten digits when each form was written by one person."""

from __future__ import annotations

import numpy as np
from house import BLUE, COLUMN, INK, MUTED, PAGE, RULE, RUST, Study, interval, new_figure
from matplotlib.figure import Figure
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import LeaveOneGroupOut, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

SHUFFLES, RESAMPLES, SEED = 5, 10_000, 20260
SVM_C, SVM_GAMMA, LOGISTIC_C, SMOOTHING = 10.0, 0.03, 1.0, 0.01
OPENING = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) * 3  # a form begins with the ten digits, three times over ...
ANCHOR = (0, 9, 5, 5, 6, 5, 0, 9, 8, 9, 8, 4, 1, 7, 7, 3, 5)  # ... and goes on like this, in every form
LAGS = np.arange(1, 261)
SHOWN = (3, 7, 13)  # forms with clearly different hands

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def classifiers() -> dict[str, tuple[str, ClassifierMixin]]:
    """Five standard classifiers at fixed, usual settings: nothing is tuned, so nothing is tuned on test images."""
    return {
        "svm": ("Support vector machine", SVC(C=SVM_C, gamma=SVM_GAMMA)),
        "neighbour": ("Nearest neighbour", KNeighborsClassifier(1)),
        "logistic": ("Logistic regression", LogisticRegression(C=LOGISTIC_C, max_iter=2000)),
        "discriminant": ("Linear discriminant", LinearDiscriminantAnalysis()),
        "bayes": ("Gaussian naive Bayes", GaussianNB(var_smoothing=SMOOTHING)),
    }


def form_starts(labels: Ints) -> list[int]:
    """Where each form begins: the anchor is found exactly, then the opening is walked back over lost digits."""
    starts = []
    for place in range(len(labels) - len(ANCHOR) + 1):
        if tuple(labels[place : place + len(ANCHOR)]) != ANCHOR:
            continue
        start = place
        for digit in reversed(OPENING):
            if start > 0 and labels[start - 1] == digit:
                start -= 1
        starts.append(start)
    return starts


def misread(model: ClassifierMixin, pixels: Floats, labels: Ints, groups: Ints) -> Floats:
    """1 where the model, trained on all other groups, misreads an image."""
    predicted = cross_val_predict(model, pixels, labels, groups=groups, cv=LeaveOneGroupOut())
    return (predicted != labels).astype(float)


def run() -> Study:
    digits = load_digits()
    pixels, labels = digits.data / 16.0, digits.target
    starts = form_starts(labels)
    forms = np.searchsorted(starts, np.arange(len(labels)), side="right") - 1
    sizes = np.bincount(forms)
    rng = np.random.default_rng(SEED)
    shuffles = [rng.permutation(forms) for _ in range(SHUFFLES)]
    draws = rng.integers(0, len(sizes), (RESAMPLES, len(sizes)))

    rows: dict[str, dict[str, object]] = {}
    by_form: dict[str, tuple[Floats, Floats]] = {}
    misses: dict[str, Floats] = {}
    for key, (name, model) in classifiers().items():
        apart = misread(model, pixels, labels, forms)
        mixed = np.mean([misread(model, pixels, labels, groups) for groups in shuffles], axis=0)
        per_form = np.bincount(forms, apart), np.bincount(forms, mixed)
        count, apart_sum, mixed_sum = (values[draws].sum(axis=1) for values in (sizes, *per_form))
        misses[key] = apart_sum / count
        by_form[key] = per_form[0] / sizes, per_form[1] / sizes
        rows[key] = {
            "name": name,
            "mixed": interval(mixed_sum / count, mixed.mean()),
            "apart": interval(apart_sum / count, apart.mean()),
            "difference": interval((apart_sum - mixed_sum) / count, apart.mean() - mixed.mean()),
            "ratio": interval(apart_sum / mixed_sum, apart.mean() / mixed.mean()),
            "worst_form": float(by_form[key][0].max()),
            "worst_form_number": int(by_form[key][0].argmax()) + 1,
            "worst_form_mixed": float(by_form[key][1][by_form[key][0].argmax()]),
            "clean_forms": int((per_form[0] == 0).sum()),
            "hidden": float(1 - mixed.mean() / apart.mean()),
        }

    distances = pairwise_distances(pixels)
    np.fill_diagonal(distances, np.inf)
    own = forms[distances.argmin(axis=1)] == forms
    own_by_form = np.bincount(forms, own) / sizes
    own_counts = np.bincount(forms, own)
    agreement = np.array([(labels[lag:] == labels[:-lag]).mean() for lag in LAGS])
    best = LAGS[agreement.argmax()]

    numbers: dict[str, object] = {
        "images": len(labels),
        "side": int(digits.images.shape[1]),
        "grey_levels": int(digits.data.max()) + 1,
        "digits": len(np.unique(labels)),
        "forms": len(starts),
        "complete_forms": int((sizes == best).sum()),
        "smallest_form": int(sizes.min()),
        "largest_form": int(sizes.max()),
        "writers_in_source": 13,
        "anchor_length": len(ANCHOR),
        "lag": int(best),
        "lag_agreement": float(agreement.max()),
        "typical_agreement": float(np.median(agreement)),
        "settings": {"svm_c": SVM_C, "svm_gamma": SVM_GAMMA, "logistic_c": LOGISTIC_C, "smoothing": SMOOTHING},
        "shown": [form + 1 for form in SHOWN],
        "shuffles": SHUFFLES,
        "resamples": RESAMPLES,
        "classifiers": rows,
        "classifier_count": len(rows),
        "svm_minus_neighbour": {
            "mixed": rows["svm"]["mixed"]["estimate"] - rows["neighbour"]["mixed"]["estimate"],
            "apart": interval(
                misses["svm"] - misses["neighbour"],
                rows["svm"]["apart"]["estimate"] - rows["neighbour"]["apart"]["estimate"],
            ),
        },
        "smallest_ratio": min(row["ratio"]["estimate"] for row in rows.values()),
        "largest_ratio": max(row["ratio"]["estimate"] for row in rows.values()),
        "smallest_difference": min(row["difference"]["estimate"] for row in rows.values()),
        "largest_difference": max(row["difference"]["estimate"] for row in rows.values()),
        "own_form": interval(own_counts[draws].sum(axis=1) / sizes[draws].sum(axis=1), own.mean()),
        "own_form_chance": float((sizes * (sizes - 1)).sum() / (len(labels) * (len(labels) - 1))),
        "own_form_lowest": float(own_by_form.min()),
        "own_form_highest": float(own_by_form.max()),
    }
    figures = {
        "forms": draw_forms(digits.images, labels, starts, agreement),
        "errors": draw_errors(rows),
        "per_form": draw_per_form(*by_form["svm"]),
        "neighbours": draw_neighbours(own_by_form, float(numbers["own_form_chance"])),
    }
    # The best classifier misreads some 60 images: one more or less, by another rounding, makes nearly 2 %.
    return Study(numbers, figures, tolerance=0.03)


def draw_forms(images: Floats, labels: Ints, starts: list[int], agreement: Floats) -> Figure:
    figure = new_figure(PAGE, 2.3)
    left, right = figure.subplots(1, 2, width_ratios=[1.35, 1])
    strip = np.zeros((len(SHOWN) * 10 - 2, 10 * 10 - 2))
    for row, form in enumerate(SHOWN):
        for digit in range(10):
            place = starts[form] + int(np.flatnonzero(labels[starts[form] : starts[form] + 30] == digit)[0])
            strip[row * 10 : row * 10 + 8, digit * 10 : digit * 10 + 8] = images[place]
    left.imshow(strip, cmap="Greys", interpolation="nearest")
    left.set_yticks([4 + 10 * row for row in range(len(SHOWN))], [f"Form {form + 1}" for form in SHOWN])
    left.set_xticks([4 + 10 * digit for digit in range(10)], [str(digit) for digit in range(10)])
    left.tick_params(length=0)
    left.spines[:].set_visible(False)
    left.set_anchor("N")
    left.set_title("Three hands in the file")
    right.plot(LAGS, 100 * agreement, color=BLUE, linewidth=0.9)
    top = int(agreement.argmax())
    right.annotate(
        f"{LAGS[top]} images on: {100 * agreement[top]:.0f}%",
        (LAGS[top], 100 * agreement[top]),
        (LAGS[top] + 16, 100 * agreement[top] - 2),
        color=INK,
    )
    right.axhline(10, color=MUTED, linewidth=0.7, linestyle=(0, (3, 2)))
    right.text(259, 1.5, "10%: unrelated labels", ha="right", color=MUTED)
    right.set(xlabel="Images further on in the file", ylabel="Same label (%)", ylim=(0, 60), xlim=(0, 260))
    right.set_title("The labels repeat")
    return figure


def draw_errors(rows: dict[str, dict[str, object]]) -> Figure:
    figure = new_figure(COLUMN, 1.9)
    axes = figure.subplots()
    for place, row in enumerate(reversed(list(rows.values()))):
        for key, colour, shift in (("mixed", BLUE, 0.13), ("apart", RUST, -0.13)):
            value: dict[str, float] = row[key]
            axes.plot(
                [100 * value["low"], 100 * value["high"]],
                [place + shift] * 2,
                color=colour,
                linewidth=1.6,
                alpha=0.55,
                solid_capstyle="butt",
            )
            axes.plot(100 * value["estimate"], place + shift, "o", color=colour, markersize=4.5)
    axes.set_yticks(range(len(rows)), [str(row["name"]) for row in reversed(list(rows.values()))])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.set(xlabel="Images misread (%)", xlim=(0, 17), ylim=(-0.6, len(rows) - 0.4))
    axes.plot([], [], "o", color=BLUE, markersize=4.5, label="shuffled")
    axes.plot([], [], "o", color=RUST, markersize=4.5, label="by form")
    axes.legend(loc="upper right", handletextpad=0.1)
    return figure


def draw_per_form(apart: Floats, mixed: Floats) -> Figure:
    figure = new_figure(COLUMN, 1.75)
    axes = figure.subplots()
    order = np.argsort(-apart, kind="stable")
    place = np.arange(len(order))
    axes.vlines(place, 100 * mixed[order], 100 * apart[order], color=RULE, linewidth=2.5)
    axes.plot(place, 100 * mixed[order], "o", color=BLUE, markersize=4.5, label="shuffled")
    axes.plot(place, 100 * apart[order], "o", color=RUST, markersize=4.5, label="by form")
    axes.set_xticks(place, [str(form + 1) for form in order])
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="y")
    axes.set(xlabel="Form, by its place in the file", ylabel="Images misread (%)", ylim=(-0.5, 13))
    axes.set_yticks(range(0, 13, 4))
    axes.legend(loc="upper right", handletextpad=0.1)
    return figure


def draw_neighbours(own: Floats, chance: float) -> Figure:
    figure = new_figure(COLUMN, 1.65)
    axes = figure.subplots()
    order = np.argsort(-own, kind="stable")
    axes.bar(np.arange(len(order)), 100 * own[order], color=BLUE, width=0.66)
    axes.axhline(100 * chance, color=RUST, linewidth=1.2)
    axes.annotate(
        f"{100 * chance:.0f}%, if the hand\ndid not matter",
        (len(order) - 0.45, 100 * chance),
        (len(order) - 0.4, 63),
        color=RUST,
        ha="right",
        va="center",
        arrowprops={"arrowstyle": "-", "color": RUST, "linewidth": 0.7, "relpos": (1, 0)},
    )
    axes.set_xticks(np.arange(len(order)), [str(form + 1) for form in order])
    axes.tick_params(axis="x", length=0)
    axes.set(
        xlabel="Form, by its place in the file",
        ylabel="Nearest image in\nthe same form (%)",
        ylim=(0, 75),
        xlim=(-0.6, len(order) - 0.4),
    )
    return figure
