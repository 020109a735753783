"""Gives every request its reviewer, read from the signed reviewer cookie, or None."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject

from arena.studies.cookies import COOKIE, claim_of, reviewer_of, set_reviewer_cookie
from arena.studies.models import Reviewer


class ReviewerMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        found: list[Reviewer | None] = []

        def look() -> Reviewer | None:
            found.append(reviewer_of(request))
            return found[-1]

        # Lazy: pages that do not ask for the reviewer make no query.
        request.reviewer = SimpleLazyObject(look)  # type: ignore[attr-defined]
        response = self.get_response(request)
        if found and found[0] is not None and COOKIE not in response.cookies:
            claim = claim_of(request)
            if claim is not None and claim.reviewer != found[0].pk:
                # Gone on to a new version of the study: from now on the browser is known there directly.
                set_reviewer_cookie(response, found[0])
        return response
