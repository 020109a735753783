"""Invitations: links that work once issued, are stored hashed, and can be replaced and revoked."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arena.core.errors import BadInput, Conflict
from arena.studies.cookies import COOKIE
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.selectors import roster_rows
from arena.studies.services.invite import (
    Person,
    forget_person,
    invite,
    renew_invitation,
    revoke_invitation,
)
from arena.studies.services.people_csv import read_people
from arena.studies.services.reviewers import add_reviewers
from tests.factories.studies import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2)


def path_of(url: str) -> str:
    return url.removeprefix("http://testserver")


def knows(client: Client) -> bool:
    """Whether the site takes this browser for a reviewer's."""
    return client.get("/review/help/").status_code == 200


def test_reviewers_get_numbers_pseudonyms_and_links_that_are_kept_as_hashes(study: Study) -> None:
    issued = invite(study=study, count=2)
    assert [entry.reviewer.pseudonym for entry in issued] == ["R01", "R02"]
    assert [entry.reviewer.number for entry in issued] == [1, 2]
    assert len({entry.url for entry in issued}) == 2
    stored = " ".join(Invitation.objects.values_list("token_hash", flat=True))
    for entry in issued:
        assert entry.url.startswith("http://testserver/invite/")
        assert entry.url.rsplit("/", 1)[1] not in stored


def test_simulated_reviewers_are_counted_apart(study: Study) -> None:
    add_reviewers(study=study, count=2, kind=Reviewer.Kind.SIMULATED)
    invite(study=study, count=1)
    add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)
    rows = list(study.reviewers.values_list("number", "pseudonym"))
    assert rows == [(1, "sim-01"), (2, "sim-02"), (3, "R01"), (4, "sim-03")]


def test_opening_a_link_changes_nothing_and_accepting_it_lets_in(study: Study) -> None:
    issued = invite(study=study, count=1)[0]
    client = Client()
    page = client.get(path_of(issued.url))
    assert page.status_code == 200
    assert study.question in page.content.decode()
    assert COOKIE not in client.cookies
    assert Invitation.objects.get().confirmed_at is None
    accepted = client.post(path_of(issued.url))
    assert accepted.status_code == 303
    assert accepted["Location"] == "/review/"
    assert client.cookies[COOKIE]["httponly"]
    assert Invitation.objects.get().confirmed_at is not None
    assert knows(client)
    other_device = Client()
    other_device.post(path_of(issued.url))
    assert knows(other_device)
    assert knows(client)


def test_accepting_is_protected_against_forgery(study: Study) -> None:
    issued = invite(study=study, count=1)[0]
    assert Client(enforce_csrf_checks=True).post(path_of(issued.url)).status_code == 403


def test_a_new_link_voids_the_old_one_and_its_cookies(study: Study) -> None:
    old = invite(study=study, count=1)[0]
    client = Client()
    client.post(path_of(old.url))
    new = renew_invitation(reviewer=old.reviewer)
    assert client.get("/review/").status_code == 403
    gone = client.get(path_of(old.url))
    assert gone.status_code == 404
    assert "does not work" in gone.content.decode()
    assert client.post(path_of(old.url)).status_code == 404
    client.post(path_of(new.url))
    assert knows(client)
    assert new.reviewer == old.reviewer


def test_a_revoked_link_opens_nothing_until_a_new_one_is_made(study: Study) -> None:
    issued = invite(study=study, count=1)[0]
    client = Client()
    client.post(path_of(issued.url))
    revoke_invitation(reviewer=issued.reviewer)
    assert client.get("/review/").status_code == 403
    assert client.get(path_of(issued.url)).status_code == 404
    new = renew_invitation(reviewer=issued.reviewer)
    client.post(path_of(new.url))
    assert knows(client)


@pytest.mark.parametrize("token", ["x", "x" * 500, "%00", "..%2f"])
def test_an_unknown_link_gets_a_friendly_page(token: str) -> None:
    answer = Client().get(f"/invite/{token}")
    assert answer.status_code == 404
    assert "invitation" in answer.content.decode()


