"""Pairs to look at in a browser: posters at all their sizes, papers with pages, and where things are on the screen."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.benchmarks.models import Case
from arena.core.files import store_bytes
from arena.posters.models import Poster
from arena.studies.models import Study
from tests.factories.pages import draw_pages
from tests.factories.studies import make_reviewer, make_study, reviewer_client

STORED = (1500, 1125)  # width and height of every pixel that is stored of a wide poster
# What the reviewer sees of a poster: its place on the screen, and that of the pane it lies in.
PLACES = """() => Object.fromEntries(["a", "b"].map((letter) => {
  const pane = document.querySelector(`#pane-${letter}`).getBoundingClientRect();
  const board = document.querySelector(`#pane-${letter} .board`).getBoundingClientRect();
  const hundredth = (length) => Math.round(100 * length) / 100;
  const box = (one) => Object.fromEntries(["left", "top", "width", "height"].map((key) => [key, hundredth(one[key])]));
  return [letter, { pane: box(pane), board: box(board) }];
}))"""

Places = dict[str, dict[str, dict[str, float]]]


@lru_cache
def picture(width: int, height: int, seed: int, quality: int | None = 80) -> bytes:
    """Coarse noise, so that a place of it is found again; without a quality every pixel is kept as it is."""
    coarse = np.random.default_rng(seed).integers(0, 255, (height // 25, width // 25, 3), dtype=np.uint8)
    image = Image.fromarray(coarse).resize((width, height), Image.Resampling.NEAREST)
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", lossless=quality is None, quality=quality or 100)
    return buffer.getvalue()


def sizes(width: int, height: int, seed: int) -> dict[str, object]:
    """A poster at all its sizes: medium, usual and with every pixel."""
    return {
        "width": width,
        "height": height,
        "medium_sha256": store_bytes(picture(width // 3, height // 3, seed)),
        "rendition_sha256": store_bytes(picture(width * 2 // 3, height * 2 // 3, seed)),
        "full_sha256": store_bytes(picture(width, height, seed, quality=None)),
    }


def study_to_look_at() -> Study:
    """Every pair has a wide poster and a high one, or two wide ones: birch makes high ones."""
    study = make_study(n_cases=3, systems=("alder", "birch", "cedar"))
    for seed, poster in enumerate(Poster.objects.select_related("system_config__system").order_by("pk")):
        shape = STORED[::-1] if poster.system_config.system.slug == "birch" else STORED
        Poster.objects.filter(pk=poster.pk).update(**sizes(*shape, seed))
    for case in Case.objects.all():
        draw_pages(case, 6)
    return study


Opened = Callable[..., object]


def opened_pairs(chromium: Browser, live_server: LiveServer, study: Study) -> Opened:
    """review(width=…, …): the first pair of a reviewer; a script's error or a refused style fails the test."""
    reviewer = make_reviewer(study)

    @contextmanager
    def opened(*, width: int = 1440, height: int = 900, **how: object) -> Iterator[Page]:
        context = chromium.new_context(viewport={"width": width, "height": height}, base_url=live_server.url, **how)
        context.set_default_timeout(20_000)
        for cookie in reviewer_client(reviewer).cookies.values():
            context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if "Content Security" in said.text else None)
        page.goto("/review/")
        if how.get("java_script_enabled", True):
            expect(page.locator(".panes.ready")).to_be_visible()
            expect(page.locator("#choose-left")).not_to_have_attribute("aria-disabled", "true")
        yield page
        context.close()
        assert troubles == []

    return opened


def places(page: Page) -> Places:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: Places = page.evaluate(PLACES)
    return found


def under(places: Places, letter: str, x: float, y: float) -> tuple[float, float]:
    """Which place of the poster, in shares of its size, lies under a place of the screen."""
    board = places[letter]["board"]
    return (x - board["left"]) / board["width"], (y - board["top"]) / board["height"]


def middle(places: Places, letter: str) -> tuple[float, float]:
    pane = places[letter]["pane"]
    return pane["left"] + pane["width"] / 2, pane["top"] + pane["height"] / 2


def drag(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + way[0], start[1] + way[1], steps=4)
    page.mouse.up()


def zoom(page: Page, letter: str = "a", turns: int = 6) -> None:
    page.mouse.move(*middle(places(page), letter))
    for _ in range(turns):
        page.mouse.wheel(0, -100)


def to_pair(page: Page, *, mixed: bool = False) -> None:
    """On to a pair of two wide posters, or of a wide one and a high one."""
    for _ in range(9):
        posters = page.locator("#poster-a, #poster-b")
        shapes = posters.evaluate_all("all => all.map((one) => one.getAttribute('width'))")
        if (shapes[0] != shapes[1]) == mixed:
            return
        task = page.locator("#task-number").inner_text()
        page.keyboard.press("s")
        expect(page.locator("#task-number")).not_to_have_text(task)
        expect(page.locator(".panes.ready")).to_be_visible()
        expect(page.locator("#choose-skip")).not_to_have_attribute("aria-disabled", "true")
    raise AssertionError("no such pair")
