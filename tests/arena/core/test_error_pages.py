"""Errors meant for people come as pages with the right status; what went wrong inside is never shown."""

import pytest
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import include, path

from arena.core.errors import BadInput, Conflict, NotAllowed, NotReady
from arena.urls import urlpatterns as site

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

RAISED = {
    "not-allowed": NotAllowed("Only whoever made it may change it."),
    "conflict": Conflict("The study was closed."),
    "not-ready": NotReady("2 posters are missing:\nfirst\nsecond"),
    "bad-input": BadInput("Wrong:", ("line 1: <b>",)),
    "suspicious": SuspiciousOperation("secret detail"),
    "bug": ZeroDivisionError("secret detail"),
}


@login_not_required
def failing(request: HttpRequest, kind: str) -> HttpResponse:
    raise RAISED[kind]


urlpatterns = [path("failing/<str:kind>/", failing), path("", include((site, "arena"))), *site]


@pytest.mark.parametrize(
    ("kind", "status", "said"),
    [
        ("not-allowed", 403, "Only whoever made it may change it."),
        ("conflict", 409, "The study was closed."),
        ("not-ready", 409, "2 posters are missing:<br>first<br>second"),
        ("bad-input", 400, "Wrong:<br>line 1: &lt;b&gt;"),
        ("suspicious", 400, "Something in it was wrong or too large."),
        ("bug", 500, "Something went wrong on our side"),
    ],
)
def test_each_error_has_its_page(kind: str, status: int, said: str) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get(f"/failing/{kind}/")
    page = answer.content.decode()
    assert answer.status_code == status
    assert said in page
    assert "secret detail" not in page
    assert "style=" not in page


def test_a_form_without_its_token_is_told_to_reload() -> None:
    answer = Client(enforce_csrf_checks=True).post("/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert "reload the page and send it again" in answer.content.decode()


def test_the_last_resort_needs_nothing_that_can_fail() -> None:
    # Rendered without a request, a database or the manifest of static files.
    assert "{%" not in render_to_string("500.html")
    source = (pytest.importorskip("django.conf").settings.BASE_DIR / "templates" / "500.html").read_text()
    assert "{%" not in source
    assert "{{" not in source
