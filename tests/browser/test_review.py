"""Answering pairs in a real Chromium: by keyboard, with flags, a comment and what is known, and without script."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.review.models import Judgment
from arena.studies.models import Reviewer, Study
from tests.browser.sending import browser_of, held_by_database, once_each, ready, saved
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


def counts(page: Page) -> tuple[str, ...]:
    return tuple(page.locator(selector).inner_text() for selector in ("#done", "#skipped", "#left"))


# --- Keys -------------------------------------------------------------------------------------------------


def test_five_pairs_by_keyboard_and_one_undone(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    reloads: list[str] = []
    page.on("domcontentloaded", lambda loaded: reloads.append(loaded.url))
    page.locator("#choose-equal").focus()
    for task, key in enumerate(("1", "2", "3", "s", "1"), start=1):
        ready(page, task)
        page.keyboard.press(key)
    ready(page, 6)
    expect(page).to_have_title("Task 6 · Poster study")
    expect(page.locator("#choose-equal")).to_be_focused()  # the keyboard stays where it was
    expect(page.locator("#said")).to_contain_text("Task 5 saved: Poster A")
    expect(page.locator("#live")).to_have_text("Task 5 saved: Poster A. Task 6 of 12.")
    saved(page)
    assert counts(page) == ("4", "1", "7")
    page.keyboard.press("z")
    ready(page, 5)
    expect(page.locator("#said")).to_contain_text("Taken back: Poster A")
    expect(page.locator("#choose-left")).to_have_class(re.compile("marked"))
    saved(page)
    assert counts(page) == ("3", "1", "8")
    page.keyboard.press("3")
    ready(page, 6)
    saved(page)
    assert reloads == []  # not a single one since the first pair
    assert held_by_database() == [
        *once_each(["left", "equal", "right", "skip", "left"]),
        (5, "withdrawn", "left"),
        (5, "changed", "right"),
    ]
    judgments = Judgment.objects.all()
    assert all(judgment.both_decoded for judgment in judgments)
    assert all(judgment.seconds is not None and 0 < judgment.seconds < 60 for judgment in judgments)
    page.reload()
    ready(page, 6)
    assert counts(page) == ("4", "1", "7")


def test_what_is_typed_after_a_press_on_comment_is_the_comment(page: Page) -> None:
    page.locator("#remark summary").click()
    page.keyboard.type("better 1st figure")
    expect(page.locator("#comment")).to_have_value("better 1st figure")
    page.locator("#remark summary").focus()
    page.keyboard.type("1sz")  # beside the field, too, it chooses nothing
    expect(page.locator("#task-number")).to_have_text("1")
    assert not Judgment.objects.exists()


def test_flags_comment_and_what_is_known_by_keys(page: Page) -> None:
    page.keyboard.press("f")
    page.keyboard.press("b")
    expect(page.locator("#flag-b")).to_be_checked()
    expect(page.locator("#flag-sheet-b li input").first).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("#flag-sheet-b .sheet")).to_be_hidden()
    expect(page.locator("#flag-sheet-b summary")).to_be_focused()
    page.keyboard.press("k")
    expect(page.get_by_label("I know this paper")).to_be_checked()
    page.keyboard.press("c")
    page.keyboard.type("123 szv ?")
    expect(page.get_by_label("Comment on this pair")).to_have_value("123 szv ?")
    assert not Judgment.objects.exists()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    ready(page, 2)
    saved(page)
    judgment = Judgment.objects.get()
    assert (judgment.critical_left, judgment.critical_right, judgment.knows_paper) == (False, True, True)
    assert (judgment.reasons_right, judgment.comment) == (["unreadable"], "123 szv ?")
    expect(page.locator("#flag-b")).not_to_be_checked()  # the next pair starts clean
    page.keyboard.press("b")  # without F before it
    page.keyboard.press("a")
    expect(page.locator("#flag-a")).not_to_be_checked()


def test_keys_that_must_do_nothing(page: Page) -> None:
    for keys in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Control+1", "Alt+2", "Meta+3"):
        page.keyboard.press(keys)
    page.evaluate(
        """() => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: "1", code: "Digit1", isComposing: true, bubbles: true }))"""
    )
    page.keyboard.press("?")
    expect(page.locator("#keys-sheet")).to_be_visible()
    page.keyboard.press("1")  # what is answered must be seen
    page.keyboard.press("Escape")
    expect(page.locator("#keys-sheet")).to_be_hidden()
    expect(page.locator("#choose-left")).to_be_enabled()
    assert page.locator(".chosen").count() == 0
    assert not Judgment.objects.exists()


def test_single_keys_can_be_turned_off_for_good(page: Page) -> None:
    page.get_by_role("link", name="Help").click()
    page.get_by_label("Turn off keys of one letter or digit").check()
    page.get_by_role("button", name="Close", exact=True).click()
    page.reload()
    ready(page, 1)
    for key in ("1", "s", "f", "a", "c", "k", "?"):
        page.keyboard.press(key)
    expect(page.locator("#keys-sheet")).to_be_hidden()
    expect(page.get_by_label("I know this paper")).not_to_be_checked()
    page.locator("#choose-equal").click()
    ready(page, 2)
    saved(page)
    assert held_by_database() == once_each(["equal"])


# --- What goes with an answer --------------------------------------------------------------------------------


def test_what_is_written_and_ticked_survives_a_reload(page: Page) -> None:
    page.locator("#flag-sheet-a summary").click()
    page.locator("#flag-sheet-a").get_by_label("Figures are missing").check()
    expect(page.locator("#flag-a")).to_be_checked()  # a reason is a flag
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.type("Where is figure 2")
    page.reload()
    ready(page, 1)
    expect(page.locator("#flag-a")).to_be_checked()
    expect(page.locator("#comment")).to_have_value("Where is figure 2")
    page.locator("#flag-sheet-a summary").click()
    page.get_by_label("Poster A is broken").uncheck()
    expect(page.locator("#flag-sheet-a").get_by_label("Figures are missing")).not_to_be_checked()
    page.mouse.click(700, 400)  # beside the sheet
    expect(page.locator("#flag-sheet-a .sheet")).to_be_hidden()
    page.keyboard.press("2")
    ready(page, 2)
    saved(page)
    judgment = Judgment.objects.get()
    assert (judgment.critical_left, judgment.reasons_left, judgment.comment) == (False, [], "Where is figure 2")


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_a_checkbox_answers_nothing(
    chromium: Browser, live_server: LiveServer, reviewer: Reviewer, script: bool
) -> None:
    """A browser would press the form's first button, and a slip would be a judgment."""
    with browser_of(chromium, live_server.url, reviewer, java_script_enabled=script) as context:
        page = context.new_page()
        page.goto("/review/")
        if script:
            ready(page, 1)
        page.get_by_label("I know this paper").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
        expect(page.get_by_label("I know this paper")).to_be_checked()
        page.locator("#choose-equal").click()
        expect(page.locator("#task-number")).to_have_text("2")
        if script:
            saved(page)
    assert held_by_database() == once_each(["equal"])
    assert Judgment.objects.get().knows_paper


