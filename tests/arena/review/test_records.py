"""Judgments as records for reports, and simulated answers through the same tables."""

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from arena.core.errors import Conflict
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.review.records import judgment_records
from arena.review.services.simulated import record_simulated
from arena.studies.models import Reviewer, Study
from arena.studies.services.invite import label_as_staff
from arena.studies.services.reviewers import add_reviewers
from scoring.files.judgments import read_judgments, write_judgments
from scoring.words import Choice, CriticalFailure, Source
from tests.factories.review import judge, show, simulated_answers, withdraw
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db
START = datetime(2026, 5, 1, 10, tzinfo=UTC)


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2)


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
