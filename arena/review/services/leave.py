"""How a reviewer stops: takes everything back, comes again, and says what it was like."""

from django.db import transaction
from django.utils import timezone

from arena.core.errors import Conflict
from arena.review.models import EndSurvey, Exclusion
from arena.review.services.exclusions import exclude, lift
from arena.review.services.journey import refuse_preview
from arena.studies.models import Reviewer, Study
from arena.studies.services.life import locked
from arena.studies.services.people import versions_of

WITHDRAWN = Exclusion.Rule.WITHDRAWN
CHANGEABLE = (Study.State.OPEN, Study.State.PAUSED)


def withdraw_everything(*, reviewer: Reviewer) -> Exclusion:
    """Nothing this reviewer answered counts from now on; nothing is deleted.

    Nor in an earlier version of the study, unless its results are published already.
    """
    refuse_preview(reviewer)
    with transaction.atomic():
        # Locked, so that what is withdrawn at the last moment is out of what is published.
        if locked(reviewer.study).state == Study.State.PUBLISHED:
            raise Conflict("The results are published, so answers can no longer be withdrawn here.")
        for one in versions_of(reviewer):
            if one.pk != reviewer.pk and locked(one.study).state != Study.State.PUBLISHED:
                exclude(reviewer=one, rule=WITHDRAWN, reason="withdrawn")
        return exclude(reviewer=reviewer, rule=WITHDRAWN, reason="withdrawn")


def return_everything(*, reviewer: Reviewer) -> None:
    """What was withdrawn counts again, wherever it is not published without it."""
    with transaction.atomic():
        state = locked(reviewer.study).state
        if withdrawal_of(reviewer) is None:
            return
        if state not in CHANGEABLE:
            raise Conflict("The study is closed, so your answers stay withdrawn.")
        for one in versions_of(reviewer):
            exclusion = withdrawal_of(one)
            if exclusion is not None and locked(one.study).state != Study.State.PUBLISHED:
                lift(exclusion=exclusion, by="")


def withdrawal_of(reviewer: Reviewer) -> Exclusion | None:
    """The withdrawal that is in force."""
    return Exclusion.objects.filter(reviewer=reviewer, judgment=None, rule=WITHDRAWN, lifted_at=None).first()


def answer_survey(*, reviewer: Reviewer, could_tell: str, how: str, remark: str) -> EndSurvey:
    """Whether the systems could be told apart; the latest answer stands."""
    refuse_preview(reviewer)
    if reviewer.study.state not in CHANGEABLE:
        raise Conflict("The study takes no answers now, so this one could not be saved.")
    values = {"could_tell": could_tell, "how": how, "remark": remark, "answered_at": timezone.now()}
    survey, _ = EndSurvey.objects.update_or_create(reviewer=reviewer, defaults=values)
    return survey
