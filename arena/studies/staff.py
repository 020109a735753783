"""The admin's pages of studies: the list, and where each stands; never a result by system."""

from dataclasses import dataclass

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.core.access import admin_required
from arena.studies.changes import PREVIEWED, offers_of
from arena.studies.coverage import attention_of, coverage_of, papers_of, pinned_papers
from arena.studies.history import carried_into, history_of
from arena.studies.letter import Letter, letters, links_csv
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import reviewers_with_progress, size_of, systems_of
from arena.studies.services.invite import MAX_AT_ONCE, IssuedInvitation
from arena.studies.services.names import named
from arena.studies.services.people_csv import MAX_BYTES
from arena.studies.staff_selectors import archived_count, asked_of_everybody, reviewer_rows, study_rows

REVIEWERS_A_PAGE = 100
INVITING = (Study.State.FROZEN, Study.State.OPEN, Study.State.PAUSED)


class InviteForm(forms.Form):
    count = forms.IntegerField(min_value=1, max_value=MAX_AT_ONCE, initial=3, label="How many links")


@dataclass(frozen=True, slots=True)
class NewLinks:
    """Links in the one answer that shows them."""

    letters: tuple[Letter, ...]
    csv: str

    @classmethod
    def of(cls, study: Study, issued: list[IssuedInvitation]) -> "NewLinks":
        return cls(tuple(letters(study, issued)), links_csv(issued))


@admin_required
@never_cache
@require_safe
def study_list(request: HttpRequest) -> HttpResponse:
    archived = request.GET.get("show") == "archive"
    context = {"rows": study_rows(archived=archived), "archived": archived, "in_archive": archived_count()}
    return render(request, "studies/list.html", context)


@admin_required
@never_cache
@require_safe
def study(request: HttpRequest, name: str) -> HttpResponse:
    return study_page(request, study_or_404(name))


def study_page(
    request: HttpRequest,
    study: Study,
    *,
    form: InviteForm | None = None,
    people_faults: tuple[str, ...] = (),
    issued: list[IssuedInvitation] | None = None,
    status: int = 200,
) -> HttpResponse:
    """A study's page; `issued` are links that are shown in this very answer and in no other."""
    pages = Paginator(reviewers_with_progress(study), REVIEWERS_A_PAGE)
    size, papers = size_of(study), papers_of(study)
    everything = request.GET.get("posters") == "all"
    shown = pages.get_page(request.GET.get("page"))
    successor = Study.objects.filter(previous=study).first()
    events, more_events = history_of(study, everything=request.GET.get("history") == "all")
    gone_on = successor is not None and successor.state != Study.State.DRAFT
    context = {
        "study": study,
        "systems": systems_of(study),
        "size": size,
        "besides": asked_of_everybody(study) - size.tasks,
        "imported": study.imported_judgments.count() if study.is_imported else 0,
        "dropped": [entry for entry in papers if entry.dropped_reason],
        "offers": offers_of(study, successor=successor, has_names=named(study).exists()),
        "successor": successor,
        "gone_on": gone_on,
        "carried": carried_into(study) if study.previous_id is not None else None,
        "can_preview": study.state in PREVIEWED and not study.is_imported,
        "can_invite": study.state in INVITING and not gone_on,
        "reviewers": shown,
        "rows": reviewer_rows(study, list(shown)),
        "attention": attention_of(study),
        "coverage": coverage_of(study, size, papers) if size.tasks else None,
        "pinned": pinned_papers(study, papers, everything=everything) if size.tasks else [],
        "form": form or InviteForm(),
        "people_faults": people_faults,
        "max_kilobytes": MAX_BYTES // 1024,
        "max_people": MAX_AT_ONCE,
        "links": NewLinks.of(study, issued) if issued else None,
        "events": events,
        "more_events": more_events,
    }
    return render(request, "studies/study.html", context, status=status)


def study_or_404(name: str) -> Study:
    study = Study.objects.select_related("benchmark", "previous").filter(name=name).first()
    if study is None:
        raise Http404
    return study


def reviewer_or_404(name: str, number: int) -> Reviewer:
    """A reviewer of the study by number; the preview is nobody's."""
    reviewers = Reviewer.objects.select_related("study__benchmark", "invitation")
    reviewer = reviewers.exclude(kind=Reviewer.Kind.PREVIEW).filter(study__name=name, number=number).first()
    if reviewer is None:
        raise Http404
    return reviewer
