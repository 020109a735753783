"""Simulated reviewers in a study: labelled, reproducible, never from scores, never twice."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from arena.core.errors import BadInput, Conflict
from arena.desk.services.simulate import simulate_reviewers
from arena.posters.models import PosterScore
from arena.review.models import Judgment
from arena.review.records import judgment_records
from arena.studies.models import Reviewer, Study
from scoring.words import Source
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db


def choices(study: Study) -> list[tuple[str, str, str, str, str]]:
    return [
        (record.reviewer, record.case_id, record.system_left, record.system_right, record.choice.value)
        for record in judgment_records(study, simulated=True)
    ]


def test_they_are_labelled_and_stay_out_of_the_people(study_with: Study) -> None:
    written = simulate_reviewers(study=study_with, count=2, seed=4)
    records = judgment_records(study_with, simulated=True)
    assert len(records) == written
    assert {record.reviewer for record in records} == {"sim-01", "sim-02"}
    assert {record.source for record in records} == {Source.SIMULATED}
    assert set(study_with.reviewers.values_list("kind", flat=True)) == {Reviewer.Kind.SIMULATED}
    assert judgment_records(study_with, simulated=False) == []


def test_they_answer_repeats_too_and_not_always_as_before() -> None:
    """So that self-consistency can be estimated, and is not one by construction."""
    study = make_study(n_cases=6, repeat_share=0.5, name="again")
    simulate_reviewers(study=study, count=6, seed=4)
    records = judgment_records(study, simulated=True)
    by_id = {record.judgment_id: record for record in records}
    swapped = {"left": "right", "right": "left"}
    same = [
        by_id[record.repeat_of].choice.value == swapped.get(record.choice.value, record.choice.value)
        for record in records
        if record.repeat_of
    ]
    assert len(same) > 30
    assert 0.25 < sum(same) / len(same) < 0.9
    before = choices(study)
    assert simulate_reviewers(study=study, count=6, seed=4) == 0
    assert choices(study) == before


def test_each_stops_after_a_prefix_of_at_least_a_third(study_with: Study) -> None:
    simulate_reviewers(study=study_with, count=3, seed=4)
    for reviewer in study_with.reviewers.all():
        positions = sorted(
            Judgment.objects.filter(assignment__reviewer=reviewer).values_list("assignment__position", flat=True)
        )
        assert positions == list(range(1, len(positions) + 1))
        assert len(positions) >= 18 / 3


def test_the_same_seed_again_changes_nothing_and_a_larger_count_adds(study_with: Study) -> None:
    first = simulate_reviewers(study=study_with, count=2, seed=4)
    before = choices(study_with)
    assert simulate_reviewers(study=study_with, count=2, seed=4) == 0
    assert choices(study_with) == before
    more = simulate_reviewers(study=study_with, count=3, seed=4)
    assert choices(study_with)[:first] == before
    assert len(choices(study_with)) == first + more


def test_another_seed_is_refused(study_with: Study) -> None:
    simulate_reviewers(study=study_with, count=1, seed=4)
    with pytest.raises(Conflict, match="another seed"):
        simulate_reviewers(study=study_with, count=1, seed=5)


def test_scores_make_no_difference() -> None:
    assert _answers_of_a_fresh_study(score_of_alder=None) == _answers_of_a_fresh_study(score_of_alder=100.0)


def _answers_of_a_fresh_study(score_of_alder: float | None) -> list[tuple[str, str, str, str, str]]:
    """What four reviewers answer in a study that is the same each time but for the scores of its posters."""
    with transaction.atomic():
        study = make_study()
        for pin in study.posters.select_related("study_system") if score_of_alder is not None else ():
            overall = score_of_alder if pin.study_system.label == "alder" else 0.0
            PosterScore.objects.create(poster=pin.poster, evaluator="e", status="scored", overall=overall)
        simulate_reviewers(study=study, count=4, seed=9)
        answers = choices(study)
        transaction.set_rollback(True)
    return answers


def test_people_keep_their_numbers_and_answers(study_with: Study) -> None:
    person = make_reviewer(study_with)
    simulate_reviewers(study=study_with, count=2, seed=4)
    person.refresh_from_db()
    assert (person.number, person.pseudonym) == (1, "R01")
    assert not person.assignments.exists()


@pytest.mark.parametrize("state", [Study.State.DRAFT, Study.State.CLOSED])
def test_only_a_frozen_or_open_study_is_simulated(state: str) -> None:
    study = make_study(state=state)
    with pytest.raises(Conflict):
        simulate_reviewers(study=study, count=1, seed=1)
    assert not study.reviewers.exists()


def test_a_finished_simulation_may_be_asked_for_again_after_closing(study_with: Study) -> None:
    simulate_reviewers(study=study_with, count=2, seed=4)
    Study.objects.filter(pk=study_with.pk).update(state=Study.State.CLOSED)
    study_with.refresh_from_db()
    assert simulate_reviewers(study=study_with, count=2, seed=4) == 0


def test_an_absurd_count_is_refused(study_with: Study) -> None:
    with pytest.raises(BadInput):
        simulate_reviewers(study=study_with, count=0, seed=1)


def test_the_command_says_what_is_new_and_what_it_was_drawn_from(study_with: Study) -> None:
    out = StringIO()
    call_command("simulate_reviewers", study_with.name, count=1, seed=4, stdout=out)
    text = out.getvalue()
    assert f"{Judgment.objects.count()} judgments by simulated reviewers are new." in text
    assert all(label in text for label in ("alder", "birch", "cedar", "dogwood"))


def test_an_unknown_study_is_one_line() -> None:
    with pytest.raises(CommandError, match="There is no study 'nowhere'"):
        call_command("simulate_reviewers", "nowhere", count=1, seed=1)


@pytest.fixture
def study_with(db: None) -> Study:
    return make_study(n_cases=3)


def test_a_seed_is_never_negative(study_with: Study) -> None:
    with pytest.raises(BadInput, match="--seed must be 0 or more"):
        simulate_reviewers(study=study_with, count=1, seed=-1)


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_add_them_once() -> None:
    study = make_study(n_cases=2)

    def ask(_: int) -> int:
        try:
            return simulate_reviewers(study=study, count=3, seed=4)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        written = list(pool.map(ask, range(2)))
    assert study.reviewers.count() == 3
    assert sum(written) == Judgment.objects.count()
