"""An answer from a browser that the site does not know any more: it is nobody's, and what was chosen is shown."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from arena.review.forms import kept_from
from arena.review.replies import wants_json
from arena.studies.access import ReviewerRequest

View = Callable[..., HttpResponseBase]
PROBLEM = "This browser is not known any more. Open your invitation link again; what you chose is kept here until then."


def keeps_answer(view: View) -> View:
    """Around `reviewer_required`: says to whoever sends something without the cookie what was sent."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        is_lost = request.method == "POST" and not cast(ReviewerRequest, request).reviewer
        return no_reviewer(request) if is_lost else view(request, *args, **kwargs)

    return guarded


@never_cache
def no_reviewer(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"problem": PROBLEM, "reason": "no_reviewer"}, status=403)
    chosen = kept_from(request.POST).chosen if "choice" in request.POST else None
    return render(request, "studies/no_invitation.html", {"chosen": chosen}, status=403)
