"""Looking up assignments, a reviewer's progress, and judgments as records for reports."""

from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q, QuerySet

from arena.review.blind import Progress
from arena.review.models import Assignment, Judgment
from arena.studies.models import ImportedJudgment, Reviewer, Study
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure, Source

GIVEN = Q(judgment__state=Judgment.State.GIVEN)
OPEN = Q(judgment=None) | Q(judgment__state=Judgment.State.WITHDRAWN)


def main_assignments(reviewer: Reviewer) -> QuerySet[Assignment]:
    return Assignment.objects.filter(reviewer=reviewer, kind=Assignment.Kind.MAIN)


def assignment_by_token(reviewer: Reviewer, token: str) -> Assignment | None:
    """The reviewer's own assignment of this token, with its paper, posters and judgment."""
    return _with_all(Assignment.objects.filter(reviewer=reviewer, token=token)).first()


def assignment_at(reviewer: Reviewer, position: int) -> Assignment:
    return _with_all(main_assignments(reviewer)).get(position=position)


def _with_all(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    posters = ("left_poster", "right_poster")
    return rows.select_related("case", "judgment", *posters).defer(*(f"{poster}__notes" for poster in posters))


def judgment_of(assignment: Assignment) -> Judgment | None:
    return getattr(assignment, "judgment", None)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a reviewer is. Assignments are made in order, so those made are the first ones."""

    done: int
    skipped: int
    first_open: int | None  # the first position shown that has no answer now
    last_made: int  # 0 before the first

    def progress(self, total: int) -> Progress:
        return Progress(total=total, done=self.done, skipped=self.skipped)


def standing_of(reviewer: Reviewer) -> Standing:
    """One query."""
    skip = Q(judgment__choice=Choice.SKIP)
    found = main_assignments(reviewer).aggregate(
        done=Count("pk", filter=GIVEN & ~skip),
        skipped=Count("pk", filter=GIVEN & skip),
        first_open=Min("position", filter=OPEN),
        last_made=Max("position"),
    )
    return Standing(found["done"], found["skipped"], found["first_open"], found["last_made"] or 0)


def last_given(reviewer: Reviewer) -> Judgment | None:
    """The judgment given or changed last, which undo takes back."""
    rows = Judgment.objects.filter(
        assignment__reviewer=reviewer, assignment__kind=Assignment.Kind.MAIN, state=Judgment.State.GIVEN
    )
    return rows.select_related("assignment").order_by("-decided_at", "-assignment__position").first()


def decided(reviewer: Reviewer, *, skipped_only: bool = False) -> QuerySet[Assignment]:
    """The assignments this reviewer ever answered, the latest position first."""
    rows = main_assignments(reviewer).exclude(judgment=None).select_related("case", "judgment")
    if skipped_only:
        rows = rows.filter(GIVEN, judgment__choice=Choice.SKIP)
    return rows.order_by("-position")


def reviewer_label(reviewer: Reviewer) -> str:
    """The pseudonym, with a word where the reviewer may have known the systems."""
    return f"{reviewer.pseudonym}-staff" if reviewer.kind == Reviewer.Kind.STAFF else reviewer.pseudonym


def judgment_records(study: Study, *, simulated: bool) -> list[JudgmentRecord]:
    """The study's responses of people or of simulated reviewers, by reviewer and position; one query.

    Withdrawn judgments are no responses; an imported study gives its rows as they stand.
    """
    if study.is_imported:
        rows = ImportedJudgment.objects.filter(study=study).order_by("line")
        wanted = rows.filter(source=Source.SIMULATED) if simulated else rows.exclude(source=Source.SIMULATED)
        return [_imported_record(row) for row in wanted]
    given = Judgment.objects.filter(
        assignment__reviewer__study=study, assignment__kind=Assignment.Kind.MAIN, state=Judgment.State.GIVEN
    )
    of_simulated = Q(assignment__reviewer__kind=Reviewer.Kind.SIMULATED)
    judgments = given.filter(of_simulated if simulated else ~of_simulated).select_related(
        "assignment__reviewer", "assignment__task__case", "assignment__task__system_a", "assignment__task__system_b"
    )
    ordered = judgments.order_by("assignment__reviewer__number", "assignment__position")
    return [_record(study, judgment) for judgment in ordered]


def _record(study: Study, judgment: Judgment) -> JudgmentRecord:
    assignment = judgment.assignment
    task, reviewer = assignment.of_task, assignment.reviewer
    a, b = task.system_a.label, task.system_b.label
    left, right = (a, b) if assignment.a_is_left else (b, a)
    return JudgmentRecord(
        judgment_id=f"{study.name}:{reviewer.pseudonym}:{assignment.position}",
        case_id=task.case.case_id,
        discipline=task.case.discipline,
        reviewer=reviewer_label(reviewer),
        system_left=left,
        system_right=right,
        choice=Choice(judgment.choice),
        critical_failure=_critical_failure(judgment),
        shown_at=judgment.shown_at,
        decided_at=judgment.decided_at,
        seconds=judgment.seconds,
        source=Source(judgment.source),
        revision=judgment.revision,
        comment=judgment.comment,
    )


def _critical_failure(judgment: Judgment) -> CriticalFailure:
    match judgment.critical_left, judgment.critical_right:
        case True, True:
            return CriticalFailure.BOTH
        case True, _:
            return CriticalFailure.LEFT
        case _, True:
            return CriticalFailure.RIGHT
        case _:
            return CriticalFailure.NONE


def _imported_record(row: ImportedJudgment) -> JudgmentRecord:
    return JudgmentRecord(
        judgment_id=row.judgment_id,
        case_id=row.case_id_text,
        discipline=row.discipline,
        reviewer=row.reviewer,
        system_left=row.system_left,
        system_right=row.system_right,
        choice=Choice(row.choice),
        critical_failure=CriticalFailure(row.critical_failure),
        shown_at=row.shown_at,
        decided_at=row.decided_at,
        seconds=row.seconds,
        source=Source(row.source) if row.source else Source.IMPORT,
        revision=row.revision,
        comment=row.comment,
        repeat_of=row.repeat_of,
        excluded_reason=row.excluded_reason,
    )
