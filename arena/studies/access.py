"""Opens a reviewer's pages to whoever carries the reviewer cookie, and to nobody else."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from arena.core.access import is_admin, is_researcher
from arena.core.http import SeeOther
from arena.studies.cookies import Claim, claim_of
from arena.studies.models import Reviewer

View = Callable[..., HttpResponseBase]


class ReviewerRequest(HttpRequest):
    """A request that the middleware has given its reviewer."""

    reviewer: Reviewer
    htmx: HtmxDetails


class ClaimRequest(HttpRequest):
    """A request for a file, with what its cookie claims."""

    claim: Claim


def reviewer_required(view: View) -> View:
    """The page of a reviewer; without the cookie a few words on how to get it."""

    @login_not_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        reviewer = cast(ReviewerRequest, request).reviewer
        # A preview is for as long as somebody is signed in who may start one.
        if not reviewer or (reviewer.kind == Reviewer.Kind.PREVIEW and not is_admin(request.user)):
            return _no_reviewer(cast(ReviewerRequest, request))
        # Somebody who may read results judges here only after saying so, and is then labelled.
        if reviewer.kind == Reviewer.Kind.VOLUNTEER and is_researcher(request.user):
            return _go_to(cast(ReviewerRequest, request), reverse("studies:review-as-staff"))
        return view(request, *args, **kwargs)

    return guarded


def media_reviewer_required(view: View) -> View:
    """A picture or file of a reviewer's page; without the cookie there is nothing at the address.

    The view gets the claim of the cookie in place of the reviewer, whose row it looks at where it looks for the file.
    """

    @login_not_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        claim = claim_of(request)
        if claim is None:
            raise Http404
        cast(ClaimRequest, request).claim = claim
        return view(request, *args, **kwargs)

    return guarded


def _no_reviewer(request: ReviewerRequest) -> HttpResponseBase:
    if request.htmx:
        return HttpResponseClientRedirect(reverse("review:next"))  # the whole page, which says what to do
    return render(request, "studies/no_invitation.html", status=403)


def _go_to(request: ReviewerRequest, url: str) -> HttpResponseBase:
    return HttpResponseClientRedirect(url) if request.htmx else SeeOther(url)
