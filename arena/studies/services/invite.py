"""Invitations: a secret link for each reviewer, shown once and kept as a hash only."""

import csv
import hashlib
import io
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from arena.core.errors import BadInput, Conflict
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.services.reviewers import add_reviewers

MAX_AT_ONCE = 500
NAME_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a link is for; kept with the invitation and nowhere else."""

    name: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class IssuedInvitation:
    """A reviewer and the link, which cannot be shown again."""

    reviewer: Reviewer
    url: str
    person: Person


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def invite(*, study: Study, count: int | None = None, people: Sequence[Person] = ()) -> list[IssuedInvitation]:
    """New reviewers with a link each: so many without a name, or one for each person."""
    persons = list(people) if count is None else [Person()] * count
    if not 1 <= len(persons) <= MAX_AT_ONCE:
        raise BadInput(f"Between 1 and {MAX_AT_ONCE} reviewers can be invited at once, not {len(persons)}.")
    with transaction.atomic():
        _refuse_invited(study, persons)
        issued = []
        for reviewer, person in zip(add_reviewers(study=study, count=len(persons)), persons, strict=True):
            token = _new_token()
            Invitation.objects.create(
                reviewer=reviewer, token_hash=hash_of(token), name=person.name, email=person.email
            )
            issued.append(IssuedInvitation(reviewer, _url(token), person))
    return issued


def renew_invitation(*, reviewer: Reviewer) -> IssuedInvitation:
    """A new link for a reviewer; the old one and the cookies made from it are void from now on."""
    with transaction.atomic():
        reviewer = _locked(reviewer)
        token = _new_token()
        invitation = reviewer.invitation
        invitation.token_hash, invitation.confirmed_at, invitation.revoked_at = hash_of(token), None, None
        invitation.save(update_fields=["token_hash", "confirmed_at", "revoked_at"])
        reviewer.epoch, reviewer.revoked_at = reviewer.epoch + 1, None
        reviewer.save(update_fields=["epoch", "revoked_at"])
    return IssuedInvitation(reviewer, _url(token), Person(invitation.name, invitation.email))


def revoke_invitation(*, reviewer: Reviewer) -> Reviewer:
    """The link and the cookies made from it are void; what the reviewer judged stays."""
    with transaction.atomic():
        reviewer = _locked(reviewer)
        now = timezone.now()
        Invitation.objects.filter(reviewer=reviewer, revoked_at=None).update(revoked_at=now)
        reviewer.epoch, reviewer.revoked_at = reviewer.epoch + 1, now
        reviewer.save(update_fields=["epoch", "revoked_at"])
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


def forget_person(*, reviewer: Reviewer) -> None:
    """Erase the name and the address; the link goes on working and the judgments stay under the pseudonym."""
    Invitation.objects.filter(reviewer=reviewer).update(name="", email="")


def read_people(path: Path) -> list[Person]:
    """The people of a CSV file with the columns name and email; BadInput with every faulty line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 text.") from error
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        if not {"name", "email"} <= set(reader.fieldnames or ()):
            raise BadInput(f"{path}: the first line must name the columns name and email.")
        return _people(path, reader)
    except csv.Error as error:
        raise BadInput(f"{path} was not used:", (f"line {reader.line_num + 1}: not valid CSV: {error}.",)) from error


def _people(path: Path, reader: "csv.DictReader[str]") -> list[Person]:
    people: list[Person] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    for row in reader:
        line = reader.line_num
        person = Person(name=(row["name"] or "").strip(), email=(row["email"] or "").strip())
        faults += [f"line {line}: {fault}" for fault in _faults_of(person)]
        if person.email and seen.setdefault(person.email.casefold(), line) != line:
            faults.append(f"line {line}: {person.email} is already on line {seen[person.email.casefold()]}.")
        people.append(person)
    if faults:
        raise BadInput(f"{path} was not used:", tuple(faults))
    return people


def _faults_of(person: Person) -> list[str]:
    faults = []
    if not person.name and not person.email:
        faults.append("neither a name nor an e-mail address.")
    if len(person.name) > NAME_LENGTH or not person.name.isprintable():
        faults.append(f"the name has more than {NAME_LENGTH} characters or one that cannot be printed.")
    if person.email:
        try:
            validate_email(person.email)
        except ValidationError:
            faults.append(f"{person.email!r} is not an e-mail address.")
    return faults


def _refuse_invited(study: Study, people: Sequence[Person]) -> None:
    """A second link would void the first, so it is only made on purpose."""
    wanted = {person.email.casefold() for person in people if person.email}
    invited = Invitation.objects.filter(reviewer__study=study).exclude(email="").select_related("reviewer")
    again = [entry for entry in invited if entry.email.casefold() in wanted]
    if again:
        lines = tuple(f"{entry.email} is {entry.reviewer.pseudonym}." for entry in again)
        raise BadInput(f"Already invited to {study.name}; use --renew to replace a link:", lines)


def _locked(reviewer: Reviewer) -> Reviewer:
    locked = Reviewer.objects.select_for_update(of=("self",)).select_related("study").get(pk=reviewer.pk)
    if not Invitation.objects.filter(reviewer=locked).exists():
        raise Conflict(f"{locked.pseudonym} is simulated and has no invitation.")
    return locked


def _new_token() -> str:
    return secrets.token_urlsafe(24)


def _url(token: str) -> str:
    return settings.SITE_URL + reverse("studies:invitation", args=[token])
