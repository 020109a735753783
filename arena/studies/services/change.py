"""Changing a study's settings, as far as its state allows (see rules)."""

from django.db import transaction

from arena.core.errors import Conflict
from arena.studies.models import Reviewer, Study
from arena.studies.services.history import What, record_event
from arena.studies.services.life import locked, refuse_incomparable
from arena.studies.services.rules import (
    ALWAYS,
    OF_SCHEDULE,
    UNTIL_CLOSED,
    UNTIL_FROZEN,
    UNTIL_SHOWN,
    fixed_fields,
    refuse_faults,
)
from arena.studies.signals import schedule_changed

SETTINGS = (*UNTIL_FROZEN, *UNTIL_SHOWN, *UNTIL_CLOSED, *ALWAYS)
SECRET = ("seed",)  # its change is written down, its value is not


def change_settings(*, study: Study, by: str = "", **values: object) -> Study:
    """Take over what differs from the study as it is: all of it, or nothing.

    Raises Conflict for what is fixed by now, BadSettings for what cannot be.
    """
    with transaction.atomic():
        study = locked(study)
        changed = {field: value for field, value in values.items() if getattr(study, field) != value}
        fixed = fixed_fields(study)
        for field in changed:
            if field in fixed:
                raise Conflict(f"The {label_of(field)} of {study.name} cannot change: {fixed[field]}")
        systems = list(changed.get("wanted_systems", study.wanted_systems))  # type: ignore[call-overload]
        if "wanted_systems" in changed:
            refuse_incomparable(systems)
        # The texts are read against the systems, so a change of either looks at all of them.
        texts = {"question": study.question, "contact": study.contact}
        refuse_faults(texts | changed, systems)
        if not changed:
            return study
        detail = {field: [_plain(getattr(study, field)), _plain(value)] for field, value in changed.items()}
        for field in SECRET:
            if field in detail:
                detail[field] = []
        for field, value in changed.items():
            setattr(study, field, value)
        study.save(update_fields=list(changed))
        record_event(study, What.CHANGED, by, **detail)
        if any(field in changed for field in OF_SCHEDULE):
            schedule_changed.send(sender=Study, study=study)
    return study


def set_quota(*, reviewer: Reviewer, quota: int | None, by: str = "") -> Reviewer:
    """How many pairs are asked of this reviewer; None for as many as of the others."""
    refuse_faults({"quota": quota}, ())
    with transaction.atomic():
        study = locked(reviewer.study)
        reviewer = (
            Reviewer.objects.select_for_update(of=("self",), no_key=True).select_related("study").get(pk=reviewer.pk)
        )
        if study.state in (Study.State.CLOSED, Study.State.PUBLISHED):
            raise Conflict(f"{study.name} is {study.is_now}: nobody is asked for anything any more.")
        if reviewer.quota != quota:
            record_event(study, What.QUOTA, by, reviewer=reviewer.pseudonym, quota=[reviewer.quota, quota])
            reviewer.quota = quota
            reviewer.save(update_fields=["quota"])
    return reviewer


def label_of(field: str) -> str:
    return LABELS.get(field, field)


LABELS = {
    "benchmark": "benchmark",
    "wanted_systems": "systems",
    "seed": "seed",
    "drop_incomplete": "rule on incomplete papers",
    "question": "question",
    "show_authors": "showing of authors",
    "practice_pairs": "number of practice pairs",
    "repeat_share": "share of repeated pairs",
    "quota": "quota",
    "min_view_seconds": "shortest look",
    "title": "title",
    "contact": "contact",
}


def _plain(value: object) -> object:
    """The value as it stands in the history."""
    return value if value is None or isinstance(value, (str, int, float, bool, list)) else str(value)
