"""The identity check on the page of a study: a line with what was found, and the tick that freezing asks for."""

from django import template

from arena.studies.models import Study
from arena.studies.services.identity import identity_of_study

register = template.Library()


@register.inclusion_tag("studies/identity.html")
def identity_check(study: Study) -> dict[str, object]:
    """A section of the page; nothing for an imported study, which has no posters."""
    return {"study": study, "count": None if study.is_imported else identity_of_study(study)}


@register.inclusion_tag("studies/identity_tick.html")
def identity_tick(study: Study) -> dict[str, object]:
    """A box to tick where a draft has posters that somebody should look at first; its value says how many."""
    return {"study": study, "count": identity_of_study(study) if study.state == Study.State.DRAFT else None}
