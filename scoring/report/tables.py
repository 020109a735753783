"""The report's CSV files."""

from collections.abc import Iterable
from typing import Final

from scoring.files.render import csv_bytes
from scoring.report.model import Results

SYSTEMS: Final = (
    "system,strength,beat_probability,ci_low,ci_high,rank,rank_low,rank_high,"
    "component,wins,ties,losses,n,flagged,source"
)
HEAD_TO_HEAD: Final = "a,b,wins,ties,losses,n,preference,ci_low,ci_high,source"
MARGINS: Final = "evaluator,low,high,n,agreement,ci_low,ci_high,source"
POSTERS: Final = "case_id,discipline,system,evaluator,status,score,wins,ties,losses,n,preference,source"
REVIEWERS: Final = (
    "reviewer,responses,ranked,left,equal,right,skips,excluded,repeats,"
    "critical_failures,left_share,median_seconds,source"
)


def csv_files(results: Results) -> dict[str, bytes]:
    """The five CSV files by name; without scores margins.csv has a header only. An empty cell is "no value".

    The column `source` says in every line where the judgments come from, so that a table cut loose from its report
    still tells simulated from real.
    """
    report = results.report
    label = {"source": report.input.source}
    alignment = report.alignment
    evaluator = {"evaluator": alignment.evaluator if alignment else ""}
    margins = alignment.margins if alignment else ()
    return {
        "systems.csv": _csv(SYSTEMS, report.systems, label),
        "head_to_head.csv": _csv(HEAD_TO_HEAD, report.head_to_head, label),
        "margins.csv": _csv(MARGINS, margins, {**evaluator, **label}),
        "posters.csv": _csv(POSTERS, results.posters, label),
        "reviewers.csv": _csv(REVIEWERS, results.reviewers, {}),
    }


def _csv(header: str, lines: Iterable[object], constants: dict[str, str]) -> bytes:
    columns = header.split(",")
    return csv_bytes(
        columns,
        (
            {name: constants[name] if name in constants else cell(getattr(line, name)) for name in columns}
            for line in lines
        ),
    )


def cell(value: str | float | None) -> str:
    """A CSV cell: plain decimals (never an exponent) without trailing zeros, empty for None."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return str(value)
