"""Whether systems with a higher mean score are preferred more: correlations over systems."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.alignment.posters import usable_score
from scoring.preference.arrays import Floats, Ints
from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import Comparisons, count_pairs, win_matrix
from scoring.preference.intervals import EQUAL_DIGITS, Interval, NoInterval, no_interval, percentile_intervals, refusal
from scoring.preference.preference import Preference
from scoring.preference.resampling import draw_crossed, named_rng
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus


@dataclass(frozen=True, slots=True)
class SystemPoint:
    """One system: its mean score over the judged papers, 0-100, and its beat probability."""

    system: str
    score: float
    beat: float


@dataclass(frozen=True, slots=True)
class SystemLevel:
    """Mean score against beat probability over the systems in `points`; None with the reason, so below three systems.

    Means are over the papers that were judged; a missing poster counts 0. left_out: systems without such a mean, or
    without a beat probability in the largest component, sorted. Intervals are of the same systems on other papers with
    other reviewers: the systems are no sample.
    """

    points: tuple[SystemPoint, ...]
    left_out: tuple[str, ...]
    pearson: float | None
    pearson_interval: Interval
    spearman: float | None
    spearman_interval: Interval
    kendall: float | None
    kendall_interval: Interval
    reason: str | None


def system_level(
    comparisons: Comparisons,
    scores: Sequence[ScoreRecord],
    *,
    preference: Preference | None,
    resamples: int,
    seed: int,
) -> SystemLevel:
    """Pearson's r, Spearman's rho and Kendall's tau-b over systems; `scores` are of one evaluator.

    preference: of the same comparisons, resamples and seed. Its resampled beat probabilities are set against the mean
    scores over the papers of the same resamples; without it there are values and no intervals.
    Raises ValueError where `preference` has another number of resamples.
    """
    score = _scores_by_paper(comparisons, scores)
    if preference is None:
        point = fit_point(win_matrix(count_pairs(comparisons), len(comparisons.systems)))
    else:
        point = preference.point
    usable = np.flatnonzero(~np.isnan(score).any(axis=0) & ~np.isnan(point.beat) & (point.component == 0))
    x = np.round(score[:, usable].mean(axis=0) if len(usable) else np.zeros(0), EQUAL_DIGITS)
    y = np.round(point.beat[usable], EQUAL_DIGITS)
    reason = _undefined(x, y)
    if reason is None:
        values = [float(value) for value in _coefficients(x[None, :], y[None, :])[0]]
        intervals = _intervals(comparisons, score[:, usable], usable, preference, resamples=resamples, seed=seed)
    else:
        values = None
        intervals = [no_interval(NoInterval.NO_VALUE)] * 3
    names = comparisons.systems
    return SystemLevel(
        points=tuple(
            SystemPoint(names[system], mean, beat)
            for system, mean, beat in zip(usable.tolist(), x.tolist(), y.tolist(), strict=True)
        ),
        left_out=tuple(name for number, name in enumerate(names) if number not in set(usable.tolist())),
        pearson=values[0] if values else None,
        pearson_interval=intervals[0],
        spearman=values[1] if values else None,
        spearman_interval=intervals[1],
        kendall=values[2] if values else None,
        kendall_interval=intervals[2],
        reason=reason,
    )


def _scores_by_paper(comparisons: Comparisons, scores: Sequence[ScoreRecord]) -> Floats:
    """(P, S): score of each poster of the judged papers, 0 where it was not delivered, NaN where it is unscored."""
    paper = {name: number for number, name in enumerate(comparisons.papers)}
    system = {name: number for number, name in enumerate(comparisons.systems)}
    table = np.full((len(paper), len(system)), np.nan)
    for record in scores:
        if record.case_id in paper and record.system in system:
            score = 0.0 if record.status is ScoreStatus.MISSING else usable_score(record)
            table[paper[record.case_id], system[record.system]] = np.nan if score is None else score
    return table


def _undefined(x: Floats, y: Floats) -> str | None:
    if len(x) < 3:
        return "fewer than three systems have both a mean score and a beat probability"
    if (x == x[0]).all():
        return "all systems have the same mean score"
    return "all systems have the same beat probability" if (y == y[0]).all() else None


def _intervals(
    comparisons: Comparisons,
    score: Floats,
    usable: Ints,
    preference: Preference | None,
    *,
    resamples: int,
    seed: int,
) -> list[Interval]:
    n_papers, n_reviewers = len(comparisons.papers), len(comparisons.reviewers)
    why_not = NoInterval.NOT_RESAMPLED if preference is None else refusal(n_papers, n_reviewers)
    if preference is None or why_not is not None:
        return [no_interval(why_not or NoInterval.NOT_RESAMPLED)] * 3
    if len(preference.draws) != resamples:
        raise ValueError(f"the preference has {len(preference.draws)} resamples, not {resamples}")
    # The very draws of the preference: a resample's means are over the papers its beat probabilities come from.
    drawn = draw_crossed(n_papers, n_reviewers, resamples, named_rng(seed, "preference"))
    means = np.round(drawn.papers.astype(np.float64) @ score / n_papers, EQUAL_DIGITS)
    beat = np.round(preference.draws[:, usable], EQUAL_DIGITS)
    return percentile_intervals(_coefficients(means, beat), np.ones(3, dtype=bool))


def _coefficients(x: Floats, y: Floats) -> Floats:
    """(B, 3): Pearson, Spearman and Kendall's tau-b of each row of x with that of y, (B, S); NaN where undefined.

    The signs of a system's differences from all systems add up to twice its centred midrank, and their products to the
    surplus of concordant pairs.
    """
    result = np.full((len(x), 3), np.nan)
    rows = np.flatnonzero(~np.isnan(y).any(axis=1) & (np.ptp(x, axis=1) > 0) & (np.ptp(y, axis=1) > 0))
    x, y = np.ascontiguousarray(x[rows].T), np.ascontiguousarray(y[rows].T)
    x_rank, y_rank = np.empty_like(x), np.empty_like(y)
    surplus, x_untied, y_untied = np.zeros((3, len(rows)))
    for system in range(len(x)):
        x_sign, y_sign = np.sign(x[system] - x), np.sign(y[system] - y)
        x_rank[system], y_rank[system] = x_sign.sum(axis=0), y_sign.sum(axis=0)
        surplus += _dot(x_sign, y_sign)
        x_untied += _dot(x_sign, x_sign)
        y_untied += _dot(y_sign, y_sign)
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    result[rows, 0] = _dot(x, y) / np.sqrt(_dot(x, x) * _dot(y, y))
    result[rows, 1] = _dot(x_rank, y_rank) / np.sqrt(_dot(x_rank, x_rank) * _dot(y_rank, y_rank))
    result[rows, 2] = surplus / np.sqrt(x_untied * y_untied)
    return np.asarray(np.clip(result, -1.0, 1.0))


def _dot(x: Floats, y: Floats) -> Floats:
    """(b,): the product of each column of x with that of y, (S, b)."""
    return np.asarray(np.einsum("sb,sb->b", x, y))
