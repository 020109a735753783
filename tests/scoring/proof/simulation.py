"""Blind studies with a known truth: how often the intervals hold what they promise.

The design is the paper's (AutoDesign, section 5.3 and appendix A.5): 4 systems, 100 papers, 11 reviewers with unequal
loads, 936 responses of which 3 are skips. Papers and reviewers are random samples: a paper suits some systems better
than others, a reviewer likes some systems better than others, and both shift the strengths that a judgment is drawn
from. Ties follow Davidson (1970).

The truth is the estimand, what endless judgments of endlessly many papers and reviewers would give: each pair's
expected win share, a tie as half, integrated over both effects by Gauss-Hermite quadrature; the Bradley-Terry fit to
those shares; and its beat probabilities. It is fitted by choix, so it owes nothing to the code under test.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

import choix
import numpy as np
from numpy.typing import NDArray

from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, pair_ends, win_matrix
from scoring.preference.intervals import Interval
from scoring.preference.preference import estimate_preference
from scoring.preference.sandwich import robust_intervals
from scoring.preference.variants import interval_variants

Floats = NDArray[np.float64]

STRENGTHS: Final = np.array([0.45, 0.05, -0.2, -0.3])
PAPERS: Final = 100
SKIPS: Final = 3
TIE: Final = 0.35  # Davidson's nu
METHODS: Final = ("crossed", "row", "paper", "reviewer", "robust")
# Responses of each reviewer as the study reports them: 55 to 129, 936 in all.
ELEVEN: Final = (129, 111, 117, 71, 96, 88, 67, 62, 81, 59, 55)
# As many responses by thirty people, 16 to 46 each.
THIRTY: Final = tuple(16 + number + (number >= 9) for number in range(30))
FULL: Final = (600,) * 11  # everybody judges every pair of every paper


@dataclass(frozen=True, slots=True)
class Regime:
    """How far papers and reviewers differ (standard deviations on the log scale), and who answers how much."""

    name: str
    paper_sd: float
    reviewer_sd: float
    loads: tuple[int, ...] = ELEVEN


REGIMES: Final = (
    Regime("nobody differs", 0.0, 0.0),
    Regime("papers differ", 0.8, 0.0),
    Regime("reviewers differ", 0.0, 0.4),
    Regime("both", 0.5, 0.3),
    Regime("both, strongly", 1.0, 0.6),
    Regime("both, 30 reviewers", 0.5, 0.3, THIRTY),
    Regime("both, strongly, 30 reviewers", 1.0, 0.6, THIRTY),
    Regime("both, every pair by everybody", 0.5, 0.3, FULL),
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share of intervals that hold the truth, its Monte-Carlo standard error, and mean width over the oracle's.

    The oracle's width is 3.92 standard deviations of the estimate over the replicates: what a perfect interval needs.
    Replicates are independent and the systems of one are not, so the error is taken over replicates. `missing`
    intervals could not be had; they count as not covering.
    """

    coverage: float
    error: float
    width: float
    missing: int


def truth(regime: Regime) -> Floats:
    """The beat probabilities (S,) that the intervals are about."""
    first, second = pair_ends(len(STRENGTHS))
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    spread = sqrt(2 * (regime.paper_sd**2 + regime.reviewer_sd**2))
    gaps = (STRENGTHS[first] - STRENGTHS[second])[:, None] + spread * nodes
    win, tie = outcome_chances(gaps)
    share = (win + tie / 2) @ weights / weights.sum()
    wins = np.zeros((len(STRENGTHS), len(STRENGTHS)))
    wins[first, second], wins[second, first] = share, 1 - share
    theta = choix.ilsr_pairwise_dense(wins, tol=1e-12)
    chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    np.fill_diagonal(chance, 0)
    return np.asarray(chance.sum(axis=1) / (len(theta) - 1))


def outcome_chances(gap: Floats) -> tuple[Floats, Floats]:
    """Chances that the first system wins, and of a tie, for strengths that differ by `gap` (Davidson 1970)."""
    total = np.exp(gap / 2) + np.exp(-gap / 2) + TIE
    return np.exp(gap / 2) / total, TIE / total


