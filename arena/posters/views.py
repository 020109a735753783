"""Pages of posters and the systems that make them, for staff."""

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from arena.benchmarks.models import Benchmark
from arena.benchmarks.selectors import benchmarks_with_sizes
from arena.core.access import admin_required, is_admin, researcher_required
from arena.core.media import stored_response
from arena.posters.matrix import matrix_of
from arena.posters.models import Poster
from arena.posters.selectors import poster_counts, poster_or_404, revisions_of, scores_of
from arena.posters.services.generate import request_generation
from arena.posters.services.score import request_scoring
from arena.posters.verdict import verdict_of
from arena.systems.selectors import configs_with_posters
from scoring.words import POSTERBENCH_OFFLINE


@require_safe
@researcher_required
def list_posters(request: HttpRequest) -> HttpResponse:
    counts = poster_counts()
    benchmarks = [(benchmark, counts.get(benchmark.pk, 0)) for benchmark in benchmarks_with_sizes()]
    return render(request, "posters/list.html", {"benchmarks": benchmarks, "systems": configs_with_posters()})


@require_safe
@researcher_required
def matrix(request: HttpRequest, name: str) -> HttpResponse:
    """The whole page, or for htmx the part of it that changes while work goes on."""
    found = matrix_of(get_object_or_404(Benchmark, name=name))
    page = "posters/matrix.html#runs" if request.htmx else "posters/matrix.html"  # type: ignore[attr-defined]
    return render(request, page, {"matrix": found, "may_act": is_admin(request.user)})


@require_POST
@admin_required
def make(request: HttpRequest, name: str) -> HttpResponse:
    benchmark = get_object_or_404(Benchmark, name=name)
    plan = request_generation(benchmark=benchmark, retry_failed=True)
    messages.info(request, f"{plan.requested} posters asked for, {plan.present} there already.")
    return redirect("posters:matrix", name=name)


@require_POST
@admin_required
def score(request: HttpRequest, name: str) -> HttpResponse:
    benchmark = get_object_or_404(Benchmark, name=name)
    plan = request_scoring(benchmark=benchmark, evaluator=POSTERBENCH_OFFLINE, retry_failed=True)
    messages.info(request, f"{plan.requested} scores asked for, {plan.present} there already.")
    return redirect("posters:matrix", name=name)


@require_safe
@researcher_required
def poster(request: HttpRequest, pk: int) -> HttpResponse:
    found = poster_or_404(pk)
    scored = scores_of(found, POSTERBENCH_OFFLINE).first()
    context = {
        "poster": found,
        "verdict": verdict_of(scored, found) if scored else None,
        "scoring": found.scoring_runs.filter(evaluator=POSTERBENCH_OFFLINE).order_by("-pk").first(),
        "revisions": revisions_of(found),
        "benchmarks": found.case.entries.select_related("benchmark"),
    }
    return render(request, "posters/poster.html", context)


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
