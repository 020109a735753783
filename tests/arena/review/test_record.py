"""Recording answers: what is taken, what is refused, and what is kept of each change."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.core.errors import Conflict
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.review.selectors import last_given, standing_of
from arena.review.services.record import Answer, StudyNotOpen, record_judgment, withdraw_judgment
from arena.review.services.show import show_next
from arena.studies.models import Reviewer, Study
from arena.studies.services.invite import revoke_invitation
from scoring.words import Choice
from tests.factories.review import judge, show

pytestmark = pytest.mark.django_db


def actions(judgment: Judgment) -> list[tuple[int, str, str]]:
    return list(judgment.revisions.values_list("number", "action", "choice"))


def test_an_answer_is_stored_with_what_was_shown(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    judgment = judge(assignment, Choice.RIGHT, critical_left=True, comment="cut off", seconds=0.0, both_decoded=True)
    judgment.refresh_from_db()
    assert (judgment.choice, judgment.state, judgment.revision, judgment.source) == ("right", "given", 1, "browser")
    assert (judgment.critical_left, judgment.critical_right, judgment.comment) == (True, False, "cut off")
    assert judgment.shown_at == assignment.first_shown_at
    assert judgment.decided_at >= judgment.shown_at
    assert judgment.seconds == 0.0
    assert judgment.both_decoded is True
    revision = judgment.revisions.get()
    assert (revision.number, revision.action, revision.choice, revision.critical_left) == (1, "given", "right", True)
    pinned = set(reviewer.study.posters.filter(case=assignment.task.case).values_list("poster", flat=True))
    assert {assignment.left_poster_id, assignment.right_poster_id} <= pinned


def test_the_database_itself_takes_no_other_choice(reviewer: Reviewer) -> None:
    judge(show(reviewer))
    for rows in (Judgment.objects, JudgmentRevision.objects):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(choice="both")


def test_changing_withdrawing_and_judging_again_are_all_kept(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    judge(assignment, Choice.LEFT)
    judge(assignment, Choice.EQUAL, revision=1)
    withdrawn = withdraw_judgment(assignment=assignment, revision=2, key=str(uuid.uuid4()))
    assert withdrawn.state == Judgment.State.WITHDRAWN
    judgment = judge(assignment, Choice.SKIP, revision=3)
    assert actions(judgment) == [
        (1, "given", "left"),
        (2, "changed", "equal"),
        (3, "withdrawn", "equal"),
        (4, "changed", "skip"),
    ]
    assert Judgment.objects.count() == 1
    assert judgment.state == Judgment.State.GIVEN


def test_the_same_submission_twice_is_recorded_once(reviewer: Reviewer) -> None:
    assignment, key = show(reviewer), str(uuid.uuid4())
    answer = Answer(choice=Choice.LEFT)
    first = record_judgment(assignment=assignment, answer=answer, revision=0, key=key)
    again = record_judgment(assignment=assignment, answer=answer, revision=0, key=key)
    assert first == again
    assert JudgmentRevision.objects.count() == 1
    undo = str(uuid.uuid4())
    withdraw_judgment(assignment=assignment, revision=1, key=undo)
    withdraw_judgment(assignment=assignment, revision=1, key=undo)
    withdraw_judgment(assignment=assignment, revision=2, key=str(uuid.uuid4()))
    assert actions(again) == [(1, "given", "left"), (2, "withdrawn", "left")]


@pytest.mark.parametrize(
    "other", [Answer(choice=Choice.RIGHT), Answer(choice=Choice.LEFT, comment="b"), Answer(Choice.LEFT, True)]
)
def test_another_answer_under_the_same_key_is_told_and_not_taken_for_the_first(
    reviewer: Reviewer, other: Answer
) -> None:
    # Somebody presses left and then right before the site has answered: both forms carry the page's one key.
    assignment, key = show(reviewer), str(uuid.uuid4())
    record_judgment(assignment=assignment, answer=Answer(choice=Choice.LEFT), revision=0, key=key)
    with pytest.raises(Conflict, match="already sent an answer"):
        record_judgment(assignment=assignment, answer=other, revision=0, key=key)
    with pytest.raises(Conflict, match="undo again"):
        withdraw_judgment(assignment=assignment, revision=1, key=key)
    judgment = Judgment.objects.get()
    assert (judgment.choice, judgment.comment, judgment.revision) == (Choice.LEFT, "", 1)


def test_a_key_of_another_pair_is_refused(reviewer: Reviewer) -> None:
    first, key = show(reviewer), str(uuid.uuid4())
    record_judgment(assignment=first, answer=Answer(choice=Choice.LEFT), revision=0, key=key)
    with pytest.raises(Conflict, match="another pair"):
        record_judgment(assignment=show(reviewer), answer=Answer(choice=Choice.LEFT), revision=0, key=key)


def test_an_answer_from_an_old_page_is_refused(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    judge(assignment, Choice.LEFT)
    with pytest.raises(Conflict, match="another window meanwhile: Poster A"):
        judge(assignment, Choice.RIGHT, revision=0)
    with pytest.raises(Conflict, match="another window"):
        judge(assignment, Choice.RIGHT, revision=2)
    with pytest.raises(Conflict):
        withdraw_judgment(assignment=assignment, revision=0, key=str(uuid.uuid4()))
    assert Judgment.objects.get().choice == Choice.LEFT
    assert JudgmentRevision.objects.count() == 1


def test_nothing_is_taken_before_the_minimum_view_time(reviewer: Reviewer) -> None:
    Study.objects.update(min_view_seconds=2.0)
    assignment = show(reviewer)
    for choice in Choice:
        with pytest.raises(Conflict, match="very quick"):
            judge(assignment, choice)
    assert not Judgment.objects.exists()
    Assignment.objects.update(first_shown_at=timezone.now() - timedelta(seconds=2.1))
    assert judge(assignment).revision == 1


def test_an_answer_to_posters_that_were_not_drawn_is_refused_but_a_skip_is_not(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    for choice in (Choice.LEFT, Choice.EQUAL, Choice.RIGHT):
        with pytest.raises(Conflict, match="had not shown both posters"):
            judge(assignment, choice, both_decoded=False)
    assert judge(assignment, Choice.SKIP, both_decoded=False).both_decoded is False


def test_without_script_decoding_is_unknown_and_seconds_too(reviewer: Reviewer) -> None:
    judgment = judge(show(reviewer))
    assert judgment.both_decoded is None
    assert judgment.seconds is None


@pytest.mark.parametrize(
    ("seconds", "stored"),
    [
        (12.3456, 12.346),
        (0.0, 0.0),
        (31.0, 30.0),
        (40.0, None),
        (-1.0, None),
        (float("nan"), None),
        (float("inf"), None),
    ],
)
def test_visible_seconds_are_only_believed_as_far_as_possible(
    reviewer: Reviewer, seconds: float, stored: float | None
) -> None:
    assignment = show(reviewer)
    Assignment.objects.update(first_shown_at=timezone.now() - timedelta(seconds=30))
    judgment = judge(assignment, seconds=seconds)
    assert judgment.seconds == (pytest.approx(stored, abs=0.5) if stored else stored)


def test_when_a_pair_was_shown_again_is_believed_between_its_making_and_now(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    now = timezone.now()
    first = now - timedelta(hours=2)
    Assignment.objects.update(made_at=first, first_shown_at=first)
    again = now - timedelta(minutes=1)
    assert judge(assignment, shown_at=again).shown_at == again
    assert judge(assignment, revision=1, shown_at=first - timedelta(days=1)).shown_at == first
    assert judge(assignment, revision=2, shown_at=now + timedelta(days=1)).shown_at <= timezone.now()


@pytest.mark.parametrize("state", [Study.State.FROZEN, Study.State.CLOSED])
def test_a_study_that_is_not_open_takes_nothing(reviewer: Reviewer, state: str) -> None:
    first = show(reviewer)
    judge(first)
    second = show(reviewer)
    Study.objects.update(state=state)
    with pytest.raises(StudyNotOpen):
        judge(second)
    with pytest.raises(StudyNotOpen):
        withdraw_judgment(assignment=first, revision=1, key=str(uuid.uuid4()))


def test_a_revoked_reviewer_records_nothing(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    revoke_invitation(reviewer=reviewer)
    with pytest.raises(StudyNotOpen):
        judge(assignment)


def test_pairs_come_in_the_order_of_the_roster_and_the_one_taken_back_comes_first(reviewer: Reviewer) -> None:
    first = show(reviewer)
    assert first.position == 1
    assert show(reviewer) == first
    judge(first)
    second = show(reviewer)
    judge(second, Choice.SKIP)
    third = show(reviewer)
    assert [second.position, third.position] == [2, 3]
    standing = standing_of(reviewer)
    assert (standing.done, standing.skipped) == (1, 1)
    last = last_given(reviewer)
    assert last is not None
    assert last.assignment == second
    withdraw_judgment(assignment=second, revision=1, key=str(uuid.uuid4()))
    before = last_given(reviewer)
    assert before is not None
    assert before.assignment == first
    assert show(reviewer) == second
    standing = standing_of(reviewer)
    assert (standing.done, standing.skipped) == (1, 0)


def test_every_pair_is_shown_once_and_then_there_is_none(reviewer: Reviewer) -> None:
    for _ in range(12):
        judge(show(reviewer))
    assert Assignment.objects.values("task").distinct().count() == 12
    assert show_next(reviewer=reviewer, standing=standing_of(reviewer)) is None
