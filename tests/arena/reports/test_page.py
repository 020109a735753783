"""The words of a results page: counts add up, and what is undefined is a word with a reason, never a number."""

import re
from pathlib import Path

import pytest

from arena.reports import words
from arena.reports.lines import ResultsPage
from arena.reports.page import results_page
from scoring.files import write_judgments
from scoring.records import JudgmentRecord, ReportOptions
from scoring.report import Report, build_report_files, load_report
from scoring.report.section import Section
from scoring.words import Choice
from tests.factories.reports import built_files


@pytest.fixture
def report(tmp_path: Path) -> Report:
    (tmp_path / "report.json").write_bytes(built_files(simulated=False)["report.json"])
    return load_report(tmp_path / "report.json")


def section(page: ResultsPage, anchor: str) -> Section:
    return next(section for part in page.parts for section in part.sections if section.anchor == anchor)


def test_the_sum_is_written_out_and_the_numbers_of_the_headline_are_bold(report: Report) -> None:
    page = results_page(report)
    assert (page.sum.responses, page.sum.parts) == ("60", "= 59 ranked + 1 skipped + 0 excluded")
    assert re.search(r"<b>\d+\.\d%</b> of comparisons", page.headline)
    assert page.headline_text == re.sub("</?b>", "", page.headline)


def test_names_cannot_bring_markup_into_the_headline(tmp_path: Path) -> None:
    renamed = built_files(simulated=False)["report.json"].replace(b'"alder"', b'"<script>1.0%"')
    (tmp_path / "report.json").write_bytes(renamed)
    page = results_page(load_report(tmp_path / "report.json"))
    assert "&lt;script&gt;" in page.headline
    assert "<script" not in page.headline


def test_the_matrix_is_its_own_mirror(report: Report) -> None:
    rows = results_page(report).matrix
    for i, row in enumerate(rows):
        assert row.cells[i].is_self
        for j in range(i):
            one, other = (float(cell.text.rstrip("%")) for cell in (row.cells[j], rows[j].cells[i]))
            assert one + other == pytest.approx(100)
            assert row.cells[j].n == rows[j].cells[i].n
            assert {row.cells[j].tint[:1], rows[j].cells[i].tint[:1]} in ({"f", "a"}, {""})


def test_what_is_undefined_is_a_word(tmp_path: Path) -> None:
    # Two pairs that nothing joins, one judgment each, no scores: hardly anything can be estimated.
    rows = [
        JudgmentRecord("p1", "R1", "a", "b", Choice.LEFT),
        JudgmentRecord("p2", "R1", "c", "d", Choice.SKIP),
        JudgmentRecord("p3", "R1", "c", "d", Choice.EQUAL, excluded_reason="too fast"),
    ]
    write_judgments(tmp_path / "j.csv", rows)
    report = build_report_files(
        judgments=tmp_path / "j.csv", scores=None, out=tmp_path / "out", options=ReportOptions(resamples=10)
    )
    page = results_page(report)
    assert page.sum.parts == "= 1 ranked + 1 skipped + 1 excluded"
    assert [(exclusion.reason, exclusion.n) for exclusion in page.exclusions] == [("too fast", "1")]
    assert page.has_undefined
    assert page.notes
    assert [line.beats for line in page.lines if line.name in "cd"] == [words.NOT_ESTIMABLE] * 2
    assert {cell.text for row in page.matrix for cell in row.cells if not cell.is_self} >= {"no data"}
    assert "part-scores" not in {part.anchor for part in page.parts}
    values = {row[0]: row[1] for row in section(page, "reliability").tables[0].table.rows}
    assert values["Self-consistency"] == "not measured"
    assert values["Raw agreement"] == words.NOT_ESTIMABLE
    assert "–" not in values.values()
    assert "0.0%" not in {line.beats for line in page.lines if line.n == "0"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (words.percent(0.64), "64.0%"),
        (words.percent(None), "not estimable"),
        (words.percent_interval(0.552, 0.778), "55.2–77.8"),
        (words.percent_interval(None, 0.5), "not estimable"),
        (words.coefficient(-0.051), "−0.05"),
        (words.coefficient_interval(-0.62, 0.36), "−0.62 to 0.36"),
        (words.whole_range(1, 2), "1–2"),
        (words.file_size(999), "999 B"),
        (words.file_size(48_400), "48 kB"),
        (words.file_size(1_234_567), "1.2 MB"),
    ],
)
def test_numbers_in_words(text: str, expected: str) -> None:
    assert text == expected
