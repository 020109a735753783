"""Recording what simulated reviewers answered, in bulk and through the same tables as everybody's."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from arena.core.errors import Conflict
from arena.posters.models import Poster
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.models import Reviewer, Study, StudyPoster, Task
from arena.studies.selectors import number_at, size_of
from scoring.words import Choice

BATCH = 1000


@dataclass(frozen=True, slots=True)
class SimulatedAnswer:
    """An answer to the pair at a position (from 1) of the reviewer's order."""

    position: int
    choice: Choice
    critical_left: bool
    critical_right: bool
    seconds: float
    shown_at: datetime


def record_simulated(*, reviewer: Reviewer, answers: Sequence[SimulatedAnswer]) -> int:
    """Record the answers to pairs this reviewer has not judged yet; return how many there were."""
    if reviewer.kind != Reviewer.Kind.SIMULATED:
        raise Conflict(f"{reviewer.pseudonym} is a person; simulated answers are never mixed with a person's.")
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=reviewer.study_id)
        if study.state not in (Study.State.FROZEN, Study.State.OPEN):
            raise Conflict(f"{study.name} is {study.state}; simulated reviewers judge frozen or open studies.")
        there = set(Assignment.objects.filter(reviewer=reviewer).values_list("position", flat=True))
        new = sorted((entry for entry in answers if entry.position not in there), key=lambda entry: entry.position)
        assignments = Assignment.objects.bulk_create(_assignments(study, reviewer, new), batch_size=BATCH)
        judgments = Judgment.objects.bulk_create(
            (
                Judgment(assignment=assignment, source=Judgment.Source.SIMULATED, **_given(entry))
                for assignment, entry in zip(assignments, new, strict=True)
            ),
            batch_size=BATCH,
        )
        JudgmentRevision.objects.bulk_create(
            (
                JudgmentRevision(
                    judgment=judgment,
                    number=1,
                    action=JudgmentRevision.Action.GIVEN,
                    key=str(uuid.uuid4()),
                    at=judgment.decided_at,
                    **_given(entry),
                )
                for judgment, entry in zip(judgments, new, strict=True)
            ),
            batch_size=BATCH,
        )
    return len(new)


def _assignments(study: Study, reviewer: Reviewer, answers: Sequence[SimulatedAnswer]) -> Iterator[Assignment]:
    size = size_of(study)
    tasks = {task.number: task for task in Task.objects.filter(study=study)}
    pins = StudyPoster.objects.filter(study=study).select_related("poster")
    posters: dict[tuple[int, int], Poster] = {(pin.case_id, pin.study_system_id): pin.poster for pin in pins}
    for entry in answers:
        number, a_is_left = number_at(study, size, reviewer.number, entry.position)
        task = tasks[number]
        a, b = posters[task.case_id, task.system_a_id], posters[task.case_id, task.system_b_id]
        left, right = (a, b) if a_is_left else (b, a)
        yield Assignment(
            reviewer=reviewer,
            case_id=task.case_id,
            task=task,
            position=entry.position,
            step=entry.position,
            left_poster=left,
            right_poster=right,
            a_is_left=a_is_left,
            made_at=entry.shown_at,
            first_shown_at=entry.shown_at,
        )


def _given(entry: SimulatedAnswer) -> dict[str, object]:
    return {
        "choice": entry.choice,
        "critical_left": entry.critical_left,
        "critical_right": entry.critical_right,
        "shown_at": entry.shown_at,
        "decided_at": entry.shown_at + timedelta(seconds=entry.seconds),
        "seconds": entry.seconds,
    }
