"""Numbers once printed stay: a seed means the same intervals in every later version.

The expected numbers were written down when the first report was made. A new statistic has its own stream of random
numbers and must change none of them; where one of these tests fails, every published interval would change.
"""

import pytest

from scoring.alignment import align
from scoring.preference import compare, estimate_preference, left_share
from scoring.preference.comparisons import Comparisons
from scoring.records import JudgmentRecord, ScoreRecord
from scoring.words import Choice, ScoreStatus

PAIRS = ("ab", "ac", "ad", "bc", "bd", "cd")
CHOICES = ["left", "left", "equal", "right", "left", "right", "equal", "right", "left", "right", "left"]


@pytest.fixture(scope="module")
def comparisons() -> Comparisons:
    """180 judgments by plain arithmetic: no library's random numbers decide them."""
    records = []
    for paper in range(12):
        for reviewer in range(5):
            for number, pair in enumerate(PAIRS):
                if (paper + reviewer + number) % 2:
                    continue
                left, right = pair if (paper + 2 * reviewer + number) % 3 else pair[::-1]
                place = paper * paper + 5 * reviewer * number + 3 * number + 2 * paper * reviewer
                choice = Choice(CHOICES[place % 11])
                records.append(JudgmentRecord(f"p{paper:02d}", f"R{reviewer}", left, right, choice))
    return compare(records, "abcd")


def test_beat_probabilities(comparisons) -> None:
    systems = estimate_preference(comparisons, resamples=200, seed=7).systems
    assert [(s.system, *(round(v, 6) for v in (s.beat, s.interval.low, s.interval.high))) for s in systems] == [
        ("c", 0.544444, 0.433148, 0.657381),
        ("b", 0.511111, 0.394692, 0.636901),
        ("a", 0.494444, 0.341819, 0.626509),
        ("d", 0.45, 0.315923, 0.5814),
    ]
    assert {s.rank_range for s in systems} == {(1, 4)}


def test_head_to_head(comparisons) -> None:
    pairs = estimate_preference(comparisons, resamples=200, seed=7).pairs
    assert [(p.a + p.b, *(round(v, 6) for v in (p.preference, p.interval.low, p.interval.high))) for p in pairs] == [
        ("cb", 0.516667, 0.309286, 0.743267),
        ("ca", 0.516667, 0.290148, 0.783447),
        ("cd", 0.6, 0.319917, 0.82805),
        ("ba", 0.483333, 0.227146, 0.770848),
        ("bd", 0.566667, 0.374246, 0.77803),
        ("ad", 0.483333, 0.282031, 0.683589),
    ]


def test_left_share(comparisons) -> None:
    position = left_share(comparisons, resamples=200, seed=7)
    assert position.left_share == pytest.approx(79 / 146)
    assert (position.interval.low, position.interval.high) == pytest.approx((0.446430, 0.630182), abs=1e-6)


def test_alignment(comparisons) -> None:
    scores = [
        ScoreRecord(f"p{paper:02d}", system, "e", ScoreStatus.SCORED, float((37 * paper + 23 * number) % 97))
        for paper in range(12)
        for number, system in enumerate("abcd")
    ]
    found = align(comparisons, scores, evaluator="e", edges=(0.0, 20.0, 40.0), resamples=200, seed=7)
    correlation = found.correlation
    assert correlation.pearson == pytest.approx(-0.173556, abs=1e-6)
    assert (correlation.interval.low, correlation.interval.high) == pytest.approx((-0.449765, 0.081332), abs=1e-6)
    assert (correlation.spearman, correlation.kendall) == pytest.approx((-0.193954, -0.139340), abs=1e-6)
    empty, *buckets = found.margins.buckets
    assert (empty.n, empty.agreement) == (0, None)
    assert [(b.n, *(round(v, 6) for v in (b.agreement, b.interval.low, b.interval.high))) for b in buckets] == [
        (89, 0.477528, 0.305539, 0.595238),
        (91, 0.445055, 0.311641, 0.564653),
    ]
