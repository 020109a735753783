"""Looking at two posters in a real Chromium: fitting, zoom, moving, flipping, on phones, by keyboard."""

import io
import math
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from arena.core.files import read_stored
from arena.review.models import Assignment, Judgment
from tests.browser.pairs import (
    STORED,
    Opened,
    Places,
    drag,
    middle,
    opened_pairs,
    places,
    study_to_look_at,
    to_pair,
    under,
    zoom,
)

AXE_RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def review(chromium: Browser, live_server: LiveServer) -> Opened:
    return opened_pairs(chromium, live_server, study_to_look_at())


# --- Fitting --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080), (1024, 768), (390, 844), (844, 390)])
def test_both_posters_are_equally_high_and_whole_in_both_views(review: Opened, width: int, height: int) -> None:
    with review(width=width, height=height) as page:
        for view in ("#view-side", "#view-flip"):
            if width >= 1000:
                page.locator(f"label:has({view})").click()
            seen = places(page)
            assert seen["a"]["board"]["height"] == seen["b"]["board"]["height"] > 100
            for letter in "ab":
                pane, board = seen[letter]["pane"], seen[letter]["board"]
                assert pane["left"] <= board["left"] and board["left"] + board["width"] <= pane["left"] + pane["width"]
                assert pane["top"] <= board["top"] and board["top"] + board["height"] <= pane["top"] + pane["height"]
            assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- Together, and each alone ---------------------------------------------------------------------


def test_the_wheel_zooms_both_posters_at_the_pointer(review: Opened) -> None:
    with review() as page:
        to_pair(page)
        before = places(page)
        x, y = middle(before, "a")[0] + 120, middle(before, "a")[1] - 60
        page.mouse.move(x, y)
        for _ in range(5):
            page.mouse.wheel(0, -100)
        after = places(page)
        assert after["a"]["board"]["height"] > 2 * before["a"]["board"]["height"]
        assert after["a"]["board"]["height"] == after["b"]["board"]["height"]
        assert under(after, "a", x, y) == pytest.approx(under(before, "a", x, y), abs=0.003)
        in_b = x - after["a"]["pane"]["left"] + after["b"]["pane"]["left"]
        assert under(after, "b", in_b, y) == pytest.approx(under(after, "a", x, y), abs=0.003)
        for _ in range(20):
            page.mouse.wheel(0, 100)
        assert places(page) == before


def test_moving_one_poster_moves_the_other_by_as_much(review: Opened) -> None:
    with review() as page:
        zoom(page)
        before = places(page)
        drag(page, middle(before, "b"), (-70, -40))
        after = places(page)
        for letter in "ab":
            for edge, way in (("left", -70), ("top", -40)):
                assert after[letter]["board"][edge] - before[letter]["board"][edge] == pytest.approx(way, abs=1)


def lead(seen: Places, edge: str) -> float:
    """How far Poster B lies ahead of Poster A, each seen from its own pane."""
    a, b = (seen[letter]["board"][edge] - seen[letter]["pane"][edge] for letter in "ab")
    return b - a


def test_each_alone_and_together_again_keeps_what_lies_between(review: Opened) -> None:
    with review() as page:
        to_pair(page)
        zoom(page)
        page.locator("label:has(#together)").click()
        start = places(page)
        drag(page, middle(start, "b"), (90, 50))
        alone = places(page)
        assert alone["a"] == start["a"]
        assert alone["b"]["board"]["left"] - start["b"]["board"]["left"] == pytest.approx(90, abs=1)
        page.keyboard.press("l")
        expect(page.locator("#together")).to_be_checked()
        drag(page, middle(alone, "a"), (-60, -30))
        zoom(page, "a", turns=1)
        both = places(page)
        growth = both["a"]["board"]["height"] / alone["a"]["board"]["height"]
        assert both["b"]["board"]["height"] == both["a"]["board"]["height"]
        for edge in ("left", "top"):
            assert lead(both, edge) == pytest.approx(lead(alone, edge) * growth, abs=2)
        page.keyboard.press("0")
        fitted = places(page)
        assert fitted["a"]["board"]["top"] == fitted["b"]["board"]["top"]


def test_buttons_do_all_that_wheel_and_drag_do(review: Opened) -> None:
    with review() as page:
        whole = places(page)
        expect(page.locator("#zoom-out")).to_have_attribute("aria-disabled", "true")
        expect(page.locator("#move-left")).to_have_attribute("aria-disabled", "true")
        for _ in range(3):
            page.get_by_role("button", name="Zoom in").click()
        large = places(page)
        assert large["a"]["board"]["height"] == pytest.approx(whole["a"]["board"]["height"] * 1.3**3, abs=1)
        expect(page.locator("#view-said")).to_have_text(re.compile("Both posters 2.2 times as large"))
        for name, edge, sign in (("Move right", "left", -1), ("Move left", "left", 1), ("Move down", "top", -1)):
            before = places(page)
            page.get_by_role("button", name=name).click()
            assert sign * (places(page)["a"]["board"][edge] - before["a"]["board"][edge]) > 20, name
        page.get_by_role("button", name="Fit").click()
        assert places(page) == whole


