"""Freezing a study on the site: not before somebody agreed to what the identity check has against its posters."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from arena.core.access import admin_required
from arena.core.errors import Conflict
from arena.core.http import SeeOther
from arena.studies import staff_life
from arena.studies.models import Study
from arena.studies.services.identity import confirm_identity
from arena.studies.staff import study_or_404


@admin_required
@require_POST
def freeze(request: HttpRequest, name: str) -> HttpResponseBase:
    study = study_or_404(name)
    if study.state == Study.State.DRAFT:
        try:
            confirm_identity(study=study, agreed=request.POST.get("identity", ""))
        except Conflict as error:
            messages.error(request, str(error))
            return SeeOther(reverse("studies:study", args=[name]))
    return staff_life.freeze(request, name)
