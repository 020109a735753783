"""The bar at the top of staff pages: where this person may go, and where they are."""

from dataclasses import dataclass

from django import template
from django.http import HttpRequest
from django.template.context import Context
from django.urls import reverse

from arena.core.access import is_admin, is_researcher

register = template.Library()


@dataclass(frozen=True, slots=True)
class Entry:
    label: str
    url: str
    is_here: bool


# label, name of the address, apps whose pages belong to it, whether only admins go there
_PLACES = (
    ("Desk", "desk:home", ("desk",), False),
    ("Studies", "studies:list", ("studies", "review"), True),
    ("Benchmarks", "benchmarks:list", ("benchmarks",), False),
    ("Systems", "systems:list", ("systems",), False),
    ("Posters", "posters:list", ("posters",), False),
    ("Results", "reports:list", ("reports",), False),
)


@register.inclusion_tag("staff_bar.html", takes_context=True)
def staff_bar(context: Context) -> dict[str, object]:
    """Nothing but the name of the site for anybody who is not staff."""
    request = context.get("request")
    if not isinstance(request, HttpRequest) or not hasattr(request, "user"):
        return {"entries": [], "user": None}
    user = request.user
    match = request.resolver_match
    here = match.app_name if match else ""
    entries = []
    if is_researcher(user):
        for label, name, apps, admins_only in _PLACES:
            if admins_only and not is_admin(user):
                continue
            entries.append(Entry(label=label, url=reverse(name), is_here=here in apps))
    return {"entries": entries, "user": user, "csrf_token": context.get("csrf_token")}
