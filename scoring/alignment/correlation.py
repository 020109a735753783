"""Whether posters with a higher score are preferred more: correlations over posters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import kendalltau, spearmanr

from scoring.alignment.posters import PosterRow
from scoring.preference.arrays import Floats, Ints
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals
from scoring.preference.resampling import draw, named_rng


@dataclass(frozen=True, slots=True)
class Correlation:
    """Over posters with a score and at least one comparison; None where undefined, with the reason."""

    posters: int
    pearson: float | None
    interval: Interval
    spearman: float | None
    kendall: float | None
    reason: str | None


def correlate(rows: Sequence[PosterRow], *, resamples: int, seed: int) -> Correlation:
    """Pearson's r between score and preference, unweighted, with a paper-cluster bootstrap; Spearman; Kendall's tau-b.

    The unit is a poster (AutoDesign, section 5.3). In a resample the papers are drawn anew and all posters of a paper
    move together.
    """
    used = [
        (row.case_id, row.score, row.preference) for row in rows if row.score is not None and row.preference is not None
    ]
    score = np.array([item[1] for item in used], dtype=np.float64)
    preference = np.array([item[2] for item in used], dtype=np.float64)
    papers, paper = np.unique([item[0] for item in used], return_inverse=True)
    reason = _undefined(score, preference)
    if reason is not None:
        return Correlation(len(used), None, no_interval(NoInterval.NO_VALUE), None, None, reason)
    x, y = score - score.mean(), preference - preference.mean()
    r = float(x @ y / np.sqrt((x @ x) * (y @ y)))
    if len(papers) == 1:
        interval = no_interval(NoInterval.ONE_PAPER)
    else:
        weights = draw(len(papers), resamples, named_rng(seed, "pearson")).astype(np.float64)
        draws = resampled_pearson(x, y, paper.astype(np.int64), weights)
        interval = percentile_intervals(draws[:, None], np.array([True]))[0]
    return Correlation(
        posters=len(used),
        pearson=r,
        interval=interval,
        spearman=float(spearmanr(score, preference).statistic),
        kendall=float(kendalltau(score, preference, variant="b").statistic),
        reason=None,
    )


def _undefined(score: Floats, preference: Floats) -> str | None:
    if len(score) < 2:
        return "fewer than two posters have both a score and a judgment"
    if (score == score[0]).all():
        return "all posters have the same score"
    return "all posters are equally preferred" if (preference == preference[0]).all() else None


def resampled_pearson(x: Floats, y: Floats, paper: Ints, weights: Floats) -> Floats:
    """(B,): r of each resample from six weighted sums; x, y, paper (M,), weights (B, P); NaN where a variance is 0."""
    moments = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y])
    by_paper = np.stack([np.bincount(paper, weights=moment, minlength=weights.shape[1]) for moment in moments], axis=1)
    n, sx, sy, sxx, syy, sxy = (weights @ by_paper).T
    var_x, var_y = n * sxx - sx * sx, n * syy - sy * sy
    # What is left of a zero variance after rounding must not become a correlation.
    defined = (var_x > 1e-10 * n * np.maximum(sxx, 1e-300)) & (var_y > 1e-10 * n * np.maximum(syy, 1e-300))
    r = np.full(len(weights), np.nan)
    np.divide(n * sxy - sx * sy, np.sqrt(np.where(defined, var_x * var_y, 1.0)), out=r, where=defined)
    return np.asarray(np.clip(r, -1.0, 1.0))
