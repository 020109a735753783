"""Small things of a reviewer's pages that could tell more than they should: names of pictures, keys, titles, caches."""

import json
import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client

from arena.studies.models import Reviewer, Study
from tests.factories.review import judge, show

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}
FOLLOWING = {"ahead": (str, type(None)), "go": (str, type(None))}
SAVED = {"token": str, "revision": int, "words": str, "undo_url": str}
PROGRESS = dict.fromkeys(("total", "done", "skipped", "left", "percent"), int)


def closed(answer: HttpResponse, status: int, keys: dict[str, object]) -> dict[str, object]:
    """The reply, which has these keys with values of these types and no others."""
    assert answer.status_code == status
    reply = json.loads(answer.content)
    check(reply, keys)
    return reply


def check(reply: dict[str, object], keys: dict[str, object]) -> None:
    assert set(reply) == set(keys)
    for name, kind in keys.items():
        if isinstance(kind, dict):
            check(reply[name], kind)  # type: ignore[arg-type]
        else:
            assert isinstance(reply[name], kind), name  # type: ignore[arg-type]


def test_replies_to_the_script_have_a_closed_list_of_keys(client: Client, reviewer: Reviewer, study: Study) -> None:
    first = show(reviewer)
    here = f"/review/{first.token}/"

    def send(path: str, **fields: str) -> HttpResponse:
        return client.post(path, {"key": str(uuid.uuid4()), "revision": "0"} | fields, headers=SCRIPT)

    refusal = {"problem": str, "reason": str, "pair": (str, type(None))}
    closed(client.post(f"{here}ahead/", headers=SCRIPT), 200, FOLLOWING)
    closed(send(here, choice="best"), 400, refusal)
    closed(send(here, choice="left", revision="7"), 409, refusal)
    closed(send(here, choice="left", ahead="yes"), 200, {"saved": SAVED, "progress": PROGRESS, **FOLLOWING})
    closed(send(f"{here}undo/", revision="1"), 200, {"pair": str})
    stranger = Client().post(here, {"choice": "left"}, headers=SCRIPT)
    closed(stranger, 403, {"problem": str, "reason": str})
    Study.objects.filter(pk=study.pk).update(state=Study.State.CLOSED)
    closed(send(here, choice="left", revision="2"), 409, refusal)


def test_pictures_are_called_poster_a_and_poster_b(client: Client, reviewer: Reviewer) -> None:
    judge(show(reviewer))
    for path in ("/review/", "/review/decisions/"):
        page = client.get(path).content.decode()
        pictures = re.findall(r"<img[^>]*>", page)
        assert len(pictures) >= 2
        for picture in pictures:
            alt = re.search(r'alt="([^"]*)"', picture)
            assert alt is not None
            assert re.fullmatch(r"Poster [AB]|Page \d+( of the paper)?", alt[1]), picture
            assert "title=" not in picture


def test_pages_have_neutral_titles_and_are_kept_nowhere(client: Client) -> None:
    for path in ("/review/", "/review/decisions/", "/review/help/", "/review/about-you/", "/review/one-question/"):
        answer = client.get(path)
        title = re.search(r"<title>([^<]*)</title>", answer.content.decode())
        assert title is not None
        assert title[1].endswith("Poster study"), path
        assert "no-store" in answer["Cache-Control"], path
        assert "private" in answer["Cache-Control"], path


def test_pages_load_from_this_site_only_and_tell_no_other_where_somebody_came_from(client: Client) -> None:
    answer = client.get("/review/")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert not re.search(r"https?:|\*", answer["Content-Security-Policy"])
    assert answer["Referrer-Policy"] == "same-origin"


def test_no_page_says_when_or_how_large_a_poster_came(client: Client, reviewer: Reviewer) -> None:
    """Sizes would tell one system's posters from another's, and so would the dates on which they were sent."""
    judge(show(reviewer))
    for path in ("/review/", "/review/decisions/"):
        text = re.sub(r"<[^>]*>", " ", client.get(path).content.decode())
        assert not re.search(r"\b\d+\s*(kB|MB|KB|px|pixels|dpi)\b|\d+\s*[x×]\s*\d{3,}", text), path
    page = client.get("/review/").content.decode()
    assert not re.search(r"naturalWidth|data-(size|bytes|date|created)", page)
