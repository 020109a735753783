"""Reviewers before, between and after the pairs, for looking at their pages."""

from collections.abc import Callable

from django.utils import timezone

from arena.review.models import EndSurvey, Journey
from arena.review.services.leave import withdraw_everything
from arena.studies.models import Consent, Reviewer, Study
from arena.studies.services.invite import Person, invite
from scoring.words import Choice
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study


def around_the_pairs(name_papers: Callable[[Study], None]) -> dict[str, Reviewer]:
    """Who they are, by what the list of pages calls them."""
    study = make_study(n_cases=14, name="around-study", systems=("alder", "birch"), practice_pairs=3)
    name_papers(study)
    Study.objects.filter(pk=study.pk).update(contact="Prof. M. Example, posters@example.org")
    study.refresh_from_db()
    return {
        "reviewer who begins": _who(study, about_at=None, ready_at=None),
        "reviewer who practises": _who(study, ready_at=None),
        "reviewer after practice": _who(study, answers=3, ready_at=None),
        "reviewer at the goal": _who(study, answers=13, goal=10),
        "reviewer on the way": _who(study, answers=9, goal=10),
        "reviewer of an older text": _of_an_older_text(study),
        "reviewer who withdrew": _withdrawn(study),
        "reviewer with a name": invite(study=study, people=[Person("Dora D.", "dora@example.org")])[0].reviewer,
        "reviewer who told": _told(study),
        "reviewer in a pause": _in_state(Study.State.PAUSED),
        "reviewer of published results": _in_state(Study.State.PUBLISHED),
    }


def _who(study: Study, *, answers: int = 0, **journey: object) -> Reviewer:
    reviewer = make_reviewer(study)
    for _ in range(answers):
        judge(show(reviewer))
    Journey.objects.filter(reviewer=reviewer).update(goal_at=timezone.now(), **journey)
    return reviewer


def _of_an_older_text(study: Study) -> Reviewer:
    reviewer = _who(study, answers=4)
    Consent.objects.filter(reviewer=reviewer).update(version=0)
    return reviewer


def _withdrawn(study: Study) -> Reviewer:
    reviewer = _who(study, answers=5)
    withdraw_everything(reviewer=reviewer)
    return reviewer


def _told(study: Study) -> Reviewer:
    reviewer = _who(study, answers=4)
    EndSurvey.objects.create(reviewer=reviewer, could_tell="sometimes", how="By the boxes.")
    return reviewer


def _in_state(state: str) -> Reviewer:
    study = make_study(n_cases=1, name=f"{state}-around", systems=("alder", "birch"))
    reviewer = make_reviewer(study)
    judge(show(reviewer), Choice.RIGHT)
    Study.objects.filter(pk=study.pk).update(state=state)
    return reviewer
