"""What a file is, by what is in it: its name and its declared type are never believed."""

import re
from typing import Final

from generation.errors import BadPoster
from generation.records import ArtifactKind

_PREAMBLE: Final = re.compile(r"\s+|<\?xml[^>]*>|<!--.*?-->|<!doctype\s+svg[^>]*>", re.IGNORECASE | re.DOTALL)
_HTML_TAGS: Final = "html|head|body|main|article|section|div|h1|p|table|style|meta|title"
_HTML: Final = re.compile(rf"<(!doctype\s+html|{_HTML_TAGS})\b", re.IGNORECASE)
_HEAD_BYTES: Final = 4096


def sniff(data: bytes) -> ArtifactKind | None:
    """The kind of a poster file; None stands for a GIF, which is taken as a picture though no backend may deliver one.

    Raises BadPoster for anything else, naming what it seems to be.
    """
    head = data[:_HEAD_BYTES]
    if not head.strip():
        raise BadPoster("the file is empty")
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return ArtifactKind.PNG
    if head.startswith(b"\xff\xd8\xff"):
        return ArtifactKind.JPEG
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return ArtifactKind.WEBP
    if head.startswith((b"GIF87a", b"GIF89a")):
        return None
    if b"%PDF-" in head[:1024]:
        return ArtifactKind.PDF
    if head.startswith(b"PK\x03\x04"):
        if b"ppt/" in data or b"[Content_Types].xml" in head:
            return ArtifactKind.PPTX
        raise BadPoster("a ZIP archive is not a poster; send the poster file itself")
    return _sniff_text(head)


def _sniff_text(head: bytes) -> ArtifactKind:
    if b"\x00" in head:
        raise BadPoster("not a known type; send PNG, JPEG, WebP, PDF or HTML")
    text = head.decode("utf-8", "replace").lstrip("\ufeff")
    start = 0
    while found := _PREAMBLE.match(text, start):
        start = found.end()
    rest = text[start:]
    if rest[:4].lower() == "<svg":
        raise BadPoster("SVG is not accepted; send PNG, JPEG, WebP, PDF or HTML")
    if _HTML.search(rest):
        return ArtifactKind.HTML
    raise BadPoster("not a known type; send PNG, JPEG, WebP, PDF or HTML")
