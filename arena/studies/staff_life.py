"""What an admin does with a study as a whole: change its state, its settings, follow it up with a new version."""

from collections.abc import Callable
from typing import Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from arena.core.access import View, admin_required
from arena.core.errors import ArenaError
from arena.core.http import SeeOther
from arena.studies.models import Study
from arena.studies.services.change import change_settings
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import (
    archive_study,
    close_study,
    create_study,
    forget_people,
    open_study,
    pause_study,
    publish_study,
    unarchive_study,
    unpublish_study,
)
from arena.studies.services.rules import BadSettings
from arena.studies.services.version import new_version
from arena.studies.staff import study_or_404
from arena.studies.staff_form import StudyForm


class Change(Protocol):
    def __call__(self, *, study: Study, by: str) -> Study: ...


def _changing(change: Change, said: str) -> View:
    """A view that makes this change and goes back to the page of the study it gives."""

    @admin_required
    @require_POST
    def view(request: HttpRequest, name: str) -> HttpResponse:
        study = study_or_404(name)
        try:
            study = change(study=study, by=who(request))
        except ArenaError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, said)
        return SeeOther(reverse("studies:study", args=[study.name]))

    return view


freeze = _changing(freeze_study, "Frozen: posters and pairs are fixed now.")
open_ = _changing(open_study, "Open: reviewers can judge.")
pause = _changing(pause_study, "Paused: no answers are taken until it is opened again.")
close = _changing(close_study, "Closed: nothing more is taken.")
publish = _changing(publish_study, "Published: everybody can read the results.")
unpublish = _changing(unpublish_study, "Taken back: the results are for staff only.")
forget = _changing(forget_people, "Names and e-mail addresses of all reviewers are erased.")
archive = _changing(archive_study, "In the archive: it is on no list, and found here.")
unarchive = _changing(unarchive_study, "Back on the lists.")
new_draft = _changing(new_version, "A new version, as a draft. Change what is to be different, then freeze it.")


@admin_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new study, as a draft."""
    if request.method != "POST":
        return render(request, "studies/new.html", {"form": StudyForm()})
    form = StudyForm(request.POST)

    def create() -> Study:
        values = form.settings()
        return create_study(
            name=form.cleaned_data["name"],
            systems=values.pop("wanted_systems"),  # type: ignore[arg-type]
            by=who(request),
            **values,  # type: ignore[arg-type]
        )

    study = _saved(form, create)
    if study is None:
        return render(request, "studies/new.html", {"form": form}, status=400)
    messages.success(request, "Created as a draft. Freeze it once every poster is there.")
    return SeeOther(reverse("studies:study", args=[study.name]))


@admin_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, name: str) -> HttpResponse:
    """The settings of a study, with what cannot change any more and why."""
    study = study_or_404(name)
    if study.is_imported:
        messages.error(request, "An imported study has no settings.")
        return SeeOther(reverse("studies:study", args=[name]))
    if request.method != "POST":
        return render(request, "studies/settings.html", {"study": study, "form": StudyForm(study=study)})
    form = StudyForm(request.POST, study=study)
    if _saved(form, lambda: change_settings(study=study, by=who(request), **form.settings())) is None:
        return render(request, "studies/settings.html", {"study": study, "form": form}, status=400)
    messages.success(request, "Saved.")
    return SeeOther(reverse("studies:study", args=[name]))


def _saved(form: StudyForm, save: Callable[[], Study]) -> Study | None:
    """The study as it is after saving a valid form; None with what is wrong said in the form."""
    if not form.is_valid():
        return None
    try:
        return save()
    except BadSettings as error:
        form.take_faults(error)
    except ArenaError as error:
        form.add_error(None, str(error))
    return None


def who(request: HttpRequest) -> str:
    """The account in a study's history."""
    return request.user.get_username()
