"""Seeing a study as a reviewer: from the freeze on, from the beginning each time, and nothing of it counts anywhere."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arena.core.errors import Conflict
from arena.desk import needs
from arena.desk import selectors as desk
from arena.reports import selectors as reports
from arena.reports.models import Report
from arena.review.models import Assignment, Background, Journey, Judgment, JudgmentRevision
from arena.review.quality_selectors import quality_of
from arena.review.records import judgment_records
from arena.review.services.preview import start_preview
from arena.studies.cookies import COOKIE
from arena.studies.coverage import attention_of, coverage_of, papers_of
from arena.studies.models import Consent, Reviewer, Study
from arena.studies.selectors import reviewers_with_progress, roster_rows, size_of
from arena.studies.services.change import change_settings
from arena.studies.services.invite import invite
from arena.studies.services.rules import has_shown_a_pair
from arena.studies.staff_selectors import study_rows
from scoring.words import Choice
from tests.factories.reports import make_report
from tests.factories.review import judge, show
from tests.factories.studies import make_study, reviewer_client

pytestmark = pytest.mark.django_db
START = "/studies/forest/see-as-reviewer/"
END = "/review-preview/end/"
BAR = "nothing here counts"


def previewed(study: Study, answers: int = 3) -> Reviewer:
    """A preview that has judged a few pairs and flagged each."""
    reviewer = start_preview(study=study)
    for _ in range(answers):
        judge(show(reviewer), Choice.RIGHT, critical_left=True, comment="only looking")
    return reviewer


@pytest.mark.parametrize("state", ["frozen", "open", "paused"])
def test_an_admin_sees_the_pairs_as_reviewers_do(state: str, as_ada: Client) -> None:
    study = make_study(n_cases=2, state="frozen")
    Study.objects.filter(pk=study.pk).update(state=state)
    started = as_ada.post(START)
    assert (started.status_code, started["Location"]) == (303, "/review/")
    page = as_ada.get("/review/")
    assert page.status_code == 200
    assert BAR in page.content.decode()
    assert 'id="choose-left"' in page.content.decode()
    assignment = Assignment.objects.get()
    assert (assignment.reviewer.number, assignment.reviewer.kind) == (0, "preview")
    judge(assignment)  # taken although nobody else could answer while it is not open
    assert as_ada.get("/review/decisions/").status_code == 200


def test_what_reviewers_come_through_is_a_click_away_and_keeps_nothing(as_ada: Client) -> None:
    make_study(n_cases=1, state="frozen")
    as_ada.post(START)
    page = as_ada.get("/review/").content.decode()
    bar = page[page.index('class="preview-bar"') : page.index("</nav>", page.index('class="preview-bar"'))]
    places = re.findall(r'<a[^>]* href="([^"]+)"', bar)
    assert places == [f"/review/{place}" for place in ("consent/", "about-you/", "ready/", "", "stop/")]
    for place in places:
        answer = as_ada.get(place)
        assert (answer.status_code, BAR in answer.content.decode()) == (200, True), place
    assert not (Consent.objects.exists() or Journey.objects.exists() or Background.objects.exists())


@pytest.mark.parametrize("state", ["draft", "closed", "published"])
def test_there_is_nothing_to_see_before_the_freeze_and_after_the_end(state: str, as_ada: Client) -> None:
    study = make_study(n_cases=1, state="draft" if state == "draft" else "frozen")
    Study.objects.filter(pk=study.pk).update(state=state)
    answer = as_ada.post(START)
    assert answer["Location"] == "/studies/forest/"
    assert COOKIE not in as_ada.cookies
    assert "See as a reviewer" not in as_ada.get("/studies/forest/").content.decode()
    with pytest.raises(Conflict, match=f"forest is (a )?{state}"):
        start_preview(study=Study.objects.get())


def test_starting_again_deletes_what_was_done_and_ends_older_windows(as_ada: Client, ada: User) -> None:
    study = make_study(n_cases=2)
    as_ada.post(START)
    other_window = Client()
    other_window.force_login(ada)
    other_window.cookies[COOKIE] = as_ada.cookies[COOKIE].value
    assert other_window.get("/review/").status_code == 200
    reviewer = Reviewer.objects.get()
    for _ in range(3):
        judge(show(reviewer))
    as_ada.post(START)
    assert Reviewer.objects.get() == reviewer
    assert not Assignment.objects.exists()
    assert not Judgment.objects.exists()
    assert not JudgmentRevision.objects.exists()
    assert as_ada.get("/review/").status_code == 200
    assert other_window.get("/review/").status_code == 403
    assert study.reviewers.count() == 1


def test_ending_takes_the_cookie_away_and_leads_back_to_the_study(as_ada: Client) -> None:
    make_study(n_cases=1)
    as_ada.post(START)
    ended = as_ada.post(END)
    assert (ended.status_code, ended["Location"]) == (303, "/studies/forest/")
    assert as_ada.get("/review/").status_code == 403


def test_ending_changes_nothing_for_a_real_reviewer() -> None:
    study = make_study(n_cases=1)
    client = reviewer_client(invite(study=study, count=1)[0].reviewer)
    assert client.post(END)["Location"] == "/review/"
    assert client.cookies[COOKIE].value
    assert BAR not in client.get("/review/").content.decode()


def test_only_an_admin_starts_one_and_it_ends_with_the_sign_in(as_ada: Client, as_ben: Client) -> None:
    make_study(n_cases=1)
    assert as_ben.post(START).status_code == 403
    assert Client().post(START).status_code == 302
    assert as_ada.get(START).status_code == 405
    as_ada.post(START)
    stolen = Client()
    stolen.cookies[COOKIE] = as_ada.cookies[COOKIE].value
    assert stolen.get("/review/").status_code == 403


def test_staff_in_a_preview_is_not_asked_to_be_labelled(as_ada: Client) -> None:
    make_study(n_cases=1)
    as_ada.post(START)
    assert as_ada.get("/review/").status_code == 200
    assert Reviewer.objects.get().kind == Reviewer.Kind.PREVIEW


def test_a_preview_is_in_no_count_list_export_coverage_or_report(as_ada: Client) -> None:
    study = make_study(n_cases=2)
    report = make_report(study)
    Report.objects.filter(pk=report.pk).update(judgments=0)
    previewed(study)
    size, papers = size_of(study), papers_of(study)
    assert reports.pool_sizes(study) == reports.PoolSizes(0, 0)
    assert reports.pool_sizes(study).default == Report.Pool.PEOPLE
    assert reports.judgments_since(report) == 0
    for simulated in (False, True):
        assert judgment_records(study, simulated=simulated) == []
    coverage = coverage_of(study, size, papers)
    assert (coverage.judged, coverage.is_simulated) == (0, False)
    assert attention_of(study).flagged == 0
    assert list(reviewers_with_progress(study)) == []
    assert list(roster_rows(study)) == []
    assert {row.reviewer for row in roster_rows(study, 2)} == {"R01", "R02"}
    (row,) = study_rows(archived=False)
    assert (row.people, row.simulated, row.judgments, row.judged) == (0, 0, 0, 0)
    (line,) = desk.study_lines()
    assert line.reviewers == 0
    assert needs.pulse() == needs.Pulse(0, 0, 0, 0)
    said = [need.what for need in needs.needs_of([line], (), desk.paper_counts(), is_admin=True)]
    assert not [what for what in said if "broken" in what or "judgment" in what]
    assert "Nobody is invited to forest" in said
    assert not quality_of(study).reviewers
    page = as_ada.get("/studies/forest/").content.decode()
    assert "Nobody is invited yet" in page
    assert "preview" not in page.lower()


def test_no_page_of_an_admin_is_about_the_preview_as_a_reviewer(as_ada: Client) -> None:
    previewed(make_study(n_cases=1, systems=("alder", "birch"), state="frozen"), answers=1)
    for path in ("reviewers/0/", "quality/0/"):
        assert as_ada.get(f"/studies/forest/{path}").status_code == 404
    for verb in ("renew", "revoke", "forget", "erase", "quota"):
        assert as_ada.post(f"/studies/forest/reviewers/0/{verb}/").status_code == 404


def test_a_preview_takes_no_number_from_reviewers() -> None:
    study = make_study(n_cases=1)
    previewed(study, answers=1)
    assert [(entry.reviewer.number, entry.reviewer.pseudonym) for entry in invite(study=study, count=2)] == [
        (1, "R01"),
        (2, "R02"),
    ]


def test_a_preview_fixes_no_setting_and_starts_over_when_the_order_changes() -> None:
    study = make_study(n_cases=2, state="frozen")
    previewed(study)
    assert not has_shown_a_pair(study)
    change_settings(study=study, question="Another?")
    assert Judgment.objects.count() == 3
    change_settings(study=study, practice_pairs=2)
    assert not Assignment.objects.exists()