def test_keys_zoom_and_move_from_the_pane_and_from_anywhere(review: Opened) -> None:
    with review() as page:
        page.locator("#pane-b").focus()
        whole = places(page)
        page.keyboard.press("+")
        page.keyboard.press("+")
        large = places(page)
        assert large["b"]["board"]["height"] > whole["b"]["board"]["height"]
        page.keyboard.press("ArrowDown")
        assert places(page)["b"]["board"]["top"] < large["b"]["board"]["top"]
        page.keyboard.press("-")
        page.keyboard.press("0")
        assert places(page) == whole
        page.locator("#choose-equal").focus()
        page.keyboard.press("+")
        page.keyboard.press("ArrowUp")
        assert places(page)["a"]["board"]["height"] > whole["a"]["board"]["height"]
        assert not Judgment.objects.exists()


def test_keys_that_are_switched_off_work_in_a_pane_only(review: Opened) -> None:
    with review() as page:
        page.evaluate("localStorage.setItem('review.keys', 'off')")
        whole = places(page)
        page.locator("#choose-left").focus()
        for key in ("+", "v", "l", "p"):
            page.keyboard.press(key)
        assert places(page) == whole
        expect(page.locator("#view-side")).to_be_checked()
        expect(page.locator("#together")).to_be_checked()
        expect(page.locator("#drawer")).to_be_hidden()
        page.locator("#pane-a").focus()
        page.keyboard.press("+")
        assert places(page) != whole


# --- Every pixel ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1, 2])
def test_at_100_percent_each_stored_pixel_is_one_of_the_screen(review: Opened, scale: int) -> None:
    with review(device_scale_factor=scale) as page:
        to_pair(page)
        page.get_by_role("button", name="100 %").click()
        expect(page.locator("#zoom-full")).to_have_attribute("aria-pressed", "true")
        seen = places(page)
        for letter, side in (("a", "left_poster"), ("b", "right_poster")):
            pane, board = seen[letter]["pane"], seen[letter]["board"]
            assert (board["width"] * scale, board["height"] * scale) == pytest.approx(STORED, abs=0.01)
            assert (board["left"] * scale) % 1 == pytest.approx(0, abs=0.01)
            clip = {"x": math.ceil(pane["left"]) + 40, "y": math.ceil(pane["top"]) + 40, "width": 200, "height": 160}
            shot = np.asarray(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB"))
            stored = np.asarray(stored_poster(page, side))
            assert shot.shape == (160 * scale, 200 * scale, 3)
            left, top = (round((clip[key] - board[edge]) * scale) for key, edge in (("x", "left"), ("y", "top")))
            # A pane that lies between two pixels is drawn on one of them.
            near = [(left + x, top + y) for x in (0, -1, 1) for y in (0, -1, 1)]
            assert any((shot == stored[y : y + shot.shape[0], x : x + shot.shape[1]]).all() for x, y in near)


def test_at_100_percent_the_poster_with_more_pixels_decides_for_both(review: Opened) -> None:
    with review() as page:
        to_pair(page, mixed=True)
        letter = "a" if page.locator("#poster-a").get_attribute("width") == "750" else "b"
        page.get_by_role("button", name="100 %").click()
        expect(page.locator("#zoom-full")).to_have_attribute("aria-pressed", "true")
        seen = places(page)
        assert seen["a"]["board"]["height"] == seen["b"]["board"]["height"] == max(STORED)
        page.keyboard.press("l")  # each alone: then a poster is measured by its own pixels
        other = "b" if letter == "a" else "a"
        page.locator(f"#pane-{other}").focus()
        page.get_by_role("button", name="100 %").click()
        seen = places(page)
        assert (seen[letter]["board"]["height"], seen[other]["board"]["height"]) == (max(STORED), min(STORED))


def stored_poster(page: Page, side: str) -> Image.Image:
    token = page.locator("#answer").get_attribute("action").split("/")[-2]
    poster = getattr(Assignment.objects.select_related(side).get(token=token), side)
    return Image.open(io.BytesIO(read_stored(poster.full_sha256))).convert("RGB")


def test_both_posters_get_sharper_in_the_same_moment(review: Opened) -> None:
    with review() as page:
        held: list[Route] = []
        late = re.compile(re.escape(page.locator("#poster-b").get_attribute("data-full")))
        page.route(late, lambda route: held.append(route))
        with page.expect_response(re.compile(re.escape(page.locator("#poster-a").get_attribute("data-full")))):
            page.get_by_role("button", name="100 %").click()
        expect(page.locator("#finer")).to_have_text("Loading every pixel …")
        finest = (
            "[...document.querySelectorAll('.board')]"
            ".map((board) => [...board.querySelectorAll('img')].at(-1).src.endsWith('/full'))"
        )
        places(page)
        assert page.evaluate(finest) == [False, False]
        page.evaluate(
            f"""() => {{ window.pairs = []; new MutationObserver(() => window.pairs.push({finest}))
                .observe(document.querySelector('.panes'), {{ subtree: true, childList: true }}); }}"""
        )
        held[0].continue_()
        expect(page.locator("#zoom-full")).to_have_attribute("aria-pressed", "true")
        assert {tuple(pair) for pair in page.evaluate("window.pairs")} <= {(True, True), (False, False)}
        expect(page.locator("#finer")).to_be_hidden()
        # The picture below stays until the finer one is painted, and only what is needed is kept.
        expect(page.locator("#pane-a .board img")).to_have_count(2)


def test_a_finer_picture_that_does_not_come_is_said(review: Opened) -> None:
    with review() as page:
        page.route("**/full", lambda route: route.abort())
        page.get_by_role("button", name="100 %").click()
        expect(page.locator("#finer")).to_contain_text("did not load")
        page.unroute("**/full")
        page.get_by_role("button", name="100 %").click()
        expect(page.locator("#zoom-full")).to_have_attribute("aria-pressed", "true")
