"""The admin's pages about how attentively a study is judged, and about what is excluded; never a result."""

from collections.abc import Callable

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
from arena.core.wording import counted
from arena.review.excluded import exclusions_of, history
from arena.review.models import Exclusion, Judgment
from arena.review.quality_forms import ApplyForm, ByHandForm, FastForm, LiftForm, LiftRuleForm, RuleForm
from arena.review.quality_page import EVENTS_SHOWN, Order, in_force, rule_kinds
from arena.review.quality_selectors import (
    FAST_SECONDS,
    imported_totals,
    judgments_to_exclude,
    quality_alone,
    quality_of,
)
from arena.review.services.exclusions import apply_rule, exclude, lift, lift_rule, preview_rule
from arena.studies.models import Reviewer, Study

JUDGMENTS_A_PAGE = 100


@admin_required
@never_cache
@require_safe
def quality(request: HttpRequest, name: str) -> HttpResponse:
    study = _study_or_404(name)
    if study.is_imported:
        context: dict[str, object] = {"study": study, "totals": imported_totals(study)}
        return render(request, "review/staff/imported.html", context)
    asked = FastForm(request.GET)
    fast = asked.cleaned_data["fast"] if asked.is_valid() else FAST_SECONDS
    order = Order.asked(request.GET.get("sort", ""), request.GET.get("order", ""))
    found = quality_of(study, fast_seconds=fast)
    exclusions = exclusions_of(study)
    events = history(exclusions)
    everything = request.GET.get("history") == "all"
    context = {
        "study": study,
        "totals": found.totals,
        "heads": order.heads({"fast": f"{fast:g}"}),
        "lines": order.lines(found.reviewers),
        "order": order,
        "fast": fast,
        "kinds": rule_kinds(),
        "in_force": in_force(exclusions),
        "events": events if everything else events[:EVENTS_SHOWN],
        "more_events": 0 if everything else max(0, len(events) - EVENTS_SHOWN),
    }
    return render(request, "review/staff/quality.html", context)


@admin_required
@never_cache
@require_safe
def preview(request: HttpRequest, name: str) -> HttpResponse:
    """What a rule would do; nothing changes here."""
    study = _study_with_reviewers_or_404(name)
    form = RuleForm(request.GET)
    if not form.is_valid():
        return _back(request, study, "A rule needs a limit and a number of judgments, both above 0.")
    try:
        finding = preview_rule(study=study, rule=form.stated())
    except ArenaError as error:
        return _back(request, study, str(error))
    return render(request, "review/staff/preview.html", {"study": study, "finding": finding})


@admin_required
@require_POST
def apply(request: HttpRequest, name: str) -> HttpResponse:
    study = _study_with_reviewers_or_404(name)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        return _back(request, study, "That could not be read. Please preview the rule again.")
    return _change(
        request,
        study,
        lambda: _excluded_words(
            len(apply_rule(study=study, rule=form.stated(), by=_who(request), expected=form.numbers()))
        ),
    )


@admin_required
@require_POST
def lift_one(request: HttpRequest, name: str) -> HttpResponse:
    study = _study_with_reviewers_or_404(name)
    form = LiftForm(request.POST)
    row = Exclusion.objects.filter(study=study, pk=form.cleaned_data["exclusion"]).first() if form.is_valid() else None
    if row is None:
        raise Http404
    return _change(request, study, lambda: f"Lifted: {lift(exclusion=row, by=_who(request)).reason}.")


@admin_required
@require_POST
def lift_all(request: HttpRequest, name: str) -> HttpResponse:
    study = _study_with_reviewers_or_404(name)
    form = LiftRuleForm(request.POST)
    if not form.is_valid():
        raise Http404
    rule = form.cleaned_data["rule"]
    return _change(
        request,
        study,
        lambda: f"Lifted: {counted(len(lift_rule(study=study, rule=rule, by=_who(request))), 'exclusion')}.",
    )


@admin_required
@never_cache
@require_safe
def reviewer(request: HttpRequest, name: str, number: int) -> HttpResponse:
    return _reviewer_page(request, _reviewer_or_404(name, number))


@admin_required
@require_POST
def exclude_reviewer(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """By hand, everything of a reviewer."""
    return _by_hand(request, _reviewer_or_404(name, number), None)


@admin_required
@require_POST
def exclude_judgment(request: HttpRequest, name: str, number: int, position: int) -> HttpResponse:
    """By hand, one judgment."""
    person = _reviewer_or_404(name, number)
    judgment = judgments_to_exclude(person).filter(assignment__position=position).first()
    if judgment is None:
        raise Http404
    return _by_hand(request, person, judgment)


def _by_hand(request: HttpRequest, person: Reviewer, judgment: Judgment | None) -> HttpResponse:
    form = ByHandForm(request.POST)
    if not form.is_valid():
        return _reviewer_page(request, person, form=form, judgment=judgment, status=400)
    reason = f"by hand: {form.cleaned_data['reason']}"
    exclude(reviewer=person, rule=Exclusion.Rule.BY_HAND.value, reason=reason, judgment=judgment, by=_who(request))
    what = f"pair {judgment.assignment.position}" if judgment else "everything"
    messages.success(request, f"Excluded: {what} of {person.pseudonym}. It can be lifted again.")
    return SeeOther(reverse("review:quality-reviewer", args=[person.study.name, person.number]))


def _reviewer_page(
    request: HttpRequest,
    person: Reviewer,
    *,
    form: ByHandForm | None = None,
    judgment: Judgment | None = None,
    status: int = 200,
) -> HttpResponse:
    pages = Paginator(judgments_to_exclude(person), JUDGMENTS_A_PAGE)
    context = {
        "study": person.study,
        "reviewer": person,
        "quality": quality_alone(person),
        "judgments": pages.get_page(request.GET.get("page")),
        "exclusions": [row for row in exclusions_of(person.study) if row.reviewer_id == person.pk],
        "form": form or ByHandForm(),
        "faulty": judgment.assignment.position if judgment else None,
    }
    return render(request, "review/staff/reviewer.html", context, status=status)


def _change(request: HttpRequest, study: Study, change: Callable[[], str]) -> HttpResponse:
    try:
        messages.success(request, change())
    except ArenaError as error:
        messages.error(request, str(error))
    return SeeOther(reverse("review:quality", args=[study.name]))


def _back(request: HttpRequest, study: Study, problem: str) -> HttpResponse:
    messages.error(request, problem)
    return SeeOther(reverse("review:quality", args=[study.name]))


def _excluded_words(count: int) -> str:
    return (
        f"{counted(count, 'reviewer')} excluded. That can be lifted again."
        if count
        else "Nobody new: whom the rule catches is excluded already."
    )


def _who(request: HttpRequest) -> str:
    return request.user.get_username()


def _study_or_404(name: str) -> Study:
    study = Study.objects.filter(name=name).first()
    if study is None:
        raise Http404
    return study


def _study_with_reviewers_or_404(name: str) -> Study:
    study = _study_or_404(name)
    if study.is_imported:
        raise Http404
    return study


def _reviewer_or_404(name: str, number: int) -> Reviewer:
    rows = Reviewer.objects.select_related("study").exclude(kind=Reviewer.Kind.PREVIEW)
    person = rows.filter(study__name=name, number=number).first()
    if person is None:
        raise Http404
    return person
