"""Forms whose token does not fit: on the review page what was chosen is kept, everywhere else it is Django's page."""

from typing import cast

from django.http import HttpRequest, HttpResponseBase
from django.views.csrf import csrf_failure

from arena.review.lost import no_reviewer
from arena.review.replies import wants_json
from arena.review.views import stale
from arena.studies.access import ReviewerRequest

OF_A_PAIR = ("review:pair", "review:ahead", "review:undo")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """A browser that has lost its cookies has lost that of the form, too, so this is where its answer arrives.

    The script of the page fetches a fresh token and sends its answer again.
    """
    match = request.resolver_match
    if match is not None and match.view_name in OF_A_PAIR:
        if not cast(ReviewerRequest, request).reviewer:
            return no_reviewer(request)
        if match.view_name == "review:pair" and not wants_json(request):
            return stale(request, **match.kwargs)
    return csrf_failure(request, reason)
