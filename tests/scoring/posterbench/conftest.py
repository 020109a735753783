"""A small invented paper and posters of it drawn with Pillow, whose lines of text are known without OCR."""

import io
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

import font_source_sans_pro
import pytest
from PIL import Image, ImageDraw, ImageFont

from scoring.posterbench.evaluate import evaluate_lines, evaluate_offline
from scoring.posterbench.geometry import Rect
from scoring.posterbench.lettering import measure
from scoring.posterbench.ocr import TextLine
from scoring.posterbench.paper import paper_from_text
from scoring.posterbench.raster import Raster, raster_of
from scoring.posterbench.view import PosterView, look_at
from scoring.records import Evaluation, PaperText

FONTS = Path(font_source_sans_pro.__file__).parent / "files"
WIDTH, HEIGHT = 1600, 1200

PAPER = """Warming of small lakes in a dry decade
Abstract
We study the surface temperature of 148 small lakes between 1991 and 2020. Surface water warmed by 0.42 K per decade,
which is 1.8x the warming of the air above it. Shallow lakes warmed fastest, and 62.5 % of the lakes lost their ice
cover two weeks earlier. Wind explains part of the spread between lakes, evaporation explains most of the rest.
1 Introduction
Small lakes hold most of the shoreline of the region and much of its biodiversity, yet monitoring follows large lakes.
Earlier surveys of large lakes found warming of the surface, stratification that lasts longer, and oxygen loss at depth.
Whether shallow basins follow the same course is unknown, because few stations measured them for a whole decade.
Shoreline vegetation, fishing and drinking water all depend on the answer, and so do the managers of reservoirs.
Our question is how fast the surface of small lakes warms, where it warms fastest, and what explains the differences.
2 Data and methods
We used satellite radiometer scenes of 148 lakes between 12 and 96 hectares, screened for cloud and haze by season.
Each lake has at least 23 scenes a year; calibration against 17 buoys left a residual error of 0.31 K in summer.
Trends come from a robust regression of monthly anomalies with a seasonal term, and intervals from a block bootstrap.
Wind speed, air temperature and evaporation come from a gridded reanalysis interpolated to the centre of each lake.
Depth was taken from bathymetric soundings of 1987, shoreline length from aerial photographs of the same years.
3 Results
Surface temperature rose by 0.42 K per decade, with an interval from 0.35 to 0.49 K; the air rose by 0.23 K per decade.
Lakes shallower than 3.5 m warmed by 0.58 K per decade, deeper ones by 0.29 K, a ratio of 2.0 between both groups.
Ice cover ended 14.2 days earlier at the close of the record, and 62.5 % of the lakes lost two weeks or more.
A regression on depth, wind and evaporation explains 71.24 % of the variance between lakes, depth alone 38.6 %.
4 Discussion
Shallow basins have little heat storage, so that each dry summer leaves its mark; evaporation cools and lowers it.
Reservoir managers may expect stratification to begin 9.5 days earlier for each further degree of surface warming.
Our satellite record cannot see temperature at depth, and the buoys stand in lakes that are larger than most.
Figure 1. Surface temperature anomaly of all lakes.
Figure 2. Warming against depth.
Figure 3. End of the ice cover.
Table 1. Regression coefficients.
References
[1] A survey of lakes, 2011, pp. 210-223.
"""

