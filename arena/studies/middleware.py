"""Gives every request its reviewer, read from the signed reviewer cookie, or None."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject

from arena.studies.cookies import reviewer_of


class ReviewerMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Lazy: pages that do not ask for the reviewer make no query.
        request.reviewer = SimpleLazyObject(lambda: reviewer_of(request))  # type: ignore[attr-defined]
        return self.get_response(request)
