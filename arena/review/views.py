"""The review page: one pair after the other, with and without script."""

from typing import cast

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.errors import Conflict
from arena.core.http import SeeOther
from arena.review.blind import PageLinks
from arena.review.forms import AnswerForm, UndoForm
from arena.review.models import Assignment
from arena.review.pages import decision, last_answer, pair_page
from arena.review.selectors import assignment_by_token, decided, standing_of
from arena.review.services.record import Answer, StudyNotOpen, record_judgment, withdraw_judgment
from arena.review.services.show import show_next
from arena.studies.access import ReviewerRequest, reviewer_required
from arena.studies.models import Reviewer, Study
from arena.studies.selectors import size_of

DECISIONS_A_PAGE = 50


@reviewer_required
@require_safe
def next_pair(request: HttpRequest) -> HttpResponse:
    """The first pair without an answer. Making its assignment is the one write a GET does here."""
    reviewer = _reviewer(request)
    if reviewer.study.state != Study.State.OPEN:
        return _not_open(request, reviewer.study)
    size, standing = size_of(reviewer.study), standing_of(reviewer)
    assignment = show_next(reviewer=reviewer, standing=standing, size=size)
    progress = standing.progress(size.tasks)
    if assignment is None:
        return _answer(request, "review/done.html", {"progress": progress, "last": last_answer(reviewer)})
    return _answer(request, "review/pair.html", {"page": pair_page(assignment, reviewer, progress)})


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest, token: str) -> HttpResponse:
    """One pair by its token: to look at it again, and to answer it."""
    assignment = _assignment_or_404(request, token)
    if request.method != "POST":
        return _show(request, assignment)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        problem = "; ".join(f"{field}: {fault}" for field, faults in form.errors.items() for fault in faults)
        return _show(request, assignment, problem=f"That could not be read. {problem}", status=400)
    answer = form.answer()
    try:
        record_judgment(
            assignment=assignment,
            answer=answer,
            revision=form.cleaned_data["revision"],
            key=str(form.cleaned_data["key"]),
        )
    except Conflict as error:
        return _conflict(request, assignment, error, kept=answer)
    return SeeOther(reverse("review:next"))


@reviewer_required
@require_POST
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Take an answer back at once and show its pair with the old choice marked."""
    assignment = _assignment_or_404(request, token)
    form = UndoForm(request.POST)
    if not form.is_valid():
        return _show(request, assignment, problem="That could not be read. Please undo again.", status=400)
    try:
        withdraw_judgment(
            assignment=assignment, revision=form.cleaned_data["revision"], key=str(form.cleaned_data["key"])
        )
    except Conflict as error:
        return _conflict(request, assignment, error)
    return SeeOther(reverse("review:pair", args=[token]))


@reviewer_required
@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    """What this reviewer answered, each with a way back to its pair."""
    reviewer = _reviewer(request)
    skipped_only = request.GET.get("show") == "skipped"
    pages = Paginator(decided(reviewer, skipped_only=skipped_only), DECISIONS_A_PAGE)
    shown = pages.get_page(request.GET.get("page"))
    context = {
        "decisions": [decision(assignment) for assignment in shown],
        "pages": PageLinks(
            number=shown.number,
            total=pages.num_pages,
            previous=shown.previous_page_number() if shown.has_previous() else None,
            following=shown.next_page_number() if shown.has_next() else None,
        ),
        "skipped_only": skipped_only,
        "progress": standing_of(reviewer).progress(size_of(reviewer.study).tasks),
        "is_open": reviewer.study.state == Study.State.OPEN,
    }
    return render(request, "review/decisions.html", context)


@reviewer_required
@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "review/help.html", {"question": _reviewer(request).study.question})


def _reviewer(request: HttpRequest) -> Reviewer:
    return cast(ReviewerRequest, request).reviewer


def _assignment_or_404(request: HttpRequest, token: str) -> Assignment:
    assignment = assignment_by_token(_reviewer(request), token)
    if assignment is None:
        raise Http404
    return assignment


def _show(
    request: HttpRequest, assignment: Assignment, *, kept: Answer | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    reviewer = _reviewer(request)
    if reviewer.study.state != Study.State.OPEN:
        return _not_open(request, reviewer.study)
    progress = standing_of(reviewer).progress(size_of(reviewer.study).tasks)
    page = pair_page(assignment, reviewer, progress, kept=kept, problem=problem)
    return _answer(request, "review/pair.html", {"page": page}, status=status)


def _conflict(
    request: HttpRequest, assignment: Assignment, error: Conflict, *, kept: Answer | None = None
) -> HttpResponse:
    """Say why nothing was saved, on the page as it is now, with what the reviewer had chosen."""
    if isinstance(error, StudyNotOpen):
        return _not_open(request, _reviewer(request).study, problem=str(error), status=409)
    now = _assignment_or_404(request, assignment.token)
    return _show(request, now, kept=kept, problem=str(error), status=409)


def _not_open(request: HttpRequest, study: Study, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"is_closed": study.state == Study.State.CLOSED, "problem": problem}
    return _answer(request, "review/not_open.html", context, status=status)


def _answer(request: HttpRequest, template: str, context: dict[str, object], status: int = 200) -> HttpResponse:
    """The whole page, or for htmx the part that changes, with the address of what it shows."""
    if not cast(ReviewerRequest, request).htmx:
        return render(request, template, context, status=status)
    response = render(request, f"{template}#fragment", context, status=status)
    response["HX-Replace-Url"] = request.path
    return response
