"""The site's fonts: small files cut from the packages that carry the faces, kept under static/fonts.

    python -m arena.core.fonts

writes them again. Each face comes in two files: what European languages and science need on nearly every page, and all
else the face has, which a browser fetches only for a page that needs it. The package's file has nine times the bytes.
"""

import io
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER: Final = Path(__file__).resolve().parents[2] / "static" / "fonts"

# The .otf files: in the packaged serif .ttf the advance of the percent sign is wrong.
FACES: Final = {
    "sans-regular": ("font_source_sans_pro", "SourceSansPro-Regular.otf"),
    "sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.otf"),
    "serif-regular": ("font_source_serif_pro", "SourceSerifPro-Regular.otf"),
    "serif-semibold": ("font_source_serif_pro", "SourceSerifPro-Semibold.otf"),
}

# As in a style sheet's unicode-range; static/css/tokens.css says the same.
USUAL: Final = (
    "U+20-7E, U+A0-17F, U+218-21B, U+2C6-2DD, U+391-3C9, U+1E9E, U+2002-200B, U+2010-2027, U+202F-203A, U+2044, "
    "U+2070-208E, U+20AC, U+2116, U+2122, U+2190-2193, U+2202, U+2206, U+220F, U+2211, U+2212, U+221A, U+221E, "
    "U+2248, U+2260, U+2264, U+2265"
)

# What the layout engine uses by itself, and the figures that the style sheets ask for.
FEATURES: Final = ("kern", "liga", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum")

# "Source" is a reserved name of the SIL Open Font License: a file that was changed must not bear it.
NAME: Final = "Poster Arena"
POSTSCRIPT_NAME: Final = "PosterArena"


def build(face: str) -> dict[str, bytes]:
    """The two WOFF files of a face, by their names."""
    package, name = FACES[face]
    file = folder_of(package) / name
    usual = codepoints(USUAL)
    with TTFont(file) as font:
        rest = set(font.getBestCmap()) - usual
    return {f"{face}.woff": _cut(file, usual), f"{face}-more.woff": _cut(file, rest)}


def folder_of(package: str) -> Path:
    """Where a font package keeps its files; its module is not imported."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the Python package {package} is not installed")
    return Path(spec.origin).parent / "files"


def codepoints(ranges: str) -> set[int]:
    """What a unicode-range such as "U+20-7E, U+2212" stands for."""
    found: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def _cut(file: Path, wanted: Iterable[int]) -> bytes:
    options = Options(layout_features=list(FEATURES), hinting=False, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    buffer = io.BytesIO()
    with TTFont(file, recalcTimestamp=False) as font:  # the same bytes each time
        subsetter.subset(font)
        _rename(font)
        font.flavor = "woff"
        font.save(buffer)
    return buffer.getvalue()


def _rename(font: TTFont) -> None:
    """Another name for the font; the note of copyright stays as it is."""
    names = font["name"]
    names.names = [record for record in names.names if record.nameID == 0]
    for number, text in ((1, NAME), (2, "Regular"), (4, NAME), (6, POSTSCRIPT_NAME)):
        names.setName(text, number, 3, 1, 0x409)
    outlines = font["CFF "].cff
    outlines.fontNames = [POSTSCRIPT_NAME]
    outlines.topDictIndex[0].FullName = outlines.topDictIndex[0].FamilyName = NAME


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for face, (package, _) in FACES.items():
        licence = (folder_of(package) / "LICENSE.txt").read_bytes()
        (FOLDER / f"LICENSE-{face.partition('-')[0]}.txt").write_bytes(licence)
        for name, content in build(face).items():
            (FOLDER / name).write_bytes(content)
            sys.stdout.write(f"{name}: {len(content) / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
