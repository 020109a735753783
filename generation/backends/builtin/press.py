"""Templates to HTML: escaped, self-contained, and without a trace of who made it."""

import base64
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from PIL import Image

from generation.backends.builtin.story import Story
from generation.backends.builtin.typeset import typeset
from generation.render.fonts import Face, cjk_css, font_css

TEMPLATES: Final = Path(__file__).with_name("templates")
# Numbers worth a second look: percentages and decimals, but not the level of an interval nor its bounds.
_TELLING: Final = re.compile(
    r"(?<![\w.,/–-])[+−–-]?\d+(?:,\d{3})*"
    r"(?:(?:\.\d+)?\s?(?:%|percent\b|per cent\b)(?!\s*(?:interval|confidence|credible|CI\b))|\.\d+(?![\w.]|,\d))"
    r"(?!\s+to\s+[+−–-]?\d)"
)
_HYPHENATED: Final = re.compile(r"(?<![\w&#;<-])[^\W_]{1,14}(?:-[^\W_]{1,14}){1,2}(?![\w-])")
_AFTER_A_BOUND: Final = re.compile(r"\d%?\s+to\s+$")
MOST_TELLING: Final = 2
DEVICE_SCALE: Final = 2
MUCH_LARGER: Final = 1.5  # a crop with less to spare than this is used as it is


@dataclass(frozen=True, slots=True)
class Sample:
    """A piece of text to be measured: its style, an optional bold lead, and the width it is set in."""

    style: str
    text: str
    width: float
    lead: str = ""
    px: float = 0.0  # font size, for the finding


@dataclass(frozen=True, slots=True)
class TextView:
    """A text piece as the template shows it."""

    name: str
    role: str
    heading: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture as the template shows it; lengths in CSS pixels."""

    name: str
    src: str
    width: float
    height: float
    caption: str
    source: str
    readout: str


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as the template shows it."""

    name: str
    x: float
    y: float
    width: float
    height: float
    gap: float
    area: int
    pieces: tuple[TextView | PictureView, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that a template needs besides the story."""

    width: int
    height: int
    rem: float
    title_px: float
    zones: tuple[ZoneView, ...] = ()
    samples: tuple[Sample, ...] = ()
    finding_px: float = 0.0
    used: float = 0.0  # CSS pixels of the area's height that the fullest zone fills


def emphasise(text: str) -> Markup:
    """The text, escaped, with its first telling numbers in bold; as text it stays what it was."""
    parts, start = [Markup()], 0
    telling = [found for found in _TELLING.finditer(text) if _is_free(text, found.start())]
    for found in telling[:MOST_TELLING]:
        parts += [escape(text[start : found.start()]), Markup("<b>{}</b>").format(found.group())]
        start = found.end()
    return Markup().join([*parts, escape(text[start:])])


def whole_words(text: str) -> Markup:
    """For large type: telling numbers in bold, and no line break inside a hyphenated word."""
    return Markup(_HYPHENATED.sub(r'<span class="w">\g<0></span>', str(emphasise(typeset(text)))))  # noqa: S704  (escaped)


def _is_free(text: str, place: int) -> bool:
    """Neither in brackets nor the upper bound of a range."""
    before = text[:place]
    depth = sum(before.count(sign) for sign in "([") - sum(before.count(sign) for sign in ")]")
    return depth == 0 and not _AFTER_A_BOUND.search(before)


def is_text(view: TextView | PictureView) -> bool:
    return isinstance(view, TextView)


_environment = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
_environment.filters["emphasise"] = lambda text: emphasise(typeset(text))
_environment.filters["whole_words"] = whole_words
_environment.filters["typeset"] = typeset
_environment.tests["text_piece"] = is_text


def compose(template: str, story: Story, page: Page, faces: tuple[Face, ...], *, embed: bool) -> str:
    """The HTML document. With `embed` all fonts are inside, without it the CJK ones only; pictures are what the views
    say they are."""
    return _environment.get_template(template).render(
        story=story,
        page=page,
        labels=story.labels,
        fonts=Markup(font_css(faces, embed=embed) + cjk_css(story.all_text)),  # noqa: S704  (our own files)
    )


def embedded_picture(file: Path, width: float) -> str:
    """A data: URI of the picture, reduced to the pixels it is drawn with at most (`width` in CSS pixels)."""
    wanted = round(width * DEVICE_SCALE)
    with Image.open(file) as opened:
        if opened.format == "PNG" and opened.width <= MUCH_LARGER * wanted:
            return _data_uri(file.read_bytes())
        picture = opened.convert("RGB") if opened.mode not in ("RGB", "L") else opened.copy()
    if picture.width > wanted:
        height = max(1, round(picture.height * wanted / picture.width))
        picture = picture.resize((wanted, height), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    picture.save(buffer, format="PNG", compress_level=4)
    return _data_uri(buffer.getvalue())


def _data_uri(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def with_sources(page: Page, sources: Mapping[str, str]) -> Page:
    """The same page with other addresses for its pictures, by their names."""
    zones = tuple(
        replace(
            zone,
            pieces=tuple(
                replace(piece, src=sources[piece.name]) if isinstance(piece, PictureView) else piece
                for piece in zone.pieces
            ),
        )
        for zone in page.zones
    )
    return replace(page, zones=zones)
