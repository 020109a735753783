"""Leaving judgments out of the main results for a stated reason, and taking them in again. Nothing is ever deleted."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.core.errors import BadInput, Conflict, NotAllowed
from arena.review.excluded import REVIEWERS_OWN, WITHDRAWN, whole_by_rule
from arena.review.models import Exclusion, Judgment
from arena.review.quality_selectors import quality_of
from arena.review.rules import Caught, Finding, StatedRule, find
from arena.studies.models import Reviewer, Study

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


def apply_rule(*, study: Study, rule: StatedRule, by: str, expected: frozenset[int] | None = None) -> list[Exclusion]:
    """Exclude whom the rule catches now. With `expected`, the numbers of the reviewers somebody looked at before
    agreeing, nothing happens if it would be others. Agreeing twice is once."""
    finding = preview_rule(study=study, rule=rule)
    caught, there = finding.caught, _numbers(finding.already)
    if expected is not None and _numbers(caught) != expected - there:
        raise Conflict("Judgments came in since you looked: the rule would exclude others now. Please look again.")
    reviewers = Reviewer.objects.in_bulk([entry.reviewer.person.id for entry in caught])
    # Counting took its time before this, so that no answer waits for it.
    with transaction.atomic():
        return [
            exclude(reviewer=reviewers[entry.reviewer.person.id], rule=rule.kind.rule.value, reason=entry.reason, by=by)
            for entry in caught
        ]


def preview_rule(*, study: Study, rule: StatedRule) -> Finding:
    """What applying the rule would do now."""
    return find(rule, quality_of(study).reviewers, whole_by_rule(study, rule.kind.rule.value))


def lift_rule(*, study: Study, rule: str, by: str) -> list[Exclusion]:
    """End every exclusion by this rule that is in force."""
    rows = Exclusion.objects.filter(study=study, rule=rule, lifted_at=None).order_by("pk")
    with transaction.atomic():
        return [lift(exclusion=row, by=by) for row in rows]


def _numbers(entries: Iterable[Caught]) -> set[int]:
    return {entry.reviewer.person.number for entry in entries}
