"""What the review app does when something happens in a study."""

from django.dispatch import receiver

from arena.review.services.carry import carry_judgments
from arena.review.services.erase import erase_traces
from arena.review.services.preview import clear_preview
from arena.studies.models import Reviewer, Study
from arena.studies.signals import reviewer_erased, schedule_changed, study_frozen


@receiver(study_frozen)
def take_over(sender: type[Study], *, study: Study, by: str, **_: object) -> None:
    carry_judgments(study=study, by=by)


@receiver(schedule_changed)
def start_over(sender: type[Study], *, study: Study, **_: object) -> None:
    """The preview saw pairs in an order that is none any more."""
    clear_preview(study=study)


@receiver(reviewer_erased)
def forget(sender: type[Reviewer], *, reviewer: Reviewer, with_comments: bool, **_: object) -> None:
    erase_traces(reviewer=reviewer, with_comments=with_comments)
