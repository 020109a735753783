"""The reconstructed blind study of the AutoDesign paper gives every published point estimate and count.

Expected numbers: architecture 5.5, which takes them from the paper, section 5.3 and figures 9 and 10.
"""

from pathlib import Path

import pytest

from scoring.records import ReportOptions
from scoring.report.compute import InputFile, compute
from scoring.report.model import Results


@pytest.fixture(scope="module")
def results(published: Path) -> Results:
    judgments = InputFile("judgments.csv", (published / "judgments.csv").read_bytes())
    scores = InputFile("scores.csv", (published / "scores.csv").read_bytes())
    return compute(judgments, scores, ReportOptions(), lambda _: None)


def test_counts(results: Results) -> None:
    facts = results.report.input
    assert (facts.responses, facts.ranked, facts.skips, facts.excluded, facts.repeats) == (936, 933, 3, 0, 0)
    assert (facts.reviewers, facts.cases, facts.systems) == (11, 100, 4)
    assert results.report.method.failed_resamples == 0
    assert not results.report.method.regularised


def test_beat_probabilities(results: Results) -> None:
    found = [(system.system, round(100 * system.beat_probability, 1)) for system in results.report.systems]
    assert found == [("autodesign", 64.0), ("claude-code", 51.7), ("opendesign", 43.4), ("claude-design", 40.9)]
    assert [system.rank for system in results.report.systems] == [1, 2, 3, 4]


def test_head_to_head(results: Results) -> None:
    own = [pair for pair in results.report.head_to_head if pair.a == "autodesign"]
    assert [(pair.b, round(100 * pair.preference, 1), pair.n) for pair in own] == [
        ("claude-code", 61.3, 155),
        ("opendesign", 63.1, 156),
        ("claude-design", 67.6, 156),
    ]
    assert [(pair.wins, pair.ties, pair.losses) for pair in own] == [(68, 54, 33), (80, 37, 39), (86, 39, 31)]
    assert len(results.report.head_to_head) == 6


def test_margins(results: Results) -> None:
    alignment = results.report.alignment
    found = [(m.low, m.high, m.n, round(100 * m.agreement, 1)) for m in alignment.margins]
    assert found == [
        (0, 3, 157, 51.9),
        (3, 6, 130, 57.3),
        (6, 10, 132, 58.3),
        (10, 20, 299, 60.2),
        (20, None, 201, 74.4),
    ]
    assert (alignment.equal_scores, alignment.judgments) == (14, 919)


def test_correlation(results: Results) -> None:
    alignment = results.report.alignment
    assert round(alignment.pearson_r, 3) == 0.341
    assert alignment.posters == 400


def test_intervals_are_near_the_papers(results: Results) -> None:
    top = results.report.systems[0]
    assert (top.ci_low, top.ci_high) == (pytest.approx(0.56, abs=0.015), pytest.approx(0.73, abs=0.015))
    alignment = results.report.alignment
    assert (alignment.ci_low, alignment.ci_high) == (pytest.approx(0.26, abs=0.015), pytest.approx(0.43, abs=0.015))


def test_mean_scores(results: Results) -> None:
    # AutoDesign, section 5: 78.32, and 7.45 points above Claude Design.
    means = {score.system: score.mean for score in results.report.alignment.scores}
    assert means["autodesign"] == pytest.approx(78.32, abs=0.005)
    assert means["autodesign"] - means["claude-design"] == pytest.approx(7.45, abs=0.005)


def test_agreement_and_position(results: Results) -> None:
    agreement, position = results.report.agreement, results.report.position
    # 333 units judged twice, counted from the file; alpha as by the krippendorff package.
    assert (agreement.items, agreement.pairable) == (333, 666)
    assert agreement.krippendorff_alpha == pytest.approx(0.153152, abs=1e-6)
    assert (position.n, position.left_share) == (678, pytest.approx(347 / 678, abs=1e-6))
