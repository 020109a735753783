"""Stopping: for today, for good, withdrawn, erased; the question at the end; and every state without pairs."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arena.review.excluded import reasons_in_force
from arena.review.models import EndSurvey, Exclusion, Judgment
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.invite import Person, invite
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_study, reviewer_client

pytestmark = pytest.mark.django_db

RUNNING = (Study.State.OPEN, Study.State.PAUSED)


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2, systems=("alder", "birch"))


def text_of(client: Client, path: str = "/review/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.headers.get("Location"))
    return answer.content.decode()


def at(state: str) -> None:
    Study.objects.update(state=state)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Study.State.FROZEN, "The study is not open yet"),
        (Study.State.PAUSED, "The study is paused"),
        (Study.State.CLOSED, "The study is closed"),
        (Study.State.PUBLISHED, "The results are published"),
    ],
)
def test_each_state_without_pairs_has_its_page(client: Client, reviewer: Reviewer, state: str, said: str) -> None:
    judge(show(reviewer))
    at(state)
    page = text_of(client)
    assert f"<h1>{said}" in page
    assert "What is stored" in page  # the way to one's data is on each of them
    assert ("/results/forest/" in page) == (state == Study.State.PUBLISHED)
    offered = "Withdraw my answers" if state != Study.State.PUBLISHED else "Whom to ask about withdrawing answers"
    assert f">{offered}</a>" in text_of(client)


def test_the_last_page_says_what_comes_next_and_asks_one_question(client: Client, reviewer: Reviewer) -> None:
    judge(show(reviewer))
    judge(show(reviewer), Choice.SKIP)
    page = text_of(client)
    assert "That was the last pair" in page
    assert "You judged 1 pair and skipped 1" in page
    assert "What happens next" in page
    assert "Could you tell the systems apart" in page
    assert "/results/" not in page


def test_a_quota_that_is_reached_is_the_end(client: Client, reviewer: Reviewer) -> None:
    Study.objects.update(quota=1)
    judge(show(reviewer))
    page = text_of(client)
    assert "the last of your pairs" in page
    assert "all we asked of you" in page


def test_the_question_can_be_answered_early_and_changed_while_the_study_runs(client: Client) -> None:
    assert "if you like" in text_of(client, "/review/one-question/")
    for could_tell, state in zip(("no", "mostly"), RUNNING, strict=True):
        at(state)
        answer = {"could_tell": could_tell, "how": "by the font", "remark": "thanks"}
        assert "is saved" in client.post("/review/one-question/", answer, follow=True).content.decode()
        assert f'value="{could_tell}" required checked' in text_of(client, "/review/one-question/")
    survey = EndSurvey.objects.get()
    assert (survey.could_tell, survey.how, survey.remark) == ("mostly", "by the font", "thanks")
    at(Study.State.CLOSED)
    refused = client.post("/review/one-question/", {"could_tell": "no"}, follow=True).content.decode()
    assert "could not be saved" in refused
    assert EndSurvey.objects.get().could_tell == "mostly"


@pytest.mark.parametrize("answer", [{}, {"could_tell": "perhaps"}, {"could_tell": "no", "how": "x" * 2001}])
def test_a_question_answered_wrongly_is_asked_again_with_what_was_written(
    client: Client, answer: dict[str, str]
) -> None:
    refused = client.post("/review/one-question/", answer | {"remark": "kept words"})
    assert refused.status_code == 400
    assert "kept words" in refused.content.decode()
    assert not EndSurvey.objects.exists()


def test_withdrawing_takes_two_steps_deletes_nothing_and_can_be_taken_back(
    client: Client, reviewer: Reviewer, study: Study
) -> None:
    judgment = judge(show(reviewer))
    assert "Nothing is deleted" in text_of(client, "/review/withdraw/")
    assert not Exclusion.objects.exists()
    for _ in range(2):  # a second click is no second withdrawal
        client.post("/review/withdraw/")
    exclusion = Exclusion.objects.get()
    assert (exclusion.rule, exclusion.reason, exclusion.judgment, exclusion.made_by) == (
        "withdrawn",
        "withdrawn",
        None,
        "",
    )
    in_force = reasons_in_force(study)
    assert in_force.of(reviewer_id=reviewer.pk, judgment_id=judgment.pk) == "withdrawn"
    assert Judgment.objects.get() == judgment
    held = client.get("/review/")
    assert (held.status_code, held["Location"]) == (303, "/review/withdraw/")
    assert "Let my answers count again" in text_of(client, "/review/withdraw/")
    client.post("/review/withdraw/", {"return": "yes"})
    exclusion.refresh_from_db()
    assert exclusion.lifted_at is not None
    assert reasons_in_force(study).of(reviewer_id=reviewer.pk, judgment_id=judgment.pk) == ""
    assert client.get("/review/").status_code == 200


def test_after_the_study_a_withdrawal_stays_and_after_publishing_none_is_made(client: Client) -> None:
    at(Study.State.CLOSED)
    assert "cannot be taken back" in text_of(client, "/review/withdraw/")
    client.post("/review/withdraw/")
    said = client.post("/review/withdraw/", {"return": "yes"}, follow=True).content.decode()
    assert "stay withdrawn" in said
    assert Exclusion.objects.filter(lifted_at=None).count() == 1
    Exclusion.objects.all().delete()
    at(Study.State.PUBLISHED)
    assert "can no longer be withdrawn" in text_of(client, "/review/withdraw/")
    client.post("/review/withdraw/")
    assert not Exclusion.objects.exists()


def test_erasing_a_name_takes_two_steps_and_leaves_the_answers(study: Study) -> None:
    reviewer = invite(study=study, people=[Person("Dora D.", "dora@example.org")])[0].reviewer
    client = reviewer_client(reviewer)
    page = text_of(client, "/review/erase/")
    assert "goes on working" in page
    assert "Dora" not in page
    assert Invitation.objects.get().name == "Dora D."
    done = client.post("/review/erase/", follow=True).content.decode()
    assert "are erased" in done
    assert "No name is kept here" in done
    assert list(Invitation.objects.values_list("name", "email")) == [("", "")]


def test_stopping_for_today_says_that_partial_work_counts(client: Client, reviewer: Reviewer) -> None:
    judge(show(reviewer))
    page = text_of(client, "/review/stop/")
    assert "You judged 1 pair" in page
    assert "counts as it is" in page


def test_help_leads_everywhere(client: Client, study: Study) -> None:
    Study.objects.update(contact="ask@example.org")
    page = text_of(client, "/review/help/")
    for path in ("stop", "decisions", "one-question", "about-you", "withdraw", "erase"):
        assert f'href="/review/{path}/"' in page
    assert "ask@example.org" in page
    assert "You are R01 here" in page


def test_nothing_a_preview_says_is_kept(reviewer: Reviewer, client: Client, ada: User) -> None:
    Reviewer.objects.update(kind=Reviewer.Kind.PREVIEW)
    client.force_login(ada)
    for path, fields in (
        ("about-you", {"field": "other"}),
        ("one-question", {"could_tell": "no"}),
        ("withdraw", {}),
        ("erase", {}),
    ):
        said = client.post(f"/review/{path}/", fields, follow=True).content.decode()
        assert "This is a preview" in said, path
    assert not EndSurvey.objects.exists()
    assert not Exclusion.objects.exists()
