"""What comes before the pairs: consent, the optional questions, and the page between practice and what counts."""

from dataclasses import dataclass
from datetime import timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from arena.core.http import SeeOther
from arena.core.sql import row_of
from arena.review.hot import written_out
from arena.review.models import Exclusion, Journey
from arena.review.selectors import Standing, standing_of
from arena.review.services.journey import agree, get_ready, set_goal
from arena.review.visitor import visitor
from arena.studies.access import reviewer_required
from arena.studies.consent import VERSION, changes_for, consent_text
from arena.studies.models import Reviewer

GOALS = (10, 25, 50)
SITTING = timedelta(hours=12)  # a goal is for a day; nobody sits longer


class GoalForm(forms.Form):
    """Empty for no goal."""

    goal = forms.TypedChoiceField(
        choices=[("", "No goal"), *((goal, f"{goal} pairs") for goal in GOALS)], coerce=int, empty_value=None
    )
    goal.required = False


@dataclass(frozen=True, slots=True)
class Goal:
    """What a reviewer planned for this sitting."""

    pairs: int
    done: int
    is_recent: bool  # set in this sitting, as far as one can tell

    @property
    def left(self) -> int:
        return max(0, self.pairs - self.done)


# How far a reviewer is with what comes before the pairs.
_GATE = written_out("""
SELECT EXISTS (SELECT 1 FROM {Consent} c WHERE c.reviewer_id = r.id AND c.version = %(version)s),
       EXISTS (SELECT 1 FROM {Exclusion} e WHERE e.reviewer_id = r.id AND e.judgment_id IS NULL
               AND e.lifted_at IS NULL AND e.rule = %(withdrawn)s),
       j.about_at IS NOT NULL, j.ready_at IS NOT NULL, j.goal, j.goal_from
FROM {Reviewer} r LEFT JOIN {Journey} j ON j.reviewer_id = r.id
WHERE r.id = %(reviewer)s
""")


def gate(reviewer: Reviewer, standing: Standing, *, coming: int = 0) -> str | None:
    """Where the reviewer has to go before the next pair, None to show it; one query.

    `coming` counts answers that are not in `standing` yet: 1 for the pair on the screen. Somebody who looks at the
    study as reviewers see it agrees to nothing and is held up by nothing.
    """
    if reviewer.kind == Reviewer.Kind.PREVIEW:
        return None
    has_agreed, has_withdrawn, was_asked, is_ready, goal, goal_from = row_of(
        _GATE, {"reviewer": reviewer.pk, "version": VERSION, "withdrawn": Exclusion.Rule.WITHDRAWN.value}
    )
    if not has_agreed:
        return reverse("review:consent")
    if has_withdrawn:
        return reverse("review:withdraw")
    if not was_asked:
        return reverse("review:about")
    if not is_ready:
        return reverse("review:ready") if _practice_left(standing) <= coming else None
    if goal is not None and standing.answered + coming >= goal_from + goal:
        return reverse("review:goal")
    return None


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest) -> HttpResponse:
    """The text once more: for whoever agreed to an older one, with what changed, and for reading it again."""
    reviewer = visitor(request)
    if request.method == "POST":
        agree(reviewer=reviewer)
        return SeeOther(reverse("review:next"))
    context = {"text": consent_text(reviewer.study), "asked": changes_for(reviewer)}
    return render(request, "review/consent.html", context)


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def ready(request: HttpRequest) -> HttpResponse:
    """Practice is over; from here on answers count. Whoever wants sets a goal for today."""
    reviewer = visitor(request)
    standing = standing_of(reviewer)
    form = GoalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        set_goal(reviewer=reviewer, goal=form.cleaned_data["goal"], answered=standing.answered)
        if _practice_left(standing) == 0:
            get_ready(reviewer=reviewer)
        return SeeOther(reverse("review:next"))
    context = {
        "goals": offered_goals(standing),
        "progress": standing.progress,
        "practised": standing.practice_total > 0,
        "practice_left": _practice_left(standing),
        "question": reviewer.study.question,
    }
    return render(request, "review/ready.html", context, status=400 if request.method == "POST" else 200)


@reviewer_required
@require_http_methods(["GET", "HEAD", "POST"])
def goal(request: HttpRequest) -> HttpResponse:
    """The goal is reached, or how far it is; another one, or none."""
    reviewer = visitor(request)
    standing = standing_of(reviewer)
    form = GoalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        set_goal(reviewer=reviewer, goal=form.cleaned_data["goal"], answered=standing.answered)
        return SeeOther(reverse("review:next"))
    context = {"goal": goal_of(reviewer, standing), "goals": offered_goals(standing), "progress": standing.progress}
    return render(request, "review/goal.html", context, status=400 if request.method == "POST" else 200)


def goal_of(reviewer: Reviewer, standing: Standing) -> Goal | None:
    journey = Journey.objects.filter(reviewer=reviewer).exclude(goal=None).first()
    if journey is None or journey.goal is None:
        return None
    is_recent = journey.goal_at is not None and timezone.now() - journey.goal_at < SITTING
    return Goal(pairs=journey.goal, done=max(0, standing.answered - journey.goal_from), is_recent=is_recent)


def offered_goals(standing: Standing) -> list[int]:
    """Goals that are less than everything that is left."""
    return [goal for goal in GOALS if goal < standing.progress.left]


def _practice_left(standing: Standing) -> int:
    """Practice pairs without an answer."""
    return max(0, standing.practice_total - standing.practised)
