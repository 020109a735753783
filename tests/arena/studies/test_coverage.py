"""How often pairs were judged: counted by people first, never with a word on who was preferred."""

import pytest

from arena.review.services.simulated import record_simulated
from arena.studies.coverage import attention_of, coverage_of, papers_of, pinned_papers
from arena.studies.models import Invitation, Reviewer
from arena.studies.selectors import size_of
from arena.studies.services.invite import invite
from arena.studies.services.reviewers import add_reviewers
from scoring.words import Choice
from tests.factories.review import judge, show, simulated_answers, withdraw
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db


def test_skips_and_what_was_taken_back_leave_a_gap() -> None:
    study = make_study(n_cases=2, systems=("alder", "birch"))
    judge(show(make_reviewer(study)), Choice.SKIP)
    undone = show(make_reviewer(study))
    judge(undone)
    withdraw(undone)
    coverage = coverage_of(study, size_of(study), papers_of(study))
    assert (coverage.judged, coverage.gaps, coverage.tasks) == (0, 2, 2)
    judge(show(make_reviewer(study)), Choice.EQUAL)
    coverage = coverage_of(study, size_of(study), papers_of(study))
    assert (coverage.judged, coverage.gaps) == (1, 1)
    assert [(line.label, line.judged, line.papers) for line in coverage.lines] == [("alder / birch", 1, 2)]
    assert sorted(cell.n for cell in coverage.lines[0].cells) == [0, 1]


def test_simulated_judgments_count_only_while_there_are_no_others() -> None:
    study = make_study(n_cases=2)
    simulated = add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)[0]
    record_simulated(reviewer=simulated, answers=simulated_answers(12))  # positions 3, 7 and 11 are skips
    coverage = coverage_of(study, size_of(study), papers_of(study))
    assert (coverage.is_simulated, coverage.judged) == (True, 9)
    judge(show(make_reviewer(study)))
    coverage = coverage_of(study, size_of(study), papers_of(study))
    assert (coverage.is_simulated, coverage.judged) == (False, 1)


def test_cells_lie_beside_each_other_and_fill_the_drawing() -> None:
    study = make_study(n_cases=3)
    coverage = coverage_of(study, size_of(study), papers_of(study))
    assert len(coverage.lines) == 6
    for line in coverage.lines:
        for one, other in zip(line.cells, line.cells[1:], strict=False):
            assert one.x + one.width < other.x
        assert line.cells[-1].x + line.cells[-1].width < 100


def test_pinned_posters_are_those_of_the_study_whatever_came_later() -> None:
    study = make_study(n_cases=2, systems=("alder", "birch"))
    pins = [pin.poster_id for paper in pinned_papers(study, papers_of(study), everything=False) for pin in paper.pins]
    study.benchmark.entries.first().case.posters.update(is_current=False)
    again = [pin.poster_id for paper in pinned_papers(study, papers_of(study), everything=False) for pin in paper.pins]
    assert again == pins
    assert len(pins) == 4


def test_what_needs_somebody_is_counted() -> None:
    study = make_study(n_cases=2)
    judge(show(make_reviewer(study)), critical_left=True)
    invite(study=study, count=2)
    assert (attention_of(study).unopened, attention_of(study).flagged) == (0, 1)
    Invitation.objects.update(created_at="2026-01-01T00:00:00Z")
    assert attention_of(study).unopened == 2
    Invitation.objects.filter(pk=Invitation.objects.last().pk).update(confirmed_at="2026-01-02T00:00:00Z")
    assert attention_of(study).unopened == 1
