"""Which files of a snapshot are served, as what, and how each is described."""

from dataclasses import dataclass
from pathlib import PurePath

from arena.reports.models import ReportFile

BUNDLE = "everything.zip"


@dataclass(frozen=True, slots=True)
class Kind:
    content_type: str
    shown_in_browser: bool = False


KINDS = {
    ".csv": Kind("text/csv; charset=utf-8"),
    ".html": Kind("text/html; charset=utf-8", shown_in_browser=True),
    ".json": Kind("application/json"),
    ".pdf": Kind("application/pdf"),
    ".png": Kind("image/png", shown_in_browser=True),
    ".svg": Kind("image/svg+xml", shown_in_browser=True),
    ".txt": Kind("text/plain; charset=utf-8"),
    ".zip": Kind("application/zip"),
}

# A file opened by itself may carry its own styles and pictures and may do nothing else: no script, form or request.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'; sandbox"

_ABOUT = {
    BUNDLE: "all files below, with the inputs",
    "judgments.csv": "every response, with reviewer numbers",
    "scores.csv": "every poster’s score and dimensions",
    "answers.csv": "flag reasons and whether the paper was known, for every response",
    "blinding.txt": "how blind the study was: names on posters, sides, what reviewers could tell",
    "blinding.json": "the same for programs",
    "report.json": "every number on this page",
    "report.html": "the report as one page that needs nothing else",
    "systems.csv": "beat probability, interval and rank of each system",
    "head_to_head.csv": "every pair of systems",
    "differences.csv": "how far systems are apart, for all pairs together",
    "intervals.csv": "each interval by five methods",
    "boards.csv": "the ranking in each discipline",
    "margins.csv": "agreement by gap between scores",
    "alignment.csv": "scores against people over posters, papers and systems",
    "dimensions.csv": "each dimension against people",
    "evaluators.csv": "two evaluators on the same posters",
    "posters.csv": "score and preference of each poster",
    "reviewers.csv": "how each reviewer answered",
    "exclusions.csv": "the ranking with and without what was excluded",
    "influence.csv": "the ranking without each reviewer and each paper",
    "failures.csv": "how often each system’s posters were flagged",
    "planning.csv": "width of intervals with more reviewers or judgments",
    "coverage.csv": "judgments of each paper",
}


# The figures in the order of the page, and what each shows.
DRAWINGS = {
    "beat_probability": "beat probability and interval of each system",
    "head_to_head": "won, equal and lost of every pair",
    "win_matrix": "preference of each system over each other",
    "differences": "how far systems are apart",
    "boards": "the ranking in each discipline",
    "influence": "the ranking without each reviewer and each paper",
    "intervals": "each interval by five methods",
    "margins": "agreement by gap between scores",
    "score_vs_preference": "score and preference of each poster",
    "dimensions": "each dimension against people",
    "coverage": "judgments of each pair on each paper",
    "planning": "width of intervals in a larger study",
}
# What comes after a figure's name, and what that file is for.
FORMATS = {
    ".svg": "SVG",
    "-dark.svg": "SVG on dark",
    ".png": "PNG",
    ".pdf": "PDF",
    "-column.pdf": "PDF, one column",
}


def kind_of(name: str) -> Kind | None:
    """How to serve a file of this name; None for one that is not served."""
    return KINDS.get(PurePath(name).suffix.lower())


def saved_as(entry: ReportFile) -> str:
    """What a browser calls the file: the archive says of which study and snapshot, or all would have one name."""
    report = entry.report
    if entry.name != BUNDLE:
        return entry.name
    stamp = f"{report.finished_at:%Y-%m-%d-%H%M}" if report.finished_at is not None else str(report.pk)
    return f"{report.study.name}-{report.pool}-{stamp}.zip"


def about(name: str) -> str:
    return _ABOUT.get(name, "")


def figure_and_ending(name: str) -> tuple[str, str]:
    """`margins-dark.svg` as `margins` and `-dark.svg`."""
    ending = next((end for end in sorted(FORMATS, key=len, reverse=True) if name.endswith(end)), "")
    return (name.removesuffix(ending), ending) if ending else (PurePath(name).stem, PurePath(name).suffix)


def rank_of(ending: str) -> int:
    """Where a file stands among those of its figure."""
    known = list(FORMATS)
    return known.index(ending) if ending in known else len(known)


def format_of(name: str) -> str:
    ending = figure_and_ending(name)[1]
    return FORMATS.get(ending, ending[1:].upper())
