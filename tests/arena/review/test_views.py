"""The review page over HTTP: with and without htmx, refusals that lose nothing, and a fixed number of queries."""

import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client

from arena.posters.models import Poster
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.review.services.simulated import record_simulated
from arena.studies.models import Reviewer, Study
from arena.studies.services.invite import revoke_invitation
from scoring.words import Choice
from tests.factories.review import judge, show, simulated_answers, withdraw
from tests.factories.studies import make_reviewer, reviewer_client

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def form_of(response: HttpResponse, form_id: str = "answer") -> tuple[str, dict[str, str]]:
    """The address and the hidden fields of a form, as a browser without script would send them."""
    form = re.search(rf'<form[^>]*id="{form_id}".*?</form>', text_of(response), re.DOTALL)
    assert form is not None
    action = re.search(r'action="([^"]+)"', form[0])
    assert action is not None
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0])
    return action[1], dict(fields)


def test_judging_without_script_is_a_form_and_a_redirect(client: Client) -> None:
    page = client.get("/review/")
    assert page.status_code == 200
    assert page["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    action, fields = form_of(page)
    answer = client.post(action, fields | {"choice": "right", "critical_left": "on", "comment": "A is cut"})
    assert (answer.status_code, answer["Location"]) == (303, "/review/")
    judgment = Judgment.objects.get()
    assert (judgment.choice, judgment.critical_left, judgment.comment) == ("right", True, "A is cut")
    assert (judgment.seconds, judgment.both_decoded) == (None, None)
    following = client.get("/review/")
    assert "Task 1 saved: Poster B" in text_of(following)
    assert 'id="task-number">2<' in text_of(following)
    assert '<span id="done">1</span>' in text_of(following)


def test_with_htmx_only_the_part_that_changes_is_sent(client: Client) -> None:
    page = client.get("/review/", headers=HTMX)
    assert text_of(page).startswith("<title>Task 1 · Poster study</title>")
    assert "<html" not in text_of(page)
    assert page["HX-Replace-Url"] == "/review/"
    action, fields = form_of(page)
    following = client.post(action, fields | {"choice": "left"}, headers=HTMX, follow=True)
    assert following.status_code == 200
    assert text_of(following).startswith("<title>Task 2 · Poster study</title>")


def test_undo_goes_back_as_far_as_wanted_and_marks_the_old_choice(client: Client, reviewer: Reviewer) -> None:
    judge(show(reviewer), Choice.LEFT)
    judge(show(reviewer), Choice.EQUAL, comment="hm")
    action, fields = form_of(client.get("/review/"), "undo")
    second = client.post(action, fields, follow=True)
    assert second.redirect_chain[0][1] == 303
    assert "Taken back: About equal" in text_of(second)
    assert re.search(r'class="btn marked" id="choose-equal"', text_of(second))
    assert ">hm</textarea>" in text_of(second)
    action, fields = form_of(second, "undo")
    first = client.post(action, fields, follow=True)
    assert "Taken back: Poster A" in text_of(first)
    assert form_of(first)[1]["revision"] == "2"
    assert form_of(first) != form_of(second)
    assert list(JudgmentRevision.objects.order_by("pk").values_list("action", flat=True)) == [
        "given",
        "given",
        "withdrawn",
        "withdrawn",
    ]
    assert "disabled" in re.search(r'<button[^>]*id="undo-button"[^>]*>', text_of(first))[0]
    assert 'id="task-number">1<' in text_of(client.get("/review/"))


def test_an_answer_from_an_old_page_is_refused_with_the_choice_kept(client: Client, reviewer: Reviewer) -> None:
    page = client.get("/review/")
    judge(Assignment.objects.get(), Choice.LEFT)
    action, fields = form_of(page)
    for headers in ({}, HTMX):
        refused = client.post(action, fields | {"choice": "right", "comment": "mine"}, headers=headers)
        assert refused.status_code == 409
        assert "another window meanwhile: Poster A" in text_of(refused)
        assert re.search(r'class="btn marked" id="choose-right"', text_of(refused))
        assert ">mine</textarea>" in text_of(refused)
    assert Judgment.objects.get().choice == Choice.LEFT
    action, fields = form_of(refused)
    assert client.post(action, fields | {"choice": "right"}).status_code == 303
    assert Judgment.objects.get().choice == Choice.RIGHT


def test_too_quick_and_undecoded_answers_are_refused_with_the_choice_kept(client: Client) -> None:
    Study.objects.update(min_view_seconds=60)
    action, fields = form_of(client.get("/review/"))
    quick = client.post(action, fields | {"choice": "left"})
    assert quick.status_code == 409
    assert "very quick" in text_of(quick)
    assert re.search(r'class="btn marked" id="choose-left"', text_of(quick))
    assert int(re.search(r'data-wait-ms="(\d+)"', text_of(quick))[1]) > 50_000
    Study.objects.update(min_view_seconds=0)
    undecoded = client.post(action, fields | {"choice": "left", "decoded": "no"})
    assert undecoded.status_code == 409
    assert not Judgment.objects.exists()


def test_the_same_form_twice_gives_the_same_result(client: Client) -> None:
    action, fields = form_of(client.get("/review/"))
    for _ in range(2):
        assert client.post(action, fields | {"choice": "left"}).status_code == 303
    assert JudgmentRevision.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"choice": "best"}, {"choice": ""}, {"revision": "x"}, {"key": "1"}, {"key": ""}, {"comment": "x" * 2001}],
)
def test_a_form_that_cannot_be_read_changes_nothing(client: Client, wrong: dict[str, str]) -> None:
    action, fields = form_of(client.get("/review/"))
    assert client.post(action, fields | {"choice": "left"} | wrong).status_code == 400
    assert not Judgment.objects.exists()


