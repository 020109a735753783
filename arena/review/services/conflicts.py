"""Papers a reviewer is too close to: not shown from then on, and answers given on them before do not count."""

from collections.abc import Collection

from django.db import transaction

from arena.review.models import Assignment, ConflictOfInterest, Exclusion, Judgment
from arena.review.services.exclusions import exclude, lift
from arena.studies.models import Reviewer, Study
from arena.studies.services.people import versions_of

REASON = "conflict of interest"
RULE = Exclusion.Rule.CONFLICT


def declare_conflicts(*, reviewer: Reviewer, cases: Collection[int]) -> None:
    """These papers of the study, and no others. A conflict that is taken back lets the answers count again.

    So it is in earlier versions of the study with these papers, unless their results are published already.
    """
    with transaction.atomic():
        # Locked: two windows come one after the other.
        versions = versions_of(reviewer)
        asked = _papers(reviewer.study)
        for one in versions:
            if one.pk == reviewer.pk or one.study.state != Study.State.PUBLISHED:
                _declare(one, asked & _papers(one.study), set(cases))


def _papers(study: Study) -> set[int]:
    return set(study.cases.filter(dropped_reason="").values_list("case_id", flat=True))


def _declare(reviewer: Reviewer, asked: set[int], cases: set[int]) -> None:
    """Of the papers that were `asked` about, `cases` are too close."""
    there = ConflictOfInterest.objects.filter(reviewer=reviewer, case__in=asked)
    before, now = set(there.values_list("case_id", flat=True)), asked & cases
    there.filter(case__in=before - now).delete()
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
