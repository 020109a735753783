"""The parts of a report that a referee asks for: that they agree with each other, and what is said of each."""

import csv
import dataclasses
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from markupsafe import escape

from scoring.files import InputFile, render_judgments, render_scores
from scoring.records import JudgmentRecord, ReportOptions, ScoreRecord
from scoring.report import explain
from scoring.report.compute import STEPS, compute
from scoring.report.jsonfile import load_report, to_json
from scoring.report.methods import methods
from scoring.report.model import Report, Results
from scoring.report.page import render_page
from scoring.report.page_tables import boards, differences, head_to_head, influence, planning, reviewers
from scoring.report.tables import COLUMNS, csv_files
from scoring.words import Choice, Dimension, ScoreStatus

FAST = ReportOptions(resamples=200, evaluator="e")
PAIRS = (("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("b", "d"), ("c", "d"))
STRENGTH = {"a": 0.9, "b": 0.4, "c": -0.1, "d": -0.9}


def healthy() -> list[JudgmentRecord]:
    """12 papers of two disciplines, 4 reviewers, every pair of 4 systems of different strength, a quarter ties."""
    rng = np.random.default_rng(3)

    def answer(left: str, right: str) -> Choice:
        if rng.random() < 0.25:
            return Choice.EQUAL
        return Choice.LEFT if rng.random() < 1 / (1 + np.exp(STRENGTH[right] - STRENGTH[left])) else Choice.RIGHT

    return [
        JudgmentRecord(
            f"p{p:02d}", f"R{r}", a, b, answer(a, b), discipline=("optics", "botany")[p % 2], seconds=10.0 + p
        )
        for p in range(12)
        for r in range(4)
        for a, b in PAIRS
    ]


def scored(records, evaluators=("e", "f")) -> list[ScoreRecord]:
    posters = sorted({(r.case_id, name) for r in records for name in (r.system_left, r.system_right)})
    return [
        ScoreRecord(
            case,
            name,
            evaluator,
            ScoreStatus.SCORED,
            float((17 * number + 31 * place * number) % 83),
            dimensions={Dimension.LAYOUT: float(number % 7), Dimension.DENSITY: float(number % 5)},
        )
        for place, evaluator in enumerate(evaluators)
        for number, (case, name) in enumerate(posters)
    ]


def results_of(records, scores=None, options=FAST) -> Results:
    if scores is None:
        options = dataclasses.replace(options, evaluator=None)
    score_file = None if scores is None else InputFile("scores.csv", render_scores(scores))
    return compute(InputFile("judgments.csv", render_judgments(records)), score_file, options, lambda _: None)


@pytest.fixture(scope="module")
def results() -> Results:
    records = healthy()
    return results_of(records, scored(records))


@pytest.fixture(scope="module")
def report(results: Results) -> Report:
    return results.report


def table(results: Results, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_files(results)[name].decode())))


def test_every_step_is_announced_once_and_in_order() -> None:
    steps: list[str] = []
    compute(InputFile("judgments.csv", render_judgments(healthy())), None, ReportOptions(resamples=20), steps.append)
    assert tuple(steps) == STEPS


def test_the_crossed_variant_is_the_board_and_the_robust_one_stands_beside_it(report: Report) -> None:
    for system, line in zip(report.systems, report.variants, strict=True):
        assert line.system == system.system
        assert (line.crossed.value, line.crossed.ci_low) == (system.beat_probability, system.ci_low)
        assert (line.robust.ci_low, line.robust.ci_high) == (system.robust_low, system.robust_high)
        assert {line.row.value, line.paper.value, line.reviewer.value} == {system.beat_probability}


def test_differences_are_those_of_the_board_and_decide_the_rank_ranges(report: Report) -> None:
    beat = {system.system: system.beat_probability for system in report.systems}
    assert len(report.differences) == 6
    for pair in report.differences:
        assert pair.difference == pytest.approx(beat[pair.a] - beat[pair.b], abs=2e-6)
        assert pair.apart == (pair.ci_low > 0 or pair.ci_high < 0)
    for system in report.systems:
        above = sum(pair.apart for pair in report.differences if pair.b == system.system)
        below = sum(pair.apart for pair in report.differences if pair.a == system.system)
        assert (system.rank_low, system.rank_high) == (1 + above, 4 - below)
    assert [name for tier in report.tiers for name in tier] == [system.system for system in report.systems]


