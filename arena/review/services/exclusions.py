"""Leaving judgments out of the main results for a stated reason, and taking them in again. Nothing is ever deleted."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.core.errors import BadInput, Conflict, NotAllowed
from arena.review.excluded import REVIEWERS_OWN, WITHDRAWN
from arena.review.models import Exclusion, Judgment
from arena.studies.models import Reviewer

REASON_LENGTH = 300


def exclude(*, reviewer: Reviewer, rule: str, reason: str, judgment: Judgment | None = None, by: str = "") -> Exclusion:
    """Exclude one judgment, or without one everything the reviewer judges, also later.

    An exclusion by this rule that is in force already stays as it is. `by` is empty for the reviewer.
    """
    reason = WITHDRAWN if rule == Exclusion.Rule.WITHDRAWN else " ".join(reason.split())
    if rule not in Exclusion.Rule.values:
        raise BadInput(f"There is no rule {rule!r}. Known: {', '.join(Exclusion.Rule.values)}.")
    if not reason:
        raise BadInput("An exclusion needs its reason.")
    if len(reason) > REASON_LENGTH:
        raise BadInput(f"A reason has at most {REASON_LENGTH} characters; this one has {len(reason)}.")
    if judgment is not None and judgment.assignment.reviewer_id != reviewer.pk:
        raise BadInput(f"That judgment is not one of {reviewer.pseudonym}.")
    in_force = Exclusion.objects.filter(reviewer=reviewer, judgment=judgment, rule=rule, lifted_at=None)
    there = in_force.first()
    if there is not None:
        return there
    try:
        with transaction.atomic():
            return Exclusion.objects.create(
                study_id=reviewer.study_id, reviewer=reviewer, judgment=judgment, rule=rule, reason=reason, made_by=by
            )
    except IntegrityError:
        # Somebody else was first: the constraints let one row through, and that one is in force.
        there = in_force.first()
        if there is None:
            raise
        return there


def lift(*, exclusion: Exclusion, by: str) -> Exclusion:
    """End an exclusion; its row stays and says who ended it. Lifting twice is once. `by` is empty for the reviewer."""
    with transaction.atomic():
        exclusion = Exclusion.objects.select_for_update(of=("self",)).select_related("reviewer").get(pk=exclusion.pk)
        if exclusion.rule in REVIEWERS_OWN and by:
            raise NotAllowed(f"{exclusion.get_rule_display()}: only {exclusion.reviewer.pseudonym} can take it back.")
        if exclusion.rule not in REVIEWERS_OWN and not by:
            raise Conflict("Who lifts this exclusion must be said.")
        if exclusion.lifted_at is None:
            exclusion.lifted_by, exclusion.lifted_at = by, timezone.now()
            exclusion.save(update_fields=["lifted_by", "lifted_at"])
    return exclusion
