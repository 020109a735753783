"""What goes into a report: the judgments of one pool, and the scores of the pinned posters or as imported."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.benchmarks.models import Case
from arena.core.errors import BadInput, NotReady
from arena.core.leases import WorkState
from arena.desk.services.simulate import simulate_reviewers
from arena.posters.models import ImportedScore, PosterScore, ScoringRun
from arena.posters.services.import_scores import import_scores
from arena.reports.models import Report
from arena.reports.selectors import choose_evaluator, evaluators_of, pool_sizes
from arena.reports.services.build import edges_of, request_report
from arena.reports.services.inputs import collect_inputs, score_records
from arena.studies.models import Study
from arena.studies.services.import_judgments import import_judgments
from scoring.files import write_judgments, write_scores
from scoring.records import JudgmentRecord, ScoreRecord
from scoring.words import Choice, Dimension, ScoreStatus, Source
from tests.factories.reports import EVALUATOR, score_all
from tests.factories.review import judge, show, withdraw
from tests.factories.studies import make_poster, make_reviewer, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(db: None) -> Study:
    return make_study(n_cases=2, systems=("alder", "birch", "cedar"))


def test_people_and_simulated_reviewers_are_two_pools_and_never_one(study: Study) -> None:
    reviewer = make_reviewer(study)
    judge(show(reviewer), Choice.LEFT)
    judge(show(reviewer), Choice.SKIP)
    withdraw(show_last(reviewer))
    simulated = simulate_reviewers(study=study, count=2, seed=3)
    people = collect_inputs(study=study, pool=Report.Pool.PEOPLE, evaluator="")
    others = collect_inputs(study=study, pool=Report.Pool.SIMULATED, evaluator="")
    assert {record.source for record in people.judgments} == {Source.BROWSER}
    assert {record.source for record in others.judgments} == {Source.SIMULATED}
    sizes = pool_sizes(study)
    assert (sizes.people, sizes.simulated) == (len(people.judgments), len(others.judgments)) == (1, simulated)
    assert sizes.default == Report.Pool.PEOPLE


def show_last(reviewer):  # type: ignore[no-untyped-def]
    return reviewer.assignments.order_by("position").last()


def test_simulated_reviewers_stand_in_only_where_no_person_judged(study: Study) -> None:
    simulate_reviewers(study=study, count=1, seed=3)
    assert pool_sizes(study).default == Report.Pool.SIMULATED


def test_scores_are_those_of_the_pins_not_of_newer_posters(study: Study) -> None:
    score_all(study)
    pin = study.posters.select_related("poster", "case").first()
    assert pin is not None
    newer = make_poster(pin.case, pin.poster.system_config)
    PosterScore.objects.create(poster=newer, evaluator=EVALUATOR, status="scored", overall=1.0)
    records = score_records(study, EVALUATOR)
    assert len(records) == 6
    assert 1.0 not in {record.overall for record in records}
    assert [(record.case_id, record.system) for record in records] == sorted(
        (record.case_id, record.system) for record in records
    )
    assert {record.poster_sha256 for record in records} == {
        row.poster.master_sha256 for row in study.posters.select_related("poster")
    }
    assert records[0].dimensions[Dimension.LAYOUT] == 5.5
    assert records[0].dimensions[Dimension.DENSITY] is None


def test_of_two_protocols_the_newer_score_counts_and_says_so(study: Study) -> None:
    score_all(study)
    pin = study.posters.select_related("case", "study_system").first()
    assert pin is not None
    PosterScore.objects.create(poster=pin.poster, evaluator=EVALUATOR, protocol="p2", status="scored", overall=12.5)
    record = next(
        record
        for record in score_records(study, EVALUATOR)
        if (record.case_id, record.system) == (pin.case.case_id, pin.study_system.label)
    )
    assert (record.overall, record.protocol) == (12.5, "p2")


def test_a_poster_that_could_not_be_scored_is_an_error_row_without_a_number(study: Study) -> None:
    score_all(study)
    score = PosterScore.objects.first()
    assert score is not None
    ScoringRun.objects.create(poster=score.poster, evaluator=EVALUATOR, state=WorkState.FAILED, error="no")
    score.delete()
    statuses = [(record.status, record.overall) for record in score_records(study, EVALUATOR)]
    assert statuses.count((ScoreStatus.ERROR, None)) == 1


def test_a_report_waits_for_posters_that_nobody_tried_to_score(study: Study) -> None:
    score_all(study)
    score = PosterScore.objects.first()
    assert score is not None
    score.delete()
    with pytest.raises(NotReady, match=r"1 of the 6 posters of forest .* manage.py score --benchmark forest-papers"):
        score_records(study, EVALUATOR)


def test_a_report_takes_no_score_from_before_a_correction(study: Study) -> None:
    score_all(study)
    pin = study.posters.all()[0]
    Case.objects.filter(pk=pin.case_id).update(content_version=1)  # corrected, and frozen before it was scored again
    ScoringRun.objects.create(poster=pin.poster, evaluator=EVALUATOR, state=WorkState.FAILED, error="old")
    with pytest.raises(NotReady, match="3 of the 6 posters of forest are not scored"):
        score_records(study, EVALUATOR)
    PosterScore.objects.update(content_version=1)
    assert len(score_records(study, EVALUATOR)) == 6


def test_an_evaluator_must_be_chosen_among_several(study: Study) -> None:
    assert choose_evaluator(study, None) == ""
    with pytest.raises(BadInput, match="nothing is scored yet"):
        choose_evaluator(study, "posterbench")
    score_all(study)
    assert choose_evaluator(study, None) == EVALUATOR
    score_all(study, "other")
    assert evaluators_of(study) == ["other", EVALUATOR]
    with pytest.raises(BadInput, match=f"--evaluator other | {EVALUATOR}"):
        choose_evaluator(study, None)
    assert choose_evaluator(study, "other") == "other"


def test_the_scores_of_every_evaluator_that_tried_all_posters_go_in_and_the_others_are_named(study: Study) -> None:
    score_all(study)
    score_all(study, "whole")
    score_all(study, "part")
    score_all(study, "failing")
    for poster in PosterScore.objects.filter(evaluator="part").order_by("pk")[:2]:
        poster.delete()
    failed = PosterScore.objects.filter(evaluator="failing").order_by("pk")[0]
    ScoringRun.objects.create(poster=failed.poster, evaluator="failing", state=WorkState.FAILED, error="no")
    failed.delete()
    inputs = collect_inputs(study=study, pool=Report.Pool.PEOPLE, evaluator=EVALUATOR)
    # 2 papers x 3 systems; what failed is an error row
    assert [record.evaluator for record in inputs.scores] == ["failing"] * 6 + [EVALUATOR] * 6 + ["whole"] * 6
    assert [record.status for record in inputs.scores if record.evaluator == "failing"].count(ScoreStatus.ERROR) == 1
    assert inputs.left_out == ("Scores by part are not in this snapshot: 2 of the 6 posters were not scored by it.",)
    with pytest.raises(NotReady, match="2 of the 6 posters of forest are not scored by part yet"):
        collect_inputs(study=study, pool=Report.Pool.PEOPLE, evaluator="part")


@pytest.mark.parametrize(
    ("text", "edges"), [("0,3,6", (0.0, 3.0, 6.0)), (" 2.5 , 10", (2.5, 10.0)), ("-0", (0.0,)), ("100", (100.0,))]
)
def test_margin_edges_are_read_as_they_are_typed(text: str, edges: tuple[float, ...]) -> None:
    assert edges_of(text) == edges


@pytest.mark.parametrize(
    "text", ["", "6,3", "0,0", "0,101", "-1,3", "a,b", "nan", "0,inf", ",".join(map(str, range(21)))]
)
def test_margin_edges_that_do_not_ascend_are_one_clear_line(study: Study, text: str) -> None:
    with pytest.raises(BadInput) as refused:
        edges_of(text)
    assert str(refused.value) == (
        "Margin edges must be up to 20 numbers that ascend from 0 to at most 100, like 0,3,6,10,20."
    )


def test_a_report_without_a_judgment_is_refused(study: Study) -> None:
    with pytest.raises(NotReady, match="no judgments by reviewers yet"):
        request_report(study=study, pool=Report.Pool.PEOPLE)
    assert not Report.objects.exists()


def test_scores_that_are_imported_leave_with_all_they_came_with(study: Study, tmp_path: Path) -> None:
    pins = list(study.posters.select_related("case", "poster", "study_system"))
    told = [
        ScoreRecord(
            case_id=pin.case.case_id,
            system=pin.study_system.label,
            evaluator="judge",
            status=ScoreStatus.SCORED,
            overall=50.0 + place,
            rubric=60.5,
            ceiling=90.0,
            dimensions=dict.fromkeys(Dimension, 6.25),
            discipline=pin.case.discipline,
            protocol="j-1",
            poster_sha256=pin.poster.master_sha256,
            judge_model="some-model-2026",
        )
        for place, pin in enumerate(pins)
    ]
    told.sort(key=lambda record: (record.case_id, record.system))
    write_scores(tmp_path / "scores.csv", told)
    assert import_scores(path=tmp_path / "scores.csv").on_posters == 6
    assert score_records(study, "judge") == told

    # The same of posters that are not here, for a study that is not from here either.
    away = [replace(record, case_id=f"far-{record.case_id}", poster_sha256="ab" * 32) for record in told]
    write_scores(tmp_path / "away.csv", away)
    assert import_scores(path=tmp_path / "away.csv").without_poster == 6
    pairs = [
        JudgmentRecord(record.case_id, "R1", "alder", other, Choice.LEFT)
        for record in away
        for other in ("birch", "cedar")
        if record.system == "alder"
    ]
    write_judgments(tmp_path / "judgments.csv", pairs)
    elsewhere = import_judgments(name="elsewhere", path=tmp_path / "judgments.csv")
    records = score_records(elsewhere, "judge")
    assert records == away
    write_scores(tmp_path / "again.csv", records)
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "away.csv").read_bytes()


def test_an_imported_study_takes_the_imported_scores_of_its_papers_and_systems(tmp_path: Path) -> None:
    path = tmp_path / "judgments.csv"
    path.write_text(
        "case_id,reviewer,system_left,system_right,choice\np1,R1,a,b,left\np1,R2,b,a,skip\np2,R1,b,c,equal\n"
    )
    study = import_judgments(name="elsewhere", path=path)
    for case_id, system, status, overall in [
        ("p1", "a", "scored", 50.0),
        ("p1", "b", "missing", None),
        ("p2", "c", "error", None),
        ("p3", "a", "scored", 1.0),  # a paper that is not in the study
        ("p1", "z", "scored", 2.0),  # a system that is not in the study
    ]:
        ImportedScore.objects.create(
            case_id_text=case_id, system_slug=system, evaluator="e", status=status, overall=overall
        )
    records = score_records(study, "e")
    assert [(record.case_id, record.system, record.status.value, record.overall) for record in records] == [
        ("p1", "a", "scored", 50.0),
        ("p1", "b", "missing", None),
        ("p2", "c", "error", None),
    ]
    assert pool_sizes(study).people == 3
