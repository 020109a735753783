"""Seeing a study as its reviewers do: an admin's browser becomes that of a reviewer whom nothing counts."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from arena.core.access import admin_required, is_admin
from arena.core.errors import ArenaError
from arena.core.http import SeeOther
from arena.review.services.preview import start_preview
from arena.studies.access import ReviewerRequest
from arena.studies.cookies import COOKIE, set_reviewer_cookie
from arena.studies.models import Reviewer
from arena.studies.staff import study_or_404


@admin_required
@never_cache
@require_POST
def start(request: HttpRequest, name: str) -> HttpResponse:
    """From the beginning, in place of whatever reviewer this browser was."""
    try:
        reviewer = start_preview(study=study_or_404(name))
    except ArenaError as error:
        messages.error(request, str(error))
        return SeeOther(reverse("studies:study", args=[name]))
    response = SeeOther(reverse("review:next"))
    set_reviewer_cookie(response, reviewer)
    return response


@login_not_required
@never_cache
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Back to the study. Of any other reviewer the browser stays what it is."""
    reviewer = cast(ReviewerRequest, request).reviewer
    if not reviewer or reviewer.kind != Reviewer.Kind.PREVIEW:
        return SeeOther(reverse("review:next"))
    back = reverse("studies:study", args=[reviewer.study.name]) if is_admin(request.user) else reverse("desk:home")
    response = SeeOther(back)
    response.delete_cookie(COOKIE, samesite="Lax")
    return response
