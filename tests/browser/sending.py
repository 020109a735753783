"""What tests of sending share: a reviewer's browser, a pair that is ready, and what the database holds in the end."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qs

from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.cookies import COOKIE
from arena.studies.models import Reviewer
from tests.factories.studies import reviewer_client

# A web process that was killed takes a while to come back, and attempts to send are made ever more seldom.
PATIENCE_MS = 40_000

ANSWERS = re.compile(r"/review/[\w-]{20,}/$")
UNDOS = re.compile(r"/review/[\w-]{20,}/undo/$")
AHEADS = re.compile(r"/review/[\w-]{20,}/ahead/$")


@contextmanager
def browser_of(chromium: Browser, url: str, reviewer: Reviewer, **more: object) -> Iterator[BrowserContext]:
    """A browser that carries this reviewer's cookie."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, base_url=url, **more)
    context.set_default_timeout(20_000)
    let_in(context, url, reviewer)
    yield context
    context.close()


def let_in(context: BrowserContext, url: str, reviewer: Reviewer) -> None:
    """What opening the invitation again does."""
    value = reviewer_client(reviewer).cookies[COOKIE].value
    context.add_cookies([{"name": COOKIE, "value": value, "url": url}])


@contextmanager
def watched(context: BrowserContext) -> Iterator[Page]:
    """A page on which no script may fail and no policy may be broken; requests may, that is what is tested."""
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(f"{error}\n{error.stack}"))
    page.on("console", lambda said: troubles.append(said.text) if "Content Security" in said.text else None)
    yield page
    assert troubles == []


def ready(page: Page, task: int) -> None:
    """The pair of this task is there, and answers are taken."""
    expect(page.locator("#task-number")).to_have_text(str(task), timeout=PATIENCE_MS)
    expect(page.locator(".panes.ready")).to_be_visible()
    expect(page.locator("#choose-left")).to_be_enabled()
    expect(page.locator("#choose-skip")).to_be_enabled()


def saved(page: Page) -> None:
    expect(page.locator("#saved-state")).to_contain_text("All saved", timeout=PATIENCE_MS)


def waiting_in(page: Page) -> list[str]:
    """The entries of the outbox."""
    return page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('review.outbox.')).sort()")


def held_by_database() -> list[tuple[int, str, str]]:
    """Every revision in the order it came: task, what happened, choice; after looking that nothing is there twice."""
    current = list(Judgment.objects.order_by("assignment__step"))
    assert len({judgment.assignment_id for judgment in current}) == len(current)
    assert Assignment.objects.values("step").distinct().count() == Assignment.objects.count()
    rows = list(JudgmentRevision.objects.select_related("judgment__assignment").order_by("pk"))
    assert len({row.key for row in rows}) == len(rows)
    for judgment in current:
        numbers = [row.number for row in rows if row.judgment_id == judgment.pk]
        assert numbers == list(range(1, judgment.revision + 1)), "every revision is kept"
        last = next(row for row in reversed(rows) if row.judgment_id == judgment.pk)
        assert (last.choice, last.comment) == (judgment.choice, judgment.comment)
    return [(row.judgment.assignment.position, row.action, row.choice) for row in rows]


def once_each(choices: Sequence[str]) -> list[tuple[int, str, str]]:
    """What the database holds where each task was answered once and in order."""
    return [(task, "given", choice) for task, choice in enumerate(choices, start=1)]


def next_is_there(page: Page) -> None:
    """The pair after this one has come; its pictures are on their way or there."""
    page.wait_for_load_state("networkidle")


def is_answer(request: Request) -> bool:
    return request.method == "POST" and bool(ANSWERS.search(request.url))


def sent_by(request: Request) -> dict[str, list[str]]:
    return parse_qs(request.post_data)


def hold_answers(page: Page) -> list[Route]:
    """From now on answers wait for the test."""
    held: list[Route] = []
    page.route(ANSWERS, lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    return held


def wait_for(page: Page, held: list[Route], count: int = 1) -> None:
    """Until so many requests are held; the page's events run meanwhile."""
    end = time.monotonic() + 10
    while len(held) < count:
        assert time.monotonic() < end, f"{len(held)} of {count} requests came"
        page.wait_for_timeout(20)
