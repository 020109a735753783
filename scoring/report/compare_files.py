"""comparison.json, comparison.csv and comparison.html of two reports."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scoring.files.render import csv_bytes, replace_file
from scoring.report import compare_words as words
from scoring.report.compare_chart import draw_chart
from scoring.report.compare_records import Change, Comparison, Estimate
from scoring.report.fonts import font_faces
from scoring.report.tables import cell
from scoring.report.wording import counted

HEADER: Final = (
    "about,name,before,before_low,before_high,before_n,after,after_low,after_high,after_n,difference,"
    "intervals_overlap,rank_before,rank_after,simulated"
)
COLUMNS: Final = tuple(HEADER.split(","))


def comparison_files(comparison: Comparison) -> dict[str, bytes]:
    """The three files by name; the same comparison gives the same bytes."""
    return {
        "comparison.csv": to_csv(comparison),
        "comparison.html": render_comparison(comparison),
        "comparison.json": to_json(comparison),
    }


def write_comparison(out: Path, comparison: Comparison) -> None:
    """Write the three files into the folder `out`, made where it is not there; raises OSError where that fails."""
    out.mkdir(parents=True, exist_ok=True)
    for name, content in comparison_files(comparison).items():
        replace_file(out / name, content)


def to_json(comparison: Comparison) -> bytes:
    """comparison.json: keys in the order of the records, sentences at the end."""
    value = {**dataclasses.asdict(comparison), "sentences": words.sentences(comparison)}
    return (json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n").encode()


def to_csv(comparison: Comparison) -> bytes:
    """comparison.csv: every number that is compared, in plain decimals; an empty cell is "no value"."""
    return csv_bytes(COLUMNS, _lines(comparison))


def _lines(comparison: Comparison) -> Iterator[dict[str, str]]:
    """One line for each number; `simulated` says in every line which of the two reports no person stands behind."""
    marked = [
        name
        for name, simulated in (("before", comparison.simulated_before), ("after", comparison.simulated_after))
        if simulated
    ]
    label = "+".join(marked)
    for system in comparison.systems:
        ranks = [None if rank is None else rank.rank for rank in (system.rank_before, system.rank_after)]
        yield _line("beat_probability", system.system, system.beat, label, *ranks)
    for pair in comparison.pairs:
        yield _line("head_to_head", pair.preference.name, pair.preference, label)
    for alignment in comparison.alignment:
        for change in alignment.changes:
            yield _line(f"alignment of {alignment.evaluator}", change.name, change, label)
    for change in comparison.people:
        yield _line("reviewers", change.name, change, label)


def _line(
    about: str, name: str, change: Change, label: str, rank_before: int | None = None, rank_after: int | None = None
) -> dict[str, str]:
    overlap = "" if change.overlap is None else "yes" if change.overlap else "no"
    content = (
        *(about, name),
        *_estimate(change.before),
        *_estimate(change.after),
        *(cell(change.difference), overlap, cell(rank_before), cell(rank_after), label),
    )
    return dict(zip(COLUMNS, content, strict=True))


def _estimate(estimate: Estimate | None) -> tuple[str, str, str, str]:
    if estimate is None:
        return "", "", "", ""
    return cell(estimate.value), cell(estimate.ci_low), cell(estimate.ci_high), cell(estimate.n)


def render_comparison(comparison: Comparison) -> bytes:
    """The page as UTF-8: inline styles and fonts, no script, no request."""
    environment = Environment(
        loader=PackageLoader("scoring.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    first = words.headline(comparison)
    context = {
        "comparison": comparison,
        "words": words,
        "headline": first,
        "sentences": [sentence for sentence in words.sentences(comparison) if sentence != first],
        "counted": counted,
        "chart": draw_chart(comparison),
        "facts": [*comparison.inputs, *comparison.options],
        "simulated": comparison.simulated_before or comparison.simulated_after,
    }
    body = environment.get_template("compare_body.html").render(context)
    page = environment.get_template("compare.html")
    return page.render(context, body=Markup(body), fonts=font_faces(body)).encode("utf-8")  # noqa: S704 - rendered above
