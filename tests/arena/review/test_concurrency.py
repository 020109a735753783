"""Two tabs, two clicks, two threads: one assignment, one judgment, one revision."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from arena.core.errors import Conflict
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.review.selectors import standing_of
from arena.review.services.record import Answer, record_judgment
from arena.review.services.show import show_next
from arena.studies.models import Reviewer
from scoring.words import Choice
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 4


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
