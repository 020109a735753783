"""Shows pairs to reviewers and judges them, through the services."""

import uuid
from datetime import UTC, datetime, timedelta

from arena.review.models import Assignment, Judgment
from arena.review.selectors import standing_of
from arena.review.services.record import Answer, record_judgment, withdraw_judgment
from arena.review.services.show import show_next
from arena.review.services.simulated import SimulatedAnswer
from arena.studies.models import Reviewer
from scoring.words import Choice


def show(reviewer: Reviewer) -> Assignment:
    assignment = show_next(reviewer=reviewer, standing=standing_of(reviewer))
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


def simulated_answers(count: int) -> list[SimulatedAnswer]:
    """Answers to the first so many pairs; position 2 has both posters flagged, position 3 the right one."""
    choices, start = list(Choice), datetime(2026, 5, 1, 10, tzinfo=UTC)
    return [
        SimulatedAnswer(
            position=position,
            choice=choices[position % 4],
            critical_left=position == 2,
            critical_right=position in (2, 3),
            seconds=20.0,
            shown_at=start + timedelta(minutes=position),
        )
        for position in range(1, count + 1)
    ]
