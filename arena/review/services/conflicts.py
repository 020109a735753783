"""Papers a reviewer is too close to: not shown from then on, and answers given on them before do not count."""

from collections.abc import Collection

from django.db import transaction

from arena.review.models import Assignment, ConflictOfInterest, Exclusion, Judgment
from arena.review.services.exclusions import exclude, lift
from arena.studies.models import Reviewer

REASON = "conflict of interest"
RULE = Exclusion.Rule.CONFLICT


def declare_conflicts(*, reviewer: Reviewer, cases: Collection[int]) -> None:
    """These papers of the study, and no others. A conflict that is taken back lets the answers count again."""
    with transaction.atomic():
        Reviewer.objects.select_for_update(of=("self",), no_key=True).get(
            pk=reviewer.pk
        )  # two windows come one after the other
        own = set(reviewer.study.cases.filter(dropped_reason="").values_list("case_id", flat=True))
        before = set(ConflictOfInterest.objects.filter(reviewer=reviewer).values_list("case_id", flat=True))
        now = own & set(cases)
        ConflictOfInterest.objects.filter(reviewer=reviewer, case__in=before - now).delete()
        ConflictOfInterest.objects.bulk_create(
            ConflictOfInterest(reviewer=reviewer, case_id=case) for case in sorted(now - before)
        )
        for judgment in _judgments(reviewer, now - before):
            exclude(reviewer=reviewer, judgment=judgment, rule=RULE, reason=REASON)
        of_freed = Exclusion.objects.filter(
            reviewer=reviewer, rule=RULE, lifted_at=None, judgment__assignment__case__in=before - now
        )
        for exclusion in of_freed:
            lift(exclusion=exclusion, by="")


def _judgments(reviewer: Reviewer, cases: Collection[int]) -> list[Judgment]:
    """Also those taken back: they may be given again. An answer that is on its way is waited for: it locks its pair."""
    pairs = Assignment.objects.filter(reviewer=reviewer, case__in=cases).order_by("pk")
    list(pairs.select_for_update().values_list("pk"))
    found = Judgment.objects.filter(assignment__reviewer=reviewer, assignment__case__in=cases)
    return list(found.select_related("assignment").order_by("pk"))
