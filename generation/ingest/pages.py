"""What PDFium says stands on a page: glyphs with their boxes, and its picture.

All coordinates are points from the top left corner of the page as a reader sees it, whatever its crop box and rotation.
"""

import ctypes
import math
import re
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from generation.ingest import limits
from generation.ingest.signs import in_font, sign_of
from generation.records import Box

FIXED_PITCH = 1
ITALIC = 1 << 6
FORCE_BOLD = 1 << 18  # font descriptor flags, ISO 32000-1 table 123
BOLD_NAME = re.compile(r"bold|black|heavy|demi|semibold|medi(?!um)|cmbx|sfbx|-bd", re.IGNORECASE)
ITALIC_NAME = re.compile(r"ital|obli|slant|cmti|sfti", re.IGNORECASE)
MONO_NAME = re.compile(r"mono|courier|consol|typewriter|cmtt|sftt|inconsolata|menlo|-code|lmtt", re.IGNORECASE)
NAMELESS, COMMONEST, OTHERS = "nameless ", "nameless, commonest", "nameless, other"
SUBSET_TAG = re.compile(r"^[A-Z]{6}\+")


@dataclass(frozen=True, slots=True)
class Style:
    """A typeface as the text says it. `size` is in points, as printed, rounded to a tenth."""

    font: str
    size: float
    bold: bool
    italic: bool
    mono: bool


@dataclass(frozen=True, slots=True)
class Glyph:
    """One printed character, or the space before it when `space` is set."""

    char: str
    box: Box
    baseline: float
    style: Style
    upright: bool
    space: bool  # a blank stands before this glyph


@dataclass(frozen=True, slots=True)
class PageGlyphs:
    """The glyphs of one page in the order in which the file draws them."""

    number: int  # from 1
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    truncated: bool  # there were more than anybody would read


