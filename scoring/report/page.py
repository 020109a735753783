"""report.html: the whole report on one page that asks nothing of the network."""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from scoring.report.figures import FigureFiles
from scoring.report.fonts import font_faces
from scoring.report.methods import methods
from scoring.report.model import Results
from scoring.report.page_tables import whole
from scoring.report.recompute import recompute_command
from scoring.report.sections import parts
from scoring.report.sentences import headline, lede


@dataclass(frozen=True, slots=True)
class PageFigure:
    """One figure for the page: two data URLs and the size that keeps the page still while it loads."""

    name: str
    width: int
    height: int
    light: str
    dark: str


def render_page(results: Results, figures: Sequence[FigureFiles]) -> bytes:
    """The page as UTF-8: inline styles, embedded fonts and figures, no script, no request."""
    report = results.report
    environment = Environment(
        loader=PackageLoader("scoring.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(bold_numbers=bold_numbers, thousands=whole)
    context = {
        "report": report,
        "figures": {figure.name: _embedded(figure) for figure in figures},
        "headline": headline(report),
        "lede": lede(report),
        "command": recompute_command(report),
        "methods": methods(report),
        "parts": parts(report, results.reviewers),
    }
    body = environment.get_template("body.html").render(context)
    page = environment.get_template("report.html")
    text = re.sub(r"data:[^\"]+", "", body)
    return page.render(context, body=Markup(body), fonts=font_faces(text)).encode("utf-8")  # noqa: S704 - rendered above


def _embedded(figure: FigureFiles) -> PageFigure:
    light, dark = (
        "data:image/svg+xml;base64," + base64.b64encode(figure.files[figure.name + suffix]).decode("ascii")
        for suffix in (".svg", "-dark.svg")
    )
    return PageFigure(figure.name, figure.width, figure.height, light, dark)


def bold_numbers(text: str) -> Markup:
    """The sentence with its percentages in bold."""
    parts = re.split(r"(\d[\d.–]*%)(?! interval)", text)
    return Markup("").join(
        Markup("<b>{}</b>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )
