"""Light, dark or as the system says: a cookie that the server writes on the page, so that nothing flashes."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from arena.core.http import SeeOther

COOKIE = "theme"
MAX_AGE_SECONDS = 365 * 24 * 3600
THEMES = {"system": "System", "light": "Light", "dark": "Dark"}


def theme_of(request: HttpRequest) -> str:
    """ "light" or "dark" where somebody chose it, else "system"."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else "system"


def theme(request: HttpRequest) -> dict[str, object]:
    """For every template: the theme, the themes there are, and where to come back to after choosing one."""
    # The answer to a form is not shown again by its address, so nothing that would leave it is offered there.
    here = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    return {"theme": theme_of(request), "themes": THEMES, "theme_back": here}


@login_not_required
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    wanted, back = request.POST.get("theme", ""), request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    response = SeeOther(back)
    if wanted in THEMES and wanted != "system":
        response.set_cookie(
            COOKIE,
            wanted,
            max_age=MAX_AGE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
