"""Every case at the edge of what data can say, one by one, through the whole report where its words matter.

`CASES` holds those that can stand in a file; each is also held against what must be true of any report.
"""

import dataclasses
import json

import numpy as np
import pytest

from scoring.files import BadInput, InputFile
from scoring.preference import NoInterval, compare, estimate_preference, left_share, nominal_agreement
from scoring.preference.bradley_terry import fit_point
from scoring.preference.comparisons import count_pairs, pair_ends, pair_number, win_matrix
from scoring.preference.crossed import resample_fits
from scoring.preference.intervals import ends_touch
from scoring.preference.resampling import CrossedDraws
from scoring.records import JudgmentRecord, ReportOptions
from scoring.report.compute import compute
from scoring.report.jsonfile import to_json
from scoring.report.model import Report
from scoring.words import Choice
from tests.scoring.proof.studies import always, keeps_its_rules, mixed, report_of, scores, study


def one_sided(system: str, choice: str):
    """The pair's first system always wins ("left") or loses ("right") where it is `system`; the rest is mixed."""
    return lambda pair, rng: choice if pair[0] == system else mixed(pair, rng)


def skipped(case: str, reviewer: str, pair: str) -> JudgmentRecord:
    return JudgmentRecord(case, reviewer, pair[0], pair[1], Choice.SKIP)


TRIANGLE = ("ab", "bc", "ca")
CASES = {
    "no vote": [],
    "only skips": study(["ab"], answer=always("skip")),
    "only ties": study(TRIANGLE, answer=always("equal")),
    "two systems": study(["ab"]),
    "one vote": study(["ab"], papers=1, reviewers=1, answer=always("left")),
    "one paper": study(TRIANGLE, papers=1, reviewers=8),
    "one reviewer": study(TRIANGLE, papers=8, reviewers=1),
    "a system without votes": [*study(TRIANGLE), skipped("p0", "R0", "ad")],
    "undefeated": study(["ab", "ac", "bc"], answer=one_sided("a", "left")),
    "winless": study(["ab", "ac", "bc"], answer=one_sided("a", "right")),
    "chain": study(["ab", "bc", "cd"], answer=always("left")),
    "two components": study([*TRIANGLE, "xy"], seed=3),
    "a pair never compared": study(["ab", "bc"]),
    "a reviewer with only skips": [*study(TRIANGLE), skipped("p0", "R9", "ab")],
    "few votes": study(["ab", "bc", "cd", "da"], papers=2, reviewers=2),
}


@pytest.fixture(scope="module", params=CASES)
def report(request) -> Report:
    records = CASES[request.param]
    return report_of(records, scores(records, lambda case, system: float(ord(system) * 7 % 40 + int(case[1:]))))


def test_a_report_keeps_its_rules_at_every_edge(report: Report) -> None:
    keeps_its_rules(report)


def test_counts_and_probabilities_add_up_at_every_edge(report: Report) -> None:
    facts = report.input
    assert facts.responses == facts.ranked + facts.skips + facts.excluded
    assert sum(system.n for system in report.systems) == 2 * facts.ranked
    assert sum(pair.n for pair in report.head_to_head) == facts.ranked
    assert len(report.head_to_head) == len(report.systems) * (len(report.systems) - 1) // 2
    for component in {system.component for system in report.systems}:
        beat = [s.beat_probability for s in report.systems if s.component == component]
        if None in beat:
            assert beat == [None]
        else:
            assert np.mean(beat) == pytest.approx(0.5, abs=1e-6)
            assert all(0 <= value <= 1 for value in beat)
    text = to_json(report).decode()
    assert "NaN" not in text
    assert "Infinity" not in text
    json.loads(text)


# Votes.


def test_no_vote_and_only_skips_have_no_number_at_all() -> None:
    for name in ("no vote", "only skips"):
        report = report_of(CASES[name])
        assert all((s.beat_probability, s.strength, s.rank, s.ci_low) == (None,) * 4 for s in report.systems)
        assert (report.position.left_share, report.agreement.krippendorff_alpha) == (None, None)
        assert any(note.startswith("No response ranks two posters") for note in report.notes)