TITLE = "Warming of small lakes in a dry decade"
COLUMNS: tuple[tuple[str, ...], ...] = (
    (
        "# Why small lakes",
        (
            "Small lakes hold most of the shoreline of the region and much of its biodiversity, yet monitoring "
            "follows large lakes. Shoreline vegetation, fishing and drinking water depend on how fast the "
            "surface of shallow basins warms."
        ),
        "# Data and methods",
        (
            "Satellite radiometer scenes of 148 lakes between 12 and 96 hectares, screened for cloud and haze. "
            "Each lake has at least 23 scenes a year. Calibration against 17 buoys left a residual error of "
            "0.31 K in summer."
        ),
        (
            "Trends come from a robust regression of monthly anomalies with a seasonal term, intervals from a "
            "block bootstrap. Wind speed, air temperature and evaporation come from a gridded reanalysis."
        ),
        ("Depth was taken from bathymetric soundings, shoreline length from aerial photographs of the same years."),
    ),
    (
        "# Surface temperature",
        "% curve",
        (
            "Surface temperature rose by 0.42 K per decade, with an interval from 0.35 to 0.49 K; the air rose "
            "by 0.23 K."
        ),
        "# Depth explains most",
        "% bars",
        (
            "Lakes shallower than 3.5 m warmed by 0.58 K per decade, deeper ones by 0.29 K. Depth, wind and "
            "evaporation explain 71.24 % of the variance between lakes, depth alone 38.6 %."
        ),
    ),
    (
        "# Ice cover ends earlier",
        "% curve",
        ("Ice cover ended 14.2 days earlier at the close of the record; 62.5 % of the lakes lost two weeks or more."),
        "# What it means",
        (
            "Shallow basins have little heat storage, so that each dry summer leaves its mark. Evaporation "
            "cools but lowers the level. Stratification may begin 9.5 days earlier for each further degree of "
            "surface warming."
        ),
        (
            "The satellite record cannot see temperature at depth, and the buoys stand in lakes that are larger "
            "than most. Reservoir managers may expect longer stratification and oxygen loss."
        ),
    ),
)


@dataclass(frozen=True)
class Design:
    """What is drawn; the defaults make a clean three-column poster."""

    columns: tuple[tuple[str, ...], ...] = COLUMNS
    title: str = TITLE
    body_size: int = 26
    ink: tuple[int, int, int] = (30, 32, 36)
    figures: bool = True
    figure_height: int = 280
    first_baseline: int = 170
    line_pitch: float = 1.3
    margin: int = 50
    ragged: int = 0

    def but(self, **changes: object) -> "Design":
        return replace(self, **changes)  # type: ignore[arg-type]


@dataclass
class Drawn:
    """A drawn poster: the picture and the texts with their boxes in its own pixels."""

    picture: Image.Image
    texts: list[tuple[str, tuple[float, float, float, float]]] = field(default_factory=list)

    @cached_property
    def raster(self) -> Raster:
        return raster_of(self.picture)

    def lines(self, raster: Raster) -> tuple[TextLine, ...]:
        scale = raster.width / self.picture.width
        lines = []
        for text, box in self.texts:
            rect = Rect(*(value * scale for value in box))
            if rect.share_inside(Rect(0, 0, raster.width, raster.height)) < 0.6:
                continue
            letters = measure(raster, rect, text)
            lines.append(TextLine(text, letters.box, 1.0, letters.font_size, letters.contrast))
        return tuple(lines)

    @cached_property
    def view(self) -> PosterView:
        return look_at(self.raster, self.lines(self.raster))

    def score(self, paper: PaperText) -> Evaluation:
        return evaluate_lines(self.raster, self.lines(self.raster), paper)

    def png(self, **options: object) -> bytes:
        buffer = io.BytesIO()
        self.picture.save(buffer, "PNG", **options)
        return buffer.getvalue()

    def copy(self) -> "Drawn":
        return Drawn(self.picture.copy(), list(self.texts))

    def fill(self, box: tuple[int, int, int, int], colour: str | tuple[int, int, int]) -> "Drawn":
        """A copy with a flat rectangle over the box; texts of which half or more is covered are gone."""
        picture = self.picture.copy()
        ImageDraw.Draw(picture).rectangle(box, fill=colour)
        cover = Rect(*box)
        return Drawn(picture, [(t, b) for t, b in self.texts if Rect(*b).share_inside(cover) < 0.5])


@lru_cache(maxsize=40)
def draw(design: Design) -> Drawn:
    """Draw a design; the same drawing is shared, so that a test which paints on it takes a copy first."""
    drawn = Drawn(Image.new("RGB", (WIDTH, HEIGHT), "white"))
    pen = ImageDraw.Draw(drawn.picture)
    _text(drawn, pen, design.title, design.margin, 40, _font("Bold", 64), (20, 60, 110))
    count = len(design.columns)
    gutter = 40
    wide = (WIDTH - 2 * design.margin - (count - 1) * gutter) / count
    for index, blocks in enumerate(design.columns):
        x = design.margin + index * (wide + gutter)
        y = float(design.first_baseline)
        for number, block in enumerate(blocks):
            shift = design.ragged * ((number * 37 + index * 53) % 5)
            y = _block(drawn, pen, block, x + shift, y, wide - shift, design)
    return drawn


