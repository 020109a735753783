"""Names of reviewers are kept as long as they were promised: until results are published, and no longer."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from arena.core.errors import Conflict
from arena.desk.needs import KEPT_AFTER_CLOSING
from arena.studies.models import Invitation, Study, StudyEvent
from arena.studies.services.invite import Person, invite
from arena.studies.services.life import close_study, forget_people, open_study, publish_study
from tests.factories.studies import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    study = make_study(n_cases=1, name="forest")
    invite(study=study, people=[Person("Ada", "ada@example.org"), Person("", "ben@example.org")])
    invite(study=study, count=1)
    return study


def names() -> set[str]:
    return {word for pair in Invitation.objects.values_list("name", "email") for word in pair if word}


def test_publishing_erases_who_the_reviewers_are_and_says_so_before(study: Study, as_ada: Client) -> None:
    close_study(study=study)
    page = as_ada.get("/studies/forest/").content.decode()
    assert "e-mail addresses of reviewers are erased for good" in page
    publish_study(study=study, by="ada")
    assert names() == set()
    event = study.events.filter(what=StudyEvent.What.FORGOTTEN).get()
    assert (event.by, event.detail) == ("ada", {"reviewers": ["R01", "R02"]})
    page = as_ada.get("/studies/forest/").content.decode()
    assert "R01, R02" in page
    assert "ada@example.org" not in page


def test_the_command_says_whose_names_go(study: Study, capsys: pytest.CaptureFixture[str]) -> None:
    close_study(study=study)
    call_command("publish", "forest")
    assert "2 names of reviewers erased, as they were promised; their links work." in capsys.readouterr().out
    call_command("publish", "forest")
    assert "erased" not in capsys.readouterr().out
    assert names() == set()


def test_names_of_a_closed_study_can_be_erased_at_once_and_links_stay(study: Study, as_ada: Client) -> None:
    assert "Erase names" not in as_ada.get("/studies/forest/").content.decode()
    with pytest.raises(Conflict, match="names go once it is closed"):
        forget_people(study=study)
    close_study(study=study)
    links = set(Invitation.objects.values_list("token_hash", flat=True))
    assert "Erase names" in as_ada.get("/studies/forest/").content.decode()
    assert as_ada.post("/studies/forest/forget-people/").status_code == 303
    assert names() == set()
    assert set(Invitation.objects.values_list("token_hash", flat=True)) == links
    assert "Erase names" not in as_ada.get("/studies/forest/").content.decode()


def test_the_desk_reminds_of_names_that_a_closed_study_keeps(study: Study, as_ada: Client) -> None:
    close_study(study=study)
    assert "still kept" not in as_ada.get("/").content.decode()
    long_ago = timezone.now() - KEPT_AFTER_CLOSING - timedelta(minutes=1)
    Study.objects.filter(pk=study.pk).update(closed_at=long_ago)
    assert "2 names of reviewers of forest still kept" in as_ada.get("/").content.decode()


@pytest.mark.parametrize("published", [False, True])
def test_a_link_that_is_opened_too_late_takes_no_consent(study: Study, client: Client, published: bool) -> None:
    late, early = (entry.url.removeprefix("http://testserver") for entry in invite(study=study, count=2))
    client.post(early)
    close_study(study=study)
    if published:
        publish_study(study=study)
    other = Client()
    page = other.get(late).content.decode()
    assert ("See the results" in page) == published
    assert "I agree" not in page
    assert other.post(late).status_code == 409
    assert "reviewer" not in other.cookies
    assert Invitation.objects.exclude(confirmed_at=None).count() == 1
    # Who began before finds the answers, on another device, too.
    assert "I agree, go on where I was" in other.get(early).content.decode()
    assert other.post(early).status_code == 303


def test_a_link_opened_before_the_study_or_in_a_pause_says_so(study: Study, client: Client) -> None:
    Study.objects.filter(pk=study.pk).update(state=Study.State.PAUSED)
    (issued,) = invite(study=study, count=1)
    link = issued.url.removeprefix("http://testserver")
    assert "The study is paused." in client.get(link).content.decode()
    open_study(study=study)
    assert 'id="state"' not in client.get(link).content.decode()
