"""What a reviewer says of themselves, if they like, and the papers they are too close to."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from arena.core.errors import Conflict
from arena.core.http import SeeOther
from arena.review.models import Background, ConflictOfInterest, Journey
from arena.review.services.journey import Said, pass_about, tell_about
from arena.review.visitor import visitor
from arena.studies.access import reviewer_required
from arena.studies.models import Reviewer, Study, StudyCase
from scoring.words import DISCIPLINES

NO_ANSWER = [("", "No answer")]
OTHER_FIELD = ("other", "Another field")
LISTED = 10  # papers shown before somebody looks for one


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as it stands in the list; `number` is its place in the study and says nothing else."""

    number: int
    title: str
    authors: str
    is_marked: bool
    is_shown: bool  # the filter lets it through, or it is marked


class AboutForm(forms.Form):
    field = forms.ChoiceField(required=False, label="Your field")
    experience = forms.ChoiceField(required=False, choices=NO_ANSWER + Background.Experience.choices, label="You are")
    posters_made = forms.ChoiceField(
        required=False,
        choices=NO_ANSWER + Background.Posters.choices,
        label="Posters you made for a conference",
    )
    makes_systems = forms.BooleanField(required=False, label="I work on a system that makes posters")
    conflict = forms.TypedMultipleChoiceField(required=False, coerce=int)
    find = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: object, papers: list[StudyCase], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        names = sorted({entry.case.discipline for entry in papers if entry.case.discipline})
        self.fields["field"].choices = [  # type: ignore[attr-defined]
            *NO_ANSWER,
            *((name, DISCIPLINES.get(name, name)) for name in names),
            OTHER_FIELD,
        ]
        self.fields["conflict"].choices = [(entry.position, "") for entry in papers]  # type: ignore[attr-defined]


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def about(request: HttpRequest) -> HttpResponse:
    """Every question may be passed over; all of it can be changed while the study runs."""
    reviewer = visitor(request)
    journey = Journey.objects.filter(reviewer=reviewer).first()
    is_first = journey is None or journey.about_at is None
    if request.method == "POST" and "pass" in request.POST:
        pass_about(reviewer=reviewer)
        return SeeOther(reverse("review:next"))
    papers = _papers_of(reviewer)
    if request.method != "POST":
        return _page(request, AboutForm(initial=_initial(reviewer, papers), papers=papers), papers, is_first=is_first)
    form = AboutForm(request.POST, papers=papers)
    if not form.is_valid():
        return _page(request, form, papers, is_first=is_first, status=400)
    if "filter" in request.POST or "all" in request.POST:
        return _page(request, form, papers, is_first=is_first)
    try:
        _save(reviewer, form, papers)
    except Conflict as error:
        messages.error(request, str(error))
        return SeeOther(reverse("review:about"))
    if is_first:
        return SeeOther(reverse("review:next"))
    messages.success(request, "Saved.")
    return SeeOther(reverse("review:about"))


def _save(reviewer: Reviewer, form: AboutForm, papers: list[StudyCase]) -> None:
    data = form.cleaned_data
    said = Said(**{name: data[name] for name in Said.__slots__})
    marked = set(data["conflict"])
    tell_about(reviewer=reviewer, said=said, conflicts=[entry.case_id for entry in papers if entry.position in marked])


def _page(
    request: HttpRequest, form: AboutForm, papers: list[StudyCase], *, is_first: bool, status: int = 200
) -> HttpResponse:
    study = visitor(request).study
    rows = _rows(form, papers, show_authors=study.show_authors, everything="all" in request.POST)
    context = {
        "form": form,
        "papers": rows,
        "shown": sum(row.is_shown for row in rows),
        "marked": sum(row.is_marked for row in rows),
        "listed": LISTED,
        "is_first": is_first,
        "is_closed": study.state in (Study.State.CLOSED, Study.State.PUBLISHED),
    }
    return render(request, "review/about.html", context, status=status)


def _rows(form: AboutForm, papers: list[StudyCase], *, show_authors: bool, everything: bool) -> list[Paper]:
    """By title. Without a word to look for the first ones, and always those that are marked."""
    marked = {str(number) for number in form["conflict"].value() or ()}
    words = str(form["find"].value() or "").casefold().split()
    rows = []
    for place, entry in enumerate(sorted(papers, key=lambda entry: entry.case.title.casefold())):
        authors = ", ".join(entry.case.authors) if show_authors else ""
        text = f"{entry.case.title} {authors}".casefold()
        is_marked = str(entry.position) in marked
        is_found = all(word in text for word in words) if words else everything or place < LISTED
        rows.append(Paper(entry.position, entry.case.title, authors, is_marked, is_marked or is_found))
    return rows


def _papers_of(reviewer: Reviewer) -> list[StudyCase]:
    return list(reviewer.study.cases.filter(dropped_reason="").select_related("case"))


def _initial(reviewer: Reviewer, papers: list[StudyCase]) -> dict[str, object]:
    said = Background.objects.filter(reviewer=reviewer).first()
    close = set(ConflictOfInterest.objects.filter(reviewer=reviewer).values_list("case_id", flat=True))
    kept: dict[str, object] = {name: getattr(said, name) for name in Said.__slots__} if said else {}
    return {**kept, "conflict": [entry.position for entry in papers if entry.case_id in close]}
