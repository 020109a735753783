"""When answers are taken, and for whom: posters that come late or not whole, seconds that count, axe, small windows."""

import re
from urllib.parse import parse_qs

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from arena.review.models import Judgment
from arena.studies.models import Reviewer, Study
from tests.browser.looking import AXE_RULES, FAULTS
from tests.browser.sending import browser_of, held_by_database, once_each, ready, saved, watched
from tests.factories.studies import make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POSTERS = re.compile(r"/m/[^/]+(/medium)?(\?.*)?$")
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2)


# --- When answers are taken -----------------------------------------------------------------------------------


def test_choices_open_when_both_posters_are_there_and_were_looked_at(context: BrowserContext) -> None:
    Study.objects.update(min_view_seconds=1.0)
    held: list[Route] = []
    with watched(context) as page:
        page.route(POSTERS, lambda route: held.append(route) if not held else route.continue_())
        page.goto("/review/", wait_until="domcontentloaded")
        expect(page.locator("#choices")).to_have_class(re.compile("opening"))
        expect(page.locator(".loading")).to_be_visible()
        expect(page.locator("#choose-skip")).to_be_enabled()  # the time has passed, the picture has not come
        expect(page.locator("#choose-left")).to_be_disabled()
        page.keyboard.press("1")
        expect(page.locator("#poster-b")).to_have_css("opacity", "0")  # neither shows before the other
        held[0].continue_()
        ready(page, 1)
        expect(page.locator("#poster-b")).to_have_css("opacity", "1")
        assert not Judgment.objects.exists()
        page.wait_for_load_state("networkidle")
        page.keyboard.press("1")
        expect(page.locator("#task-number")).to_have_text("2")
        expect(page.locator("#choose-left")).to_be_disabled()  # painted at once, it waits just the same
        ready(page, 2)
        page.keyboard.press("3")
        saved(page)
    assert held_by_database() == once_each(["left", "right"])
    assert all(judgment.seconds >= 1.0 for judgment in Judgment.objects.all())


