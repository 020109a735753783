"""What the site's main pages weigh, how soon they show, and whether anything moves, in a real Chromium.

    python tests/bench/bench_pages.py [--width 1440 --width 390]

A seeded site with posters of usual size is served as in production (gunicorn, hashed and compressed static files) on
this machine; each page is opened by a browser that has nothing in its cache. Bytes are those that went over the wire,
headers included. Times include whatever else the machine is doing; bytes, requests, nodes and shifts do not.
"""

import argparse
import io
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO))

HEIGHTS = {1440: 900, 390: 844}
KINDS = {"Document": "html", "Stylesheet": "css", "Script": "js", "Font": "fonts", "Image": "pictures"}
# Who opens which page; {names} are what the seeded site knows.
PAGES = (
    ("home", "researcher", "/"),
    ("review", "reviewer", "/review/"),
    ("results", "researcher", "/results/forest/"),
    ("matrix", "researcher", "/benchmarks/forest-papers/posters/"),
    ("poster", "researcher", "/posters/{poster}/"),
    ("benchmark", "researcher", "/benchmarks/forest-papers/"),
)
WATCH = """
window.shown = { largest: 0, shifts: [] };
new PerformanceObserver((list) => { for (const e of list.getEntries()) shown.largest = e.startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const e of list.getEntries()) shown.shifts.push([e.value, e.hadRecentInput]);
}).observe({ type: "layout-shift", buffered: true });
"""
# Fonts and the pictures in sight are there, and half a second has passed in which something might still have moved.
SETTLED = """async () => {
  const in_sight = (picture) => picture.loading !== "lazy" || picture.getBoundingClientRect().top < innerHeight;
  const waiting = () => [...document.images].some((picture) => picture.src && in_sight(picture) && !picture.complete);
  const end = performance.now() + 60000;
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  while (waiting() && performance.now() < end) await pause(50);
  await document.fonts.ready;
  await pause(500);
}"""
# From a key to the frame in which another pair stands there with both posters drawn.
PAINTED = """() => {
  window.painted = new Promise((done) => {
    document.addEventListener("keydown", (event) => {
      const before = document.querySelector("#review");
      const look = () => {
        const now = document.querySelector("#review");
        const whole = now !== before && [...now.querySelectorAll("img[id^=poster]")].every((img) => img.complete);
        if (whole) done(performance.now() - event.timeStamp);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });
}"""
ANSWERED = 5
PATIENCE = 120_000  # ms; the machine may be busy
FIGURES = """() => ({
  first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  interactive: performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
  nodes: document.querySelectorAll("*").length,
  ...shown,
})"""


@dataclass
class Measured:
    """One page at one width. Times in ms from the start of navigation, sizes in bytes."""

    bytes: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    requests: int = 0
    first: float = 0.0
    largest: float = 0.0
    interactive: float = 0.0
    usable: float | None = None  # the buttons of the review page
    shift: float = 0.0
    swap: float | None = None  # while the next pair is put in, shifts right after a key press included
    paint: float | None = None  # from the key to the frame that shows the next pair with both posters; goal 150
    nodes: int = 0


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@contextmanager
def served_site() -> Iterator[tuple[str, object]]:
    """A seeded site's address and what is on it."""
    with tempfile.TemporaryDirectory(prefix="poster-arena-bench-") as folder:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        os.environ |= {
            "DATA_DIR": folder,
            "SITE_URL": url,
            "ALLOWED_HOSTS": "127.0.0.1,testserver",
            "DJANGO_SETTINGS_MODULE": "arena.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        from tests.browser.seeded import build_site

        site = build_site()
        give_pictures()
        command = [sys.executable, "-m", "gunicorn", "arena.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "4"]
        server = subprocess.Popen([*command, "--no-control-socket", "--log-level", "error"], cwd=REPO)
        try:
            wait_until_it_answers(port)
            yield url, site
        finally:
            server.terminate()
            server.wait(60)


def wait_until_it_answers(port: int) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise SystemExit("The site did not start.")


def give_pictures() -> None:
    """Posters of usual size and detail in place of the small ones of the tests."""
    from arena.core.files import store_bytes
    from arena.posters.models import Poster

    for number, poster in enumerate(Poster.objects.order_by("pk")):
        large, medium, small = poster_pictures(number % 4)
        poster.rendition_sha256, poster.medium_sha256 = store_bytes(large), store_bytes(medium)
        poster.thumbnail_sha256 = store_bytes(small)
        poster.width, poster.height = 4800, 3600
        poster.save()


@lru_cache
def poster_pictures(number: int) -> tuple[bytes, bytes, bytes]:
    """Three columns of words and curves: as wide as a rendition (2400 pixels), a medium one and a thumbnail."""
    from PIL import Image, ImageDraw, ImageFont

    from arena.core.fonts import FACES, folder_of

    draw_with = random.Random(number)
    package, name = FACES["sans-regular"]
    font = ImageFont.truetype(str(folder_of(package) / name), 28)
    picture = Image.new("RGB", (2400, 1800), "white")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 2400, 220), fill=(11 + 40 * number, 90, 120))
    for column in range(3):
        for line in range(38):
            if 12 < line < 24 and column != number % 3:
                continue
            words = " ".join("".join(draw_with.choices("aeioulnrstmdc", k=draw_with.randint(2, 9))) for _ in range(9))
            pen.text((60 + 780 * column, 280 + 38 * line), words[:52], font=font, fill="#222222")
        if column != number % 3:
            points = [(60 + 780 * column + 7 * x, 1000 + draw_with.gauss(0, 60) - x) for x in range(100)]
            pen.line(points, fill=(180, 60, 40), width=4)
    files = []
    for size, quality in (((2400, 1800), 88), ((1200, 900), 85), ((480, 360), 85)):
        buffer = io.BytesIO()
        picture.resize(size, Image.Resampling.LANCZOS).save(buffer, "WEBP", quality=quality)
        files.append(buffer.getvalue())
    return files[0], files[1], files[2]


