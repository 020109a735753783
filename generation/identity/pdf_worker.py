"""Reads a hostile PDF from stdin and writes what it says to stdout as JSON. Run by `pdf_files.py` as a module."""

import codecs
import json
import re
import sys
from collections.abc import Iterator
from typing import Final

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from generation.identity.fragments import Box, Collector, Where
from generation.identity.picture_files import xmp_values
from generation.identity.printable import inflated, printable
from generation.render.decode_worker import Limits, give_up_rights

PAGES: Final = 20  # a poster has one
SIGNS_A_PAGE: Final = 200_000
STREAMS: Final = 5_000
ATTACHMENTS: Final = 50
ENCODINGS: Final = ("utf-16-be", "utf-16-le", "latin-1", "ascii", "utf-8")
_STREAM: Final = re.compile(rb"(<<(?:[^<>]|<[^<]|>[^>]|<<[^<>]*>>){0,2000}>>)\s*stream\r?\n")
_STRING: Final = re.compile(rb"/([A-Za-z][\w.]*)\s*\(((?:[^()\\]|\\.){1,2000})\)", re.DOTALL)
_HEX_STRING: Final = re.compile(rb"/([A-Za-z][\w.]*)\s*<((?:[0-9A-Fa-f]\s*){4,4000})>")
_FONT: Final = re.compile(rb"/(?:BaseFont|FontName)\s*/([^\s/<>\[\]()]{1,100})")
_XMP: Final = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)
_NOT_SAID: Final = frozenset(("CreationDate", "ModDate", "ID", "Lang"))


def read(data: bytes, into: Collector) -> None:
    for source in _sources(data):
        _add_source(source, into)
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        return  # its letters are read all the same
    for key, value in document.get_metadata_dict(skip_empty=True).items():
        if key not in _NOT_SAID:
            into.add(Where.METADATA, f"PDF {key}", value)
    for at in range(min(ATTACHMENTS, document.count_attachments())):
        attachment = document.get_attachment(at)
        into.add(Where.METADATA, "PDF attachment's name", attachment.get_name())
        for line in printable(bytes(attachment.get_data())).splitlines():
            into.add(Where.METADATA, "PDF attachment", line)
    for bookmark in document.get_toc(max_depth=4):
        into.add(Where.METADATA, "PDF bookmark", bookmark.get_title())
    for at in range(min(PAGES, len(document))):
        for line, box in _lines(document[at]):
            if at == 0:
                into.add(Where.TEXT, "PDF text", line, box)
            else:
                into.add(Where.METADATA, f"PDF page {at + 1}", line)


def _sources(data: bytes) -> Iterator[bytes]:
    """The file itself, and what is packed in it that is neither a picture nor what draws a page."""
    yield data
    for count, stream in enumerate(_STREAM.finditer(data)):
        if count >= STREAMS:
            return
        head = stream.group(1)
        if b"/FlateDecode" in head and (b"/ObjStm" in head or b"/Metadata" in head or b"/XML" in head):
            yield inflated(data[stream.end() :])


def _add_source(source: bytes, into: Collector) -> None:
    for key, value in _STRING.findall(source):
        name = key.decode("ascii")
        if name not in _NOT_SAID and name != "T":
            into.add(Where.METADATA, f"PDF {name[:40]}", _decoded(re.sub(rb"\\([()\\])", rb"\1", value)))
    for key, digits in _HEX_STRING.findall(source):
        if (name := key.decode("ascii")) not in _NOT_SAID:
            digits = re.sub(rb"\s", b"", digits)
            value = bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
            into.add(Where.METADATA, f"PDF {name[:40]}", _decoded(value))
    for font in _FONT.findall(source):
        into.add(Where.METADATA, "PDF font", font.rpartition(b"+")[2].decode("latin-1"))
    for packet in _XMP.findall(source):
        for name, value in xmp_values(packet.decode("utf-8", "replace")):
            into.add(Where.METADATA, f"PDF XMP {name[:40]}".rstrip(), value)


def _decoded(value: bytes) -> str:
    if value.startswith(b"\xfe\xff"):
        return value[2:].decode("utf-16-be", "replace")
    return value.decode("latin-1")


def _lines(page: pdfium.PdfPage) -> Iterator[tuple[str, Box | None]]:
    """The lines of a page with the boxes around their letters."""
    wide, high = page.get_size()
    text = page.get_textpage()
    signs: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    for at in range(min(SIGNS_A_PAGE, text.count_chars())):
        code = pdfium_c.FPDFText_GetUnicode(text, at)
        sign = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
        if sign in "\r\n":
            if signs:
                yield "".join(signs), _around(boxes, wide, high)
            signs, boxes = [], []
            continue
        signs.append(sign)
        if not sign.isspace():
            boxes.append(text.get_charbox(at, loose=True))
    if signs:
        yield "".join(signs), _around(boxes, wide, high)


def _around(boxes: list[tuple[float, float, float, float]], wide: float, high: float) -> Box | None:
    """From points above the bottom left to fractions from the top left."""
    if not boxes or wide <= 0 or high <= 0:
        return None
    left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    x0, x1 = (min(1.0, max(0.0, x / wide)) for x in (left, right))
    y0, y1 = (min(1.0, max(0.0, 1 - y / high)) for y in (top, bottom))
    return (round(x0, 4), round(y0, 4), round(x1, 4), round(y1, 4)) if x0 < x1 and y0 < y1 else None


def main() -> None:
    memory, seconds = (int(number) for number in sys.argv[1:3])
    data = sys.stdin.buffer.read()
    for encoding in ENCODINGS:  # Python's own files cannot be read any more afterwards
        codecs.lookup(encoding)
    give_up_rights(
        Limits(
            "pdf", max_pixels=0, max_aspect=0, min_long_edge=0, long_edges=[], memory_bytes=memory, cpu_seconds=seconds
        )
    )
    into = Collector()
    read(data, into)
    listed = [[part.where.value, part.label, part.text, part.box] for part in into.fragments]
    sys.stdout.write(json.dumps(listed))


if __name__ == "__main__":
    main()
