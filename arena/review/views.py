"""The review page: one pair after the other, for browsers without script, with htmx and with the script of the page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.errors import Conflict
from arena.core.http import SeeOther
from arena.review import replies
from arena.review.forms import AnswerForm, Kept, UndoForm, kept_from, read_token
from arena.review.leaving import end, not_open
from arena.review.lost import keeps_answer
from arena.review.models import Assignment, Judgment
from arena.review.pages import answer_words, pair_page
from arena.review.replies import Following, Reason, wants_json
from arena.review.selectors import Standing, assignment_by_token, standing_of, takes_answers
from arena.review.services.record import StudyNotOpen, record_at, withdraw_judgment
from arena.review.services.show import mark_showing, mark_shown, prepare_next, show_next
from arena.review.visitor import go_to, page_or_part, visitor
from arena.review.welcome import gate
from arena.studies.access import reviewer_required


@reviewer_required
@require_safe
def next_pair(request: HttpRequest) -> HttpResponse:
    """The first pair without an answer. Making its assignment is the one write a GET does here."""
    reviewer = visitor(request)
    if not takes_answers(reviewer):
        return not_open(request)
    standing = standing_of(reviewer)
    if (first := gate(reviewer, standing)) is not None:
        return go_to(request, first)
    assignment = show_next(reviewer=reviewer, standing=standing)
    if assignment is None:
        return end(request)
    return page_or_part(request, "review/pair.html", {"page": pair_page(assignment, reviewer, standing)})


@keeps_answer
@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest, token: str) -> HttpResponse:
    """One pair by its token: to look at it again, and to answer it."""
    return _answered(request, token) if request.method == "POST" else _show(request, _assignment_or_404(request, token))


@keeps_answer
@reviewer_required
@require_POST
def ahead(request: HttpRequest, token: str) -> HttpResponse:
    """What comes after this pair, prepared and not shown yet; for the script of the page only."""
    standing = standing_of(visitor(request), besides=_bare_or_404(request, token).token)
    return replies.ahead(request, _after(request, standing))


@keeps_answer
@reviewer_required
@require_POST
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Take an answer back at once and show its pair with the old choice marked."""
    assignment = _bare_or_404(request, token)
    form = UndoForm(request.POST)
    if not form.is_valid():
        problem = "That could not be read. Please undo again."
        return _refuse(request, _assignment_or_404(request, token), problem, "unreadable")
    try:
        withdraw_judgment(
            assignment=assignment, revision=form.cleaned_data["revision"], key=str(form.cleaned_data["key"])
        )
    except Conflict as error:
        return _refuse_conflict(request, token, error)
    if not wants_json(request):
        return SeeOther(reverse("review:pair", args=[token]))
    now, reviewer = _assignment_or_404(request, token), visitor(request)
    return replies.taken_back(request, pair_page(now, reviewer, standing_of(reviewer)))


@reviewer_required
def stale(request: HttpRequest, token: str) -> HttpResponse:
    """An answer from a page whose form had gone stale: nothing is saved, and a fresh page keeps what was chosen."""
    assignment = _assignment_or_404(request, token)
    problem = "This page had been open for too long, so nothing was saved. Please choose again."
    return _refuse(request, assignment, problem, "unreadable", kept=kept_from(request.POST), status=403)


def _answered(request: HttpRequest, token: str) -> HttpResponse:
    form, kept = AnswerForm(request.POST), kept_from(request.POST)
    if not form.is_valid():
        problem = f"That could not be read. {form.faults}"
        return _refuse(request, _assignment_or_404(request, token), problem, "unreadable", kept=kept)
    try:
        judgment = record_at(
            reviewer=visitor(request),
            token=token,
            answer=form.answer(),
            revision=form.cleaned_data["revision"],
            key=str(form.cleaned_data["key"]),
        )
    except Assignment.DoesNotExist as error:
        raise Http404 from error
    except Conflict as error:
        return _refuse_conflict(request, token, error, kept=kept)
    if not wants_json(request):
        return SeeOther(reverse("review:next"))
    return _saved(request, judgment)


def _saved(request: HttpRequest, judgment: Judgment) -> HttpResponse:
    """The answer is stored. What the browser shows meanwhile is marked as shown, and what follows that is prepared."""
    reviewer, showing = visitor(request), read_token(request.POST.get("showing", ""))
    if showing:
        mark_showing(reviewer=reviewer, token=showing)
    standing = standing_of(reviewer, besides=showing or judgment.assignment.token)
    return replies.saved(
        request,
        token=judgment.assignment.token,
        answer=answer_words(judgment, standing),
        progress=standing.progress,
        following=_after(request, standing) if request.POST.get("ahead") == "yes" else Following(),
    )


def _after(request: HttpRequest, standing: Standing) -> Following:
    """What follows once the pair on the screen is answered: a pair, or where to go."""
    reviewer = visitor(request)
    if not takes_answers(reviewer):
        return Following(go=reverse("review:next"))
    if (first := gate(reviewer, standing, coming=standing.coming)) is not None:
        return Following(go=first)
    following = prepare_next(reviewer=reviewer, standing=standing)
    if following is None:
        return Following(go=reverse("review:next"))
    return Following(page=pair_page(following, reviewer, standing))


def _assignment_or_404(request: HttpRequest, token: str) -> Assignment:
    assignment = assignment_by_token(visitor(request), token)
    if assignment is None:
        raise Http404
    return assignment


def _bare_or_404(request: HttpRequest, token: str) -> Assignment:
    assignment = Assignment.objects.filter(reviewer=visitor(request), token=token).order_by().first()
    if assignment is None:
        raise Http404
    return assignment


def _show(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    reviewer = visitor(request)
    if not takes_answers(reviewer):
        return not_open(request)
    standing = standing_of(reviewer)
    if assignment.case_id in standing.hidden_papers:
        return go_to(request, reverse("review:next"))
    mark_shown(assignment=assignment)
    return page_or_part(request, "review/pair.html", {"page": pair_page(assignment, reviewer, standing)})


def _refuse_conflict(request: HttpRequest, token: str, error: Conflict, *, kept: Kept | None = None) -> HttpResponse:
    if not isinstance(error, StudyNotOpen):
        return _refuse(request, _assignment_or_404(request, token), str(error), "conflict", kept=kept, status=409)
    if wants_json(request):
        return replies.refused(request, problem=str(error), reason="not_open", status=409, page=None)
    return not_open(request, problem=str(error), chosen=kept.chosen if kept else None, status=409)


def _refuse(
    request: HttpRequest,
    assignment: Assignment,
    problem: str,
    reason: Reason,
    *,
    kept: Kept | None = None,
    status: int = 400,
) -> HttpResponse:
    """Say why nothing was saved, on the page as it is now, with what the reviewer had chosen."""
    reviewer = visitor(request)
    standing = standing_of(reviewer)
    is_hidden = assignment.case_id in standing.hidden_papers
    page = None
    if takes_answers(reviewer) and not is_hidden:
        mark_shown(assignment=assignment)
        page = pair_page(assignment, reviewer, standing, kept=kept, problem=problem)
    if wants_json(request):
        return replies.refused(request, problem=problem, reason=reason, status=status, page=page)
    if page is None:
        return not_open(request, problem=problem, chosen=kept.chosen if kept else None, status=status)
    return page_or_part(request, "review/pair.html", {"page": page}, status=status)
