"""No table that leaves here holds a cell that a spreadsheet would run, and its numbers are numbers."""

import csv
import io
import re
from dataclasses import replace

from scoring.files import InputFile, render_judgments
from scoring.files.cells import FORMULA_STARTS
from scoring.records import ReportOptions
from scoring.report import compare_reports
from scoring.report.compare_files import to_csv
from scoring.report.compute import compute
from scoring.report.tables import csv_files

NUMBER = re.compile(r"-?\d+(\.\d+)?")


def test_tables_of_reports_and_comparisons_run_nothing_and_keep_negative_numbers(random_study) -> None:
    records = random_study(systems=4, votes=150)
    hostile = [replace(records[0], comment="=1+1"), *records[1:-3]]
    hostile += [replace(record, excluded_reason="\t=cmd|' /C calc'!A0") for record in records[-3:]]
    options = ReportOptions(resamples=50)
    one, two = (
        compute(InputFile("j.csv", render_judgments(part)), None, options, lambda _: None)
        for part in (hostile, hostile[40:])
    )
    tables = {**csv_files(one), "comparison.csv": to_csv(compare_reports(one.report, two.report))}
    tables["judgments.csv"] = render_judgments(hostile)
    negative = 0
    for name, content in tables.items():
        for row in csv.reader(io.StringIO(content.decode(), newline="")):
            for cell in row:
                if cell.startswith((*FORMULA_STARTS, "\t", "\r", "\n")):
                    assert NUMBER.fullmatch(cell), (name, cell)
                    negative += 1
    assert negative > 0
