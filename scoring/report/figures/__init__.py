"""All figures of a report as files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from scoring.report.figures.boards import draw_boards
from scoring.report.figures.coverage import draw_coverage
from scoring.report.figures.crowd import draw_crowd
from scoring.report.figures.differences import draw_differences
from scoring.report.figures.dimensions import draw_dimensions, has_dimensions
from scoring.report.figures.forest import draw_forest
from scoring.report.figures.head_to_head import draw_head_to_head
from scoring.report.figures.influence import draw_influence
from scoring.report.figures.margins import draw_margins
from scoring.report.figures.matrix import MOST_WITH_NUMBERS, draw_matrix, fits_a_column
from scoring.report.figures.planning import draw_planning
from scoring.report.figures.scatter import draw_scatter
from scoring.report.figures.sheet import COLUMN, TALLEST_COLUMN, Sheet, steady_drawing
from scoring.report.figures.theme import DARK, LIGHT, Theme, recoloured
from scoring.report.figures.variants import draw_variants, has_intervals
from scoring.report.model import Report, Results

FIGURES: Final = (
    "beat_probability",
    "intervals",
    "differences",
    "head_to_head",
    "win_matrix",
    "boards",
    "margins",
    "score_vs_preference",
    "dimensions",
    "coverage",
    "influence",
    "planning",
)
COLUMN_SUFFIX: Final = "-column.pdf"
SUFFIXES: Final = (".svg", "-dark.svg", ".png", ".pdf", COLUMN_SUFFIX)

Draw = Callable[[Theme], Sheet]


@dataclass(frozen=True, slots=True)
class FigureFiles:
    """One figure as `<name>` with SUFFIXES, the narrow one only where there is one, and its size in pixels."""

    name: str
    width: int
    height: int
    files: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How to draw a figure for a page, and for one column of a journal, where that can be read."""

    page: Draw
    column: Draw | None


def figure_names(results: Results) -> tuple[str, ...]:
    """The figures these results can fill, in the order of FIGURES: none without systems."""
    return tuple(drawings(results))


def draw_figures(results: Results) -> Iterator[FigureFiles]:
    """Draw each figure of `figure_names`, in that order."""
    for name, figure in drawings(results).items():
        with steady_drawing():
            sheet = figure.page(LIGHT)
            svg = sheet.svg()
            files = {".svg": svg, "-dark.svg": recoloured(svg, LIGHT, DARK), ".png": sheet.png(), ".pdf": sheet.pdf()}
            column = figure.column(LIGHT) if figure.column is not None else None
            if column is not None and column.height <= TALLEST_COLUMN:
                files[COLUMN_SUFFIX] = column.pdf()
        named = {name + suffix: content for suffix, content in files.items()}
        yield FigureFiles(name, round(sheet.width), round(sheet.height), named)


def drawings(results: Results) -> dict[str, Drawing]:
    """All that can be filled, in the order of FIGURES."""
    if not results.report.systems:
        return {}
    return dict((*_of_preference(results.report), *_of_scores(results), *_of_solidity(results)))


def _both(draw: Callable[..., Sheet], *data: object) -> Drawing:
    return Drawing(partial(draw, *data), partial(draw, *data, width=COLUMN))


def _of_preference(report: Report) -> Iterator[tuple[str, Drawing]]:
    yield "beat_probability", _both(draw_forest, report)
    if has_intervals(report.variants):
        yield "intervals", _both(draw_variants, report)
    if report.differences:
        yield "differences", _both(draw_differences, report)
    if report.head_to_head:
        yield "head_to_head", _both(draw_head_to_head, report)
        yield "win_matrix", _matrix(report)
    if len(report.boards) > 1:
        yield "boards", _both(draw_boards, report)


def _of_scores(results: Results) -> Iterator[tuple[str, Drawing]]:
    alignment = results.report.alignment
    if alignment is None:
        return
    if alignment.judgments:
        yield "margins", _both(draw_margins, results.report, alignment)
    if alignment.posters:
        yield "score_vs_preference", _both(draw_scatter, results.report, alignment, results.posters)
    if has_dimensions(alignment):
        yield "dimensions", _both(draw_dimensions, results.report, alignment)


def _of_solidity(results: Results) -> Iterator[tuple[str, Drawing]]:
    report = results.report
    if report.coverage is not None and report.coverage.cells:
        yield "coverage", _both(draw_coverage, results, report.coverage)
    if report.influence is not None and report.influence.reviewers:
        yield "influence", _both(draw_influence, report, report.influence)
    if report.planning is not None and report.planning.points:
        yield "planning", _both(draw_planning, report, report.planning)


def _matrix(report: Report) -> Drawing:
    if len(report.systems) > MOST_WITH_NUMBERS:
        return Drawing(partial(draw_crowd, report), None)
    column = partial(draw_matrix, report, width=COLUMN) if fits_a_column(report) else None
    return Drawing(partial(draw_matrix, report), column)
