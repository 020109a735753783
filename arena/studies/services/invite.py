"""Invitations: a secret link for each reviewer, shown once and kept as a hash only."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from arena.core.errors import BadInput, Conflict
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.history import What, record_event
from arena.studies.services.life import locked
from arena.studies.services.people_csv import MAX_PEOPLE, Person
from arena.studies.services.reviewers import add_reviewers

MAX_AT_ONCE = MAX_PEOPLE


@dataclass(frozen=True, slots=True)
class IssuedInvitation:
    """A reviewer and the link, which cannot be shown again."""

    reviewer: Reviewer
    url: str
    person: Person


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invite(
    *, study: Study, count: int | None = None, people: Sequence[Person] = (), by: str = ""
) -> list[IssuedInvitation]:
    """New reviewers with a link each: so many without a name, or one for each person."""
    persons = list(people) if count is None else [Person()] * count
    if not 1 <= len(persons) <= MAX_AT_ONCE:
        raise BadInput(f"Between 1 and {MAX_AT_ONCE} reviewers can be invited at once, not {len(persons)}.")
    with transaction.atomic():
        _refuse_invited(locked(study), persons)  # sent twice at once, a list comes one after the other
        issued = []
        for reviewer, person in zip(add_reviewers(study=study, count=len(persons)), persons, strict=True):
            token = _new_token()
            Invitation.objects.create(
                reviewer=reviewer, token_hash=hash_of(token), name=person.name, email=person.email
            )
            issued.append(IssuedInvitation(reviewer, _url(token), person))
        record_event(study, What.INVITED, by, reviewers=[entry.reviewer.pseudonym for entry in issued])
    return issued


def renew_invitation(*, reviewer: Reviewer, by: str = "") -> IssuedInvitation:
    """A new link for a reviewer; the old one and the cookies made from it are void from now on."""
    with transaction.atomic():
        reviewer = _locked(reviewer)
        if reviewer.erased_at is not None:
            raise Conflict(f"{reviewer.pseudonym} was erased on request: nobody is behind it who could get a link.")
        token = _new_token()
        invitation = reviewer.invitation
        invitation.token_hash, invitation.confirmed_at, invitation.revoked_at = hash_of(token), None, None
        invitation.save(update_fields=["token_hash", "confirmed_at", "revoked_at"])
        reviewer.epoch, reviewer.revoked_at = reviewer.epoch + 1, None
        reviewer.save(update_fields=["epoch", "revoked_at"])
        record_event(reviewer.study, What.RENEWED, by, reviewer=reviewer.pseudonym)
    return IssuedInvitation(reviewer, _url(token), Person(invitation.name, invitation.email))


def revoke_invitation(*, reviewer: Reviewer, by: str = "") -> Reviewer:
    """The link and the cookies made from it are void; what the reviewer judged stays."""
    with transaction.atomic():
        reviewer = _locked(reviewer)
        now = timezone.now()
        Invitation.objects.filter(reviewer=reviewer, revoked_at=None).update(revoked_at=now)
        reviewer.epoch, reviewer.revoked_at = reviewer.epoch + 1, now
        reviewer.save(update_fields=["epoch", "revoked_at"])
        record_event(reviewer.study, What.REVOKED, by, reviewer=reviewer.pseudonym)
    return reviewer


def invitation_of(token: str) -> Invitation | None:
    """The invitation this link opens, unless it is unknown or revoked."""
    return (
        Invitation.objects.select_related("reviewer__study")
        .filter(token_hash=hash_of(token), revoked_at=None, reviewer__revoked_at=None)
        .first()
    )


def confirm_invitation(*, invitation: Invitation, as_staff: bool) -> Reviewer:
    """The reviewer agrees and starts, or comes back on another device; staff stays labelled as such."""
    with transaction.atomic():
        reviewer = _locked(invitation.reviewer)
        link = Invitation.objects.filter(pk=invitation.pk, token_hash=invitation.token_hash, revoked_at=None)
        if not link.exists():
            raise Conflict("This link was replaced a moment ago; ask for the new one.")
        link.filter(confirmed_at=None).update(confirmed_at=timezone.now())
        if as_staff:
            label_as_staff(reviewer=reviewer)
    return reviewer


def label_as_staff(*, reviewer: Reviewer) -> None:
    """Somebody who may know the systems judges here: said wherever the reviewer is named."""
    if reviewer.kind == Reviewer.Kind.VOLUNTEER:
        reviewer.kind = Reviewer.Kind.STAFF
        reviewer.save(update_fields=["kind"])


def forget_person(*, reviewer: Reviewer, by: str = "") -> None:
    """Erase the name and the address; the link goes on working and the judgments stay under the pseudonym."""
    with transaction.atomic():
        Invitation.objects.filter(reviewer=reviewer).update(name="", email="")
        record_event(reviewer.study, What.FORGOTTEN, by, reviewer=reviewer.pseudonym)


def _refuse_invited(study: Study, people: Sequence[Person]) -> None:
    """A second link would void the first, so it is only made on purpose."""
    wanted = {person.email.casefold() for person in people if person.email}
    invited = Invitation.objects.filter(reviewer__study=study).exclude(email="").select_related("reviewer")
    again = [entry for entry in invited if entry.email.casefold() in wanted]
    if again:
        line_of = {person.email.casefold(): person.line for person in people}
        lines = tuple(_said(line_of[entry.email.casefold()], entry) for entry in again)
        raise BadInput(f"Already invited to {study.name}; a new link replaces an old one on purpose only:", lines)


def _said(line: int, entry: Invitation) -> str:
    where = f"line {line}: " if line else ""
    return f"{where}{entry.email} is {entry.reviewer.pseudonym}."


def _locked(reviewer: Reviewer) -> Reviewer:
    found = Reviewer.objects.select_for_update(of=("self",), no_key=True).select_related("study").get(pk=reviewer.pk)
    if not Invitation.objects.filter(reviewer=found).exists():
        raise Conflict(_why_no_invitation(found))
    return found


def _why_no_invitation(reviewer: Reviewer) -> str:
    successor = Reviewer.objects.select_related("study").filter(previous=reviewer).first()
    if successor is not None:
        return f"{reviewer.pseudonym} has gone on to {successor.study.name}, and so has the link."
    if reviewer.kind == Reviewer.Kind.SIMULATED:
        return f"{reviewer.pseudonym} is simulated and has no invitation."
    return f"{reviewer.pseudonym} has no invitation."


def _new_token() -> str:
    return secrets.token_urlsafe(24)


def _url(token: str) -> str:
    return settings.SITE_URL + reverse("studies:invitation", args=[token])
