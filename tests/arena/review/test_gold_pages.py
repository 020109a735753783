"""The admin's page of gold pairs: choosing two posters by thumbnail, without script."""

import re

import pytest
from django.test import Client

from arena.studies.models import Study
from arena.studies.services.gold import add_gold_pair
from tests.factories.studies import make_config, make_poster, make_study

pytestmark = pytest.mark.django_db
BASE = "/studies/forest/gold/"


@pytest.fixture
def study() -> Study:
    study = make_study(n_cases=2, state=Study.State.FROZEN)
    make_poster(study.cases.order_by("position")[0].case, make_config("control"))
    return study


def test_a_pair_is_chosen_among_all_posters_of_a_paper_and_removed(study: Study, as_ada: Client) -> None:
    case = study.cases.order_by("position")[0].case
    page = as_ada.get(BASE, {"paper": case.case_id}).content.decode()
    choices = re.findall(r'name="better" value="(\d+)"', page)
    assert {int(choice) for choice in choices} == set(case.posters.values_list("pk", flat=True))
    assert page.count(">compared in this study<") == len(choices) - 1
    control = case.posters.get(system_config__system__slug="control")
    sent = {"paper": case.case_id, "better": choices[-1], "worse": control.pk, "note": "half of its text is gone"}
    assert as_ada.post(f"{BASE}add/", sent).status_code == 303
    page = as_ada.get(BASE).content.decode()
    assert f"/posters/{control.pk}/thumbnail.webp" in page
    assert "half of its text is gone" in page
    as_ada.post(f"{BASE}1/remove/")
    assert not study.gold_pairs.exists()


def test_what_cannot_be_a_pair_is_said_and_the_choice_is_kept(study: Study, as_ada: Client) -> None:
    case = study.cases.order_by("position")[0].case
    first, second = (pin.poster_id for pin in study.posters.filter(case=case)[:2])
    sent = {"paper": case.case_id, "better": first, "worse": second, "note": "a note"}
    answer = as_ada.post(f"{BASE}add/", sent)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "reviewers say which is better" in page
    assert re.search(rf'name="better" value="{first}" required checked', page)
    assert 'value="a note"' in page
    for wrong in ({"better": "x"}, {"worse": ""}, {"better": 99999}):
        assert as_ada.post(f"{BASE}add/", {**sent, **wrong}).status_code == 400
    assert not study.gold_pairs.exists()


def test_a_paper_of_which_everything_is_compared_offers_no_form(study: Study, as_ada: Client) -> None:
    """Two papers; only the first has a poster of a system that is not in the study."""
    other = study.cases.order_by("position")[1].case
    page = as_ada.get(BASE, {"paper": other.case_id}).content.decode()
    assert 'name="better"' not in page
    assert "Every poster of this paper is compared in the study" in page


@pytest.mark.parametrize(("n_cases", "said"), [(1, "nobody is shown a gold pair"), (2, "is shown 1 of them at most")])
def test_gold_pairs_that_nobody_will_meet_are_told_of(n_cases: int, said: str, as_ada: Client) -> None:
    """The first comes after 8 to 12 pairs, then one for every 15: none among 6, one among 12."""
    study = make_study(n_cases=n_cases, name="small", state=Study.State.FROZEN)
    case = study.cases.order_by("position")[0].case
    control = make_poster(case, make_config("control"))
    for pin in study.posters.filter(case=case)[:2]:
        add_gold_pair(study=study, better=pin.poster, worse=control)
    assert said in as_ada.get("/studies/small/gold/").content.decode()


def test_an_opened_study_shows_its_pairs_and_no_form(study: Study, as_ada: Client) -> None:
    case = study.cases.order_by("position")[0].case
    control = case.posters.get(system_config__system__slug="control")
    add_gold_pair(study=study, better=study.posters.filter(case=case).first().poster, worse=control)
    Study.objects.update(state=Study.State.OPEN, opened_at="2026-05-01T00:00:00Z")
    page = as_ada.get(BASE, {"paper": case.case_id}).content.decode()
    assert "1 gold pair" in page
    assert 'name="better"' not in page
    assert "Remove" not in page
    assert "fixed once a study was opened" in as_ada.post(f"{BASE}1/remove/", follow=True).content.decode()


def test_only_admins_choose(study: Study, as_ben: Client, as_cleo: Client) -> None:
    for client, status in ((as_ben, 403), (as_cleo, 403), (Client(), 302)):
        assert client.get(BASE).status_code == status
        assert {client.post(f"{BASE}{path}").status_code for path in ("add/", "1/remove/")} == {status}


def test_the_page_takes_a_fixed_number_of_queries(study: Study, as_ada: Client, django_assert_num_queries) -> None:
    case = study.cases.order_by("position")[0].case
    for name in ("one", "two"):
        bad = make_poster(case, make_config(name))
        add_gold_pair(study=study, better=case.posters.get(system_config__system__slug="control"), worse=bad)
        with django_assert_num_queries(9):
            as_ada.get(BASE, {"paper": case.case_id})
