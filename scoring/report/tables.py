"""The report's CSV files."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from scoring.files.render import csv_bytes
from scoring.report.aligned import AlignmentResult
from scoring.report.model import Report, Results
from scoring.report.referee import Estimated

Cell: TypeAlias = str | float | bool | None

# Columns of each table; `source` stands last in all of them.
COLUMNS: Final = {
    "systems.csv": (
        "system,strength,beat_probability,ci_low,ci_high,rank,rank_low,rank_high,component,wins,ties,losses,n,flagged,"
        "robust_low,robust_high,boundary,regularised,dropped,source"
    ),
    "head_to_head.csv": "a,b,wins,ties,losses,n,preference,ci_low,ci_high,dropped,source",
    "differences.csv": "a,b,difference,ci_low,ci_high,p_value,apart,source",
    "intervals.csv": "system,method,beat_probability,ci_low,ci_high,reason,source",
    "boards.csv": "discipline,system,beat_probability,ci_low,ci_high,rank,component,n,reason,source",
    "margins.csv": "evaluator,low,high,n,agreement,ci_low,ci_high,dropped,source",
    "alignment.csv": "evaluator,level,statistic,n,value,ci_low,ci_high,reason,source",
    "dimensions.csv": "evaluator,dimension,statistic,n,value,ci_low,ci_high,reason,source",
    "evaluators.csv": "a,b,statistic,n,value_a,value_b,difference,ci_low,ci_high,reason,source",
    "posters.csv": "case_id,discipline,system,evaluator,status,score,wins,ties,losses,n,preference,source",
    "reviewers.csv": (
        "reviewer,responses,ranked,left,equal,right,skips,excluded,repeats,critical_failures,left_share,median_seconds,"
        "tie_share,skip_share,agreement,compared,shift,source"
    ),
    "exclusions.csv": (
        "system,beat_probability,ci_low,ci_high,rank,n,with_excluded,with_excluded_low,with_excluded_high,"
        "with_excluded_rank,with_excluded_n,reason,source"
    ),
    "influence.csv": "left_out,name,n,shift,system,leaders,rank_changes,reason,source",
    "failures.csv": "system,flagged,shown,unsided,rate,ci_low,ci_high,source",
    "planning.csv": "reviewers,judgments,width,source",
    "coverage.csv": "case_id,n,pairs,reviewers,source",
}


def csv_files(results: Results) -> dict[str, bytes]:
    """All tables by name; one without anything to show has a header only. An empty cell is "no value".

    The column `source` says in every line where the judgments come from, so that a table cut loose from its report
    still tells simulated from real.
    """
    report = results.report
    label = report.input.source
    alignment = report.alignment
    lines: dict[str, Iterable[Sequence[Cell]]] = {
        "systems.csv": _records("systems.csv", report.systems, label),
        "head_to_head.csv": _records("head_to_head.csv", report.head_to_head, label),
        "differences.csv": _records("differences.csv", report.differences, label),
        "intervals.csv": _intervals(report, label),
        "boards.csv": _boards(report, label),
        "margins.csv": _margins(alignment, label) if alignment else (),
        "alignment.csv": (line for one in report.alignments for line in _levels(one, label)),
        "dimensions.csv": (line for one in report.alignments for line in _dimensions(one, label)),
        "evaluators.csv": _evaluators(report, label),
        "posters.csv": _records("posters.csv", results.posters, label),
        "reviewers.csv": _records("reviewers.csv", results.reviewers, None),
        "exclusions.csv": _exclusions(report, label),
        "influence.csv": _influence(report, label),
        "failures.csv": _records("failures.csv", report.failures, label),
        "planning.csv": _records("planning.csv", report.planning.points if report.planning else (), label),
        "coverage.csv": _records("coverage.csv", report.coverage.papers if report.coverage else (), label),
    }
    return {name: _csv(header.split(","), lines[name]) for name, header in COLUMNS.items()}


def _csv(columns: Sequence[str], lines: Iterable[Sequence[Cell]]) -> bytes:
    return csv_bytes(columns, (dict(zip(columns, map(cell, line), strict=True)) for line in lines))


def _records(table: str, records: Iterable[object], label: str | None) -> Iterator[tuple[Cell, ...]]:
    """The fields that the table names, and the label in place of a field `source` where one is given."""
    columns = COLUMNS[table].split(",")
    for record in records:
        yield tuple(label if name == "source" and label is not None else getattr(record, name) for name in columns)


def _ends(one: Estimated) -> tuple[Cell, ...]:
    return one.value, one.ci_low, one.ci_high, one.reason


def _intervals(report: Report, label: str) -> Iterator[tuple[Cell, ...]]:
    for line in report.variants:
        ways = {
            "crossed": line.crossed,
            "row": line.row,
            "paper": line.paper,
            "reviewer": line.reviewer,
            "two-way robust": line.robust,
        }
        for way, one in ways.items():
            yield line.system, way, *_ends(one), label


def _boards(report: Report, label: str) -> Iterator[tuple[Cell, ...]]:
    for board in report.boards:
        for line in board.systems:
            ends = line.beat_probability, line.ci_low, line.ci_high
            yield board.discipline, line.system, *ends, line.rank, line.component, line.n, line.reason, label


def _margins(alignment: AlignmentResult, label: str) -> Iterator[tuple[Cell, ...]]:
    for bucket in alignment.margins:
        ends = bucket.agreement, bucket.ci_low, bucket.ci_high
        yield alignment.evaluator, bucket.low, bucket.high, bucket.n, *ends, bucket.dropped, label


def _levels(alignment: AlignmentResult, label: str) -> Iterator[tuple[Cell, ...]]:
    name = alignment.evaluator
    poster, within, level = alignment.poster_level, alignment.within_paper, alignment.system_level
    if poster is not None:
        for statistic, one in (("pearson", poster.pearson), ("spearman", poster.spearman), ("kendall", poster.kendall)):
            yield name, "poster", statistic, poster.posters, *_ends(one), label
    if within is not None:
        yield name, "within paper", "pearson", within.posters, *_ends(within.pearson), label
        yield name, "within paper", "best poster preferred", within.best.papers, *_ends(within.best.share), label
    if level is not None:
        for statistic, one in (("pearson", level.pearson), ("spearman", level.spearman), ("kendall", level.kendall)):
            yield name, "system", statistic, len(level.points), *_ends(one), label
    if alignment.overall is not None:
        yield name, "judgment", "agreement", alignment.overall.n, *_ends(alignment.overall.agreement), label


def _dimensions(alignment: AlignmentResult, label: str) -> Iterator[tuple[Cell, ...]]:
    for line in alignment.dimensions:
        for statistic, one in (("pearson", line.pearson), ("spearman", line.spearman)):
            yield alignment.evaluator, line.dimension, statistic, line.posters, *_ends(one), label


def _evaluators(report: Report, label: str) -> Iterator[tuple[Cell, ...]]:
    for pair in report.evaluator_comparisons:
        for statistic, n, one in (
            ("pearson", pair.posters, pair.pearson),
            ("agreement", pair.judgments, pair.agreement),
        ):
            yield pair.a, pair.b, statistic, n, one.a.value, one.b.value, *_ends(one.difference), label


def _influence(report: Report, label: str) -> Iterator[tuple[Cell, ...]]:
    if report.influence is None:
        return
    for kind, lines in (("reviewer", report.influence.reviewers), ("paper", report.influence.papers)):
        for line in lines:
            leaders = "; ".join(line.leaders)
            yield kind, line.name, line.n, line.shift, line.system, leaders, line.rank_changes, line.reason, label


def cell(value: Cell) -> str:
    """A CSV cell: plain decimals (never an exponent) without trailing zeros, empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return str(value)


def _exclusions(report: Report, label: str) -> Iterator[tuple[Cell, ...]]:
    """Each system as reported and with the arguable exclusions counted; one that only these name has no first half."""
    if report.with_excluded is None:
        return
    reported = {system.system: system for system in report.systems}
    for line in report.with_excluded.systems:
        one = reported.get(line.system)
        before = (None,) * 5 if one is None else (one.beat_probability, one.ci_low, one.ci_high, one.rank, one.n)
        with_excluded = (line.beat_probability, line.ci_low, line.ci_high, line.rank, line.n)
        yield (line.system, *before, *with_excluded, line.reason, label)