def test_leaving_one_out_is_the_report_without_that_one(report: Report) -> None:
    # Independent of the batch: the whole report again, from a file without this reviewer or paper.
    whole = {system.system: system.beat_probability for system in report.systems}
    for line, rest in (
        (report.influence.reviewers[0], lambda record, name: record.reviewer != name),
        (report.influence.papers[-1], lambda record, name: record.case_id != name),
    ):
        without = results_of([record for record in healthy() if rest(record, line.name)]).report
        shifts = {system.system: abs(system.beat_probability - whole[system.system]) for system in without.systems}
        assert line.shift == pytest.approx(max(shifts.values()), abs=2e-6)
        assert line.leaders == tuple(sorted(system.system for system in without.systems if system.rank == 1))


def test_reviewers_carry_their_influence_and_their_agreement(results: Results) -> None:
    shifts = {line.name: line.shift for line in results.report.influence.reviewers}
    assert {line.reviewer: line.shift for line in results.reviewers} == shifts
    for line in results.reviewers:
        assert line.tie_share == pytest.approx(line.equal / line.ranked, abs=1e-6)
        assert 0 <= line.agreement <= 1
        assert line.compared <= line.ranked


def test_boards_hold_the_judgments_of_their_discipline_only(report: Report) -> None:
    assert [board.discipline for board in report.boards] == ["botany", "optics"]
    alone = results_of([record for record in healthy() if record.discipline == "optics"]).report
    optics = report.boards[1]
    assert (optics.n, optics.cases, optics.reviewers) == (alone.input.ranked, 6, 4)
    assert {line.system: line.beat_probability for line in optics.systems} == {
        system.system: system.beat_probability for system in alone.systems
    }


def test_flipping_as_many_answers_as_told_changes_first_place(report: Report) -> None:
    fragile = report.fragility
    assert fragile.flips == sum(change.count for change in fragile.changes)
    left = {(change.winner, change.loser): (change.count - change.ties, change.ties) for change in fragile.changes}
    flipped = []
    for record in healthy():
        choice = record.choice
        for winner, loser in ((record.system_left, record.system_right), (record.system_right, record.system_left)):
            wins, ties = left.get((winner, loser), (0, 0))
            for_loser = Choice.LEFT if loser == record.system_left else Choice.RIGHT
            if wins and choice is (Choice.LEFT if winner == record.system_left else Choice.RIGHT):
                left[winner, loser], choice = (wins - 1, ties), for_loser
            elif ties and choice is Choice.EQUAL:
                left[winner, loser], choice = (wins, ties - 1), for_loser
        flipped.append(dataclasses.replace(record, choice=choice))
    assert set(left.values()) == {(0, 0)}
    beat = {system.system: system.beat_probability for system in results_of(flipped).report.systems}
    assert beat[fragile.challenger] >= beat[fragile.leader] - 1e-6


def test_every_evaluator_has_an_alignment_and_two_are_compared_on_the_same_posters(report: Report) -> None:
    assert [alignment.evaluator for alignment in report.alignments] == ["e", "f"]
    assert report.alignment == report.alignments[0]
    alone = results_of(healthy(), scored(healthy(), ("e",))).report
    assert alone.alignments == (report.alignment,)
    assert alone.evaluator_comparisons == ()
    pair = report.evaluator_comparisons[0]
    assert (pair.a, pair.b, pair.posters) == ("e", "f", 48)
    r = [alignment.pearson_r for alignment in report.alignments]
    assert pair.pearson.difference.value == pytest.approx(r[0] - r[1], abs=2e-6)
    assert pair.judgments + pair.unscored + pair.equal_scores == report.input.ranked


def test_levels_and_dimensions_stand_beside_the_contracts_numbers(report: Report) -> None:
    alignment = report.alignment
    poster = alignment.poster_level
    assert (poster.pearson.value, poster.pearson.ci_low) == (alignment.pearson_r, alignment.ci_low)
    assert (poster.spearman.value, poster.kendall.value) == (alignment.spearman, alignment.kendall)
    assert poster.spearman.ci_low < poster.spearman.value < poster.spearman.ci_high
    assert alignment.overall.n == alignment.judgments + alignment.below_first_edge
    assert {line.dimension for line in alignment.dimensions} == {"layout", "density"}
    assert {point.system for point in alignment.system_level.points} == {"a", "b", "c", "d"}
    assert alignment.system_level.pearson.ci_low is not None


