"""All figures of a report as files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from scoring.report.figures.forest import draw_forest
from scoring.report.figures.head_to_head import draw_head_to_head
from scoring.report.figures.margins import draw_margins
from scoring.report.figures.matrix import draw_matrix
from scoring.report.figures.scatter import draw_scatter
from scoring.report.figures.sheet import Sheet, steady_drawing
from scoring.report.figures.theme import DARK, LIGHT, Theme
from scoring.report.model import Results

FIGURES: Final = ("beat_probability", "head_to_head", "win_matrix", "margins", "score_vs_preference")
SUFFIXES: Final = (".svg", "-dark.svg", ".png", ".pdf")


@dataclass(frozen=True, slots=True)
class FigureFiles:
    """One figure as `<name>` with each of SUFFIXES, and its size on the page in pixels."""

    name: str
    width: int
    height: int
    files: dict[str, bytes]


def figure_names(results: Results) -> tuple[str, ...]:
    """The figures these results can fill: none without systems, no alignment figures without scores."""
    if not results.report.systems:
        return ()
    return FIGURES if results.report.alignment else FIGURES[:3]


def draw_figures(results: Results) -> Iterator[FigureFiles]:
    """Draw each figure of `figure_names`, in that order."""
    drawings = _drawings(results)
    for name in figure_names(results):
        with steady_drawing():
            light, dark = drawings[name](LIGHT), drawings[name](DARK)
            contents = (light.svg(), dark.svg(), light.png(), light.pdf())
        files = {name + suffix: content for suffix, content in zip(SUFFIXES, contents, strict=True)}
        yield FigureFiles(name, round(light.width), round(light.height), files)


def _drawings(results: Results) -> dict[str, Callable[[Theme], Sheet]]:
    report = results.report
    drawings: dict[str, Callable[[Theme], Sheet]] = {
        "beat_probability": partial(draw_forest, report),
        "head_to_head": partial(draw_head_to_head, report),
        "win_matrix": partial(draw_matrix, report),
    }
    if report.alignment is not None:
        drawings["margins"] = partial(draw_margins, report, report.alignment)
        drawings["score_vs_preference"] = partial(draw_scatter, report, report.alignment, results.posters)
    return drawings
