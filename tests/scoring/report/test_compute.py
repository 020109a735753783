"""The report's rules: what counts, what is set apart, what is undefined and why."""

import dataclasses
import json
from pathlib import Path

import pytest

from scoring.files import BadInput, render_judgments, render_scores
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report.compute import InputFile, compute
from scoring.report.errors import BadOptions, BadReport
from scoring.report.jsonfile import load_report, to_json
from scoring.report.model import Report, Results
from scoring.report.sentences import headline, lede, readings
from scoring.report.tables import csv_files
from scoring.words import ScoreStatus, Source

FAST = ReportOptions(resamples=100)


def results_of(records, scores=None, options=FAST) -> Results:
    judgments = InputFile("judgments.csv", render_judgments(records))
    score_file = None if scores is None else InputFile("scores.csv", render_scores(scores))
    return compute(judgments, score_file, options, lambda _: None)


def report_of(records, scores=None, options=FAST) -> Report:
    return results_of(records, scores, options).report


def scores_for(records, evaluator: str = "e") -> list[ScoreRecord]:
    posters = sorted({(r.case_id, name) for r in records for name in (r.system_left, r.system_right)})
    return [
        ScoreRecord(case, name, evaluator, ScoreStatus.SCORED, float((17 * number) % 83))
        for number, (case, name) in enumerate(posters)
    ]


def test_responses_are_ranked_skips_and_excluded_with_repeats_apart(judge) -> None:
    records = [
        judge("p1", "R1", "a", "b", "left", critical_failure="right"),
        judge("p2", "R1", "a", "b", "equal"),
        judge("p3", "R1", "a", "b", "skip", critical_failure="yes"),
        judge("p4", "R1", "a", "b", "right", excluded_reason="too fast"),
        judge("p1", "R1", "b", "a", "right", repeat_of="1"),
        judge("p1", "R2", "a", "b", "left"),
    ]
    report = report_of(records)
    facts = report.input
    assert (facts.responses, facts.ranked, facts.skips, facts.excluded, facts.repeats) == (5, 3, 1, 1, 1)
    assert (facts.ties, facts.critical_failures, facts.excluded_reasons) == (1, 2, {"too fast": 1})
    assert (facts.cases, facts.reviewers, facts.systems) == (3, 2, 2)
    assert {system.system: system.flagged for system in report.systems} == {"a": 0, "b": 1}
    assert (report.self_consistency.compared, report.self_consistency.same) == (1, 1)
    assert "1 response excluded, by reason: too fast (1)." in report.notes


def test_an_all_simulated_file_is_reported_and_says_so_first(random_study) -> None:
    results = results_of(random_study(source=Source.SIMULATED))
    assert results.report.notes[0].startswith("All 200 judgments are simulated")
    assert results.report.input.simulated
    assert "Simulated reviewers prefer" in headline(results.report)
    for name, content in csv_files(results).items():
        header, *lines = content.decode().splitlines()
        assert header.endswith(",source")
        assert all(line.endswith(",simulated") for line in lines), name


def test_simulated_judgments_are_never_pooled_with_real_ones(random_study) -> None:
    real = random_study(votes=60)
    simulated = [
        dataclasses.replace(record, reviewer=f"sim-{record.reviewer}", source=Source.SIMULATED)
        for record in random_study(votes=100, seed=9)
    ]
    mixed, alone = report_of([*simulated, *real]), report_of(real)
    assert mixed.notes[0] == (
        "Beside real ones the file holds 100 simulated judgments, counted as excluded: "
        "simulated judgments are never pooled with a person's."
    )
    assert (mixed.input.responses, mixed.input.ranked, mixed.input.excluded) == (160, 60, 100)
    assert mixed.input.excluded_reasons == {"simulated": 100}
    assert not mixed.input.simulated
    assert (mixed.systems, mixed.head_to_head, mixed.position) == (alone.systems, alone.head_to_head, alone.position)


