"""The name under which a reviewer's browser keeps answers that are on their way."""

from django import template
from django.utils.crypto import salted_hmac

from arena.studies.models import Reviewer

register = template.Library()


@register.simple_tag
def outbox_name(reviewer: Reviewer | None) -> str:
    """The same on every page of this reviewer, different for everybody else's in this browser; it says nothing."""
    return salted_hmac("arena.review.outbox", str(reviewer.pk)).hexdigest()[:16] if reviewer else ""
