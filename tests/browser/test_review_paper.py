"""The paper of a pair in a real Chromium: beside the posters or over them, its width, its pages, its abstract."""

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from arena.review.models import Judgment
from arena.studies.models import Study
from tests.browser.pairs import Opened, drag, opened_pairs, places, study_to_look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def review(chromium: Browser, live_server: LiveServer) -> Opened:
    return opened_pairs(chromium, live_server, study_to_look_at())


def test_the_paper_opens_beside_the_posters_and_gives_the_focus_back(review: Opened) -> None:
    with review() as page:
        before = places(page)
        page.locator("#choose-equal").focus()
        page.keyboard.press("p")
        expect(page.locator("#leaves")).to_be_focused()
        expect(page.locator("#paper-button")).to_have_attribute("aria-expanded", "true")
        drawer = page.locator("#drawer").bounding_box()
        assert drawer["width"] == pytest.approx(0.4 * 1440, abs=2)
        for selector in (".pane-a", ".pane-b", ".choices", "#question", ".viewbar"):
            box = page.locator(selector).bounding_box()
            beside = box["x"] + box["width"] <= drawer["x"] + 1
            assert beside or box["y"] >= drawer["y"] + drawer["height"] - 1, selector
        page.keyboard.press("Escape")
        expect(page.locator("#drawer")).to_be_hidden()
        expect(page.locator("#choose-equal")).to_be_focused()
        assert places(page) == before
        page.locator("#paper-button").click()
        page.locator("#drawer-close").click()
        expect(page.locator("#paper-button")).to_be_focused()


def test_the_paper_is_as_high_as_all_beside_it_on_a_practice_pair_too(
    chromium: Browser, live_server: LiveServer
) -> None:
    study = study_to_look_at()
    Study.objects.filter(pk=study.pk).update(practice_pairs=3)
    study.refresh_from_db()
    with opened_pairs(chromium, live_server, study)() as page:
        page.keyboard.press("p")
        expect(page.locator("#leaves")).to_be_focused()
        hint, compare, drawer = (page.locator(name).bounding_box() for name in (".practice", ".compare", "#drawer"))
        assert drawer["y"] == pytest.approx(hint["y"], abs=1)
        assert drawer["y"] + drawer["height"] == pytest.approx(compare["y"] + compare["height"], abs=1)


def test_the_width_of_the_paper_is_set_by_hand_by_key_and_by_button_and_kept(review: Opened) -> None:
    with review() as page:
        page.keyboard.press("p")
        drawer, grip = page.locator("#drawer"), page.locator("#grip")
        grip.focus()
        page.keyboard.press("ArrowLeft")
        expect(grip).to_have_attribute("aria-valuenow", "42")
        page.keyboard.press("Home")
        assert drawer.bounding_box()["width"] == pytest.approx(0.7 * 1440, abs=2)
        box = grip.bounding_box()
        drag(page, (box["x"] + 4, box["y"] + 200), (0.2 * 1440, 0))
        assert drawer.bounding_box()["width"] == pytest.approx(0.5 * 1440, abs=16)
        page.get_by_role("button", name="Wide").click()
        expect(grip).to_have_attribute("aria-valuenow", "60")
        page.keyboard.press("1")
        expect(page.locator("#task-number")).to_have_text("2")
        expect(drawer).to_be_visible()  # it stays open beside the next pair
        assert drawer.bounding_box()["width"] == pytest.approx(0.6 * 1440, abs=2)


def test_the_page_of_a_paper_is_remembered_for_that_paper(review: Opened) -> None:
    with review() as page:
        papers: list[str] = []
        for _ in range(2):
            papers.append(page.locator("#drawer").get_attribute("data-paper"))
            if not page.locator("#drawer").is_visible():
                page.keyboard.press("p")
            expect(page.locator("#page-now")).to_have_text("1")
            if len(papers) == 1:
                for _turn in range(3):
                    page.get_by_role("button", name="Next page").click()
                expect(page.locator("#page-now")).to_have_text("4")
            task = page.locator("#task-number").inner_text()
            page.keyboard.press("2")
            expect(page.locator("#task-number")).not_to_have_text(task)
            expect(page.locator("#choose-equal")).not_to_have_attribute("aria-disabled", "true")
        assert len(set(papers)) == 2  # another paper begins at its own first page
        for _ in range(6):
            if page.locator("#drawer").get_attribute("data-paper") == papers[0]:
                break
            task = page.locator("#task-number").inner_text()
            page.keyboard.press("2")
            expect(page.locator("#task-number")).not_to_have_text(task)
            expect(page.locator("#choose-equal")).not_to_have_attribute("aria-disabled", "true")
        expect(page.locator("#page-now")).to_have_text("4")
        page.reload()
        page.locator("#paper-button").click()
        expect(page.locator("#page-now")).to_have_text("4")


def test_on_a_phone_the_paper_covers_the_page_and_no_key_reaches_behind_it(review: Opened) -> None:
    with review(width=390, height=844) as page:
        page.locator("#paper-button").click()
        box = page.locator("#drawer").bounding_box()
        assert (box["x"], box["width"]) == (0, 390)
        page.keyboard.press("1")
        page.keyboard.press("s")
        expect(page.locator("#drawer")).to_be_visible()
        assert not Judgment.objects.exists()
        page.keyboard.press("Escape")
        expect(page.locator("#drawer")).to_be_hidden()
        expect(page.locator("#paper-button")).to_be_focused()
        expect(page.locator("#paper-button")).to_have_attribute("aria-expanded", "false")


def test_pictures_of_pages_load_only_when_the_paper_is_opened(review: Opened) -> None:
    with review() as page:
        pages: list[str] = []
        page.on("request", lambda request: pages.append(request.url) if "/pages/" in request.url else None)
        with page.expect_response(re.compile("/ahead/$")):  # the next pair is prepared as well
            page.reload()
        expect(page.locator(".panes.ready")).to_be_visible()
        expect(page.locator("#choose-equal")).to_be_enabled()
        page.keyboard.press("2")
        expect(page.locator("#task-number")).to_have_text("2")
        assert pages == []
        with page.expect_response(re.compile(r"/pages/1\.webp")):
            page.keyboard.press("p")
        first = page.get_by_alt_text("Page 1 of the paper")
        expect(first).to_have_js_property("complete", True)
        expect(first).not_to_have_js_property("naturalWidth", 0)


def test_the_abstract_is_open_for_a_new_paper_and_as_it_was_left_after_that(review: Opened) -> None:
    with review() as page:
        expect(page.locator("#abstract")).to_be_visible()
        page.reload()
        expect(page.locator(".panes.ready")).to_be_visible()
        expect(page.locator("#abstract")).to_be_hidden()
        expect(page.locator("#abstract-button")).to_have_attribute("aria-expanded", "false")
        page.locator("#abstract-button").click()
        page.reload()
        expect(page.locator("#abstract")).to_be_visible()
        page.evaluate("localStorage.clear()")
        page.set_viewport_size({"width": 1440, "height": 700})
        page.reload()
        expect(page.locator(".panes.ready")).to_be_visible()
        expect(page.locator("#abstract")).to_be_hidden()
