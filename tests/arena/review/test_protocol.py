"""What the script of the review page sends and hears: a closed list of keys, the pair after, and nothing lost."""

import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from arena.review.models import Assignment, ConflictOfInterest, Journey, Judgment, JudgmentRevision
from arena.studies.models import Reviewer, Study
from arena.studies.services.invite import revoke_invitation
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
PROGRESS = {"total", "done", "skipped", "left", "percent"}
EVERYTHING = {
    "critical_left": "on",
    "reasons_left": ["unreadable", "missing_figure"],
    "critical_right": "on",
    "reasons_right": ["other"],
    "knows_paper": "on",
    "comment": "the axis & <labels> are cut",
}


def fields_of(page: str | HttpResponse) -> tuple[str, dict[str, str]]:
    """The address of a pair's form and its hidden fields."""
    text = page if isinstance(page, str) else page.content.decode()
    form = re.search(r'<form[^>]*id="answer".*?</form>', text, re.DOTALL)
    assert form is not None
    action = re.search(r'action="([^"]+)"', form[0])
    assert action is not None
    return action[1], dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


def token_of(address: str) -> str:
    return address.split("/")[2]


def kept_on(page: str) -> None:
    """The form of this page starts from everything that EVERYTHING says, and "about equal"."""
    assert re.search(r'class="btn marked" id="choose-equal"', page)
    for field in ("flag-a", "flag-b", "knows-paper"):
        box = re.search(rf'<input[^>]*id="{field}"[^>]*>', page)
        assert box is not None
        assert "checked" in box[0]
    for side in ("left", "right"):
        ticked = re.findall(rf'name="reasons_{side}" value="(\w+)" ?checked', page)
        assert ticked == EVERYTHING[f"reasons_{side}"]
    assert ">the axis &amp; &lt;labels&gt; are cut</textarea>" in page


def test_an_answer_brings_the_next_pair_and_the_progress(client: Client) -> None:
    address, fields = fields_of(client.get("/review/"))
    said = client.post(address, {**fields, **EVERYTHING, "choice": "right", "ahead": "yes"}, headers=JSON)
    assert (said.status_code, said["Content-Type"]) == (200, "application/json")
    told = said.json()
    assert set(told) == {"saved", "progress", "ahead", "go"}
    assert told["saved"] == {
        "token": token_of(address),
        "revision": 1,
        "words": "Task 1 saved: Poster B",
        "undo_url": f"{address}undo/",
    }
    assert told["progress"] == {"total": 12, "done": 1, "skipped": 0, "left": 11, "percent": 8}
    assert told["go"] is None
    assert fields_of(told["ahead"])[0] == f"/review/{Assignment.objects.get(step=2).token}/"
    judgment = Judgment.objects.get()
    assert (judgment.critical_left, judgment.critical_right, judgment.knows_paper) == (True, True, True)
    assert (judgment.reasons_left, judgment.reasons_right) == (["unreadable", "missing_figure"], ["other"])
    revision = judgment.revisions.get()
    assert (revision.reasons_left, revision.knows_paper) == (["unreadable", "missing_figure"], True)


def test_without_asking_for_it_nothing_is_prepared(client: Client) -> None:
    address, fields = fields_of(client.get("/review/"))
    told = client.post(address, {**fields, "choice": "left"}, headers=JSON).json()
    assert (told["ahead"], told["go"]) == (None, None)
    assert Assignment.objects.count() == 1


def test_the_pair_on_the_screen_is_marked_as_shown_and_what_follows_it_is_prepared(client: Client) -> None:
    first, fields = fields_of(client.get("/review/"))
    ahead = client.post(f"{first}ahead/", headers=JSON)
    assert set(ahead.json()) == {"ahead", "go"}
    second, _ = fields_of(ahead.json()["ahead"])
    assert Assignment.objects.get(step=2).first_shown_at is None
    answer = {**fields, "choice": "left", "showing": token_of(second), "ahead": "yes"}
    told = client.post(first, answer, headers=JSON).json()
    assert Assignment.objects.get(step=2).first_shown_at is not None
    third = Assignment.objects.get(step=3)
    assert fields_of(told["ahead"])[0] == f"/review/{third.token}/"
    assert third.first_shown_at is None
    assert "data-wait-ms" in told["ahead"]


def test_a_pair_of_somebody_else_is_not_marked_as_shown(client: Client, study: Study) -> None:
    other = make_reviewer(study)
    theirs = show(other)
    Assignment.objects.filter(pk=theirs.pk).update(first_shown_at=None)
    address, fields = fields_of(client.get("/review/"))
    answer = {**fields, "choice": "left", "showing": theirs.token, "ahead": "yes"}
    assert client.post(address, answer, headers=JSON).status_code == 200
    theirs.refresh_from_db()
    assert theirs.first_shown_at is None