def test_only_ties_put_everybody_at_a_half_without_an_interval() -> None:
    report = report_of(CASES["only ties"])
    assert [(s.strength, s.beat_probability, s.rank) for s in report.systems] == [(0, 0.5, 1)] * 3
    assert not report.method.regularised
    assert {s.reason for s in report.systems} == {NoInterval.NO_SPREAD}
    assert report.agreement.krippendorff_alpha is None
    assert report.agreement.raw_agreement == 1


# Systems.


def test_one_system_has_nobody_to_beat() -> None:
    (only,) = estimate_preference(compare([], ["a"]), resamples=10, seed=0).systems
    assert (only.beat, only.strength, only.rank, only.n) == (None, None, None, 0)
    assert only.interval.reason is NoInterval.NO_VALUE


def test_two_systems_have_the_share_of_their_only_pair() -> None:
    report = report_of(CASES["two systems"])
    (pair,) = report.head_to_head
    first, second = report.systems
    assert first.beat_probability == pytest.approx(pair.preference, abs=1e-6)
    assert second.beat_probability == pytest.approx(1 - pair.preference, abs=1e-6)
    assert (first.ci_low, first.ci_high) == pytest.approx((pair.ci_low, pair.ci_high), abs=1e-4)
    # One win and one loss of odds: theta is half the log of the odds on each side.
    assert first.strength == pytest.approx(np.log(pair.preference / (1 - pair.preference)) / 2, abs=1e-5)


def test_a_system_without_votes_has_no_number_and_takes_none_from_the_rest() -> None:
    report, alone = report_of(CASES["a system without votes"]), report_of(study(TRIANGLE))
    *rest, last = report.systems
    assert (last.system, last.n, last.beat_probability, last.rank, last.ci_low) == ("d", 0, None, None, None)
    assert [dataclasses.replace(s, component=1) for s in rest] == list(alone.systems)
    assert any("d has no ranked judgment" in note for note in report.notes)


def test_an_undefeated_system_stands_at_the_boundary() -> None:
    report = report_of(CASES["undefeated"])
    top, *rest = report.systems
    assert (top.system, top.rank, top.boundary, top.regularised) == ("a", 1, "undefeated", True)
    assert top.beat_probability == pytest.approx(1, abs=1e-4)
    assert (top.strength, top.ci_low) == (None, None)
    assert all(s.strength is not None and s.boundary == "limit" for s in rest)
    assert report.method.regularised


def test_a_winless_system_stands_at_the_other_boundary() -> None:
    report = report_of(CASES["winless"])
    last = report.systems[-1]
    assert (last.system, last.rank, last.boundary, last.strength) == ("a", 3, "winless", None)
    assert last.beat_probability == pytest.approx(0, abs=1e-4)
    assert report.method.regularised


def test_a_chain_is_an_order_without_strengths() -> None:
    report = report_of(CASES["chain"])
    assert [(s.system, s.rank, s.strength) for s in report.systems] == [
        ("a", 1, None),
        ("b", 2, None),
        ("c", 3, None),
        ("d", 4, None),
    ]
    assert (report.systems[0].boundary, report.systems[-1].boundary) == ("undefeated", "winless")
    # The ridge decides how far a stands above c, though nobody compared them: it is said of every number.
    assert all(s.regularised for s in report.systems)


def test_two_components_are_never_ranked_against_each_other() -> None:
    report = report_of(CASES["two components"])
    component = {s.system: s.component for s in report.systems}
    assert component == {"a": 1, "b": 1, "c": 1, "x": 2, "y": 2}
    assert sorted(s.rank for s in report.systems if s.component == 1) == [1, 2, 3]
    assert sorted(s.rank for s in report.systems if s.component == 2) == [1, 2]
    assert all(component[d.a] == component[d.b] for d in report.differences)
    assert all(len({component[name] for name in tier}) == 1 for tier in report.tiers)
    (link,) = report.missing_links
    assert {component[link.a], component[link.b]} == {1, 2}
    assert any("groups that nothing joins" in note for note in report.notes)


