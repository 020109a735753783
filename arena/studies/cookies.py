"""The reviewer cookie: signed, tied to the reviewer's epoch, good on several devices until revoked."""

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


def reviewer_of(request: HttpRequest) -> Reviewer | None:
    """The reviewer whose cookie this request carries, unless it is forged, too old or revoked."""
    value = request.COOKIES.get(COOKIE)
    if not value:
        return None
    try:
        pk, epoch = signing.loads(value, salt=SALT, max_age=MAX_AGE_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Reviewer.objects.select_related("study").filter(pk=pk, epoch=epoch, revoked_at=None).first()
