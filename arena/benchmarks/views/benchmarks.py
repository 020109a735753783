"""The list of benchmarks, and a benchmark with its papers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from arena.benchmarks.models import Benchmark, Draft
from arena.benchmarks.selectors import benchmarks_with_sizes, covers_of
from arena.benchmarks.services.export import about_of, manifest_of
from arena.benchmarks.services.ingest import retry_failed
from arena.benchmarks.shelf import shelf_of
from arena.core.access import admin_required, is_admin, researcher_required

COVERS = 4


@require_safe
@researcher_required
def list_benchmarks(request: HttpRequest) -> HttpResponse:
    benchmarks = list(benchmarks_with_sizes())
    covers = covers_of(benchmarks, COVERS)
    may_act = is_admin(request.user)
    context = {
        "benchmarks": [(benchmark, covers.get(benchmark.pk, [])) for benchmark in benchmarks],
        "drafts": Draft.objects.select_related("made_by") if may_act else [],
        "may_act": may_act,
    }
    return render(request, "benchmarks/list.html", context)


@require_safe
@researcher_required
def benchmark(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(Benchmark, name=name)
    asked = request.GET
    shelf = shelf_of(
        found, discipline=asked.get("discipline", ""), words=asked.get("q", "")[:200], page=asked.get("page", "1")
    )
    context = {"benchmark": found, "shelf": shelf, "may_act": is_admin(request.user)}
    htmx = request.htmx  # type: ignore[attr-defined]
    # Going back in a browser asks through htmx too, but for the whole page.
    is_part = htmx and not htmx.history_restore_request
    page = "benchmarks/benchmark.html#papers" if is_part else "benchmarks/benchmark.html"
    return render(request, page, context)


@require_POST
@admin_required
def read_again(request: HttpRequest, name: str) -> HttpResponse:
    retry_failed(benchmark=get_object_or_404(Benchmark, name=name))
    return redirect("benchmarks:benchmark", name=name)


@require_safe
@researcher_required
def manifest(request: HttpRequest, name: str) -> HttpResponse:
    return _download(manifest_of(get_object_or_404(Benchmark, name=name)), "manifest.jsonl", "application/jsonl")


@require_safe
@researcher_required
def about(request: HttpRequest, name: str) -> HttpResponse:
    return _download(about_of(get_object_or_404(Benchmark, name=name)), "benchmark.json", "application/json")


def _download(text: str, name: str, kind: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
