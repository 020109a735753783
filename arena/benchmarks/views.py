"""Pages of benchmarks and their papers, for staff."""

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from arena.benchmarks.models import Benchmark, Case, CaseFigure
from arena.benchmarks.selectors import benchmarks_with_sizes, figures_of, ingest_progress, paper_line, paper_lines
from arena.benchmarks.services.ingest import retry_failed
from arena.core.access import admin_required, is_admin, researcher_required
from arena.core.media import stored_response


@require_safe
@researcher_required
def list_benchmarks(request: HttpRequest) -> HttpResponse:
    return render(request, "benchmarks/list.html", {"benchmarks": benchmarks_with_sizes()})


@require_safe
@researcher_required
def benchmark(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(Benchmark, name=name)
    papers = paper_lines(found)
    context = {
        "benchmark": found,
        "papers": papers,
        "without_pdf": sum(not paper.case.pdf_sha256 for paper in papers),
        "counts": ingest_progress(found),
        "may_act": is_admin(request.user),
    }
    return render(request, "benchmarks/benchmark.html", context)


@require_POST
@admin_required
def read_again(request: HttpRequest, name: str) -> HttpResponse:
    retry_failed(benchmark=get_object_or_404(Benchmark, name=name))
    return redirect("benchmarks:benchmark", name=name)


@require_safe
@researcher_required
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    case = get_object_or_404(Case, pk=pk)
    entries = case.entries.select_related("benchmark")
    context = {"line": paper_line(case), "figures": figures_of(case), "entries": entries}
    return render(request, "benchmarks/paper.html", context)


@require_safe
@researcher_required
def pdf(request: HttpRequest, pk: int) -> FileResponse:
    case = get_object_or_404(Case, pk=pk)
    return stored_response(case.pdf_sha256, "pdf", name=f"{case.case_id}.pdf")


@require_safe
@researcher_required
def figure(request: HttpRequest, pk: int) -> FileResponse:
    found = get_object_or_404(CaseFigure, pk=pk)
    return stored_response(found.image_sha256, "png", name=f"{found.figure_id}.png")
