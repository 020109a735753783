"""Showing a reviewer the next pair, and preparing the one after it; an assignment is made once, by its step."""

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from arena.posters.models import Poster
from arena.review.models import Assignment
from arena.review.selectors import Standing, assignment_at, next_step
from arena.studies.models import GoldPair, Reviewer, Task
from arena.studies.roster import task_number
from arena.studies.schedule import Step, StepKind


def show_next(*, reviewer: Reviewer, standing: Standing) -> Assignment | None:
    """The first pair without an answer, None when every pair has one. Two tabs get the same one."""
    assignment = prepare_next(reviewer=reviewer, standing=standing)
    if assignment is not None:
        mark_shown(assignment=assignment)
    return assignment


def prepare_next(*, reviewer: Reviewer, standing: Standing) -> Assignment | None:
    """The same without showing it; with a standing `besides` the pair on the screen, what comes after that one."""
    practice = standing.schedule.practice
    step = standing.first_open
    is_new = step is None
    if is_new:
        step = next_step(reviewer, standing)
    if step is None or (step > practice and standing.is_enough):
        return None
    return _made(reviewer, standing, step) if is_new else assignment_at(reviewer, step)


def mark_shown(*, assignment: Assignment) -> None:
    """From now on the pair was shown; the first time stays."""
    if assignment.first_shown_at is not None:
        return
    assignment.first_shown_at = timezone.now()
    first = Assignment.objects.filter(pk=assignment.pk, first_shown_at=None)
    if not first.update(first_shown_at=assignment.first_shown_at):
        assignment.refresh_from_db(fields=["first_shown_at"])


def mark_showing(*, reviewer: Reviewer, token: str) -> Assignment | None:
    """The same for the pair that a browser says it shows; None if it is not one of this reviewer's."""
    assignment = Assignment.objects.filter(reviewer=reviewer, token=token).select_related("judgment").first()
    if assignment is not None:
        mark_shown(assignment=assignment)
    return assignment


def _made(reviewer: Reviewer, standing: Standing, number: int) -> Assignment:
    assignment = _assignment(reviewer, standing.schedule.step(number), number)
    try:
        with transaction.atomic():
            assignment.save(force_insert=True)
    except IntegrityError:
        # Another tab was first: the constraints let one row through, and that is what both show.
        if not Assignment.objects.filter(reviewer=reviewer, step=number).exists():
            raise
        return assignment_at(reviewer, number)
    return assignment


def _assignment(reviewer: Reviewer, step: Step, number: int) -> Assignment:
    assignment = Assignment(reviewer=reviewer, kind=step.kind.value, position=step.position, step=number)
    if step.place is None:
        gold = GoldPair.objects.select_related("case", "better", "worse")
        assignment.gold = pair = gold.get(study=reviewer.study_id, number=step.gold)
        assignment.case, first, second = pair.case, pair.better, pair.worse
        assignment.a_is_left = step.first_is_left
    else:
        task = Task.objects.select_related("case").get(
            study=reviewer.study_id, number=task_number(step.place, reviewer.study.system_count)
        )
        assignment.task, assignment.case = task, task.case
        first, second = _posters(reviewer, task)
        assignment.a_is_left = step.first_is_left
        if step.kind == StepKind.REPEAT:
            _set_original(assignment, task)
    left, right = (first, second) if assignment.a_is_left else (second, first)
    assignment.left_poster, assignment.right_poster = left, right
    return assignment


def _posters(reviewer: Reviewer, task: Task) -> tuple[Poster, Poster]:
    """The pinned posters of both systems."""
    rows = Poster.objects.filter(
        pins__study=reviewer.study_id,
        pins__case=task.case_id,
        pins__study_system__in=(task.system_a_id, task.system_b_id),
    )
    of_system = {poster.system: poster for poster in rows.defer("notes").annotate(system=F("pins__study_system"))}
    return of_system[task.system_a_id], of_system[task.system_b_id]


def _set_original(assignment: Assignment, task: Task) -> None:
    """Which assignment comes again; its sides as they were shown, maybe by an earlier version, are swapped."""
    original = Assignment.objects.filter(reviewer=assignment.reviewer, task=task, kind=Assignment.Kind.MAIN).first()
    if original is not None:
        assignment.repeat_of, assignment.a_is_left = original, not original.a_is_left
