"""What a reviewer sees before the first pair: the invitation, what it means to accept it, and how to decline."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from arena.core.access import is_researcher
from arena.core.http import SeeOther
from arena.studies.access import ReviewerRequest
from arena.studies.consent import changes_for, consent_text, practice_pairs_of
from arena.studies.cookies import set_reviewer_cookie
from arena.studies.models import Invitation, Study
from arena.studies.selectors import NOT_OPEN
from arena.studies.services.consent import give_consent
from arena.studies.services.invite import confirm_invitation, forget_person, invitation_of, label_as_staff


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The letter; nothing changes until it is accepted by POST, so that a link preview accepts nothing."""
    found = invitation_of(token)
    if found is None:
        return _unknown(request)
    is_staff = is_researcher(request.user)
    if request.method != "POST" or (is_staff and "as_staff" not in request.POST):
        return _letter(request, found, token, is_staff=is_staff)
    if _is_over(found):
        problem = "The study is closed, so nobody can begin any more. Nothing was stored."
        return _letter(request, found, token, is_staff=is_staff, problem=problem, status=409)
    text = consent_text(found.reviewer.study)
    if request.POST.get("text", text.sha256) != text.sha256:
        problem = "The text changed a moment ago. Please read it once more."
        return _letter(request, found, token, is_staff=is_staff, problem=problem, status=409)
    reviewer = confirm_invitation(invitation=found, as_staff=is_staff)
    give_consent(reviewer=reviewer, text=text)
    response = SeeOther(reverse("review:next"))
    set_reviewer_cookie(response, reviewer)
    return response


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """What happens if somebody does not take part, and having the name erased at once."""
    found = invitation_of(token)
    if found is None:
        return _unknown(request)
    if request.method == "POST":
        forget_person(reviewer=found.reviewer, by=found.reviewer.pseudonym)
        messages.success(request, "Your name and e-mail address are erased.")
        return SeeOther(reverse("studies:decline", args=[token]))
    context = {
        "token": token,
        "known": bool(found.name or found.email),
        "returns": found.confirmed_at is not None,
        "contact": found.reviewer.study.contact,
    }
    return render(request, "studies/decline.html", context)


@login_not_required
@never_cache
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of a reviewer, for everybody to read; a reviewer is also told whom to ask."""
    reviewer = cast(ReviewerRequest, request).reviewer
    context = {
        "pseudonym": reviewer.pseudonym if reviewer else "",
        "contact": reviewer.study.contact if reviewer else "",
    }
    return render(request, "studies/privacy.html", context)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review_as_staff(request: HttpRequest) -> HttpResponse:
    """A browser that is both a reviewer's and somebody's who may read results: sign out, or be labelled."""
    reviewer = cast(ReviewerRequest, request).reviewer
    if reviewer and is_researcher(request.user):
        if request.method != "POST":
            return render(request, "studies/review_as_staff.html")
        label_as_staff(reviewer=reviewer)
    return SeeOther(reverse("review:next"))


def _is_over(invitation: Invitation) -> bool:
    """Whether it is too late to begin; who began before still finds their answers."""
    study = invitation.reviewer.study
    return study.state in (Study.State.CLOSED, Study.State.PUBLISHED) and invitation.confirmed_at is None


def _letter(
    request: HttpRequest, found: Invitation, token: str, *, is_staff: bool, problem: str = "", status: int = 200
) -> HttpResponse:
    study = found.reviewer.study
    context = {
        "token": token,
        "question": study.question,
        "text": consent_text(study),
        "asked": changes_for(found.reviewer),
        "practice_pairs": practice_pairs_of(study),
        "returns": found.confirmed_at is not None,
        "state": NOT_OPEN.get(Study.State(study.state), ""),
        "is_over": _is_over(found),
        "results_url": reverse("reports:study", args=[study.name]) if study.state == Study.State.PUBLISHED else "",
        "is_staff": is_staff,
        "problem": problem,
    }
    return render(request, "studies/invitation.html", context, status=status)


def _unknown(request: HttpRequest) -> HttpResponse:
    return render(request, "studies/unknown_invitation.html", status=404)
