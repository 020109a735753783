"""The admin's page of a study's gold pairs: what there is, and choosing two posters of a paper."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.core.access import admin_required
from arena.core.errors import ArenaError, Conflict
from arena.core.http import SeeOther
from arena.posters.models import Poster
from arena.review.gold_selectors import gold_pairs_of, papers_to_choose, posters_to_choose
from arena.studies.models import Study
from arena.studies.schedule import most_gold
from arena.studies.selectors import size_of
from arena.studies.services.gold import NOTE_LENGTH, add_gold_pair, may_change_gold, remove_gold_pair


class GoldForm(forms.Form):
    better = forms.ModelChoiceField(Poster.objects.all(), error_messages={"required": "Choose the better poster."})
    worse = forms.ModelChoiceField(Poster.objects.all(), error_messages={"required": "Choose the worse poster."})
    note = forms.CharField(required=False, max_length=NOTE_LENGTH)


@admin_required
@never_cache
@require_safe
def gold(request: HttpRequest, name: str) -> HttpResponse:
    return _page(request, _study_or_404(name), request.GET.get("paper", ""))


@admin_required
@require_POST
def add(request: HttpRequest, name: str) -> HttpResponse:
    study, form = _study_or_404(name), GoldForm(request.POST)
    if not form.is_valid():
        problem = " ".join(str(fault) for faults in form.errors.values() for fault in faults)
        return _page(request, study, request.POST.get("paper", ""), problem=problem, status=400)
    data = form.cleaned_data
    try:
        pair = add_gold_pair(study=study, better=data["better"], worse=data["worse"], note=data["note"])
    except ArenaError as error:
        status = 409 if isinstance(error, Conflict) else 400
        return _page(request, study, request.POST.get("paper", ""), problem=str(error), status=status)
    messages.success(request, f"Gold pair {pair.number} added.")
    return SeeOther(reverse("review:gold", args=[name]))


@admin_required
@require_POST
def remove(request: HttpRequest, name: str, number: int) -> HttpResponse:
    study = _study_or_404(name)

    def change() -> str:
        remove_gold_pair(study=study, number=number)
        return f"Gold pair {number} removed."

    return _change(request, study, change)


def _page(request: HttpRequest, study: Study, paper: str, *, problem: str = "", status: int = 200) -> HttpResponse:
    may_change = may_change_gold(study)
    papers = papers_to_choose(study) if may_change else []
    chosen = next((entry for entry in papers if entry.case_id == paper), None)
    posters = posters_to_choose(study, chosen.pk) if chosen else []
    context = {
        "study": study,
        "pairs": gold_pairs_of(study),
        "may_change": may_change,
        "most_shown": most_gold(tasks) if (tasks := size_of(study).tasks) else None,
        "tasks": tasks,
        "papers": papers,
        "paper": chosen,
        "posters": posters,
        "all_stand": bool(posters) and all(choice.stands for choice in posters),
        "given": request.POST,
        "problem": problem,
    }
    return render(request, "review/staff/gold.html", context, status=status)


def _change(request: HttpRequest, study: Study, change: Callable[[], str]) -> HttpResponse:
    try:
        messages.success(request, change())
    except ArenaError as error:
        messages.error(request, str(error))
    return SeeOther(reverse("review:gold", args=[study.name]))


def _study_or_404(name: str) -> Study:
    study = Study.objects.select_related("benchmark").filter(name=name).first()
    if study is None or study.is_imported:
        raise Http404
    return study
