"""What a reviewer is shown one after the other: practice, main pairs, repeats and gold pairs; conflicts and quotas."""

import pytest

from arena.posters.models import Poster
from arena.review.models import Assignment, ConflictOfInterest, Judgment
from arena.review.selectors import last_given, standing_of
from arena.review.services.show import mark_shown, prepare_next, show_next
from arena.studies.models import Reviewer, Study, StudyPoster
from arena.studies.roster import Place, task_number
from arena.studies.schedule import StepKind
from arena.studies.selectors import schedule_for
from scoring.words import Choice
from tests.factories.quality import make_gold
from tests.factories.review import judge, show, withdraw
from tests.factories.studies import make_poster, make_reviewer, make_study

pytestmark = pytest.mark.django_db
MAIN, REPEAT, GOLD, PRACTICE = (
    Assignment.Kind.MAIN,
    Assignment.Kind.REPEAT,
    Assignment.Kind.GOLD,
    Assignment.Kind.PRACTICE,
)


def study_with(gold: int = 2, **fields: object) -> Study:
    """Five cases and thirty tasks, with practice, repeats and gold pairs of spoilt posters."""
    study = make_study(n_cases=5, state=Study.State.FROZEN, practice_pairs=3, repeat_share=0.1)
    for pin in StudyPoster.objects.filter(study=study).select_related("poster", "case", "study_system__system_config")[
        :gold
    ]:
        make_gold(study, pin.poster, make_poster(pin.case, pin.study_system.system_config))
    Study.objects.filter(pk=study.pk).update(state=Study.State.OPEN, **fields)
    study.refresh_from_db()
    return study


@pytest.fixture
def study() -> Study:
    return study_with()


def work_through(reviewer: Reviewer, most: int = 100) -> list[Assignment]:
    """Answer what is shown until nothing is, and return it as it was shown."""
    seen = []
    for _ in range(most):
        assignment = show_next(reviewer=reviewer, standing=standing_of(reviewer))
        if assignment is None:
            break
        judge(assignment)
        seen.append(assignment)
    return seen


def be_close_to(reviewer: Reviewer, assignment: Assignment) -> None:
    ConflictOfInterest.objects.create(reviewer=reviewer, case=assignment.case)


def test_everything_is_shown_in_the_order_of_the_schedule(study: Study, reviewer: Reviewer) -> None:
    schedule = schedule_for(study, reviewer.number)
    seen = work_through(reviewer)
    assert len(seen) == len(schedule) == 3 + 30 + 3 + 2
    for number, assignment in enumerate(seen, start=1):
        step = schedule.step(number)
        assert (assignment.step, assignment.kind, assignment.position) == (number, step.kind.value, step.position)
    assert [row.kind for row in seen[:3]] == [PRACTICE] * 3
    assert {row.kind for row in seen[3:]} == {MAIN, REPEAT, GOLD}


def test_a_repeat_is_the_same_pair_with_its_sides_swapped(reviewer: Reviewer) -> None:
    repeats = [row for row in work_through(reviewer) if row.kind == REPEAT]
    assert repeats
    for repeat in repeats:
        original = repeat.repeat_of
        assert original is not None
        assert (original.kind, original.task_id, original.position) == (MAIN, repeat.task_id, repeat.position)
        assert (original.left_poster_id, original.right_poster_id) == (repeat.right_poster_id, repeat.left_poster_id)
        assert original.a_is_left != repeat.a_is_left


def test_the_sides_of_a_repeat_are_swapped_as_the_pair_was_shown_also_in_an_earlier_version(reviewer: Reviewer) -> None:
    for assignment in iter(lambda: show(reviewer), None):
        if assignment.kind == REPEAT:
            break
        judge(assignment)
        if assignment.kind == MAIN:  # as if carried over from a version whose roster had the other side
            left, right = assignment.left_poster, assignment.right_poster
            Assignment.objects.filter(pk=assignment.pk).update(
                a_is_left=not assignment.a_is_left, left_poster=right, right_poster=left
            )
    original = Assignment.objects.get(pk=assignment.repeat_of_id)
    assert assignment.left_poster_id == original.right_poster_id


def test_a_gold_pair_shows_its_two_posters_with_the_better_one_where_the_schedule_says(reviewer: Reviewer) -> None:
    gold = [row for row in work_through(reviewer) if row.kind == GOLD]
    assert len(gold) == 2
    for row in gold:
        assert row.gold is not None
        assert row.task is None
        assert row.case_id == row.gold.case_id
        better = row.left_poster if row.a_is_left else row.right_poster
        assert better == row.gold.better


