"""Looking at two posters in a real Chromium: fitting, zoom, moving, flipping, on phones, by keyboard."""

import io
import math
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
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
from tests.browser.sending import browser_of, watched
from tests.factories.studies import make_reviewer, make_study

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


# --- Flipping -------------------------------------------------------------------------------------


def test_v_flips_and_space_shows_the_other_poster_while_it_is_held(review: Opened) -> None:
    with review() as page:
        a, b = page.locator("#poster-a"), page.locator("#poster-b")
        page.keyboard.press("v")
        expect(a).to_be_visible()
        expect(b).to_be_hidden()
        zoom(page, turns=3)
        before = places(page)
        page.keyboard.down(" ")
        expect(a).to_be_hidden()
        expect(b).to_be_visible()
        expect(page.locator("#flip-b")).to_be_checked()
        page.keyboard.up(" ")
        expect(a).to_be_visible()
        expect(b).to_be_hidden()
        assert places(page) == before  # in the same place, as large as before
        page.locator("#pane-a").focus()
        page.keyboard.down(" ")
        expect(page.locator("#pane-b")).to_be_focused()
        page.keyboard.up(" ")
        expect(page.locator("#pane-a")).to_be_focused()
        page.keyboard.down(" ")
        page.evaluate("window.dispatchEvent(new Event('blur'))")  # the window is left while Space is held
        expect(a).to_be_visible()
        page.keyboard.up(" ")
        page.keyboard.press("v")
        expect(b).to_be_visible()


def test_space_never_answers_by_a_button_that_was_only_clicked(review: Opened) -> None:
    with review() as page:
        page.keyboard.press("v")
        page.locator("#choose-left").click()
        expect(page.locator("#task-number")).to_have_text("2")
        expect(page.locator("#choose-left")).not_to_have_attribute("aria-disabled", "true")
        page.keyboard.down(" ")
        expect(page.locator("#poster-b")).to_be_visible()
        page.keyboard.up(" ")
        expect(page.locator("#poster-b")).to_be_hidden()
        expect(page.locator("#task-number")).to_have_text("2")
        page.locator("#remark summary").click()
        page.locator("#comment").press_sequentially("a b")
        expect(page.locator("#comment")).to_have_value("a b")


def test_the_view_stays_for_the_next_pair_and_the_zoom_does_not(review: Opened) -> None:
    with review() as page:
        page.keyboard.press("v")
        zoom(page)
        expect(page.locator("#zoom-fit")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("2")
        expect(page.locator("#task-number")).to_have_text("2")
        expect(page.locator("#view-flip")).to_be_checked()
        expect(page.locator("#zoom-fit")).to_have_attribute("aria-pressed", "true")
        page.reload()
        expect(page.locator("#view-flip")).to_be_checked()


# --- Phones ---------------------------------------------------------------------------------------


def test_on_a_phone_one_poster_is_seen_and_all_is_large_enough_to_tap(review: Opened) -> None:
    with review(width=390, height=844, has_touch=True, is_mobile=True, device_scale_factor=3) as page:
        expect(page.locator("#poster-a")).to_be_visible()
        expect(page.locator("#poster-b")).to_be_hidden()
        page.locator("label:has(#flip-b)").tap()
        expect(page.locator("#poster-b")).to_be_visible()
        expect(page.locator("#poster-a")).to_be_hidden()
        page.locator("#zoom-in").tap()
        expect(page.locator("#move-down")).to_be_visible()
        targets = page.locator(".viewbar :is(button, label):visible, .paper .tools .btn:visible")
        small = targets.evaluate_all(
            """all => all.map((one) => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
                .filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name)"""
        )
        assert small == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_two_fingers_zoom_on_a_phone(review: Opened) -> None:
    with review(width=390, height=844, has_touch=True, is_mobile=True, device_scale_factor=2) as page:
        before = places(page)
        x, y = middle(before, "a")
        touch = page.context.new_cdp_session(page)
        for kind, reach in (("touchStart", 30), ("touchMove", 50), ("touchMove", 90), ("touchEnd", None)):
            points = [] if reach is None else [{"x": x - reach, "y": y, "id": 1}, {"x": x + reach, "y": y, "id": 2}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        after = places(page)
        assert after["a"]["board"]["height"] == pytest.approx(3 * before["a"]["board"]["height"], rel=0.02)
        assert under(after, "a", x, y) == pytest.approx(under(before, "a", x, y), abs=0.01)
        assert page.evaluate("visualViewport.scale") == 1


# --- For everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(review: Opened, width: int, height: int, theme: str) -> None:
    with review(width=width, height=height, color_scheme=theme, reduced_motion="reduce") as page:
        page.evaluate(Axe().axe_script)

        def look(state: str) -> None:
            places(page)
            found = page.evaluate(
                """(rules) => axe.run(rules).then((result) => result.violations.map(
                    (rule) => `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 120)).join("; ")}`))""",
                AXE_RULES,
            )
            assert found == [], state

        look("whole")
        page.locator("#zoom-in").click()
        look("zoomed")
        page.keyboard.press("l")
        page.locator("#pane-a").focus()
        look("each alone")
        page.keyboard.press("v")
        look("flipped")
        page.locator("#abstract-button").click()
        page.locator("#paper-button").click()
        look("with the paper")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (320, 256)])
