"""How each dimension of an automatic score goes with preference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.alignment.correlation import pearson_r, resampled_pearson, spearman_rho, undefined
from scoring.alignment.posters import PosterRow
from scoring.alignment.ranks import resample_ranks
from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals
from scoring.preference.resampling import draw, named_rng
from scoring.records import ScoreRecord
from scoring.words import Dimension, ScoreStatus

_DIMENSIONS: Final = tuple(Dimension)
NAMES: Final = (*(dimension.value for dimension in _DIMENSIONS), "rubric")
# An incomplete score lacks a dimension; those it has are as good as any.
_WITH_DIMENSIONS: Final = frozenset({ScoreStatus.SCORED, ScoreStatus.REAGGREGATED, ScoreStatus.INCOMPLETE})


@dataclass(frozen=True, slots=True)
class DimensionAlignment:
    """Over posters with a value of this dimension and at least one comparison; None where undefined, with the reason.

    name: one of the seven dimensions, or "rubric".
    """

    name: str
    posters: int
    papers: int
    pearson: float | None
    pearson_interval: Interval
    spearman: float | None
    spearman_interval: Interval
    reason: str | None


def align_dimensions(
    rows: Sequence[PosterRow], scores: Sequence[ScoreRecord], *, resamples: int, seed: int
) -> tuple[DimensionAlignment, ...]:
    """Every dimension that has a value, in the order of PosterBench, then the rubric; `scores` are of one evaluator.

    All share one paper-cluster bootstrap, over the papers with a judged poster that has any of the values.
    """
    values, preference, paper, n_papers = _collect(rows, scores)
    n_resamples = resamples if n_papers > 1 else 0
    r = np.full((n_resamples, len(NAMES)), np.nan)
    rho = np.full((n_resamples, len(NAMES)), np.nan)
    present = ~np.isnan(values)
    reasons = [
        undefined(values[present[:, column], column], preference[present[:, column]], f"value for {name}")
        for column, name in enumerate(NAMES)
    ]
    defined = [column for column, reason in enumerate(reasons) if reason is None]
    if n_resamples and defined:
        weights = draw(n_papers, n_resamples, named_rng(seed, "dimensions"))
        exact = weights.astype(np.float64)
        for columns in _same_posters(present, defined):
            used = present[:, columns[0]]
            y, own = preference[used], paper[used]
            own_values = [values[used, column] for column in columns]
            r[:, columns] = resampled_pearson(own_values, y, own, exact)
            rho[:, columns] = resample_ranks(own_values, y, own, weights).spearman
    intervals = [no_interval(NoInterval.ONE_PAPER)] * (2 * len(NAMES))
    if n_resamples:
        intervals = percentile_intervals(np.concatenate([r, rho], axis=1), np.ones(len(intervals), dtype=bool))
    return tuple(
        _alignment(
            name,
            values[present[:, column], column],
            preference[present[:, column]],
            paper[present[:, column]],
            (intervals[column], intervals[len(NAMES) + column]),
            reasons[column],
        )
        for column, name in enumerate(NAMES)
        if present[:, column].any()
    )


def _collect(rows: Sequence[PosterRow], scores: Sequence[ScoreRecord]) -> tuple[Floats, Floats, Ints, int]:
    """Values (M, 8), NaN where none, preferences (M,) and papers (M,), ascending, of judged posters with any value."""
    by_poster = {
        (record.case_id, record.system): [*map(record.dimensions.get, _DIMENSIONS), record.rubric]
        for record in scores
        if (record.dimensions or record.rubric is not None) and record.status in _WITH_DIMENSIONS
    }
    used = [
        (row.case_id, by_poster[row.case_id, row.system], preference)
        for row in rows
        if (row.case_id, row.system) in by_poster and (preference := row.preference) is not None
    ]
    used.sort(key=lambda item: item[0])
    values = np.array([found for _, found, _ in used], dtype=np.float64).reshape(len(used), len(NAMES))
    valued = np.asarray(~np.isnan(values).all(axis=1))
    cases = [case for (case, _, _), use in zip(used, valued, strict=True) if use]
    papers = {case: number for number, case in enumerate(dict.fromkeys(cases))}
    preferences = np.array([preference for _, _, preference in used], dtype=np.float64)
    return values[valued], preferences[valued], np.array([papers[case] for case in cases], dtype=np.int64), len(papers)


def _same_posters(present: Bools, columns: Sequence[int]) -> list[list[int]]:
    """Columns grouped by the posters that have them: they share the ranks of the preferences."""
    groups: dict[bytes, list[int]] = {}
    for column in columns:
        groups.setdefault(present[:, column].tobytes(), []).append(column)
    return list(groups.values())


def _alignment(
    name: str, x: Floats, y: Floats, paper: Ints, intervals: tuple[Interval, Interval], reason: str | None
) -> DimensionAlignment:
    n_papers = len(np.unique(paper))
    if reason is not None:
        none = no_interval(NoInterval.NO_VALUE)
        return DimensionAlignment(name, len(x), n_papers, None, none, None, none, reason)
    pearson, spearman = intervals if n_papers > 1 else (no_interval(NoInterval.ONE_PAPER),) * 2
    return DimensionAlignment(name, len(x), n_papers, pearson_r(x, y), pearson, spearman_rho(x, y), spearman, None)
