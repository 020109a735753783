"""Two tabs, two clicks, two threads: one assignment, one judgment, one revision."""

import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import connection

from arena.core.errors import Conflict
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.review.selectors import standing_of
from arena.review.services import record
from arena.review.services.record import Answer, record_judgment, withdraw_judgment
from arena.review.services.show import mark_shown, prepare_next, show_next
from arena.studies.models import Reviewer, Study
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import close_study, pause_study
from arena.studies.services.version import new_version
from scoring.words import Choice
from tests.factories.studies import make_reviewer, make_study, reviewer_client

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 4
LEFT = Answer(choice=Choice.LEFT)


@pytest.fixture
def reviewer() -> Reviewer:
    return make_reviewer(make_study(n_cases=1))


def at_once(work: Callable[[int], object]) -> list[object]:
    """Run the work in threads that start together, each with its own connection; an expected refusal is a result."""
    barrier = Barrier(THREADS)

    def run(index: int) -> object:
        try:
            barrier.wait(10)
            return work(index)
        except Conflict as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def shown(reviewer: Reviewer) -> Assignment:
    assignment = show_next(reviewer=reviewer, standing=standing_of(reviewer))
    assert assignment is not None
    return assignment


def test_tabs_that_open_together_show_the_same_pair(reviewer: Reviewer) -> None:
    standing = standing_of(reviewer)
    results = at_once(lambda _: show_next(reviewer=reviewer, standing=standing))
    assert len(set(results)) == 1
    assert Assignment.objects.count() == 1


def test_tabs_that_look_ahead_together_prepare_one_pair(reviewer: Reviewer) -> None:
    standing = standing_of(reviewer, besides=shown(reviewer).token)
    results = at_once(lambda _: prepare_next(reviewer=reviewer, standing=standing))
    assert len(set(results)) == 1
    assert Assignment.objects.count() == 2


def test_showing_and_looking_ahead_together_make_one_pair_that_is_shown(reviewer: Reviewer) -> None:
    first = shown(reviewer)
    record_judgment(assignment=first, answer=Answer(choice=Choice.LEFT), revision=0, key=str(uuid.uuid4()))
    standing = standing_of(reviewer)

    def show_or_prepare(index: int) -> object:
        return (show_next if index % 2 else prepare_next)(reviewer=reviewer, standing=standing)

    assert len(set(at_once(show_or_prepare))) == 1
    assert Assignment.objects.get(step=2).first_shown_at is not None


def test_a_pair_that_is_first_shown_in_several_tabs_together_was_first_shown_once(reviewer: Reviewer) -> None:
    first = shown(reviewer)
    ahead = prepare_next(reviewer=reviewer, standing=standing_of(reviewer, besides=first.token))
    assert ahead is not None

    def show(_: int) -> object:
        own = Assignment.objects.get(pk=ahead.pk)
        mark_shown(assignment=own)
        return own.first_shown_at

    assert set(at_once(show)) == {Assignment.objects.get(pk=ahead.pk).first_shown_at}


def test_one_key_sent_for_two_pairs_together_is_one_judgment(reviewer: Reviewer) -> None:
    first = shown(reviewer)
    second = prepare_next(reviewer=reviewer, standing=standing_of(reviewer, besides=first.token))
    assert second is not None
    pairs, key, answer = (first, second), str(uuid.uuid4()), Answer(choice=Choice.LEFT)
    results = at_once(lambda i: record_judgment(assignment=pairs[i % 2], answer=answer, revision=0, key=key))
    taken = {result.assignment_id for result in results if isinstance(result, Judgment)}
    assert len(taken) == 1
    assert sum(isinstance(result, Conflict) for result in results) == THREADS / 2
    assert JudgmentRevision.objects.count() == Judgment.objects.count() == 1


