"""The packaged typefaces posters are set in, as CSS and as bytes."""

import base64
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import font_source_sans_pro
import font_source_serif_pro

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


def font_path(file: str) -> Path:
    """Where a packaged font file lies."""
    package = font_source_sans_pro if "Sans" in file else font_source_serif_pro
    return Path(package.font_directory) / file


def font_files() -> dict[str, Path]:
    """All faces by the name under which a page may ask for them, "fonts/<file>"."""
    return {f"{FOLDER}/{face.file}": font_path(face.file) for face in FACES}


def font_css(faces: tuple[Face, ...] = FACES, *, embed: bool) -> str:
    """@font-face rules; with `embed` the fonts are inside the CSS, so that the file looks the same anywhere."""
    return "\n".join(
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{face.style};'
        f'src:url("{_embedded(face.file) if embed else f"{FOLDER}/{face.file}"}") format("opentype")}}'
        for face in faces
    )


@cache
def _embedded(file: str) -> str:
    return "data:font/otf;base64," + base64.b64encode(font_path(file).read_bytes()).decode("ascii")
