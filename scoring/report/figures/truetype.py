"""Source Sans with TrueType outlines, because publishers take no other fonts in a PDF (Type 3 is refused)."""

import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

import fontTools
import matplotlib as mpl
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable

# Latin, Greek, Cyrillic, punctuation, currencies, arrows and mathematics; other letters have other fonts.
_LETTERS: Final = (
    *range(0x20, 0x250),
    *range(0x370, 0x460),
    *range(0x2000, 0x2070),
    *range(0x20A0, 0x2300),
)
_CLOSENESS: Final = 1.0  # of the new outlines to the old ones, in thousandths of the letters' size
_INSTRUCTIONS: Final = (
    "maxTwilightPoints",
    "maxStorage",
    "maxFunctionDefs",
    "maxInstructionDefs",
    "maxStackElements",
    "maxSizeOfInstructions",
)
_COUNTED_ON_SAVING: Final = (
    "maxPoints",
    "maxContours",
    "maxCompositePoints",
    "maxCompositeContours",
    "maxComponentElements",
    "maxComponentDepth",
)


def truetype(path: Path) -> Path:
    """The TrueType twin of an OpenType font with cubic outlines; made once and kept in matplotlib's own cache."""
    content = path.read_bytes()
    made_of = sha256(content + fontTools.version.encode() + repr((_LETTERS, _CLOSENESS)).encode()).hexdigest()
    twin = Path(mpl.get_cachedir()) / f"{path.stem}-{made_of[:16]}.ttf"
    if not twin.is_file():
        with tempfile.NamedTemporaryFile(dir=twin.parent, suffix=".part", delete=False) as part:
            _convert(path, Path(part.name))
        Path(part.name).replace(twin)
    return twin


def _convert(path: Path, out: Path) -> None:
    with TTFont(path, recalcTimestamp=False) as font:
        options = Options()
        options.hinting = False
        options.notdef_outline = True
        options.glyph_names = False
        options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=_LETTERS)
        subsetter.subset(font)
        _replace_outlines(font)
        font.save(out)


def _replace_outlines(font: TTFont) -> None:
    """Quadratic curves for cubic ones, and the tables that go with them (OpenType specification, glyf and maxp)."""
    names, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    outlines = {}
    for name in names:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, _CLOSENESS, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    table = font["glyf"] = newTable("glyf")
    table.glyphOrder, table.glyphs = names, outlines
    for name in ("CFF ", "VORG"):
        if name in font:
            del font[name]
    table.compile(font)
    font["hmtx"].metrics = {
        name: (
            font["hmtx"][name][0],
            getattr(outlines[name], "xMin", 0),
        )  # the left bearing is where the outline begins
        for name in names
    }
    limits = font["maxp"]
    limits.tableVersion, limits.maxZones = 0x00010000, 1
    for name in (*_INSTRUCTIONS, *_COUNTED_ON_SAVING):
        setattr(limits, name, 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"
