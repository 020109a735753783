"""Which change of a study's state is allowed where, that each can be undone, and that each is written down."""

from collections.abc import Callable

import pytest
from django.test import Client

from arena.core.errors import Conflict
from arena.studies.changes import offers_of
from arena.studies.models import Study, StudyEvent
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import (
    archive_study,
    close_study,
    open_study,
    pause_study,
    publish_study,
    unarchive_study,
    unpublish_study,
)
from tests.factories.studies import make_study

pytestmark = pytest.mark.django_db

CHANGES: dict[str, Callable[..., Study]] = {
    "freeze": freeze_study,
    "open": open_study,
    "pause": pause_study,
    "close": close_study,
    "publish": publish_study,
    "unpublish": unpublish_study,
}
# By the state a study is in: where each change leads. What is not here is refused.
LEADS_TO = {
    "draft": {"freeze": "frozen"},
    "frozen": {"open": "open"},
    "open": {"open": "open", "pause": "paused", "close": "closed"},
    "paused": {"pause": "paused", "open": "open", "close": "closed"},
    "closed": {"close": "closed", "open": "open", "publish": "published"},
    "published": {"publish": "published", "unpublish": "closed"},
}
# Doing again what is done already changes nothing.
SAME = {(state, change) for state, leads in LEADS_TO.items() for change, to in leads.items() if to == state}


def study_in(state: str) -> Study:
    study = make_study(n_cases=1, systems=("alder", "birch"), state=Study.State.DRAFT if state == "draft" else "frozen")
    for change in {"open": ["open"], "paused": ["open", "pause"], "closed": ["open", "close"]}.get(state, []):
        study = CHANGES[change](study=study)
    if state == "published":
        study = publish_study(study=close_study(study=open_study(study=study)))
    assert study.state == state
    return study


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("state", LEADS_TO)
def test_every_change_in_every_state(state: str, change: str) -> None:
    study = study_in(state)
    events = study.events.count()
    to = LEADS_TO[state].get(change)
    if to is None:
        with pytest.raises(Conflict) as refusal:
            CHANGES[change](study=study, by="ada")
        assert "\n" not in str(refusal.value)
        assert study.name in str(refusal.value)
    else:
        assert CHANGES[change](study=study, by="ada").state == to
    study.refresh_from_db()
    assert study.state == (to or state)
    changed = to is not None and (state, change) not in SAME
    assert study.events.count() == events + changed
    if changed:
        assert study.events.first().by == "ada"


@pytest.mark.parametrize("state", LEADS_TO)
def test_the_page_offers_what_is_allowed_and_nothing_else(state: str) -> None:
    offered = {offer.verb for offer in offers_of(study_in(state), successor=None)} & set(CHANGES)
    assert offered == {change for change in LEADS_TO[state] if (state, change) not in SAME}


@pytest.mark.parametrize(
    ("there", "back"),
    [("pause", "open"), ("close", "open"), ("publish", "unpublish")],
)
def test_pausing_closing_and_publishing_can_be_undone_without_a_trace_but_in_the_history(there: str, back: str) -> None:
    study = study_in("closed" if there == "publish" else "open")
    before = {name: getattr(study, name) for name in ("state", "opened_at", "paused_at", "closed_at", "published_at")}
    CHANGES[there](study=study)
    after = CHANGES[back](study=study)
    assert {name: getattr(after, name) for name in before} == before
    assert study.events.count() >= 4


def test_the_history_says_what_it_was_called_each_time() -> None:
    study = study_in("frozen")
    for change in ("open", "pause", "open", "close", "open", "close", "publish", "unpublish"):
        CHANGES[change](study=study)
    what = list(StudyEvent.objects.filter(study=study).order_by("pk").values_list("what", flat=True))
    assert what == [
        *("created", "frozen", "opened", "paused", "resumed", "closed"),
        *("reopened", "closed", "published", "unpublished"),
    ]


@pytest.mark.parametrize("state", ["frozen", "closed"])
def test_nobody_judges_in_the_archive(state: str) -> None:
    study = archive_study(study=study_in(state))
    with pytest.raises(Conflict, match="is in the archive; put it back on the lists first"):
        open_study(study=study)
    assert open_study(study=unarchive_study(study=study)).state == "open"


@pytest.mark.parametrize("state", ["draft", "frozen", "closed", "published"])
def test_a_study_goes_into_the_archive_and_comes_back(state: str, as_ada: Client) -> None:
    study = study_in(state)
    archive_study(study=study, by="ada")
    assert f"/studies/{study.name}/" not in as_ada.get("/studies/").content.decode()
    assert f"/studies/{study.name}/" in as_ada.get("/studies/?show=archive").content.decode()
    assert "Take out of the archive" in as_ada.get(f"/studies/{study.name}/").content.decode()
    unarchive_study(study=study, by="ada")
    assert f"/studies/{study.name}/" in as_ada.get("/studies/").content.decode()
    assert list(study.events.values_list("what", flat=True)[:2]) == ["unarchived", "archived"]


@pytest.mark.parametrize("state", ["open", "paused"])
def test_a_study_that_reviewers_use_is_not_put_away(state: str) -> None:
    with pytest.raises(Conflict, match="close it first"):
        archive_study(study=study_in(state))


def test_an_imported_study_is_published_and_never_opened() -> None:
    study = Study.objects.create(name="imported", title="i", state=Study.State.CLOSED)
    with pytest.raises(Conflict, match="was imported"):
        open_study(study=study)
    assert publish_study(study=study).state == "published"
    assert unpublish_study(study=study).state == "closed"


@pytest.mark.parametrize("verb", ["pause", "close", "publish", "unpublish", "freeze", "new-version"])
def test_what_concerns_people_says_what_it_means_before_it_is_done(verb: str, as_ada: Client) -> None:
    state = {"pause": "open", "close": "open", "publish": "closed", "unpublish": "published", "freeze": "draft"}
    study = study_in(state.get(verb, "closed"))
    page = as_ada.get(f"/studies/{study.name}/").content.decode()
    form = page.split(f'action="/studies/{study.name}/{verb}/"')[1].split("</form>")[0]
    assert "<p>" in form
    assert (
        '<details class="ask-first"'
        in page.split(f'action="/studies/{study.name}/{verb}/"')[0].rpartition("</form>")[2]
    )


def test_changes_by_browser_name_who_made_them(as_ada: Client, as_ben: Client) -> None:
    study = study_in("open")
    for verb, state in (("pause", "paused"), ("open", "open"), ("close", "closed"), ("publish", "published")):
        assert as_ben.post(f"/studies/{study.name}/{verb}/").status_code == 403
        assert as_ada.post(f"/studies/{study.name}/{verb}/").status_code == 303
        study.refresh_from_db()
        assert study.state == state
        assert study.events.first().by == "ada"
    page = as_ada.get(f"/studies/{study.name}/").content.decode()
    history = page[page.index('id="history"') :]
    assert "Opened again after a pause" in history
    assert "ada" in history
    refused = as_ada.post(f"/studies/{study.name}/pause/", follow=True).content.decode()
    assert "only an open study can be paused" in refused