def test_tables_say_what_the_report_says(results: Results) -> None:
    report = results.report
    assert set(csv_files(results)) == set(COLUMNS)
    assert all(header.endswith("source") for header in COLUMNS.values())
    assert len(table(results, "differences.csv")) == 6
    assert {row["apart"] for row in table(results, "differences.csv")} <= {"true", "false"}
    ways = {row["method"] for row in table(results, "intervals.csv")}
    assert ways == {"crossed", "row", "paper", "reviewer", "two-way robust"}
    robust = [row["ci_low"] for row in table(results, "intervals.csv") if row["method"] == "two-way robust"]
    assert [float(low) for low in robust] == [system.robust_low for system in report.systems]
    assert len(table(results, "boards.csv")) == 8
    assert {row["evaluator"] for row in table(results, "margins.csv")} == {"e"}
    assert {row["level"] for row in table(results, "alignment.csv")} == {"poster", "within paper", "system", "judgment"}
    assert {row["evaluator"] for row in table(results, "alignment.csv")} == {"e", "f"}
    assert [row["left_out"] for row in table(results, "influence.csv")] == ["reviewer"] * 4 + ["paper"] * 12
    assert len(table(results, "planning.csv")) == len(report.planning.points)
    assert sum(int(row["n"]) for row in table(results, "coverage.csv")) == report.input.ranked
    first = table(results, "evaluators.csv")[0]
    assert float(first["difference"]) == pytest.approx(float(first["value_a"]) - float(first["value_b"]), abs=2e-6)


def test_without_scores_the_tables_on_scores_have_a_header_only() -> None:
    files = csv_files(results_of(healthy()))
    for name in ("margins.csv", "alignment.csv", "dimensions.csv", "evaluators.csv"):
        assert files[name].decode() == COLUMNS[name] + "\n"


def test_a_report_of_an_older_version_is_read_with_what_it_has(report: Report, tmp_path: Path) -> None:
    # The keys of the first version's report.json (architecture 5.4), and no more.
    value = json.loads(to_json(report))
    kept = ("schema", "input", "method", "systems", "head_to_head", "alignment", "agreement", "position")
    old = {key: value[key] for key in (*kept, "self_consistency", "notes")}
    for system in old["systems"]:
        for key in ("dropped", "reason", "boundary", "regularised", "robust_low", "robust_high", "robust_reason"):
            del system[key]
    del old["method"]["libraries"], old["alignment"]["poster_level"], old["position"]["effect"]
    path = tmp_path / "report.json"
    path.write_text(json.dumps(old))
    read = load_report(path)
    assert read.systems[0].beat_probability == report.systems[0].beat_probability
    assert (read.systems[0].boundary, read.variants, read.fragility, read.position.effect) == (None, (), None, None)
    assert explain.fragility(read) == explain.planning(read) == explain.tiers(read) == explain.boards(read) == ""


SENTENCES = (
    explain.tiers,
    explain.intervals,
    explain.reviewer_influence,
    explain.paper_influence,
    explain.fragility,
    explain.side,
    explain.tie_model,
    explain.planning,
    explain.failures,
    explain.boards,
    explain.coverage,
    explain.levels,
)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.__name__)
def test_each_part_of_a_healthy_study_has_its_sentence(report: Report, sentence) -> None:
    text = sentence(report)
    assert text.endswith(".")
    assert "None" not in text
    assert "–" not in text.replace("Bradley–Terry", "")


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.__name__)
@pytest.mark.parametrize("choices", [["skip"], ["equal"], ["left"], []])
def test_no_sentence_shows_a_missing_number(judge, sentence, choices: list[str]) -> None:
    records = [judge(f"p{n}", f"R{n}", "a", "b", choice) for choice in choices for n in range(3)]
    text = sentence(results_of(records).report)
    assert "None" not in text
    assert "–" not in text


