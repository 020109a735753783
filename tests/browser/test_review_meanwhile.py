"""Two windows, refused answers, hands that slip and taking back, in a real Chromium: each pair has one judgment."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from arena.review.models import Judgment
from arena.studies.models import Study
from tests.browser.sending import (
    ANSWERS,
    held_by_database,
    hold_answers,
    is_answer,
    next_is_there,
    once_each,
    ready,
    saved,
    sent_by,
    wait_for,
    watched,
)
from tests.factories.studies import make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=3)


# --- Refused ------------------------------------------------------------------------------------------------


def test_a_refused_answer_comes_back_with_the_reason_and_all_that_was_chosen(
    page: Page, context: BrowserContext
) -> None:
    with watched(context) as other:
        other.goto("/review/")
        ready(other, 1)
        other.keyboard.press("1")
        ready(other, 2)
        saved(other)
    page.locator("#flag-sheet-b summary").click()
    page.get_by_label("Text cannot be read").locator("visible=true").check()
    page.locator("#flag-sheet-b").get_by_role("button", name="Done").click()
    page.locator("#remark summary").click()
    page.get_by_label("Comment on this pair").fill("Too small")
    page.get_by_label("I know this paper").check()
    page.locator("#choose-right").click()
    expect(page.locator("#problem")).to_contain_text("answered in another window meanwhile: Poster A")
    ready(page, 1)
    expect(page.locator("#choose-right")).to_have_class(re.compile("marked"))
    saved(page)
    page.reload()
    ready(page, 1)
    expect(page.locator("#problem")).to_contain_text("answered in another window meanwhile: Poster A")
    expect(page.get_by_label("Comment on this pair")).to_have_value("Too small")
    page.keyboard.press("3")
    ready(page, 2)
    saved(page)
    assert held_by_database() == [(1, "given", "left"), (1, "changed", "right")]
    judgment = Judgment.objects.get()
    assert (judgment.critical_right, judgment.reasons_right, judgment.comment) == (True, ["unreadable"], "Too small")
    assert judgment.knows_paper


def test_why_an_answer_was_refused_is_not_news_another_day(page: Page, context: BrowserContext) -> None:
    with watched(context) as other:
        other.goto("/review/")
        ready(other, 1)
        other.keyboard.press("1")
        ready(other, 2)
        saved(other)
    page.keyboard.press("3")
    expect(page.locator("#problem")).to_contain_text("answered in another window meanwhile: Poster A")
    page.evaluate(
        """() => {
          const name = Object.keys(localStorage).find((name) => name.startsWith("review.draft."));
          const draft = JSON.parse(localStorage.getItem(name));
          localStorage.setItem(name, JSON.stringify({ ...draft, refusedAt: draft.refusedAt - 11 * 60 * 1000 }));
        }"""
    )
    page.reload()
    ready(page, 1)
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#choose-right")).to_have_class(re.compile("marked"))  # what was chosen is still there


def test_two_tabs_send_one_after_the_other_and_each_pair_has_one_judgment(page: Page, context: BrowserContext) -> None:
    under_way: list[str] = []
    together: list[int] = []

    def count(route: Route) -> None:
        if not is_answer(route.request):
            return route.continue_()
        under_way.append(sent_by(route.request)["key"][0])
        together.append(len(under_way))
        answer = route.fetch()
        under_way.remove(sent_by(route.request)["key"][0])
        return route.fulfill(response=answer)

    context.route(ANSWERS, count)
    with watched(context) as other:
        other.goto("/review/")
        ready(other, 1)
        next_is_there(other)
        page.keyboard.press("1")
        ready(page, 2)
        page.keyboard.press("1")
        other.keyboard.press("2")
        expect(other.locator("#problem")).to_contain_text("answered in another window meanwhile")
        ready(other, 1)  # the pair was painted anew
        other.keyboard.press("2")
        saved(other)
        ready(page, 3)
        saved(page)
    assert together == [1, 1, 1, 1]
    assert held_by_database() == [(1, "given", "left"), (2, "given", "left"), (1, "changed", "equal")]


def test_a_tab_says_no_longer_that_something_waits_when_another_tab_has_sent_it(
    page: Page, context: BrowserContext
) -> None:
    ready(page, 1)
    other = context.new_page()
    other.goto("/review/")
    ready(other, 1)
    page.route("**/review/**", lambda route: route.abort() if is_answer(route.request) else route.continue_())
    page.keyboard.press("1")
    expect(other.locator("#said")).to_contain_text("1 answer waiting")
    page.unroute("**/review/**")
    saved(page)
    expect(other.locator("#said")).to_contain_text("sent from another window")
    assert Judgment.objects.get().revision == 1


# --- Hands that slip ----------------------------------------------------------------------------------------


def test_a_double_click_and_a_key_that_repeats_answer_one_pair_each(page: Page) -> None:
    page.locator("#choose-left").dblclick()
    ready(page, 2)
    next_is_there(page)
    page.keyboard.down("2")
    for _ in range(5):
        page.keyboard.down("2")  # held down: the browser says that it repeats
    page.keyboard.up("2")
    ready(page, 3)
    saved(page)
    assert held_by_database() == once_each(["left", "equal"])


def test_back_and_refresh_show_what_is_open_and_change_nothing(page: Page) -> None:
    page.keyboard.press("1")
    ready(page, 2)
    saved(page)
    page.get_by_role("link", name="My decisions").click()
    page.wait_for_url("**/decisions/")
    page.go_back()
    ready(page, 2)
    page.reload()
    ready(page, 2)
    page.keyboard.press("3")
    ready(page, 3)
    saved(page)
    assert held_by_database() == once_each(["left", "right"])


# --- Taking back --------------------------------------------------------------------------------------------


def test_undo_goes_back_through_this_page_and_through_what_was_before_it(page: Page) -> None:
    for task, key in enumerate("12", start=1):
        page.keyboard.press(key)
        ready(page, task + 1)
    saved(page)
    page.reload()
    ready(page, 3)
    next_is_there(page)
    page.keyboard.press("3")
    ready(page, 4)
    saved(page)
    for task, words in ((3, "Poster B"), (2, "About equal"), (1, "Poster A")):
        page.keyboard.press("z")
        ready(page, task)
        expect(page.locator("#said")).to_contain_text(f"Taken back: {words}")
        saved(page)
    expect(page.locator("#done")).to_have_text("0")
    expect(page.locator("#undo-button")).to_be_disabled()
    for task in (1, 2, 3):
        ready(page, task)
        page.keyboard.press("2")
    ready(page, 4)
    saved(page)
    assert held_by_database() == [
        (1, "given", "left"),
        (2, "given", "equal"),
        (3, "given", "right"),
        (3, "withdrawn", "right"),
        (2, "withdrawn", "equal"),
        (1, "withdrawn", "left"),
        (1, "changed", "equal"),
        (2, "changed", "equal"),
        (3, "changed", "equal"),
    ]


def test_an_answer_taken_back_on_its_way_is_never_called_saved(page: Page) -> None:
    held = hold_answers(page)
    page.keyboard.press("1")
    wait_for(page, held)
    ready(page, 2)
    page.keyboard.press("z")
    ready(page, 1)
    held[0].continue_()
    saved(page)
    expect(page.locator("#said")).to_contain_text("Taken back: Poster A")
    assert held_by_database() == [(1, "given", "left"), (1, "withdrawn", "left")]


def test_an_answer_that_may_have_arrived_is_taken_back_behind_it(page: Page) -> None:
    held = hold_answers(page)
    page.keyboard.press("1")
    wait_for(page, held)
    ready(page, 2)
    page.keyboard.press("z")
    ready(page, 1)
    page.keyboard.press("3")
    ready(page, 2)
    held[0].continue_()
    wait_for(page, held, 2)
    held[1].continue_()
    saved(page)
    assert held_by_database() == [(1, "given", "left"), (1, "withdrawn", "left"), (1, "changed", "right")]
