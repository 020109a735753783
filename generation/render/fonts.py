"""The packaged typefaces posters are set in, as CSS and as bytes."""

import base64
import io
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import font_source_sans_pro
import font_source_serif_pro
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER: Final = "fonts"


@dataclass(frozen=True, slots=True)
class Face:
    """One font file and how CSS asks for it."""

    file: str
    family: str
    weight: int
    style: str = "normal"


# The .otf files: the serif's .ttf has a wrong advance for the percent sign.
SANS: Final = (
    Face("SourceSansPro-Regular.otf", "Poster Sans", 400),
    Face("SourceSansPro-Semibold.otf", "Poster Sans", 600),
    Face("SourceSansPro-Bold.otf", "Poster Sans", 700),
)
SERIF: Final = (
    Face("SourceSerifPro-Regular.otf", "Poster Serif", 400),
    Face("SourceSerifPro-Semibold.otf", "Poster Serif", 600),
)
FACES: Final = SANS + SERIF
# One file for Chinese, Japanese and Korean: `locl` turns the traditional shapes into those of the page's language.
CJK: Final = (
    Face("NotoSansCJKtc-Regular.otf", "Poster CJK", 400),
    Face("NotoSansCJKtc-Bold.otf", "Poster CJK", 700),
)
# `halt` lets the browser set a punctuation sign at a line's edge, or beside another one, half as wide.
_CJK_FEATURES: Final = ("locl", "ccmp", "halt")
_SPACES: Final = frozenset(" \t\n\r\u00a0\u2009\u202f\u200b\u2060\ufeff")


def font_path(file: str) -> Path:
    """Where a packaged font file lies."""
    if file.startswith("NotoSansCJK"):
        return Path(str(files("cvttf_NotoSansCJK_Bold" if "Bold" in file else "cvttf_NotoSansCJK_Regular"))) / file
    source = font_source_sans_pro if "Sans" in file else font_source_serif_pro
    return Path(source.font_directory) / file


def font_files() -> dict[str, Path]:
    """All faces by the name under which a page may ask for them, "fonts/<file>"."""
    return {f"{FOLDER}/{face.file}": font_path(face.file) for face in FACES}


def font_css(faces: tuple[Face, ...] = FACES, *, embed: bool) -> str:
    """@font-face rules; with `embed` the fonts are inside the CSS, so that the file looks the same anywhere."""
    return "\n".join(_rule(face, _embedded(face.file) if embed else f"{FOLDER}/{face.file}") for face in faces)


def cjk_css(text: str) -> str:
    """@font-face rules, fonts inside, for the signs of `text` that only the CJK faces have; empty if there are none.

    The fonts are cut down to those signs: about 250 bytes for each of them and weight. The same text gives the same
    bytes.
    """
    wanted = frozenset(text) - _latin_signs() - _SPACES
    wanted &= _signs_of(CJK[0].file) if wanted else wanted
    if not wanted:
        return ""
    # Quotation marks, dashes and dots of Chinese text are as wide as its other signs.
    letters = "".join(sorted(wanted | (frozenset(text) & frozenset("“”‘’…—·"))))
    return "\n".join(_rule(face, _subset(face.file, letters)) for face in CJK)


def undrawable(text: str) -> str:
    """The signs of `text` that no packaged face has, each once; they would be drawn as empty boxes."""
    missing = frozenset(text) - _latin_signs() - _SPACES
    if missing:
        missing -= _signs_of(CJK[0].file)
    return "".join(sorted(missing))


def _rule(face: Face, source: str) -> str:
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{face.style};'
        f'src:url("{source}") format("opentype")}}'
    )


@cache
def _embedded(file: str) -> str:
    return _data_uri(font_path(file).read_bytes())


@lru_cache(maxsize=16)
def _subset(file: str, letters: str) -> str:
    options = Options()
    options.layout_features = list(_CJK_FEATURES)
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [1, 2]
    options.drop_tables = [*options.drop_tables, "DSIG", "VORG", "vhea", "vmtx"]
    with TTFont(font_path(file), lazy=True, recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        stream = io.BytesIO()
        font.save(stream)
    return _data_uri(stream.getvalue())


@cache
def _latin_signs() -> frozenset[str]:
    """What all the Latin faces have in common."""
    return frozenset.intersection(*(_signs_of(face.file) for face in FACES))


@cache
def _signs_of(file: str) -> frozenset[str]:
    with TTFont(font_path(file), lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def _data_uri(font: bytes) -> str:
    return "data:font/otf;base64," + base64.b64encode(font).decode("ascii")