def test_looking_ahead_makes_one_pair_however_often_it_is_asked_for(client: Client) -> None:
    address, _ = fields_of(client.get("/review/"))
    pairs = {fields_of(client.post(f"{address}ahead/", headers=JSON).json()["ahead"])[0] for _ in range(3)}
    assert len(pairs) == 1
    assert Assignment.objects.count() == 2
    assert client.get(f"{address}ahead/").status_code == 405


def test_after_the_last_pair_it_says_where_to_go(client: Client, reviewer: Reviewer) -> None:
    for _ in range(11):
        judge(show(reviewer))
    address, fields = fields_of(client.get("/review/"))
    assert client.post(f"{address}ahead/", headers=JSON).json() == {"ahead": None, "go": "/review/"}
    told = client.post(address, {**fields, "choice": "skip", "ahead": "yes"}, headers=JSON).json()
    assert (told["ahead"], told["go"]) == (None, "/review/")
    assert told["progress"] == {"total": 12, "done": 11, "skipped": 1, "left": 0, "percent": 91}


def test_the_goal_of_the_session_is_foreseen_one_pair_before_it(client: Client, reviewer: Reviewer) -> None:
    Journey.objects.filter(reviewer=reviewer).update(goal=2, goal_from=0, goal_at=timezone.now())
    address, fields = fields_of(client.get("/review/"))
    told = client.post(address, {**fields, "choice": "left", "ahead": "yes"}, headers=JSON).json()
    second, fields = fields_of(told["ahead"])
    assert client.post(f"{second}ahead/", headers=JSON).json() == {"ahead": None, "go": "/review/goal/"}
    assert Assignment.objects.count() == 2


def test_practice_has_words_of_its_own_and_leads_to_the_ready_page() -> None:
    reviewer = make_reviewer(make_study(n_cases=2, practice_pairs=2))
    Journey.objects.filter(reviewer=reviewer).update(ready_at=None)
    client = reviewer_client(reviewer)
    address, fields = fields_of(client.get("/review/"))
    told = client.post(address, {**fields, "choice": "left", "ahead": "yes"}, headers=JSON).json()
    assert told["saved"]["words"] == "Practice pair 1 saved: Poster A"
    assert (told["progress"]["done"], told["progress"]["total"]) == (0, 12)
    address, fields = fields_of(told["ahead"])
    assert client.post(f"{address}ahead/", headers=JSON).json() == {"ahead": None, "go": "/review/ready/"}
    told = client.post(address, {**fields, "choice": "skip", "ahead": "yes"}, headers=JSON).json()
    assert (told["saved"]["words"], told["go"]) == ("Practice pair 2 skipped", "/review/ready/")


