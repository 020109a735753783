"""Critical-failure rates: what counts, what does not, and intervals from literal repetition of the responses."""

import numpy as np
import pytest

from scoring.preference import failure_rates
from scoring.preference.intervals import NoInterval
from scoring.preference.resampling import draw_crossed, named_rng
from scoring.words import CriticalFailure


@pytest.fixture
def flagged_study(random_study, judge):
    """Random judgments of which about a third carry a flag of any kind, and some are skips."""
    rng = np.random.default_rng(3)
    records = []
    for record in random_study(papers=7, reviewers=5, votes=120, seed=3):
        flag = rng.choice(["", "", "", "", "left", "right", "both", "yes"])
        choice = "skip" if rng.random() < 0.1 else record.choice.value
        ids = (record.case_id, record.reviewer, record.system_left, record.system_right)
        records.append(judge(*ids, choice, critical_failure=str(flag)))
    return records


def test_flags_are_of_the_side_and_the_other_side_is_not_guessed(judge) -> None:
    kept = [
        judge("p1", "R1", "a", "b", "left", critical_failure="right"),
        judge("p1", "R2", "b", "a", "left", critical_failure="left"),
        judge("p2", "R1", "a", "b", "equal", critical_failure="both"),
        judge("p2", "R2", "a", "c", "skip", critical_failure="left"),  # a skip shows its posters, too
        judge("p3", "R1", "a", "b", "right", critical_failure="yes"),
        judge("p3", "R2", "b", "a", "right"),
    ]
    a, b, c, d = failure_rates(kept, "dcba", resamples=20, seed=0)
    assert (a.system, a.flagged, a.shown, a.unsided, a.rate) == ("a", 2, 6, 1, 2 / 6)
    assert (b.system, b.flagged, b.shown, b.unsided, b.rate) == ("b", 3, 5, 1, 3 / 5)
    assert (c.flagged, c.shown, c.rate, c.interval.reason) == (0, 1, 0.0, NoInterval.NO_SPREAD)
    assert (d.shown, d.rate, d.interval.reason) == (0, None, NoInterval.NO_VALUE)


def test_intervals_come_from_repeating_each_response_as_often_as_drawn(flagged_study) -> None:
    names = ["s0", "s1", "s2", "s3"]
    rates = failure_rates(flagged_study, names, resamples=200, seed=9)
    ranked = [record for record in flagged_study if record.choice != "skip"]
    papers = sorted({record.case_id for record in ranked})
    reviewers = sorted({record.reviewer for record in ranked})
    draws = draw_crossed(len(papers), len(reviewers), 200, named_rng(9, "failures"))
    drawn = np.full((200, 4), np.nan)
    for row in range(200):
        flags = {name: [0, 0] for name in names}
        for record in flagged_study:
            paper, reviewer = papers.index(record.case_id), reviewers.index(record.reviewer)
            for _ in range(int(draws.papers[row, paper] * draws.reviewers[row, reviewer])):
                for side, name in (("left", record.system_left), ("right", record.system_right)):
                    flags[name][0] += record.critical_failure in {side, "both"}
                    flags[name][1] += 1
        drawn[row] = [flags[name][0] / flags[name][1] for name in names]
    for column, rate in enumerate(rates):
        low, high = np.quantile(drawn[:, column], [0.025, 0.975])
        assert (rate.interval.low, rate.interval.high) == (pytest.approx(low), pytest.approx(high))


def test_responses_of_papers_and_reviewers_without_a_ranking_are_counted_but_never_drawn(judge) -> None:
    kept = [judge(f"p{n}", f"R{n % 2}", "a", "b", "left", critical_failure="right" if n else "") for n in range(4)]
    kept += [
        judge("p9", "R1", "a", "b", "skip", critical_failure="left"),
        judge("p1", "R9", "b", "a", "skip", critical_failure="right"),
    ]
    a, b = failure_rates(kept, "ab", resamples=50, seed=0)
    assert (a.flagged, a.shown, a.outside, a.rate) == (2, 6, 2, 2 / 6)
    assert (a.interval.low, a.interval.reason) == (None, NoInterval.NO_SPREAD)  # what is drawn holds no flag of a
    assert (b.flagged, b.outside) == (3, 2)
    assert b.interval.low is not None


def test_one_reviewer_one_paper_and_no_response_have_no_interval(judge) -> None:
    one = [judge(f"p{n}", "R", "a", "b", "left", critical_failure="left") for n in range(3)]
    assert failure_rates(one, "ab", resamples=20, seed=0)[0].interval.reason == NoInterval.ONE_REVIEWER
    one = [judge("p", f"R{n}", "a", "b", "left", critical_failure="left") for n in range(3)]
    assert failure_rates(one, "ab", resamples=20, seed=0)[0].interval.reason == NoInterval.ONE_PAPER
    assert failure_rates([], "ab", resamples=20, seed=0)[0].interval.reason == NoInterval.NO_VALUE


def test_an_unknown_system_is_refused(judge) -> None:
    with pytest.raises(ValueError, match="x is not among the systems"):
        failure_rates([judge("p", "R", "a", "x", "left")], "ab", resamples=20, seed=0)


def test_every_flag_kind_but_none_is_known_to_the_counts(judge) -> None:
    for flag in CriticalFailure:
        rates = failure_rates([judge("p", "R", "a", "b", "left", critical_failure=flag)], "ab", resamples=1, seed=0)
        sides = sum(rate.flagged for rate in rates) + rates[0].unsided
        assert sides == {"": 0, "left": 1, "right": 1, "both": 2, "yes": 1}[flag]
