"""Pages of posters, for staff: the matrix of papers and systems, one poster, and its files."""

from datetime import datetime

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.benchmarks.models import Benchmark
from arena.core.access import admin_required, is_admin, researcher_required
from arena.core.media import stored_response
from arena.core.wording import counted
from arena.posters.choice import choice_of, view_of
from arena.posters.identity import identity_of
from arena.posters.matrix import matrix_of
from arena.posters.models import Poster
from arena.posters.portrait import portrait_of
from arena.posters.selectors import coverage_lines, latest_posters, poster_or_404, recent_uploads
from arena.posters.services.generate import request_generation
from arena.posters.services.retry import retry_failed
from arena.posters.services.score import request_scoring
from arena.posters.wording import listed
from arena.systems.selectors import current_configs
from scoring.words import POSTERBENCH_OFFLINE


@require_safe
@researcher_required
def list_posters(request: HttpRequest) -> HttpResponse:
    systems = len(current_configs())
    context = {
        "benchmarks": coverage_lines(systems),
        "systems": systems,
        "latest": latest_posters(12),
        "uploads": recent_uploads(6),
        "may_act": is_admin(request.user),
    }
    return render(request, "posters/list.html", context)


@require_safe
@researcher_required
@never_cache
def matrix(request: HttpRequest, name: str) -> HttpResponse:
    """The whole page, or for htmx what of it changed since the moment that the page names."""
    now = timezone.now()
    whole = matrix_of(get_object_or_404(Benchmark, name=name), now=now)
    view = view_of(whole, choice_of(request.GET))
    here = request.GET.copy()
    here.pop("since", None)
    context = {
        "whole": whole,
        "view": view,
        "now": now.isoformat(),
        "here": here.urlencode(),
        "may_act": is_admin(request.user),
    }
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "posters/matrix.html", context)
    since = _moment(request.GET.get("since", ""))
    cells = [(row.paper.case, cell) for row in view.page for cell in row.cells]
    context["changed"] = [(case, cell) for case, cell in cells if since is None or cell.changed_since(since)]
    return render(request, "posters/news.html", context)


@require_POST
@admin_required
def make(request: HttpRequest, name: str) -> HttpResponse:
    benchmark = get_object_or_404(Benchmark, name=name)
    plan = request_generation(benchmark=benchmark)
    left = f" {counted(plan.failed, 'poster')} failed before: retry them by themselves." if plan.failed else ""
    messages.info(request, f"{counted(plan.requested, 'poster')} asked for, {plan.present} there already.{left}")
    return redirect("posters:matrix", name=name)


@require_POST
@admin_required
def score(request: HttpRequest, name: str) -> HttpResponse:
    benchmark = get_object_or_404(Benchmark, name=name)
    plan = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE)
    left = f" {counted(plan.failed, 'poster')} could not be scored: retry them by themselves." if plan.failed else ""
    messages.info(request, f"{counted(plan.requested, 'score')} asked for, {plan.present} there already.{left}")
    return redirect("posters:matrix", name=name)


@require_POST
@admin_required
def retry(request: HttpRequest, name: str) -> HttpResponse:
    """What failed once more: of one cell where the form names one, else of the whole benchmark."""
    benchmark = get_object_or_404(Benchmark, name=name)
    case_id, system = request.POST.get("case", ""), request.POST.get("system", "")
    plan = retry_failed(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE, case_id=case_id, system=system)
    tried = listed(
        (
            counted(plan.posters, "poster") if plan.posters else "",
            counted(plan.scores, "score") if plan.scores else "",
        )
    )
    messages.info(request, f"{tried} asked for once more." if tried else "Nothing that failed can be tried again now.")
    where = QueryDict(request.POST.get("query", "")).urlencode()
    place = f"#row-{case_id}" if case_id else ""
    return redirect(f"{reverse('posters:matrix', args=[name])}{'?' if where else ''}{where}{place}")


@require_safe
@researcher_required
def poster(request: HttpRequest, pk: int) -> HttpResponse:
    portrait = portrait_of(poster_or_404(pk), benchmark=request.GET.get("benchmark", ""))
    context = {
        "portrait": portrait,
        "poster": portrait.poster,
        "run": portrait.poster.made_in,
        "identity": identity_of(portrait.poster),
        "may_act": is_admin(request.user),
        "back": "poster",
    }
    return render(request, "posters/poster.html", context)


@require_safe
@researcher_required
def large(request: HttpRequest, pk: int) -> HttpResponse:
    """The poster alone, as large as the window or in its own pixels."""
    return render(request, "posters/large.html", {"poster": poster_or_404(pk)})


@require_safe
@researcher_required
def thumbnail(request: HttpRequest, pk: int) -> FileResponse:
    return stored_response(get_object_or_404(Poster, pk=pk).thumbnail_sha256, "webp", name=f"poster-{pk}-small.webp")


@require_safe
@researcher_required
def rendition(request: HttpRequest, pk: int) -> FileResponse:
    return stored_response(get_object_or_404(Poster, pk=pk).rendition_sha256, "webp", name=f"poster-{pk}.webp")


@require_safe
@researcher_required
def master(request: HttpRequest, pk: int) -> FileResponse:
    return stored_response(get_object_or_404(Poster, pk=pk).master_sha256, "png", name=f"poster-{pk}.png")


@require_safe
@researcher_required
def artifact(request: HttpRequest, pk: int) -> FileResponse:
    """What the system delivered, as it is: only ever downloaded, since nobody has looked into it."""
    found = get_object_or_404(Poster, pk=pk)
    name = f"poster-{pk}.{found.artifact_kind}"
    return stored_response(found.artifact_sha256, found.artifact_kind, name=name, download=True)


def _moment(text: str) -> datetime | None:
    """When the page was made; None where it does not say, which means that all of it may have changed."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if timezone.is_aware(moment) else None
