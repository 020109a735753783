"""Small things that every page of posters shows alike: a thumbnail on its mat, a span of time, a price."""

from django import template

from arena.posters import wording
from arena.posters.models import Poster

register = template.Library()


@register.inclusion_tag("posters/thumb.html")
def poster_thumb(
    poster: Poster,
    label: str,
    overall: float | None = None,
    *,
    is_here: bool = False,
    hidden_label: bool = False,
) -> dict[str, object]:
    """A link to a poster's page with its picture; `label` is the words that stand below it, or are only said."""
    return {"poster": poster, "label": label, "overall": overall, "is_here": is_here, "hidden_label": hidden_label}


@register.filter
def lasting(seconds: float) -> str:
    return wording.lasting(seconds)


@register.filter
def money(usd: float) -> str:
    return wording.money(usd)
