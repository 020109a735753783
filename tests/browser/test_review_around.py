"""What surrounds the pairs in a real Chromium: the way in with and without script, finding papers, breaks and goals."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from arena.review.models import ConflictOfInterest, Journey, Judgment
from arena.studies.models import Consent, Reviewer, Study
from arena.studies.services.invite import invite
from tests.browser.sending import watched
from tests.factories.studies import make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MINUTE = 60_000


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=14, systems=("alder", "birch"), practice_pairs=3)


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    with watched(context) as page:
        yield page


def letter_of(study: Study) -> str:
    return invite(study=study, count=1)[0].url.removeprefix("http://testserver")


@pytest.mark.parametrize("script", [True, False])
def test_from_the_letter_through_practice_to_a_goal_that_is_reached(
    chromium: Browser, live_server: LiveServer, study: Study, script: bool
) -> None:
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=script)
    with watched(context) as page:
        page.goto(letter_of(study))
        page.get_by_role("button", name="I agree, go on").click()
        page.get_by_label("You are", exact=True).select_option("doctoral")
        page.get_by_role("button", name="Save and go on").click()
        for number in (1, 2, 3):
            expect(page.locator(".topbar")).to_contain_text(f"Practice {number} of 3")
            expect(page.locator(".practice")).to_contain_text("does not count")
            page.locator("#choose-left:not([aria-disabled])").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("That was practice. From here on it counts")
        page.get_by_text("10 pairs").click()
        page.get_by_role("button", name="Show me the first pair").click()
        for number in range(1, 11):
            expect(page.locator(".topbar")).to_contain_text(f"Task {number}")
            page.locator("#choose-left:not([aria-disabled])").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("You reached your goal: 10 pairs. Thank you!")
        page.get_by_role("link", name="Stop here").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Thank you for today")
        page.get_by_text("Sometimes").click()
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_text("Thank you, your answer is saved")).to_be_visible()
    context.close()
    assert Judgment.objects.filter(assignment__kind="main").count() == 10
    assert Consent.objects.count() == 1
    assert Journey.objects.get().goal == 10


def test_papers_are_found_while_typing_and_ticks_stay(page: Page, reviewer: Reviewer) -> None:
    page.goto("/review/about-you/")
    shown = page.locator(".pick li:visible")
    expect(shown).to_have_count(10)
    expect(page.locator("#filter")).to_be_hidden()
    shown.nth(2).click()
    kept = shown.nth(2).inner_text()
    page.get_by_label("Find a paper").fill("number 14")
    expect(shown).to_have_count(2)
    expect(page.locator("#found")).to_have_text("2 of 14 papers shown, 1 marked")
    page.keyboard.press("Enter")  # neither filters nor saves
    expect(shown).to_have_count(2)
    assert not ConflictOfInterest.objects.exists()
    page.get_by_label("Find a paper").fill("")
    page.get_by_role("button", name="Show all 14 papers").click()
    expect(shown).to_have_count(14)
    expect(shown.nth(10).locator("input")).to_be_focused()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".messages")).to_have_text("Saved.")
    expect(page.locator(".pick li", has=page.locator(":checked"))).to_have_text(kept)
    assert ConflictOfInterest.objects.filter(reviewer=reviewer).count() == 1


def work(page: Page, minutes: int) -> None:
    """Move something every minute."""
    for minute in range(minutes):
        page.clock.run_for(MINUTE)
        page.mouse.move(200 + minute % 7, 300)


def test_a_break_is_suggested_after_25_minutes_and_not_again_within_an_hour(page: Page) -> None:
    page.clock.install(time=datetime(2026, 5, 1, 10, tzinfo=UTC))
    page.goto("/review/help/")
    hint = page.locator("#care-hint")
    page.mouse.move(200, 200)
    work(page, 24)
    expect(hint).to_be_hidden()
    work(page, 1)
    expect(hint).to_contain_text("You have been at it for 25 minutes")
    expect(page.locator("#care")).to_have_attribute("role", "status")
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(hint).to_be_hidden()
    page.reload()  # it is remembered from page to page
    work(page, 58)
    expect(hint).to_be_hidden()
    work(page, 3)
    expect(hint).to_be_visible()


def test_whoever_takes_breaks_is_told_of_none(page: Page) -> None:
    page.clock.install(time=datetime(2026, 5, 1, 10, tzinfo=UTC))
    page.goto("/review/help/")
    page.mouse.move(200, 200)
    for _ in range(3):
        work(page, 20)
        page.clock.run_for(6 * MINUTE)
    expect(page.locator("#care-hint")).to_be_hidden()
