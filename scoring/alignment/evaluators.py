"""Two evaluators against people, on the same posters and the same judgments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.alignment.correlation import pearson_r, resampled_pearson, undefined
from scoring.alignment.gaps import Gaps, score_gaps
from scoring.alignment.posters import PosterKey, PosterRow, poster_rows, usable_score
from scoring.preference.arrays import Bools, Floats
from scoring.preference.comparisons import Comparisons
from scoring.preference.crossed_sums import crossed_sums
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals, refusal, shares
from scoring.preference.resampling import draw, draw_crossed, named_rng
from scoring.records import ScoreRecord


@dataclass(frozen=True, slots=True)
class Paired:
    """One statistic of evaluators a and b on the same units, and a's less b's with a paired interval.

    None where undefined, with the reason.
    """

    a: float | None
    a_interval: Interval
    b: float | None
    b_interval: Interval
    difference: float | None
    interval: Interval
    reason: str | None


@dataclass(frozen=True, slots=True)
class EvaluatorComparison:
    """Evaluators a < b, by name.

    pearson: over `posters` that both scored and that have a comparison (paper-cluster intervals); only_a and only_b
    judged posters have one score. agreement: over `judgments` in which each evaluator has two unequal scores (crossed
    intervals); judgments + unscored + equal_scores is the number of comparisons. unscored: a score of an evaluator is
    missing; equal_scores: all scores are there, and equal for one evaluator at least. opposed: of `judgments`, those
    in which the evaluators prefer different posters, so that the difference comes from these alone.
    """

    a: str
    b: str
    posters: int
    only_a: int
    only_b: int
    pearson: Paired
    judgments: int
    unscored: int
    equal_scores: int
    opposed: int
    agreement: Paired


def compare_evaluators(
    comparisons: Comparisons, scores: Sequence[ScoreRecord], *, resamples: int, seed: int
) -> tuple[EvaluatorComparison, ...]:
    """Every two evaluators in `scores`, sorted by name; empty for fewer than two.

    A pair's numbers do not depend on which other evaluators there are.
    """
    usable: dict[str, dict[PosterKey, float]] = {record.evaluator: {} for record in scores}
    for record in scores:
        score = usable_score(record)
        if score is not None:
            usable[record.evaluator][record.case_id, record.system] = score
    names = sorted(usable)
    if len(names) < 2:
        return ()
    judged = poster_rows(comparisons, ())
    gaps = {name: score_gaps(comparisons, usable[name]) for name in names}
    return tuple(
        _compare(
            comparisons, judged, (a, b), (usable[a], usable[b]), (gaps[a], gaps[b]), resamples=resamples, seed=seed
        )
        for a, b in combinations(names, 2)
    )


def _compare(
    comparisons: Comparisons,
    judged: Sequence[PosterRow],
    names: tuple[str, str],
    scores: tuple[Mapping[PosterKey, float], Mapping[PosterKey, float]],
    gaps: tuple[Gaps, Gaps],
    *,
    resamples: int,
    seed: int,
) -> EvaluatorComparison:
    has_a, has_b = (np.array([(row.case_id, row.system) in own for row in judged], dtype=bool) for own in scores)
    same = [row for row, use in zip(judged, has_a & has_b, strict=True) if use]
    scored = gaps[0].scored & gaps[1].scored
    used = gaps[0].unequal & gaps[1].unequal
    return EvaluatorComparison(
        a=names[0],
        b=names[1],
        posters=len(same),
        only_a=int((has_a & ~has_b).sum()),
        only_b=int((has_b & ~has_a).sum()),
        pearson=_pearson(same, names, scores, resamples=resamples, seed=seed),
        judgments=int(used.sum()),
        unscored=int((~scored).sum()),
        equal_scores=int((scored & ~used).sum()),
        opposed=int((used & (gaps[0].agreed != gaps[1].agreed)).sum()),
        agreement=_agreement(comparisons, used, gaps, resamples=resamples, seed=seed),
    )


def _pearson(
    same: Sequence[PosterRow],
    names: tuple[str, str],
    scores: tuple[Mapping[PosterKey, float], Mapping[PosterKey, float]],
    *,
    resamples: int,
    seed: int,
) -> Paired:
    preference = np.array([row.preference for row in same], dtype=np.float64)
    columns = [np.array([own[row.case_id, row.system] for row in same], dtype=np.float64) for own in scores]
    reasons = [undefined(x, preference, f"score by {name}") for name, x in zip(names, columns, strict=True)]
    values = [
        None if reason is not None else pearson_r(x, preference) for x, reason in zip(columns, reasons, strict=True)
    ]
    papers = {case: number for number, case in enumerate(dict.fromkeys(row.case_id for row in same))}
    if len(papers) < 2:
        return _paired(values, None, NoInterval.ONE_PAPER, next(filter(None, reasons), None))
    paper = np.array([papers[row.case_id] for row in same], dtype=np.int64)
    weights = draw(len(papers), resamples, named_rng(seed, "evaluators.posters")).astype(np.float64)
    draws = resampled_pearson(columns, preference, paper, weights)
    return _paired(values, draws, None, next(filter(None, reasons), None))


def _agreement(comparisons: Comparisons, used: Bools, gaps: tuple[Gaps, Gaps], *, resamples: int, seed: int) -> Paired:
    n = int(used.sum())
    if n == 0:
        why = "no judgment is of two posters that each evaluator scores differently"
        return _paired([None, None], None, NoInterval.NO_VALUE, why)
    agreed = [own.agreed[used] for own in gaps]
    values: list[float | None] = [float(each.sum()) / (2 * n) for each in agreed]
    n_papers, n_reviewers = len(comparisons.papers), len(comparisons.reviewers)
    why_not = refusal(n_papers, n_reviewers)
    if why_not is not None:
        return _paired(values, None, why_not, None)
    drawn = draw_crossed(n_papers, n_reviewers, resamples, named_rng(seed, "evaluators.judgments"))
    sums = crossed_sums(
        drawn,
        paper=comparisons.paper[used],
        reviewer=comparisons.reviewer[used],
        column=np.zeros(n, dtype=np.int64),
        values=[np.broadcast_to(2, n), *agreed],
        n_columns=1,
    )[:, :, 0]
    return _paired(values, shares(sums[:, 1:], sums[:, :1]), None, None)


def _paired(
    values: Sequence[float | None], draws: Floats | None, refused: NoInterval | None, reason: str | None
) -> Paired:
    """Two values and their difference, with intervals from the (B, 2) draws they share, or without and why."""
    a, b = values
    difference = None if a is None or b is None else a - b
    shown = [a, b, difference]
    if draws is None:
        why = refused or NoInterval.NO_VALUE
        intervals = [no_interval(NoInterval.NO_VALUE if value is None else why) for value in shown]
    else:
        both = np.column_stack([draws, draws[:, 0] - draws[:, 1]])
        intervals = percentile_intervals(both, np.array([value is not None for value in shown]))
    return Paired(a, intervals[0], b, intervals[1], difference, intervals[2], reason)
