"""A Chromium for the tests that need one, and pages on which nothing goes wrong silently."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

from arena.studies.models import Reviewer, Study
from generation.render.browser import require_browser
from tests.browser.sending import browser_of, next_is_there, ready, watched
from tests.factories.studies import make_reviewer


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = require_browser()  # `make test` installs one: without it these tests fail, they are not skipped
    # Playwright runs an event loop in this thread, in which Django would refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@contextmanager
def signed_in(
    chromium: Browser,
    live_server: LiveServer,
    user: User | None,
    *,
    width: int = 1440,
    theme: str = "light",
    **more: object,
) -> Iterator[Page]:
    """A page of this person's browser; anything the browser complains about fails the test at the end."""
    context: BrowserContext = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=theme, base_url=live_server.url, **more
    )
    context.set_default_timeout(20_000)
    if user is not None:
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("requestfailed", lambda request: complaints.extend(_failure(request)))
    yield page
    context.close()
    assert complaints == []


def _failure(request: Request) -> list[str]:
    """What is wrong with a request; one that became a download counts as aborted and is fine."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.url}: {request.failure}"]


@pytest.fixture
def open_as(chromium: Browser, live_server: LiveServer) -> Callable[..., object]:
    """open_as(user, width=…, theme=…): a signed-in page, as a context manager."""

    def opened(user: User | None, **how: object) -> object:
        return signed_in(chromium, live_server, user, **how)

    return opened


@pytest.fixture
def reviewer(study: Study) -> Reviewer:
    """Somebody who may judge in the file's study."""
    return make_reviewer(study)


@pytest.fixture
def context(chromium: Browser, live_server: LiveServer, reviewer: Reviewer) -> Iterator[BrowserContext]:
    """The browser of this reviewer."""
    with browser_of(chromium, live_server.url, reviewer) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """This reviewer's first pair, with the one after it prepared."""
    with watched(context) as page:
        page.goto("/review/")
        ready(page, 1)
        next_is_there(page)
        yield page