def test_a_browser_signed_in_as_staff_is_asked_to_sign_out_and_else_labelled(study: Study, as_ben: Client) -> None:
    """Ben reads results, so his answers are not blind for sure."""
    issued = invite(study=study, count=1)[0]
    assert "Sign out" in as_ben.get(path_of(issued.url)).content.decode()
    asked = as_ben.post(path_of(issued.url))
    assert asked.status_code == 200
    assert COOKIE not in as_ben.cookies
    issued.reviewer.refresh_from_db()
    assert issued.reviewer.kind == Reviewer.Kind.VOLUNTEER
    assert as_ben.post(path_of(issued.url), {"as_staff": "yes"}).status_code == 303
    issued.reviewer.refresh_from_db()
    assert issued.reviewer.kind == Reviewer.Kind.STAFF
    assert knows(as_ben)


def test_signing_in_after_accepting_is_noticed_too(study: Study, ada: User) -> None:
    issued = invite(study=study, count=1)[0]
    client = Client()
    client.post(path_of(issued.url))
    client.force_login(ada)
    asked = client.get("/review/")
    assert asked.status_code == 303
    assert asked["Location"] == "/review-as-staff/"
    assert "Sign out" in client.get("/review-as-staff/").content.decode()
    issued.reviewer.refresh_from_db()
    assert issued.reviewer.kind == Reviewer.Kind.VOLUNTEER
    client.post("/review-as-staff/")
    issued.reviewer.refresh_from_db()
    assert issued.reviewer.kind == Reviewer.Kind.STAFF
    assert knows(client)


def test_an_account_without_a_part_is_no_staff(study: Study, as_cleo: Client) -> None:
    issued = invite(study=study, count=1)[0]
    assert as_cleo.post(path_of(issued.url)).status_code == 303
    issued.reviewer.refresh_from_db()
    assert issued.reviewer.kind == Reviewer.Kind.VOLUNTEER


def test_people_are_read_from_a_file_and_stay_with_the_invitation(study: Study, tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("email,name\nada@example.org,Ada L.\n,Charles\n", encoding="utf-8-sig")
    issued = invite(study=study, people=read_people(file))
    assert [entry.person for entry in issued] == [Person("Ada L.", "ada@example.org"), Person("Charles", "")]
    with pytest.raises(BadInput, match=r"ada@example\.org is R01"):
        invite(study=study, people=[Person("Ada", "ADA@example.org")])
    assert study.reviewers.count() == 2
    forget_person(reviewer=issued[0].reviewer)
    assert list(Invitation.objects.order_by("pk").values_list("name", "email")) == [("", ""), ("Charles", "")]


def test_a_faulty_list_of_people_is_refused_with_every_line(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("name,email\nA,a@example.org\nB,nonsense\n,\nC,A@example.org\n")
    with pytest.raises(BadInput) as refusal:
        read_people(file)
    assert [fault.split(":")[0] for fault in refusal.value.faults] == ["line 3", "line 4", "line 5"]
    file.write_text("who\nA\n")
    with pytest.raises(BadInput, match="name and email"):
        read_people(file)


@pytest.mark.parametrize("text", ['name,email\n"A,a@example.org\n', f"name,email\n{'A' * 200_000},a@example.org\n"])
def test_a_list_of_people_that_is_no_csv_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "people.csv"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"line 2: not valid CSV"):
        read_people(file)


def test_a_list_of_people_that_cannot_be_opened_is_one_plain_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot be read: Is a directory\.$"):
        read_people(tmp_path)


def test_nobody_is_invited_to_drafts_closed_or_imported_studies(study: Study) -> None:
    Study.objects.filter(pk=study.pk).update(state=Study.State.DRAFT)
    with pytest.raises(Conflict, match="is a draft; freeze it first"):
        invite(study=study, count=1)
    Study.objects.filter(pk=study.pk).update(state=Study.State.CLOSED)
    with pytest.raises(Conflict, match="is closed"):
        invite(study=study, count=1)
    imported = Study.objects.create(name="imported", title="i", state=Study.State.CLOSED)
    with pytest.raises(Conflict, match="was imported"):
        invite(study=imported, count=1)
    for count in (0, 501):
        with pytest.raises(BadInput, match="Between 1 and 500"):
            invite(study=study, count=count)


def test_the_roster_file_says_what_each_reviewer_sees(study: Study) -> None:
    invite(study=study, count=1)
    add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)
    rows = list(roster_rows(study, 3))
    assert [row.reviewer for row in rows[::12]] == ["R01", "sim-01", "R02"]
    assert [row.position for row in rows[:12]] == list(range(1, 13))
    assert len({(row.case_id, frozenset((row.system_left, row.system_right))) for row in rows[:12]}) == 12
    assert len(list(roster_rows(study))) == 24
    assert next(iter(roster_rows(study, 1))) == rows[0]
