"""What a reviewer answered so far, each with a way back to its pair: the page "My decisions"."""

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.review.blind import PageLinks
from arena.review.decided import DecidedFlag, DecidedPair, DecisionFilter
from arena.review.models import Assignment, FlagReason
from arena.review.selectors import GIVEN, Standing, standing_of, takes_answers
from arena.review.services.leave import withdrawal_of
from arena.review.visitor import visitor
from arena.studies.access import reviewer_required
from arena.studies.models import Reviewer
from scoring.words import Choice

DECISIONS_A_PAGE = 50
_WITHDRAWN = ~GIVEN
_FLAGGED = Q(judgment__critical_left=True) | Q(judgment__critical_right=True)


_FILTERS = (
    ("", "All", Q(), "You have not judged a pair yet."),
    ("skipped", "Skipped", GIVEN & Q(judgment__choice=Choice.SKIP), "You skipped no pair."),
    ("flagged", "Flagged", GIVEN & _FLAGGED, "You flagged no poster."),
    ("undone", "Taken back", _WITHDRAWN, "You have taken no answer back, or answered again since."),
)


@reviewer_required
@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    """A fixed number of queries, however many pairs."""
    reviewer = visitor(request)
    wanted = request.GET.get("show", "")
    filters = _filters(reviewer, wanted)
    chosen = next(entry for entry in filters if entry.is_chosen)
    condition = next(condition for key, _, condition, _ in _FILTERS if key == chosen.key)
    pages = Paginator(_answered(reviewer).filter(condition).order_by("-step"), DECISIONS_A_PAGE)
    shown = pages.get_page(request.GET.get("page"))
    is_withdrawn = withdrawal_of(reviewer) is not None
    is_open = takes_answers(reviewer) and not is_withdrawn
    standing = standing_of(reviewer)
    context = {
        "decisions": [_decision(assignment, standing, is_open=is_open) for assignment in shown],
        "pages": _links(shown),
        "filters": filters,
        "chosen": chosen,
        "progress": standing.progress,
        "is_open": is_open,
        "is_withdrawn": is_withdrawn,
    }
    return render(request, "review/decisions.html", context)


def _answered(reviewer: Reviewer) -> QuerySet[Assignment]:
    """Every pair this reviewer ever answered but those for practice."""
    rows = Assignment.objects.filter(reviewer=reviewer).exclude(kind=Assignment.Kind.PRACTICE)
    return rows.exclude(judgment=None).select_related("case", "judgment")


def _filters(reviewer: Reviewer, wanted: str) -> list[DecisionFilter]:
    """One query. An unknown wish is everything."""
    names = {key: key or "all" for key, *_ in _FILTERS}
    counts = _answered(reviewer).aggregate(
        **{names[key]: Count("pk", filter=condition or None) for key, _, condition, _ in _FILTERS}
    )
    known = wanted if wanted in names else ""
    return [
        DecisionFilter(key, label, counts[names[key]], nothing, key == known) for key, label, _, nothing in _FILTERS
    ]


def _decision(assignment: Assignment, standing: Standing, *, is_open: bool) -> DecidedPair:
    judgment = assignment.judgment
    is_conflict = assignment.case_id in standing.hidden_papers
    flagged = (
        ("A", judgment.critical_left, judgment.reasons_left),
        ("B", judgment.critical_right, judgment.reasons_right),
    )
    return DecidedPair(
        number=None if is_conflict else standing.number_of(assignment),
        title=assignment.case.title,
        small_a_url=reverse("review:poster-small", args=[assignment.left_token]),
        small_b_url=reverse("review:poster-small", args=[assignment.right_token]),
        url=reverse("review:pair", args=[assignment.token]) if is_open and not is_conflict else "",
        choice=judgment.choice,
        flags=tuple(
            DecidedFlag(poster, tuple(str(FlagReason(reason).label) for reason in reasons))
            for poster, is_flagged, reasons in flagged
            if is_flagged
        ),
        comment=judgment.comment,
        knows_paper=judgment.knows_paper,
        is_withdrawn=judgment.state == judgment.State.WITHDRAWN,
        is_conflict=is_conflict,
        decided_at=judgment.decided_at.isoformat(),
        when=str(naturaltime(judgment.decided_at)),
        seconds=None if judgment.seconds is None else round(judgment.seconds),
    )


def _links(shown: Page[Assignment]) -> PageLinks:
    return PageLinks(
        number=shown.number,
        total=shown.paginator.num_pages,
        previous=shown.previous_page_number() if shown.has_previous() else None,
        following=shown.next_page_number() if shown.has_next() else None,
    )