def test_without_scores_alignment_is_null_with_a_note(random_study) -> None:
    report = report_of(random_study())
    assert report.alignment is None
    assert "Alignment is null: no scores were given." in report.notes
    assert "nothing is said" in lede(report)


def test_the_evaluator_must_be_chosen_where_there_are_several(random_study) -> None:
    records = random_study(votes=40)
    scores = [*scores_for(records), *scores_for(records, "f")]
    with pytest.raises(BadOptions, match="choose one with --evaluator: e, f"):
        report_of(records, scores)
    with pytest.raises(BadOptions, match="no score is by evaluator g; the file has e, f"):
        report_of(records, scores, ReportOptions(resamples=100, evaluator="g"))
    report = report_of(records, scores, ReportOptions(resamples=100, evaluator="f"))
    assert report.alignment is not None
    assert report.alignment.evaluator == "f"


@pytest.mark.parametrize(
    "options", [ReportOptions(resamples=0), ReportOptions(seed=-1), ReportOptions(margin_edges=(3.0, 1.0))]
)
def test_impossible_options_are_refused(random_study, options: ReportOptions) -> None:
    with pytest.raises(BadOptions):
        report_of(random_study(votes=10), None, options)


def test_a_faulty_file_names_itself_and_its_lines() -> None:
    with pytest.raises(BadInput, match=r"^votes\.csv: line 2: choice is 'tie'"):
        compute(
            InputFile("votes.csv", b"case_id,reviewer,system_left,system_right,choice\np,R,a,b,tie\n"),
            None,
            FAST,
            lambda _: None,
        )


NOTHING = "No response ranks two posters: strengths, beat probabilities, ranks and preferences are null."


def test_no_judgment_at_all_is_a_report_of_nulls() -> None:
    header = b"case_id,reviewer,system_left,system_right,choice\n"
    report = compute(InputFile("judgments.csv", header), None, FAST, lambda _: None).report
    assert report.systems == report.head_to_head == ()
    assert (report.input.responses, report.position.left_share, report.agreement.krippendorff_alpha) == (0, None, None)
    assert NOTHING in report.notes
    assert "nothing can be said" in headline(report)


def test_only_skips_leave_everything_open(judge) -> None:
    report = report_of([judge(f"p{n}", f"R{n}", "a", "b", "skip") for n in range(3)])
    assert (report.input.ranked, report.input.skips, report.input.systems) == (0, 3, 2)
    assert [(s.beat_probability, s.rank, s.strength, s.n) for s in report.systems] == [(None, None, None, 0)] * 2
    assert report.head_to_head[0].preference is None
    assert NOTHING in report.notes


def test_all_ties_put_everybody_level_without_pretending_certainty(judge) -> None:
    records = [
        judge(f"p{n}", f"R{r}", *pair, "equal") for n in range(4) for r in range(3) for pair in ("ab", "bc", "ca")
    ]
    report = report_of(records)
    assert [(s.beat_probability, s.rank, s.strength) for s in report.systems] == [(0.5, 1, 0.0)] * 3
    assert all(s.ci_low is None for s in report.systems)
    assert any(note.startswith("No interval for the beat probabilities,") for note in report.notes)
    assert any("Krippendorff's alpha is null" in note for note in report.notes)
    assert "The left share is null: no judgment prefers one side." in report.notes
    assert "prefer none of a, b and c" in headline(report)


def test_two_groups_are_ranked_apart_and_a_bridge_is_named(judge) -> None:
    records = [
        judge(f"p{n}", f"R{r}", *pair, ("left", "right", "left")[(n + r) % 3])
        for n in range(6)
        for r in range(3)
        for pair in ("ab", "bc", "ca", "xy")
    ]
    report = report_of(records)
    groups = {s.system: s.component for s in report.systems}
    assert groups == {"a": 1, "b": 1, "c": 1, "x": 2, "y": 2}
    assert {s.rank for s in report.systems if s.component == 2} == {1, 2}
    assert {s.system for s in report.systems if s.strength is None} == {"x", "y"}
    note = next(note for note in report.notes if "groups that nothing joins" in note)
    assert note.endswith("Judging a against x would join them.")
    assert [(link.a, link.b) for link in report.missing_links] == [("a", "x")]
    assert any(note.startswith("6 pairs were never compared") for note in report.notes)


