"""Judgments as records for reports: what was answered, by pseudonym and with the systems' names."""

from collections.abc import Iterable, Iterator

from django.db.models import Q, QuerySet

from arena.review.excluded import reasons_in_force
from arena.review.models import Assignment, Judgment
from arena.studies.models import ImportedJudgment, Reviewer, Study
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure, Source

MAIN, REPEAT = Assignment.Kind.MAIN, Assignment.Kind.REPEAT


def reviewer_label(reviewer: Reviewer) -> str:
    """The pseudonym, with a word where the reviewer may have known the systems."""
    return f"{reviewer.pseudonym}-staff" if reviewer.kind == Reviewer.Kind.STAFF else reviewer.pseudonym


def judgment_records(study: Study, *, simulated: bool) -> list[JudgmentRecord]:
    """The study's responses of people or of simulated reviewers, by reviewer and position; two queries.

    Withdrawn judgments are no responses. What is excluded stands there with its reasons. A repeat names the response
    it repeats, and comes right after it; one whose pair has no response now is left out, because there is nothing that
    it repeats, and counted by `repeats_alone`. Practice, gold pairs and the preview are never there. An imported study
    gives its rows as they stand.
    """
    if study.is_imported:
        rows = ImportedJudgment.objects.filter(study=study).order_by("line")
        wanted = rows.filter(source=Source.SIMULATED) if simulated else rows.exclude(source=Source.SIMULATED)
        return [_imported_record(row) for row in wanted]
    return [record for record, _ in responses(study, simulated=simulated)]


def responses(study: Study, *, simulated: bool) -> list[tuple[JudgmentRecord, Judgment]]:
    """The records of a study that was reviewed here, each with the judgment behind it, as both are at one moment."""
    reasons = reasons_in_force(study)
    judgments = _responses(study, simulated=simulated).select_related(
        "assignment__reviewer", "assignment__task__case", "assignment__task__system_a", "assignment__task__system_b"
    )
    # "main" sorts before "repeat".
    ordered = judgments.order_by("assignment__reviewer__number", "assignment__position", "assignment__kind")
    return [
        (
            _record(study, judgment, reasons.of(reviewer_id=judgment.assignment.reviewer_id, judgment_id=judgment.pk)),
            judgment,
        )
        for judgment in _not_alone(ordered)
    ]


def repeats_alone(study: Study, *, simulated: bool) -> int:
    """Repeats that are answered while the pair they repeat is not: withdrawn since, or never answered."""
    judgments = (
        _responses(study, simulated=simulated)
        .select_related("assignment")
        .only("assignment__reviewer", "assignment__position", "assignment__kind")
    )
    found = list(judgments.order_by("assignment__reviewer", "assignment__position", "assignment__kind"))
    return len(found) - sum(1 for _ in _not_alone(found))


def _responses(study: Study, *, simulated: bool) -> QuerySet[Judgment]:
    of_simulated = Q(assignment__reviewer__kind=Reviewer.Kind.SIMULATED)
    return Judgment.objects.filter(
        of_simulated if simulated else ~of_simulated,
        assignment__reviewer__study=study,
        assignment__kind__in=(MAIN, REPEAT),
        state=Judgment.State.GIVEN,
    ).exclude(assignment__reviewer__kind=Reviewer.Kind.PREVIEW)


def _not_alone(judgments: Iterable[Judgment]) -> Iterator[Judgment]:
    """Without repeats of what is not there; each pair comes before its repeat."""
    before: tuple[int, int] | None = None
    for judgment in judgments:
        assignment = judgment.assignment
        pair = (assignment.reviewer_id, assignment.position)
        if assignment.kind == MAIN or pair == before:
            yield judgment
        before = pair


def _record(study: Study, judgment: Judgment, excluded_reason: str) -> JudgmentRecord:
    assignment = judgment.assignment
    task, reviewer = assignment.of_task, assignment.reviewer
    a, b = task.system_a.label, task.system_b.label
    left, right = (a, b) if assignment.a_is_left else (b, a)
    return JudgmentRecord(
        judgment_id=_judgment_id(study, assignment),
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
        repeat_of=_pair_id(study, assignment) if assignment.kind == REPEAT else "",
        excluded_reason=excluded_reason,
    )


def _pair_id(study: Study, assignment: Assignment) -> str:
    """A repeat has the position of the pair it repeats."""
    return f"{study.name}:{assignment.reviewer.pseudonym}:{assignment.position}"


def _judgment_id(study: Study, assignment: Assignment) -> str:
    pair_id = _pair_id(study, assignment)
    return f"{pair_id}:again" if assignment.kind == REPEAT else pair_id


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
