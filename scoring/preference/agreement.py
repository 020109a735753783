"""How far reviewers agree with each other: nominal Krippendorff alpha over paper-pair items."""

from dataclasses import dataclass, replace

import numpy as np

from scoring.preference.arrays import Ints
from scoring.preference.comparisons import Comparisons


@dataclass(frozen=True, slots=True)
class Agreement:
    """alpha = 1 - D_o / D_e; raw = 1 - D_o; chance = 1 - D_e. None where undefined; `reason` says why alpha is.

    either_way: alpha with every unit counted in both orders of its pair, so that no name decides which system is first.
    """

    alpha: float | None
    raw: float | None
    chance: float | None
    items: int
    pairable: int
    reason: str | None
    either_way: float | None = None


def nominal_agreement(comparisons: Comparisons) -> Agreement:
    """Krippendorff's alpha with a unit per (paper, unordered pair) and the values {a better, equal, b better}.

    Values are taken after the pair is put in a fixed order: the side a poster was shown on is no part of an opinion.
    That order is of names, and with other names the pooled shares of the values, and so D_e, would differ a little;
    `either_way` counts every unit in both orders and depends on no name.
    """
    unit = comparisons.paper * max(comparisons.n_pairs, 1) + comparisons.pair
    _, unit_number = np.unique(unit, return_inverse=True)
    table = np.bincount(unit_number * 3 + comparisons.h2, minlength=3 * (unit_number.max(initial=-1) + 1)).reshape(
        -1, 3
    )
    agreement = agreement_of(table)
    if agreement.raw is None:
        return agreement
    # Both orders of every unit: observed disagreement stays, the first system's wins and losses are pooled.
    totals = table[table.sum(axis=1) >= 2].sum(axis=0)
    expected = _expected(totals + totals[::-1])
    return replace(agreement, either_way=1 - (1 - agreement.raw) / expected if expected else None)


def agreement_of(table: Ints) -> Agreement:
    """Nominal alpha from counts (units, categories): how many observers gave each unit each category.

    Units with fewer than two observers cannot be paired and fall away (Krippendorff 2011, computing alpha).
    """
    values = table[table.sum(axis=1) >= 2]
    size = values.sum(axis=1)
    n = int(size.sum())
    if n == 0:
        return Agreement(None, None, None, 0, 0, "no pair of posters was judged by two reviewers")
    observed = float(((size**2 - (values**2).sum(axis=1)) / (size - 1)).sum()) / n
    expected = _expected(values.sum(axis=0))
    if expected == 0:
        reason = "all reviewers gave the same answer everywhere, so there is no disagreement to compare with"
        return Agreement(None, 1 - observed, 1.0, len(values), n, reason)
    return Agreement(1 - observed / expected, 1 - observed, 1 - expected, len(values), n, None)


def _expected(totals: Ints) -> float:
    """D_e: how often two values drawn from the pooled categories (C,) differ."""
    n = int(totals.sum())
    return float(n**2 - (totals**2).sum()) / (n * (n - 1))
