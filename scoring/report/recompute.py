"""The command that makes a report again from its files."""

import shlex

from scoring.files.cells import number_text
from scoring.records import ReportOptions
from scoring.report.model import Report


def recompute_command(report: Report, judgments: str = "judgments.csv", scores: str = "scores.csv") -> str:
    """The exact command line; margin edges stand in it only where they are not the usual ones."""
    words = ["python", "-m", "scoring", "report", "--judgments", judgments]
    if report.input.scores_sha256 is not None:
        words += ["--scores", scores]
    words += ["--out", "report"]
    if report.alignment is not None:
        words += ["--evaluator", report.alignment.evaluator]
    words += ["--resamples", str(report.method.resamples), "--seed", str(report.method.seed)]
    if report.method.margin_edges != ReportOptions().margin_edges:
        words += ["--margins", ",".join(number_text(edge) for edge in report.method.margin_edges)]
    return shlex.join(words)
