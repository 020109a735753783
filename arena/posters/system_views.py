"""Pages of the systems: what each is, how it is configured, and what it has made."""

from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.benchmarks.models import Benchmark
from arena.benchmarks.selectors import benchmarks_with_sizes
from arena.core.access import is_admin, researcher_required
from arena.posters.matrix import matrix_of
from arena.posters.selectors import poster_counts
from arena.posters.standings import standing_of, standings_on_benchmarks
from arena.systems.models import System, SystemConfig
from arena.systems.selectors import current_configs, versions_of
from arena.systems.services.describe import changes, describe, describe_all

SAMPLES_OF_ONE = 12


@require_safe
@researcher_required
def list_systems(request: HttpRequest) -> HttpResponse:
    """All systems, side by side over the papers of one benchmark."""
    benchmarks = list(benchmarks_with_sizes())
    chosen = _chosen(benchmarks, request.GET.get("benchmark", ""))
    matrix = matrix_of(chosen) if chosen else None
    configs = list(current_configs())
    descriptions = describe_all(configs)
    cells = {column.config.pk: column.cells for column in matrix.columns} if matrix else {}
    systems = [(config, descriptions[config.pk], standing_of(cells.get(config.pk, ()))) for config in configs]
    context = {
        "systems": systems,
        "benchmarks": benchmarks,
        "chosen": chosen,
        "may_act": is_admin(request.user),
        "takes_uploads": any(config.takes_uploads for config in configs),
    }
    return render(request, "systems/list.html", context)


@require_safe
@researcher_required
def system(request: HttpRequest, slug: str) -> HttpResponse:
    """One system by all its configurations; figures are those of the one in force."""
    found = get_object_or_404(System, slug=slug)
    versions = versions_of(found)
    if not versions:
        raise Http404
    current: SystemConfig = versions[0]
    changed = [changes(older, newer) for newer, older in pairwise(versions)] + [()]
    standing, on_benchmarks = standings_on_benchmarks(current, samples=SAMPLES_OF_ONE)
    context = {
        "system": found,
        "current": current,
        "description": describe(current),
        "versions": list(zip(versions, changed, strict=True)),
        "standing": standing,
        "on_benchmarks": on_benchmarks,
        "may_act": is_admin(request.user),
    }
    return render(request, "systems/system.html", context)


def _chosen(benchmarks: list[Benchmark], name: str) -> Benchmark | None:
    """The benchmark of that name, else the one with the most posters."""
    if name:
        found = next((benchmark for benchmark in benchmarks if benchmark.name == name), None)
        if found is None:
            raise Http404
        return found
    counts = poster_counts()
    return max(benchmarks, key=lambda benchmark: counts.get(benchmark.pk, 0), default=None)
