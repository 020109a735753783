"""Flipping between two posters, on phones, by keyboard and at every size, in a real Chromium."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.pairs import (
    Opened,
    middle,
    opened_pairs,
    places,
    study_to_look_at,
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
