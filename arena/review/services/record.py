"""Recording a reviewer's answers: each change with its revision in one transaction, nothing twice, nothing lost."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from arena.core.errors import Conflict
from arena.core.sql import row_of
from arena.review.blind import CHOICE_WORDS
from arena.review.hot import written_out
from arena.review.models import Assignment, GivenAnswer, Judgment, JudgmentRevision
from arena.review.selectors import is_open_to
from arena.studies.models import Reviewer
from scoring.words import Choice

# A browser counts seconds with its own clock, so it may be a little ahead of ours.
CLOCK_SLACK_SECONDS = 2.0
# What a judgment says, and each of its revisions.
SAID = tuple(field.name for field in GivenAnswer._meta.get_fields())
# What decides on an answer, as it is now.
_RULES = written_out("""
SELECT r.kind, r.revoked_at IS NOT NULL, s.state, s.min_view_seconds,
       EXISTS (SELECT 1 FROM {ConflictOfInterest} c WHERE c.reviewer_id = r.id AND c.case_id = %(case)s),
       EXISTS (SELECT 1 FROM {Judgment} j WHERE j.assignment_id = %(assignment)s)
FROM {Reviewer} r JOIN {Study} s ON s.id = r.study_id
WHERE r.id = %(reviewer)s
""")
# The study before the pair: freezing its next version holds the study and then takes the pairs, so the other way round
# the two would wait for each other.
_LOCKED = written_out("""
WITH held AS MATERIALIZED (
    SELECT s.id FROM {Study} s JOIN {Reviewer} r ON r.study_id = s.id WHERE r.id = %(reviewer)s FOR SHARE OF s
)
SELECT a.* FROM {Assignment} a CROSS JOIN held
WHERE a.reviewer_id = %(reviewer)s AND a.token = %(token)s FOR UPDATE OF a
""")
# What the reviewer chose of it, by which one submission is told from another.
CHOSEN = ("choice", "critical_left", "critical_right", "reasons_left", "reasons_right", "knows_paper", "comment")


OTHER_PAIR = "This form was already sent for another pair. Please answer on this page again."


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

    @property
    def chosen(self) -> dict[str, object]:
        """As it is stored."""
        values = {name: getattr(self, name) for name in CHOSEN}
        return values | {"reasons_left": list(self.reasons_left), "reasons_right": list(self.reasons_right)}


def record_judgment(*, assignment: Assignment, answer: Answer, revision: int, key: str) -> Judgment:
    """Record the answer if the assignment still stands at `revision` (0: never answered).

    See `record_at`, which takes the assignment by its token and is what pages use.
    """
    return record_at(reviewer=assignment.reviewer, token=assignment.token, answer=answer, revision=revision, key=key)


def record_at(*, reviewer: Reviewer, token: str, answer: Answer, revision: int, key: str) -> Judgment:
    """Record the answer to the reviewer's pair of this token. Raises Assignment.DoesNotExist where there is none.

    The same submission again, known by its key, changes nothing and returns the judgment. Raises Conflict otherwise.
    An answer may arrive long after it was given, from a browser that was offline: when the pair was shown is then the
    browser's word, within what is possible.
    """
    try:
        with transaction.atomic():
            return _recorded_judgment(_locked(reviewer, token), answer, revision, key)
    except IntegrityError:
        # Keys are unique: this one came with an answer to another pair.
        if not JudgmentRevision.objects.filter(key=key).exists():
            raise
        raise Conflict(OTHER_PAIR) from None


def _recorded_judgment(assignment: Assignment, answer: Answer, revision: int, key: str) -> Judgment:
    rules = _rules_of(assignment)
    current = Judgment.objects.get(assignment=assignment) if rules.is_judged else None
    # An assignment without a judgment has no revision that the key could be of.
    repeated = _recorded(assignment, key) if current is not None else None
    if repeated is not None:
        _refuse_other_answer(repeated, answer)
        return repeated.judgment
    now = timezone.now()
    _refuse_closed(rules)
    _refuse_stale(current, revision)
    shown_at = _shown_at(assignment, answer, now)
    seen_from = min(shown_at, assignment.first_shown_at or shown_at)
    _refuse_unseen(rules, answer, now - seen_from)
    if assignment.first_shown_at is None:
        assignment.first_shown_at = shown_at
        assignment.save(update_fields=["first_shown_at"])
    judgment = current or Judgment(assignment=assignment, revision=0)
    judgment.state, judgment.source = Judgment.State.GIVEN, Judgment.Source.BROWSER
    for name, value in answer.chosen.items():
        setattr(judgment, name, value)
    judgment.shown_at, judgment.decided_at = shown_at, now
    judgment.seconds = _visible_seconds(answer.seconds, now - seen_from)
    judgment.both_decoded = answer.both_decoded
    _save(judgment, JudgmentRevision.Action.CHANGED if current else JudgmentRevision.Action.GIVEN, key, now)
    return judgment


def withdraw_judgment(*, assignment: Assignment, revision: int, key: str) -> Judgment:
    """Take the answer back; it stays marked on the page but is no response. Withdrawing twice is once."""
    with transaction.atomic():
        assignment = _locked(assignment.reviewer, assignment.token)
        repeated = _recorded(assignment, key)
        if repeated is not None and repeated.action == JudgmentRevision.Action.WITHDRAWN:
            return repeated.judgment
        if repeated is not None:
            raise Conflict("This form was already sent as an answer. Please undo again.")
        _refuse_closed(_rules_of(assignment))
        judgment = Judgment.objects.filter(assignment=assignment).order_by().first()
        if judgment is None:
            raise Conflict("There is no answer to take back.")
        if judgment.state == Judgment.State.WITHDRAWN:
            return judgment
        _refuse_stale(judgment, revision)
        judgment.state = Judgment.State.WITHDRAWN
        _save(judgment, JudgmentRevision.Action.WITHDRAWN, key, timezone.now())
    return judgment


@dataclass(frozen=True, slots=True)
class _Rules:
    is_revoked: bool
    is_open: bool
    is_conflict: bool  # the reviewer is too close to the paper
    is_judged: bool  # there is a judgment, given or withdrawn
    min_view: timedelta


def _rules_of(assignment: Assignment) -> _Rules:
    values = {"reviewer": assignment.reviewer_id, "case": assignment.case_id, "assignment": assignment.pk}
    kind, is_revoked, state, min_view_seconds, is_conflict, is_judged = row_of(_RULES, values)
    return _Rules(
        is_revoked=bool(is_revoked),
        is_open=is_open_to(str(kind), str(state)),
        is_conflict=bool(is_conflict),
        is_judged=bool(is_judged),
        min_view=timedelta(seconds=float(min_view_seconds)),
    )


def _locked(reviewer: Reviewer, token: str) -> Assignment:
    """The row as it is now; other submissions for it wait until this one is through.

    So does whoever pauses or closes the study, or an answer would come in after the last one. On SQLite a transaction
    that writes is the only one anyhow.
    """
    if not connection.features.has_select_for_update:
        return Assignment.objects.get(reviewer=reviewer.pk, token=token)
    for assignment in Assignment.objects.raw(_LOCKED, {"reviewer": reviewer.pk, "token": token}):
        return assignment
    raise Assignment.DoesNotExist


def _recorded(assignment: Assignment, key: str) -> JudgmentRevision | None:
    """What a submission with this key did, where one was recorded already."""
    revision = JudgmentRevision.objects.select_related("judgment").filter(key=key).first()
    if revision is None:
        return None
    if revision.judgment.assignment_id != assignment.pk:
        raise Conflict(OTHER_PAIR)
    return revision


def _refuse_other_answer(recorded: JudgmentRevision, answer: Answer) -> None:
    """Two choices on one page, faster than the site answers: the second is not the first sent twice."""
    said = {name: getattr(recorded, name) for name in CHOSEN}
    if recorded.action == JudgmentRevision.Action.WITHDRAWN or said != answer.chosen:
        raise Conflict(
            f"This page already sent an answer: {CHOICE_WORDS[recorded.choice]}. Choose again to change that."
        )


def _refuse_closed(rules: _Rules) -> None:
    if rules.is_revoked:
        raise StudyNotOpen("Your link was withdrawn, so this answer could not be saved.")
    if not rules.is_open:
        raise StudyNotOpen("The study takes no answers now, so this one could not be saved.")
    if rules.is_conflict:
        raise Conflict("You said that you are too close to this paper, so its pairs are left out.")


def _refuse_stale(current: Judgment | None, revision: int) -> None:
    if (current.revision if current else 0) == revision:
        return
    if current is not None and current.state == Judgment.State.GIVEN:
        said = CHOICE_WORDS[current.choice]
        raise Conflict(f"This pair was answered in another window meanwhile: {said}. Choose again to change that.")
    raise Conflict("This pair was changed in another window meanwhile. Please choose again.")


def _refuse_unseen(rules: _Rules, answer: Answer, seen: timedelta) -> None:
    """A pair that cannot be seen can still be skipped, or a broken picture would hold a reviewer up for good."""
    if seen < rules.min_view:
        raise Conflict("That was very quick. Please look at both posters for a moment, then choose again.")
    if answer.both_decoded is False and answer.choice != Choice.SKIP:
        raise Conflict("Your browser had not shown both posters yet. Please look at both, then choose again.")


def _shown_at(assignment: Assignment, answer: Answer, now: datetime) -> datetime:
    """When the pair was shown this time: the page's word, within what is possible, or when we first showed it."""
    if answer.shown_at is None:
        return assignment.first_shown_at or now
    return min(max(answer.shown_at, assignment.made_at), now)


def _visible_seconds(seconds: float | None, since_shown: timedelta) -> float | None:
    """The seconds the pair was visible, None where the browser said nothing or something impossible."""
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return None
    possible = since_shown.total_seconds()
    return round(min(seconds, possible), 3) if seconds <= possible + CLOCK_SLACK_SECONDS else None


def _save(judgment: Judgment, action: JudgmentRevision.Action, key: str, now: datetime) -> None:
    judgment.revision += 1
    judgment.save()
    said = {name: getattr(judgment, name) for name in SAID}
    JudgmentRevision.objects.create(judgment=judgment, number=judgment.revision, action=action, key=key, at=now, **said)
