"""The start page: the desk for staff, a few words for everybody else."""

from typing import cast

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.core.access import is_admin, is_researcher, researcher_required
from arena.desk import needs, selectors
from arena.desk.preparing import read_preparing
from arena.desk.services.method import method
from arena.studies.access import ReviewerRequest


@login_not_required
@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not is_researcher(request.user):
        # Who judges somewhere is not led to results, which name systems.
        published = [] if cast(ReviewerRequest, request).reviewer else selectors.published_studies()
        return render(request, "desk/about.html", {"preparing": read_preparing(), "published": published})
    admin = is_admin(request.user)
    stages, lines, papers = selectors.stages(), selectors.study_lines(), selectors.paper_counts()
    pulse = needs.pulse()
    context = _work(stages) | {
        "preparing": read_preparing(),
        "studies": lines,
        "papers": papers,
        "judgments": sum(line.sizes.people for line in lines) - pulse.carried,
        "simulated": sum(line.sizes.simulated for line in lines),
        "pulse": pulse,
        "needs": needs.needs_of(lines, stages, papers, is_admin=admin),
        "events": needs.events_of(lines, is_admin=admin),
        "is_admin": admin,
    }
    return render(request, "desk/home.html", context)


@login_not_required
@never_cache
@require_safe
def preparing(request: HttpRequest) -> HttpResponse:
    """How far a demonstration is that this site is being filled with; it holds counts and no names."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("desk:home")
    return render(request, "desk/preparing.html", {"preparing": read_preparing(), "was_preparing": True})


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """How the method works, for everybody; nothing of what the site holds."""
    return render(request, "desk/method.html", {"method": method()})


@researcher_required
@never_cache
@require_safe
def work(request: HttpRequest) -> HttpResponse:
    """The part of the desk that is asked for again and again while work is open."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("desk:home")
    return render(request, "desk/home.html#work", _work(selectors.stages()))


def _work(stages: tuple[selectors.Stage, ...]) -> dict[str, object]:
    return {
        "stages": stages,
        "work_is_open": any(stage.is_open for stage in stages),
        "work_has_failed": any(stage.counts.failed for stage in stages),
    }
