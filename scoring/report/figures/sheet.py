"""A drawing sheet in CSS pixels, written as SVG, PNG and PDF with the same bytes every time."""

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

import matplotlib as mpl
import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from scoring.report.figures.lettering import (
    BODY,
    PX_PER_INCH,
    SMALL,
    Weight,
    font,
    is_truetype,
    text_width,
    two_lines,
    wrapped,
)
from scoring.report.figures.theme import Theme

WIDTH: Final = 900.0  # the answer column of a page; nothing is scaled there, so text has its true size
COLUMN: Final = 429.0  # one column of a journal
TALLEST_COLUMN: Final = 1300.0  # what a page of a journal has room for
LINE: Final = 18.0  # from one line of small text to the next
SIMULATED: Final = "Judgments by simulated reviewers, not by people."
_SIMULATED_HEIGHT: Final = 34
_LONGEST_PNG: Final = 6000  # pixels; a picture of a hundred systems must still open everywhere
_PRINT_MARGIN: Final = 8.0
_POINTS: Final = 72 / PX_PER_INCH
# In print the page is 175 mm wide, a column 85 mm, with the same letters: small ones have 7 pt.
_PRINT_SCALE: Final = 175 / 25.4 * PX_PER_INCH / (WIDTH + 2 * _PRINT_MARGIN)

Side = Literal["left", "center", "right"]
Box = tuple[float, float, float, float]


