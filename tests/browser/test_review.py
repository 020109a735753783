"""Judging pairs in a real Chromium: by keyboard, without script, on a narrow screen."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.core.files import store_bytes
from arena.posters.models import Poster
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.models import Study
from arena.studies.services.invite import invite
from tests.factories.studies import make_study, picture_webp

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=3)


@pytest.fixture
def invitation(study: Study, live_server: LiveServer) -> str:
    return live_server.url + invite(study=study, count=1)[0].url.removeprefix("http://testserver")


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which nothing may go wrong silently: errors and refused styles or scripts fail the test."""
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if "Content Security" in message.text else None)
    yield page
    assert troubles == []


def accept(page: Page, invitation: str) -> None:
    page.goto(invitation)
    page.get_by_role("button", name="I agree").click()
    expect(page.locator("#task-number")).to_have_text("1")


def ready(page: Page, task: int) -> None:
    """The pair of this task is there and answers are taken."""
    expect(page.locator("#task-number")).to_have_text(str(task))
    expect(page.locator(".panes.ready")).to_be_visible()  # the script has run
    expect(page.locator("#choose-left")).to_be_enabled()
    expect(page.locator("#choose-skip")).to_be_enabled()


def counts(page: Page) -> tuple[str, ...]:
    return tuple(page.locator(selector).inner_text() for selector in ("#done", "#skipped", "#left"))


def revisions() -> list[tuple[int, str, str]]:
    rows = JudgmentRevision.objects.order_by("pk")
    return list(rows.values_list("judgment__assignment__position", "action", "choice"))


def test_five_pairs_by_keyboard_and_one_undone(page: Page, invitation: str) -> None:
    accept(page, invitation)
    ready(page, 1)  # the first page has said that it is loaded
    reloads: list[str] = []
    page.on("domcontentloaded", lambda loaded: reloads.append(loaded.url))
    for task, key in enumerate(("1", "2", "3", "s", "1"), start=1):
        ready(page, task)
        page.keyboard.press(key)
    ready(page, 6)
    expect(page).to_have_title("Task 6 · Poster study")
    expect(page.locator("#live")).to_have_text("Task 5 saved: Poster A. Task 6 of 18.")
    expect(page.locator(".toast")).to_contain_text("Task 5 saved: Poster A")
    assert counts(page) == ("4", "1", "13")
    page.keyboard.press("z")
    ready(page, 5)
    expect(page.locator(".toast")).to_contain_text("Taken back: Poster A")
    expect(page.locator("#choose-left")).to_have_class(re.compile("marked"))
    assert counts(page) == ("3", "1", "14")
    assert Judgment.objects.get(assignment__position=5).state == Judgment.State.WITHDRAWN
    page.keyboard.press("3")
    ready(page, 6)
    assert reloads == []  # not a single one since the first pair
    assert revisions() == [
        (1, "given", "left"),
        (2, "given", "equal"),
        (3, "given", "right"),
        (4, "given", "skip"),
        (5, "given", "left"),
        (5, "withdrawn", "left"),
        (5, "changed", "right"),
    ]
    judgments = Judgment.objects.all()
    assert all(judgment.both_decoded for judgment in judgments)
    assert all(judgment.seconds is not None and 0 < judgment.seconds < 60 for judgment in judgments)
    page.reload()
    ready(page, 6)
    assert counts(page) == ("4", "1", "13")


def test_without_script_the_page_is_a_plain_form(chromium: Browser, invitation: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(invitation)
    page.get_by_role("button", name="I agree").click()
    expect(page.locator("#poster-a")).to_be_visible()
    page.locator("#choose-right").click()
    expect(page.locator("#task-number")).to_have_text("2")
    page.locator("#flag-a").check()
    page.locator("#remark summary").click()
    page.get_by_label("Comment on this pair").fill("The left one is cut off")
    page.locator("#choose-equal").click()
    expect(page.locator("#task-number")).to_have_text("3")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator("#task-number")).to_have_text("2")
    expect(page.locator("#flag-a")).to_be_checked()
    page.locator("#choose-left").click()
    expect(page.locator("#task-number")).to_have_text("3")
    assert revisions() == [
        (1, "given", "right"),
        (2, "given", "equal"),
        (2, "withdrawn", "equal"),
        (2, "changed", "left"),
    ]
    second = Judgment.objects.get(assignment__position=2)
    assert (second.critical_left, second.comment) == (True, "The left one is cut off")
    assert (second.seconds, second.both_decoded) == (None, None)
    context.close()