def simulate(regime: Regime, rng: np.random.Generator) -> Comparisons:
    """One study. Reviewers take turns on one shuffled round of all paper-pair tasks, so nobody sees a task twice."""
    n_systems, n_reviewers = len(STRENGTHS), len(regime.loads)
    first, second = pair_ends(n_systems)
    votes = sum(regime.loads)
    tasks = rng.permutation(PAPERS * len(first))
    task = tasks[np.arange(votes) % len(tasks)]
    reviewer = np.repeat(np.arange(n_reviewers), regime.loads)
    kept = np.sort(rng.permutation(votes)[SKIPS:])
    (paper, pair), reviewer = np.divmod(task[kept], len(first)), reviewer[kept]
    by_paper = STRENGTHS + regime.paper_sd * rng.normal(size=(PAPERS, n_systems))
    by_reviewer = regime.reviewer_sd * rng.normal(size=(n_reviewers, n_systems))
    strength = by_paper[paper] + by_reviewer[reviewer]
    rows = np.arange(len(pair))
    win, tie = outcome_chances(strength[rows, first[pair]] - strength[rows, second[pair]])
    u = rng.random(len(pair))
    h2 = np.where(u < win, 2, np.where(u < win + tie, 1, 0))
    order = np.lexsort((pair, reviewer, paper))
    return Comparisons(
        systems=tuple(f"s{number}" for number in range(n_systems)),
        papers=tuple(f"p{number:03d}" for number in range(PAPERS)),
        reviewers=tuple(f"r{number:02d}" for number in range(n_reviewers)),
        paper=paper[order],
        reviewer=reviewer[order],
        pair=pair[order],
        h2=h2[order],
        first_on_left=rng.random(len(pair)) < 0.5,
    )


def study_intervals(
    comparisons: Comparisons, *, resamples: int, seed: int
) -> tuple[Floats, Mapping[str, tuple[Interval, ...]]]:
    """The estimates (S,), and the intervals of each method in the order of comparisons.systems."""
    point = fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))
    estimated = {s.system: s for s in estimate_preference(comparisons, resamples=resamples, seed=seed).systems}
    variants = interval_variants(comparisons, point, resamples=resamples, seed=seed)
    return point.beat, {
        "crossed": tuple(estimated[system].interval for system in comparisons.systems),
        "row": variants.row,
        "paper": variants.paper,
        "reviewer": variants.reviewer,
        "robust": tuple(each.interval for each in robust_intervals(comparisons, point)),
    }


def replicate(regime: Regime, number: int, *, resamples: int) -> tuple[Floats, Floats]:
    """One study's estimates (S,) and interval ends (methods, 2, S), NaN where there is none; seeded by its number."""
    rng = np.random.default_rng([number, *regime.name.encode()])
    estimate, intervals = study_intervals(simulate(regime, rng), resamples=resamples, seed=number)
    ends = [
        [[np.nan if end is None else end for end in (each.low, each.high)] for each in intervals[method]]
        for method in METHODS
    ]
    return estimate, np.array(ends).transpose(0, 2, 1)


def measure(
    regime: Regime, *, replicates: int, resamples: int, done: Callable[[int], None] = lambda _: None
) -> dict[str, Coverage]:
    """What each method covered; `done` is told how many replicates are finished."""
    target = truth(regime)
    estimates, ends = [], []
    for number in range(replicates):
        estimate, limits = replicate(regime, number, resamples=resamples)
        estimates.append(estimate)
        ends.append(limits)
        done(number + 1)
    oracle = 2 * 1.959964 * np.std(estimates, axis=0, ddof=1)  # (S,)
    low, high = np.moveaxis(np.array(ends), 2, 0)  # (replicates, methods, S) each
    held = ((low <= target) & (target <= high)).mean(axis=2)
    missing = np.isnan(low).sum(axis=(0, 2))
    widths = np.nanmean(high - low, axis=0) / oracle
    return {
        method: Coverage(
            coverage=float(held[:, place].mean()),
            error=float(held[:, place].std(ddof=1) / sqrt(replicates)),
            width=float(widths[place].mean()),
            missing=int(missing[place]),
        )
        for place, method in enumerate(METHODS)
    }