def test_what_has_the_focus_is_seen(review: Opened, width: int, height: int) -> None:
    """Tab goes through everything, and nothing covers what it reaches; 320 x 256 is a laptop's window at 400 %."""
    with review(width=width, height=height) as page:
        page.locator("#zoom-in").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate("document.activeElement.blur()")
        reached: list[str] = []
        for _ in range(45):
            page.keyboard.press("Tab")
            name, is_seen = page.evaluate(
                """() => {
                  const one = document.activeElement;
                  const shown = (one.matches("[type=radio], [type=checkbox]") && one.closest("label")) || one;
                  const box = shown.getBoundingClientRect();
                  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
                  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
                  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                  return [one.id || one.textContent.trim(), shown === at || shown.contains(at)];
                }"""
            )
            assert is_seen, name
            if name in reached:
                break
            reached.append(name)
        assert {"pane-a", "zoom-in", "move-left", "together", "paper-button", "choose-left", "choose-skip"} <= set(
            reached
        )


def test_without_script_the_posters_are_seen_flipped_and_enlarged(review: Opened) -> None:
    with review(java_script_enabled=False) as page:
        heights = [page.locator(f"#poster-{letter}").bounding_box()["height"] for letter in "ab"]
        assert heights[0] == pytest.approx(heights[1], abs=1)
        for needs_script in ("#zoom-in", "#together", "#paper-button"):
            expect(page.locator(needs_script)).to_be_hidden()
        page.locator("label:has(#view-flip)").click()
        expect(page.locator("#poster-b")).to_be_hidden()
        expect(page.locator(".enlarge-a")).to_have_attribute("href", re.compile("/full$"))
        expect(page.get_by_role("link", name="Paper (PDF, opens in a new tab)")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.locator("#poster-a").bounding_box()["width"] <= 390
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("practice", [0, 1])
def test_a_phone_on_its_side_shows_a_poster_of_some_height(
    chromium: Browser, live_server: LiveServer, practice: int
) -> None:
    reviewer = make_reviewer(make_study(n_cases=2, practice_pairs=practice))
    with browser_of(chromium, live_server.url, reviewer) as context, watched(context) as page:
        page.set_viewport_size({"width": 740, "height": 360})
        page.goto("/review/")
        expect(page.locator(".panes.ready")).to_be_visible()
        poster = page.locator("#poster-a").bounding_box()
        assert poster is not None
        assert poster["height"] >= 200
        assert poster["y"] < 300, "its top is on the first screen"