def test_without_script_the_page_is_a_plain_form(
    chromium: Browser, live_server: LiveServer, reviewer: Reviewer
) -> None:
    with browser_of(chromium, live_server.url, reviewer, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/review/")
        expect(page.locator("#poster-a")).to_be_visible()
        page.locator("#choose-right").click()
        expect(page.locator("#task-number")).to_have_text("2")
        page.locator("#flag-sheet-a summary").click()
        page.locator("#flag-sheet-a").get_by_label("Not of this paper").check()
        page.locator("#remark summary").click()
        page.get_by_label("Comment on this pair").fill("The left one is cut off")
        page.locator("#choose-equal").click()
        expect(page.locator("#task-number")).to_have_text("3")
        expect(page.locator("#said")).to_contain_text("Task 2 saved: About equal")
        page.get_by_role("button", name="Undo").first.click()
        expect(page.locator("#task-number")).to_have_text("2")
        expect(page.locator("#flag-a")).to_be_checked()
        page.locator("#choose-left").click()
        expect(page.locator("#task-number")).to_have_text("3")
    assert held_by_database() == [
        (1, "given", "right"),
        (2, "given", "equal"),
        (2, "withdrawn", "equal"),
        (2, "changed", "left"),
    ]
    second = Judgment.objects.get(assignment__position=2)
    assert (second.critical_left, second.reasons_left) == (True, ["wrong_paper"])
    assert second.comment == "The left one is cut off"
    assert (second.seconds, second.both_decoded) == (None, None)
