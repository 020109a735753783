"""Judgments as records for reports, and simulated answers through the same tables."""

import csv
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from arena.core.errors import Conflict
from arena.review.models import Assignment, Exclusion, Judgment, JudgmentRevision
from arena.review.records import judgment_records, repeats_alone
from arena.review.selectors import standing_of
from arena.review.services.exclusions import exclude, lift
from arena.review.services.show import show_next
from arena.review.services.simulated import record_simulated
from arena.studies.models import Reviewer, Study
from arena.studies.schedule import StepKind
from arena.studies.selectors import schedule_for
from arena.studies.services.invite import label_as_staff
from arena.studies.services.reviewers import add_reviewers
from scoring.files.judgments import read_judgments, write_judgments
from scoring.words import Choice, CriticalFailure, Source
from tests.factories.quality import make_gold
from tests.factories.review import judge, show, simulated_answers, withdraw
from tests.factories.studies import make_poster, make_reviewer, make_study

pytestmark = pytest.mark.django_db
START = datetime(2026, 5, 1, 10, tzinfo=UTC)


def simulated_reviewer(study: Study) -> Reviewer:
    return add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)[0]


def test_records_carry_both_sides_as_shown_and_leave_out_what_was_withdrawn(study: Study, tmp_path: Path) -> None:
    reviewer = make_reviewer(study)
    for choice in (Choice.LEFT, Choice.SKIP, Choice.RIGHT):
        judge(show(reviewer), choice, critical_right=True, comment="=1+1")
    withdraw(Assignment.objects.get(position=3))
    records = judgment_records(study, simulated=False)
    roster = tmp_path / "roster.csv"
    call_command("export_roster", study.name, out=roster)
    with roster.open(newline="") as file:
        expected = [
            (row["case_id"], row["reviewer"], row["system_left"], row["system_right"]) for row in csv.DictReader(file)
        ]
    assert [(r.case_id, r.reviewer, r.system_left, r.system_right) for r in records] == expected[:2]
    assert [record.choice for record in records] == [Choice.LEFT, Choice.SKIP]
    assert records[0].critical_failure == CriticalFailure.RIGHT
    assert records[0].source == Source.BROWSER
    assert records[0].revision == 1
    assert records[0].judgment_id == "forest:R01:1"
    assert records[0].discipline == "physics_astronomy"
    file_out = tmp_path / "judgments.csv"
    write_judgments(file_out, records)
    assert list(read_judgments(file_out)) == records


def judge_everything(reviewer: Reviewer, choice: Choice = Choice.LEFT) -> list[Assignment]:
    seen = []
    while (assignment := show_next(reviewer=reviewer, standing=standing_of(reviewer))) is not None:
        judge(assignment, choice)
        seen.append(assignment)
    return seen


@pytest.fixture
def study_with_repeats() -> Study:
    """Three cases and eighteen tasks, four of which come again, with practice and one gold pair before its opening."""
    study = make_study(n_cases=3, state=Study.State.FROZEN, practice_pairs=2, repeat_share=0.2, name="again")
    pin = study.posters.select_related("poster", "case", "study_system__system_config").first()
    make_gold(study, pin.poster, make_poster(pin.case, pin.study_system.system_config))
    Study.objects.filter(pk=study.pk).update(state=Study.State.OPEN)
    study.refresh_from_db()
    return study


def test_repeats_name_what_they_repeat_and_practice_gold_and_preview_are_not_there(
    study_with_repeats: Study, tmp_path: Path
) -> None:
    study = study_with_repeats
    preview = Reviewer.objects.create(study=study, number=0, pseudonym="preview", kind=Reviewer.Kind.PREVIEW)
    judge_everything(preview)
    seen = judge_everything(make_reviewer(study))
    kinds = Counter(assignment.kind for assignment in seen)
    assert kinds == {"practice": 2, "main": 18, "repeat": 4, "gold": 1}
    records = judgment_records(study, simulated=False)
    assert {record.reviewer for record in records} == {"R01"}
    repeats = [record for record in records if record.repeat_of]
    assert (len(records), len(repeats)) == (22, 4)
    by_id = {record.judgment_id: record for record in records}
    assert len(by_id) == 22
    for repeat in repeats:
        original = by_id[repeat.repeat_of]
        assert repeat.judgment_id == f"{original.judgment_id}:again"
        assert (repeat.system_left, repeat.system_right) == (original.system_right, original.system_left)
        assert repeat.case_id == original.case_id
    file_out = tmp_path / "judgments.csv"
    write_judgments(file_out, records)
    assert list(read_judgments(file_out)) == records


def test_a_repeat_of_what_is_no_response_now_is_left_out_and_counted(study_with_repeats: Study) -> None:
    seen = judge_everything(make_reviewer(study_with_repeats))
    repeats = [assignment for assignment in seen if assignment.kind == Assignment.Kind.REPEAT]
    assert repeats_alone(study_with_repeats, simulated=False) == 0
    withdraw(repeats[0].repeat_of)
    withdraw(repeats[1])
    records = judgment_records(study_with_repeats, simulated=False)
    assert sum(bool(record.repeat_of) for record in records) == 2
    assert not any(record.repeat_of.endswith(f":{repeats[0].position}") for record in records)
    assert repeats_alone(study_with_repeats, simulated=False) == 1
    judge(repeats[0].repeat_of, revision=2)
    assert repeats_alone(study_with_repeats, simulated=False) == 0


