"""Two reports side by side: what is called the same, what changed, and in which words."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.files import render_judgments
from scoring.records import JudgmentRecord, ReportOptions
from scoring.report import Comparison, Report, compare_reports
from scoring.report.compare_chart import draw_chart
from scoring.report.compare_files import comparison_files, render_comparison, to_csv, write_comparison
from scoring.report.compare_records import Change, Estimate
from scoring.report.compare_text import as_text
from scoring.report.compare_words import sentences
from scoring.report.compute import InputFile, compute
from scoring.words import Choice, Source

FAST = ReportOptions(resamples=60)


def report(records: list[JudgmentRecord], options: ReportOptions = FAST) -> Report:
    return compute(InputFile("judgments.csv", render_judgments(records)), None, options, lambda _: None).report


@pytest.fixture
def before(random_study) -> Report:
    return report(random_study(systems=3, votes=90))


def swap(given: Report, first: str, second: str) -> Report:
    """The same report with two systems' names exchanged everywhere in the board and the pairs."""
    names = {first: second, second: first}
    board = tuple(replace(system, system=names.get(system.system, system.system)) for system in given.systems)
    pairs = tuple(replace(p, a=names.get(p.a, p.a), b=names.get(p.b, p.b)) for p in given.head_to_head)
    return replace(given, systems=board, head_to_head=pairs, differences=())


def test_a_report_against_itself_differs_in_nothing(before: Report) -> None:
    same = compare_reports(before, before)
    assert (same.same_judgments, same.same_scores, same.same_options, same.same_version, same.same_numbers) == (
        (True,) * 5
    )
    assert all(change.difference in {0, None} for change in numbers(same))
    assert all(fact.same for fact in (*same.inputs, *same.options))
    assert (same.appeared, same.disappeared, same.notes_gone, same.notes_new) == ((), (), (), ())
    assert sentences(same) == (
        f"{before.systems[0].system} stands first in both reports.",
        "No number compared here differs between the two reports.",
        "Both are made from the same judgments and scores with the same options.",
    )


def numbers(comparison: Comparison) -> list[Change]:
    return [
        *(system.beat for system in comparison.systems),
        *(pair.preference for pair in comparison.pairs),
        *(change for part in comparison.alignment for change in part.changes),
        *comparison.people,
    ]


def test_systems_that_change_places_are_told_with_their_intervals(before: Report) -> None:
    first, second, _ = (system.system for system in before.systems)
    comparison = compare_reports(before, swap(before, first, second))
    moved = comparison.systems[0]
    assert moved.system == second
    assert (moved.rank_before.rank, moved.rank_after.rank) == (2, 1)
    expected = before.systems[0].beat_probability - before.systems[1].beat_probability
    assert moved.beat.difference == pytest.approx(expected, abs=1e-6)
    assert comparison.same_judgments
    assert not comparison.same_numbers
    told = [sentence for sentence in sentences(comparison) if sentence.startswith(second)]
    assert len(told) == 1
    assert told[0].startswith(f"{second} moved from rank 2 to 1: ")
    assert f"First place goes from {first} to {second}." in sentences(comparison)
    assert "significan" not in " ".join(sentences(comparison))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((0.4, 0.5), (0.5, 0.6), True),  # a shared end is a shared value
        ((0.5, 0.6), (0.4, 0.5), True),
        ((0.4, 0.5), (0.500001, 0.6), False),
        ((0.5, 0.6), (0.2, 0.4), False),
        ((0.1, 0.9), (0.4, 0.5), True),
        ((None, None), (0.4, 0.5), None),
    ],
)
def test_intervals_overlap_where_they_share_a_value(before: Report, old, new, expected) -> None:
    def with_interval(ends: tuple[float | None, float | None]) -> Report:
        top = replace(before.systems[0], ci_low=ends[0], ci_high=ends[1])
        return replace(before, systems=(top, *before.systems[1:]))

    assert compare_reports(with_interval(old), with_interval(new)).systems[0].beat.overlap is expected


def test_a_pair_told_from_the_other_side_is_turned_round(before: Report) -> None:
    pair = before.head_to_head[0]
    turned = replace(
        pair,
        a=pair.b,
        b=pair.a,
        wins=pair.losses,
        losses=pair.wins,
        preference=round(1 - pair.preference, 6),
        ci_low=round(1 - pair.ci_high, 6),
        ci_high=round(1 - pair.ci_low, 6),
    )
    after = replace(before, head_to_head=(turned, *before.head_to_head[1:]))
    change = compare_reports(before, after).pairs[0].preference
    assert change.before == change.after == Estimate(pair.preference, pair.ci_low, pair.ci_high, pair.n)
    assert change.difference == 0


def test_systems_that_come_and_go_make_beat_probabilities_answer_another_question(random_study) -> None:
    all_three = random_study(systems=3, votes=90)
    two = [record for record in all_three if "s2" not in {record.system_left, record.system_right}]
    gone = compare_reports(report(all_three), report(two))
    assert gone.disappeared == ("s2",)
    assert [system.system for system in gone.systems][-1] == "s2"
    assert gone.systems[-1].beat.after is None
    assert gone.systems[-1].rank_after is None
    assert not any(system.same_field for system in gone.systems)
    told = sentences(gone)
    assert "Only in the report before: s2." in told
    assert any("measured against other systems than before" in sentence for sentence in told)
    come = compare_reports(report(two), report(all_three))
    assert come.appeared == ("s2",)
    assert "new" in as_text(come)
    assert [change.difference for change in numbers(come) if change.before is None] == [None] * 3  # s2 and its pairs


