"""Whether posters with a higher score are preferred more: correlations over posters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import kendalltau, rankdata

from scoring.alignment.concordance import affordable, concordance, resampled_tau
from scoring.alignment.posters import PosterRow, UsablePosters, usable_posters
from scoring.alignment.ranks import resample_ranks
from scoring.preference.arrays import Floats, Ints, Weights
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals
from scoring.preference.resampling import draw, named_rng


@dataclass(frozen=True, slots=True)
class Correlation:
    """Over posters with a score and at least one comparison; None where undefined, with the reason.

    interval is Pearson's; kendall is tau-b.
    """

    posters: int
    papers: int
    pearson: float | None
    interval: Interval
    spearman: float | None
    spearman_interval: Interval
    kendall: float | None
    kendall_interval: Interval
    reason: str | None


def correlate(rows: Sequence[PosterRow], *, resamples: int, seed: int) -> Correlation:
    """Pearson's r, Spearman's rho and Kendall's tau-b between score and preference, unweighted over posters.

    The unit is a poster (AutoDesign, section 5.3). Intervals are of a paper-cluster bootstrap: papers are drawn anew,
    all posters of a paper move together, and the three share the resamples.
    """
    posters = usable_posters(rows)
    reason = undefined(posters.score, posters.preference, "score")
    if reason is not None:
        none = no_interval(NoInterval.NO_VALUE)
        return Correlation(len(posters.score), len(posters.papers), None, none, None, none, None, none, reason)
    pearson, spearman, kendall = _intervals(posters, resamples=resamples, seed=seed)
    return Correlation(
        posters=len(posters.score),
        papers=len(posters.papers),
        pearson=pearson_r(posters.score, posters.preference),
        interval=pearson,
        spearman=spearman_rho(posters.score, posters.preference),
        spearman_interval=spearman,
        kendall=float(kendalltau(posters.score, posters.preference, variant="b").statistic),
        kendall_interval=kendall,
        reason=None,
    )


def undefined(score: Floats, preference: Floats, what: str) -> str | None:
    """Why `what`, (M,), and preference, (M,), have no correlation; None where they have one."""
    if len(score) < 2:
        return f"fewer than two posters have both a {what} and a judgment"
    if (score == score[0]).all():
        return f"all posters have the same {what}"
    return "all posters are equally preferred" if (preference == preference[0]).all() else None


def pearson_r(x: Floats, y: Floats) -> float:
    """Pearson's r of x and y, (M,), which both vary."""
    x, y = x - x.mean(), y - y.mean()
    return float(x @ y / np.sqrt((x @ x) * (y @ y)))


def spearman_rho(x: Floats, y: Floats) -> float:
    """Spearman's rho of x and y, (M,), which both vary: Pearson's r of midranks."""
    return pearson_r(rankdata(x), rankdata(y))


def _intervals(posters: UsablePosters, *, resamples: int, seed: int) -> tuple[Interval, Interval, Interval]:
    x, y, paper, n_papers = posters.score, posters.preference, posters.paper, len(posters.papers)
    if n_papers == 1:
        refused = no_interval(NoInterval.ONE_PAPER)
        return refused, refused, refused
    weights = draw(n_papers, resamples, named_rng(seed, "pearson"))
    r = resampled_pearson([x], y, paper, weights.astype(np.float64))
    ranks = resample_ranks([x], y, paper, weights)
    draws = [r[:, 0], ranks.spearman[:, 0]]
    exact_tau = affordable(n_papers, len(x))
    if exact_tau:
        draws.append(resampled_tau(concordance(x, y, paper, n_papers), ranks, weights))
    found = percentile_intervals(np.stack(draws, axis=1), np.ones(len(draws), dtype=bool))
    return found[0], found[1], found[2] if exact_tau else no_interval(NoInterval.TOO_LARGE)


def resampled_pearson(columns: Sequence[Floats], y: Floats, paper: Ints, weights: Weights) -> Floats:
    """(B, D): Pearson's r of each of D columns with y in each resample, NaN where one of the two does not vary.

    columns and y (M,), paper (M,), weights (B, P). From sums of weighted moments about the means of all posters.
    """
    y = y - y.mean()
    centred = [x - x.mean() for x in columns]
    moments = [np.ones_like(y), y, y * y]
    for x in centred:
        moments += [x, x * x, x * y]
    by_paper = np.stack([np.bincount(paper, weights=moment, minlength=weights.shape[1]) for moment in moments])
    sums = by_paper @ weights.T
    n, sy, syy = sums[:3]
    sx, sxx, sxy = sums[3::3], sums[4::3], sums[5::3]
    var_x, var_y = n * sxx - sx * sx, n * syy - sy * sy
    # What is left of a zero variance after rounding must not become a correlation.
    defined = (var_x > 1e-10 * n * np.maximum(sxx, 1e-300)) & (var_y > 1e-10 * n * np.maximum(syy, 1e-300))
    r = np.full(defined.shape, np.nan)
    np.divide(n * sxy - sx * sy, np.sqrt(np.where(defined, var_x * var_y, 1.0)), out=r, where=defined)
    return np.asarray(np.clip(r, -1.0, 1.0).T)
