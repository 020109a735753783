"""Each dimension against preference: its own posters, one set of resamples."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from scoring.alignment import align_dimensions
from scoring.preference import NoInterval
from scoring.preference.resampling import draw, named_rng
from scoring.records import ScoreRecord
from scoring.words import Dimension, ScoreStatus


def with_dimensions(rows, seed: int = 1, **more) -> list[ScoreRecord]:
    """Every poster with a value of two dimensions in tenths and a rubric."""
    rng = np.random.default_rng(seed)
    return [
        ScoreRecord(
            r.case_id,
            r.system,
            "e",
            ScoreStatus.SCORED,
            r.score,
            rubric=r.score,
            dimensions={Dimension.AESTHETICS: rng.integers(0, 30) / 10, Dimension.COVERAGE: rng.integers(0, 101) / 10},
            **more,
        )
        for r in rows
    ]


def test_values_are_scipys_in_posterbenchs_order_with_the_rubric_last(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    scores = with_dimensions(rows)
    found = align_dimensions(rows, scores, resamples=50, seed=0)
    assert [line.name for line in found] == ["coverage", "aesthetics", "rubric"]
    y = [r.preference for r in rows]
    for line, x in zip(
        found,
        (
            [s.dimensions[Dimension.COVERAGE] for s in scores],
            [s.dimensions[Dimension.AESTHETICS] for s in scores],
            [s.rubric for s in scores],
        ),
        strict=True,
    ):
        assert (line.pearson, line.spearman) == pytest.approx((pearsonr(x, y).statistic, spearmanr(x, y).statistic))
        assert (line.posters, line.papers) == (len(rows), 15)


def test_all_dimensions_share_the_resamples_also_where_some_posters_lack_one(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    scores = with_dimensions(rows)
    for number in range(0, len(scores), 5):
        kept = {Dimension.COVERAGE: scores[number].dimensions[Dimension.COVERAGE]}
        scores[number] = replace(scores[number], status=ScoreStatus.INCOMPLETE, dimensions=kept)
    found = {line.name: line for line in align_dimensions(rows, scores, resamples=150, seed=2)}
    paper = np.array([int(r.case_id[1:]) for r in rows])
    weights = draw(15, 150, named_rng(2, "dimensions"))[:, paper].astype(int)
    y = np.array([r.preference for r in rows])
    for name, dimension in (("coverage", Dimension.COVERAGE), ("aesthetics", Dimension.AESTHETICS)):
        x = np.array([s.dimensions.get(dimension, np.nan) for s in scores])
        use = ~np.isnan(x)
        assert found[name].posters == use.sum()
        values = [
            [f(np.repeat(x[use], times[use]), np.repeat(y[use], times[use])).statistic for f in (pearsonr, spearmanr)]
            for times in weights
        ]
        intervals = (found[name].pearson_interval, found[name].spearman_interval)
        assert [(i.low, i.high) for i in intervals] == pytest.approx(
            np.percentile(values, [2.5, 97.5], axis=0).T, abs=1e-10
        )


def test_values_of_failed_evaluations_and_of_unjudged_posters_do_not_take_part(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    scores = with_dimensions(rows)
    failed = [replace(scores[0], case_id="q", status=ScoreStatus.ERROR)]
    unjudged = [replace(scores[0], case_id="q", system="unjudged")]
    nobody = [replace(rows[0], case_id="q", system="unjudged", wins=0, ties=0, losses=0), replace(rows[0], case_id="q")]
    assert align_dimensions([*rows, *nobody], [*scores, *failed, *unjudged], resamples=50, seed=0) == align_dimensions(
        rows, scores, resamples=50, seed=0
    )


def test_a_constant_dimension_is_undefined_with_the_reason_and_one_nobody_has_is_absent(random_rows) -> None:
    rows = [r for r in random_rows() if r.n]
    scores = [replace(s, dimensions={Dimension.LAYOUT: 7.0}, rubric=None) for s in with_dimensions(rows)]
    (line,) = align_dimensions(rows, scores, resamples=50, seed=0)
    assert (line.name, line.pearson, line.spearman) == ("layout", None, None)
    assert line.reason == "all posters have the same value for layout"
    assert line.pearson_interval.reason is line.spearman_interval.reason is NoInterval.NO_VALUE
    assert align_dimensions(rows, [replace(s, dimensions={}) for s in scores], resamples=50, seed=0) == ()


def test_one_paper_has_values_and_no_intervals(random_rows) -> None:
    rows = [r for r in random_rows(seed=3) if r.n and r.case_id == "p00"]
    line = align_dimensions(rows, with_dimensions(rows), resamples=50, seed=0)[0]
    assert line.pearson is not None
    assert line.pearson_interval.reason is line.spearman_interval.reason is NoInterval.ONE_PAPER
