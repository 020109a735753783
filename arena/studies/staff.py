"""The admin's pages of studies: state, invitations and progress, and never a result by system."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.core.access import admin_required
from arena.core.errors import ArenaError
from arena.core.http import SeeOther
from arena.studies.coverage import attention_of, coverage_of, papers_of, pinned_papers
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import reviewers_with_progress, size_of, studies_with_sizes, systems_of
from arena.studies.services.freeze import freeze_study
from arena.studies.services.invite import (
    MAX_AT_ONCE,
    IssuedInvitation,
    forget_person,
    invite,
    renew_invitation,
    revoke_invitation,
)
from arena.studies.services.life import close_study, open_study

REVIEWERS_A_PAGE = 100


class InviteForm(forms.Form):
    count = forms.IntegerField(min_value=1, max_value=MAX_AT_ONCE, initial=3, label="How many links")


@admin_required
@never_cache
@require_safe
def study_list(request: HttpRequest) -> HttpResponse:
    return render(request, "studies/list.html", {"studies": studies_with_sizes()})


@admin_required
@never_cache
@require_safe
def study(request: HttpRequest, name: str) -> HttpResponse:
    return _study_page(request, _study_or_404(name))


@admin_required
@require_POST
def freeze(request: HttpRequest, name: str) -> HttpResponse:
    return _change(request, name, lambda study: freeze_study(study=study), "Frozen: posters and tasks are fixed now.")


@admin_required
@require_POST
def open_(request: HttpRequest, name: str) -> HttpResponse:
    return _change(request, name, lambda study: open_study(study=study), "Open: reviewers can judge.")


@admin_required
@require_POST
def close(request: HttpRequest, name: str) -> HttpResponse:
    return _change(request, name, lambda study: close_study(study=study), "Closed: nothing more is taken.")


@admin_required
@never_cache
@require_POST
def invite_reviewers(request: HttpRequest, name: str) -> HttpResponse:
    """Shows the links in this very answer: they are kept as hashes, so no later page could show them."""
    study = _study_or_404(name)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _study_page(request, study, form=form, status=400)
    return _study_page(request, study, issued=invite(study=study, count=form.cleaned_data["count"]))


@admin_required
@never_cache
@require_POST
def renew(request: HttpRequest, name: str, number: int) -> HttpResponse:
    reviewer = _reviewer_or_404(name, number)
    return _study_page(request, reviewer.study, issued=[renew_invitation(reviewer=reviewer)])


@admin_required
@require_POST
def revoke(request: HttpRequest, name: str, number: int) -> HttpResponse:
    reviewer = revoke_invitation(reviewer=_reviewer_or_404(name, number))
    messages.success(request, f"The link of {reviewer.pseudonym} no longer works.")
    return SeeOther(reverse("studies:study", args=[name]))


@admin_required
@require_POST
def forget(request: HttpRequest, name: str, number: int) -> HttpResponse:
    reviewer = _reviewer_or_404(name, number)
    forget_person(reviewer=reviewer)
    messages.success(request, f"Name and e-mail of {reviewer.pseudonym} are erased.")
    return SeeOther(reverse("studies:study", args=[name]))


def _study_page(
    request: HttpRequest,
    study: Study,
    *,
    form: InviteForm | None = None,
    issued: list[IssuedInvitation] | None = None,
    status: int = 200,
) -> HttpResponse:
    pages = Paginator(reviewers_with_progress(study), REVIEWERS_A_PAGE)
    size, papers = size_of(study), papers_of(study)
    everything = request.GET.get("posters") == "all"
    context = {
        "study": study,
        "systems": systems_of(study),
        "size": size,
        "imported": study.imported_judgments.count() if study.is_imported else 0,
        "dropped": [entry for entry in papers if entry.dropped_reason],
        "reviewers": pages.get_page(request.GET.get("page")),
        "attention": attention_of(study),
        "coverage": coverage_of(study, size, papers) if size.tasks else None,
        "pinned": pinned_papers(study, papers, everything=everything) if size.tasks else [],
        "form": form or InviteForm(),
        "issued": issued,
    }
    return render(request, "studies/study.html", context, status=status)


def _change(request: HttpRequest, name: str, change: Callable[[Study], Study], said: str) -> HttpResponse:
    try:
        change(_study_or_404(name))
    except ArenaError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said)
    return SeeOther(reverse("studies:study", args=[name]))


def _study_or_404(name: str) -> Study:
    study = Study.objects.select_related("benchmark").filter(name=name).first()
    if study is None:
        raise Http404
    return study


def _reviewer_or_404(name: str, number: int) -> Reviewer:
    reviewer = Reviewer.objects.select_related("study__benchmark").filter(study__name=name, number=number).first()
    if reviewer is None:
        raise Http404
    return reviewer
