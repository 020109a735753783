"""A new version of a study: a draft with the same settings, which takes over the reviewers when it is frozen."""

import re

from django.db import IntegrityError, transaction

from arena.core.errors import Conflict
from arena.studies.models import Consent, GoldPair, Invitation, Reviewer, Study
from arena.studies.services.history import What, record_event
from arena.studies.services.life import checked_name, locked

NAME_LENGTH = 80
_NUMBERED = re.compile(r"(.+)-v(\d+)")
_SETTINGS = (
    "title",
    "question",
    "benchmark",
    "wanted_systems",
    "seed",
    "min_view_seconds",
    "quota",
    "practice_pairs",
    "repeat_share",
    "show_authors",
    "contact",
    "drop_incomplete",
    "note",
)
# What a reviewer is called and may do in both versions alike.
_OF_REVIEWER = ("number", "pseudonym", "kind", "epoch", "revoked_at", "quota", "erased_at", "created_at")


def new_version(*, study: Study, name: str = "", by: str = "") -> Study:
    """A draft that follows on this study. Until it is frozen its benchmark and systems can still be changed."""
    with transaction.atomic():
        study = locked(study)
        if study.is_imported:
            raise Conflict(f"{study.name} was imported: it has no posters, so there is no new version of it.")
        if study.state == Study.State.DRAFT:
            raise Conflict(f"{study.name} is a draft: change it as it is.")
        there = Study.objects.filter(previous=study).first()
        if there is not None:
            raise Conflict(f"The new version of {study.name} is there already: {there.name}.")
        copied = {field: getattr(study, field) for field in _SETTINGS}
        try:
            with transaction.atomic():
                draft = Study.objects.create(name=checked_name(name or next_name(study.name)), previous=study, **copied)
        except IntegrityError as error:
            raise Conflict(f"There is already a study {name or next_name(study.name)}; name the version.") from error
        GoldPair.objects.bulk_create(
            GoldPair(
                study=draft, case_id=g.case_id, number=g.number, better_id=g.better_id, worse_id=g.worse_id, note=g.note
            )
            for g in study.gold_pairs.order_by("number")
        )
        record_event(study, What.VERSION, by, version=draft.name)
        record_event(draft, What.CREATED, by, previous=study.name)
    return draft


def next_name(name: str) -> str:
    """`forest` becomes `forest-v2`, and that `forest-v3`."""
    numbered = _NUMBERED.fullmatch(name)
    stem, number = (numbered[1], int(numbered[2]) + 1) if numbered else (name, 2)
    ending = f"-v{number}"
    return stem[: NAME_LENGTH - len(ending)] + ending


def carry_reviewers(*, study: Study) -> None:
    """Everybody of the version before goes on here, under the same number and pseudonym, with the same link.

    Inside the transaction that freezes `study`. Whoever was on a pair of the old one must not be cut off in the
    middle, so that one must not be open.
    """
    if study.previous is None:
        return
    previous = locked(study.previous)
    if previous.state == Study.State.OPEN:
        raise Conflict(
            f"{previous.name} is open, and its reviewers go on in {study.name}: pause or close it first,"
            " so that nobody is in the middle of a pair."
        )
    there = list(previous.reviewers.exclude(kind=Reviewer.Kind.PREVIEW).order_by("number"))
    Reviewer.objects.bulk_create(
        Reviewer(study=study, previous=old, **{field: getattr(old, field) for field in _OF_REVIEWER}) for old in there
    )
    new = {reviewer.previous_id: reviewer for reviewer in study.reviewers.exclude(previous=None)}
    invitations = list(Invitation.objects.filter(reviewer__in=there))
    for invitation in invitations:
        invitation.reviewer = new[invitation.reviewer_id]
    Invitation.objects.bulk_update(invitations, ["reviewer"])
    Consent.objects.bulk_create(
        Consent(
            reviewer=new[consent.reviewer_id],
            version=consent.version,
            text_sha256=consent.text_sha256,
            given_at=consent.given_at,
        )
        for consent in Consent.objects.filter(reviewer__in=there)
    )
