"""PDF files written byte by byte, so that a test knows where every line and every coloured field stands."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest


@dataclass
class PageMaker:
    """One page; coordinates are points from the top left corner, text is placed by its baseline."""

    width: float = 595
    height: float = 842
    rotate: int = 0
    parts: list[bytes] = field(default_factory=list)
    pictures: bool = False

    def text(self, x: float, y: float, words: str, size: float = 10, *, bold: bool = False) -> "PageMaker":
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252")
        font = b"B" if bold else b"R"
        self.parts.append(
            b"0 0 0 rg BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET" % (font, size, x, self.height - y, escaped)
        )
        return self

    def lines(self, x: float, y: float, lines: Sequence[str], size: float = 10, leading: float = 12) -> float:
        """Places lines one below the other and returns the baseline after the last."""
        for line in lines:
            self.text(x, y, line, size)
            y += leading
        return y

    def field(self, x0: float, y0: float, x1: float, y1: float, rgb: tuple[float, float, float]) -> "PageMaker":
        self.parts.append(b"%g %g %g rg %g %g %g %g re f" % (*rgb, x0, self.height - y1, x1 - x0, y1 - y0))
        return self

    def picture(self, x0: float, y0: float, x1: float, y1: float) -> "PageMaker":
        self.pictures = True
        self.parts.append(b"q %g 0 0 %g %g %g cm /P Do Q" % (x1 - x0, y1 - y0, x0, self.height - y1))
        return self


def pdf_bytes(pages: Sequence[PageMaker], trailer: bytes = b"") -> bytes:
    """A whole PDF with two typefaces, Helvetica and its bold, and one small grey picture."""
    kids = b" ".join(b"%d 0 R" % (10 + 2 * index) for index in range(len(pages)))
    pixels = zlib.compress(bytes(range(0, 240, 15)) * 16)
    objects: dict[int, bytes] = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        5: b"<< /Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8 "
        b"/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(pixels), pixels),
    }
    for index, page in enumerate(pages):
        number = 10 + 2 * index
        content = b"\n".join(page.parts)
        objects[number] = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %g %g] /Rotate %d /Contents %d 0 R "
            b"/Resources << /Font << /R 3 0 R /B 4 0 R >> /XObject << /P 5 0 R >> >> >>"
        ) % (page.width, page.height, page.rotate, number + 1)
        objects[number + 1] = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)
    out = bytearray(b"%PDF-1.4\n")
    offsets: dict[int, int] = {}
    for number, body in objects.items():
        offsets[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, size = len(out), max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % offsets[number] if number in offsets else b"0000000000 00000 f \n"
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, start)
    return bytes(out)


WritePdf = Callable[..., Path]


@pytest.fixture
def new_page() -> type[PageMaker]:
    return PageMaker


@pytest.fixture
def write_pdf(tmp_path: Path) -> WritePdf:
    """Writes pages as paper.pdf and returns the path."""

    def write(*pages: PageMaker, trailer: bytes = b"") -> Path:
        path = tmp_path / "paper.pdf"
        path.write_bytes(pdf_bytes(pages, trailer))
        return path

    return write
