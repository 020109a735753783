"""Deleting a person: who somebody was is forgotten, what they judged stays under the pseudonym."""

import secrets

from django.db import transaction
from django.utils import timezone

from arena.core.errors import Conflict
from arena.studies.models import Invitation, Reviewer
from arena.studies.services.history import What, record_event
from arena.studies.services.invite import hash_of
from arena.studies.signals import reviewer_erased


def erase_person(*, reviewer: Reviewer, with_comments: bool = False, by: str = "") -> Reviewer:
    """Erase name, address and what else identifies, and void the link for good; the judgments stay.

    Comments stay unless they are to go too. Done in every version of the study this person took part in; doing it
    again only takes the comments along that stayed the first time.
    """
    with transaction.atomic():
        everywhere = versions_of(reviewer)
        now = timezone.now()
        for one in everywhere:
            if one.kind not in (Reviewer.Kind.VOLUNTEER, Reviewer.Kind.STAFF):
                raise Conflict(f"{one.pseudonym} is {one.get_kind_display().lower()}, not a person.")
            one.epoch, one.revoked_at, one.erased_at = one.epoch + 1, one.revoked_at or now, one.erased_at or now
            one.save(update_fields=["epoch", "revoked_at", "erased_at"])
            Invitation.objects.filter(reviewer=one).update(
                name="", email="", token_hash=hash_of(secrets.token_urlsafe(24)), revoked_at=one.revoked_at
            )
            reviewer_erased.send(sender=Reviewer, reviewer=one, with_comments=with_comments)
            record_event(one.study, What.ERASED, by, reviewer=one.pseudonym, comments=with_comments)
    return next(one for one in everywhere if one.pk == reviewer.pk)


def versions_of(reviewer: Reviewer) -> list[Reviewer]:
    """The same person in every version of the study, with its study, locked, from the first on.

    Inside a transaction.
    """
    first = reviewer
    while first.previous is not None:
        first = first.previous
    rows = Reviewer.objects.select_for_update(of=("self",), no_key=True).select_related("study")
    found = [rows.get(pk=first.pk)]
    while (successor := rows.filter(previous=found[-1]).first()) is not None:
        found.append(successor)
    return found
