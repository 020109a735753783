"""No log line holds an address that lets somebody in."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from arena.core.logs import HideTokens
from tests.factories.review import show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the site's own console handler writes."""
    stream = io.StringIO()
    handlers = [
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler, logging.StreamHandler) and any(isinstance(f, HideTokens) for f in handler.filters)
    ]
    assert len(handlers) == 1
    before = handlers[0].setStream(stream)
    yield stream
    handlers[0].setStream(before or handlers[0].stream)


def test_refused_requests_are_logged_without_their_tokens(log: io.StringIO) -> None:
    token = "A" * 32
    Client(enforce_csrf_checks=True).post(f"/invite/{token}")
    Client().get(f"/invite/{token}")
    reviewer = make_reviewer(make_study())
    assignment, client = show(reviewer), reviewer_client(reviewer)
    client.post(f"/review/{assignment.token}/", {"choice": "left"})
    client.get(f"/m/{assignment.left_token[:-1]}x")
    lines = log.getvalue()
    assert "Forbidden (CSRF cookie not set.): /invite/…" in lines
    assert "Not Found: /invite/…" in lines
    assert "Bad Request: /review/…/" in lines
    assert "Not Found: /m/…" in lines
    for secret in (token, assignment.token, assignment.left_token[:-1]):
        assert secret not in lines


@pytest.mark.parametrize("said", ["Not Found: /review/decisions/", "Not Found: /studies/a-study-with-a-long-name/"])
def test_other_lines_stay_as_they_are(said: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (said[11:],), None)
    assert HideTokens().filter(record)
    assert record.getMessage() == said
