"""One evaluator against people, all levels at once."""

import pytest

from scoring.alignment import align
from scoring.files import parse_judgments, parse_scores
from scoring.preference import NoInterval, compare, estimate_preference

EDGES = (0.0, 3.0, 6.0, 10.0, 20.0)


def test_the_published_study_at_every_level(published) -> None:
    judgments = parse_judgments((published / "judgments.csv").read_bytes(), "judgments.csv")
    scores = parse_scores((published / "scores.csv").read_bytes(), "scores.csv")
    comparisons = compare(judgments, {name for j in judgments for name in (j.system_left, j.system_right)})
    preference = estimate_preference(comparisons, resamples=500, seed=0)
    found = align(
        comparisons,
        scores,
        evaluator="posterbench-reconstructed",
        edges=EDGES,
        resamples=500,
        seed=0,
        preference=preference,
    )
    # AutoDesign, section 5.3: r = 0.341 over 400 posters; 919 judgments of unequal scores, 14 of equal ones.
    assert found.correlation.pearson == pytest.approx(0.341, abs=5e-4)
    assert (found.margins.overall.n, found.margins.equal_scores, found.correlation.papers) == (919, 14, 100)
    # The published buckets, weighted by their sizes.
    sizes, shares = (157, 130, 132, 299, 201), (0.519, 0.573, 0.583, 0.602, 0.744)
    weighted = sum(n * share for n, share in zip(sizes, shares, strict=True)) / 919
    assert found.margins.overall.agreement == pytest.approx(weighted, abs=5e-4)
    assert found.margins.overall.interval.low < weighted < found.margins.overall.interval.high
    assert (found.within_paper.papers, found.within_paper.posters) == (100, 400)
    assert found.within_paper.best.share > found.within_paper.best.chance
    assert len(found.system_level.points) == 4
    assert found.system_level.pearson_interval.reason is None
    assert found.dimensions == ()  # the reconstructed scores have no dimensions


def test_the_same_seed_gives_the_same_numbers_and_another_does_not(random_study, random_scores) -> None:
    comparisons = compare(random_study(), [f"s{number}" for number in range(4)])
    one, same, other = (
        align(comparisons, random_scores(comparisons), evaluator="e", edges=EDGES, resamples=80, seed=seed)
        for seed in (1, 1, 2)
    )
    assert one == same
    assert one.margins.overall.interval != other.margins.overall.interval
    assert one.correlation.spearman_interval != other.correlation.spearman_interval


def test_without_a_judgment_or_a_score_every_level_says_why(random_study, random_scores) -> None:
    comparisons = compare(random_study(), [f"s{number}" for number in range(4)])
    nothing = compare([], ["s0", "s1"])
    for judged, scores in ((comparisons, []), (nothing, random_scores(comparisons))):
        found = align(judged, scores, evaluator="e", edges=EDGES, resamples=80, seed=1)
        for level in (found.correlation, found.within_paper, found.system_level):
            assert level.pearson is None
            assert level.reason
        assert (found.margins.overall.n, found.margins.overall.agreement) == (0, None)
        assert found.margins.overall.interval.reason is NoInterval.NO_VALUE
        assert found.dimensions == ()
