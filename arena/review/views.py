"""The review page: one pair after the other, with and without script."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.errors import Conflict
from arena.core.http import SeeOther
from arena.review.forms import AnswerForm, UndoForm
from arena.review.leaving import end, not_open
from arena.review.models import Assignment
from arena.review.pages import pair_page
from arena.review.selectors import assignment_by_token, standing_of
from arena.review.services.record import Answer, StudyNotOpen, record_judgment, withdraw_judgment
from arena.review.services.show import show_next
from arena.review.visitor import go_to, page_or_part, visitor
from arena.review.welcome import gate
from arena.studies.access import reviewer_required
from arena.studies.models import Study
from arena.studies.selectors import size_of


@reviewer_required
@require_safe
def next_pair(request: HttpRequest) -> HttpResponse:
    """The first pair without an answer. Making its assignment is the one write a GET does here."""
    reviewer = visitor(request)
    if reviewer.study.state != Study.State.OPEN:
        return not_open(request)
    size, standing = size_of(reviewer.study), standing_of(reviewer)
    if (first := gate(reviewer, standing)) is not None:
        return go_to(request, first)
    assignment = show_next(reviewer=reviewer, standing=standing, size=size)
    if assignment is None:
        return end(request)
    page = pair_page(assignment, reviewer, standing.progress(size.tasks))
    return page_or_part(request, "review/pair.html", {"page": page})


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


def _assignment_or_404(request: HttpRequest, token: str) -> Assignment:
    assignment = assignment_by_token(visitor(request), token)
    if assignment is None:
        raise Http404
    return assignment


def _show(
    request: HttpRequest, assignment: Assignment, *, kept: Answer | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    reviewer = visitor(request)
    if reviewer.study.state != Study.State.OPEN:
        return not_open(request)
    progress = standing_of(reviewer).progress(size_of(reviewer.study).tasks)
    page = pair_page(assignment, reviewer, progress, kept=kept, problem=problem)
    return page_or_part(request, "review/pair.html", {"page": page}, status=status)


def _conflict(
    request: HttpRequest, assignment: Assignment, error: Conflict, *, kept: Answer | None = None
) -> HttpResponse:
    """Say why nothing was saved, on the page as it is now, with what the reviewer had chosen."""
    if isinstance(error, StudyNotOpen):
        return not_open(request, problem=str(error), status=409)
    now = _assignment_or_404(request, assignment.token)
    return _show(request, now, kept=kept, problem=str(error), status=409)
