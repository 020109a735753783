"""Simulated reviewers of a study, labelled as such: they are added and answer as arena.desk.simulation says."""

from collections.abc import Callable, Sequence

from django.db import transaction

from arena.core.errors import BadInput, Conflict
from arena.desk.simulation import DrawnAnswer, answers_of
from arena.review.models import Judgment
from arena.review.services.simulated import SimulatedAnswer, record_simulated
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import NamedOrders, NamedStep, size_of
from arena.studies.services.life import locked
from arena.studies.services.reviewers import add_reviewers

MOST_REVIEWERS = 500
SIMULATED_STATES = (Study.State.FROZEN, Study.State.OPEN)


def simulate_reviewers(*, study: Study, count: int, seed: int, on_progress: Callable[[int], None] | None = None) -> int:
    """Bring the study to `count` simulated reviewers with this seed; return how many judgments are new.

    The same call again changes nothing, a larger count adds to what is there, another seed is refused.
    """
    if not 1 <= count <= MOST_REVIEWERS:
        raise BadInput(f"--count must be from 1 to {MOST_REVIEWERS}.")
    if seed < 0:
        raise BadInput("--seed must be 0 or more.")
    there = _reviewers(study, count)
    orders = NamedOrders(study, size_of(study))
    written = 0
    for done, reviewer in enumerate(there[:count], start=1):
        steps = orders.with_repeats(reviewer.number)
        drawn = answers_of(seed, reviewer.pseudonym, tuple(step.pair for step in steps))
        answers = [_answer(steps[one.place], one) for one in drawn]
        if not _already_there(reviewer, answers):
            _require_running(study)
            written += record_simulated(reviewer=reviewer, answers=answers)
        if on_progress is not None:
            on_progress(done)
    return written


def _reviewers(study: Study, count: int) -> list[Reviewer]:
    """At least `count` simulated reviewers of the study, those that lack being added."""
    with transaction.atomic():
        # Counted under the lock under which they are added, so that two who ask at once do not both add them.
        locked(study)
        there = list(study.reviewers.filter(kind=Reviewer.Kind.SIMULATED).order_by("number"))
        if len(there) < count:
            _require_running(study)
            there += add_reviewers(study=study, count=count - len(there), kind=Reviewer.Kind.SIMULATED)
    return there


def _require_running(study: Study) -> None:
    if study.is_imported:
        raise Conflict(f"{study.name} was imported: it has no posters to judge.")
    if study.state not in SIMULATED_STATES:
        raise Conflict(f"{study.name} is {study.is_now}; simulated reviewers need a frozen or open study.")


def _already_there(reviewer: Reviewer, answers: Sequence[SimulatedAnswer]) -> bool:
    """Whether exactly these answers are recorded; Conflict where others are, because no answer is ever replaced."""
    recorded = list(
        Judgment.objects.filter(assignment__reviewer=reviewer)
        .order_by("assignment__step")
        .values_list("assignment__position", "assignment__kind", "choice")
    )
    if not recorded:
        return False
    if recorded != [(answer.position, answer.kind.value, answer.choice.value) for answer in answers]:
        raise Conflict(
            f"{reviewer.pseudonym} of {reviewer.study.name} was simulated with another seed; use that one again."
        )
    return True


def _answer(step: NamedStep, drawn: DrawnAnswer) -> SimulatedAnswer:
    return SimulatedAnswer(
        position=step.position,
        choice=drawn.choice,
        critical_left=drawn.critical_left,
        critical_right=drawn.critical_right,
        seconds=drawn.seconds,
        shown_at=drawn.shown_at,
        again=step.pair.again,
    )