def test_only_an_interval_wider_than_that_of_single_judgments_is_said_to_need_papers_and_reviewers(
    report: Report,
) -> None:
    leader = report.variants[0]
    row = leader.row
    assert row.ci_low is not None and row.ci_high is not None
    half = (row.ci_high - row.ci_low) / 4

    def said(width: float) -> str:
        crossed = dataclasses.replace(row, ci_low=0.5 - width * half, ci_high=0.5 + width * half)
        lines = (dataclasses.replace(leader, crossed=crossed), *report.variants[1:])
        return explain.intervals(dataclasses.replace(report, variants=lines))

    assert "0.5 times as wide" in said(1)
    assert "claim more" not in said(1)
    assert "1.5 times as wide" in said(3)
    assert "claim more" in said(3)


def test_what_is_said_of_one_group_says_so(judge) -> None:
    records = [
        judge(f"p{n}", f"R{r}", *pair, ("left", "right", "left", "equal")[(n + 2 * r * n + place) % 4])
        for n in range(6)
        for r in range(3)
        for place, pair in enumerate(("ab", "bc", "ca", "xy"))
    ]
    report = results_of(records).report
    assert explain.tiers(report).startswith("Tiers of group 1: 1. c, a and b. Tiers of group 2: 1. x and y.")
    assert report.planning.width is not None
    assert explain.planning(report).endswith("This is of the largest group of systems that are compared.")


def test_a_missing_number_of_any_part_has_a_note(judge) -> None:
    report = results_of([judge("p1", "R1", "a", "b", "left")], None).report
    notes = " ".join(report.notes)
    for words in (
        "the beat probabilities by the two-way cluster-robust variance",
        "the difference between a and b",
        "The pull of the left side is null",
        "The planning curve is null",
        "The board without R1 is null",
        "Rank ranges and tiers are null",
    ):
        assert words in notes, words


def test_the_page_shows_every_part_and_a_methods_section_to_paste(results: Results) -> None:
    page = render_page(results, []).decode()
    parts = re.findall(r'<section class="section" id="([a-z-]+)"', page)
    assert parts[0] == "preference"
    assert parts[-3:] == ["words", "methods", "files"]
    assert {"differences", "reliability", "influence", "intervals", "failures", "boards", "margins"} <= set(parts)
    assert {"scores", "levels", "dimensions", "evaluators", "planning", "coverage", "notes"} <= set(parts)
    told = methods(results.report)
    assert {"reviewers"} <= set(parts)
    for text in (*told.paragraphs, *told.references, *results.report.notes, explain.fragility(results.report)):
        assert str(escape(text)) in page
    assert "None" not in re.sub(r"data:[^\"]+", "", page)


def test_a_page_without_judgments_is_short_and_shows_no_missing_number() -> None:
    page = render_page(results_of([]), []).decode()
    parts = re.findall(r'<section class="section" id="([a-z-]+)"', page)
    assert parts == ["reliability", "notes", "words", "methods", "files"]
    assert "None" not in re.sub(r"data:[^\"]+", "", page)


def test_of_many_pairs_the_highest_systems_are_shown_and_the_rest_is_told(random_study) -> None:
    report = results_of(random_study(systems=13, votes=600)).report
    for found, file in ((head_to_head(report), "head_to_head.csv"), (differences(report), "differences.csv")):
        assert len(found.rows) == 45
        assert found.note == f"The pairs of the 10 systems that stand highest; all 78 pairs are in {file}."
    top = {system.system for system in report.systems[:10]}
    assert {name for row in head_to_head(report).rows for name in row[:2]} == top
    assert len(influence(report).rows) == 6 + 10
    assert influence(report).note


def test_many_reviewers_are_cut_to_those_who_move_most(results: Results) -> None:
    many = [
        dataclasses.replace(line, reviewer=f"R{n:02d}", shift=n / 100) for n, line in enumerate(results.reviewers * 20)
    ]
    found = reviewers(many)
    assert len(found.rows) == 40
    assert found.rows[0][0] == "R79"
    assert "all 80 are in reviewers.csv" in found.note


def test_boards_and_plans_become_tables_with_a_column_each(report: Report) -> None:
    found = boards(report)
    assert [column.name for column in found.columns][1::2] == ["botany, 144 judgments", "optics, 144 judgments"]
    widths = planning(report)
    assert len(widths.rows) == len({point.reviewers for point in report.planning.points})
    assert all(len(row) == len(widths.columns) for row in widths.rows)
