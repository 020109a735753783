"""Two evaluators on the same posters and the same judgments."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.alignment import align, compare_evaluators, poster_rows
from scoring.preference import NoInterval, compare
from scoring.preference.resampling import draw, named_rng
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus

SYSTEMS = tuple(f"s{number}" for number in range(4))


@pytest.fixture
def study(random_study):
    return compare(random_study(votes=200), SYSTEMS)


def test_where_both_scored_everything_each_value_is_that_of_its_own_alignment(study, random_scores) -> None:
    scores = [*random_scores(study, "e", 1), *random_scores(study, "f", 2)]
    scores = [replace(s, overall=s.overall + number / 100) for number, s in enumerate(scores)]  # no equal scores
    (pair,) = compare_evaluators(study, scores, resamples=100, seed=0)
    e, f = (align(study, scores, evaluator=name, edges=(0.0,), resamples=100, seed=0) for name in "ef")
    assert (pair.a, pair.b) == ("e", "f")
    assert (pair.pearson.a, pair.pearson.b) == pytest.approx((e.correlation.pearson, f.correlation.pearson))
    assert pair.pearson.difference == pytest.approx(e.correlation.pearson - f.correlation.pearson)
    assert (pair.agreement.a, pair.agreement.b) == (e.margins.overall.agreement, f.margins.overall.agreement)
    assert (pair.posters, pair.only_a, pair.only_b) == (e.correlation.posters, 0, 0)
    assert (pair.judgments, pair.unscored, pair.equal_scores) == (200, 0, 0)


def test_the_difference_is_of_the_same_resamples(study, random_scores) -> None:
    scores = [*random_scores(study, "e", 1), *random_scores(study, "f", 2)]
    (pair,) = compare_evaluators(study, scores, resamples=120, seed=3)
    rows = [r for r in poster_rows(study, ()) if r.n]
    columns = [
        np.array(
            [
                {(s.case_id, s.system): s.overall for s in scores if s.evaluator == name}[r.case_id, r.system]
                for r in rows
            ]
        )
        for name in "ef"
    ]
    y = np.array([r.preference for r in rows])
    paper = np.array([study.papers.index(r.case_id) for r in rows])
    weights = draw(len(study.papers), 120, named_rng(3, "evaluators.posters"))[:, paper].astype(int)
    values = np.array(
        [[np.corrcoef(np.repeat(x, times), np.repeat(y, times))[0, 1] for x in columns] for times in weights]
    )
    low, high = np.percentile(values[:, 0] - values[:, 1], [2.5, 97.5])
    assert (pair.pearson.interval.low, pair.pearson.interval.high) == pytest.approx((low, high), abs=1e-10)


def test_an_evaluator_against_itself_differs_by_nothing(study, random_scores) -> None:
    scores = random_scores(study, "e")
    (pair,) = compare_evaluators(study, [*scores, *(replace(s, evaluator="f") for s in scores)], resamples=60, seed=0)
    assert (pair.pearson.difference, pair.agreement.difference, pair.opposed) == (0, 0, 0)
    a, b = pair.pearson.a_interval, pair.pearson.b_interval
    # How a matrix product rounds the last digit may depend on the column, on some processors.
    assert (a.low, a.high) == pytest.approx((b.low, b.high), rel=1e-12)
    # Paired: every resample's difference is exactly 0, which is said and not printed as certainty.
    assert pair.pearson.interval.reason is pair.agreement.interval.reason is NoInterval.NO_SPREAD


def test_swapping_the_names_turns_the_difference_around(study, random_scores) -> None:
    scores = [*random_scores(study, "e", 1), *random_scores(study, "f", 2)]
    other = {"e": "f", "f": "e"}
    (pair,) = compare_evaluators(study, scores, resamples=60, seed=0)
    (turned,) = compare_evaluators(
        study, [replace(s, evaluator=other[s.evaluator]) for s in scores], resamples=60, seed=0
    )
    for one, two in ((pair.pearson, turned.pearson), (pair.agreement, turned.agreement)):
        assert two.difference == pytest.approx(-one.difference)
        assert (two.interval.low, two.interval.high) == pytest.approx((-one.interval.high, -one.interval.low))
        assert two.a_interval == one.b_interval


def test_what_cannot_be_compared_is_left_out_and_counted(judge) -> None:
    records = [
        judge("p", "R1", "a", "b", "left"),  # e: a higher, f: b higher
        judge("p", "R2", "a", "b", "equal"),
        judge("q", "R1", "a", "b", "left"),  # f has equal scores
        judge("r", "R1", "a", "b", "right"),  # f has no score of b
        judge("s", "R1", "a", "b", "right"),  # nobody scored b, only e scored a
        judge("t", "R2", "a", "b", "right"),  # both: b higher
    ]
    values = {
        "e": {"pa": 60, "pb": 50, "qa": 60, "qb": 50, "ra": 60, "rb": 50, "sa": 60, "ta": 10, "tb": 20},
        "f": {"pa": 40, "pb": 50, "qa": 50, "qb": 50, "ra": 60, "ta": 30, "tb": 90},
    }
    scores = [
        ScoreRecord(key[0], key[1], name, ScoreStatus.SCORED, float(value))
        for name, own in values.items()
        for key, value in own.items()
    ]
    (pair,) = compare_evaluators(compare(records, "ab"), scores, resamples=60, seed=0)
    assert (pair.posters, pair.only_a, pair.only_b) == (7, 2, 0)
    assert (pair.judgments, pair.equal_scores, pair.unscored, pair.opposed) == (3, 1, 2, 1)
    # e: 1 + 1/2 + 1 of 3; f: 0 + 1/2 + 1 of 3.
    assert (pair.agreement.a, pair.agreement.b) == pytest.approx((2.5 / 3, 1.5 / 3))
    assert pair.agreement.difference == pytest.approx(1 / 3)


def test_one_without_variance_has_no_value_and_the_other_keeps_its_own(study, random_scores) -> None:
    scores = [*random_scores(study, "e", 1), *(replace(s, evaluator="f", overall=5.0) for s in random_scores(study))]
    (pair,) = compare_evaluators(study, scores, resamples=60, seed=0)
    assert pair.pearson.a is not None
    assert pair.pearson.a_interval.low is not None
    assert (pair.pearson.b, pair.pearson.difference) == (None, None)
    assert pair.pearson.reason == "all posters have the same score by f"
    assert pair.pearson.interval.reason is NoInterval.NO_VALUE
    assert (pair.judgments, pair.agreement.a, pair.agreement.difference) == (0, None, None)
    assert "scores differently" in str(pair.agreement.reason)


def test_another_evaluator_changes_no_number_of_a_pair(study, random_scores) -> None:
    scores = [*random_scores(study, "e", 1), *random_scores(study, "g", 2)]
    more = random_scores(study, "f", 3)[:40]
    (alone,) = compare_evaluators(study, scores, resamples=60, seed=0)
    found = compare_evaluators(study, [*scores, *more], resamples=60, seed=0)
    assert [(pair.a, pair.b) for pair in found] == [("e", "f"), ("e", "g"), ("f", "g")]
    assert found[1] == alone
    assert compare_evaluators(study, random_scores(study), resamples=60, seed=0) == ()


def test_one_reviewer_has_agreement_and_no_interval_of_it(random_study, random_scores) -> None:
    comparisons = compare(random_study(reviewers=1, votes=60), SYSTEMS)
    scores = [*random_scores(comparisons, "e", 1), *random_scores(comparisons, "f", 2)]
    (pair,) = compare_evaluators(comparisons, scores, resamples=60, seed=0)
    assert pair.agreement.difference is not None
    assert pair.agreement.interval.reason is NoInterval.ONE_REVIEWER
    assert pair.pearson.interval.low is not None
