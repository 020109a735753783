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
from tests.factories.studies import make_reviewer, make_study, reviewer_client

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


@pytest.mark.urls("arena.urls")
def test_a_body_that_cannot_be_decoded_is_a_bad_request() -> None:
    # Django asks for UTF-8; its own page for this error would read the body again and fail for good.
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/login/")
    answer = client.post("/login/", data=b"username=a", content_type="application/x-www-form-urlencoded; charset=utf-7")
    assert answer.status_code == 400
    assert "That request could not be read" in answer.content.decode()


@pytest.mark.parametrize("address", ["/review/a%00b/", "/m/%00", "/m/%00/small", "/review/%00/paper.pdf"])
def test_a_nul_in_an_address_is_nothing_at_all_for_a_reviewer(address: str) -> None:
    # PostgreSQL would refuse the query with an error of its own.
    reviewer = reviewer_client(make_reviewer(make_study(n_cases=1, systems=("alder", "birch"))))
    reviewer.raise_request_exception = False
    assert reviewer.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/reports/1/a%00b", f"/reports/{10**30}/report.json", f"/posters/{10**30}/"])
def test_names_and_numbers_that_no_database_knows_are_not_found(address: str, as_ada: Client) -> None:
    as_ada.raise_request_exception = False
    assert as_ada.get(address).status_code == 404
