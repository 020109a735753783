"""What the database itself refuses, whoever writes and however many at once (architecture, section 5.6)."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.db import IntegrityError, models, transaction

from arena.benchmarks.models import Case
from arena.posters.models import ImportedScore, Poster, PosterScore
from arena.review.models import Assignment, Judgment, JudgmentRevision
from arena.studies.models import Reviewer, StudyPoster, Task
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db


class Rows(NamedTuple):
    """Two rows of one kind that are both allowed; the first one's values would forbid the second."""

    first: models.Model
    second: models.Model


def fetched(model: type[models.Model]) -> Callable[[], Rows]:
    return lambda: Rows(*model._default_manager.order_by("pk")[:2])


def assignments() -> Rows:
    """Two pairs of one reviewer."""
    return Rows(*Reviewer.objects.earliest("number").assignments.order_by("position")[:2])


def earlier_poster() -> Rows:
    """The current poster, and an earlier revision that stands beside it."""
    current = Poster.objects.earliest("pk")
    return Rows(current, copy_of(current, revision=2, is_current=False))


def tasks() -> Rows:
    """Two tasks of one paper."""
    return Rows(*Task.objects.order_by("number")[:2])


def scores() -> Rows:
    """Two protocols of one evaluator on one poster."""
    poster = Poster.objects.earliest("pk")
    one, two = (
        PosterScore.objects.create(poster=poster, evaluator="e", protocol=protocol, status="scored")
        for protocol in ("p1", "p2")
    )
    return Rows(one, two)


def imported_scores() -> Rows:
    """Two evaluators on one poster that is not here."""
    one, two = (
        ImportedScore.objects.create(case_id_text="p", system_slug="s", evaluator=evaluator, status="scored")
        for evaluator in ("e1", "e2")
    )
    return Rows(one, two)


def copy_of(row: models.Model, **changes: object) -> models.Model:
    """A second row with this row's values, but for the changes."""
    values = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    return type(row)._default_manager.create(**{**values, **changes})


@pytest.fixture(autouse=True)
def _study() -> None:
    """Two papers, three systems, two reviewers; the first has judged two pairs, the second seen two."""
    study = make_study(n_cases=2, systems=("alder", "birch", "cedar"))
    first, second = make_reviewer(study), make_reviewer(study)
    for _ in range(2):
        judge(show(first), Choice.LEFT)
    judge(show(second), Choice.SKIP)
    show(second)


CONSTRAINTS = {
    "a case by its name": (fetched(Case), ["case_id"]),
    "a poster's revision": (earlier_poster, ["revision"]),
    "one current poster for a case and system": (earlier_poster, ["is_current"]),
    "a poster's score for an evaluator and protocol": (scores, ["protocol"]),
    "a score of an absent poster for an evaluator": (imported_scores, ["evaluator"]),
    "a study's pin": (fetched(StudyPoster), ["case_id", "study_system_id"]),
    "a task by its pair": (tasks, ["system_a_id", "system_b_id"]),
    "a task by its number": (tasks, ["number"]),
    "a reviewer's number": (fetched(Reviewer), ["number"]),
    "a reviewer's pseudonym": (fetched(Reviewer), ["pseudonym"]),
    "a reviewer's assignment to a task, of a kind": (assignments, ["task_id", "kind"]),
    "a reviewer's position, of a kind": (assignments, ["position", "kind"]),
    "an assignment's token": (fetched(Assignment), ["token"]),
    "an assignment's left token": (fetched(Assignment), ["left_token"]),
    "an assignment's right token": (fetched(Assignment), ["right_token"]),
    "an assignment's judgment": (fetched(Judgment), ["assignment_id"]),
    "a revision's key": (fetched(JudgmentRevision), ["key"]),
}


@pytest.mark.parametrize(("rows", "columns"), CONSTRAINTS.values(), ids=CONSTRAINTS.keys())
def test_the_database_takes_no_second_row(rows: Callable[[], Rows], columns: list[str]) -> None:
    first, second = rows()
    taken = {column: getattr(first, column) for column in columns}
    assert taken != {column: getattr(second, column) for column in columns}, "as they are, both rows are allowed"

    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        type(second)._default_manager.filter(pk=second.pk).update(**taken)


def test_a_judgment_has_one_revision_of_a_number() -> None:
    revision = JudgmentRevision.objects.earliest("pk")
    copy_of(revision, number=2, key="another")
    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        copy_of(revision, key="a third")


def test_another_kind_of_assignment_may_show_the_same_task() -> None:
    """The key is reviewer, task and kind: a repeat is an assignment of its own."""
    assignment = Assignment.objects.earliest("pk")
    fresh = {"token": "t", "left_token": "l", "right_token": "r"}
    copy_of(assignment, kind=Assignment.Kind.REPEAT, step=98, **fresh)
    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        copy_of(assignment, position=99, step=99, **{name: f"{value}2" for name, value in fresh.items()})
