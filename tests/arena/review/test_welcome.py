"""The way to the pairs: consent, the optional questions, practice, the ready page, and a goal for the sitting."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from arena.review.models import Background, ConflictOfInterest, Exclusion, Journey
from arena.review.selectors import standing_of
from arena.review.services.leave import withdraw_everything
from arena.review.welcome import gate
from arena.studies.models import Reviewer, Study
from arena.studies.services.invite import invite
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=6, systems=("alder", "birch", "cedar"), practice_pairs=3)


def where(reviewer: Reviewer) -> str | None:
    return gate(reviewer, standing_of(reviewer))


def text_of(client: Client, path: str = "/review/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.headers.get("Location"))
    return answer.content.decode()


def practise(reviewer: Reviewer) -> None:
    for _ in range(3):
        judge(show(reviewer))


def test_the_way_from_the_letter_to_the_first_pair_that_counts(study: Study) -> None:
    issued = invite(study=study, count=1)[0]
    client = Client()
    at = client.post(issued.url.removeprefix("http://testserver"), follow=True)
    assert at.request["PATH_INFO"] == "/review/about-you/"
    at = client.post("/review/about-you/", {"pass": "yes"}, follow=True)
    for number in (1, 2, 3):
        assert at.request["PATH_INFO"] == "/review/"
        assert f"Practice {number} of 3" in at.content.decode()
        judge(show(issued.reviewer))
        at = client.get("/review/", follow=True)
    assert at.request["PATH_INFO"] == "/review/ready/"
    assert "From here on it counts" in at.content.decode()
    at = client.post("/review/ready/", {"goal": "10"}, follow=True)
    assert at.request["PATH_INFO"] == "/review/"
    assert "Task 1 of 18" in at.content.decode()
    journey = Journey.objects.get()
    assert (journey.goal, journey.goal_from) == (10, 0)
    assert None not in (journey.about_at, journey.ready_at, journey.goal_at)


def test_each_practice_pair_says_what_to_try(study: Study) -> None:
    reviewer = make_reviewer(study)
    Journey.objects.update(ready_at=None)
    client = reviewer_client(reviewer)
    for words in (("About equal",), ("zoom", "flip"), ("flag", "comment", "skip", "undo")):
        page = text_of(client)
        hint = page[page.index('class="practice"') : page.index("</aside>")]
        assert "does not count" in hint
        assert [word for word in words if f"<b>{word}</b>" not in hint] == []
        judge(show(reviewer))
    assert 'class="practice"' not in client.get("/review/", follow=True).content.decode()


@pytest.mark.parametrize("total", [1, 2])
def test_fewer_practice_pairs_still_say_everything(total: int) -> None:
    study = make_study(n_cases=6, systems=("alder", "birch", "cedar"), practice_pairs=total)
    reviewer = make_reviewer(study)
    Journey.objects.update(ready_at=None)
    client, said = reviewer_client(reviewer), ""
    for _ in range(total):
        page = text_of(client)
        said += page[page.index('class="practice"') : page.index("</aside>")]
        judge(show(reviewer))
    for word in ("About equal", "zoom", "flip", "flag", "comment", "skip", "undo"):
        assert f"<b>{word}</b>" in said


def test_the_gate_asks_for_one_thing_after_the_other(reviewer: Reviewer) -> None:
    practise(reviewer)
    Journey.objects.update(about_at=None, ready_at=None)
    assert where(reviewer) == "/review/about-you/"
    Journey.objects.update(about_at="2026-01-01T00:00:00Z")
    assert where(reviewer) == "/review/ready/"
    Journey.objects.update(ready_at="2026-01-01T00:00:00Z")
    assert where(reviewer) is None
    exclusion = withdraw_everything(reviewer=reviewer)
    assert where(reviewer) == "/review/withdraw/"
    Exclusion.objects.filter(pk=exclusion.pk).update(lifted_at="2026-01-01T00:00:00Z")
    reviewer.consents.all().delete()
    assert where(reviewer) == "/review/consent/"


def test_the_answer_on_its_way_is_counted_with_those_that_are_there(reviewer: Reviewer) -> None:
    judge(show(reviewer))
    judge(show(reviewer))
    Journey.objects.update(ready_at=None)
    standing = standing_of(reviewer)
    assert gate(reviewer, standing) is None
    assert gate(reviewer, standing, coming=1) == "/review/ready/"


def test_the_gate_takes_one_query(reviewer: Reviewer, django_assert_num_queries) -> None:
    standing = standing_of(reviewer)
    with django_assert_num_queries(1):
        gate(reviewer, standing)


def test_a_preview_is_held_up_by_nothing(study: Study) -> None:
    preview = make_reviewer(study, fresh=True)
    preview.kind = Reviewer.Kind.PREVIEW
    assert where(preview) is None


def test_the_ready_page_comes_too_early_for_nobody(study: Study) -> None:
    reviewer = make_reviewer(study)
    Journey.objects.update(ready_at=None)
    client = reviewer_client(reviewer)
    assert "3 practice pairs to go" in text_of(client, "/review/ready/")
    client.post("/review/ready/", {"goal": "25"})
    assert Journey.objects.get().ready_at is None
    assert "Practice 1 of 3" in text_of(client)


def test_a_goal_ends_the_sitting_when_it_is_reached_and_another_one_begins_there(
    reviewer: Reviewer, client: Client
) -> None:
    practise(reviewer)
    client.post("/review/goal/", {"goal": "10"})
    for _ in range(9):
        judge(show(reviewer))
    assert "1 more pair to your goal" in text_of(client, "/review/goal/")
    judge(show(reviewer), Choice.SKIP)  # a skip is work, too
    at = client.get("/review/", follow=True)
    assert at.request["PATH_INFO"] == "/review/goal/"
    assert "You reached your goal: 10 pairs" in at.content.decode()
    client.post("/review/goal/", {"goal": "25"})
    assert "Task 11 of" in text_of(client)
    journey = Journey.objects.get()
    assert (journey.goal, journey.goal_from) == (25, 10)
    client.post("/review/goal/", {"goal": ""})
    assert Journey.objects.get().goal is None


def test_goals_beyond_what_is_left_are_not_offered(reviewer: Reviewer, client: Client) -> None:
    practise(reviewer)
    page = text_of(client, "/review/ready/")
    assert 'name="goal" value="10"' in page
    assert 'name="goal" value="25"' not in page
    for _ in range(9):
        judge(show(reviewer))
    page = text_of(client, "/review/goal/")
    assert 'name="goal" value="10"' not in page
    assert "9 more pairs, and you are done" in page  # 6 papers x 3 pairs of systems - 9
    assert '<button class="btn btn-primary" name="goal" value="">Go on judging</button>' in page
    assert "/review/goal/" not in text_of(client, "/review/help/")


def test_a_goal_of_another_day_is_asked_for_anew(reviewer: Reviewer, client: Client) -> None:
    practise(reviewer)
    judge(show(reviewer))
    Journey.objects.update(goal=1, goal_from=0, goal_at=timezone.now() - timedelta(hours=13))
    page = text_of(client, "/review/goal/")
    assert "Welcome back" in page
    assert "You reached your goal" not in page


@pytest.mark.parametrize("goal", ["11", "-1", "x"])
def test_a_goal_that_is_not_offered_is_not_set(client: Client, goal: str) -> None:
    assert client.post("/review/goal/", {"goal": goal}).status_code == 400
    assert client.post("/review/ready/", {"goal": goal}).status_code == 400
    assert Journey.objects.get().goal is None


def test_what_is_said_about_oneself_is_kept_and_can_be_changed(client: Client, reviewer: Reviewer) -> None:
    said = {"field": "physics_astronomy", "experience": "doctoral", "posters_made": "few", "makes_systems": "on"}
    client.post("/review/about-you/", said)
    background = Background.objects.get(reviewer=reviewer)
    assert (background.field, background.experience, background.posters_made) == tuple(list(said.values())[:3])
    assert background.makes_systems is True
    page = text_of(client, "/review/about-you/")
    assert '<option value="doctoral" selected>' in page
    assert 'name="makes_systems" checked' in page
    client.post("/review/about-you/", {"field": "other"})
    background.refresh_from_db()
    assert (background.field, background.experience, background.makes_systems) == ("other", "", False)


def test_passing_the_questions_over_says_nothing(study: Study) -> None:
    reviewer = make_reviewer(study)
    Journey.objects.update(about_at=None)
    client = reviewer_client(reviewer)
    client.post("/review/about-you/", {"pass": "yes", "field": "other", "conflict": "1"})
    assert not Background.objects.exists()
    assert not ConflictOfInterest.objects.exists()
    assert Journey.objects.get().about_at is not None


@pytest.mark.parametrize("nonsense", [{"field": "nothing"}, {"experience": "king"}, {"conflict": "99"}])
def test_answers_that_are_not_offered_are_refused(client: Client, nonsense: dict[str, str]) -> None:
    assert client.post("/review/about-you/", nonsense).status_code == 400
    assert not Background.objects.exists()


def test_after_the_study_nothing_about_oneself_changes(client: Client, study: Study) -> None:
    Study.objects.update(state=Study.State.CLOSED)
    page = client.post("/review/about-you/", {"field": "other"}, follow=True).content.decode()
    assert "can be changed any more" in page
    assert "stays as you left it" in page
    assert not Background.objects.exists()