def test_the_same_submission_again_says_the_same(client: Client) -> None:
    address, fields = fields_of(client.get("/review/"))
    answer = {**fields, **EVERYTHING, "choice": "left"}
    told = [client.post(address, answer, headers=JSON).json() for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert JudgmentRevision.objects.count() == 1


def test_a_conflict_says_why_and_keeps_everything(client: Client, reviewer: Reviewer) -> None:
    page = client.get("/review/")
    address, fields = fields_of(page)
    judge(Assignment.objects.get(), Choice.LEFT)
    answer = {**fields, **EVERYTHING, "choice": "equal"}
    refused = client.post(address, answer, headers=JSON)
    assert refused.status_code == 409
    told = refused.json()
    assert set(told) == {"problem", "reason", "pair"}
    assert told["reason"] == "conflict"
    assert told["problem"].startswith("This pair was answered in another window meanwhile: Poster A.")
    kept_on(told["pair"])
    kept_on(client.post(address, answer).content.decode())
    again, fresh = fields_of(told["pair"])
    assert client.post(again, {**fresh, **EVERYTHING, "choice": "equal"}, headers=JSON).json()["saved"]["revision"] == 2


def test_what_cannot_be_read_keeps_what_can(client: Client) -> None:
    address, fields = fields_of(client.get("/review/"))
    answer = {**fields, **EVERYTHING, "choice": "equal", "key": "nonsense"}
    refused = client.post(address, answer, headers=JSON)
    assert (refused.status_code, refused.json()["reason"]) == (400, "unreadable")
    assert set(refused.json()) == {"problem", "reason", "pair"}
    kept_on(refused.json()["pair"])
    page = client.post(address, answer)
    assert page.status_code == 400
    kept_on(page.content.decode())
    assert not Judgment.objects.exists()


def test_a_comment_that_is_too_long_is_kept_whole(client: Client) -> None:
    address, fields = fields_of(client.get("/review/"))
    long = "word " * 600
    refused = client.post(address, {**fields, "choice": "left", "comment": long})
    assert refused.status_code == 400
    assert f">{long}</textarea>" in refused.content.decode()
    assert "The comment: " in refused.content.decode()


@pytest.mark.parametrize("state", [Study.State.PAUSED, Study.State.CLOSED])
def test_a_study_that_stopped_says_so_and_shows_what_was_chosen(client: Client, state: str) -> None:
    address, fields = fields_of(client.get("/review/"))
    Study.objects.update(state=state)
    answer = {**fields, **EVERYTHING, "choice": "equal"}
    refused = client.post(address, answer, headers=JSON)
    assert refused.status_code == 409
    assert refused.json() == {
        "problem": "The study takes no answers now, so this one could not be saved.",
        "reason": "not_open",
        "pair": None,
    }
    page = client.post(address, answer)
    assert page.status_code == 409
    words = page.content.decode()
    for said in ("About equal", "Text cannot be read", "Something else", "the axis &amp; &lt;labels&gt; are cut"):
        assert said in words
    assert client.post(f"{address}ahead/", headers=JSON).json() == {"ahead": None, "go": "/review/"}


@pytest.mark.parametrize("strict", [False, True])
def test_a_browser_that_is_not_known_any_more_sees_what_was_chosen(
    client: Client, reviewer: Reviewer, strict: bool
) -> None:
    """With and without the cookie that protects against forgery: who loses one mostly loses both."""
    address, fields = fields_of(client.get("/review/"))
    stranger = Client(enforce_csrf_checks=strict)
    answer = {**fields, **EVERYTHING, "choice": "equal"}
    page = stranger.post(address, answer)
    assert page.status_code == 403
    words = page.content.decode()
    for said in ("open your invitation link", "About equal", "Figures are missing", "the axis &amp; &lt;labels&gt;"):
        assert said in words
    for sent in (address, f"{address}undo/", f"{address}ahead/"):
        told = stranger.post(sent, answer, headers=JSON)
        assert (told.status_code, set(told.json())) == (403, {"problem", "reason"})
        assert told.json()["reason"] == "no_reviewer"
    revoke_invitation(reviewer=reviewer)
    assert client.post(address, answer, headers=JSON).json()["reason"] == "no_reviewer"
    assert not Judgment.objects.exists()


def test_a_form_that_has_gone_stale_keeps_what_was_chosen_and_brings_a_fresh_one(reviewer: Reviewer) -> None:
    client = reviewer_client(reviewer)
    client.handler.enforce_csrf_checks = True
    address, fields = fields_of(client.get("/review/"))
    answer = {**fields, **EVERYTHING, "choice": "equal", "csrfmiddlewaretoken": "x" * 64}
    page = client.post(address, answer)
    assert page.status_code == 403
    assert "open for too long" in page.content.decode()
    kept_on(page.content.decode())
    assert not Judgment.objects.exists()
    again, fresh = fields_of(page)
    assert client.post(again, {**fresh, "choice": "equal"}).status_code == 303


def test_an_answer_on_a_paper_that_was_named_as_a_conflict_meanwhile_is_not_taken(
    client: Client, reviewer: Reviewer
) -> None:
    address, fields = fields_of(client.get("/review/"))
    ConflictOfInterest.objects.create(reviewer=reviewer, case=Assignment.objects.get().case)
    refused = client.post(address, {**fields, "choice": "left"}, headers=JSON)
    assert (refused.status_code, refused.json()["pair"]) == (409, None)
    assert "too close to this paper" in refused.json()["problem"]
    assert client.get(address)["Location"] == "/review/"
    assert not Judgment.objects.exists()


def test_undo_brings_the_pair_with_the_old_choice(client: Client, reviewer: Reviewer) -> None:
    address, fields = fields_of(client.get("/review/"))
    told = client.post(address, {**fields, **EVERYTHING, "choice": "equal"}, headers=JSON).json()
    undo = {"revision": told["saved"]["revision"], "key": str(uuid.uuid4())}
    for _ in range(2):
        taken = client.post(told["saved"]["undo_url"], undo, headers=JSON)
        assert (taken.status_code, set(taken.json())) == (200, {"pair"})
        kept_on(taken.json()["pair"])
    assert Judgment.objects.get().state == Judgment.State.WITHDRAWN
    refused = client.post(told["saved"]["undo_url"], {"revision": "x"}, headers=JSON)
    assert (refused.status_code, refused.json()["reason"]) == (400, "unreadable")


def test_an_answer_given_offline_is_taken_with_the_time_at_which_it_was_shown(client: Client) -> None:
    """The pair had been prepared; the browser lost its network, showed it, and sends the answer an hour later."""
    Study.objects.update(min_view_seconds=5)
    first, _ = fields_of(client.get("/review/"))
    second, fields = fields_of(client.post(f"{first}ahead/", headers=JSON).json()["ahead"])
    now = timezone.now()
    Assignment.objects.filter(step=2).update(made_at=now - timedelta(hours=2))
    shown = now - timedelta(hours=1)
    answer = {**fields, "choice": "left", "shown": shown.isoformat(), "seconds": "20", "decoded": "yes"}
    assert client.post(second, answer, headers=JSON).status_code == 200
    judgment = Judgment.objects.get()
    assert judgment.shown_at == judgment.assignment.first_shown_at == shown
    assert judgment.seconds == 20


@pytest.mark.parametrize("said", [-86400, 86400])
def test_the_time_of_showing_is_believed_between_making_and_now(client: Client, said: int) -> None:
    first, _ = fields_of(client.get("/review/"))
    second, fields = fields_of(client.post(f"{first}ahead/", headers=JSON).json()["ahead"])
    shown = timezone.now() + timedelta(seconds=said)
    client.post(second, {**fields, "choice": "left", "shown": shown.isoformat()}, headers=JSON)
    judgment = Judgment.objects.get()
    assert judgment.assignment.made_at <= judgment.shown_at <= judgment.decided_at


def test_a_prepared_pair_cannot_be_answered_before_it_could_be_seen(client: Client) -> None:
    Study.objects.update(min_view_seconds=5)
    first, _ = fields_of(client.get("/review/"))
    second, fields = fields_of(client.post(f"{first}ahead/", headers=JSON).json()["ahead"])
    Assignment.objects.filter(step=2).update(made_at=timezone.now() - timedelta(minutes=5))
    for shown in (timezone.now().isoformat(), ""):
        refused = client.post(second, {**fields, **EVERYTHING, "choice": "equal", "shown": shown}, headers=JSON)
        assert refused.status_code == 409
        assert "very quick" in refused.json()["problem"]
        kept_on(refused.json()["pair"])
    assert not Judgment.objects.exists()


def test_a_pair_that_was_opened_again_is_not_held_back_a_second_time(client: Client, reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    judge(assignment)
    Study.objects.update(min_view_seconds=5)
    Assignment.objects.update(first_shown_at=timezone.now() - timedelta(hours=1))
    address, fields = fields_of(client.get(f"/review/{assignment.token}/"))
    assert client.post(address, {**fields, "choice": "right"}, headers=JSON).status_code == 200


def test_reasons_without_the_flag_are_a_flag_and_unknown_ones_are_refused(client: Client) -> None:
    address, fields = fields_of(client.get("/review/"))
    refused = client.post(address, {**fields, "choice": "left", "reasons_left": ["ugly"]}, headers=JSON)
    assert refused.status_code == 400
    taken = {**fields, "choice": "left", "reasons_left": ["overlap", "overlap"]}
    assert client.post(address, taken, headers=JSON).status_code == 200
    judgment = Judgment.objects.get()
    assert (judgment.critical_left, judgment.reasons_left, judgment.critical_right) == (True, ["overlap"], False)


@pytest.mark.parametrize("state", [Study.State.FROZEN, Study.State.OPEN, Study.State.PAUSED])
def test_a_preview_answers_before_the_study_opens_and_while_it_rests(study: Study, ada: User, state: str) -> None:
    preview = Reviewer.objects.create(study=study, number=0, pseudonym="preview", kind=Reviewer.Kind.PREVIEW)
    Study.objects.update(state=state)
    client = reviewer_client(preview)
    client.force_login(ada)
    address, fields = fields_of(client.get("/review/"))
    assert client.post(address, {**fields, "choice": "left"}, headers=JSON).status_code == 200


def test_an_answer_with_the_pair_after_it_takes_a_fixed_number_of_queries(
    client: Client, django_assert_num_queries: object
) -> None:
    """Eight and nine, counting what begins and ends a transaction; both together share some."""
    first, fields = fields_of(client.get("/review/"))
    second, following = fields_of(client.post(f"{first}ahead/", headers=JSON).json()["ahead"])
    for _ in range(5):
        answer = {**fields, "choice": "left", "showing": token_of(second), "ahead": "yes"}
        with django_assert_num_queries(15):
            told = client.post(first, answer, headers=JSON).json()
        (first, fields), (second, following) = (second, following), fields_of(told["ahead"])
    with django_assert_num_queries(8):
        client.post(first, {**fields, "choice": "left"}, headers=JSON)
    with django_assert_num_queries(9):
        client.post(f"{second}ahead/", headers=JSON)
