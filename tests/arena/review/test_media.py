"""Posters and papers as a reviewer's browser gets them."""

import io

import pytest
from django.test import Client
from PIL import Image

from arena.core.files import read_stored, stored_path
from arena.review.models import Assignment
from arena.studies.models import Reviewer, Study
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2)


@pytest.fixture
def reviewer(study: Study) -> Reviewer:
    return make_reviewer(study)


def test_each_side_serves_the_pinned_poster_and_its_thumbnail(reviewer: Reviewer) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    for token, poster in (
        (assignment.left_token, assignment.left_poster),
        (assignment.right_token, assignment.right_poster),
    ):
        large, small = client.get(f"/m/{token}"), client.get(f"/m/{token}/small")
        assert large.content == read_stored(poster.rendition_sha256)
        assert small.content == read_stored(poster.thumbnail_sha256)
        for answer in (large, small):
            assert answer["Content-Type"] == "image/webp"
            assert answer["X-Content-Type-Options"] == "nosniff"
            assert answer["Cache-Control"].startswith("private")
            assert not {"ETag", "Last-Modified", "Content-Disposition"} & set(answer.headers)
        with Image.open(io.BytesIO(large.content)) as image:
            assert image.format == "WEBP"
            assert not image.info.keys() & {"exif", "xmp", "icc_profile"}


def test_only_this_reviewers_browser_gets_them(study: Study, reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    other = make_reviewer(study)
    show(other)
    addresses = [
        f"/m/{assignment.left_token}",
        f"/m/{assignment.right_token}/small",
        f"/review/{assignment.token}/paper.pdf",
    ]
    for client in (Client(), reviewer_client(other)):
        for address in addresses:
            assert client.get(address).status_code == 404
    assert reviewer_client(reviewer).get("/m/nothing").status_code == 404
    assert reviewer_client(reviewer).get(f"/m/{assignment.token}").status_code == 404


def test_staff_without_the_cookie_get_nothing(reviewer: Reviewer, as_ada: Client) -> None:
    assert as_ada.get(f"/m/{show(reviewer).left_token}").status_code == 404


def test_a_poster_has_another_address_in_every_pair(reviewer: Reviewer) -> None:
    for _ in range(12):
        judge(show(reviewer))
    rows = Assignment.objects.values_list("left_poster", "left_token", "right_poster", "right_token")
    tokens = [token for _, left, _, right in rows for token in (left, right)]
    assert len(set(tokens)) == 24
    assert len({poster for left, _, right, _ in rows for poster in (left, right)}) == 8


def test_the_paper_is_the_one_the_posters_were_made_from_under_a_plain_name(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    answer = reviewer_client(reviewer).get(f"/review/{assignment.token}/paper.pdf")
    assert answer.content == read_stored(assignment.task.case.pdf_sha256)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="paper.pdf"'


def test_a_lost_file_is_not_found_and_logged(reviewer: Reviewer, caplog: pytest.LogCaptureFixture) -> None:
    assignment = show(reviewer)
    stored_path(assignment.left_poster.rendition_sha256).unlink()
    assert reviewer_client(reviewer).get(f"/m/{assignment.left_token}").status_code == 404
    assert "is missing" in caplog.text


def test_a_picture_takes_two_queries(reviewer: Reviewer, django_assert_num_queries) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    with django_assert_num_queries(2):
        client.get(f"/m/{assignment.left_token}")
