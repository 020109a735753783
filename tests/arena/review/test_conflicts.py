"""Papers a reviewer is too close to: found in the list, hidden, excluded where judged, and all of it taken back."""

import re

import pytest
from django.test import Client

from arena.review.models import Assignment, ConflictOfInterest, Exclusion
from arena.review.services.conflicts import declare_conflicts
from arena.studies.models import Reviewer, Study
from tests.factories.review import judge, show
from tests.factories.studies import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=12, systems=("alder", "birch"))


def listed(page: str) -> list[str]:
    """Titles in sight."""
    return re.findall(r'<li data-text="[^"]*"><label.*?<span>(.*?)</span>', page)


def test_a_conflict_hides_the_paper_and_lets_its_answers_not_count_until_taken_back(
    reviewer: Reviewer, client: Client
) -> None:
    first = show(reviewer)
    judgment = judge(first)
    position = reviewer.study.cases.get(case=first.case).position
    client.post("/review/about-you/", {"conflict": str(position)})
    assert list(ConflictOfInterest.objects.values_list("case", flat=True)) == [first.case_id]
    exclusion = Exclusion.objects.get()
    assert (exclusion.judgment, exclusion.rule, exclusion.reason) == (judgment, "conflict", "conflict of interest")
    assert (exclusion.made_by, exclusion.lifted_at) == ("", None)
    assert "11 left" in re.sub(r"<[^>]+>", "", client.get("/review/").content.decode())
    while (assignment := show_or_none(reviewer)) is not None:
        assert assignment.case_id != first.case_id
        judge(assignment)
    client.post("/review/about-you/", {})
    exclusion.refresh_from_db()
    assert exclusion.lifted_at is not None
    assert not ConflictOfInterest.objects.exists()


def show_or_none(reviewer: Reviewer) -> Assignment | None:
    try:
        return show(reviewer)
    except AssertionError:
        return None


def test_declaring_the_same_twice_and_another_one_keeps_each_once(reviewer: Reviewer) -> None:
    judged = [show(reviewer)]
    judge(judged[0])
    judged.append(show(reviewer))
    judge(judged[1])
    for cases in ([judged[0].case_id], [judged[0].case_id], [judged[1].case_id]):
        declare_conflicts(reviewer=reviewer, cases=cases)
    in_force = Exclusion.objects.filter(lifted_at=None)
    assert [row.judgment.assignment_id for row in in_force] == [judged[1].pk]
    assert Exclusion.objects.count() == 2


def test_papers_of_another_study_are_no_conflict_here(reviewer: Reviewer) -> None:
    other = make_study(n_cases=1, name="desert", systems=("alder", "birch")).cases.get()
    declare_conflicts(reviewer=reviewer, cases=[other.case_id])
    assert not ConflictOfInterest.objects.exists()


def test_a_reviewer_close_to_every_paper_is_told_that_none_is_left(reviewer: Reviewer, client: Client) -> None:
    declare_conflicts(reviewer=reviewer, cases=list(reviewer.study.cases.values_list("case_id", flat=True)))
    assert "No pair is left for you" in client.get("/review/").content.decode()


def test_papers_are_found_without_script_and_ticks_stay(client: Client) -> None:
    page = client.get("/review/about-you/").content.decode()
    assert len(listed(page)) == 10
    assert "Show all 12 papers" in page
    assert len(listed(client.post("/review/about-you/", {"all": "yes"}).content.decode())) == 12
    found = client.post("/review/about-you/", {"filter": "yes", "find": "NUMBER 11", "conflict": "3", "field": "other"})
    page = found.content.decode()
    assert len(listed(page)) == 2  # the one that fits, and the one that is ticked
    assert page.count('name="conflict" value="3" checked') == 1
    assert '<option value="other" selected>' in page
    assert not ConflictOfInterest.objects.exists()


def test_the_list_says_who_wrote_a_paper_only_where_pairs_do(client: Client, study: Study) -> None:
    case = study.cases.first().case
    case.authors = ["Ann Author"]
    case.save()
    assert "Ann Author" not in client.get("/review/about-you/").content.decode()
    Study.objects.update(show_authors=True)
    assert "Ann Author" in client.get("/review/about-you/").content.decode()


def test_the_page_takes_a_fixed_number_of_queries(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(5):
        client.get("/review/about-you/")
