"""The list of what a reviewer answered: by kind, in pages, with a way back to each pair."""

import re

import pytest
from django.test import Client

from arena.review.models import Judgment
from arena.review.services.conflicts import declare_conflicts
from arena.review.services.leave import withdraw_everything
from arena.studies.models import Reviewer, Study
from scoring.words import Choice
from tests.factories.review import judge, show, withdraw
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=4, systems=("alder", "birch", "cedar"), practice_pairs=2)


@pytest.fixture
def reviewer(study: Study) -> Reviewer:
    """Two practice pairs, then A with a comment, a skip, B with a flag, and an answer taken back."""
    reviewer = make_reviewer(study)
    for _ in range(2):
        judge(show(reviewer))
    judge(show(reviewer), Choice.LEFT, comment="Neat & clear", knows_paper=True)
    judge(show(reviewer), Choice.SKIP)
    judge(show(reviewer), Choice.RIGHT, critical_left=True, reasons_left=("overlap", "unreadable"))
    last = show(reviewer)
    judge(last)
    withdraw(last)
    return reviewer


def page_of(client: Client, query: str = "") -> str:
    answer = client.get(f"/review/decisions/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"Task (\d+) ·", page)]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", [4, 3, 2, 1]),
        ("?show=skipped", [2]),
        ("?show=flagged", [3]),
        ("?show=undone", [4]),
        ("?show=nonsense", [4, 3, 2, 1]),
    ],
)
def test_decisions_are_shown_by_kind_without_practice(client: Client, query: str, shown: list[int]) -> None:
    page = page_of(client, query)
    assert numbers(page) == shown
    counts = re.findall(r'class="count">(\d+)', page)
    assert counts == ["4", "1", "1", "1"]


def test_a_line_holds_both_pictures_what_was_said_and_the_way_back(client: Client, reviewer: Reviewer) -> None:
    page = page_of(client)
    first = reviewer.assignments.get(kind="main", position=1)
    assert f'src="/m/{first.left_token}/small" alt="Poster A"' in page
    assert f'src="/m/{first.right_token}/small" alt="Poster B"' in page
    assert f'href="/review/{first.token}/"' in page
    assert "Neat &amp; clear" in page
    assert "You know this paper" in page
    assert "A flagged: content overlaps or is cut off, text cannot be read" in page
    assert "Taken back" in page
    Judgment.objects.filter(assignment=first).update(seconds=34.4)
    assert "34 s on the screen" in page_of(client)


def test_a_flag_that_was_taken_back_is_none(client: Client, reviewer: Reviewer) -> None:
    withdraw(reviewer.assignments.get(kind="main", position=3))
    assert "You flagged no poster." in page_of(client, "?show=flagged")


def test_every_empty_list_says_so(study: Study) -> None:
    client = reviewer_client(make_reviewer(study))
    for query, said in (
        ("", "not judged a pair yet"),
        ("?show=skipped", "skipped no pair"),
        ("?show=flagged", "flagged no poster"),
        ("?show=undone", "taken no answer back"),
    ):
        assert said in page_of(client, query)


def test_a_closed_study_can_be_read_and_not_changed(client: Client) -> None:
    Study.objects.update(state=Study.State.CLOSED)
    page = page_of(client)
    assert len(numbers(page)) == 4
    assert ">Open<" not in page


def test_an_answer_on_a_paper_one_is_close_to_is_said_not_to_count(client: Client, reviewer: Reviewer) -> None:
    first = reviewer.assignments.get(kind="main", position=1)
    declare_conflicts(reviewer=reviewer, cases=[first.case_id])
    page = page_of(client)
    assert "Does not count: you are close to this paper" in page
    assert f'href="/review/{first.token}/"' not in page
    # It has no number any more, and the others are called what their pages call them now.
    assert page.count("Not asked any more") == sum(
        one.case_id == first.case_id for one in reviewer.assignments.filter(kind="main")
    )
    assert len(numbers(page)) == len(set(numbers(page)))


def test_who_withdrew_everything_is_not_offered_to_change_it(client: Client, reviewer: Reviewer) -> None:
    withdraw_everything(reviewer=reviewer)
    page = page_of(client)
    assert "You withdrew your answers" in page
    assert "Go on judging" not in page
    assert not re.search(r'href="/review/[\w-]{20,}/"', page)


def test_long_lists_are_cut_into_pages_that_keep_the_filter(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.review.decisions.DECISIONS_A_PAGE", 3)
    page = page_of(client)
    assert numbers(page) == [4, 3, 2]
    assert "Page 1 of 2" in page
    assert numbers(page_of(client, "?page=2")) == [1]
    monkeypatch.setattr("arena.review.decisions.DECISIONS_A_PAGE", 1)
    Judgment.objects.update(critical_right=True)
    assert "?page=2&amp;show=flagged" in page_of(client, "?show=flagged")