def test_keys_are_dead_while_a_comment_is_written(page: Page, invitation: str) -> None:
    accept(page, invitation)
    ready(page, 1)
    page.locator("#remark summary").click()
    comment = page.get_by_label("Comment on this pair")
    comment.press_sequentially("123 szv")
    expect(comment).to_have_value("123 szv")
    assert not Judgment.objects.exists()
    page.locator("#choose-left").click()
    ready(page, 2)
    assert Judgment.objects.get().comment == "123 szv"


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_a_flag_answers_nothing(chromium: Browser, invitation: str, script: bool) -> None:
    """A browser would press the form's first button, and a slip would be a judgment."""
    context = chromium.new_context(java_script_enabled=script)
    page = context.new_page()
    accept(page, invitation)
    if script:
        ready(page, 1)
    page.locator("#flag-b").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.locator("#flag-b")).to_be_checked()
    page.locator("#choose-equal").click()
    expect(page.locator("#task-number")).to_have_text("2")
    assert revisions() == [(1, "given", "equal")]
    context.close()


def test_keys_can_be_turned_off(page: Page, invitation: str, live_server: LiveServer) -> None:
    accept(page, invitation)
    page.goto(f"{live_server.url}/review/help/")
    page.get_by_label("Turn these keys off").check()
    page.get_by_role("link", name="Go on judging").click()
    ready(page, 1)
    page.keyboard.press("1")
    page.keyboard.press("v")
    expect(page.locator("#view-side")).to_be_checked()
    page.locator("#choose-equal").click()
    ready(page, 2)
    assert revisions() == [(1, "given", "equal")]


def test_answers_wait_until_both_posters_are_drawn_and_looked_at(page: Page, invitation: str) -> None:
    Study.objects.update(min_view_seconds=1.0)
    held = []
    page.route("**/m/*", lambda route: held.append(route) if not held else route.continue_())
    page.goto(invitation)
    page.get_by_role("button", name="I agree").click()
    expect(page.locator(".loading")).to_be_visible()
    expect(page.locator("#choose-skip")).to_be_enabled()  # the time has passed, the picture has not come
    expect(page.locator("#choose-left")).to_be_disabled()
    page.keyboard.press("1")
    expect(page.locator("#poster-b")).to_have_css("opacity", "0")  # neither shows before the other
    held[0].continue_()
    expect(page.locator("#choose-left")).to_be_enabled()
    expect(page.locator("#poster-b")).to_have_css("opacity", "1")
    assert not Judgment.objects.exists()
    page.evaluate(
        """() => document.addEventListener("htmx:afterSettle", () => setTimeout(() => {
            window.blocked = document.querySelector("#choose-left").getAttribute("aria-disabled"); }, 100))"""
    )
    page.keyboard.press("1")
    ready(page, 2)
    assert page.evaluate("window.blocked") == "true"  # the next pair, put in without a reload, waits just the same
    assert Judgment.objects.get().seconds >= 1.0


def test_only_seconds_in_which_the_page_is_visible_are_sent(page: Page, invitation: str) -> None:
    """5 s of looking, a minute in another tab, 3 s of looking: by a clock that only this test moves."""
    page.clock.install()
    accept(page, invitation)
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    page.goto(page.url)
    page.clock.run_for(5_000)
    ready(page, 1)
    turn = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
    turn += " document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(turn, True)
    page.clock.run_for(60_000)
    page.evaluate(turn, False)
    page.clock.run_for(3_000)
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.keyboard.press("1")
    assert float(parse_qs(sent.value.post_data)["seconds"][0]) == pytest.approx(8.0, abs=0.2)