def test_what_is_excluded_stands_there_with_its_reasons(study: Study) -> None:
    reviewer = make_reviewer(study)
    first, _ = (judge(show(reviewer)) for _ in range(2))
    other = make_reviewer(study)
    judge(show(other))
    exclude(reviewer=reviewer, judgment=first, rule=Exclusion.Rule.BY_HAND, reason="sat in the room", by="ada")
    withdrawal = exclude(reviewer=other, rule=Exclusion.Rule.WITHDRAWN, reason="withdrawn")
    assert [record.excluded_reason for record in judgment_records(study, simulated=False)] == [
        "sat in the room",
        "",
        "withdrawn",
    ]
    lift(exclusion=withdrawal, by="")
    assert [record.excluded_reason for record in judgment_records(study, simulated=False)][2] == ""


def test_people_and_simulated_reviewers_are_never_pooled(study: Study) -> None:
    simulated = simulated_reviewer(study)
    record_simulated(reviewer=simulated, answers=simulated_answers(4))
    staff = make_reviewer(study)
    judge(show(staff))
    label_as_staff(reviewer=staff)
    people, machines = judgment_records(study, simulated=False), judgment_records(study, simulated=True)
    assert [record.reviewer for record in people] == ["R01-staff"]
    assert people[0].judgment_id == "forest:R01:1"
    assert {record.reviewer for record in machines} == {"sim-01"}
    assert {record.source for record in machines} == {Source.SIMULATED}


def test_simulated_answers_go_through_the_same_tables_in_bulk(study: Study) -> None:
    reviewer = simulated_reviewer(study)
    assert record_simulated(reviewer=reviewer, answers=simulated_answers(6)) == 6
    assert record_simulated(reviewer=reviewer, answers=simulated_answers(8)) == 2
    assert Assignment.objects.count() == Judgment.objects.count() == JudgmentRevision.objects.count() == 8
    judgment = Judgment.objects.get(assignment__position=2)
    assert judgment.source == Judgment.Source.SIMULATED
    assert judgment.choice == Choice.RIGHT
    assert (judgment.critical_left, judgment.critical_right) == (True, True)
    assert judgment.decided_at - judgment.shown_at == timedelta(seconds=20)
    assert judgment.assignment.first_shown_at == START + timedelta(minutes=2)
    records = judgment_records(study, simulated=True)
    assert [record.critical_failure for record in records][:3] == [
        CriticalFailure.NONE,
        CriticalFailure.BOTH,
        CriticalFailure.RIGHT,
    ]


def test_simulated_answers_to_repeats_go_to_the_repeats(study_with_repeats: Study) -> None:
    reviewer = simulated_reviewer(study_with_repeats)
    schedule = schedule_for(study_with_repeats, reviewer.number)
    again = [step for step in map(schedule.step, range(1, len(schedule) + 1)) if step.kind == StepKind.REPEAT]
    answers = simulated_answers(18)
    answers += [replace(answers[step.position - 1], again=True) for step in again]
    assert record_simulated(reviewer=reviewer, answers=answers) == 22
    assert record_simulated(reviewer=reviewer, answers=answers) == 0
    for repeat in Assignment.objects.filter(kind=Assignment.Kind.REPEAT).select_related("repeat_of"):
        original = repeat.repeat_of
        assert (original.kind, original.position, original.task_id) == ("main", repeat.position, repeat.task_id)
        assert original.left_poster_id == repeat.right_poster_id
    records = judgment_records(study_with_repeats, simulated=True)
    assert sum(bool(record.repeat_of) for record in records) == 4


def test_simulated_answers_are_never_a_persons_and_not_for_a_draft(study: Study) -> None:
    with pytest.raises(Conflict, match="is a person"):
        record_simulated(reviewer=make_reviewer(study), answers=simulated_answers(1))
    Study.objects.update(state=Study.State.CLOSED)
    reviewer = Reviewer.objects.create(study=study, number=9, pseudonym="sim-09", kind=Reviewer.Kind.SIMULATED)
    with pytest.raises(Conflict, match="is closed"):
        record_simulated(reviewer=reviewer, answers=simulated_answers(1))


def test_reading_records_takes_two_queries_however_many_there_are(study: Study, django_assert_num_queries) -> None:
    record_simulated(reviewer=simulated_reviewer(study), answers=simulated_answers(3))
    with django_assert_num_queries(2):
        judgment_records(study, simulated=True)
    record_simulated(reviewer=simulated_reviewer(study), answers=simulated_answers(12))
    with django_assert_num_queries(2):
        assert len(judgment_records(study, simulated=True)) == 15
