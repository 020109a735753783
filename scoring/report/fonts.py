"""The page's own fonts: only the letters it uses, small enough to travel inside it."""

import base64
import io
from functools import lru_cache
from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont


def font_faces(text: str) -> dict[str, str]:
    """Base64 WOFF of each face, cut down to the characters of `text`; the same text gives the same bytes."""
    letters = "".join(sorted(set(text)))
    sans, serif = font_source_sans_pro.font_files_otf, font_source_serif_pro.font_files_otf
    return {
        "sans": _subset(Path(sans["SourceSansPro"]), letters),
        "sans_semibold": _subset(Path(sans["SourceSansProSemibold"]), letters),
        "serif": _subset(Path(serif["SourceSerifPro"]), letters),
        "serif_semibold": _subset(Path(serif["SourceSerifProSemibold"]), letters),
    }


@lru_cache(maxsize=32)
def _subset(path: Path, letters: str) -> str:
    options = Options()
    options.flavor = "woff"
    options.hinting = False
    options.notdef_outline = True
    with TTFont(path, recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font.flavor = "woff"
        stream = io.BytesIO()
        font.save(stream)
    return base64.b64encode(stream.getvalue()).decode("ascii")
