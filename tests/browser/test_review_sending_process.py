"""Answers to a real web process that is killed, over a connection that breaks: once each in the end, all the same."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction
from playwright.sync_api import Browser, Page, expect

from arena.review.models import Assignment, Judgment
from arena.studies.models import Reviewer
from tests.browser.sending import browser_of, held_by_database, once_each, ready, saved, waiting_in, watched
from tests.browser.served import Fault, Server, Wire, wired
from tests.factories.studies import make_reviewer, make_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ANSWER = r"^POST /review/[\w-]{20,}/ "
POSTER = r"^GET /m/\S+/medium "  # as posters first come at the size of this window


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Static files as they are served in production: script modules find each other under hashed names."""
    folder = tmp_path_factory.mktemp("static")
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.browser.served_settings",
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "SERVED_DATABASE": "unused",
        "SERVED_STATIC": str(folder),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(command, check=True, env=environment, cwd=settings.BASE_DIR)
    return folder


@pytest.fixture
def reviewer() -> Reviewer:
    return make_reviewer(make_study(n_cases=2))


@pytest.fixture
def server(static: Path, reviewer: Reviewer) -> Iterator[Server]:
    connection.close()  # what the test wrote is there for another process
    server = Server(static)
    yield server
    server.kill()


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    with wired(server.port) as wire:
        server.url = f"http://127.0.0.1:{wire.port}"
        server.start()
        yield wire


@pytest.fixture
def page(chromium: Browser, server: Server, wire: Wire, reviewer: Reviewer) -> Iterator[Page]:
    with browser_of(chromium, server.url, reviewer) as context, watched(context) as page:
        page.goto("/review/")
        ready(page, 1)
        page.wait_for_load_state("networkidle")
        yield page


def posters_asked_for(page: Page, wire: Wire, count: int) -> None:
    """So many were asked for: two for each pair that is there, or prepared."""
    end = time.monotonic() + 15
    while sum(bool(re.match(POSTER, line)) for line in wire.seen) < count:
        assert time.monotonic() < end, "the next pair's posters were not asked for"
        page.wait_for_timeout(20)


def answers_sent(wire: Wire) -> int:
    return sum(line.startswith("POST /review/") and line.count("/") == 4 for line in wire.seen)


def test_a_worker_killed_while_it_takes_an_answer(page: Page, server: Server, wire: Wire) -> None:
    """The answer waits for a row that the test holds; so it is in the worker's hands when that dies."""
    assignment = Assignment.objects.get(position=1)
    with transaction.atomic():
        Assignment.objects.select_for_update().get(pk=assignment.pk)
        wire.strike(ANSWER, Fault.HOLD)
        page.keyboard.press("1")
        wire.wait_for_strike()
        ready(page, 2)
        server.kill_worker()
        wire.release.set()
        expect(page.locator("#said")).to_contain_text("1 answer waiting: the site does not answer")
        assert not Judgment.objects.exists()
    saved(page)
    page.keyboard.press("3")
    ready(page, 3)
    saved(page)
    assert held_by_database() == once_each(["left", "right"])


def test_a_worker_killed_after_it_has_saved_and_before_it_could_say_so(page: Page, server: Server, wire: Wire) -> None:
    wire.strike(ANSWER, Fault.CUT_AFTER)
    page.keyboard.press("2")
    wire.wait_for_strike()
    server.kill_worker()
    assert held_by_database() == once_each(["equal"])
    expect(page.locator("#said")).to_contain_text("1 answer waiting")
    saved(page)
    assert answers_sent(wire) >= 2
    assert held_by_database() == once_each(["equal"])


def test_a_site_that_is_gone_for_a_while(page: Page, server: Server) -> None:
    server.kill()
    page.keyboard.press("1")
    expect(page.locator("#said")).to_contain_text("1 answer waiting: the site does not answer")
    ready(page, 2)
    page.keyboard.press("2")
    expect(page.locator("#said")).to_contain_text("2 answers waiting: the site does not answer")
    assert len(waiting_in(page)) == 2
    server.start()
    ready(page, 3)
    saved(page)
    assert held_by_database() == once_each(["left", "equal"])


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, Fault.CUT_AFTER])
def test_a_connection_cut_during_the_answer(page: Page, wire: Wire, fault: Fault) -> None:
    wire.strike(ANSWER, fault)
    page.keyboard.press("3")
    wire.wait_for_strike()
    ready(page, 2)
    saved(page)
    assert held_by_database() == once_each(["right"])


def test_a_poster_cut_on_the_way_is_said_and_can_be_loaded_again(page: Page, wire: Wire) -> None:
    """The second pair's posters are there already; the third's come while the second is on the screen, and once more
    when it is painted."""
    posters_asked_for(page, wire, 4)
    wire.strike(POSTER, Fault.SHORTEN)
    wire.strike(r"^GET /m/\S+again=", Fault.SHORTEN)
    page.keyboard.press("1")
    wire.wait_for_strike()
    ready(page, 2)
    page.keyboard.press("2")
    expect(page.locator("#task-number")).to_have_text("3")
    expect(page.locator("#broken-what")).to_contain_text("not load, or not whole")
    expect(page.locator("#choose-left")).to_be_disabled()
    expect(page.locator("#choose-skip")).to_be_enabled()
    assert wire.faults == []
    page.get_by_role("button", name="Load again").click()
    ready(page, 3)
    page.keyboard.press("3")
    saved(page)
    assert held_by_database() == once_each(["left", "equal", "right"])


def test_a_poster_that_takes_its_time_keeps_the_choices_shut(page: Page, wire: Wire) -> None:
    posters_asked_for(page, wire, 4)
    wire.strike(POSTER, Fault.HOLD)
    page.keyboard.press("1")
    wire.wait_for_strike()
    ready(page, 2)
    page.keyboard.press("2")
    expect(page.locator("#task-number")).to_have_text("3")
    expect(page.locator(".loading")).to_be_visible()
    expect(page.locator("#choose-left")).to_be_disabled()
    threading.Timer(0.2, wire.release.set).start()
    ready(page, 3)
    page.keyboard.press("3")
    saved(page)
    assert held_by_database() == once_each(["left", "equal", "right"])
