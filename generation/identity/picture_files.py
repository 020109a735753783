"""What PNG, JPEG, WebP and GIF files carry beside their pixels. No pixel is decoded, so nothing in them can burst."""

import re
import struct
import warnings
from collections.abc import Iterator
from typing import Final

from PIL import ExifTags, Image

from generation.identity.fragments import Collector, Where
from generation.identity.printable import inflated, printable

PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_PICTURE: Final = frozenset(
    (
        *(b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"pHYs", b"sBIT", b"bKGD", b"hIST"),
        *(b"tIME", b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT"),
    )
)
_JPEG_PICTURE: Final = frozenset((*range(0xC0, 0xC8), *range(0xC9, 0xD0), 0xDB, 0xDD, 0xDE, 0xDF))
_JPEG_BARE: Final = frozenset((0x01, *range(0xD0, 0xD9)))  # without a length
_XMP_TAG: Final = re.compile(r"<([^<>]*)>")
_XMP_NAME: Final = re.compile(r"[\w:.-]+")
_XMP_ATTRIBUTE: Final = re.compile(r"([\w:.-]+)\s*=\s*[\"']([^\"']*)[\"']")
_XMP_LISTS: Final = ("rdf:li", "rdf:Seq", "rdf:Alt", "rdf:Bag")
# What writes itself into every profile, and what a plain profile is called: nobody's sign.
_PROFILE_WORDS: Final = re.compile(
    r"(?i)^(?:acsp|mntr|desc|text|cprt|wtpt|[rgb]xyz|[rgb]trc|xyz ?|para|curv|mluc|lcms|appl|msft)\b.{0,40}$"
)
_EXIF_HEAD: Final = b"Exif\x00\x00"


def read_picture(data: bytes, into: Collector) -> None:
    if data.startswith(PNG):
        _read_png(data, into)
    elif data.startswith(b"\xff\xd8"):
        _read_jpeg(data, into)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        _read_webp(data, into)
    elif data[:6] in (b"GIF87a", b"GIF89a"):
        _read_gif(data, into)


def _read_png(data: bytes, into: Collector) -> None:
    at = len(PNG)
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        at += 12 + length
        if kind == b"tEXt":
            key, _, value = body.partition(b"\0")
            _add(into, f"PNG text chunk {_short(key)}", value.decode("latin-1"))
        elif kind == b"zTXt":
            key, _, value = body.partition(b"\0")
            _add(into, f"PNG text chunk {_short(key)}", inflated(value[1:]).decode("latin-1"))
        elif kind == b"iTXt":
            key, _, rest = body.partition(b"\0")
            packed, (language, _, words) = rest[:1] == b"\x01", rest[2:].partition(b"\0")
            translated, _, value = words.partition(b"\0")
            text = (inflated(value) if packed else value).decode("utf-8", "replace")
            label = f"PNG text chunk {_short(key)}"
            _add_xmp(into, "PNG", text) if b"xmp" in key.lower() else _add(into, label, text)
            _add(into, label, b" ".join((language, translated)).decode("utf-8", "replace"))
        elif kind == b"eXIf":
            _add_exif(into, "PNG", body)
        elif kind == b"iCCP":
            name, _, profile = body.partition(b"\0")
            _add_profile(into, "PNG", inflated(profile[1:]), name.decode("latin-1"))
        elif kind == b"IEND":
            break
        elif kind not in _PNG_PICTURE:
            _add(into, f"PNG chunk {_short(kind)}", printable(body))
    if at < len(data):
        _add(into, "PNG, behind the picture", printable(data[at:]))


def _read_jpeg(data: bytes, into: Collector) -> None:
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _JPEG_BARE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == 0xDA:  # the pixels follow, up to the end
            end = data.rfind(b"\xff\xd9")
            if 0 <= end < len(data) - 2:
                _add(into, "JPEG, behind the picture", printable(data[end + 2 :]))
            return
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        body = data[at + 4 : at + 2 + length]
        at += 2 + max(2, length)
        if marker == 0xFE:
            _add(into, "JPEG comment", body.decode("utf-8", "replace"))
        elif body.startswith(_EXIF_HEAD):
            _add_exif(into, "JPEG", body[len(_EXIF_HEAD) :])
        elif body.startswith(b"http://ns.adobe.com/x"):
            _add_xmp(into, "JPEG", body.partition(b"\0")[2].decode("utf-8", "replace"))
        elif body.startswith(b"ICC_PROFILE\0"):
            _add_profile(into, "JPEG", body[14:], "")
        elif marker not in _JPEG_PICTURE and not body.startswith((b"JFIF\0", b"JFXX\0", b"Adobe\0")):
            _add(into, f"JPEG segment APP{marker - 0xE0}", printable(body))


def _read_webp(data: bytes, into: Collector) -> None:
    at = 12
    while at + 8 <= len(data):
        kind, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        body = data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
        if kind == b"EXIF":
            _add_exif(into, "WebP", body.removeprefix(_EXIF_HEAD))
        elif kind == b"XMP ":
            _add_xmp(into, "WebP", body.decode("utf-8", "replace"))
        elif kind == b"ICCP":
            _add_profile(into, "WebP", body, "")
        elif kind not in (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"):
            _add(into, f"WebP chunk {_short(kind)}", printable(body))


def _read_gif(data: bytes, into: Collector) -> None:
    at = 13 + _colours(data[10]) if len(data) > 10 else len(data)
    while at + 1 < len(data):
        if data[at] == 0x21:
            kind, body, at = data[at + 1], *_sub_blocks(data, at + 2)
            if kind == 0xFE:
                _add(into, "GIF comment", body.decode("latin-1"))
            elif kind == 0xFF and not body.startswith((b"NETSCAPE2.0", b"ANIMEXTS1.0")):
                _add(into, "GIF application block", printable(body))
            elif kind == 0x01:
                _add(into, "GIF plain text", body[12:].decode("latin-1"))
        elif data[at] == 0x2C and at + 10 < len(data):
            _, at = _sub_blocks(data, at + 11 + _colours(data[at + 9]))
        else:
            _add(into, "GIF, behind the picture", printable(data[at + 1 :]))
            return


def _colours(flags: int) -> int:
    """How many bytes the table of colours has that these flags announce."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _sub_blocks(data: bytes, at: int) -> tuple[bytes, int]:
    parts = []
    while at < len(data) and data[at]:
        parts.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return b"".join(parts), at + 1


def _add(into: Collector, label: str, text: str) -> None:
    for line in text.splitlines() or [text]:
        into.add(Where.METADATA, label, line)


def _add_exif(into: Collector, kind: str, data: bytes) -> None:
    """By the names of its tags where it can be read, and all that is printable in it in any case."""
    for name, value in _exif_values(data):
        _add(into, f"{kind} EXIF {name}", value)
    known = "\n".join(fragment.text for fragment in into.fragments)
    for line in printable(data).splitlines():
        if line.strip() not in known:
            _add(into, f"{kind} EXIF", line)


def _exif_values(data: bytes) -> Iterator[tuple[str, str]]:
    exif = Image.Exif()
    try:
        with warnings.catch_warnings(action="ignore"):  # of what is damaged; its letters are read all the same
            exif.load(data)
            sections = [(ExifTags.TAGS, dict(exif)), (ExifTags.TAGS, exif.get_ifd(ExifTags.IFD.Exif))]
    except (SyntaxError, struct.error, ValueError, KeyError, TypeError, OSError, EOFError, IndexError):
        return  # what Pillow's reader raises for what is no EXIF; its letters are read all the same
    for tags, values in sections:
        for tag, value in values.items():
            text = value.decode("utf-16-le", "replace") if isinstance(value, bytes) and tag >= 0x9C9B else value
            if isinstance(text, str):
                yield tags.get(tag, f"tag {tag}"), text.replace("\0", " ")


def _add_xmp(into: Collector, kind: str, text: str) -> None:
    for name, value in xmp_values(text):
        _add(into, f"{kind} XMP {name}".rstrip(), value)


def xmp_values(text: str) -> Iterator[tuple[str, str]]:
    """The values of an XMP packet with the names of their elements or attributes. Read as letters, never as XML."""
    element = ""
    for at, part in enumerate(_XMP_TAG.split(text)):
        if at % 2 == 0:
            if part.strip():
                yield element, part
            continue
        name = _XMP_NAME.match(part)
        if name and name.group() not in _XMP_LISTS:
            element = name.group()
        for attribute, value in _XMP_ATTRIBUTE.findall(part):
            if not attribute.startswith("xmlns"):
                yield attribute, value


def _add_profile(into: Collector, kind: str, profile: bytes, name: str) -> None:
    _add(into, f"{kind} colour profile", name)
    for line in printable(profile).splitlines():
        if not _PROFILE_WORDS.match(line.strip()):
            _add(into, f"{kind} colour profile", line)


def _short(name: bytes) -> str:
    return "".join(sign for sign in name[:40].decode("latin-1") if sign.isprintable())
