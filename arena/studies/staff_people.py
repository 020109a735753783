"""What an admin does with a study's reviewers: invite, replace and revoke links, set a quota, erase a person."""

from collections.abc import Callable
from functools import wraps

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.core.access import admin_required
from arena.core.errors import BadInput, Conflict
from arena.core.http import SeeOther
from arena.studies.models import Reviewer
from arena.studies.selectors import reviewers_with_progress
from arena.studies.services.change import set_quota
from arena.studies.services.invite import forget_person, invite, renew_invitation, revoke_invitation
from arena.studies.services.people import erase_person
from arena.studies.services.people_csv import MAX_BYTES, people_of
from arena.studies.services.rules import MAX_QUOTA
from arena.studies.staff import InviteForm, reviewer_or_404, study_or_404, study_page
from arena.studies.staff_life import who
from arena.studies.staff_selectors import has_written, reviewer_rows


class QuotaForm(forms.Form):
    quota = forms.IntegerField(required=False, min_value=1, max_value=MAX_QUOTA)


ReviewerView = Callable[[HttpRequest, Reviewer], HttpResponse]


def of_reviewer(view: ReviewerView) -> Callable[[HttpRequest, str, int], HttpResponseBase]:
    """What an admin does with one reviewer; what cannot be done is said on the reviewer's page."""

    @admin_required
    @never_cache
    @require_POST
    @wraps(view)
    def act(request: HttpRequest, name: str, number: int) -> HttpResponse:
        reviewer = reviewer_or_404(name, number)
        try:
            return view(request, reviewer)
        except Conflict as refused:
            messages.error(request, str(refused))
            return _back(reviewer)

    return act


@admin_required
@never_cache
@require_POST
def invite_reviewers(request: HttpRequest, name: str) -> HttpResponse:
    """Shows the links in this very answer: they are kept as hashes, so no later page could show them."""
    study = study_or_404(name)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return study_page(request, study, form=form, status=400)
    return study_page(request, study, issued=invite(study=study, count=form.cleaned_data["count"], by=who(request)))


@admin_required
@never_cache
@require_POST
def invite_people(request: HttpRequest, name: str) -> HttpResponse:
    """A link for everybody in a CSV file, or every fault of the file and nobody invited."""
    study = study_or_404(name)
    file = request.FILES.get("people")
    if file is None:
        return study_page(request, study, people_faults=("Choose a CSV file first.",), status=400)
    try:
        # One byte more than is allowed is enough to refuse it.
        issued = invite(study=study, people=people_of(file.read(MAX_BYTES + 1), "The file"), by=who(request))
    except BadInput as error:
        return study_page(request, study, people_faults=tuple(str(error).splitlines()), status=400)
    return study_page(request, study, issued=issued)


@admin_required
@never_cache
@require_safe
def reviewer(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """One reviewer: the link, the quota, and deleting who it is."""
    return _reviewer_page(request, reviewer_or_404(name, number))


@of_reviewer
def renew(request: HttpRequest, reviewer: Reviewer) -> HttpResponse:
    issued = renew_invitation(reviewer=reviewer, by=who(request))
    return study_page(request, study_or_404(reviewer.study.name), issued=[issued])


@of_reviewer
def revoke(request: HttpRequest, reviewer: Reviewer) -> HttpResponse:
    revoke_invitation(reviewer=reviewer, by=who(request))
    messages.success(request, f"The link of {reviewer.pseudonym} no longer works.")
    return _back(reviewer)


@of_reviewer
def forget(request: HttpRequest, reviewer: Reviewer) -> HttpResponse:
    forget_person(reviewer=reviewer, by=who(request))
    messages.success(request, f"Name and e-mail of {reviewer.pseudonym} are erased.")
    return _back(reviewer)


@of_reviewer
def erase(request: HttpRequest, reviewer: Reviewer) -> HttpResponse:
    """Delete the person; nothing that was judged goes along."""
    with_comments = "comments" in request.POST
    erase_person(reviewer=reviewer, with_comments=with_comments, by=who(request))
    comments = " The comments are gone, too." if with_comments else ""
    messages.success(request, f"Nobody can tell any more who {reviewer.pseudonym} was.{comments}")
    return _back(reviewer)


@of_reviewer
def quota(request: HttpRequest, reviewer: Reviewer) -> HttpResponse:
    form = QuotaForm(request.POST)
    if not form.is_valid():
        fault = f"A quota is a whole number from 1 to {MAX_QUOTA:,}, or empty."
        return _reviewer_page(request, reviewer, fault=fault, status=400)
    set_quota(reviewer=reviewer, quota=form.cleaned_data["quota"], by=who(request))
    messages.success(request, "Saved.")
    return _back(reviewer)


def _reviewer_page(request: HttpRequest, reviewer: Reviewer, *, fault: str = "", status: int = 200) -> HttpResponse:
    study = reviewer.study
    (row,) = reviewer_rows(study, list(reviewers_with_progress(study).filter(pk=reviewer.pk)))
    context = {
        "study": study,
        "reviewer": row.reviewer,
        "row": row,
        "has_link": getattr(row.reviewer, "invitation", None) is not None,
        "successor": Reviewer.objects.select_related("study").filter(previous=reviewer).first(),
        "has_comments": has_written(reviewer),
        "max_quota": MAX_QUOTA,
        "fault": fault,
        "typed": request.POST.get("quota", "") if fault else reviewer.quota or "",
    }
    return render(request, "studies/reviewer.html", context, status=status)


def _back(reviewer: Reviewer) -> HttpResponse:
    return SeeOther(reverse("studies:reviewer", args=[reviewer.study.name, reviewer.number]))
