"""The addresses of the site, and some that fail in every way there is an error page for."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path

from arena.core.errors import BadInput, Conflict, NotReady
from arena.urls import handler400, handler500
from arena.urls import urlpatterns as site

__all__ = ["handler400", "handler500", "urlpatterns"]

RAISED = {
    400: BadInput("judgments.csv cannot be read:", ("line 3: choice is 'best'", "line 9: case_id is missing")),
    403: PermissionDenied(),
    409: Conflict("The study was closed while this page was open."),
    410: NotReady("2 posters are missing:\nalder on paper-1\nbirch on paper-2"),
    500: ZeroDivisionError("nobody may see this"),
}


@login_not_required
def failing(request: HttpRequest, status: int) -> HttpResponse:
    raise RAISED[status]


urlpatterns = [path("failing/<int:status>/", failing, name="failing"), *site]
