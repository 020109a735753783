"""Whether, among the posters of one paper, the higher-scored one is preferred."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.alignment.posters import PosterRow, usable_posters
from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals, shares
from scoring.preference.resampling import draw, named_rng


@dataclass(frozen=True, slots=True)
class BestPoster:
    """How often the best-scored poster of a paper is also its most preferred one.

    Over `papers` that have two usable posters or more, not all equally scored and not all equally preferred; `left_out`
    papers have two usable posters and no best one. Where several posters share the best score, a paper counts the share
    of them that is among the most preferred. chance: the expected share of a poster drawn at random from each paper.
    """

    papers: int
    left_out: int
    share: float | None
    interval: Interval
    chance: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class WithinPaper:
    """Pearson's r of scores and preferences, each less its paper's mean, over papers with two usable posters or more.

    A usable poster has a score and at least one comparison. None where undefined, with the reason.
    """

    posters: int
    papers: int
    pearson: float | None
    interval: Interval
    reason: str | None
    best: BestPoster


def within_paper(rows: Sequence[PosterRow], *, resamples: int, seed: int) -> WithinPaper:
    """Alignment inside papers, with paper-cluster bootstrap intervals; both statistics share the resamples.

    What differs between papers, such as how hard a paper is to lay out, cannot make or hide this alignment.
    """
    papers = _collect(rows)
    n_papers = len(papers.size)
    draws = None
    if n_papers > 1:
        weights = draw(n_papers, resamples, named_rng(seed, "within_paper")).astype(np.float64)
        draws = weights @ np.stack(
            [papers.sxy, papers.sxx, papers.syy, papers.hit * papers.counted, papers.counted], axis=1
        )
    reason = _undefined(papers)
    interval = _interval(None if draws is None else _r(draws[:, 0], draws[:, 1], draws[:, 2]), reason)
    r = _r(*(moment.sum(keepdims=True) for moment in (papers.sxy, papers.sxx, papers.syy)))
    return WithinPaper(
        posters=int(papers.size.sum()),
        papers=n_papers,
        pearson=float(r[0]) if reason is None else None,
        interval=interval,
        reason=reason,
        best=_best(papers, draws),
    )


@dataclass(frozen=True, slots=True)
class _Papers:
    """P papers with two usable posters or more, all (P,).

    Sums of squares and products about the paper's means; hit: share of its best-scored posters that is among the most
    preferred; top: share of its posters that is; counted: neither scores nor preferences are all equal.
    """

    size: Ints
    sxy: Floats
    sxx: Floats
    syy: Floats
    hit: Floats
    top: Floats
    counted: Bools


def _collect(rows: Sequence[PosterRow]) -> _Papers:
    posters = usable_posters(rows)
    sizes = np.bincount(posters.paper, minlength=len(posters.papers))
    kept = (sizes >= 2)[posters.paper]
    size = sizes[sizes >= 2].astype(np.int64)
    if len(size) == 0:
        none = np.zeros(0)
        return _Papers(size, none, none, none, none, none, np.zeros(0, dtype=bool))
    starts = np.cumsum(size) - size
    x, x_best, x_varies = _about_mean(posters.score[kept], starts, size)
    y, y_best, y_varies = _about_mean(posters.preference[kept], starts, size)
    return _Papers(
        size=size,
        sxy=np.add.reduceat(x * y, starts),
        sxx=np.add.reduceat(x * x, starts),
        syy=np.add.reduceat(y * y, starts),
        hit=np.add.reduceat((x_best & y_best).astype(np.float64), starts) / np.add.reduceat(x_best.astype(int), starts),
        top=np.add.reduceat(y_best.astype(np.float64), starts) / size,
        counted=x_varies & y_varies,
    )


def _about_mean(values: Floats, starts: Ints, size: Ints) -> tuple[Floats, Bools, Bools]:
    """Values less their paper's mean, exactly 0 where a paper's are equal; its largest ones; whether they vary (P,)."""
    most = np.maximum.reduceat(values, starts)
    varies = np.minimum.reduceat(values, starts) < most
    about = values - np.repeat(np.add.reduceat(values, starts) / size, size)
    return np.where(np.repeat(varies, size), about, 0.0), values == np.repeat(most, size), varies


def _undefined(papers: _Papers) -> str | None:
    if len(papers.size) == 0:
        return "no paper has two posters with a score and a judgment"
    if not papers.sxx.any():
        return "within every paper all posters have the same score"
    return None if papers.syy.any() else "within every paper all posters are equally preferred"


def _r(sxy: Floats, sxx: Floats, syy: Floats) -> Floats:
    return np.asarray(np.clip(shares(sxy, np.sqrt(sxx * syy)), -1.0, 1.0))


def _interval(draws: Floats | None, reason: str | None) -> Interval:
    if reason is not None:
        return no_interval(NoInterval.NO_VALUE)
    if draws is None:
        return no_interval(NoInterval.ONE_PAPER)
    return percentile_intervals(draws[:, None], np.array([True]))[0]


def _best(papers: _Papers, draws: Floats | None) -> BestPoster:
    counted = int(papers.counted.sum())
    reason = None if counted else "no paper has a best-scored and a most preferred poster"
    hits = None if draws is None else shares(draws[:, 3], draws[:, 4])
    return BestPoster(
        papers=counted,
        left_out=len(papers.size) - counted,
        share=float(papers.hit[papers.counted].sum()) / counted if counted else None,
        interval=_interval(hits, reason),
        chance=float(papers.top[papers.counted].sum()) / counted if counted else None,
        reason=reason,
    )
