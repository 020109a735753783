"""The reviewer cookie: signed, tied to the reviewer's epoch, good on several devices until revoked."""

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from arena.studies.models import Reviewer

COOKIE = "reviewer"
SALT = "arena.studies.reviewer"
MAX_AGE_SECONDS = 180 * 24 * 3600


def set_reviewer_cookie(response: HttpResponse, reviewer: Reviewer) -> None:
    value = signing.dumps([reviewer.pk, reviewer.epoch], salt=SALT)
    response.set_cookie(
        COOKIE, value, max_age=MAX_AGE_SECONDS, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
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
    """The reviewer whose cookie this request carries, unless it is forged, too old or revoked."""
    claim = claim_of(request)
    if claim is None:
        return None
    valid = Reviewer.objects.select_related("study").filter(epoch=claim.epoch, revoked_at=None)
    return valid.filter(pk=claim.reviewer).first()
