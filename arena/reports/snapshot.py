"""A finished snapshot as its page shows it: the words, the figures, and the files to take away."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from django.urls import reverse

from arena.core.files import stored_path
from arena.reports import downloads, words
from arena.reports.lines import ResultsPage
from arena.reports.models import Report, ReportFile
from arena.reports.page import results_page
from scoring.report.errors import BadReport
from scoring.report.jsonfile import load_report

# Files in the order in which people want them; figures follow by themselves.
TABLES = (
    "judgments.csv",
    "scores.csv",
    "report.json",
    "report.html",
    "systems.csv",
    "head_to_head.csv",
    "differences.csv",
    "intervals.csv",
    "boards.csv",
    "margins.csv",
    "alignment.csv",
    "dimensions.csv",
    "evaluators.csv",
    "posters.csv",
    "reviewers.csv",
    "influence.csv",
    "failures.csv",
    "planning.csv",
    "coverage.csv",
)


@dataclass(frozen=True, slots=True)
class FileLink:
    name: str
    url: str
    size: str
    format: str
    about: str


# Figures by the place on the page: the name of the drawing and the table of its numbers.
FIGURES = {
    "preference": ("beat_probability", "systems.csv"),
    "head_to_head": ("head_to_head", "head_to_head.csv"),
    "matrix": ("win_matrix", "head_to_head.csv"),
    "margins": ("margins", "margins.csv"),
    "scatter": ("score_vs_preference", "posters.csv"),
}
_POINTS_TO_PIXELS = 96 / 72
_SIZE = re.compile(rb'<svg[^>]*? width="([\d.]+)pt" height="([\d.]+)pt"')


@dataclass(frozen=True, slots=True)
class FigureLink:
    """One drawing: its file for either theme, its size on the page in pixels, and what can be downloaded of it."""

    alt: str
    light: FileLink
    dark: FileLink | None
    width: int | None
    height: int | None
    table: FileLink | None
    files: tuple[FileLink, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    page: ResultsPage | None  # None for a report.json of another schema
    figures: dict[str, FigureLink]
    bundle: FileLink | None
    tables: tuple[FileLink, ...]
    drawings: tuple[FileLink, ...]


def snapshot_of(report: Report) -> Snapshot:
    """One query."""
    entries = {entry.name: entry for entry in report.files.all()}
    links = {name: _link(entry) for name, entry in entries.items()}
    drawn = [links[name] for name in sorted(links) if name not in TABLES and name != downloads.BUNDLE]
    page = _page(entries.get("report.json"))
    return Snapshot(
        page=page,
        figures=_figures(page, entries, links) if page else {},
        bundle=links.get(downloads.BUNDLE),
        tables=tuple(links[name] for name in TABLES if name in links),
        drawings=tuple(drawn),
    )


def _page(entry: ReportFile | None) -> ResultsPage | None:
    if entry is None:
        return None
    try:
        return results_page(load_report(stored_path(entry.sha256)))
    except BadReport:
        return None


def _figures(
    page: ResultsPage, entries: Mapping[str, ReportFile], links: Mapping[str, FileLink]
) -> dict[str, FigureLink]:
    found = {}
    for key, (drawing, table) in FIGURES.items():
        light = f"{drawing}.svg"
        if light not in links:
            continue
        width, height = _size(entries[light])
        found[key] = FigureLink(
            alt=page.alt[key],
            light=links[light],
            dark=links.get(f"{drawing}-dark.svg"),
            width=width,
            height=height,
            table=links.get(table),
            files=tuple(links[name] for name in (light, f"{drawing}.png", f"{drawing}.pdf") if name in links),
        )
    return found


def _size(entry: ReportFile) -> tuple[int | None, int | None]:
    """Width and height of a drawing in pixels, read from its head, so that the page keeps the place for it."""
    with stored_path(entry.sha256).open("rb") as file:
        head = _SIZE.search(file.read(2000))
    if head is None:
        return None, None
    return round(float(head[1]) * _POINTS_TO_PIXELS), round(float(head[2]) * _POINTS_TO_PIXELS)


def _link(entry: ReportFile) -> FileLink:
    return FileLink(
        name=entry.name,
        url=reverse("reports:file", args=[entry.report_id, entry.name]),
        size=words.file_size(entry.size),
        format=PurePath(entry.name).suffix[1:].upper(),
        about=downloads.about(entry.name),
    )