def test_a_pair_never_compared_has_no_preference_but_its_systems_are_ranked() -> None:
    report = report_of(CASES["a pair never compared"])
    never = next(pair for pair in report.head_to_head if {pair.a, pair.b} == {"a", "c"})
    assert (never.n, never.preference, never.ci_low, never.ci_high) == (0, None, None, None)
    assert all(s.component == 1 and s.beat_probability is not None for s in report.systems)
    assert any("1 pair was never compared" in note for note in report.notes)


# Papers and reviewers.


@pytest.mark.parametrize(
    ("name", "reason"), [("one paper", NoInterval.ONE_PAPER), ("one reviewer", NoInterval.ONE_REVIEWER)]
)
def test_a_crossed_interval_needs_two_papers_and_two_reviewers(name: str, reason: NoInterval) -> None:
    report = report_of(CASES[name])
    assert {s.reason for s in report.systems} == {reason}
    assert {p.reason for p in report.head_to_head} == {reason}
    assert report.position.reason == reason
    assert all(s.beat_probability is not None and s.rank_low is None for s in report.systems)


def test_a_reviewer_with_only_skips_is_counted_and_not_drawn() -> None:
    report, alone = report_of(CASES["a reviewer with only skips"]), report_of(study(TRIANGLE))
    assert (report.input.skips, report.input.ranked) == (1, alone.input.ranked)
    assert report.input.reviewers == alone.input.reviewers + 1
    assert report.systems == alone.systems
    assert report.head_to_head == alone.head_to_head


def test_a_second_vote_on_the_same_task_is_refused_with_both_lines() -> None:
    records = study(TRIANGLE, papers=2, reviewers=2)
    with pytest.raises(BadInput, match=r"line 14.*line 2"):
        report_of([*records, dataclasses.replace(records[0], system_left="b", system_right="a")])


# Words and names.


@pytest.mark.parametrize("word", ["tie", "Left", "both", "A>B", "0.5"])
def test_an_unknown_answer_stops_and_never_becomes_a_tie(word: str) -> None:
    rows = f"case_id,reviewer,system_left,system_right,choice\np,R,a,b,{word}\n".encode()
    with pytest.raises(BadInput, match=r"line 2: choice is"):
        compute(InputFile("judgments.csv", rows), None, ReportOptions(), lambda _: None)


def test_swapped_sides_are_the_same_opinion() -> None:
    straight, swapped = (
        compare([JudgmentRecord("p", "R", *sides, choice)], "ab")
        for sides, choice in (("ab", Choice.LEFT), ("ba", Choice.RIGHT))
    )
    assert straight.h2.tolist() == swapped.h2.tolist() == [2]


def test_names_and_order_decide_nothing() -> None:
    records = study(TRIANGLE)
    renamed = [
        dataclasses.replace(r, system_left=_later(r.system_left), system_right=_later(r.system_right)) for r in records
    ]
    one, other = report_of(records), report_of(renamed[::-1])
    assert [(_later(s.system), s.beat_probability, s.ci_low, s.ci_high) for s in one.systems] == [
        (s.system, s.beat_probability, s.ci_low, s.ci_high) for s in other.systems
    ]


def test_rounding_does_not_make_names_decide_what_is_surely_apart() -> None:
    # Three wins and a tie: the interval of the difference touches 0 exactly, so whether it leaves 0 out must not hang
    # on the last bit, which the order of systems decides.
    answers = {("p0", "R1"): Choice.EQUAL}
    for names in ("ab", "dc"):
        records = [
            JudgmentRecord(paper, reviewer, *names, answers.get((paper, reviewer), Choice.LEFT))
            for paper in ("p0", "p1")
            for reviewer in ("R0", "R1")
        ]
        top, last = estimate_preference(compare(records, names), resamples=100, seed=0).systems
        assert (top.rank_range, last.rank_range) == ((1, 2), (1, 2))
        assert (top.regularised, last.regularised) == (True, True)


