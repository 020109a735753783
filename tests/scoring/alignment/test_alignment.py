"""One evaluator against people, all levels at once."""

from dataclasses import fields, replace

import pytest

from scoring.alignment import align
from scoring.files import parse_judgments, parse_scores
from scoring.preference import Interval, NoInterval, compare, estimate_preference
from scoring.records import ScoreRecord
from scoring.words import Choice, Dimension

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


def with_dimensions(scores: list[ScoreRecord]) -> list[ScoreRecord]:
    return [replace(s, dimensions={Dimension.LAYOUT: s.overall % 7}, rubric=s.overall) for s in scores]


def aligned(judgments, scores, seed: int = 0):
    comparisons = compare(judgments, {s.system for s in scores})
    preference = estimate_preference(comparisons, resamples=80, seed=seed)
    return align(comparisons, scores, evaluator="e", edges=EDGES, resamples=80, seed=seed, preference=preference)


def test_neither_sides_nor_the_order_of_rows_change_a_number(random_study, random_scores) -> None:
    judgments = random_study()
    scores = with_dimensions(random_scores(compare(judgments, [f"s{number}" for number in range(4)])))
    other = {Choice.LEFT: Choice.RIGHT, Choice.RIGHT: Choice.LEFT}
    swapped = [
        replace(j, system_left=j.system_right, system_right=j.system_left, choice=other.get(j.choice, j.choice))
        for j in judgments
    ]
    assert aligned(judgments, scores) == aligned(swapped[::-1], scores[::-1])


def test_names_of_systems_are_only_names(random_study, random_scores) -> None:
    judgments = random_study()
    scores = with_dimensions(random_scores(compare(judgments, [f"s{number}" for number in range(4)])))
    new = {"s0": "z", "s1": "b", "s2": "y", "s3": "a"}  # which sorts otherwise
    renamed = aligned(
        [replace(j, system_left=new[j.system_left], system_right=new[j.system_right]) for j in judgments],
        [replace(s, system=new[s.system]) for s in scores],
    )
    plain = aligned(judgments, scores)
    assert renamed.margins == plain.margins
    assert {(p.system, p.score) for p in renamed.system_level.points} == {
        (new[p.system], p.score) for p in plain.system_level.points
    }
    for one, two in (
        (plain.correlation, renamed.correlation),
        (plain.within_paper, renamed.within_paper),
        (plain.dimensions[0], renamed.dimensions[0]),
    ):
        for number in fields(one):
            found, expected = getattr(two, number.name), getattr(one, number.name)
            if isinstance(expected, Interval):
                assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)
            elif isinstance(expected, float):
                assert found == pytest.approx(expected, abs=1e-9)


def test_every_judgment_twice_changes_no_value(random_study, random_scores) -> None:
    judgments = random_study()
    scores = with_dimensions(random_scores(compare(judgments, [f"s{number}" for number in range(4)])))
    once, twice = aligned(judgments, scores), aligned([*judgments, *judgments], scores)
    assert twice.correlation == once.correlation
    assert twice.within_paper == once.within_paper
    assert twice.dimensions == once.dimensions
    assert [(b.agreement, b.interval) for b in twice.margins.buckets] == [
        (b.agreement, b.interval) for b in once.margins.buckets
    ]
    assert twice.system_level.pearson == pytest.approx(once.system_level.pearson, abs=1e-9)


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
