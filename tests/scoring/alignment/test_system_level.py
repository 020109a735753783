"""Alignment over systems: mean scores against beat probabilities, in the same resamples."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr, spearmanr

from scoring.alignment import system_level
from scoring.preference import NoInterval, compare, estimate_preference
from scoring.preference.resampling import draw_crossed, named_rng
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus

SYSTEMS = tuple(f"s{number}" for number in range(5))


@pytest.fixture
def study(random_study):
    return compare(random_study(systems=5, votes=300), SYSTEMS)


def means(scores, papers) -> dict[str, float]:
    return {
        system: float(np.mean([r.overall for r in scores if r.system == system and r.case_id in papers]))
        for system in sorted({r.system for r in scores})
    }


def test_values_are_scipys_of_mean_scores_and_beat_probabilities(study, random_scores) -> None:
    scores = random_scores(study)
    preference = estimate_preference(study, resamples=50, seed=0)
    found = system_level(study, scores, preference=preference, resamples=50, seed=0)
    beat = {estimate.system: estimate.beat for estimate in preference.systems}
    assert [(p.system, p.score) for p in found.points] == [
        (system, pytest.approx(mean)) for system, mean in means(scores, study.papers).items()
    ]
    assert [p.beat for p in found.points] == pytest.approx([beat[p.system] for p in found.points])
    x, y = [p.score for p in found.points], [p.beat for p in found.points]
    assert (found.pearson, found.spearman, found.kendall) == pytest.approx(
        (pearsonr(x, y).statistic, spearmanr(x, y).statistic, kendalltau(x, y).statistic)
    )
    assert found.left_out == ()


def test_intervals_pair_each_resamples_beat_probabilities_with_the_means_over_its_papers(study, random_scores) -> None:
    scores = random_scores(study)
    preference = estimate_preference(study, resamples=120, seed=9)
    table = np.array([r.overall for r in scores]).reshape(len(study.papers), 5)
    drawn = draw_crossed(len(study.papers), len(study.reviewers), 120, named_rng(9, "preference"))
    values = []
    for weights, beat in zip(drawn.papers.astype(int), preference.draws, strict=True):
        mean = np.repeat(table, weights, axis=0).mean(axis=0)
        values.append([f(mean, beat).statistic for f in (pearsonr, spearmanr, kendalltau)])
    found = system_level(study, scores, preference=preference, resamples=120, seed=9)
    intervals = [found.pearson_interval, found.spearman_interval, found.kendall_interval]
    assert [(i.low, i.high) for i in intervals] == pytest.approx(np.percentile(values, [2.5, 97.5], axis=0).T, abs=1e-7)


def test_without_the_resampled_preference_there_are_values_and_no_intervals(study, random_scores) -> None:
    scores = random_scores(study)
    preference = estimate_preference(study, resamples=50, seed=0)
    alone, paired = (system_level(study, scores, preference=each, resamples=50, seed=0) for each in (None, preference))
    assert alone.points == paired.points
    assert alone.pearson == paired.pearson
    assert alone.pearson_interval.reason is alone.kendall_interval.reason is NoInterval.NOT_RESAMPLED
    with pytest.raises(ValueError, match="50 resamples, not 60"):
        system_level(study, scores, preference=preference, resamples=60, seed=0)


def test_a_missing_poster_counts_zero_and_an_unscored_one_leaves_its_system_out(study, random_scores) -> None:
    scores = random_scores(study)
    scores[0] = replace(scores[0], status=ScoreStatus.MISSING, overall=None)
    scores[1] = replace(scores[1], status=ScoreStatus.ERROR, overall=None)
    found = system_level(study, scores, preference=None, resamples=50, seed=0)
    assert found.left_out == ("s1",)
    rest = [r.overall for r in scores[5:] if r.system == "s0"]
    assert found.points[0].score == pytest.approx(sum(rest) / (len(rest) + 1))


def test_scores_of_papers_nobody_judged_play_no_part(study, random_scores) -> None:
    scores = random_scores(study)
    more = [ScoreRecord("unjudged", system, "e", ScoreStatus.SCORED, 100.0) for system in SYSTEMS[:2]]
    found = [system_level(study, each, preference=None, resamples=50, seed=0) for each in (scores, [*scores, *more])]
    assert found[0] == found[1]


def test_systems_that_no_comparison_joins_to_the_largest_component_are_left_out(judge, random_study) -> None:
    judgments = random_study(systems=4, votes=150)
    judgments += [judge(case, "R00", "x", "y", "left") for case in ("p00", "p01")]
    comparisons = compare(judgments, [*SYSTEMS[:4], "x", "y"])
    scores = [
        ScoreRecord(case, system, "e", ScoreStatus.SCORED, 50.0 + number)
        for case in comparisons.papers
        for number, system in enumerate(comparisons.systems)
    ]
    found = system_level(comparisons, scores, preference=None, resamples=50, seed=0)
    assert found.left_out == ("x", "y")
    assert len(found.points) == 4


@pytest.mark.parametrize(
    ("systems", "score", "reason"),
    [(2, lambda number: float(number), "fewer than three systems"), (4, lambda number: 50.0, "same mean score")],
)
def test_few_or_equal_systems_have_no_correlation(random_study, systems: int, score, reason: str) -> None:
    comparisons = compare(random_study(systems=systems, votes=50), SYSTEMS[:systems])
    scores = [
        ScoreRecord(case, system, "e", ScoreStatus.SCORED, score(number))
        for case in comparisons.papers
        for number, system in enumerate(comparisons.systems)
    ]
    found = system_level(comparisons, scores, preference=None, resamples=50, seed=0)
    assert (found.pearson, found.spearman, found.kendall) == (None, None, None)
    assert reason in str(found.reason)
    assert found.pearson_interval.reason is NoInterval.NO_VALUE


def test_nothing_judged_is_no_correlation() -> None:
    found = system_level(compare([], "abc"), [], preference=None, resamples=50, seed=0)
    assert (found.points, found.left_out) == ((), ("a", "b", "c"))
    assert "fewer than three" in str(found.reason)
