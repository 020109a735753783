"""What a browser shows and asks for while somebody reviews: both posters at once, and nothing from elsewhere."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.sending import PATIENCE_MS, browser_of, ready, watched
from tests.factories.studies import make_reviewer, make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POSTER = re.compile(r"/m/[^/]+(/medium)?(\?.*)?$")
# Which of the two posters can be seen, noted at every frame from the first on.
WATCH = """() => {
  window.seen = new Set();
  const look = () => {
    const posters = [...document.querySelectorAll("#poster-a, #poster-b")];
    const shown = posters.map((one) => one.complete && one.naturalWidth > 0 && getComputedStyle(one).opacity > 0);
    if (posters.length === 2) {
      window.seen.add(shown.join());
      document.documentElement.dataset.seen = [...window.seen].join(" ");
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("late", ["first", "second"])
def test_both_posters_appear_in_the_same_frame_however_late_one_comes(
    chromium: Browser, live_server: LiveServer, late: str
) -> None:
    reviewer = make_reviewer(make_study(n_cases=1))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) == 2:  # both are asked for: one comes at once, the other a second later
            now, later = held if late == "second" else held[::-1]
            now.continue_()
            page.wait_for_timeout(1000)
            later.continue_()
        elif len(held) > 2:
            route.continue_()

    with browser_of(chromium, live_server.url, reviewer) as context, watched(context) as page:
        page.add_init_script(f"({WATCH})()")
        page.route(POSTER, hold)
        page.goto("/review/")
        ready(page, 1)
        expect(page.locator("html")).to_have_attribute("data-seen", re.compile("true,true"), timeout=PATIENCE_MS)
        assert len(held) >= 2
        assert set(page.evaluate("[...window.seen]")) <= {"false,false", "true,true"}


def test_nothing_is_asked_for_elsewhere(chromium: Browser, live_server: LiveServer) -> None:
    reviewer = make_reviewer(make_study(n_cases=1))
    asked: list[str] = []
    with browser_of(chromium, live_server.url, reviewer) as context, watched(context) as page:
        page.on("request", lambda request: asked.append(request.url))
        for path in ("/review/", "/review/decisions/", "/review/help/", "/review/stop/", "/privacy/"):
            page.goto(path)
            page.wait_for_load_state("networkidle")
            assert page.title().endswith("Poster study"), path
    assert len(asked) > 20
    here = urlsplit(live_server.url).netloc
    assert {urlsplit(url).netloc for url in asked if not url.startswith("data:")} == {here}
