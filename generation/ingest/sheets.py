"""A paper's pages as pictures for reading on a screen: drawn by the sandboxed child, taken by its caller."""

import io
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from generation.errors import BadPaper
from generation.ingest import limits
from generation.ingest.check import check_bytes, error_checked
from generation.ingest.pages import render
from generation.ingest.sandbox import read_file, reading

STARTING_SECONDS = 30.0  # beside drawing


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page as a WebP file, called sheet-<number>.webp."""

    number: int  # from 1
    width: int  # pixels
    height: int

    @property
    def name(self) -> str:
        return f"sheet-{self.number}.webp"


def draw_sheets(pdf: Path, out: Path) -> list[Sheet]:
    """Draws the first pages of a paper in a sandbox, at most `limits.SHEETS`, and writes them into `out`.

    A page that cannot be drawn is left out. Raises BadPaper when the PDF cannot be read at all.
    """
    check_bytes(pdf)
    out.mkdir(parents=True, exist_ok=True)
    with reading("sheets", pdf, timeout_seconds=limits.SHEETS_SECONDS + STARTING_SECONDS) as done:
        try:
            told = error_checked(done.result)["sheets"]
            sheets = [Sheet(int(number), int(width), int(height)) for number, width, height in told]  # type: ignore[attr-defined]
        except (KeyError, TypeError, ValueError) as error:
            raise BadPaper("The PDF reader gave no usable answer.") from error
        for sheet in sheets:
            data = read_file(done.figures / sheet.name)
            if not is_plain_webp(data):
                raise BadPaper(f"The PDF reader left no picture in {sheet.name}.")
            (out / sheet.name).write_bytes(data)
    return sheets


def is_plain_webp(data: bytes) -> bool:
    """Whether this is a WebP file of one part, which is a picture: nothing else fits beside it."""
    size = int.from_bytes(data[16:20], "little")
    return data[:4] == b"RIFF" and data[8:16] in (b"WEBPVP8 ", b"WEBPVP8L") and len(data) == 20 + size + size % 2


def draw_all(document: pdfium.PdfDocument, folder: Path) -> str:
    """Draws into `folder` until the limit of pages or of time; the answer says what is there. Inside the sandbox."""
    end = time.monotonic() + limits.SHEETS_SECONDS
    sheets: list[Sheet] = []
    for index in range(min(len(document), limits.SHEETS)):
        if time.monotonic() > end:
            break
        try:
            picture = draw_sheet(document[index])
        except pdfium.PdfiumError:
            continue
        sheet = Sheet(index + 1, *picture.size)
        (folder / sheet.name).write_bytes(encode(picture))
        sheets.append(sheet)
    return json.dumps({"sheets": [list(asdict(sheet).values()) for sheet in sheets]})


def draw_sheet(page: pdfium.PdfPage) -> Image.Image:
    wide, high = (float(edge) for edge in page.get_size())
    pixels = render(page, min(limits.SHEET_HIGH / high, limits.SHEET_WIDE / wide))
    return Image.fromarray(pixels[: limits.SHEET_HIGH, : limits.SHEET_WIDE])


def encode(picture: Image.Image) -> bytes:
    """As WebP. Print is sharper and no larger when nothing is lost; photographs are not."""
    exact = _webp(picture, lossless=True, quality=30, method=1)
    if len(exact) <= limits.SHEET_BYTES:
        return exact
    return min(exact, _webp(picture, quality=82, method=3), key=len)


def _webp(picture: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", **options)
    return buffer.getvalue()
