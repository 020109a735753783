"""Showing a reviewer the next pair; the assignment is made the first time."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.review.models import Assignment
from arena.review.selectors import Standing, assignment_at, main_assignments
from arena.studies.models import Reviewer, StudyPoster, Task
from arena.studies.selectors import Size, number_at


def show_next(*, reviewer: Reviewer, standing: Standing, size: Size) -> Assignment | None:
    """The first pair without an answer, None when every pair has one. Two tabs get the same one."""
    if standing.first_open is not None:
        return assignment_at(reviewer, standing.first_open)
    position = standing.last_made + 1
    if position > size.tasks:
        return None
    try:
        with transaction.atomic():
            return _assign(reviewer, size, position)
    except IntegrityError:
        # Another tab was first: the constraints let one row through, and that is what both show.
        if not main_assignments(reviewer).filter(position=position).exists():
            raise
        return assignment_at(reviewer, position)


def _assign(reviewer: Reviewer, size: Size, position: int) -> Assignment:
    number, a_is_left = number_at(reviewer.study, size, reviewer.number, position)
    task = Task.objects.select_related("case").get(study=reviewer.study_id, number=number)
    pins = StudyPoster.objects.filter(
        study=reviewer.study_id, case=task.case_id, study_system__in=(task.system_a_id, task.system_b_id)
    ).select_related("poster")
    posters = {pin.study_system_id: pin.poster for pin in pins}
    a, b = posters[task.system_a_id], posters[task.system_b_id]
    left, right = (a, b) if a_is_left else (b, a)
    return Assignment.objects.create(
        reviewer=reviewer,
        case_id=task.case_id,
        task=task,
        position=position,
        step=position,
        left_poster=left,
        right_poster=right,
        a_is_left=a_is_left,
        first_shown_at=timezone.now(),
    )