@pytest.mark.parametrize("fault", ["does not come", "ends too early"])
def test_a_poster_that_is_not_whole_can_be_loaded_again_reported_or_skipped(
    context: BrowserContext, fault: str
) -> None:
    """A file that ends too early is drawn in its upper part, and the browser calls that decoded."""

    still_wrong = [True]

    def go_wrong(route: Route) -> None:
        if not still_wrong:
            return route.continue_()
        if fault == "does not come":
            return route.abort()
        whole = route.fetch()
        return route.fulfill(response=whole, body=whole.body()[: len(whole.body()) * 2 // 3])

    with watched(context) as page:
        page.route(POSTERS, go_wrong)
        page.goto("/review/")
        expect(page.locator("#broken-what")).to_have_text("Both posters did not load, or not whole.")
        expect(page.locator("#choose-left")).to_be_disabled()
        page.get_by_role("button", name="Report").click()
        expect(page.locator("#comment")).to_have_value("Both posters did not load in my browser.")
        page.get_by_role("button", name="Skip this pair").click()
        expect(page.locator("#task-number")).to_have_text("2")
        expect(page.locator("#broken-what")).to_be_visible()
        page.wait_for_load_state("networkidle")
        still_wrong.clear()
        page.get_by_role("button", name="Load again").click()
        ready(page, 2)
        expect(page.locator("#broken-what")).to_be_hidden()
        page.keyboard.press("3")
        ready(page, 3)
        saved(page)
    assert held_by_database() == once_each(["skip", "right"])
    first = Judgment.objects.get(assignment__position=1)
    assert (first.comment, first.both_decoded) == ("Both posters did not load in my browser.", False)


def test_a_comment_that_is_full_is_told_where_the_report_would_stand(context: BrowserContext) -> None:
    with watched(context) as page:
        page.route(POSTERS, lambda route: route.abort())
        page.goto("/review/")
        expect(page.locator("#broken-what")).to_be_visible()
        page.locator("#remark summary").click()
        written = "x" * int(page.locator("#comment").get_attribute("maxlength"))
        page.locator("#comment").fill(written)
        page.get_by_role("button", name="Report").click()
        expect(page.locator("#broken-what")).to_contain_text("Your comment is full: shorten it to say so there.")
        expect(page.locator("#comment")).to_have_value(written)


def test_only_seconds_in_which_somebody_looks_are_sent(context: BrowserContext) -> None:
    """5 s of looking, a minute in another tab, 3 s of looking, then 10 minutes without a move, of which one counts."""
    with watched(context) as page:
        page.clock.install()
        page.goto("/review/")
        page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
        page.reload()
        page.clock.run_for(2_000)
        ready(page, 1)
        page.clock.run_for(3_000)
        page.evaluate(HIDE, True)
        page.clock.run_for(60_000)
        page.evaluate(HIDE, False)
        page.clock.run_for(3_000)
        page.mouse.move(300, 300)
        page.clock.run_for(600_000)
        with page.expect_request(lambda request: request.method == "POST" and "choice" in request.post_data) as sent:
            page.keyboard.press("1")
        assert float(parse_qs(sent.value.post_data)["seconds"][0]) == pytest.approx(68.0, abs=0.3)


# --- For everybody --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_and_our_own_looks_find_nothing_in_any_state(
    chromium: Browser, live_server: LiveServer, reviewer: Reviewer, width: int, theme: str
) -> None:
    with (
        browser_of(chromium, live_server.url, reviewer, color_scheme=theme, reduced_motion="reduce") as context,
        watched(context) as page,
    ):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/review/")
        ready(page, 1)
        page.wait_for_load_state("networkidle")
        page.evaluate(Axe().axe_script)
        found: dict[str, list[str]] = {}

        def look(state: str) -> None:
            rules = page.evaluate(
                """(rules) => axe.run(rules).then((result) => result.violations.map(
                    (rule) => `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 120)).join("; ")}`))""",
                AXE_RULES,
            )
            ours = page.evaluate(FAULTS, {"opened": True, "overflowOnly": False})
            found[state] = rules + [fault for fault in ours if "picture not loaded" not in fault]

        page.keyboard.press("f")
        look("which flag")
        page.keyboard.press("a")
        look("flag")
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        look("comment")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        look("keys")
        page.keyboard.press("Escape")
        page.route(POSTERS, lambda route: route.abort())
        context.set_offline(True)
        page.keyboard.press("1")
        expect(page.locator("#said")).to_contain_text("waiting")
        look("offline")
        page.keyboard.press("2")
        look("nothing follows")
        page.unroute(POSTERS)  # this pair's are kept by the browser
        page.keyboard.press("z")
        look("taken back")
        context.clear_cookies()
        context.set_offline(False)
        expect(page.locator(".panes.ready")).to_be_visible()
        expect(page.locator("#choose-equal")).to_be_enabled()
        page.keyboard.press("2")
        expect(page.locator("#said")).to_contain_text("Your session ended")
        look("session ended")
        assert {state: faults for state, faults in found.items() if faults} == {}


def test_at_four_times_the_size_everything_is_reached_and_nothing_covers_what_has_the_focus(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 225})  # 1440 x 900 at 400 %
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for selector in ("#choose-left", "#choose-right", "#choose-skip", "#flag-sheet-a summary", "#knows-paper"):
        page.locator(selector).focus()
        seen = page.locator(selector).evaluate(
            """(held) => {
                const box = held.getBoundingClientRect();
                const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                return held.contains(hit) || hit?.closest("label")?.contains(held) || false;
            }"""
        )
        assert seen, selector
    page.locator("#flag-sheet-a summary").click()
    sheet = page.locator("#flag-sheet-a .sheet").bounding_box()
    page.get_by_label("Something else").first.check()
    expect(page.locator("#flag-a")).to_be_checked()
    assert sheet["width"] <= 360


def test_where_the_script_does_not_come_choices_open_with_the_posters(context: BrowserContext) -> None:
    """Whoever cannot see the posters yet cannot judge them either; after ten seconds both are there without script."""
    page = context.new_page()
    page.route("**/js/review/main*.js", lambda route: route.abort())
    page.goto("/review/")
    poster, choices = page.locator("#poster-a"), page.locator("#choices")
    assert poster.evaluate("poster => getComputedStyle(poster).opacity") == "0"
    expect(choices).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert poster.evaluate("poster => getComputedStyle(poster).opacity") == "1"
    expect(choices).to_be_visible()
