"""Every page of the site in a real Chromium: wide and narrow, light and dark, nothing is cut, faint, loose or loud.

One seeded site and one browser serve all of them; what is looked for is in faults.js, and axe looks, too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, modify_settings, override_settings
from django.urls import clear_url_caches
from PIL import Image
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from arena.benchmarks.services import pictures
from generation.records import Box, PagePicture
from tests.arena.desk.test_url_map import ADDRESSES
from tests.browser.looking import Looker
from tests.browser.page_list import EMPTY_PAGES, NOT_PAGES, PAGES, Look
from tests.browser.seeded import Site, build_site, session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def _django_db_helper() -> None:
    """In place of pytest-django's, which would empty the database after every page."""


@pytest.fixture
def _own_media() -> None:
    """In place of the one in tests/conftest.py: the pictures stay, too."""


class KeptStaticFiles(StaticFilesHandler):
    """Lets the browser keep styles and fonts from page to page, as it may in production."""

    def serve(self, request: HttpRequest) -> HttpResponse:
        response = super().serve(request)
        response["Cache-Control"] = "max-age=3600"
        return response


@contextmanager
def pages_are_drawn_at_once() -> Iterator[None]:
    """In place of the sandbox that draws a page of a PDF: the seeded papers have none."""

    def page(pdf: Path, number: int, target: Path, *, long_edge: int, timeout_seconds: float) -> PagePicture:
        size = (round(0.75 * long_edge), long_edge)
        Image.new("RGB", size, "white").save(target)
        return PagePicture(number, 3, 600.0, 800.0, *size)

    def crop(pdf: Path, number: int, box: Box, target: Path, *, timeout_seconds: float) -> tuple[int, int]:
        size = (max(1, round(box.width)), max(1, round(box.height)))
        Image.new("RGB", size, "white").save(target)
        return size

    with mock.patch.object(pictures, "render_page", page), mock.patch.object(pictures, "cut_figure", crop):
        yield


@pytest.fixture(scope="module")
def server(
    chromium: Browser,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[LiveServer]:
    media: Path = tmp_path_factory.mktemp("every-page") / "media"
    changed = override_settings(MEDIA_DIR=media, ROOT_URLCONF="tests.browser.failing_urls")
    with (
        django_db_blocker.unblock(),
        pages_are_drawn_at_once(),
        changed,
        modify_settings(ALLOWED_HOSTS={"append": "localhost"}),
    ):
        clear_url_caches()
        live = LiveServer("localhost", start=False)
        live.thread.static_handler = KeptStaticFiles
        live.start()
        yield live
        live.stop()
        call_command("flush", verbosity=0, interactive=False)
    clear_url_caches()


@pytest.fixture(scope="module")
def empty_site(server: LiveServer, chromium: Browser) -> list[str]:
    """What is wrong with the pages while there is nothing on the site; looked at before it is filled."""
    from django.contrib.auth.models import User

    admin = User.objects.create_user("first-admin", is_staff=True)
    looker = Looker(chromium, server.url, {"admin": session_of(admin)})
    found = [f"{look}: {fault}" for look in EMPTY_PAGES for fault in looker.faults(look, {})]
    looker.close()
    admin.delete()
    return found


@pytest.fixture(scope="module")
def site(server: LiveServer, empty_site: list[str]) -> Site:
    return build_site()


@pytest.fixture(scope="module")
def looker(server: LiveServer, chromium: Browser, site: Site) -> Iterator[Looker]:
    looker = Looker(chromium, server.url, site.cookies)
    yield looker
    looker.close()


def test_pages_without_anything_on_them_are_in_order(empty_site: list[str]) -> None:
    if empty_site:
        pytest.fail("\n".join(empty_site), pytrace=False)


@pytest.mark.parametrize("look", PAGES, ids=str)
def test_page_is_in_order(look: Look, looker: Looker, site: Site) -> None:
    found = looker.faults(look, site.where)
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def test_no_page_is_forgotten(site: Site) -> None:
    """Whatever answers to GET is in the list of pages, or in the list of what is no page."""
    admin = Client()
    admin.cookies.load(site.cookies["admin"])
    reviewer = Client()
    reviewer.cookies.load(site.cookies["reviewer"])
    listed = {look.name for look in PAGES} | NOT_PAGES
    admin.raise_request_exception = reviewer.raise_request_exception = False
    forgotten = {
        name
        for name, address in ADDRESSES.items()
        if name not in listed and 405 not in (admin.get(address).status_code, reviewer.get(address).status_code)
    }
    assert forgotten == set()
    assert NOT_PAGES - set(ADDRESSES) == set()