def measure(browser: object, url: str, path: str, cookies: Mapping[str, str], width: int) -> Measured:
    context = browser.new_context(viewport={"width": width, "height": HEIGHTS.get(width, 900)})
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    context.add_init_script(WATCH)
    page = context.new_page()
    found = Measured()
    kinds: dict[str, str] = {}
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))

    def arrived(event: dict) -> None:
        found.bytes[KINDS.get(kinds.get(event["requestId"], ""), "other")] += int(event["encodedDataLength"])
        found.requests += 1

    wire.on("Network.loadingFinished", arrived)
    response = page.goto(url + path, wait_until="load", timeout=PATIENCE)
    if response is None or not response.ok:
        raise SystemExit(f"{path}: status {response.status if response else 'none'}")
    if page.locator("#choose-left").count():
        page.locator("#choose-left:not([aria-disabled])").wait_for(timeout=PATIENCE)
        found.usable = page.evaluate("performance.now()")
    page.evaluate(SETTLED)
    figures = page.evaluate(FIGURES)
    found.first, found.largest, found.interactive = figures["first"], figures["largest"], figures["interactive"]
    found.nodes = figures["nodes"]
    found.shift = sum(value for value, by_input in figures["shifts"] if not by_input)
    wire.detach()  # what comes with the next pairs is not the page's
    if found.usable is not None:
        found.swap, found.paint = swapped(page)
    context.close()
    return found


def swapped(page: object) -> tuple[float, float]:
    """A few pairs answered by key: all layout shift until the next one is settled, and the median time to its paint."""
    page.evaluate("shown.shifts = []")
    times = []
    for _ in range(ANSWERED):
        page.wait_for_load_state("networkidle", timeout=PATIENCE)  # the pair after this one is there
        page.evaluate(PAINTED)
        page.keyboard.press("1")
        times.append(page.evaluate("window.painted"))
        page.locator("#choose-left:not([aria-disabled])").wait_for(timeout=PATIENCE)
        page.evaluate(SETTLED)
    return sum(value for value, _ in page.evaluate("shown.shifts")), statistics.median(times)


def kilobytes(count: int) -> str:
    return f"{count / 1000:.1f}"


def line(name: str, width: int, one: Measured) -> str:
    sizes = "".join(f"{kilobytes(one.bytes[kind]):>9}" for kind in (*KINDS.values(), "other"))
    usable = f"{one.usable:>8.0f}" if one.usable is not None else f"{'':>8}"
    swap = f"{one.swap:>8.4f}" if one.swap is not None else f"{'':>8}"
    paint = f"{one.paint:>7.0f}" if one.paint is not None else f"{'':>7}"
    return (
        f"{name:<10}{width:>6}{kilobytes(sum(one.bytes.values())):>9}{sizes}{one.requests:>6}{one.first:>7.0f}"
        f"{one.largest:>7.0f}{one.interactive:>7.0f}{usable}{one.shift:>8.4f}{swap}{paint}{one.nodes:>7}\n"
    )


HEAD = (
    f"{'page':<10}{'width':>6}{'total kB':>9}{'html':>9}{'css':>9}{'js':>9}{'fonts':>9}{'pictures':>9}{'other':>9}"
    f"{'reqs':>6}{'FCP':>7}{'LCP':>7}{'ready':>7}{'usable':>8}{'CLS':>8}{'swap':>8}{'paint':>7}{'nodes':>7}\n"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--width", type=int, action="append", help="of the window in CSS pixels")
    widths = parser.parse_args().width or list(HEIGHTS)
    from playwright.sync_api import sync_playwright

    from generation.render.browser import require_browser

    with served_site() as (url, site), sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=require_browser(), args=arguments)
        sys.stdout.write(HEAD)
        for name, who, path in PAGES:
            for width in widths:
                one = measure(browser, url, path.format(**site.where), site.cookies[who], width)
                sys.stdout.write(line(name, width, one))
                sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main()
