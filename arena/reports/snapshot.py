"""A finished snapshot as its page shows it: the words, the figures, and the files to take away."""

from dataclasses import dataclass

from django.urls import reverse

from arena.core.files import stored_path
from arena.reports import bundle, downloads, words
from arena.reports.models import Report, ReportFile
from arena.reports.page import ResultsPage, results_page
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
    "margins.csv",
    "posters.csv",
    "reviewers.csv",
)


@dataclass(frozen=True, slots=True)
class FileLink:
    name: str
    url: str
    size: str
    about: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    page: ResultsPage | None  # None for a report.json of another schema
    bundle: FileLink | None
    tables: tuple[FileLink, ...]
    drawings: tuple[FileLink, ...]
    command: str


def snapshot_of(report: Report) -> Snapshot:
    """One query."""
    entries = {entry.name: entry for entry in report.files.all()}
    links = {name: _link(entry) for name, entry in entries.items()}
    drawn = [links[name] for name in sorted(links) if name not in TABLES and name != bundle.NAME]
    return Snapshot(
        page=_page(entries.get("report.json")),
        bundle=links.get(bundle.NAME),
        tables=tuple(links[name] for name in TABLES if name in links),
        drawings=tuple(drawn),
        command=bundle.recompute_command(
            has_scores="scores.csv" in links, resamples=report.resamples, seed=report.seed
        ),
    )


def _page(entry: ReportFile | None) -> ResultsPage | None:
    if entry is None:
        return None
    try:
        return results_page(load_report(stored_path(entry.sha256)))
    except BadReport:
        return None


def _link(entry: ReportFile) -> FileLink:
    return FileLink(
        name=entry.name,
        url=reverse("reports:file", args=[entry.report_id, entry.name]),
        size=words.file_size(entry.size),
        about=downloads.about(entry.name),
    )
