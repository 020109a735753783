"""What the desk says waits for somebody."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from arena.reports.models import Report
from arena.studies.models import Invitation, Study
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import pause_study
from arena.studies.services.version import new_version
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db


def needs_on(page: str) -> list[str]:
    part = page[page.index("Needs you") : page.index("Lately")]
    return re.findall(r"<b>(.*?)</b>", part)


def test_nothing_waits_on_a_site_in_order(as_ada: Client) -> None:
    study = make_study(n_cases=1, systems=("alder", "birch"))
    make_reviewer(study)
    assert needs_on(as_ada.get("/").content.decode()) == ["Nothing needs you"]


def test_states_links_flags_and_snapshots_are_named(as_ada: Client, as_ben: Client) -> None:
    make_study(n_cases=1, name="early", state=Study.State.DRAFT)
    make_study(n_cases=1, name="ready", state=Study.State.FROZEN)
    make_study(n_cases=1, name="lonely")
    busy = make_study(n_cases=1, name="busy")
    judge(show(make_reviewer(busy)), critical_right=True)
    make_reviewer(busy, fresh=True)
    Invitation.objects.update(created_at="2026-01-01T00:00:00Z")
    for_admin = needs_on(as_ada.get("/").content.decode())
    assert set(for_admin) == {
        "early is a draft",
        "ready is not open",
        "Nobody is invited to lonely",
        "1 link of busy not opened",
        "1 judgment calls a poster of busy broken",
        "1 judgment of busy in no snapshot",
    }
    # What only an admin can do is not asked of a researcher.
    assert needs_on(as_ben.get("/").content.decode()) == ["1 judgment of busy in no snapshot"]
    now = timezone.now()
    Report.objects.create(study=busy, pool="people", state="done", judgments=1, started_at=now, finished_at=now)
    assert needs_on(as_ben.get("/").content.decode()) == ["Nothing needs you"]


def test_a_version_whose_reviewers_have_gone_on_needs_nothing_and_counts_nothing_twice(as_ada: Client) -> None:
    """Two judgments carried over: two in all, not four; both versions have one title, so their names stand beside."""
    study = make_study(n_cases=1, name="forest", systems=("alder", "birch", "cedar"))
    reviewer = make_reviewer(study)
    for _ in range(2):
        judge(show(reviewer))
    pause_study(study=study)
    version = freeze_study(study=new_version(study=study))
    page = as_ada.get("/").content.decode()
    assert set(needs_on(page)) == {
        f"2 judgments of forest ({version.name}) in no snapshot",
        "2 judgments of forest (forest) in no snapshot",
        f"forest ({version.name}) is not open",
    }
    assert re.search(r"Judgments by people</dt><dd>2 <small>2 today, 2 in seven days", page)
    assert re.search(r"Reviewers active</dt><dd>1 ", page)


def test_the_page_about_the_method_is_for_everybody_and_speaks_from_the_code(client: Client, as_ada: Client) -> None:
    from scoring.posterbench import limits
    from scoring.words import WEIGHTS

    page = client.get("/about/").content.decode()
    assert re.findall(r"</svg><b>(\d+)</b>", page) == [str(weight) for weight in WEIGHTS.values()]
    for value in (limits.GATE_EMPTY_SLOTS, limits.GATE_COPIED, limits.GATE_EMPTY, limits.FAILURE_EMPTY_SLOT):
        assert f"<b>{value:g}</b>" in page
    assert page.count("<math ") == page.count("alttext=") == 2
    assert "The pigeonhole bootstrap" in page
    assert "@software{poster_arena," in page
    assert as_ada.get("/about/").status_code == 200
