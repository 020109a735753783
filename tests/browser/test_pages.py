"""The frame of the site in a real Chromium: start page, desk and sign-in, wide and narrow."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from arena.benchmarks.models import Case, Ingest
from arena.core.leases import WorkState
from tests.factories.reports import make_report
from tests.factories.studies import make_benchmark, make_study

OpenAs = Callable[..., AbstractContextManager[Page]]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("width", [1440, 390, 320])
def test_no_page_of_the_frame_sticks_out(ada: User, open_as: OpenAs, width: int) -> None:
    make_report(make_study(n_cases=1, systems=("alder", "birch")))
    make_benchmark(n_cases=1)
    case = Case.objects.filter(case_id__startswith="trees").get()
    Ingest.objects.create(case=case, pdf_sha256="0" * 64, state=WorkState.FAILED, error="It is encrypted. " * 20)
    with open_as(None, width=width, theme="dark") as page:
        for address in ("/", "/login/"):
            page.goto(address)
            assert page.evaluate(STICKS_OUT) == 0, address
    with open_as(ada, width=width) as page:
        for address in ("/", "/results/"):
            page.goto(address)
            assert page.evaluate(STICKS_OUT) == 0, address
            assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Source Sans"')


def test_signing_in_and_out(ada: User, open_as: OpenAs) -> None:
    with open_as(None) as page:
        page.goto("/results/")
        assert page.url.endswith("/login/?next=/results/")
        page.get_by_label("Name").fill("ada")
        page.get_by_label("Password").fill("wrong")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("do not fit together")
        page.get_by_label("Password").fill("ada-password-1")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Results")).to_be_visible()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_the_desk_follows_the_work_without_reloading(ada: User, open_as: OpenAs) -> None:
    make_benchmark(n_cases=2)
    for case in Case.objects.all():
        Ingest.objects.create(case=case, pdf_sha256=case.pdf_sha256, state=WorkState.REQUESTED)
    with open_as(ada) as page:
        page.goto("/")
        loads: list[str] = []
        page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
        expect(page.locator("#work")).to_contain_text("2 waiting")
        Ingest.objects.update(state=WorkState.DONE)
        expect(page.locator("#work")).to_contain_text("Nothing is running or waiting.")
        expect(page.locator("#work")).not_to_have_attribute("hx-get", "/work/")
        assert loads == []


def test_the_skip_link_and_the_places_are_reached_by_keyboard(ada: User, open_as: OpenAs) -> None:
    with open_as(ada) as page:
        page.goto("/")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        assert page.get_by_role("link", name="Skip to the content").bounding_box()["y"] >= 0
        page.keyboard.press("Enter")
        assert page.url.endswith("#main")
