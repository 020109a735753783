"""Answers on their way, in a real Chromium: painted at once, sent behind it, never lost and never doubled."""

import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from arena.review.models import Journey, Judgment
from arena.studies.models import Reviewer, Study
from tests.browser.sending import (
    AHEADS,
    ANSWERS,
    UNDOS,
    browser_of,
    held_by_database,
    hold_answers,
    let_in,
    next_is_there,
    once_each,
    ready,
    saved,
    sent_by,
    wait_for,
    waiting_in,
    watched,
)
from tests.factories.studies import make_reviewer, make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=3)


# --- At once ------------------------------------------------------------------------------------------------


def test_the_next_pair_is_painted_while_the_answer_is_still_on_its_way(page: Page) -> None:
    held = hold_answers(page)
    for task in (1, 2, 3):
        ready(page, task)
        next_is_there(page)
        page.keyboard.press("1")
        wait_for(page, held, task)
        ready(page, task + 1)
        expect(page.locator("#said")).to_contain_text(f"Saving task {task} …")
        expect(page.locator("#live")).to_contain_text(f"Saving task {task} …")
        expect(page.locator("#saved-state")).to_contain_text("Saving")
        assert page.locator("#done").inner_text() == str(task)
        assert held_by_database() == once_each(["left"] * (task - 1))
        held[-1].continue_()
        expect(page.locator("#said")).to_contain_text(f"Task {task} saved: Poster A")
        expect(page.locator("#live")).to_contain_text(f"Task {task} saved: Poster A")
        saved(page)
    assert held_by_database() == once_each(["left"] * 3)


def test_a_choice_carries_a_tick_until_the_next_pair_is_there(page: Page) -> None:
    page.route(AHEADS, lambda route: route.abort())
    page.goto("/review/")
    ready(page, 1)
    held = hold_answers(page)
    page.keyboard.press("2")
    wait_for(page, held)
    expect(page.locator("#choose-equal.chosen .done")).to_be_visible()
    expect(page.locator("#choose-left")).to_be_disabled()
    expect(page.locator("#said")).to_contain_text("Saving task 1 …")  # it waits in sight
    held[0].continue_()
    ready(page, 2)
    assert held_by_database() == once_each(["equal"])


def test_twenty_seconds_without_an_answer_lose_nothing(context: BrowserContext) -> None:
    """By a clock that only this test moves."""
    with watched(context) as page:
        page.clock.install()
        page.goto("/review/")
        page.clock.run_for(2_000)
        ready(page, 1)
        next_is_there(page)
        held = hold_answers(page)
        page.keyboard.press("1")
        page.clock.run_for(500)
        wait_for(page, held)
        ready(page, 2)
        page.clock.run_for(20_000)
        expect(page.locator("#said")).to_contain_text("Saving task 1 …")
        page.keyboard.press("3")
        page.clock.run_for(500)
        held[0].continue_()
        wait_for(page, held, 2)
        held[1].continue_()
        page.clock.run_for(2_000)
        saved(page)
    assert held_by_database() == once_each(["left", "right"])


# --- Nothing lost, nothing doubled --------------------------------------------------------------------------


def test_offline_several_answers_wait_in_order_and_leave_when_the_network_is_back(
    page: Page, context: BrowserContext
) -> None:
    context.set_offline(True)
    page.keyboard.press("1")
    expect(page.locator("#said")).to_contain_text("1 answer waiting, will be sent when you are online again")
    expect(page.locator("#saved-state")).to_contain_text("Offline")
    ready(page, 2)
    page.keyboard.press("z")  # never sent: the site does not hear of it
    ready(page, 1)
    expect(page.locator("#choose-left")).to_have_class(re.compile("marked"))
    assert waiting_in(page) == []
    page.keyboard.press("2")
    ready(page, 2)
    page.locator("#remark summary").click()
    page.get_by_label("Comment on this pair").fill("On a train")
    page.locator("#choose-right").click()
    expect(page.locator("#said")).to_contain_text(
        "2 answers waiting, will be sent when you are online again. The next pair comes then"
    )
    assert page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))") is False, "it asks to stay"
    context.set_offline(False)
    ready(page, 3)
    saved(page)
    assert page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))") is True
    assert held_by_database() == once_each(["equal", "right"])
    assert Judgment.objects.get(assignment__position=2).comment == "On a train"


