"""Deleting a person: who it was is forgotten in every version of the study, and no judgment goes along."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from arena.core.errors import Conflict
from arena.review.models import (
    Background,
    ConflictOfInterest,
    EndSurvey,
    Exclusion,
    Judgment,
    JudgmentRevision,
)
from arena.review.records import judgment_records
from arena.review.services.conflicts import declare_conflicts
from arena.review.services.preview import start_preview
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.freeze import freeze_study
from arena.studies.services.invite import Person, invite, renew_invitation
from arena.studies.services.life import pause_study
from arena.studies.services.people import erase_person
from arena.studies.services.reviewers import add_reviewers
from arena.studies.services.version import new_version
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_study, reviewer_client

pytestmark = pytest.mark.django_db
PATH = "/studies/forest/reviewers/1/"


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=3)


@pytest.fixture
def dora(study: Study) -> Reviewer:
    """Somebody of whom everything is known, with two judgments, one of them on a paper of hers."""
    reviewer = invite(study=study, people=[Person("Dora D.", "dora@example.org")])[0].reviewer
    first = show(reviewer)
    judge(first, Choice.LEFT, comment="As in my own talk of 2019.")
    judge(show(reviewer), Choice.RIGHT)
    Background.objects.create(reviewer=reviewer, field="ai_ml", experience="doctoral")
    EndSurvey.objects.create(reviewer=reviewer, could_tell="no", how="I know the group.", remark="Greetings, Dora")
    declare_conflicts(reviewer=reviewer, cases=[first.case_id])
    return reviewer


def test_who_it_was_is_gone_and_what_was_judged_stays(study: Study, dora: Reviewer) -> None:
    before = judgment_records(study, simulated=False)
    client = reviewer_client(dora)
    erased = erase_person(reviewer=dora, by="ada")
    assert erased.erased_at is not None
    assert list(Invitation.objects.values_list("name", "email")) == [("", "")]
    assert not Background.objects.exists()
    assert not ConflictOfInterest.objects.exists()
    assert client.get("/review/").status_code == 403
    assert judgment_records(study, simulated=False) == before
    assert len(before) == 2
    assert Exclusion.objects.filter(lifted_at=None, rule="conflict").count() == 1
    event = study.events.first()
    assert (event.what, event.detail) == ("erased", {"reviewer": "R01", "comments": False})


def test_comments_go_along_only_when_they_are_to(dora: Reviewer) -> None:
    erase_person(reviewer=dora)
    assert Judgment.objects.filter(comment__contains="2019").exists()
    assert EndSurvey.objects.get().remark
    erase_person(reviewer=dora, with_comments=True)
    assert set(Judgment.objects.values_list("comment", flat=True)) == {""}
    assert set(JudgmentRevision.objects.values_list("comment", flat=True)) == {""}
    survey = EndSurvey.objects.get()
    assert (survey.could_tell, survey.how, survey.remark) == ("no", "", "")


def test_the_link_is_void_for_good(study: Study) -> None:
    issued = invite(study=study, count=1)[0]
    path = issued.url.removeprefix("http://testserver")
    erase_person(reviewer=issued.reviewer)
    assert Client().get(path).status_code == 404
    with pytest.raises(Conflict, match="R01 was erased on request"):
        renew_invitation(reviewer=issued.reviewer)


def test_somebody_is_deleted_in_every_version_of_the_study(study: Study, dora: Reviewer) -> None:
    pause_study(study=study)
    version = freeze_study(study=new_version(study=study))
    assert Background.objects.count() == 2
    for start in (dora, version.reviewers.get(number=1)):
        erase_person(reviewer=start, with_comments=True)
        assert Reviewer.objects.filter(erased_at=None).count() == 0
        assert not Background.objects.exists()
        assert not Judgment.objects.exclude(comment="").exists()
    assert Judgment.objects.count() == 4
    assert study.events.filter(what="erased").count() == 2
    assert version.events.filter(what="erased").count() == 2


def test_the_date_of_the_first_time_stays(dora: Reviewer) -> None:
    at = timezone.now() - timedelta(days=3)
    erase_person(reviewer=dora)
    Reviewer.objects.update(erased_at=at)
    assert erase_person(reviewer=dora).erased_at == at


def test_only_people_are_deleted(study: Study) -> None:
    simulated = add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)[0]
    for nobody in (simulated, start_preview(study=study)):
        with pytest.raises(Conflict, match="not a person"):
            erase_person(reviewer=nobody)


def test_on_the_site(dora: Reviewer, as_ada: Client, as_ben: Client) -> None:
    page = as_ada.get(PATH).content.decode()
    assert "dora@example.org" in page
    assert "This cannot be undone" in page
    assert as_ben.post(f"{PATH}erase/").status_code == 403
    page = as_ada.post(f"{PATH}erase/", {"comments": "yes"}, follow=True).content.decode()
    assert "Nobody can tell any more who R01 was. The comments are gone, too." in page
    assert "dora" not in page.lower()
    assert "Make a new link" not in page
    assert not Judgment.objects.exclude(comment="").exists()
    assert "dora" not in as_ada.get("/studies/forest/").content.decode().lower()


def test_by_command(dora: Reviewer) -> None:
    call_command("erase_reviewer", "forest", "R01", "--name-only")
    dora.refresh_from_db()
    assert dora.erased_at is None
    assert Invitation.objects.get().email == ""
    call_command("erase_reviewer", "forest", "R01", "--with-comments")
    dora.refresh_from_db()
    assert dora.erased_at is not None
    assert not Judgment.objects.exclude(comment="").exists()
    with pytest.raises(CommandError, match="forest has no reviewer R99"):
        call_command("erase_reviewer", "forest", "R99")
