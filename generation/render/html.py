"""HTML to pixels: scripts off, nothing fetched but what was handed in, a hard limit on time."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict, TypeVar
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser as Connection
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Request, Route

from generation.errors import RenderError
from generation.render.driver import Browser, shared_browser
from generation.render.fonts import font_files
from generation.render.layout import Block, Layout, Picture, Rect, TextLine

T = TypeVar("T")
ORIGIN: Final = "http://poster.invalid"  # a name that never resolves (RFC 2606); answered from memory
TIMEOUT_SECONDS: Final = 60.0
MAX_PIXELS: Final = 64_000_000
MEASURE: Final = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
# `sandbox` turns off scripts, forms, popups and meta refresh, and gives the page an origin of its own.
POLICY: Final = (
    f"default-src 'none'; img-src data: {ORIGIN}; font-src data: {ORIGIN}; style-src 'unsafe-inline' {ORIGIN}; "
    "base-uri 'none'; form-action 'none'; sandbox"
)
TYPES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
    ".otf": "font/otf",
    ".css": "text/css",
}
_META_CHARSET: Final = re.compile(rb"<meta[^>]{0,200}charset", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as drawn: the PNG and its size in pixels, the layout in CSS pixels, what the page asked for in vain."""

    png: bytes
    width: int
    height: int
    layout: Layout
    refused: tuple[str, ...]


class Sheet:
    """A blank page of fixed size to lay out HTML on, again and again. Lives only inside `with_sheet`."""

    def __init__(self, page: Page, assets: Mapping[str, Path], width: int, height: int, scale: float) -> None:
        self._page = page
        self._files = {**font_files(), **assets}
        self._html = b""
        self._loads = 0
        self._refused: list[str] = []
        self.width = width
        self.height = height
        self.scale = scale
        page.route("**/*", self._answer)
        page.on("requestfailed", self._failed)
        page.on("dialog", lambda dialog: dialog.dismiss())

    def load(self, html: str | bytes) -> None:
        """Lay out this document; assets are found under their names, relative to it."""
        self._html = html.encode("utf-8", "replace") if isinstance(html, str) else html
        self._loads += 1
        self._refused.clear()
        self._page.goto(f"{ORIGIN}/{self._loads}", wait_until="load")

    def measure(self, *, root_px: float = 0.0) -> Layout:
        """Where everything stands, fonts loaded; at another font size of the root element if `root_px` is given."""
        self._page.evaluate("() => document.fonts.ready.then(() => true)")
        return _read_layout(json.loads(self._page.evaluate(MEASURE, root_px)))

    def picture(self) -> bytes:
        """The page as PNG, `width * scale` pixels wide."""
        clip = {"x": 0.0, "y": 0.0, "width": float(self.width), "height": float(self.height)}
        return self._page.screenshot(clip=clip, animations="disabled")  # type: ignore[arg-type]  # a TypedDict of theirs

    def resize(self, width: int, height: int) -> None:
        """Another size of canvas for what comes next, in CSS pixels."""
        self._page.set_viewport_size({"width": width, "height": height})
        self.width, self.height = width, height

    @property
    def refused(self) -> tuple[str, ...]:
        """What the page asked for and did not get, without repetition."""
        return tuple(dict.fromkeys(self._refused))

    def _answer(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        name = unquote(url.path.lstrip("/"))
        if f"{url.scheme}://{url.netloc}" != ORIGIN:
            route.abort()
        elif name == str(self._loads) and route.request.is_navigation_request():
            kind = "text/html" if _META_CHARSET.search(self._html[:2048]) else "text/html; charset=utf-8"
            headers = {"content-type": kind, "content-security-policy": POLICY, "x-content-type-options": "nosniff"}
            route.fulfill(body=self._html, headers=headers)
        elif name in self._files:
            kind = TYPES.get(Path(name).suffix.lower(), "application/octet-stream")
            # The sandboxed page has an origin of its own, so fonts need leave to cross.
            headers = {"content-type": kind, "access-control-allow-origin": "*", "x-content-type-options": "nosniff"}
            route.fulfill(body=self._files[name].read_bytes(), headers=headers)
        else:
            route.abort()

    def _failed(self, request: Request) -> None:
        if not request.url.startswith("data:"):
            self._refused.append(request.url[:300])


def with_sheet(
    work: Callable[[Sheet], T],
    assets: Mapping[str, Path],
    *,
    width: int,
    height: int,
    scale: float = 1.0,
    timeout_seconds: float = TIMEOUT_SECONDS,
    browser: Browser | None = None,
) -> T:
    """Do `work` with a fresh, empty, offline page. `width`, `height`: CSS pixels; `scale`: PNG pixels for each of them.

    Raises RenderError as `Browser.run` does, also when `work` as a whole exceeds the time limit.
    """
    _check_size(width, height, scale)

    def job(connection: Connection) -> T:
        context = connection.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            java_script_enabled=False,
            offline=True,
            service_workers="block",
            accept_downloads=False,
            reduced_motion="reduce",
            color_scheme="light",
            locale="en-US",
            timezone_id="UTC",
        )
        try:
            context.set_default_timeout(timeout_seconds * 1000 + 10_000)  # the wall clock of `run` decides
            context.on("page", lambda page: page.close() if context.pages and page != context.pages[0] else None)
            return work(Sheet(context.new_page(), assets, width, height, scale))
        finally:
            _close_quietly(context.close)

    return (browser or shared_browser()).run(job, timeout_seconds=timeout_seconds)