def test_what_waits_survives_the_tab_and_the_browser(
    page: Page, context: BrowserContext, chromium: Browser, live_server: LiveServer, reviewer: Reviewer
) -> None:
    page.route(ANSWERS, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.keyboard.press("3")
    expect(page.locator("#said")).to_contain_text("1 answer waiting: the site does not answer")
    stored = context.storage_state()
    page.close()
    with browser_of(chromium, live_server.url, reviewer, storage_state=stored) as later, watched(later) as again:
        again.goto("/review/")
        ready(again, 2)
        saved(again)
    assert held_by_database() == once_each(["right"])


def test_an_undo_that_waits_survives_the_page_and_is_answered_anew(page: Page) -> None:
    """The pair that comes back is open, not answered, and Undo does not take the same answer back twice."""
    page.route(ANSWERS, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.keyboard.press("3")
    ready(page, 2)
    page.keyboard.press("z")
    ready(page, 1)
    expect(page.locator("#said")).to_contain_text("1 answer and 1 undo waiting")
    page.reload()
    ready(page, 1)
    expect(page.locator("#choose-right")).to_have_class(re.compile("marked"))
    expect(page.locator("#undo-button")).to_be_disabled()
    page.keyboard.press("1")
    expect(page.locator("#said")).to_contain_text("2 answers and 1 undo waiting")
    page.unroute(ANSWERS)
    saved(page)
    ready(page, 2)
    assert held_by_database() == [(1, "given", "right"), (1, "withdrawn", "right"), (1, "changed", "left")]


def test_an_undo_that_waits_alone_is_counted_after_a_reload(page: Page) -> None:
    page.keyboard.press("3")
    ready(page, 2)
    saved(page)
    page.route(UNDOS, lambda route: route.abort())
    page.keyboard.press("z")
    ready(page, 1)
    expect(page.locator("#said")).to_contain_text("1 undo waiting")
    page.reload()
    ready(page, 1)
    expect(page.locator("#done")).to_have_text("0")
    page.keyboard.press("1")
    expect(page.locator("#done")).to_have_text("1")
    page.unroute(UNDOS)
    saved(page)
    expect(page.locator("#done")).to_have_text("1")
    assert held_by_database() == [(1, "given", "right"), (1, "withdrawn", "right"), (1, "changed", "left")]


def test_the_back_forward_cache_neither_doubles_nor_hides_an_answer(page: Page, live_server: LiveServer) -> None:
    """Chromium here keeps no page that asks not to be stored, so the page is told what it would be told."""
    held = hold_answers(page)
    page.keyboard.press("1")
    wait_for(page, held)
    ready(page, 2)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    held[0].continue_()
    saved(page)
    assert len(held) == 1
    page.keyboard.press("3")
    wait_for(page, held, 2)
    held[1].continue_()
    saved(page)
    assert held_by_database() == once_each(["left", "right"])


def test_entries_that_cannot_be_read_stop_nothing(page: Page) -> None:
    page.evaluate(
        """() => {
          const name = document.getElementById("outbox").dataset.name;
          localStorage.setItem(`review.outbox.${name}.000000001.x`, "{");
          localStorage.setItem(`review.outbox.${name}.000000002.y`, "null");
          localStorage.setItem(`review.draft.${name}.abc`, "{");
        }"""
    )
    page.reload()
    ready(page, 1)
    page.keyboard.press("1")
    ready(page, 2)
    saved(page)
    assert held_by_database() == [(1, "given", "left")]


def test_an_answer_whose_pair_comes_again_before_it_is_sent_is_not_asked_for_twice(page: Page) -> None:
    held = hold_answers(page)
    page.keyboard.press("1")
    wait_for(page, held)
    page.reload()
    wait_for(page, held, 2)
    expect(page.locator("#task-number")).to_have_text("1")
    expect(page.locator("#choose-left")).to_be_disabled()
    expect(page.locator("#choose-left")).to_have_class(re.compile("marked"))
    keys = {sent_by(route.request)["key"][0] for route in held}
    assert len(keys) == 1, "the same key again"
    held[1].continue_()
    ready(page, 2)
    assert held_by_database() == once_each(["left"])


@pytest.mark.parametrize(
    "fault", ["arrived, and the answer was lost", "never arrived", "an error", "a gate on the way"]
)
def test_what_got_no_proper_answer_is_sent_again_with_the_same_key(page: Page, fault: str) -> None:
    sent: list[str] = []

    def go_wrong(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(sent_by(route.request)["key"][0])
        if len(sent) > 2:
            return route.continue_()
        match fault:
            case "arrived, but no answer came":
                route.fetch()
                return route.abort("connectionreset")
            case "never arrived":
                return route.abort("connectionrefused")
            case "an error":
                return route.fulfill(status=502, body="Bad gateway")
            case _:
                return route.fulfill(status=200, body="<p>Please sign in to this network</p>", content_type="text/html")

    page.route(ANSWERS, go_wrong)
    page.keyboard.press("2")
    ready(page, 2)
    expect(page.locator("#said")).to_contain_text(
        "1 answer waiting: the site does not answer. It is sent again by itself"
    )
    saved(page)
    assert len(sent) == 3
    assert len(set(sent)) == 1
    assert held_by_database() == once_each(["equal"])


def test_waits_between_attempts_grow(page: Page) -> None:
    times: list[float] = []
    page.route(ANSWERS, lambda route: (times.append(time.monotonic()), route.abort()))
    page.keyboard.press("1")
    wait_for(page, times, 4)
    first, second, third = (later - before for before, later in pairwise(times))
    assert 0.7 < first < second < third


def test_a_lost_session_keeps_everything_and_sends_it_after_the_invitation_was_opened_again(
    page: Page, context: BrowserContext, live_server: LiveServer, reviewer: Reviewer
) -> None:
    context.clear_cookies()
    page.keyboard.press("1")
    expect(page.locator("#said")).to_contain_text("Your session ended. 1 answer kept in this browser")
    expect(page.locator("#saved-state")).to_contain_text("Session ended")
    expect(page.locator("#task-number")).to_have_text("2")
    page.locator("#remark summary").click()
    page.get_by_label("Comment on this pair").fill("Half a thou")
    let_in(context, live_server.url, reviewer)
    with watched(context) as other:
        other.goto("/review/")  # the other tab's sign of life is enough
        saved(page)
        other.close()
    page.reload()
    ready(page, 2)
    expect(page.get_by_label("Comment on this pair")).to_have_value("Half a thou")
    page.keyboard.press("3")
    ready(page, 3)
    saved(page)
    assert held_by_database() == once_each(["left", "right"])
    assert Judgment.objects.get(assignment__position=2).comment == "Half a thou"


def test_a_pause_of_the_study_keeps_the_answer_until_it_is_open_again(page: Page, study: Study) -> None:
    Study.objects.update(state=Study.State.FROZEN)
    page.keyboard.press("1")
    expect(page.locator("#said")).to_contain_text("1 answer kept in this browser")
    assert len(waiting_in(page)) == 1
    Study.objects.update(state=Study.State.OPEN)
    page.reload()
    ready(page, 2)
    saved(page)
    assert held_by_database() == once_each(["left"])


def test_a_form_that_went_stale_gets_a_new_token_by_itself(page: Page, context: BrowserContext) -> None:
    context.clear_cookies(name="csrftoken")
    page.keyboard.press("1")
    ready(page, 2)
    saved(page)
    assert held_by_database() == once_each(["left"])


def test_after_the_last_pair_the_page_goes_on_when_all_is_saved(page: Page) -> None:
    Reviewer.objects.update(quota=2)
    page.reload()
    ready(page, 1)
    next_is_there(page)
    page.keyboard.press("1")
    ready(page, 2)
    next_is_there(page)
    held = hold_answers(page)
    page.keyboard.press("2")
    wait_for(page, held)
    expect(page.locator("#said")).to_contain_text("Saving task 2 …")
    expect(page.locator("#task-number")).to_have_text("2")
    held[0].continue_()
    page.wait_for_url(lambda url: not ANSWERS.search(url))
    expect(page.locator("#answer")).to_have_count(0)
    assert held_by_database() == once_each(["left", "equal"])


def test_practice_is_counted_apart_and_ends_on_its_own_page(chromium: Browser, live_server: LiveServer) -> None:
    reviewer = make_reviewer(make_study(n_cases=2, name="practised", practice_pairs=2))
    Journey.objects.update(ready_at=None)
    with browser_of(chromium, live_server.url, reviewer) as context, watched(context) as page:
        page.goto("/review/")
        for task in (1, 2):
            ready(page, task)
            expect(page.locator(".progress")).to_contain_text(f"Practice {task} of 2, does not count")
            next_is_there(page)
            page.keyboard.press("1")
        page.wait_for_url("**/review/ready/")
        assert held_by_database() == once_each(["left", "left"])
        page.get_by_role("button").last.click()
        ready(page, 1)
        expect(page.locator("#left")).to_have_text("12")