class _Frame:
    """Turns PDF user space into points from the top left of the page as shown."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self.left, self.bottom, self.right, self.top = page.get_bbox()
        self.rotation = page.get_rotation()
        self.width, self.height = page.get_size()

    def point(self, x: float, y: float) -> tuple[float, float]:
        match self.rotation:
            case 90:
                return y - self.bottom, x - self.left
            case 180:
                return self.right - x, y - self.bottom
            case 270:
                return self.top - y, self.right - x
            case _:
                return x - self.left, self.top - y

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        ax, ay = self.point(left, bottom)
        bx, by = self.point(right, top)
        return Box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    def turns_upright(self, a: float, b: float) -> bool:
        """Whether a text matrix whose first row is (a, b) sets text that reads from left to right on the shown page."""
        angle: float = math.degrees(math.atan2(b, a)) - int(self.rotation)
        return abs((angle + 180) % 360 - 180) < 8


class _StyleReader:
    """Typefaces by text object, so that each is asked for once."""

    def __init__(self, text_page: pdfium.PdfTextPage, frame: _Frame) -> None:
        self._raw = text_page.raw
        self._frame = frame
        self._seen: dict[int, tuple[Style, bool]] = {}
        self._nameless: dict[int, str] = {}  # typefaces that the file does not name, by their handles
        self._name = ctypes.create_string_buffer(256)

    def at(self, index: int) -> tuple[Style, bool]:
        handle = pdfium_c.FPDFText_GetTextObject(self._raw, index)
        key = ctypes.cast(handle, ctypes.c_void_p).value or -1
        if key not in self._seen:
            self._seen[key] = self._read(index)
        return self._seen[key]

    def _call_nameless(self, index: int) -> str:
        handle = pdfium_c.FPDFTextObj_GetFont(pdfium_c.FPDFText_GetTextObject(self._raw, index))
        key = ctypes.cast(handle, ctypes.c_void_p).value or -1
        return self._nameless.setdefault(key, f"{NAMELESS}{len(self._nameless)}")

    def _read(self, index: int) -> tuple[Style, bool]:
        flags = ctypes.c_int()
        length = pdfium_c.FPDFText_GetFontInfo(self._raw, index, self._name, len(self._name), flags)
        raw_name = self._name.raw[: max(0, min(length, len(self._name)) - 1)].decode("utf-8", "replace")
        name = SUBSET_TAG.sub("", raw_name) or self._call_nameless(index)
        matrix = pdfium_c.FS_MATRIX()
        size = float(pdfium_c.FPDFText_GetFontSize(self._raw, index))
        upright = True
        if pdfium_c.FPDFText_GetMatrix(self._raw, index, matrix):
            size *= math.hypot(matrix.c, matrix.d)
            upright = self._frame.turns_upright(matrix.a, matrix.b)
        style = Style(
            font=name,
            size=round(size, 1),
            bold=bool(flags.value & FORCE_BOLD) or bool(BOLD_NAME.search(name)),
            italic=bool(flags.value & ITALIC) or bool(ITALIC_NAME.search(name)),
            mono=bool(flags.value & FIXED_PITCH) or bool(MONO_NAME.search(name)),
        )
        return style, upright


def read_glyphs(page: pdfium.PdfPage, number: int) -> PageGlyphs:
    """Every printed character of a page, with ligatures taken apart and control characters left out."""
    frame = _Frame(page)
    text_page = page.get_textpage()
    raw = text_page.raw
    count = text_page.count_chars()
    styles = _StyleReader(text_page, frame)
    left, bottom, right, top = (ctypes.c_double() for _ in range(4))
    origin_x, origin_y = ctypes.c_double(), ctypes.c_double()
    glyphs: list[Glyph] = []
    space = False
    for index in range(min(count, limits.MAX_GLYPHS_PER_PAGE)):
        char = sign_of(pdfium_c.FPDFText_GetUnicode(raw, index))
        if not char.strip():
            space = space or char != ""
            continue
        pdfium_c.FPDFText_GetCharBox(raw, index, left, right, bottom, top)
        pdfium_c.FPDFText_GetCharOrigin(raw, index, origin_x, origin_y)
        style, upright = styles.at(index)
        char = in_font(char, style.font)
        if not char:
            continue
        glyphs.append(
            Glyph(
                char=char,
                box=frame.box(left.value, bottom.value, right.value, top.value),
                baseline=frame.point(origin_x.value, origin_y.value)[1],
                style=style,
                upright=upright,
                space=space,
            )
        )
        space = False
    text_page.close()
    glyphs = _call_commonest(glyphs)
    return PageGlyphs(number, frame.width, frame.height, tuple(glyphs), truncated=count > limits.MAX_GLYPHS_PER_PAGE)


def _call_commonest(glyphs: list[Glyph]) -> list[Glyph]:
    """Of a page's nameless typefaces the commonest gets one name and all others another, so that pages agree."""
    counts = Counter(glyph.style.font for glyph in glyphs if glyph.style.font.startswith(NAMELESS))
    if not counts:
        return glyphs
    commonest = counts.most_common(1)[0][0]
    styles: dict[Style, Style] = {}
    for style in {glyph.style for glyph in glyphs if glyph.style.font.startswith(NAMELESS)}:
        styles[style] = replace(style, font=COMMONEST if style.font == commonest else OTHERS)
    return [replace(glyph, style=styles.get(glyph.style, glyph.style)) for glyph in glyphs]


def render(page: pdfium.PdfPage, scale: float, box: Box | None = None) -> NDArray[np.uint8]:
    """The page (or the part inside `box`, in points) as rows x columns x RGB, `scale` pixels to the point."""
    width, height = page.get_size()
    crop = (0.0, 0.0, 0.0, 0.0) if box is None else (box.x0, height - box.y1, width - box.x1, box.y0)
    bitmap = page.render(scale=scale, crop=crop, may_draw_forms=False, rev_byteorder=True, prefer_bgrx=False)
    pixels = bitmap.to_numpy()
    rgb = np.ascontiguousarray(np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else pixels[:, :, :3])
    bitmap.close()
    return rgb.astype(np.uint8, copy=False)