def render_html(
    html: str | bytes,
    assets: Mapping[str, Path],
    *,
    width: int,
    height: int,
    scale: float = 1.0,
    timeout_seconds: float = TIMEOUT_SECONDS,
    browser: Browser | None = None,
) -> RenderedPage:
    """Draw a document on a canvas of `width` x `height` CSS pixels; the PNG has `scale` pixels for each of them.

    The document's scripts do not run. It gets `assets` (name as it is written in the document -> file) and the packaged
    fonts, and nothing else: no network, no files, no frames, no forms, no popups. Raises RenderError.
    """

    def draw(sheet: Sheet) -> RenderedPage:
        sheet.load(html)
        layout = sheet.measure()
        return RenderedPage(sheet.picture(), round(width * scale), round(height * scale), layout, sheet.refused)

    return with_sheet(
        draw, assets, width=width, height=height, scale=scale, timeout_seconds=timeout_seconds, browser=browser
    )


def _check_size(width: int, height: int, scale: float) -> None:
    if width < 1 or height < 1 or not 0.1 <= scale <= 8:
        raise RenderError(f"a canvas of {width} x {height} px at scale {scale:g} cannot be drawn")
    if width * height * scale * scale > MAX_PIXELS:
        raise RenderError(f"a canvas of {width} x {height} px at scale {scale:g} has more than {MAX_PIXELS:,} pixels")


def _close_quietly(close: Callable[[], None]) -> None:
    try:
        close()
    except PlaywrightError:
        return  # it went down with the browser, which `run` reports


class _Box(TypedDict):
    x: float
    y: float
    width: float
    height: float


class _Line(_Box):
    block: str
    flow: int
    text: str
    size: float
    cut: float
    out: float


class _Image(_Box):
    block: str
    natural_width: float
    natural_height: float
    loaded: bool
    cut: float


class _Block(_Box):
    name: str
    parents: list[str]


class _Measured(TypedDict):
    lines: list[_Line]
    images: list[_Image]
    blocks: list[_Block]
    page_width: int
    page_height: int
    canvas_width: int
    canvas_height: int
    text: str


def _read_layout(found: _Measured) -> Layout:
    return Layout(
        lines=tuple(
            TextLine(one["block"], one["flow"], one["text"], _rect(one), one["size"], one["cut"], one["out"])
            for one in found["lines"]
        ),
        pictures=tuple(
            Picture(one["block"], _rect(one), one["natural_width"], one["natural_height"], one["loaded"], one["cut"])
            for one in found["images"]
        ),
        blocks=tuple(Block(one["name"], tuple(one["parents"]), _rect(one)) for one in found["blocks"]),
        page_width=found["page_width"],
        page_height=found["page_height"],
        canvas_width=found["canvas_width"] or None,
        canvas_height=found["canvas_height"] or None,
        text=found["text"],
    )


def _rect(box: _Box) -> Rect:
    return Rect(box["x"], box["y"], box["width"], box["height"])
