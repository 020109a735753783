"""Recording a reviewer's answers: each change with its revision in one transaction, nothing twice, nothing lost."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from arena.core.errors import Conflict
from arena.review.blind import CHOICE_WORDS
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.models import Study
from scoring.words import Choice

# A browser counts seconds with its own clock, so it may be a little ahead of ours.
CLOCK_SLACK_SECONDS = 2.0


class StudyNotOpen(Conflict):
    """The study takes no answers now."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reviewer sent. `shown_at` and `seconds` are the browser's words and are checked against the server's."""

    choice: Choice
    critical_left: bool = False
    critical_right: bool = False
    reasons_left: tuple[str, ...] = ()  # values of FlagReason
    reasons_right: tuple[str, ...] = ()
    knows_paper: bool = False
    comment: str = ""
    shown_at: datetime | None = None
    seconds: float | None = None
    both_decoded: bool | None = None  # None from a browser without script


def record_judgment(*, assignment: Assignment, answer: Answer, revision: int, key: str) -> Judgment:
    """Record the answer if the assignment still stands at `revision` (0: never answered).

    The same submission again, known by its key, changes nothing and returns the judgment. Raises Conflict otherwise.
    """
    with transaction.atomic():
        assignment = _locked(assignment)
        repeated = _recorded(assignment, key)
        if repeated is not None:
            _refuse_other_answer(repeated, answer)
            return repeated.judgment
        current = Judgment.objects.filter(assignment=assignment).first()
        now = timezone.now()
        _refuse_closed(assignment)
        _refuse_stale(current, revision)
        _refuse_unseen(assignment, answer, now)
        shown_at = _shown_at(assignment, answer, now)
        judgment = current or Judgment(assignment=assignment, revision=0)
        judgment.state, judgment.source = Judgment.State.GIVEN, Judgment.Source.BROWSER
        judgment.choice, judgment.comment = answer.choice, answer.comment
        judgment.critical_left, judgment.critical_right = answer.critical_left, answer.critical_right
        judgment.shown_at, judgment.decided_at = shown_at, now
        judgment.seconds = _visible_seconds(answer.seconds, now - shown_at)
        judgment.both_decoded = answer.both_decoded
        _save(judgment, JudgmentRevision.Action.CHANGED if current else JudgmentRevision.Action.GIVEN, key, now)
    return judgment


def withdraw_judgment(*, assignment: Assignment, revision: int, key: str) -> Judgment:
    """Take the answer back; it stays marked on the page but is no response. Withdrawing twice is once."""
    with transaction.atomic():
        assignment = _locked(assignment)
        repeated = _recorded(assignment, key)
        if repeated is not None and repeated.action == JudgmentRevision.Action.WITHDRAWN:
            return repeated.judgment
        if repeated is not None:
            raise Conflict("This form was already sent as an answer. Please undo again.")
        _refuse_closed(assignment)
        judgment = Judgment.objects.filter(assignment=assignment).first()
        if judgment is None:
            raise Conflict("There is no answer to take back.")
        if judgment.state == Judgment.State.WITHDRAWN:
            return judgment
        _refuse_stale(judgment, revision)
        judgment.state = Judgment.State.WITHDRAWN
        _save(judgment, JudgmentRevision.Action.WITHDRAWN, key, timezone.now())
    return judgment


def _locked(assignment: Assignment) -> Assignment:
    """The row as it is now; other submissions for it wait until this one is through."""
    rows = Assignment.objects.select_for_update(of=("self",)).select_related("reviewer__study")
    return rows.get(pk=assignment.pk)


def _recorded(assignment: Assignment, key: str) -> JudgmentRevision | None:
    """What a submission with this key did, where one was recorded already."""
    revision = JudgmentRevision.objects.select_related("judgment").filter(key=key).first()
    if revision is None:
        return None
    if revision.judgment.assignment_id != assignment.pk:
        raise Conflict("This form was already sent for another pair. Please answer on this page again.")
    return revision


def _refuse_other_answer(recorded: JudgmentRevision, answer: Answer) -> None:
    """Two choices on one page, faster than the site answers: the second is not the first sent twice."""
    said = (recorded.choice, recorded.critical_left, recorded.critical_right, recorded.comment)
    now = (answer.choice, answer.critical_left, answer.critical_right, answer.comment)
    if recorded.action == JudgmentRevision.Action.WITHDRAWN or said != now:
        raise Conflict(
            f"This page already sent an answer: {CHOICE_WORDS[recorded.choice]}. Choose again to change that."
        )


def _refuse_closed(assignment: Assignment) -> None:
    if assignment.reviewer.revoked_at is not None:
        raise StudyNotOpen("Your link was withdrawn, so this answer could not be saved.")
    if assignment.reviewer.study.state != Study.State.OPEN:
        raise StudyNotOpen("The study takes no answers now, so this one could not be saved.")


def _refuse_stale(current: Judgment | None, revision: int) -> None:
    if (current.revision if current else 0) == revision:
        return
    if current is not None and current.state == Judgment.State.GIVEN:
        said = CHOICE_WORDS[current.choice]
        raise Conflict(f"This pair was answered in another window meanwhile: {said}. Choose again to change that.")
    raise Conflict("This pair was changed in another window meanwhile. Please choose again.")


def _refuse_unseen(assignment: Assignment, answer: Answer, now: datetime) -> None:
    """A pair that cannot be seen can still be skipped, or a broken picture would hold a reviewer up for good."""
    seen = timedelta(seconds=assignment.reviewer.study.min_view_seconds)
    if now < assignment.shown_or_made_at + seen:
        raise Conflict("That was very quick. Please look at both posters for a moment, then choose again.")
    if answer.both_decoded is False and answer.choice != Choice.SKIP:
        raise Conflict("Your browser had not shown both posters yet. Please look at both, then choose again.")


def _shown_at(assignment: Assignment, answer: Answer, now: datetime) -> datetime:
    """When the pair was shown this time: the page's word, within what is possible."""
    if answer.shown_at is None:
        return assignment.shown_or_made_at
    return min(max(answer.shown_at, assignment.shown_or_made_at), now)


def _visible_seconds(seconds: float | None, since_shown: timedelta) -> float | None:
    """The seconds the pair was visible, None where the browser said nothing or something impossible."""
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return None
    possible = since_shown.total_seconds()
    return round(min(seconds, possible), 3) if seconds <= possible + CLOCK_SLACK_SECONDS else None


def _save(judgment: Judgment, action: JudgmentRevision.Action, key: str, now: datetime) -> None:
    judgment.revision += 1
    judgment.save()
    JudgmentRevision.objects.create(
        judgment=judgment,
        number=judgment.revision,
        action=action,
        key=key,
        at=now,
        choice=judgment.choice,
        critical_left=judgment.critical_left,
        critical_right=judgment.critical_right,
        comment=judgment.comment,
        shown_at=judgment.shown_at,
        decided_at=judgment.decided_at,
        seconds=judgment.seconds,
        both_decoded=judgment.both_decoded,
    )
