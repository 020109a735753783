"""What a reviewer sees before the first pair: the invitation and what it means to accept it."""

from typing import cast

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from arena.core.access import is_researcher
from arena.core.http import SeeOther
from arena.studies.access import ReviewerRequest
from arena.studies.cookies import set_reviewer_cookie
from arena.studies.services.invite import confirm_invitation, invitation_of, label_as_staff


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The letter; nothing changes until it is accepted by POST, so that a link preview accepts nothing."""
    found = invitation_of(token)
    if found is None:
        return render(request, "studies/unknown_invitation.html", status=404)
    is_staff = is_researcher(request.user)
    if request.method != "POST" or (is_staff and "as_staff" not in request.POST):
        study = found.reviewer.study
        context = {"question": study.question, "returns": found.confirmed_at is not None, "is_staff": is_staff}
        return render(request, "studies/invitation.html", context)
    reviewer = confirm_invitation(invitation=found, as_staff=is_staff)
    response = SeeOther(reverse("review:next"))
    set_reviewer_cookie(response, reviewer)
    return response


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review_as_staff(request: HttpRequest) -> HttpResponse:
    """A browser that is both a reviewer's and somebody's who may read results: sign out, or be labelled."""
    reviewer = cast(ReviewerRequest, request).reviewer
    if reviewer and is_researcher(request.user):
        if request.method != "POST":
            return render(request, "studies/review_as_staff.html")
        label_as_staff(reviewer=reviewer)
    return SeeOther(reverse("review:next"))
