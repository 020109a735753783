"""Looks at one page after the other in one browser: at each width and theme, for everything that is wrong with it."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.browser.page_list import Look

FAULTS = Path(__file__).with_name("faults.js").read_text()
# Layout shift as the browser counts it: everything that moved although nobody touched anything.
COUNT_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const moved = entry.sources.map((source) => source.node?.nodeName + "." + (source.node?.className ?? ""));
    window.shifts.push([entry.value, moved.join(" ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
ALL_IN = """async () => {
  for (const picture of document.images) picture.loading = "eager";
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await drawn(); // a change of theme chooses other files for some pictures
  const end = performance.now() + 8000; // what has not come by then is found by faults.js
  while (performance.now() < end && [...document.images].some((picture) => !picture.complete)) await drawn();
  await document.fonts.ready;
  await drawn();
}"""
WIDE, NARROW, NARROWEST = (1440, 900), (390, 844), (320, 640)
MOST_SHIFT = 0.001  # nothing moves; the browser's own rounding may
AXE_RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
# All of ours is looked for at every width and theme; axe, which takes longer, at both widths and both themes once.
STATES = (
    (WIDE, "light", AXE_RULES),
    (WIDE, "dark", None),
    (NARROW, "dark", AXE_RULES),
    (NARROW, "light", None),
    (NARROWEST, "light", None),
)


class Looker:
    """A browser with one window for each visitor."""

    def __init__(self, browser: Browser, url: str, cookies: Mapping[str, Mapping[str, str]]) -> None:
        self._browser, self._url, self._cookies = browser, url, cookies
        self._pages: dict[str, Page] = {}
        self._said: list[str] = []
        self._axe = Axe().axe_script
        self._status = 200

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()

    def faults(self, look: Look, where: Mapping[str, object]) -> list[str]:
        """What is wrong with this page, each fault with the width and theme at which it is seen."""
        page = self._page_of(look.who)
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        page.emulate_media(color_scheme="light")
        self._said.clear()
        self._status = look.status
        with self._statuses_of(page) as statuses:
            page.goto(look.path.format(**where))
            if look.act:
                look.act(page)
        # What is done on a page may be followed by more, such as the next pair that is fetched ahead.
        if look.status not in (statuses if look.act else statuses[-1:]):
            return [f"statuses {statuses} instead of {look.status}"]
        page.evaluate(ALL_IN)
        found = [f"moves after the first paint by {value:.4f}: {what}" for value, what in self._shifts(page, look)]
        page.evaluate(self._axe)
        seen: dict[str, list[str]] = {}
        for size, theme, axe in STATES:
            for fault in self._at(page, size, theme, axe):
                seen.setdefault(fault, []).append(f"{size[0]} {theme}")
            self._keep_picture(page, look, f"{size[0]}-{theme}")
        for size in (WIDE, NARROW) if self._fold_out(page) else ():
            for fault in self._at(page, size, "light", None, opened=True):
                seen.setdefault(fault, []).append(f"{size[0]} folded out")
        return found + [f"{fault} [{', '.join(where)}]" for fault, where in seen.items()] + self._said

    def _at(
        self, page: Page, size: tuple[int, int], theme: str, axe: dict[str, object] | None, *, opened: bool = False
    ) -> list[str]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        page.evaluate(ALL_IN)
        found: list[str] = page.evaluate(FAULTS, {"opened": opened, "overflowOnly": size == NARROWEST})
        return found + (self._by_axe(page, axe) if axe is not None else [])

    def _keep_picture(self, page: Page, look: Look, state: str) -> None:
        """For own eyes: PAGE_PICTURES=folder pytest tests/browser/test_every_page.py"""
        if folder := os.environ.get("PAGE_PICTURES"):
            name = re.sub(r"\W+", "-", f"{look} {look.who}")
            page.screenshot(path=f"{folder}/{name}-{state}.png", full_page=True)

    def _fold_out(self, page: Page) -> bool:
        """Open everything that folds; false where nothing does."""
        folded = "[...document.querySelectorAll('main details:not([open])')]"
        return bool(page.evaluate(f"{folded}.map((box) => (box.open = true)).length"))

    def _by_axe(self, page: Page, rules: dict[str, object]) -> list[str]:
        result = page.evaluate(
            """(rules) => axe.run(rules).then((result) => result.violations.map(
                (rule) => [rule.id, rule.nodes.slice(0, 4).map((node) => node.html.slice(0, 160))]))""",
            rules,
        )
        return [f"axe {rule}: {'; '.join(nodes)}" for rule, nodes in result]

    def _shifts(self, page: Page, look: Look) -> list[tuple[float, str]]:
        shifts: list[tuple[float, str]] = page.evaluate("window.shifts") if look.act is None else []
        return shifts if sum(value for value, _ in shifts) > MOST_SHIFT else []

    def _page_of(self, who: str) -> Page:
        if who not in self._pages:
            context: BrowserContext = self._browser.new_context(base_url=self._url, reduced_motion="reduce")
            context.set_default_timeout(15_000)
            cookies = self._cookies[who].items()
            context.add_cookies([{"name": name, "value": value, "url": self._url} for name, value in cookies])
            page = context.new_page()
            page.add_init_script(COUNT_SHIFTS)
            page.on("pageerror", lambda error: self._said.append(f"script error: {error}"))
            page.on("console", self._hear)
            page.on("request", self._watch)
            self._pages[who] = page
        return self._pages[who]

    @contextmanager
    def _statuses_of(self, page: Page) -> Iterator[list[int]]:
        """The statuses of documents and of answers to scripts that come in meanwhile."""
        seen: list[int] = []

        def note(response: object) -> None:
            if response.request.resource_type in ("document", "xhr", "fetch") and response.status not in (
                301,
                302,
                303,
            ):
                seen.append(response.status)

        page.on("response", note)
        yield seen
        page.remove_listener("response", note)

    def _hear(self, message: ConsoleMessage) -> None:
        expected = self._status != 200 and f"status of {self._status}" in message.text
        if message.type in ("error", "warning") and not expected:
            self._said.append(f"console: {message.text}")

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((f"{self._url}/", "blob:")):
            self._said.append(f"asks elsewhere: {request.url[:120]}")