class Sheet:
    """Draws in pixels from the top left; `close` ends it. Text stands on its baseline."""

    def __init__(self, theme: Theme, *, title: str, width: float = WIDTH, simulated: bool) -> None:
        self.theme = theme
        self.width = width
        self.height = 0.0
        self.title = f"{title} (simulated reviewers)" if simulated else title
        self._simulated = simulated
        self._figure = Figure(dpi=PX_PER_INCH)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._drawn = 0
        self._axes.set_autoscale_on(False)

    @property
    def narrow(self) -> bool:
        """Whether the sheet is made for one column of a journal."""
        return self.width < WIDTH

    def close(self, y: float, caption: str) -> "Sheet":
        """Write the caption below `y`, say so where judgments are simulated, and take the height that is needed."""
        lines = wrapped(caption, min(self.width, WIDTH))
        for number, line in enumerate(lines):
            self.text(0, y + 20 + LINE * number, line, size=SMALL, color=self.theme.ink_3)
        self.height = y + 8 + LINE * len(lines)
        if self._simulated:  # room of its own below the picture
            self.height += _SIMULATED_HEIGHT
            self.rect(0, self.height - 26, self.width, 26, self.theme.warn_soft)
            self.text(10, self.height - 8, SIMULATED, color=self.theme.warn, size=SMALL, weight="semibold")
        return self

    def _next(self) -> int:
        """What is drawn later lies on top."""
        self._drawn += 1
        return self._drawn

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        color: str | None = None,
        size: float = BODY,
        weight: Weight = "normal",
        side: Side = "left",
        turn: float = 0,
    ) -> None:
        """One line of text; `side` is the end that stands at x, `turn` degrees counterclockwise."""
        self._axes.text(
            x,
            y,
            text,
            color=color or self.theme.ink_1,
            fontproperties=font(text, size * _POINTS, weight),
            ha=side,
            va="baseline",
            rotation=turn,
            rotation_mode="anchor",
            parse_math=False,
            zorder=self._next(),
        )

    def line(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        color: str,
        *,
        width: float = 1,
        dashes: Sequence[float] | None = None,
    ) -> None:
        """A straight line."""
        line = Line2D([x0, x1], [y0, y1], color=color, linewidth=width * _POINTS, solid_capstyle="butt")
        line.set_zorder(self._next())
        if dashes:
            line.set_dashes([dash * _POINTS for dash in dashes])
        self._axes.add_line(line)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None,
        *,
        edge: str | None = None,
        hatch: str | None = None,
    ) -> None:
        """A rectangle; hatched ones take the edge's colour for the strokes."""
        self._axes.add_patch(
            Rectangle(
                (x, y),
                width,
                height,
                facecolor=fill or "none",
                edgecolor=edge or "none",
                linewidth=0.75 if edge else 0,
                hatch=hatch,
                zorder=self._next(),
            )
        )

    def boxes(
        self, boxes: Sequence[Box], fill: str | None, *, edge: str | None = None, hatch: str | None = None
    ) -> None:
        """Many rectangles (left, top, width, height) of one kind as one path: thousands stay quick and small."""
        if not boxes:
            return
        corners = [((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)) for x, y, w, h in boxes]
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(boxes)
        self._axes.add_patch(
            PathPatch(
                Path([corner for box in corners for corner in box], codes),
                facecolor=fill or "none",
                edgecolor=edge or "none",
                linewidth=0.75 if edge else 0,
                hatch=hatch,
                zorder=self._next(),
            )
        )

    def dots(self, points: Sequence[tuple[float, float]], radius: float, color: str, *, opacity: float = 1) -> None:
        """Filled circles of one size."""
        if not points:
            return
        across, down = zip(*points, strict=True)
        diameter = 2 * radius * _POINTS
        self._axes.scatter(across, down, s=diameter**2, color=color, linewidths=0, alpha=opacity, zorder=self._next())

    def ring(self, x: float, y: float, radius: float, color: str, *, width: float = 2) -> None:
        """A circle with a hole, which shows the panel's colour."""
        self._axes.scatter(
            [x],
            [y],
            s=(2 * radius * _POINTS) ** 2,
            facecolors=self.theme.panel,
            edgecolors=color,
            linewidths=width * _POINTS,
            zorder=self._next(),
        )

    def diamond(self, x: float, y: float, radius: float, color: str) -> None:
        """A filled diamond with a thin border in the panel's colour, so that it stands off what lies below."""
        self._axes.scatter(
            [x],
            [y],
            s=(2 * radius * _POINTS) ** 2 * 0.7,
            marker="D",
            facecolors=color,
            edgecolors=self.theme.panel,
            linewidths=_POINTS,
            zorder=self._next(),
        )

    def curve(self, points: Sequence[tuple[float, float]], color: str, *, width: float = 2) -> None:
        """A line through the points."""
        across, down = zip(*points, strict=True)
        line = Line2D(across, down, color=color, linewidth=width * _POINTS, solid_joinstyle="round")
        line.set_zorder(self._next())
        self._axes.add_line(line)

    def whisker(self, x0: float, x1: float, y: float, color: str, *, width: float = 2, cap: float = 5) -> None:
        """A horizontal interval with caps."""
        self.line(x0, y, x1, y, color, width=width)
        if cap:
            for x in (x0, x1):
                self.line(x, y - cap, x, y + cap, color, width=width)

    def upright(self, x: float, y0: float, y1: float, color: str, *, width: float = 2, cap: float = 5) -> None:
        """A vertical interval with caps."""
        self.line(x, y0, x, y1, color, width=width)
        if cap:
            for y in (y0, y1):
                self.line(x - cap, y, x + cap, y, color, width=width)

    def svg(self) -> bytes:
        """SVG with text as outlines, on a transparent ground."""
        return self._save("svg", {"Date": None, "Title": self.title}, margin=4)

    def pdf(self) -> bytes:
        """PDF on a transparent ground, in the size for print: 175 mm, or 85 mm for a column."""
        texts = [text.get_text() for text in self._axes.texts]
        mpl.rcParams["pdf.fonttype"] = 42 if all(map(is_truetype, texts)) else 3
        self._scale(_PRINT_SCALE)
        content = self._save(
            "pdf",
            {"CreationDate": None, "Title": self.title},
            margin=_PRINT_MARGIN,
            pixel=_PRINT_SCALE / PX_PER_INCH,
        )
        self._scale(1 / _PRINT_SCALE)
        return content

    def png(self) -> bytes:
        """PNG on the panel's colour, twice the size on the page where that is not too large."""
        scale = min(2.0, _LONGEST_PNG / max(self.width, self.height))
        return self._save("png", {"Title": self.title}, margin=16, ground=self.theme.panel, dpi=PX_PER_INCH * scale)

    def _save(
        self,
        kind: str,
        metadata: dict[str, str | None],
        *,
        margin: float,
        pixel: float = 1 / PX_PER_INCH,
        ground: str = "none",
        dpi: float = PX_PER_INCH,
    ) -> bytes:
        """`pixel` is the size of one on paper, in inches."""
        self._figure.set_size_inches((self.width + 2 * margin) * pixel, (self.height + 2 * margin) * pixel)
        self._axes.set_xlim(-margin, self.width + margin)
        self._axes.set_ylim(self.height + margin, -margin)
        stream = io.BytesIO()
        self._figure.savefig(stream, format=kind, metadata=metadata, dpi=dpi, facecolor=ground)
        return stream.getvalue()

    def _scale(self, factor: float) -> None:
        """Letters, strokes and dots are in points, whatever the size of the paper."""
        for text in self._axes.texts:
            text.set_fontsize(text.get_fontproperties().get_size_in_points() * factor)
        for line in self._axes.lines:
            line.set_linewidth(line.get_linewidth() * factor)
        for patch in self._axes.patches:
            patch.set_linewidth(patch.get_linewidth() * factor)
        for collection in self._axes.collections:
            collection.set_linewidth((np.atleast_1d(collection.get_linewidth()) * factor).tolist())
            if isinstance(collection, PathCollection):
                collection.set_sizes(collection.get_sizes() * factor**2)


def draw_name(sheet: Sheet, name: str, x: float, middle: float, width: float) -> None:
    """A system's name beside its row, in smaller letters on two lines where it is long."""
    if text_width(name, BODY, "semibold") <= width:
        sheet.text(x, middle + 5, name, weight="semibold")
        return
    lines = two_lines(name, width, SMALL, "semibold")
    for number, line in enumerate(lines):
        sheet.text(x, middle + 4.5 + 16 * (number - (len(lines) - 1) / 2), line, size=SMALL, weight="semibold")


@contextmanager
def steady_drawing() -> Iterator[None]:
    """Settings under which the same drawing gives the same bytes."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # the report's notes say so
        mpl.rcParams["svg.hashsalt"] = "poster-arena"
        mpl.rcParams["svg.fonttype"] = "path"  # outlines: the same letters everywhere, with the font or without
        mpl.rcParams["text.hinting"] = "none"  # letters as far apart in the PNG as in the others
        mpl.rcParams["hatch.linewidth"] = 0.75
        yield