def test_reports_without_a_system_in_common_say_so(before: Report, random_study) -> None:
    renamed = [
        replace(record, system_left=f"x{record.system_left}", system_right=f"x{record.system_right}")
        for record in random_study(systems=3, votes=90)
    ]
    told = sentences(compare_reports(before, report(renamed)))
    assert "The two reports have no system in common." in told
    assert not any("keep" in sentence or "moved" in sentence for sentence in told)


def test_simulated_reports_are_labelled_wherever_they_stand(random_study, before: Report) -> None:
    simulated = report(random_study(systems=3, votes=90, source=Source.SIMULATED))
    for pair, label in (((simulated, before), "before"), ((before, simulated), "after")):
        comparison = compare_reports(*pair)
        other = {"before": "after", "after": "before"}[label]
        assert sentences(comparison)[0].startswith(
            f"The report {label} is of simulated judgments and the report {other} is not"
        )
        page = render_comparison(comparison).decode()
        assert f"The judgments of the report {label} are simulated." in page
        assert "<title>Simulated: " in page
        lines = rows(comparison)
        assert {line["simulated"] for line in lines} == {label}
        assert as_text(comparison).startswith("The report ")
    both = compare_reports(simulated, simulated)
    assert sentences(both)[0] == "Both reports are of simulated judgments: no person compared these posters."
    assert {line["simulated"] for line in rows(both)} == {"before+after"}


def rows(comparison: Comparison) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(comparison).decode())))


def test_other_options_and_the_same_inputs_are_told_apart(random_study) -> None:
    records = random_study(systems=3, votes=90)
    comparison = compare_reports(report(records), report(records, ReportOptions(resamples=60, seed=7)))
    assert (comparison.same_judgments, comparison.same_options) == (True, False)
    assert [option.name for option in comparison.options if not option.same] == ["seed"]
    assert "Options: seed 0 before and 7 after." in sentences(comparison)
    assert all(system.beat.difference == 0 for system in comparison.systems)  # the seed moves intervals alone


def test_the_files_hold_every_number_once_and_repeat_byte_for_byte(
    random_study, before: Report, tmp_path: Path
) -> None:
    records = random_study(systems=3, votes=90)
    after = report([*records[:-1], replace(records[-1], choice=Choice.SKIP)])
    comparison = compare_reports(before, after)
    write_comparison(tmp_path / "new" / "out", comparison)
    written = {path.name: path.read_bytes() for path in (tmp_path / "new" / "out").iterdir()}
    assert written == comparison_files(comparison)
    assert sorted(written) == ["comparison.csv", "comparison.html", "comparison.json"]
    value = json.loads(written["comparison.json"])
    assert value["sentences"] == list(sentences(comparison))
    lines = rows(comparison)
    assert len(lines) == len(numbers(comparison))
    for line, system in zip(lines, comparison.systems, strict=False):
        assert line["name"] == system.system
        assert float(line["difference"]) == system.beat.difference
        assert int(line["after_n"]) == system.beat.after.n
    page = written["comparison.html"].decode()
    # Self-contained: nothing to fetch, nothing to run.
    assert not re.findall(r"<(?:link|script|iframe|object|embed|img)\b", page)
    assert all(url.startswith("data:") for url in re.findall(r"url\(\"?([^\")]*)", page))
    assert "prefers-color-scheme: dark" in page
    assert "imulated" not in page


def test_the_chart_has_a_row_for_each_system_and_a_mark_for_each_report_that_has_it(random_study) -> None:
    all_three = random_study(systems=3, votes=90)
    two = [record for record in all_three if "s2" not in {record.system_left, record.system_right}]
    comparison = compare_reports(report(all_three), report(two))
    chart = draw_chart(comparison)
    assert [(row.name, [mark.which for mark in row.marks]) for row in chart.rows] == [
        *((system.system, ["before", "after"]) for system in comparison.systems[:2]),
        ("s2", ["before"]),
    ]
    left, middle, right = chart.ticks[0].x, chart.ticks[2].x, chart.ticks[4].x
    assert middle == pytest.approx((left + right) / 2)
    for row, system in zip(chart.rows, comparison.systems, strict=True):
        mark, estimate = row.marks[0], system.beat.before
        for x, share in ((mark.x, estimate.value), (mark.low, estimate.ci_low), (mark.high, estimate.ci_high)):
            assert x == pytest.approx(left + share * (right - left), abs=0.06)


def test_names_are_escaped_on_the_page(random_study) -> None:
    records = [replace(record, reviewer="<b>R</b>") for record in random_study(systems=2, papers=40, votes=30)]
    seen: dict[str, JudgmentRecord] = {}
    for record in records:
        seen.setdefault(record.case_id, record)
    named = [
        replace(record, system_left=f"<i>{record.system_left}", system_right=f"<i>{record.system_right}")
        for record in seen.values()
    ]
    page = render_comparison(compare_reports(report(named), report(named))).decode()
    assert "<i>" not in page
    assert "&lt;i&gt;s0" in page


def test_two_reports_without_any_judgment_can_be_compared() -> None:
    nothing = report([])
    comparison = compare_reports(nothing, nothing)
    assert comparison.systems == ()
    assert comparison.same_numbers
    assert as_text(comparison).startswith("Neither report ranks a system.\n")
    assert render_comparison(comparison)
