"""The reviewer cookie: signed, tied to the reviewer's epoch, good on several devices until revoked."""

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from arena.core.sql import columns_of, taken_from, with_tables
from arena.studies.models import Reviewer, Study

COOKIE = "reviewer"
SALT = "arena.studies.reviewer"
MAX_AGE_SECONDS = 180 * 24 * 3600


def set_reviewer_cookie(response: HttpResponseBase, reviewer: Reviewer) -> None:
    value = signing.dumps([reviewer.pk, reviewer.epoch], salt=SALT)
    response.set_cookie(
        COOKIE, value, max_age=MAX_AGE_SECONDS, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


# Written out, because every page needs them and putting the query together takes longer than asking it.
_REVIEWER = with_tables(
    "SELECT r.*, n.id AS goes_on_as, {columns} FROM {Reviewer} r JOIN {Study} s ON s.id = r.study_id "
    "LEFT JOIN {Reviewer} n ON n.previous_id = r.id WHERE r.id = %s",
    Reviewer,
    Study,
    columns=columns_of(Study, "s"),
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Whose browser this is by its signed cookie; whether that still holds, the reviewer's row says."""

    reviewer: int
    epoch: int


def claim_of(request: HttpRequest) -> Claim | None:
    """What the cookie says, unless it is forged or too old."""
    value = request.COOKIES.get(COOKIE)
    if not value:
        return None
    try:
        return Claim(*signing.loads(value, salt=SALT, max_age=MAX_AGE_SECONDS))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def reviewer_of(request: HttpRequest) -> Reviewer | None:
    """The reviewer whose cookie this request carries, unless it is forged, too old or revoked.

    A reviewer who went on to a new version of the study is followed there: what counts is the last one's epoch.
    """
    claim = claim_of(request)
    if claim is None:
        return None
    reviewer, successor = _with_successor(claim.reviewer)
    while successor is not None:
        reviewer, successor = _with_successor(successor)
    return reviewer if reviewer and reviewer.epoch == claim.epoch and reviewer.revoked_at is None else None


def _with_successor(pk: int) -> tuple[Reviewer | None, int | None]:
    """The reviewer, and the key of the one in the next version; one small query, which each page makes."""
    found = next(iter(Reviewer.objects.raw(_REVIEWER, [pk])), None)
    if found is None:
        return None, None
    found.study = taken_from(vars(found), Study, "s")
    return found, vars(found).pop("goes_on_as")
