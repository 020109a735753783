"""Turns the errors meant for people into pages with the right status, wherever a view does not do so itself."""

from collections.abc import Callable

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.template.loader import render_to_string

from arena.core.errors import ArenaError, BadInput, Conflict, NotAllowed, NotReady

STATUS: dict[type[ArenaError], int] = {NotAllowed: 403, Conflict: 409, NotReady: 409, BadInput: 400}


class ErrorPagesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            raise Http404  # PostgreSQL refuses the character in a query, and no name or token of ours has one
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        status = next((code for kind, code in STATUS.items() if isinstance(exception, kind)), None)
        if status is None:
            return None
        return render(request, f"{status}.html", {"message": str(exception)}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own page looks for a CSRF token in the body, which fails again where the body is what cannot be read."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def server_error(request: HttpRequest) -> HttpResponse:
    """The last resort, which for the same reason reads nothing of the request."""
    return HttpResponseServerError(render_to_string("500.html"))
