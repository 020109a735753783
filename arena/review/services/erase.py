"""Forgetting what a reviewer said of themselves; what was judged stays."""

from django.db import transaction

from arena.review.models import Background, ConflictOfInterest, EndSurvey, Judgment, JudgmentRevision
from arena.studies.models import Reviewer


def erase_traces(*, reviewer: Reviewer, with_comments: bool) -> None:
    """Field, experience and the papers they are close to, which say who somebody is. The exclusions that followed
    from such a paper stay in force. What was written in words stays unless it is to go too."""
    with transaction.atomic():
        Background.objects.filter(reviewer=reviewer).delete()
        ConflictOfInterest.objects.filter(reviewer=reviewer).delete()
        if with_comments:
            Judgment.objects.filter(assignment__reviewer=reviewer).update(comment="")
            JudgmentRevision.objects.filter(judgment__assignment__reviewer=reviewer).update(comment="")
            EndSurvey.objects.filter(reviewer=reviewer).update(how="", remark="")