def test_changing_and_taking_back_together_is_one_after_the_other(reviewer: Reviewer) -> None:
    assignment = shown(reviewer)
    record_judgment(assignment=assignment, answer=Answer(choice=Choice.LEFT), revision=0, key=str(uuid.uuid4()))

    def change_or_undo(index: int) -> object:
        key = str(uuid.uuid4())
        if index % 2:
            return withdraw_judgment(assignment=assignment, revision=1, key=key)
        return record_judgment(assignment=assignment, answer=Answer(choice=Choice.RIGHT), revision=1, key=key)

    at_once(change_or_undo)
    judgment = Judgment.objects.get()
    numbers = list(judgment.revisions.values_list("number", flat=True))
    assert numbers == list(range(1, judgment.revision + 1))
    assert judgment.revision == 2
    assert judgment.state == judgment.revisions.last().action.replace("changed", "given")


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one transaction write at a time anyhow")
def test_closing_waits_for_an_answer_that_is_being_saved(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    assignment = shown(reviewer)
    looked, closed = Event(), Event()
    save = record._save

    def save_late(*args: object) -> None:
        looked.set()  # the study was open
        assert not closed.wait(1), "closed while an answer was under way"
        save(*args)

    monkeypatch.setattr(record, "_save", save_late)

    def work(index: int) -> object:
        if index == 0:
            return record_judgment(assignment=assignment, answer=LEFT, revision=0, key=str(uuid.uuid4()))
        if index == 1:
            looked.wait(10)
            study = close_study(study=reviewer.study)
            closed.set()
            return study
        return None

    judgment, study, *_ = at_once(work)
    assert isinstance(judgment, Judgment)
    assert study.closed_at > judgment.decided_at


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one transaction write at a time anyhow")
def test_an_answer_and_the_freeze_of_the_next_version_do_not_wait_for_each_other(
    reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignment, study = shown(reviewer), reviewer.study
    draft = new_version(study=pause_study(study=study))
    held, rules_of = Event(), record._rules_of

    def rules_late(assignment: Assignment) -> object:
        held.set()  # the pair is locked
        time.sleep(0.5)
        return rules_of(assignment)

    monkeypatch.setattr(record, "_rules_of", rules_late)

    def work(index: int) -> object:
        if index == 0:
            return record_judgment(assignment=assignment, answer=LEFT, revision=0, key=str(uuid.uuid4()))
        if index == 1:
            held.wait(10)
            return freeze_study(study=draft)
        return None

    refused, frozen, *_ = at_once(work)
    assert isinstance(refused, Conflict)
    assert frozen.state == Study.State.FROZEN


def test_reviewers_who_work_side_by_side_lose_and_double_nothing() -> None:
    """Four browsers answer their pairs over HTTP as fast as they can, each answer with the pair after it."""
    study = make_study(n_cases=2, repeat_share=0.2)
    clients = [reviewer_client(make_reviewer(study)) for _ in range(THREADS)]

    def work(index: int) -> object:
        client, sent = clients[index], 0
        address, fields = form_of(client.get("/review/").content.decode())
        while True:
            answer = {**fields, "choice": "left", "ahead": "yes"}
            told = client.post(address, answer, headers={"Accept": "application/json"})
            assert told.status_code == 200, told.content
            sent += 1
            if told.json()["ahead"] is None:
                return sent
            address, fields = form_of(told.json()["ahead"])

    assert at_once(work) == [14] * THREADS  # twelve pairs, two of which come again
    assert Judgment.objects.count() == JudgmentRevision.objects.count() == Assignment.objects.count() == 14 * THREADS


def form_of(page: str) -> tuple[str, dict[str, str]]:
    form = re.search(r'<form[^>]*id="answer"[^>]*action="([^"]+)".*?</form>', page, re.DOTALL)
    assert form is not None
    return form[1], dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))


def test_of_answers_given_together_one_is_taken_and_the_others_are_told(reviewer: Reviewer) -> None:
    assignment = shown(reviewer)
    choices = list(Choice)
    results = at_once(
        lambda index: record_judgment(
            assignment=assignment, answer=Answer(choice=choices[index]), revision=0, key=str(uuid.uuid4())
        )
    )
    assert sum(isinstance(result, Judgment) for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == THREADS - 1
    assert Judgment.objects.count() == 1
    assert JudgmentRevision.objects.count() == 1


def test_one_submission_sent_several_times_together_is_one_judgment(reviewer: Reviewer) -> None:
    assignment, key = shown(reviewer), str(uuid.uuid4())
    answer = Answer(choice=Choice.EQUAL)
    results = at_once(lambda _: record_judgment(assignment=assignment, answer=answer, revision=0, key=key))
    assert all(isinstance(result, Judgment) for result in results)
    assert Judgment.objects.count() == 1
    assert JudgmentRevision.objects.count() == 1
