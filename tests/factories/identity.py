"""Posters that say who made them: pictures with lines of text, and lines as OCR would read them."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from arena.benchmarks.models import Case
from arena.core.files import store_bytes
from arena.core.leases import WorkState
from arena.posters.models import IdentityFinding, IdentityScan, Poster
from arena.posters.services.lines import ReadPicture
from arena.systems.models import SystemConfig
from generation.render.normalise import normalise
from scoring.posterbench.geometry import Rect
from scoring.posterbench.ocr import TextLine
from tests.factories.posters import make_poster

WIDE, HIGH = 1200, 900
FOOTER = "Generated with Paper2Poster v1.0"
FOOTER_BOX = [0.05, 0.93, 0.35, 0.98]


def poster_png(*lines: tuple[str, tuple[int, int]], footer: str = FOOTER, size: int = 26) -> bytes:
    """A white poster with a dark footer; each line with its place in pixels."""
    image = Image.new("RGB", (WIDE, HIGH), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 820, WIDE, HIGH), fill="#0b3d5c")
    font = ImageFont.load_default(size=size)
    draw.text((60, 60), "Trees grow on slopes", fill="black", font=ImageFont.load_default(size=52))
    for text, place in lines:
        draw.text(place, text, fill="black", font=font)
    if footer:
        draw.text((66, 842), footer, fill="white", font=font)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def make_real_poster(case: Case, config: SystemConfig, data: bytes, kind: str = "png", **fields: object) -> Poster:
    """A poster whose pictures are those of this file."""
    images = normalise(data)
    return make_poster(
        case,
        config,
        artifact_sha256=store_bytes(data),
        artifact_kind=kind,
        master_sha256=store_bytes(images.master),
        rendition_sha256=store_bytes(images.rendition),
        thumbnail_sha256=store_bytes(images.thumbnail),
        medium_sha256=store_bytes(images.medium),
        full_sha256=store_bytes(images.full),
        width=images.width,
        height=images.height,
        **fields,
    )


def read_as(*lines: tuple[str, Sequence[float]]) -> ReadPicture:
    """What OCR would have read: lines with their boxes as fractions."""
    width, height = 2048, 1536
    return ReadPicture(
        width,
        height,
        tuple(
            TextLine(text, Rect(x0 * width, y0 * height, x1 * width, y1 * height), 0.99, 20.0, 10.0)
            for text, (x0, y0, x1, y1) in lines
        ),
    )


def make_finding(poster: Poster, word: str = "Paper2Poster", **fields: object) -> IdentityFinding:
    """A word on the picture that is to be decided; the poster's scan is made where there is none."""
    done = {"state": WorkState.DONE, "read_words": 9, "finished_at": "2026-01-01T00:00:00Z"}
    scan, _ = IdentityScan.objects.get_or_create(poster=poster, defaults=done)
    values = {"place": "picture", "excerpt": f"Made with {word}", "box": FOOTER_BOX}
    return IdentityFinding.objects.create(scan=scan, word=word, **{**values, **fields})
