"""A poster file as one RGB raster of a fixed size, so that resolution alone changes no score."""

import io
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
from PIL import Image, ImageOps, UnidentifiedImageError

from scoring.posterbench.errors import UnreadablePoster

# AutoDesign's evaluator states its pixel thresholds at this long edge; here every poster is brought to it, up or down.
LONG_EDGE: Final = 2048
# A 300 dpi A0 poster has about 140 megapixels.
MAX_PIXELS: Final = 200_000_000
FORMATS: Final = ("PNG", "JPEG", "WEBP")

# Pillow would otherwise warn of a decompression bomb at 89 megapixels, which a printed poster exceeds.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS

# PDFium is not safe for use by several threads at once.
PDFIUM_LOCK: Final = threading.Lock()


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """An RGB picture, (height, width, 3) uint8, whose longer side has LONG_EDGE pixels."""

    rgb: npt.NDArray[np.uint8]

    @property
    def width(self) -> int:
        return int(self.rgb.shape[1])

    @property
    def height(self) -> int:
        return int(self.rgb.shape[0])


def load_raster(source: bytes | Path) -> Raster:
    """Read a PNG, JPEG, WebP or PDF (its first page) as a Raster.

    EXIF orientation is applied and transparency is laid on white. The size is checked before anything is decoded.
    Raises UnreadablePoster for anything else, for damaged files and for more than MAX_PIXELS.
    """
    if isinstance(source, Path):
        try:
            data = source.read_bytes()
        except OSError as error:
            raise UnreadablePoster(f"{source}: cannot be read ({error.strerror or error}).") from error
    else:
        data = source
    if not data:
        raise UnreadablePoster("The poster file is empty; export it again.")
    picture = _pdf_page(data) if data[:1024].lstrip().startswith(b"%PDF-") else _picture(data)
    return raster_of(picture)


def raster_of(picture: Image.Image) -> Raster:
    """A Pillow picture of any mode as a Raster: white below transparency, LANCZOS to LONG_EDGE."""
    flat = _on_white(picture)
    scale = LONG_EDGE / max(flat.size)
    size = (max(1, round(flat.width * scale)), max(1, round(flat.height * scale)))
    if flat.size != size:
        flat = flat.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    return Raster(np.array(flat, dtype=np.uint8))


def _picture(data: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            _check_size(opened.width, opened.height)
            opened.load()
            return ImageOps.exif_transpose(opened)
    except UnidentifiedImageError as error:
        raise UnreadablePoster("The poster is not a PNG, JPEG, WebP or PDF; export it as one of them.") from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise UnreadablePoster(_too_large()) from error
    # Pillow's decoders report damage by any of these.
    except (OSError, SyntaxError, ValueError, EOFError, IndexError) as error:
        if isinstance(error, UnreadablePoster):
            raise
        raise UnreadablePoster(f"The poster picture is damaged ({error}); export it again.") from error


def _pdf_page(data: bytes) -> Image.Image:
    with PDFIUM_LOCK:
        try:
            document = pdfium.PdfDocument(data)
        except pdfium.PdfiumError as error:
            raise UnreadablePoster(
                "The poster PDF is damaged or encrypted; export it again without a password."
            ) from error
        try:
            if len(document) == 0:
                raise UnreadablePoster("The poster PDF has no page.")
            page = document[0]
            width, height = page.get_size()
            if not (width > 0 and height > 0):
                raise UnreadablePoster("The poster PDF's first page has no size.")
            scale = LONG_EDGE / max(width, height)
            rendered: Image.Image = page.render(scale=scale, fill_color=(255, 255, 255, 255)).to_pil()
            return rendered.convert("RGB")
        except pdfium.PdfiumError as error:
            raise UnreadablePoster("The poster PDF's first page cannot be drawn; export it again.") from error
        finally:
            document.close()


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise UnreadablePoster(_too_large(f"{width} x {height} pixels"))
    if min(width, height) < 16:
        raise UnreadablePoster(f"The poster is only {width} x {height} pixels.")


def _too_large(what: str = "The picture") -> str:
    return f"The poster is too large: {what} exceeds {MAX_PIXELS // 1_000_000} megapixels; export it smaller."


def _on_white(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I;16"):
        # Pillow clips 16-bit grey at 255 instead of scaling it.
        return Image.fromarray((np.asarray(picture) // 257).astype(np.uint8)).convert("RGB")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    layer = picture.convert("RGBA")
    white = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(white, layer).convert("RGB")
