"""The admin's study pages: who may see them, what they change, and that no result is on them."""

import re

import pytest
from django.test import Client

from arena.review.services.simulated import record_simulated
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.invite import Person, invite
from arena.studies.services.reviewers import add_reviewers
from tests.factories.review import simulated_answers
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db
LINK = re.compile(r"http://testserver/invite/[\w-]{20,}")


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2)


def test_only_admins_see_and_change_studies(study: Study, as_ben: Client, as_cleo: Client) -> None:
    reviewer = invite(study=study, count=1)[0].reviewer
    base = f"/studies/{study.name}/"
    posts = ["freeze/", "open/", "close/", "invite/"]
    posts += [f"reviewers/{reviewer.number}/{verb}/" for verb in ("renew", "revoke", "forget")]
    for client, status in ((as_ben, 403), (as_cleo, 403), (Client(), 302)):
        for path in ("/studies/", base):
            assert client.get(path).status_code == status
        for path in posts:
            assert client.post(base + path).status_code == status
    study.refresh_from_db()
    assert study.state == Study.State.OPEN


def test_a_study_is_frozen_opened_and_closed_from_its_page(as_ada: Client) -> None:
    study = make_study(n_cases=2, state=Study.State.DRAFT)
    for verb, state in (("freeze", "frozen"), ("open", "open"), ("close", "closed"), ("open", "open")):
        page = as_ada.get(f"/studies/{study.name}/").content.decode()
        assert f'action="/studies/{study.name}/{verb}/"' in page
        assert as_ada.get(f"/studies/{study.name}/{verb}/").status_code == 405
        agreed = {"identity": "8"} if verb == "freeze" else {}  # none of the eight posters was scanned for names
        assert as_ada.post(f"/studies/{study.name}/{verb}/", agreed).status_code == 303
        study.refresh_from_db()
        assert study.state == state


def test_missing_posters_are_listed_on_the_page(as_ada: Client) -> None:
    study = make_study(n_cases=2, state=Study.State.DRAFT)
    study.benchmark.entries.first().case.posters.update(is_current=False)
    page = as_ada.post(f"/studies/{study.name}/freeze/", {"identity": "7"}, follow=True).content.decode()
    assert "forest-papers-001, alder: no poster" in page
    study.refresh_from_db()
    assert study.state == Study.State.DRAFT


def test_links_are_shown_once(study: Study, as_ada: Client) -> None:
    made = as_ada.post(f"/studies/{study.name}/invite/", {"count": 2})
    links = LINK.findall(made.content.decode())
    assert len(set(links)) == 2
    assert "no-store" in made["Cache-Control"]
    for link in set(links):
        assert Client().get(link.removeprefix("http://testserver")).status_code == 200
    assert not LINK.search(as_ada.get(f"/studies/{study.name}/").content.decode())
    assert as_ada.post(f"/studies/{study.name}/invite/", {"count": 0}).status_code == 400


def test_a_reviewer_gets_a_new_link_is_revoked_and_forgotten(study: Study, as_ada: Client) -> None:
    old = invite(study=study, people=[Person("Ada L.", "a@example.org")])[0]
    base = f"/studies/{study.name}/reviewers/{old.reviewer.number}/"
    (new,) = set(LINK.findall(as_ada.post(f"{base}renew/").content.decode()))
    assert Client().get(old.url.removeprefix("http://testserver")).status_code == 404
    assert Client().get(new.removeprefix("http://testserver")).status_code == 200
    assert "revoked" in as_ada.post(f"{base}revoke/", follow=True).content.decode()
    assert Client().get(new.removeprefix("http://testserver")).status_code == 404
    assert "a@example.org" in as_ada.get(f"/studies/{study.name}/").content.decode()
    assert "a@example.org" not in as_ada.post(f"{base}forget/", follow=True).content.decode()
    assert Invitation.objects.get().name == ""
    assert as_ada.post(f"/studies/{study.name}/reviewers/9/revoke/").status_code == 404


def test_what_cannot_be_done_with_a_reviewer_is_said_on_the_reviewers_page(study: Study, as_ada: Client) -> None:
    (simulated,) = add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)
    erased = make_reviewer(study)
    as_ada.post(f"/studies/forest/reviewers/{erased.number}/erase/")
    for reviewer, verb, said in (
        (erased, "renew", "was erased on request"),
        (simulated, "renew", "has no invitation"),
        (simulated, "erase", "not a person"),
    ):
        page = as_ada.post(f"/studies/forest/reviewers/{reviewer.number}/{verb}/", follow=True)
        assert page.redirect_chain == [(f"/studies/forest/reviewers/{reviewer.number}/", 303)], verb
        assert said in page.content.decode(), verb


def test_the_page_counts_by_reviewer_and_shows_no_results(study: Study, as_ada: Client) -> None:
    reviewer = add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)[0]
    record_simulated(reviewer=reviewer, answers=simulated_answers(11))  # positions 3, 7 and 11 are skips
    page = as_ada.get(f"/studies/{study.name}/").content.decode()
    assert "sim-01" in page
    assert "simulated" in page
    row = re.search(r"sim-01.*?</tr>", page, re.DOTALL)[0]
    assert re.findall(r'class="num">(\d+)', row) == ["8", "3", "0"]
    reviewers = page[page.index('id="h-reviewers"') : page.index('id="h-coverage"')]
    assert not [label for label in ("alder", "birch", "cedar", "dogwood") if label in reviewers]


def test_pages_take_a_fixed_number_of_queries(study: Study, as_ada: Client, django_assert_num_queries) -> None:
    for _ in range(2):
        reviewer = add_reviewers(study=study, count=3, kind=Reviewer.Kind.SIMULATED)[0]
        record_simulated(reviewer=reviewer, answers=simulated_answers(12))
        with django_assert_num_queries(22):
            as_ada.get(f"/studies/{study.name}/")
        with django_assert_num_queries(6):
            as_ada.get("/studies/")
        Study.objects.create(name=f"other-{reviewer.number}", title="x")


def test_an_imported_study_has_a_page_without_reviewers(as_ada: Client) -> None:
    study = Study.objects.create(name="published", title="Published", note="From a paper.", state=Study.State.CLOSED)
    page = as_ada.get(f"/studies/{study.name}/").content.decode()
    assert "From a paper." in page
    assert "Make links" not in page
    assert as_ada.get("/studies/none/").status_code == 404
