"""Turns the errors meant for people into pages with the right status, wherever a view does not do so itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from arena.core.errors import ArenaError, BadInput, Conflict, NotAllowed, NotReady

STATUS: dict[type[ArenaError], int] = {NotAllowed: 403, Conflict: 409, NotReady: 409, BadInput: 400}


class ErrorPagesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        status = next((code for kind, code in STATUS.items() if isinstance(exception, kind)), None)
        if status is None:
            return None
        return render(request, f"{status}.html", {"message": str(exception)}, status=status)
