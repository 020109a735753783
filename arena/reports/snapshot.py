"""A finished snapshot as its page shows it: the words, the figures, and the files to take away."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse

from arena.core.files import read_stored, stored_path
from arena.reports import downloads, words
from arena.reports.lines import ResultsPage
from arena.reports.models import Report, ReportFile
from arena.reports.page import results_page
from arena.reports.reviewers import reviewer_lines
from arena.reports.tables import ShownTable, shown_table
from scoring.report.errors import BadReport
from scoring.report.jsonfile import load_report
from scoring.report.model import Report as Results
from scoring.report.model import ReviewerLine
from scoring.report.section import Section

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
    "exclusions.csv",
    "influence.csv",
    "failures.csv",
    "planning.csv",
    "coverage.csv",
    "answers.csv",
    "blinding.txt",
    "blinding.json",
)


@dataclass(frozen=True, slots=True)
class FileLink:
    name: str
    url: str
    size: str
    format: str
    about: str


# The table of a figure's numbers, where it is not among the tables of its section.
_TABLE_OF = {"win_matrix": "head_to_head.csv", "coverage": "coverage.csv"}
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
class ShownSection:
    """A question with its figure, what is found, and the tables behind it."""

    anchor: str
    short: str
    title: str
    about: str
    figure: FigureLink | None
    sentences: tuple[str, ...]
    tables: tuple[ShownTable, ...]


@dataclass(frozen=True, slots=True)
class ShownPart:
    anchor: str
    title: str
    sections: tuple[ShownSection, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """All files of one figure."""

    about: str
    files: tuple[FileLink, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    page: ResultsPage | None  # None for a report.json of another schema
    parts: tuple[ShownPart, ...]
    bundle: FileLink | None
    tables: tuple[FileLink, ...]
    drawings: tuple[Drawing, ...]


def snapshot_of(report: Report) -> Snapshot:
    """One query."""
    entries = {entry.name: entry for entry in report.files.all()}
    links = {name: _link(entry) for name, entry in entries.items()}
    results = _results(entries)
    page = results_page(results, _reviewers(entries)) if results else None
    return Snapshot(
        page=page,
        parts=_parts(page, entries, links) if page else (),
        bundle=links.get(downloads.BUNDLE),
        tables=tuple(links[name] for name in TABLES if name in links),
        drawings=tuple(_drawings(links)),
    )


def results_of(report: Report) -> Results | None:
    """The numbers of a snapshot; None for a report.json of another schema. One query."""
    return _results({entry.name: entry for entry in report.files.filter(name="report.json")})


def _results(entries: Mapping[str, ReportFile]) -> Results | None:
    entry = entries.get("report.json")
    if entry is None:
        return None
    try:
        return load_report(stored_path(entry.sha256))
    except BadReport:
        return None


def _reviewers(entries: Mapping[str, ReportFile]) -> tuple[ReviewerLine, ...]:
    entry = entries.get("reviewers.csv")
    if entry is None:
        return ()
    try:
        return reviewer_lines(read_stored(entry.sha256))
    except ValueError:
        return ()  # of an earlier version; the file itself is among the downloads


def _parts(
    page: ResultsPage, entries: Mapping[str, ReportFile], links: Mapping[str, FileLink]
) -> tuple[ShownPart, ...]:
    return tuple(
        ShownPart(
            anchor=part.anchor,
            title=part.title,
            sections=tuple(_section(section, page, entries, links) for section in part.sections),
        )
        for part in page.parts
    )


def _section(
    section: Section, page: ResultsPage, entries: Mapping[str, ReportFile], links: Mapping[str, FileLink]
) -> ShownSection:
    files = [_TABLE_OF.get(section.figure, ""), *(fold.file for fold in section.tables)]
    table = next((links[name] for name in files if name in links), None)
    return ShownSection(
        anchor=section.anchor,
        short=section.short,
        title=section.title,
        about=words.unbroken(section.about),
        figure=_figure(section.figure, page.alt.get(section.figure, section.alt), table, entries, links),
        sentences=tuple(words.unbroken(sentence) for sentence in section.sentences),
        tables=tuple(shown_table(fold, reading_last=section.anchor == "reliability") for fold in section.tables),
    )


def _figure(
    name: str,
    alt: str,
    table: FileLink | None,
    entries: Mapping[str, ReportFile],
    links: Mapping[str, FileLink],
) -> FigureLink | None:
    light = f"{name}.svg"
    if not name or light not in links:
        return None
    width, height = _size(entries[light])
    return FigureLink(
        alt=alt,
        light=links[light],
        dark=links.get(f"{name}-dark.svg"),
        width=width,
        height=height,
        table=table,
        files=tuple(links[file] for file in (light, f"{name}.png", f"{name}.pdf") if file in links),
    )


def _drawings(links: Mapping[str, FileLink]) -> Iterator[Drawing]:
    """Every file that is no table, by its figure: the figures of the page first, then any other."""
    by_figure: dict[str, dict[str, FileLink]] = {name: {} for name in downloads.DRAWINGS}
    for name, link in links.items():
        if name not in TABLES and name != downloads.BUNDLE:
            figure, ending = downloads.figure_and_ending(name)
            by_figure.setdefault(figure, {})[ending] = link
    for figure, files in by_figure.items():
        if files:
            about = downloads.DRAWINGS.get(figure, figure.replace("_", " "))
            yield Drawing(about=about, files=tuple(files[ending] for ending in sorted(files, key=downloads.rank_of)))


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
        format=downloads.format_of(entry.name),
        about=downloads.about(entry.name),
    )
