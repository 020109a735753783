"""The whole map of addresses: whatever is not on the reviewed list turns visitors and strangers away."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories.reports import make_report
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db

# Open to everybody, each for a reason.
PUBLIC = {
    "desk:home",  # what the site is, without a word of what it holds
    "desk:preparing",  # how far a demonstration is: counts
    "login",
    "logout",
    "theme",  # light or dark, for everybody
    "desk:about",  # the method, and nothing of what the site holds
    "studies:invitation",  # a reviewer's key: unknown ones are refused
    "studies:decline",  # by the same key
    "studies:privacy",  # what is kept of reviewers, in general
    "studies:review-as-staff",
}
# A reviewer's own pages; without the cookie they lead nowhere.
REVIEWERS = {
    "review:next",
    "review:consent",
    "review:about",
    "review:ready",
    "review:goal",
    "review:decisions",
    "review:help",
    "review:stop",
    "review:survey",
    "review:withdraw",
    "review:erase",
    "review:preview-end",  # of an admin's own look; for anybody else it does nothing
    "review:pair",
    "review:ahead",
    "review:undo",
    "review:paper",
    "review:poster",
    "review:poster-small",
    "review:poster-medium",
    "review:poster-full",
    "review:page",
}
# Open to everybody once a study is published; before, a reviewer is told that it is closed to them.
RESULTS = {
    "reports:study",
    "reports:pool",
    "reports:older",
    "reports:history",
    "reports:compare",
    "reports:file",
}
VALUES = {
    "int": "1",
    "slug": "forest",
    "str": "unknown",
    "path": "unknown",
    "uuid": "00000000-0000-0000-0000-000000000000",
}


def named_addresses() -> dict[str, str]:
    """Every address of the site by its full name, with something in place of each argument."""
    found: dict[str, str] = {}

    def walk(patterns: list[URLPattern | URLResolver], prefix: str, namespace: str) -> None:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
                walk(pattern.url_patterns, route, inner)
            else:
                assert pattern.name, f"{route} has no name"
                address = re.sub(r"<(?:(\w+):)?(\w+)>", lambda part: VALUES[part[1] or "str"], route)
                found[namespace + pattern.name] = "/" + address

    walk(get_resolver().url_patterns, "", "")
    return found


ADDRESSES = named_addresses()


def test_the_reviewed_list_names_addresses_that_exist() -> None:
    assert not (PUBLIC | REVIEWERS) - set(ADDRESSES)


@pytest.mark.parametrize("name", sorted(set(ADDRESSES) - PUBLIC - REVIEWERS))
def test_staff_pages_refuse_everybody_else(name: str, client: Client, as_cleo: Client) -> None:
    address = ADDRESSES[name]
    refused = []
    for method in ("get", "post"):
        answer = getattr(client, method)(address)
        assert answer.status_code == 302, f"{method} {address}"
        assert answer.headers["Location"].startswith("/login/?next="), f"{method} {address}"
        refused.append(getattr(as_cleo, method)(address).status_code)
    # The method that the address knows is forbidden; the other may be that or unknown.
    assert 403 in refused, address
    assert set(refused) <= {403, 405}, address


@pytest.mark.parametrize("name", sorted(REVIEWERS))
def test_reviewer_pages_show_nothing_without_the_cookie(
    name: str, client: Client, as_cleo: Client, as_ben: Client
) -> None:
    study = make_study(n_cases=1, systems=("alder", "birch"))
    for stranger in (client, as_cleo, as_ben):
        for method in ("get", "post"):
            answer = getattr(stranger, method)(ADDRESSES[name])
            assert answer.status_code in (302, 303, 401, 403, 404, 405), f"{method} {ADDRESSES[name]}"
            body = b"" if answer.streaming else answer.content
            assert not [word for word in (study.name, "alder", "birch") if word.encode() in body]


def test_a_reviewer_reaches_no_staff_page() -> None:
    study = make_study(n_cases=1, systems=("alder", "birch"))
    make_report(study)
    reviewer = reviewer_client(make_reviewer(study))
    for name in RESULTS:
        assert reviewer.get(ADDRESSES[name]).status_code == 403, name
    for name in set(ADDRESSES) - PUBLIC - REVIEWERS - RESULTS:
        answer = reviewer.get(ADDRESSES[name])
        assert (answer.status_code, answer.headers.get("Location", "")[:13]) == (302, "/login/?next="), name


@pytest.mark.parametrize("address", ["/nothing/", "/results/%00/", "/static/../arena/settings.py"])
def test_unknown_addresses_are_our_own_page_without_identities(address: str, as_ada: Client, client: Client) -> None:
    for visitor in (as_ada, client):
        answer = visitor.get(address)
        assert answer.status_code == 404
        assert "There is nothing at this address" in answer.content.decode()
        assert "ada" not in re.findall(r"\w+", answer.content.decode())
