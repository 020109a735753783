"""How a reviewer comes to the pairs: agrees, says something of themselves or not, goes on from practice, has a goal."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from arena.core.errors import Conflict
from arena.review.models import Background, Journey
from arena.review.services.conflicts import declare_conflicts
from arena.studies.consent import consent_text
from arena.studies.models import Reviewer, Study
from arena.studies.services.consent import give_consent

MAX_GOAL = 100_000  # no study holds more pairs


@dataclass(frozen=True, slots=True)
class Said:
    """What a reviewer says of themselves; empty where nothing is said."""

    field: str = ""
    experience: str = ""
    posters_made: str = ""
    makes_systems: bool = False


def agree(*, reviewer: Reviewer) -> None:
    """To the current text."""
    give_consent(reviewer=reviewer, text=consent_text(reviewer.study))


def tell_about(*, reviewer: Reviewer, said: Said, conflicts: Collection[int]) -> None:
    """Keep what was said, in place of what was said before, and hide the papers (ids) of conflicts."""
    refuse_preview(reviewer)
    if reviewer.study.state in (Study.State.CLOSED, Study.State.PUBLISHED):
        raise Conflict("The study is closed, so nothing about you or your papers can be changed any more.")
    now = timezone.now()
    with transaction.atomic():
        values = {name: getattr(said, name) for name in Said.__slots__}
        Background.objects.update_or_create(reviewer=reviewer, defaults={**values, "answered_at": now})
        declare_conflicts(reviewer=reviewer, cases=conflicts)
        pass_about(reviewer=reviewer)


def pass_about(*, reviewer: Reviewer) -> None:
    """Go on without saying anything; what was said before stays."""
    journey, _ = Journey.objects.get_or_create(reviewer=reviewer)
    Journey.objects.filter(pk=journey.pk, about_at=None).update(about_at=timezone.now())


def get_ready(*, reviewer: Reviewer) -> None:
    """Go on from practice to the pairs that count."""
    journey, _ = Journey.objects.get_or_create(reviewer=reviewer)
    Journey.objects.filter(pk=journey.pk, ready_at=None).update(ready_at=timezone.now())


def set_goal(*, reviewer: Reviewer, goal: int | None, answered: int) -> None:
    """So many pairs from now on, when `answered` are answered already; None for no goal."""
    if goal is not None and not 1 <= goal <= MAX_GOAL:
        raise Conflict(f"A goal is a number of pairs from 1 to {MAX_GOAL}.")
    values = {"goal": goal, "goal_from": answered, "goal_at": timezone.now()}
    Journey.objects.update_or_create(reviewer=reviewer, defaults=values)


def refuse_preview(reviewer: Reviewer) -> None:
    """Who only looks at the study as reviewers see it says nothing that would be kept."""
    if reviewer.kind == Reviewer.Kind.PREVIEW:
        raise Conflict("This is a preview: what reviewers send here is kept, but nothing of yours is.")
