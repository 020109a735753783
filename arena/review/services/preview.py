"""Looking at a study as reviewers see it, as a reviewer of its own whom nothing counts."""

from django.db import transaction

from arena.core.errors import Conflict
from arena.review.models import (
    Assignment,
    Background,
    ConflictOfInterest,
    EndSurvey,
    Exclusion,
    Journey,
    Judgment,
    JudgmentRevision,
)
from arena.studies.models import Consent, Reviewer, Study
from arena.studies.services.life import locked

NUMBER, PSEUDONYM = 0, "preview"
STATES = (Study.State.FROZEN, Study.State.OPEN, Study.State.PAUSED)


def start_preview(*, study: Study) -> Reviewer:
    """The study's preview, at its beginning: what an earlier look left is deleted."""
    with transaction.atomic():
        study = locked(study)
        if study.is_imported:
            raise Conflict(f"{study.name} was imported: it has no posters, so there is nothing to see.")
        if study.state not in STATES:
            raise Conflict(
                f"{study.name} is {study.is_now}; it can be looked at as reviewers see it from the freeze to its end."
            )
        reviewer, _ = Reviewer.objects.get_or_create(
            study=study, number=NUMBER, defaults={"pseudonym": PSEUDONYM, "kind": Reviewer.Kind.PREVIEW}
        )
        clear_preview(study=study)
        # Windows of an earlier look end: they would show pairs that are gone.
        reviewer.epoch += 1
        reviewer.save(update_fields=["epoch"])
        reviewer.study = study
    return reviewer


def clear_preview(*, study: Study) -> None:
    """Delete what the preview did. Nothing of it was ever a judgment of anybody."""
    own = Reviewer.objects.filter(study=study, kind=Reviewer.Kind.PREVIEW)
    with transaction.atomic():
        Exclusion.objects.filter(reviewer__in=own).delete()
        JudgmentRevision.objects.filter(judgment__assignment__reviewer__in=own).delete()
        Judgment.objects.filter(assignment__reviewer__in=own).delete()
        # A repeat points to the pair it repeats, and a row that is pointed to stays.
        Assignment.objects.filter(reviewer__in=own, repeat_of__isnull=False).delete()
        Assignment.objects.filter(reviewer__in=own).delete()
        for model in (Journey, Background, ConflictOfInterest, EndSurvey, Consent):
            model._default_manager.filter(reviewer__in=own).delete()
