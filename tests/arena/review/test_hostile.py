"""What plain forms and strangers send: line breaks of two signs, signs no database stores, addresses that are none."""

import uuid

import pytest
from django.test import Client

from arena.review.models import EndSurvey, Judgment
from tests.factories.review import show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db
NUL = "\x00"


@pytest.mark.parametrize("showing", [NUL, f"a{NUL}b", "x" * 500, "\u202e", "no-such-pair"])
def test_whatever_a_browser_says_it_shows_the_answer_is_saved(showing: str) -> None:
    reviewer = make_reviewer(make_study(n_cases=2))
    client, assignment = reviewer_client(reviewer), show(reviewer)
    answer = {"choice": "left", "revision": "0", "key": str(uuid.uuid4()), "showing": showing, "ahead": "yes"}
    said = client.post(f"/review/{assignment.token}/", answer, headers={"Accept": "application/json"})
    assert said.status_code == 200
    assert said.json()["saved"]["token"] == assignment.token
    assert Judgment.objects.get().assignment_id == assignment.pk


PATHS = ["/review/%00/", "/m/%00", "/m/a%00/small", "/review/%00/paper.pdf", "/review/%00/pages/1.webp"]


@pytest.mark.parametrize("path", PATHS)
def test_an_address_that_cannot_be_one_is_not_found(path: str) -> None:
    client: Client = reviewer_client(make_reviewer(make_study(n_cases=2)))
    assert client.get(path).status_code == 404


def test_line_breaks_count_once_in_a_comment() -> None:
    reviewer = make_reviewer(make_study(n_cases=2))
    client, assignment = reviewer_client(reviewer), show(reviewer)
    answer = {"choice": "left", "revision": "0", "key": str(uuid.uuid4()), "comment": "ab\r\n" * 600 + "x" * 200}
    assert client.post(f"/review/{assignment.token}/", answer).status_code == 303
    assert Judgment.objects.get().comment == "ab\n" * 600 + "x" * 200


def test_line_breaks_count_once_in_the_question_at_the_end() -> None:
    client = reviewer_client(make_reviewer(make_study(n_cases=2)))
    answer = {"could_tell": "no", "how": "ab\r\n" * 600 + "x" * 200}
    assert client.post("/review/one-question/", answer).status_code == 303
    assert EndSurvey.objects.get().how == "ab\n" * 600 + "x" * 200
