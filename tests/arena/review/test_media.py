"""Posters and papers as a reviewer's browser gets them."""

import io
import re

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from arena.benchmarks.models import CasePage
from arena.core.files import read_stored, stored_path
from arena.posters.models import Poster
from arena.review.models import Assignment
from arena.review.pages import blind_pair
from arena.review.selectors import standing_of
from arena.studies.models import Reviewer, Study
from tests.factories.pages import draw_pages
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


SIZES = {"": "rendition", "/small": "thumbnail", "/medium": "medium", "/full": "full"}
WHAT_DIFFERS = {"Content-Length"}


def body(answer: HttpResponseBase) -> bytes:
    return b"".join(answer)


@pytest.mark.parametrize("size", SIZES)
def test_each_side_serves_the_pinned_poster_at_every_size(reviewer: Reviewer, size: str) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    for token, poster in (
        (assignment.left_token, assignment.left_poster),
        (assignment.right_token, assignment.right_poster),
    ):
        content = body(client.get(f"/m/{token}{size}"))
        assert content == read_stored(getattr(poster, f"{SIZES[size]}_sha256"))
        with Image.open(io.BytesIO(content)) as image:
            assert image.format == "WEBP"
            assert not image.info.keys() & {"exif", "xmp", "icc_profile"}


def test_the_headers_of_two_posters_differ_in_nothing_but_their_size_in_bytes(reviewer: Reviewer) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    for size in SIZES:
        left, right = (client.get(f"/m/{token}{size}") for token in (assignment.left_token, assignment.right_token))
        assert body(left) != body(right)
        said = {name: value for name, value in left.headers.items() if name not in WHAT_DIFFERS}
        assert said == {name: value for name, value in right.headers.items() if name not in WHAT_DIFFERS}
        assert not {"ETag", "Last-Modified", "Set-Cookie"} & said.keys()
        assert said["Content-Type"] == "image/webp"
        assert said["Content-Disposition"] == 'inline; filename="poster.webp"'
        assert said["X-Content-Type-Options"] == "nosniff"
        assert said["Cache-Control"] == "private, max-age=86400, immutable"


def test_a_picture_costs_one_query(reviewer: Reviewer, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    draw_pages(assignment.case, 2)
    for address in (
        *(f"/m/{assignment.right_token}{size}" for size in SIZES),
        f"/review/{assignment.token}/paper.pdf",
        f"/review/{assignment.token}/pages/2.webp",
    ):
        with django_assert_num_queries(1):
            assert body(client.get(address))


def test_the_pages_of_the_paper_are_those_of_the_file_the_posters_were_made_from(reviewer: Reviewer) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    here, pages = f"/review/{assignment.token}/pages", draw_pages(assignment.case, 3)
    draw_pages(assignment.case, 4, pdf_sha256="0" * 64)  # a file that was accepted later
    assert [body(client.get(f"{here}/{number}.webp")) for number in (1, 2, 3)] == [
        read_stored(page.image_sha256) for page in pages
    ]
    assert client.get(f"{here}/4.webp").status_code == 404
    assert client.get(f"{here}/0.webp").status_code == 404
    assert reviewer_client(make_reviewer(assignment.reviewer.study)).get(f"{here}/1.webp").status_code == 404
    pair = blind_pair(assignment, reviewer, standing_of(reviewer))
    assert [(page.number, page.url, page.width) for page in pair.pages] == [
        (number, f"{here}/{number}.webp", 750) for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("drawn", "note"),
    [
        ((1, 2, 3, 4), ""),
        ((1, 2, 3), "The paper has 4 pages; the first 3 are shown."),
        ((1, 2, 4), "The paper has 4 pages; 3 of them are shown."),
        ((), "There are no pictures of the pages of this paper; its PDF has them."),
    ],
)
def test_pages_that_are_not_shown_are_told(reviewer: Reviewer, drawn: tuple[int, ...], note: str) -> None:
    assignment = show(reviewer)
    draw_pages(assignment.case, 4)
    CasePage.objects.exclude(number__in=drawn).delete()
    pair = blind_pair(assignment, reviewer, standing_of(reviewer))
    assert tuple(page.number for page in pair.pages) == drawn
    assert pair.pages_note == note


def test_no_page_says_how_many_pixels_a_poster_has(reviewer: Reviewer) -> None:
    """Posters of one shape look the same in the page's code, whatever they were delivered at."""
    Poster.objects.update(width=4793, height=3595)
    client = reviewer_client(reviewer)
    page = client.get("/review/").content.decode()
    token = Assignment.objects.get(reviewer=reviewer).token
    ahead = client.post(f"/review/{token}/ahead/", headers={"Accept": "application/json"}).json()["ahead"]
    for text in (page, ahead):
        assert text.count('width="1333" height="1000"') == 2
        assert not re.search(r"\b(4793|3595|2400|1800|1200|900)\b", text)


def test_a_paper_has_one_key_for_a_reviewer_and_another_for_everybody_else(reviewer: Reviewer) -> None:
    for _ in range(12):
        judge(show(reviewer))
    keys = {
        (row.case_id, blind_pair(row, reviewer, standing_of(reviewer)).paper_key)
        for row in Assignment.objects.select_related("case")
    }
    assert len(keys) == 2
    other = make_reviewer(reviewer.study)
    assert blind_pair(show(other), other, standing_of(other)).paper_key not in {key for _, key in keys}


def test_a_revoked_cookie_gets_no_more_pictures(reviewer: Reviewer) -> None:
    assignment, client = show(reviewer), reviewer_client(reviewer)
    assert body(client.get(f"/m/{assignment.left_token}"))
    Reviewer.objects.filter(pk=reviewer.pk).update(epoch=reviewer.epoch + 1)
    assert client.get(f"/m/{assignment.left_token}").status_code == 404
    assert client.get(f"/review/{assignment.token}/paper.pdf").status_code == 404


def test_a_cookie_from_before_a_new_version_opens_the_pictures_there(reviewer: Reviewer) -> None:
    client, before = reviewer_client(reviewer), show(reviewer)
    after = make_reviewer(make_study(n_cases=2, name="second"))
    Reviewer.objects.filter(pk=after.pk).update(previous=reviewer, epoch=reviewer.epoch)
    now = show(after)
    assert body(client.get(f"/m/{now.left_token}")) == read_stored(now.left_poster.rendition_sha256)
    assert client.get(f"/m/{before.left_token}").status_code == 404
    Reviewer.objects.filter(pk=after.pk).update(epoch=reviewer.epoch + 1)
    assert client.get(f"/m/{now.left_token}").status_code == 404


def test_only_this_reviewers_browser_gets_them(study: Study, reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    other = make_reviewer(study)
    show(other)
    addresses = [
        f"/m/{assignment.left_token}",
        f"/m/{assignment.right_token}/small",
        f"/m/{assignment.left_token}/medium",
        f"/m/{assignment.left_token}/full",
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
    assert body(answer) == read_stored(assignment.task.case.pdf_sha256)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="paper.pdf"'


def test_a_lost_file_is_not_found_and_logged(reviewer: Reviewer, caplog: pytest.LogCaptureFixture) -> None:
    assignment = show(reviewer)
    stored_path(assignment.left_poster.rendition_sha256).unlink()
    assert reviewer_client(reviewer).get(f"/m/{assignment.left_token}").status_code == 404
    assert "is missing" in caplog.text