def test_a_poster_that_does_not_load_can_be_tried_again_or_skipped(page: Page, invitation: str) -> None:
    page.route("**/m/*", lambda route: route.abort())
    page.goto(invitation)
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_text("A poster did not load.")).to_be_visible()
    expect(page.locator("#choose-left")).to_be_disabled()
    page.unroute("**/m/*")
    page.get_by_role("link", name="Try again").click()
    ready(page, 1)
    expect(page.locator(".broken")).to_be_hidden()


def test_when_the_site_is_silent_nothing_is_lost(page: Page, context: BrowserContext, invitation: str) -> None:
    accept(page, invitation)
    ready(page, 1)
    page.locator("#flag-a").check(force=True)
    context.set_offline(True)
    page.keyboard.press("2")
    expect(page.get_by_text("Not saved: the site did not answer.")).to_be_visible()
    expect(page.locator("#flag-a")).to_be_checked()
    context.set_offline(False)
    page.keyboard.press("2")
    ready(page, 2)
    assert revisions() == [(1, "given", "equal")]


def test_a_pair_answered_in_another_tab_is_said_and_the_choice_kept(
    page: Page, context: BrowserContext, invitation: str
) -> None:
    accept(page, invitation)
    other = context.new_page()
    other.goto(page.url)
    ready(other, 1)
    ready(page, 1)
    other.keyboard.press("1")
    ready(other, 2)
    assert Assignment.objects.count() == 2
    page.keyboard.press("3")
    expect(page.locator(".ask-cell")).to_contain_text("answered in another window meanwhile: Poster A")
    expect(page.locator("#choose-right")).to_have_class(re.compile("marked"))
    ready(page, 1)
    page.keyboard.press("3")
    ready(page, 2)
    assert revisions() == [(1, "given", "left"), (1, "changed", "right")]


def test_posters_of_different_shapes_have_the_same_height(page: Page, invitation: str) -> None:
    tall, wide = store_bytes(picture_webp(200, 300, 600)), store_bytes(picture_webp(90, 900, 300))
    for slug, sha256 in zip(("alder", "birch", "cedar", "dogwood"), (tall, wide, tall, wide), strict=True):
        Poster.objects.filter(system_config__system__slug=slug).update(rendition_sha256=sha256)
    accept(page, invitation)
    ready(page, 1)
    for width in (1440, 1100):
        page.set_viewport_size({"width": width, "height": 800})
        heights = page.evaluate(
            """() => [...document.querySelectorAll(".panes img")].map((image) => Math.min(
                image.clientHeight, image.clientWidth * image.naturalHeight / image.naturalWidth))"""
        )
        assert heights[0] == pytest.approx(heights[1], abs=1.5)
        assert heights[0] > 100


def test_on_a_narrow_screen_the_posters_flip(page: Page, invitation: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    accept(page, invitation)
    ready(page, 1)
    expect(page.locator("#poster-a")).to_be_visible()
    expect(page.locator("#poster-b")).to_be_hidden()
    page.locator("label:has(#flip-b)").click()
    expect(page.locator("#poster-a")).to_be_hidden()
    expect(page.locator("#poster-b")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator("#poster-a")).to_be_visible()
    for width in (320, 390, 768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in ("#choose-left", "#choose-equal", "#choose-right", "#choose-skip", "#undo-button"):
        page.set_viewport_size({"width": 390, "height": 844})
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_the_view_and_the_focus_stay_from_pair_to_pair(page: Page, invitation: str) -> None:
    accept(page, invitation)
    ready(page, 1)
    page.keyboard.press("v")
    expect(page.locator("#poster-b")).to_be_hidden()
    page.locator("#choose-equal").focus()
    page.keyboard.press("Enter")
    ready(page, 2)
    expect(page.locator("#view-flip")).to_be_checked()
    expect(page.locator("#choose-equal")).to_be_focused()
    page.get_by_role("button", name="Abstract").click()
    expect(page.locator("#abstract")).to_be_hidden()
    page.keyboard.press("1")
    ready(page, 3)
    expect(page.locator("#abstract")).to_be_hidden()
