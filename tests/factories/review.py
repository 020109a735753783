"""Shows pairs to reviewers and judges them, through the services."""

import uuid

from arena.review.models import Assignment, Judgment
from arena.review.selectors import standing_of
from arena.review.services.record import Answer, record_judgment, withdraw_judgment
from arena.review.services.show import show_next
from arena.studies.models import Reviewer
from arena.studies.selectors import size_of
from scoring.words import Choice


def show(reviewer: Reviewer) -> Assignment:
    assignment = show_next(reviewer=reviewer, standing=standing_of(reviewer), size=size_of(reviewer.study))
    assert assignment is not None
    return assignment


def judge(assignment: Assignment, choice: Choice = Choice.LEFT, revision: int = 0, **answer: object) -> Judgment:
    return record_judgment(
        assignment=assignment,
        answer=Answer(choice=choice, **answer),
        revision=revision,
        key=str(uuid.uuid4()),
    )


def withdraw(assignment: Assignment) -> Judgment:
    revision = Judgment.objects.get(assignment=assignment).revision
    return withdraw_judgment(assignment=assignment, revision=revision, key=str(uuid.uuid4()))
