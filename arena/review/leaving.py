"""Stopping for today or for good: the last page, the question at the end, withdrawing, being erased, and help."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from arena.core.errors import Conflict
from arena.core.http import SeeOther
from arena.review.blind import Chosen
from arena.review.forms import WrittenField
from arena.review.models import EndSurvey
from arena.review.pages import last_answer
from arena.review.selectors import standing_of
from arena.review.services.journey import refuse_preview
from arena.review.services.leave import (
    CHANGEABLE,
    answer_survey,
    return_everything,
    withdraw_everything,
    withdrawal_of,
)
from arena.review.visitor import page_or_part, progress_of, visitor
from arena.review.welcome import goal_of, offered_goals
from arena.studies.access import reviewer_required
from arena.studies.models import Invitation, Reviewer, Study
from arena.studies.selectors import NOT_OPEN
from arena.studies.services.invite import forget_person

TEXT_LENGTH = EndSurvey._meta.get_field("how").max_length
State = Study.State


class SurveyForm(forms.Form):
    could_tell = forms.ChoiceField(
        choices=EndSurvey.CouldTell.choices,
        widget=forms.RadioSelect,
        label="Could you tell the systems apart that made the posters?",
        error_messages={"required": "Please choose one of the three answers."},
    )
    how = WrittenField(required=False, max_length=TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 2}))
    remark = WrittenField(required=False, max_length=TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 2}))


def end(request: HttpRequest) -> HttpResponse:
    """No pair is left: thanks, what happens next, and one question."""
    reviewer = visitor(request)
    standing = standing_of(reviewer)
    context = {
        "progress": standing.progress,
        "last": last_answer(reviewer, standing),
        "is_quota": standing.quota is not None and standing.total >= standing.quota,
        "question": reviewer.study.question,
        **_survey(reviewer),
    }
    return page_or_part(request, "review/done.html", context)


def not_open(
    request: HttpRequest, *, problem: str = "", chosen: Chosen | None = None, status: int = 200
) -> HttpResponse:
    """Too early, paused, closed or published: what that means for what was answered. `chosen` was not taken."""
    reviewer = visitor(request)
    study = reviewer.study
    context = {
        "state": NOT_OPEN[State(study.state)],
        "results_url": reverse("reports:study", args=[study.name]) if study.state == State.PUBLISHED else "",
        "problem": problem,
        "chosen": chosen,
        "progress": progress_of(reviewer),
        **_survey(reviewer),
    }
    return page_or_part(request, "review/not_open.html", context, status=status)


@reviewer_required
@require_safe
def stop(request: HttpRequest) -> HttpResponse:
    """Enough for today: everything is saved, and partial work is useful."""
    reviewer = visitor(request)
    return render(request, "review/stop.html", {"progress": progress_of(reviewer), **_survey(reviewer)})


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def survey(request: HttpRequest) -> HttpResponse:
    """The question at the end, which may be answered before it and changed until the study closes."""
    reviewer = visitor(request)
    if request.method != "POST":
        return render(request, "review/survey.html", _survey(reviewer))
    form = SurveyForm(request.POST)
    if not form.is_valid():
        return render(request, "review/survey.html", {**_survey(reviewer), "survey": form}, status=400)
    try:
        answer_survey(reviewer=reviewer, **form.cleaned_data)
    except Conflict as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "Thank you, your answer is saved.")
    return SeeOther(reverse("review:survey"))


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest) -> HttpResponse:
    """Take everything back, after reading what that means; and the way back."""
    reviewer = visitor(request)
    if request.method == "POST":
        try:
            if "return" in request.POST:
                return_everything(reviewer=reviewer)
                messages.success(request, "Your answers count again. Thank you!")
            else:
                withdraw_everything(reviewer=reviewer)
                messages.success(request, "Your answers are withdrawn.")
        except Conflict as error:
            messages.error(request, str(error))
        return SeeOther(reverse("review:withdraw"))
    context = {
        "withdrawal": withdrawal_of(reviewer),
        "progress": progress_of(reviewer),
        "is_running": reviewer.study.state in CHANGEABLE,
        "is_published": reviewer.study.state == State.PUBLISHED,
        "contact": reviewer.study.contact,
    }
    return render(request, "review/withdraw.html", context)


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Forget who the reviewer is; the answers stay under the number."""
    reviewer = visitor(request)
    if request.method == "POST":
        try:
            refuse_preview(reviewer)
            forget_person(reviewer=reviewer, by=reviewer.pseudonym)
            messages.success(request, "Your name and e-mail address are erased.")
        except Conflict as error:
            messages.error(request, str(error))
        return SeeOther(reverse("review:erase"))
    person = Invitation.objects.filter(reviewer=reviewer).first()
    context = {"pseudonym": reviewer.pseudonym, "known": person is not None and bool(person.name or person.email)}
    return render(request, "review/erase.html", context)


@reviewer_required
@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    reviewer = visitor(request)
    standing = standing_of(reviewer)
    context = {
        "question": reviewer.study.question,
        "contact": reviewer.study.contact,
        "pseudonym": reviewer.pseudonym,
        "goal": goal_of(reviewer, standing),
        "goals": offered_goals(standing),
        "progress": standing.progress,
    }
    return render(request, "review/help.html", context)


def _survey(reviewer: Reviewer) -> dict[str, object]:
    """The question with the answer given before."""
    given = EndSurvey.objects.filter(reviewer=reviewer).first()
    return {
        "survey": SurveyForm(
            initial={name: getattr(given, name) for name in SurveyForm.base_fields} if given else None
        ),
        "survey_given": given is not None,
        "survey_open": reviewer.study.state in CHANGEABLE,
    }
