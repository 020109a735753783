"""Freezing a study whose posters say who made them: asked on the site, warned of by the command, on record after it."""

import pytest
from django.core.management import call_command
from django.test import Client

from arena.core.leases import WorkState
from arena.posters.models import IdentityScan, Poster
from arena.studies.models import Study
from arena.studies.services.gold import add_gold_pair
from arena.studies.services.identity import identity_of_study
from tests.factories.identity import make_finding
from tests.factories.studies import make_config, make_poster, make_study

pytestmark = pytest.mark.django_db
PAGE = "/studies/forest/"


@pytest.fixture
def draft() -> Study:
    return make_study(n_cases=2, systems=("alder", "birch"), state=Study.State.DRAFT)


def posters() -> list[Poster]:
    return list(Poster.objects.order_by("case__case_id", "system_config__system__slug"))


def unscan(poster: Poster) -> None:
    IdentityScan.objects.filter(poster=poster).update(state=WorkState.REQUESTED, finished_at=None)


def test_the_page_of_a_draft_says_what_the_check_found_with_links(draft: Study, as_ada: Client) -> None:
    page = as_ada.get(PAGE).content.decode()
    assert "Identity check: 4 of 4 scanned, none says who made it" in page
    assert 'name="identity"' not in page
    make_finding(posters()[0])
    make_finding(posters()[1], "Canva", in_paper=True)
    unscan(posters()[2])
    page = as_ada.get(PAGE).content.decode()
    assert "Identity check: 3 of 4 scanned, 1 poster says who made it" in page
    assert 'href="/posters/identity/?study=forest&amp;show=open"' in page
    assert "Freeze although 1 poster says who made it and 1 poster was not scanned" in page
    assert 'name="identity" value="2" required' in page


def test_freezing_on_the_site_asks_for_the_number_first(draft: Study, as_ada: Client) -> None:
    make_finding(posters()[0])
    for agreed in ({}, {"identity": "on"}, {"identity": "0"}, {"identity": "2"}):
        answer = as_ada.post(f"{PAGE}freeze/", agreed, follow=True)
        assert "1 poster says who made it. Look at them, or tick" in answer.content.decode()
        draft.refresh_from_db()
        assert draft.state == Study.State.DRAFT
    as_ada.post(f"{PAGE}freeze/", {"identity": "1"})
    draft.refresh_from_db()
    assert draft.state == Study.State.FROZEN


def test_a_masked_posters_unmasked_revision_in_a_gold_pair_still_says_who_made_it(draft: Study) -> None:
    case = draft.benchmark.entries.first().case
    before, good = make_poster(case, make_config("control")), make_poster(case, make_config("other"))
    make_finding(before, state="masked", decided_by="ada")
    assert identity_of_study(draft).telling == 0
    add_gold_pair(study=draft, better=good, worse=before)
    assert identity_of_study(draft).telling == 1


def test_what_was_ticked_before_more_was_found_does_not_count(draft: Study, as_ada: Client) -> None:
    make_finding(posters()[0])
    make_finding(posters()[3])
    as_ada.post(f"{PAGE}freeze/", {"identity": "1"})
    draft.refresh_from_db()
    assert draft.state == Study.State.DRAFT


def test_nothing_is_asked_where_nothing_was_found(draft: Study, as_ada: Client) -> None:
    make_finding(posters()[0], "Canva", in_paper=True)
    as_ada.post(f"{PAGE}freeze/")
    draft.refresh_from_db()
    assert draft.state == Study.State.FROZEN


def test_the_command_warns_and_freezes(draft: Study, capsys: pytest.CaptureFixture[str]) -> None:
    make_finding(posters()[0])
    unscan(posters()[1])
    call_command("freeze", "forest")
    said = capsys.readouterr()
    assert "Warning: 1 poster says who made it and 1 poster was not scanned." in said.err
    assert "forest is frozen" in said.out
    draft.refresh_from_db()
    assert draft.state == Study.State.FROZEN


def test_only_what_the_study_shows_is_counted(draft: Study) -> None:
    other = make_study(name="other", n_cases=1, systems=("alder", "cedar"), state=Study.State.DRAFT)
    make_finding(Poster.objects.filter(case__case_id__startswith="other").first())
    assert identity_of_study(draft).telling == 0
    assert identity_of_study(other).telling == 1
    case, config = posters()[0].case, posters()[0].system_config
    make_finding(posters()[0])
    make_poster(case, config)  # a newer revision, which says nothing
    assert identity_of_study(draft).telling == 0


def test_an_imported_study_has_no_posters_to_look_at(as_ada: Client) -> None:
    study = Study.objects.create(name="imported", title="Imported", state=Study.State.CLOSED)
    assert identity_of_study(study).posters == 0
    assert "Identity check" not in as_ada.get("/studies/imported/").content.decode()
