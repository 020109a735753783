"""Exclusions are data: the report says what they are and what it would be without them."""

import pytest

from scoring.files import render_judgments
from scoring.records import ReportOptions
from scoring.report import explain, page_tables
from scoring.report.compute import InputFile, compute
from scoring.report.model import Results
from scoring.report.sections import parts
from scoring.report.tables import csv_files
from scoring.words import WITHDRAWN, Source

TOO_FAST = "median 0.8 s, rule: below 3 s"


@pytest.fixture
def results(judge) -> Results:
    """Two systems, so that a beat probability is the share won, a tie as half (worked by hand).

    Kept: a wins 3 of 4. Too fast: b wins both. Taken back: b wins both, which nothing may count.
    """
    kept = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p2", "R1", "a", "b", "left"),
        judge("p1", "R2", "a", "b", "left"),
        judge("p2", "R2", "a", "b", "right"),
    ]
    fast = [judge(case, "R3", "a", "b", "right", excluded_reason=TOO_FAST) for case in ("p1", "p2")]
    gone = [judge(case, "R4", "a", "b", "right", excluded_reason=WITHDRAWN) for case in ("p1", "p2")]
    return results_of([*kept, *fast, *gone])


def results_of(records) -> Results:
    file = InputFile("judgments.csv", render_judgments(records))
    return compute(file, None, ReportOptions(resamples=100), lambda _: None)


def test_what_somebody_else_might_have_kept_is_counted_beside_the_result(results: Results) -> None:
    report = results.report
    reported = {system.system: system.beat_probability for system in report.systems}
    assert reported == {"a": 0.75, "b": 0.25}
    found = report.with_excluded
    assert found is not None
    assert (found.arguable, found.n, found.cases, found.reviewers) == (2, 6, 2, 3)
    assert {line.system: line.beat_probability for line in found.systems} == {"a": 0.5, "b": 0.5}
    assert report.input.excluded_reasons == {TOO_FAST: 2, WITHDRAWN: 2}


def test_the_page_and_the_file_show_both(results: Results) -> None:
    report = results.report
    assert explain.exclusions(report) == (
        "4 responses kept and 4 excluded. With 2 excluded responses counted, beat probabilities move by at most 25.0 "
        "percentage points, and 1 system has another rank."
    )
    assert [row[0] for row in page_tables.exclusion_reasons(report).rows] == [TOO_FAST, WITHDRAWN]
    header, *lines = csv_files(results)["exclusions.csv"].decode().splitlines()
    assert header.startswith("system,beat_probability,")
    assert sorted(line.split(",")[0] for line in lines) == ["a", "b"]
    anchors = [section.anchor for part in parts(report) for section in part.sections]
    assert "exclusions" in anchors


def test_what_was_only_taken_back_is_never_counted_again(judge) -> None:
    records = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "R2", "a", "b", "right", excluded_reason=WITHDRAWN),
    ]
    report = results_of(records).report
    assert report.with_excluded is None
    assert "None of the excluded ones can be argued about" in explain.exclusions(report)


def test_simulated_rows_beside_real_ones_stay_out_of_both(judge) -> None:
    records = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "sim-01", "a", "b", "right", source=Source.SIMULATED),
        judge("p2", "sim-01", "a", "b", "right", source=Source.SIMULATED, excluded_reason="by hand"),
    ]
    assert results_of(records).report.with_excluded is None


def test_without_exclusions_nothing_is_said(judge) -> None:
    report = results_of([judge("p1", "R1", "a", "b", "left"), judge("p1", "R2", "a", "b", "right")]).report
    assert report.with_excluded is None
    assert explain.exclusions(report) == ""
    assert "exclusions" not in [section.anchor for part in parts(report) for section in part.sections]


def test_repeats_that_are_excluded_are_told_with_the_repeats(judge) -> None:
    records = [
        judge("p1", "R1", "a", "b", "left"),
        judge("p1", "R1", "b", "a", "right", repeat_of="1"),
        judge("p1", "R2", "a", "b", "left", excluded_reason=TOO_FAST),
        judge("p1", "R2", "b", "a", "left", repeat_of="1", excluded_reason=TOO_FAST),
    ]
    notes = results_of(records).report.notes
    assert any("2 repeated judgments count for self-consistency only. Excluded of these: 1." in note for note in notes)