def test_progress_counts_main_repeat_and_gold_alike_and_practice_apart(reviewer: Reviewer) -> None:
    assert standing_of(reviewer).progress.total == 35
    for number in range(1, 4):
        assignment = show(reviewer)
        standing = standing_of(reviewer)
        assert (standing.number_of(assignment), standing.practice_total, standing.practised) == (number, 3, number - 1)
        judge(assignment)
    assert standing_of(reviewer).answered == 0
    for number in range(1, 36):
        assignment = show(reviewer)
        assert standing_of(reviewer).number_of(assignment) == number
        judge(assignment, Choice.SKIP if number % 7 == 0 else Choice.LEFT)
        progress = standing_of(reviewer).progress
        assert (progress.done, progress.skipped) == (number - number // 7, number // 7)
        assert progress.done + progress.skipped + progress.left == progress.total == 35
    assert show_next(reviewer=reviewer, standing=standing_of(reviewer)) is None


def test_papers_of_a_conflict_are_left_out_everywhere(study: Study, reviewer: Reviewer) -> None:
    first = show(reviewer)
    be_close_to(reviewer, first)
    standing = standing_of(reviewer)
    schedule = standing.schedule
    steps = [schedule.step(number) for number in range(1, len(schedule) + 1)]
    wanted = [step for step in steps if not standing.hides(step)]
    seen = work_through(reviewer)
    assert [(row.kind, row.position) for row in seen] == [(step.kind.value, step.position) for step in wanted]
    assert all(row.case_id != first.case_id for row in seen)
    asked = [step for step in wanted if step.kind != StepKind.PRACTICE]
    assert standing.total == len(asked)
    assert standing.practice_total == len(wanted) - len(asked)
    standing = standing_of(reviewer)
    assert (standing.progress.done, standing.progress.left) == (len(asked), 0)
    numbers = [standing.number_of(row) for row in seen if row.kind != PRACTICE]
    assert numbers == list(range(1, len(asked) + 1))


def test_a_conflict_that_is_declared_late_takes_answers_out_of_the_count_and_one_taken_back_asks_again(
    reviewer: Reviewer,
) -> None:
    seen = work_through(reviewer, most=12)
    before = standing_of(reviewer)
    close = seen[5]
    be_close_to(reviewer, close)
    standing = standing_of(reviewer)
    of_paper = [row for row in seen if row.case_id == close.case_id and row.kind != PRACTICE]
    assert standing.done == before.done - len(of_paper)
    assert standing.total < before.total
    rest = work_through(reviewer)
    assert all(row.case_id != close.case_id for row in rest)
    ConflictOfInterest.objects.all().delete()
    assert standing_of(reviewer).total == before.total
    again = work_through(reviewer)
    assert {row.case_id for row in again} == {close.case_id}
    assert standing_of(reviewer).progress.left == 0


def test_somebody_close_to_every_paper_is_shown_nothing(study: Study, reviewer: Reviewer) -> None:
    for entry in study.cases.all():
        ConflictOfInterest.objects.create(reviewer=reviewer, case=entry.case)
    standing = standing_of(reviewer)
    assert show_next(reviewer=reviewer, standing=standing) is None
    assert (standing.total, standing.practice_total) == (0, 0)


@pytest.mark.parametrize(
    ("of_study", "of_reviewer", "asked"), [(10, None, 10), (10, 4, 4), (None, 6, 6), (900, None, 35)]
)
def test_a_quota_ends_what_is_asked(of_study: int | None, of_reviewer: int | None, asked: int) -> None:
    study = study_with(quota=of_study)
    reviewer = make_reviewer(study)
    Reviewer.objects.filter(pk=reviewer.pk).update(quota=of_reviewer)
    reviewer = Reviewer.objects.select_related("study").get(pk=reviewer.pk)
    seen = work_through(reviewer)
    assert sum(row.kind != PRACTICE for row in seen) == asked
    progress = standing_of(reviewer).progress
    assert (progress.total, progress.left) == (asked, 0)


def test_a_quota_below_what_is_done_already_leaves_nothing_and_counts_everything(reviewer: Reviewer) -> None:
    work_through(reviewer, most=3 + 8)
    reviewer.quota = 5
    standing = standing_of(reviewer)
    assert (standing.done, standing.total, standing.progress.left) == (8, 8, 0)
    assert show_next(reviewer=reviewer, standing=standing) is None


def test_pairs_that_were_carried_over_stand_anywhere_and_are_not_asked_again(study: Study, reviewer: Reviewer) -> None:
    other = make_reviewer(study)
    schedule = schedule_for(study, reviewer.number)
    carried = {5, 6, 20}
    places = {number: schedule.step(number).place for number in carried}
    steps = {task_number(place, 4): number for number, place in places.items() if isinstance(place, Place)}
    for old in work_through(other):
        task = old.task
        number = steps.get(task.number) if task and old.kind == MAIN else None
        if number is None:
            continue
        position = schedule.step(number).position
        Assignment.objects.create(
            reviewer=reviewer, case=old.case, task=task, position=position, step=number, carried_from=old,
            left_poster=old.left_poster, right_poster=old.right_poster, a_is_left=old.a_is_left,
            made_at=old.made_at, first_shown_at=old.first_shown_at,
        )  # fmt: skip
        judge(Assignment.objects.get(reviewer=reviewer, step=number))
    assert standing_of(reviewer).done == len(carried)
    seen = work_through(reviewer)
    assert sorted([row.step for row in seen] + list(carried)) == list(range(1, len(schedule) + 1))
    assert standing_of(reviewer).progress.left == 0


def test_the_pair_after_the_one_on_the_screen_is_prepared_once_and_not_shown(reviewer: Reviewer) -> None:
    first = show(reviewer)
    for _ in range(2):
        ahead = prepare_next(reviewer=reviewer, standing=standing_of(reviewer, besides=first.token))
        assert ahead is not None
        assert (ahead.step, ahead.first_shown_at) == (2, None)
    assert Assignment.objects.count() == 2
    assert show(reviewer) == first
    judge(first)
    assert show(reviewer) == ahead
    ahead.refresh_from_db()
    assert ahead.first_shown_at is not None


def test_what_is_prepared_does_not_run_ahead(reviewer: Reviewer) -> None:
    """However often and from wherever it is asked for, no third pair is made while two are open."""
    first = show(reviewer)
    second = prepare_next(reviewer=reviewer, standing=standing_of(reviewer, besides=first.token))
    assert second is not None
    assert prepare_next(reviewer=reviewer, standing=standing_of(reviewer, besides=second.token)) == first
    assert Assignment.objects.count() == 2


def test_nothing_is_prepared_beyond_the_quota(study: Study, reviewer: Reviewer) -> None:
    work_through(reviewer, most=3 + 4)
    reviewer.quota = 5
    last = show(reviewer)
    assert prepare_next(reviewer=reviewer, standing=standing_of(reviewer, besides=last.token)) is None
    judge(last)
    assert show_next(reviewer=reviewer, standing=standing_of(reviewer)) is None
    assert Assignment.objects.filter(reviewer=reviewer).count() == 3 + 5


def test_after_a_pair_that_was_opened_again_comes_what_is_open(reviewer: Reviewer) -> None:
    first = show(reviewer)
    judge(first)
    second = show(reviewer)
    standing = standing_of(reviewer, besides=first.token)
    assert (standing.coming, standing.answered) == (0, 0)  # practice, and answered
    assert prepare_next(reviewer=reviewer, standing=standing) == second


def test_undo_stays_on_its_side_of_practice(reviewer: Reviewer) -> None:
    work_through(reviewer, most=3)
    assert last_given(reviewer) is None
    practice = last_given(reviewer, practice=True)
    assert practice is not None
    assert practice.assignment.step == 3
    work_through(reviewer, most=1)
    assert last_given(reviewer).assignment.step == 4


def test_undo_passes_over_papers_of_a_conflict(reviewer: Reviewer) -> None:
    seen = work_through(reviewer, most=5)
    be_close_to(reviewer, seen[4])
    assert last_given(reviewer).assignment == seen[3]


def test_the_first_showing_stays(reviewer: Reviewer) -> None:
    assignment = show(reviewer)
    first = assignment.first_shown_at
    mark_shown(assignment=Assignment.objects.get())
    assert Assignment.objects.get().first_shown_at == first


def test_a_withdrawn_pair_comes_first_again(reviewer: Reviewer) -> None:
    seen = work_through(reviewer, most=6)
    withdraw(seen[4])
    assert show(reviewer) == seen[4]
    assert Judgment.objects.filter(state=Judgment.State.WITHDRAWN).count() == 1


def test_where_a_reviewer_stands_takes_a_fixed_number_of_queries(
    reviewer: Reviewer, django_assert_num_queries: object
) -> None:
    for _ in range(2):
        with django_assert_num_queries(1):
            standing_of(reviewer)
        work_through(reviewer, most=10)
    be_close_to(reviewer, Assignment.objects.last())
    with django_assert_num_queries(3):
        standing_of(reviewer)


def test_a_poster_that_was_replaced_is_shown_as_it_was_pinned(study: Study, reviewer: Reviewer) -> None:
    pinned = set(StudyPoster.objects.filter(study=study).values_list("poster", flat=True))
    Poster.objects.update(is_current=False)
    assert {show(reviewer).left_poster_id, show(reviewer).right_poster_id} <= pinned
