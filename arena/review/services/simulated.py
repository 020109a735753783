"""Recording what simulated reviewers answered, in bulk and through the same tables as everybody's."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from arena.core.errors import Conflict
from arena.posters.models import Poster
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.models import Reviewer, Study, StudyPoster, Task
from arena.studies.roster import task_number
from arena.studies.schedule import Step
from arena.studies.selectors import schedule_for
from arena.studies.services.life import locked
from scoring.words import Choice

BATCH = 1000


@dataclass(frozen=True, slots=True)
class SimulatedAnswer:
    """An answer to the pair at a position (from 1) of the reviewer's order, or to its repeat."""

    position: int
    choice: Choice
    critical_left: bool
    critical_right: bool
    seconds: float
    shown_at: datetime
    again: bool = False

    @property
    def kind(self) -> Assignment.Kind:
        return Assignment.Kind.REPEAT if self.again else Assignment.Kind.MAIN


def record_simulated(*, reviewer: Reviewer, answers: Sequence[SimulatedAnswer]) -> int:
    """Record the answers to pairs this reviewer has not judged yet; return how many there were."""
    if reviewer.kind != Reviewer.Kind.SIMULATED:
        raise Conflict(f"{reviewer.pseudonym} is a person; simulated answers are never mixed with a person's.")
    with transaction.atomic():
        study = locked(reviewer.study)
        if study.state not in (Study.State.FROZEN, Study.State.OPEN):
            raise Conflict(f"{study.name} is {study.is_now}; simulated reviewers judge frozen or open studies.")
        there = set(Assignment.objects.filter(reviewer=reviewer).values_list("position", "kind"))
        new = [entry for entry in answers if (entry.position, entry.kind.value) not in there]
        new.sort(key=lambda entry: (entry.again, entry.position))  # a repeat points to what it repeats
        first = sum(not entry.again for entry in new)
        made = _assignments(study, reviewer, new)
        assignments = Assignment.objects.bulk_create(made[:first], batch_size=BATCH)
        _point_to_originals(reviewer, made[first:])
        assignments += Assignment.objects.bulk_create(made[first:], batch_size=BATCH)
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


def _assignments(study: Study, reviewer: Reviewer, answers: Sequence[SimulatedAnswer]) -> list[Assignment]:
    schedule = schedule_for(study, reviewer.number)
    steps = {
        (step.position, step.kind.value): (number, step)
        for number, step in enumerate(map(schedule.step, range(1, len(schedule) + 1)), start=1)
    }
    tasks = {task.number: task for task in Task.objects.filter(study=study)}
    pins = StudyPoster.objects.filter(study=study).select_related("poster")
    posters: dict[tuple[int, int], Poster] = {(pin.case_id, pin.study_system_id): pin.poster for pin in pins}
    return [_assignment(reviewer, entry, *steps[entry.position, entry.kind.value], tasks, posters) for entry in answers]


def _assignment(
    reviewer: Reviewer,
    entry: SimulatedAnswer,
    number: int,
    step: Step,
    tasks: Mapping[int, Task],
    posters: Mapping[tuple[int, int], Poster],
) -> Assignment:
    if step.place is None:
        raise ValueError("a gold pair is no place of the roster")
    task = tasks[task_number(step.place, reviewer.study.system_count)]
    a, b = posters[task.case_id, task.system_a_id], posters[task.case_id, task.system_b_id]
    left, right = (a, b) if step.first_is_left else (b, a)
    return Assignment(
        reviewer=reviewer,
        case_id=task.case_id,
        task=task,
        kind=entry.kind,
        position=entry.position,
        step=number,
        left_poster=left,
        right_poster=right,
        a_is_left=step.first_is_left,
        made_at=entry.shown_at,
        first_shown_at=entry.shown_at,
    )


def _point_to_originals(reviewer: Reviewer, repeats: Sequence[Assignment]) -> None:
    main = Assignment.objects.filter(reviewer=reviewer, kind=Assignment.Kind.MAIN)
    originals = dict(main.values_list("position", "pk")) if repeats else {}
    for repeat in repeats:
        repeat.repeat_of_id = originals[repeat.position]


def _given(entry: SimulatedAnswer) -> dict[str, object]:
    return {
        "choice": entry.choice,
        "critical_left": entry.critical_left,
        "critical_right": entry.critical_right,
        "shown_at": entry.shown_at,
        "decided_at": entry.shown_at + timedelta(seconds=entry.seconds),
        "seconds": entry.seconds,
    }