def test_a_resample_that_equals_an_end_but_for_rounding_marks_it() -> None:
    # 2.5 and 97.5 % of 100 values lie between equal ones; the only marked one is larger by rounding alone.
    draws = np.concatenate([np.full(60, 0.2), np.full(40, 0.7)])[:, None]
    for marked, value in ((70, 0.7 + 1e-15), (10, 0.2 - 1e-15)):
        shifted, marks = draws.copy(), np.zeros((100, 1), dtype=bool)
        shifted[marked], marks[marked] = value, True
        assert ends_touch(shifted, marks).tolist() == [True]


def _later(name: str) -> str:
    return f"system {name}"


# Resamples.


def test_an_empty_resample_is_dropped_and_counted() -> None:
    # R0 saw p0 only and R1 saw p1 only: a resample of p0 twice and R1 twice holds nothing.
    records = [
        JudgmentRecord(f"p{n}", f"R{n}", *pair, choice)
        for n in range(2)
        for pair, choice in (("ab", Choice.LEFT), ("ba", Choice.LEFT))
    ]
    comparisons = compare(records, "ab")
    point = estimate_preference(comparisons, resamples=10, seed=0).point
    weights = np.array([[2, 0], [2, 0], [1, 1]], np.float32), np.array([[0, 2], [2, 0], [1, 1]], np.float32)
    fits = resample_fits(comparisons, point, CrossedDraws(*weights))
    assert np.isnan(fits.beat[:, 0]).tolist() == [True, False, False]
    assert (fits.outcomes.empty, fits.outcomes.dropped) == (1, 1)


def test_sums_beyond_single_precision_stay_exact() -> None:
    # A win and a tie, each 4,097 x 4,097 times: above 2^24, where single precision skips every odd number.
    votes = [JudgmentRecord("p", "R", "a", "b", choice) for choice in (Choice.LEFT, Choice.EQUAL)]
    weight = np.full((1, 1), 4097, np.float32)
    point = fit_point(np.array([[0, 1.5], [0.5, 0]]))
    fits = resample_fits(compare(votes, "ab"), point, CrossedDraws(weight, weight))
    assert fits.preference()[0, 0] == 0.75
    assert fits.counts.ravel().tolist() == [2 * 4097**2, 3 * 4097**2]


def test_more_pairs_than_sixteen_bits_number() -> None:
    # 363 systems make 65,703 pairs; the last one's number must not come round to a small one.
    systems = [f"s{number:03d}" for number in range(363)]
    assert pair_number(361, 362, 363) == 65_702
    records = [
        JudgmentRecord(f"p{n}", f"R{n}", "s361", "s362", choice) for n, choice in enumerate((Choice.LEFT, Choice.RIGHT))
    ]
    comparisons = compare(records, systems)
    assert comparisons.pair.tolist() == [65_702, 65_702]
    wins = win_matrix(count_pairs(comparisons), 363)
    assert (wins[361, 362], wins[362, 361], wins.sum()) == (1, 1, 2)
    assert tuple(int(end[65_702]) for end in pair_ends(363)) == (361, 362)


def test_a_seed_is_a_report() -> None:
    records = study(TRIANGLE)
    assert to_json(report_of(records, seed=3)) == to_json(report_of(records, seed=3))
    assert report_of(records, seed=3).systems != report_of(records, seed=4).systems


def test_a_point_outside_its_interval_is_left_there() -> None:
    # Nearly one-sided votes of three people: most resamples lie on one side of the estimate.
    found = [
        (system.beat, system.interval)
        for seed in range(30)
        for system in estimate_preference(
            compare(study(["ab", "bc"], papers=2, reviewers=2, seed=seed), "abc"), resamples=3, seed=seed
        ).systems
        if system.beat is not None and system.interval.low is not None
    ]
    outside = [beat for beat, interval in found if not interval.low <= beat <= interval.high]
    assert outside, "with three resamples some estimate must lie outside"
    assert len(outside) < len(found)


