"""What an HTML poster says, shows and hides: its text, and everything around it that nobody sees on the picture."""

import re
from html.parser import HTMLParser
from typing import Final

from generation.identity.fragments import Collector, Where

_TEXTS: Final = ("alt", "title", "aria-label", "placeholder", "value", "content", "summary", "label")
_ADDRESSES: Final = ("href", "src", "cite", "action", "data", "poster", "xlink:href")
_NAMES: Final = ("class", "id", "name", "rel", "role")
_BLOCKS: Final = (
    "address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2"
    " h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section summary table tbody td tfoot th thead"
    " title tr ul text tspan foreignobject"
)
_OWN_LINE: Final = frozenset(_BLOCKS.split())
_CODE: Final = ("script", "style")
_MAX_ADDRESS: Final = 300  # what is longer is a picture written as an address


def read_html(data: bytes, into: Collector) -> None:
    reader = _Reader(into)
    reader.feed(_decoded(data))
    reader.close()
    reader.end_line()


def _decoded(data: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    return data.decode("utf-8-sig", "replace")


class _Reader(HTMLParser):
    def __init__(self, into: Collector) -> None:
        super().__init__(convert_charrefs=True)
        self._into = into
        self._line: list[str] = []
        self._inside = ""  # title, script or style

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _OWN_LINE or tag in _CODE:
            self.end_line()
        if tag in _CODE or tag == "title":
            self._inside = tag
        for name, value in attrs:
            if value:
                self._attribute(tag, name, value, dict(attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._inside = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in _OWN_LINE or tag in _CODE:
            self.end_line()
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in _CODE:
            for line in re.split(r"[\n;{}]", data):
                self._into.add(Where.METADATA, f"HTML {self._inside}", line[:2000])
        else:
            self._line.append(data)

    def handle_comment(self, data: str) -> None:
        self._into.add(Where.METADATA, "HTML comment", data)

    def handle_decl(self, decl: str) -> None:
        self._into.add(Where.METADATA, "HTML declaration", decl)

    def handle_pi(self, data: str) -> None:
        self._into.add(Where.METADATA, "HTML instruction", data)

    def unknown_decl(self, data: str) -> None:
        self._into.add(Where.METADATA, "HTML declaration", data)

    def end_line(self) -> None:
        """What stands between two borders of blocks is one line, however it is marked up."""
        text, self._line = "".join(self._line), []
        if self._inside == "title":
            self._into.add(Where.METADATA, "HTML title", text)
        else:
            self._into.add(Where.TEXT, "HTML text", text)

    def _attribute(self, tag: str, name: str, value: str, attrs: dict[str, str | None]) -> None:
        if tag == "meta" and name == "content":
            which = attrs.get("name") or attrs.get("property") or attrs.get("http-equiv") or ""
            self._into.add(Where.METADATA, f"HTML meta {which[:40]}".rstrip(), value)
        elif name.startswith("data-"):
            self._into.add(Where.METADATA, f"HTML {name[:40]}", f"{name[5:]} {value}"[:2000])
        elif name in _TEXTS or name in _NAMES:
            self._into.add(Where.METADATA, f"HTML {name}", value[:2000])
        elif name in _ADDRESSES and len(value) <= _MAX_ADDRESS:
            self._into.add(Where.METADATA, f"HTML {name}", value)
