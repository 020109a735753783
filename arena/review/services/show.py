"""Showing a reviewer the next pair, and preparing the one after it; an assignment is made once, by its step."""

from collections.abc import Mapping
from datetime import datetime

from django.db import DEFAULT_DB_ALIAS, IntegrityError, transaction
from django.utils import timezone

from arena.benchmarks.models import Case
from arena.posters.models import Poster
from arena.review.hot import written_out
from arena.review.models import Assignment
from arena.review.selectors import SHOWN_OF_POSTER, Standing, assignment_at, next_step
from arena.studies.models import GoldPair, Reviewer
from arena.studies.roster import Place, task_number
from arena.studies.schedule import Step, StepKind

# A task's paper with the task's key and the pinned posters of its systems a and b.
_PINNED = written_out("""
SELECT c.id, c.title, c.authors, c.abstract, c.discipline, c.pages, t.id AS task_key,
       a.id AS a_id, a.pdf_sha256 AS a_pdf_sha256, a.width AS a_width, a.height AS a_height,
       b.id AS b_id, b.pdf_sha256 AS b_pdf_sha256, b.width AS b_width, b.height AS b_height
FROM {Task} t
JOIN {Case} c ON c.id = t.case_id
JOIN {StudyPoster} pa ON pa.study_id = t.study_id AND pa.case_id = t.case_id AND pa.study_system_id = t.system_a_id
JOIN {StudyPoster} pb ON pb.study_id = t.study_id AND pb.case_id = t.case_id AND pb.study_system_id = t.system_b_id
JOIN {Poster} a ON a.id = pa.poster_id
JOIN {Poster} b ON b.id = pb.poster_id
WHERE t.study_id = %(study)s AND t.number = %(number)s
""")


def show_next(*, reviewer: Reviewer, standing: Standing) -> Assignment | None:
    """The first pair without an answer, None when every pair has one. Two tabs get the same one."""
    assignment = _next(reviewer, standing, shown_at=timezone.now())
    if assignment is not None:
        mark_shown(assignment=assignment)
    return assignment


def prepare_next(*, reviewer: Reviewer, standing: Standing) -> Assignment | None:
    """The same without showing it; with a standing `besides` the pair on the screen, what comes after that one."""
    return _next(reviewer, standing, shown_at=None)


def _next(reviewer: Reviewer, standing: Standing, *, shown_at: datetime | None) -> Assignment | None:
    practice = standing.schedule.practice
    step = standing.first_open
    is_new = step is None
    if is_new:
        step = next_step(reviewer, standing)
    if step is None or (step > practice and standing.is_enough):
        return None
    return _made(reviewer, standing, step, shown_at) if is_new else assignment_at(reviewer, step)


def mark_shown(*, assignment: Assignment) -> None:
    """From now on the pair was shown; the first time stays."""
    if assignment.first_shown_at is not None:
        return
    assignment.first_shown_at = timezone.now()
    first = Assignment.objects.filter(pk=assignment.pk, first_shown_at=None)
    if not first.update(first_shown_at=assignment.first_shown_at):
        assignment.refresh_from_db(fields=["first_shown_at"])


def mark_showing(*, reviewer: Reviewer, token: str) -> None:
    """The same for the pair that a browser of this reviewer says it shows; nothing where there is no such pair."""
    own = Assignment.objects.filter(reviewer=reviewer, token=token, first_shown_at=None)
    own.update(first_shown_at=timezone.now())


def _made(reviewer: Reviewer, standing: Standing, number: int, shown_at: datetime | None) -> Assignment:
    assignment = _assignment(reviewer, standing.schedule.step(number), number)
    assignment.first_shown_at = shown_at
    try:
        with transaction.atomic():
            assignment.save(force_insert=True)
    except IntegrityError:
        # Another tab was first: the constraints let one row through, and that is what both show.
        if not Assignment.objects.filter(reviewer=reviewer, step=number).exists():
            raise
        return assignment_at(reviewer, number)
    Assignment._meta.get_field("judgment").set_cached_value(assignment, None)  # known without asking: there is none
    return assignment


def _assignment(reviewer: Reviewer, step: Step, number: int) -> Assignment:
    assignment = Assignment(reviewer=reviewer, kind=step.kind.value, position=step.position, step=number)
    if step.place is None:
        gold = GoldPair.objects.select_related("case", "better", "worse")
        assignment.gold = pair = gold.get(study=reviewer.study_id, number=step.gold)
        assignment.case, first, second = pair.case, pair.better, pair.worse
        assignment.a_is_left = step.first_is_left
    else:
        assignment.task_id, assignment.case, first, second = _pinned(reviewer, step.place)
        assignment.a_is_left = step.first_is_left
        if step.kind == StepKind.REPEAT:
            _set_original(assignment)
    left, right = (first, second) if assignment.a_is_left else (second, first)
    assignment.left_poster, assignment.right_poster = left, right
    return assignment


def _pinned(reviewer: Reviewer, place: Place) -> tuple[int, Case, Poster, Poster]:
    """The key of the task, its paper, and the pinned posters of its systems a and b; one query."""
    study = reviewer.study
    values = {"study": study.pk, "number": task_number(place, study.system_count)}
    case = Case.objects.raw(_PINNED, values)[0]
    found = vars(case)
    return found["task_key"], case, _poster_of(found, "a"), _poster_of(found, "b")


def _poster_of(row: Mapping[str, object], side: str) -> Poster:
    names = ("id", *SHOWN_OF_POSTER)
    return Poster.from_db(DEFAULT_DB_ALIAS, names, [row[f"{side}_{name}"] for name in names])


def _set_original(assignment: Assignment) -> None:
    """Which assignment comes again; its sides as they were shown, maybe by an earlier version, are swapped."""
    main = Assignment.objects.filter(reviewer=assignment.reviewer, kind=Assignment.Kind.MAIN)
    original = main.filter(task=assignment.task_id).first()
    if original is not None:
        assignment.repeat_of, assignment.a_is_left = original, not original.a_is_left
