"""Build a report folder: read, compute, draw, write."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scoring.files import InputFile
from scoring.records import ReportOptions
from scoring.report.compute import STEPS, compute
from scoring.report.figures import FIGURES, SUFFIXES, FigureFiles, draw_figures, figure_names
from scoring.report.jsonfile import to_json
from scoring.report.model import Report, Results
from scoring.report.page import render_page
from scoring.report.tables import COLUMNS, csv_files

# Told what is done, of how many steps, and what comes next.
Progress = Callable[[int, int, str], None]

TABLES: Final = tuple(COLUMNS)
# Everything a report folder may hold; report.json is written last, so that it stands for a whole report.
REPORT_FILES: Final = (
    *TABLES,
    *(name + suffix for name in FIGURES for suffix in SUFFIXES),
    "report.html",
    "report.json",
)


def build_report_files(
    *,
    judgments: Path,
    scores: Path | None,
    out: Path,
    options: ReportOptions,
    progress: Progress | None = None,
) -> Report:
    """Make the report folder `out` (architecture 5.4) from a judgments and a scores file.

    A pure function of the files' bytes, the options and the seed: a second build gives the same bytes. Files are made
    in a folder beside `out` and moved into it one by one; files of an older report that this one lacks are removed,
    everything else in `out` is left alone.
    Raises BadInput for a faulty file, BadOptions where the options do not fit, OSError where a path cannot be used.
    """
    steps = _Steps(progress)
    results = compute(InputFile.at(judgments), InputFile.at(scores) if scores else None, options, steps.start)
    steps.expect(len(figure_names(results)))
    figures: list[FigureFiles] = []
    for name, drawn in zip(figure_names(results), draw_figures(results), strict=True):
        steps.start(f"figure {name}")
        figures.append(drawn)
    steps.start("page")
    files = _files(results, figures)
    steps.start("files")
    _move_into(out, files)
    steps.finish()
    return results.report


def _files(results: Results, figures: list[FigureFiles]) -> dict[str, bytes]:
    files = csv_files(results)
    for figure in figures:
        files |= figure.files
    files["report.html"] = render_page(results, figures)
    files["report.json"] = to_json(results.report)
    return files


def _move_into(out: Path, files: dict[str, bytes]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        for name in REPORT_FILES:
            if name in files:
                (Path(folder) / name).replace(out / name)
            else:
                (out / name).unlink(missing_ok=True)


class _Steps:
    """Counts steps for `progress`."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = -1
        self._total = len(STEPS) + len(FIGURES) + 2

    def expect(self, figures: int) -> None:
        """How many figures there will be; those that have nothing to show are passed over, and the total stays."""
        self._done += len(FIGURES) - figures

    def start(self, what: str) -> None:
        """The step before is done, `what` begins."""
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total, what)

    def finish(self) -> None:
        """All is done."""
        self.start("done")