def test_few_resamples_cannot_reach_a_small_p_value() -> None:
    # p = 2 min(1 + below, 1 + above) / (B + 1): with 100 resamples never below 2 / 101, however clear the case. Holm's
    # rule over 50 pairs would need 0.001, so the intervals of the differences are simultaneous by max-t instead.
    nearly = study(["ab"], papers=12, reviewers=8, answer=lambda _, rng: "left" if rng.random() < 0.9 else "right")
    comparisons = compare(nearly, "ab")
    result = estimate_preference(comparisons, resamples=100, seed=0)
    (pair,) = result.differences.pairs
    assert pair.p_value == pytest.approx(2 / 101)
    assert pair.apart


# Scores.


def test_an_empty_bucket_has_no_agreement() -> None:
    records = study(["ab"])
    report = report_of(records, scores(records, lambda _case, system: {"a": 60.0, "b": 55.0}[system]))
    bucket = {(m.low, m.high): m for m in report.alignment.margins}
    assert bucket[3, 6].n == report.input.ranked
    assert [(m.agreement, m.ci_low, m.ci_high) for m in report.alignment.margins if m.low != 3] == [(None,) * 3] * 4


def test_equal_scores_are_counted_and_left_out() -> None:
    records = study(["ab"])
    report = report_of(
        records, scores(records, lambda case, system: 50.0 if case == "p0" else {"a": 60.0, "b": 55.0}[system])
    )
    assert report.alignment.equal_scores == 4
    assert report.alignment.judgments == report.input.ranked - 4


def test_a_missing_score_is_no_zero() -> None:
    records = study(["ab"])
    value = {"a": 60.0, "b": 55.0}
    report = report_of(
        records, scores(records, lambda case, system: None if (case, system) == ("p0", "b") else value[system])
    )
    alignment = report.alignment
    assert (alignment.unscored_judgments, alignment.judgments) == (4, report.input.ranked - 4)
    assert alignment.posters == 11
    assert sum(m.n for m in alignment.margins if m.low >= 10) == 0  # 60 - 0 would lie there
    means = {score.system: score for score in alignment.scores}
    assert (means["b"].mean, means["b"].mean_of_scored, means["b"].unscored) == (None, 55, 1)


def test_a_margin_exactly_on_an_edge_is_compared_in_decimals() -> None:
    assert 4.02 - 1.02 < 3, "in binary"
    records = study(["ab"])
    report = report_of(records, scores(records, lambda _case, system: {"a": 4.02, "b": 1.02}[system]))
    assert [m.n for m in report.alignment.margins] == [0, report.input.ranked, 0, 0, 0]


def test_scores_without_variance_have_no_correlation() -> None:
    records = study(TRIANGLE)
    report = report_of(records, scores(records, lambda _case, _system: 50.0))
    alignment = report.alignment
    assert (alignment.pearson_r, alignment.spearman, alignment.kendall, alignment.ci_low) == (None,) * 4
    assert any("all posters have the same score" in note for note in report.notes)


# Agreement.


def test_alpha_needs_two_raters_and_two_answers() -> None:
    alone = nominal_agreement(compare(study(TRIANGLE, reviewers=1), "abc"))
    assert (alone.alpha, alone.raw, alone.items, alone.pairable) == (None, None, 0, 0)
    same = nominal_agreement(compare(study(TRIANGLE, answer=always("equal")), "abc"))
    assert (same.alpha, same.raw) == (None, 1)
    assert alone.reason
    assert same.reason
    assert alone.reason != same.reason


def test_a_left_share_without_a_preference_is_undefined() -> None:
    position = left_share(compare(CASES["only ties"], "abc"), resamples=20, seed=0)
    assert (position.left_share, position.n, position.interval.reason) == (None, 0, NoInterval.NO_VALUE)