def test_an_undefeated_system_is_flagged(judge) -> None:
    records = [
        judge(f"p{n}", f"R{r}", *pair, "left" if "a" in pair else ("left", "right")[(n + r) % 2])
        for n in range(5)
        for r in range(3)
        for pair in ("ab", "ac", "bc")
    ]
    report = report_of(records)
    assert report.method.regularised
    top = report.systems[0]
    assert (top.system, top.strength, top.ci_low, top.rank) == ("a", None, None, 1)
    assert any("a won every comparison" in note and "boundary" in note for note in report.notes)
    assert any(note.startswith("Strength is null for a:") for note in report.notes)
    assert headline(report).startswith("Reviewers preferred a in every one of its 30 comparisons. That sets no bound")
    assert "%" not in headline(report)
    assert [(system.boundary, system.regularised) for system in report.systems] == [
        ("undefeated", True),
        ("limit", True),
        ("limit", True),
    ]


def test_one_reviewer_gives_estimates_without_intervals(judge) -> None:
    records = [judge(f"p{n}", "R", "a", "b", ("left", "left", "right")[n % 3]) for n in range(9)]
    report = report_of(records)
    assert report.systems[0].beat_probability == pytest.approx(2 / 3, abs=1e-6)
    assert report.systems[0].ci_low is None
    assert any("all judgments are by one reviewer" in note for note in report.notes)
    assert "preferred a in 6 of its 9 comparisons (0 equal, 3 lost)" in headline(report)
    assert "no interval (see the notes)" in headline(report)
    assert "%" not in headline(report)


def test_every_null_has_a_sentence(judge) -> None:
    records = [judge("p1", "R1", "a", "b", "left"), judge("p2", "R2", "a", "c", "skip")]
    scores = [ScoreRecord("p1", "a", "e", ScoreStatus.SCORED, 60.0), ScoreRecord("p1", "b", "e", ScoreStatus.ERROR)]
    notes = " ".join(report_of(records, scores).notes)
    for words in (
        "c has no ranked judgment",
        "Strength is null for a and b",
        "2 pairs were never compared",
        "No interval for",
        "alpha and raw agreement are null",
        "Pearson's r, Spearman's rho and Kendall's tau are null",
        "cannot be set against the score",
        "so the agreement there is null",
        "The mean score is null",
        "Self-consistency is null",
    ):
        assert words in notes, words


def test_a_null_has_one_reason(judge) -> None:
    # One paper forbids intervals; what has no value for want of judgments must not be put down to that.
    records = [judge("p", f"R{n}", "a", "b", "equal") for n in range(3)]
    notes = report_of(records, scores_for(records)).notes
    assert len([note for note in notes if note.startswith("The left share is null")]) == 1
    assert not [note for note in notes if note.startswith("The agreement at gaps")]


def test_very_few_resamples_are_said_to_carry_no_interval(random_study) -> None:
    few, more = (report_of(random_study(), options=ReportOptions(resamples=number)).notes for number in (39, 40))
    assert any(note.startswith("Only 39 resamples were drawn, too few for a 95% interval") for note in few)
    assert any(note.startswith("Only 40 resamples were drawn, so the ends") for note in more)


def test_numbers_are_rounded_to_six_decimals_and_never_nan(random_study) -> None:
    records = random_study()
    text = to_json(report_of(records, scores_for(records))).decode()
    assert "NaN" not in text
    assert "-0.0," not in text

    def check(value: object) -> None:
        if isinstance(value, float):
            assert value == round(value, 6)
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            check(item)

    check(json.loads(text))