@pytest.mark.parametrize("seconds", ["nan", "-1", "1e9", "inf", "many", "1" * 400])
def test_impossible_seconds_are_no_value(client: Client, seconds: str) -> None:
    action, fields = form_of(client.get("/review/"))
    answer = client.post(action, fields | {"choice": "left", "seconds": seconds, "shown": seconds})
    assert answer.status_code == 303
    assert Judgment.objects.get().seconds is None


@pytest.mark.parametrize("shown", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-05-01", "\u0661"])
def test_an_impossible_time_of_showing_is_no_value(client: Client, shown: str) -> None:
    # The first two lie outside of the calendar once they are UTC.
    action, fields = form_of(client.get("/review/"))
    assert client.post(action, fields | {"choice": "left", "shown": shown}).status_code == 303
    judgment = Judgment.objects.get()
    assert judgment.shown_at == judgment.assignment.first_shown_at


def test_a_pair_can_be_reopened_and_changed_from_the_decisions(client: Client, reviewer: Reviewer) -> None:
    judge(show(reviewer), Choice.LEFT)
    judge(show(reviewer), Choice.SKIP)
    judge(show(reviewer), Choice.RIGHT, critical_left=True)
    withdraw(Assignment.objects.get(position=3))
    page = text_of(client.get("/review/decisions/"))
    assert page.index("Task 3") < page.index("Task 2") < page.index("Task 1")
    assert "Taken back" in page
    skipped = text_of(client.get("/review/decisions/?show=skipped"))
    assert "Task 2" in skipped
    assert "Task 1" not in skipped
    url = f"/review/{Assignment.objects.get(position=1).token}/"
    assert url in page
    reopened = client.get(url)
    assert "Your answer is: Poster A" in text_of(reopened)
    assert Judgment.objects.get(assignment__position=1).state == Judgment.State.GIVEN
    client.post(url, form_of(reopened)[1] | {"choice": "equal"})
    judgment = Judgment.objects.get(assignment__position=1)
    assert list(judgment.revisions.values_list("action", "choice")) == [("given", "left"), ("changed", "equal")]


def test_when_everything_is_judged_it_says_so_and_can_be_undone(client: Client, reviewer: Reviewer) -> None:
    for _ in range(11):
        judge(show(reviewer))
    judge(show(reviewer), Choice.SKIP)
    for headers in ({}, HTMX):
        done = client.get("/review/", headers=headers)
        assert "That was the last pair" in text_of(done)
        assert "judged 11 pairs and skipped 1" in text_of(done)
    action, fields = form_of(done, "undo")
    assert "Taken back: Skipped" in text_of(client.post(action, fields, follow=True))


@pytest.mark.parametrize(("state", "said"), [("frozen", "not open yet"), ("closed", "The study is closed")])
def test_a_study_that_is_not_open_says_so_and_takes_nothing(client: Client, state: str, said: str) -> None:
    action, fields = form_of(client.get("/review/"))
    Study.objects.update(state=state)
    assert said in text_of(client.get("/review/"))
    assert said in text_of(client.get(action))
    refused = client.post(action, fields | {"choice": "left"})
    assert refused.status_code == 409
    assert "could not be saved" in text_of(refused)
    assert client.get("/review/decisions/").status_code == 200
    assert not Judgment.objects.exists()


def test_without_the_cookie_every_page_asks_for_the_link(client: Client, reviewer: Reviewer) -> None:
    token = show(reviewer).token
    stranger = Client()
    for path in ("/review/", "/review/decisions/", "/review/help/", f"/review/{token}/"):
        page = stranger.get(path)
        assert page.status_code == 403
        assert "open your invitation link" in text_of(page)
    assert stranger.post(f"/review/{token}/", {"choice": "left"}).status_code == 403
    assert stranger.post(f"/review/{token}/undo/", {}).status_code == 403
    revoke_invitation(reviewer=reviewer)
    part = client.get("/review/", headers=HTMX)
    assert part["HX-Redirect"] == "/review/"


def test_a_forged_cookie_is_no_cookie(reviewer: Reviewer) -> None:
    forged = Client()
    forged.cookies["reviewer"] = f"[{reviewer.pk},0]:abc:def"
    assert forged.get("/review/").status_code == 403


def test_a_pair_of_somebody_else_is_not_there(client: Client, study: Study) -> None:
    token = show(make_reviewer(study)).token
    assert client.get(f"/review/{token}/").status_code == 404
    fields = {"choice": "left", "revision": "0", "key": str(uuid.uuid4())}
    assert client.post(f"/review/{token}/", fields).status_code == 404
    assert client.post(f"/review/{token}/undo/", fields).status_code == 404
    assert client.get(f"/review/{token}/paper.pdf").status_code == 404
    assert not Judgment.objects.exists()


def test_answers_are_protected_against_forgery(reviewer: Reviewer) -> None:
    strict = reviewer_client(reviewer)
    strict.handler.enforce_csrf_checks = True
    action, fields = form_of(strict.get("/review/"))
    assert strict.post(action, {"choice": "left"} | {k: v for k, v in fields.items() if k[0] != "c"}).status_code == 403
    assert strict.post(action, {"choice": "left"} | fields).status_code == 303


def test_a_replaced_poster_does_not_change_a_frozen_study(client: Client, reviewer: Reviewer) -> None:
    Poster.objects.update(is_current=False)
    assert client.get("/review/").status_code == 200
    assert Assignment.objects.get().left_poster.pins.filter(study=reviewer.study).exists()


def test_the_page_takes_a_fixed_number_of_queries(
    client: Client, reviewer: Reviewer, django_assert_max_num_queries
) -> None:
    """Shown for the first time, again, as a part, and with many answers: under 12 each."""
    for _ in range(3):
        with django_assert_max_num_queries(11) as first_time:
            client.get("/review/")
        with django_assert_max_num_queries(11) as again:
            client.get("/review/", headers=HTMX)
        counts = len(first_time), len(again)
        judge(show(reviewer))
    assert counts == (9, 6)


def test_lists_take_a_fixed_number_of_queries(study: Study, django_assert_num_queries) -> None:
    reviewer = make_reviewer(study)
    Reviewer.objects.filter(pk=reviewer.pk).update(kind=Reviewer.Kind.SIMULATED)
    simulated = Reviewer.objects.get(pk=reviewer.pk)
    client = reviewer_client(reviewer)
    for count in (2, 12):
        record_simulated(reviewer=simulated, answers=simulated_answers(count))
        with django_assert_num_queries(6):
            assert text_of(client.get("/review/decisions/")).count("<li>") == count
