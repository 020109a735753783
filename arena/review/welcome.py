"""What comes before the pairs: consent, the optional questions, and the page between practice and the real thing."""

from django.urls import reverse

from arena.review.models import Assignment, Journey
from arena.review.selectors import GIVEN, Standing
from arena.studies.consent import VERSION
from arena.studies.models import Reviewer
from arena.studies.selectors import size_of


def gate(reviewer: Reviewer, standing: Standing, *, coming: int = 0) -> str | None:
    """Where the reviewer has to go before the next pair, None to show it.

    `coming` counts answers that are not in `standing` yet: 1 for the pair on the screen. Somebody who looks at the
    study as reviewers see it agrees to nothing and is held up by nothing.
    """
    if reviewer.kind == Reviewer.Kind.PREVIEW:
        return None
    journey = _journey(reviewer)
    if journey is None:
        return reverse("review:consent")
    if journey.about_at is None:
        return reverse("review:about")
    if journey.ready_at is None:
        return reverse("review:ready") if _practice_left(reviewer) <= coming else None
    if journey.goal is not None and standing.done + standing.skipped + coming >= journey.goal_from + journey.goal:
        return reverse("review:goal")
    return None


def _journey(reviewer: Reviewer) -> Journey | None:
    """Of somebody who agreed to the current text; one query."""
    return Journey.objects.filter(reviewer=reviewer, reviewer__consents__version=VERSION).first()


def _practice_left(reviewer: Reviewer) -> int:
    """Practice pairs without an answer."""
    wanted = min(reviewer.study.practice_pairs, size_of(reviewer.study).tasks // 2)
    practice = Assignment.objects.filter(GIVEN, reviewer=reviewer, kind=Assignment.Kind.PRACTICE)
    return max(0, wanted - practice.count())
