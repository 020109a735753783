"""A drawing sheet in CSS pixels, written as SVG, PNG and PDF with the same bytes every time."""

import io
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final, Literal

import font_source_sans_pro
import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath

from scoring.report.figures.theme import Theme

WIDTH: Final = 900  # the answer column of a page; nothing is scaled there, so text has its true size
SMALL: Final = 13.0  # axis, caption, table head
BODY: Final = 15.0  # names and numbers
SIMULATED: Final = "Judgments by simulated reviewers, not by people."
_SIMULATED_HEIGHT: Final = 34
_LONGEST_PNG: Final = 6000  # pixels; a matrix of a hundred systems must still open everywhere
_PX_PER_INCH: Final = 96
_LONGEST_TEXT: Final = 1000  # characters; wider than any sheet

Side = Literal["left", "center", "right"]
Weight = Literal["normal", "semibold"]


@cache
def _letters() -> frozenset[int]:
    """Make Source Sans known to matplotlib; the characters it has."""
    for name in ("SourceSansPro", "SourceSansProSemibold"):
        fontManager.addfont(font_source_sans_pro.font_files_otf[name])
    return frozenset(get_font(font_source_sans_pro.font_files_otf["SourceSansPro"]).get_charmap())


@cache
def _more_letters() -> frozenset[int]:
    """The characters of DejaVu Sans, which comes with matplotlib and has many letters that Source Sans lacks."""
    return frozenset(get_font(findfont("DejaVu Sans")).get_charmap())


def can_be_drawn(text: str) -> bool:
    """Whether a figure has all letters of `text`; it draws an empty box for each that it lacks.

    Only fonts that come with the libraries count, so that a report is the same on every machine.
    """
    letters = {ord(character) for character in text}
    return letters <= _letters() or letters <= _more_letters()


def _font(text: str, size: float, weight: Weight) -> FontProperties:
    if all(ord(character) in _letters() for character in text):
        return FontProperties(family="Source Sans Pro", weight=weight, size=size)
    return FontProperties(family="DejaVu Sans", weight="bold" if weight == "semibold" else "normal", size=size)


@cache
def text_width(text: str, size: float = BODY, weight: Weight = "normal") -> float:
    """Width of a line of text in pixels."""
    if not text.strip():
        return 0.0
    return float(TextPath((0, 0), text, size=size, prop=_font(text, size, weight)).get_extents().width)


def shortened(text: str, width: float, size: float = BODY, weight: Weight = "normal") -> str:
    """`text`, or its beginning and `…` where it is wider than `width` pixels."""
    text = text[:_LONGEST_TEXT]
    if text_width(text, size, weight) <= width:
        return text
    # Halving, because measuring is slow and a name may be long.
    fitting = bisect_right(range(len(text)), width, key=lambda kept: text_width(text[:kept] + "…", size, weight))
    return text[: max(0, fitting - 1)].rstrip() + "…"


class Sheet:
    """Draws in pixels from the top left. Text stands on its baseline."""

    def __init__(self, theme: Theme, *, title: str, width: float = WIDTH, height: float, simulated: bool) -> None:
        self.theme = theme
        self.width = width
        self.height = height + (_SIMULATED_HEIGHT if simulated else 0)
        self.title = f"{title} (simulated reviewers)" if simulated else title
        self._figure = Figure(dpi=_PX_PER_INCH)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._drawn = 0
        self._axes.set_autoscale_on(False)
        if simulated:  # drawn first, into room of its own below the picture
            self.rect(0, self.height - 26, self.width, 26, theme.warn_soft)
            self.text(10, self.height - 8, SIMULATED, color=theme.warn, size=SMALL, weight="semibold")

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
            fontproperties=_font(text, size * 72 / _PX_PER_INCH, weight),
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
        line = Line2D([x0, x1], [y0, y1], color=color, linewidth=width * 72 / _PX_PER_INCH, solid_capstyle="butt")
        line.set_zorder(self._next())
        if dashes:
            line.set_dashes([dash * 72 / _PX_PER_INCH for dash in dashes])
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

    def dots(self, points: Sequence[tuple[float, float]], radius: float, color: str, *, opacity: float = 1) -> None:
        """Filled circles of one size."""
        if not points:
            return
        across, down = zip(*points, strict=True)
        diameter = 2 * radius * 72 / _PX_PER_INCH
        self._axes.scatter(across, down, s=diameter**2, color=color, linewidths=0, alpha=opacity, zorder=self._next())

    def whisker(self, x0: float, x1: float, y: float, color: str, *, cap: float = 5) -> None:
        """A horizontal interval with caps."""
        self.line(x0, y, x1, y, color, width=2)
        for x in (x0, x1):
            self.line(x, y - cap, x, y + cap, color, width=2)

    def svg(self) -> bytes:
        """SVG with text as outlines, on a transparent ground."""
        return self._save("svg", {"Date": None, "Title": self.title}, margin=4)

    def pdf(self) -> bytes:
        """PDF on a transparent ground."""
        return self._save("pdf", {"CreationDate": None, "Title": self.title}, margin=16)

    def png(self) -> bytes:
        """PNG on the panel's colour, twice the size on the page where that is not too large."""
        scale = min(2.0, _LONGEST_PNG / max(self.width, self.height))
        return self._save("png", {"Title": self.title}, margin=16, ground=self.theme.panel, dpi=_PX_PER_INCH * scale)

    def _save(
        self,
        kind: str,
        metadata: dict[str, str | None],
        *,
        margin: float,
        ground: str = "none",
        dpi: float = _PX_PER_INCH,
    ) -> bytes:
        self._figure.set_size_inches(
            (self.width + 2 * margin) / _PX_PER_INCH, (self.height + 2 * margin) / _PX_PER_INCH
        )
        self._axes.set_xlim(-margin, self.width + margin)
        self._axes.set_ylim(self.height + margin, -margin)
        stream = io.BytesIO()
        self._figure.savefig(stream, format=kind, metadata=metadata, dpi=dpi, facecolor=ground)
        return stream.getvalue()


@contextmanager
def steady_drawing() -> Iterator[None]:
    """Settings under which the same drawing gives the same bytes."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # the report's notes say so
        mpl.rcParams["svg.hashsalt"] = "poster-arena"
        mpl.rcParams["svg.fonttype"] = "path"  # outlines: the same letters everywhere, with the font or without
        mpl.rcParams["pdf.fonttype"] = 3
        mpl.rcParams["hatch.linewidth"] = 0.75
        yield