def test_report_json_has_every_key_of_the_contract(random_study) -> None:
    records = random_study()
    value = json.loads(to_json(report_of(records, scores_for(records))))
    # architecture 5.4
    contract = {
        "input": "judgments_sha256 scores_sha256 responses ranked skips ties excluded repeats reviewers cases systems "
        "critical_failures",
        "method": "resamples seed bootstrap interval level failed_resamples regularised version",
        "alignment": "evaluator pearson_r ci_low ci_high spearman kendall posters equal_scores judgments margins",
        "agreement": "krippendorff_alpha items pairable raw_agreement",
        "position": "left_share ci_low ci_high n",
    }
    for section, keys in contract.items():
        assert set(keys.split()) <= value[section].keys()
    assert value["schema"] == 1
    rows = {
        "systems": "system strength beat_probability ci_low ci_high rank rank_low rank_high component wins ties losses "
        "n",
        "head_to_head": "a b wins ties losses n preference ci_low ci_high",
    }
    for section, keys in rows.items():
        assert set(keys.split()) <= value[section][0].keys()
    assert value["alignment"]["margins"][0].keys() >= {"low", "high", "n", "agreement", "ci_low", "ci_high"}
    assert value["alignment"]["margins"][-1]["high"] is None
    assert (value["method"]["bootstrap"], value["method"]["interval"], value["method"]["level"]) == (
        "crossed",
        "percentile",
        0.95,
    )


def test_a_report_can_be_read_back(random_study, tmp_path: Path) -> None:
    records = random_study()
    report = report_of(records, scores_for(records))
    path = tmp_path / "report.json"
    path.write_bytes(to_json(report))
    assert load_report(path) == report
    for broken in (b"{", b"[]", b'{"schema": 99}', to_json(report).replace(b'"ranked": 200', b'"ranked": "many"')):
        path.write_bytes(broken)
        with pytest.raises(BadReport):
            load_report(path)


def test_a_missing_alignment_is_read_back_too(random_study, tmp_path: Path) -> None:
    report = report_of(random_study(votes=30))
    path = tmp_path / "report.json"
    path.write_bytes(to_json(report))
    assert load_report(path) == report


def test_the_order_of_rows_changes_only_the_fingerprint(random_study) -> None:
    records = random_study()
    one, other = report_of(records, scores_for(records)), report_of(records[::-1], scores_for(records)[::-1])
    assert dataclasses.replace(one, input=other.input) == other


def test_another_seed_changes_intervals_and_no_estimate(random_study) -> None:
    one, other = (report_of(random_study(), None, ReportOptions(resamples=100, seed=seed)) for seed in (0, 1))
    assert [s.beat_probability for s in one.systems] == [s.beat_probability for s in other.systems]
    assert [s.ci_low for s in one.systems] != [s.ci_low for s in other.systems]


def test_every_measure_of_reliability_has_a_reading(random_study) -> None:
    lines = readings(report_of(random_study()))
    assert [line.measure for line in lines] == [
        "Agreement, Krippendorff’s α",
        "Raw agreement",
        "Left poster chosen",
        "Pull of the left side, δ",
        "Self-consistency",
        "Most that one reviewer moves",
        "Answers that change first place",
    ]
    assert all(line.value and line.reading for line in lines)


def test_csv_cells_are_plain_decimals_and_empty_for_no_value(judge) -> None:
    records: list[JudgmentRecord] = [judge("p", "R", "a", "b", "left")]
    systems = csv_files(results_of(records))["systems.csv"].decode().splitlines()
    assert systems[0] == (
        "system,strength,beat_probability,ci_low,ci_high,rank,rank_low,rank_high,component,wins,ties,losses,n,flagged,"
        "robust_low,robust_high,boundary,regularised,dropped,source"
    )
    # One win and no loss under a ridge of 1e-6: e^-d = 1e-6 d, so d = 11.38 and a stands at 1 - 1.14e-5.
    assert systems[1] == "a,,0.999989,,,1,,,1,1,0,0,1,0,,,undefeated,true,0,not stated"