def _block(
    drawn: Drawn, pen: ImageDraw.ImageDraw, block: str, x: float, y: float, wide: float, design: Design
) -> float:
    """Draw one block and return where the next begins."""
    if block.startswith("# "):
        size = round(design.body_size * 1.4)
        _text(drawn, pen, block[2:], x, y, _font("Bold", size), (20, 60, 110))
        return y + size * 1.5
    if block.startswith("% "):
        if design.figures:
            _figure(pen, block[2:], x, y, wide, design.figure_height)
            return y + design.figure_height + 14
        return y
    font = _font("Regular", design.body_size)
    for line in _wrapped(block, font, wide):
        _text(drawn, pen, line, x, y, font, design.ink)
        y += design.body_size * design.line_pitch
    return y + design.body_size * 0.5


def _text(
    drawn: Drawn,
    pen: ImageDraw.ImageDraw,
    text: str,
    x: float,
    y: float,
    font: ImageFont.FreeTypeFont,
    ink: tuple[int, int, int],
) -> None:
    pen.text((x, y), text, font=font, fill=ink)
    left, top, right, bottom = pen.textbbox((x, y), text, font=font)
    drawn.texts.append((text, (left - 2, top - 3, right + 2, bottom + 3)))


def _figure(pen: ImageDraw.ImageDraw, kind: str, x: float, y: float, wide: float, high: float) -> None:
    if kind == "bars":
        for index in range(12):
            left = x + (index + 0.15) * wide / 12
            top = y + high * (0.2 + 0.6 * abs(math.sin(index)))
            pen.rectangle((left, top, left + 0.7 * wide / 12, y + high), fill=(90, 140, 190))
        return
    points = [(x + wide * t / 80, y + high * (0.9 - 0.8 * t / 80 + 0.06 * math.sin(t * 1.7))) for t in range(81)]
    pen.line(points, fill=(180, 60, 40), width=4)
    pen.line([(px, py + 26) for px, py in points[:-8]], fill=(60, 60, 60), width=3)


def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"SourceSansPro-{weight}.otf"), size)


def _wrapped(text: str, font: ImageFont.FreeTypeFont, wide: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@pytest.fixture(scope="session")
def paper() -> PaperText:
    return paper_from_text(PAPER)


@pytest.fixture(scope="session")
def other_paper() -> PaperText:
    """A paper of another field, with numbers of its own."""
    return paper_from_text(
        """Tariffs and the price of bread in port towns
Abstract
We compare bakery prices before and after the tariff reform in 64 port towns. Bread became cheaper by 11.9 %.
1 Introduction
Tariffs on grain protected inland farmers while merchants in harbours imported wheat under a quota with licences.
Historians disagree about who gained, because wages, rents and taxes moved in the same years as the customs reform.
2 Sources
Municipal account books list bakery purchases for hospitals; we transcribed 5,310 invoices from archives in nine states.
3 Findings
The price of a loaf fell from 6.75 to 5.95 pence, wages stayed, and consumption of meat rose by 7.7 % among labourers.
4 Conclusion
Consumers in harbours gained most from free trade, farmers lost income, and landlords lowered their rents by 3.3 %.
"""
        * 2
    )


@pytest.fixture(scope="session")
def design() -> Design:
    return Design()


@pytest.fixture(scope="session")
def poster() -> Drawn:
    return draw(Design())


@pytest.fixture(scope="session")
def make() -> Callable[..., Drawn]:
    """A poster with some of the design changed: make(body_size=10)."""
    return lambda **changes: draw(Design().but(**changes))


@pytest.fixture(scope="session")
def blank() -> Drawn:
    return Drawn(Image.new("RGB", (WIDTH, HEIGHT), "white"))


@pytest.fixture(scope="session")
def by_ocr(poster: Drawn, paper: PaperText) -> Evaluation:
    """The clean poster, read by OCR: seconds of work that several tests share."""
    return evaluate_offline(poster.png(), paper)
