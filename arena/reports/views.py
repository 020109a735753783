"""Results pages: a study's snapshots, two of them side by side, asking for a new one, and their files."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.core.access import is_researcher, researcher_required
from arena.core.errors import BadInput
from arena.core.files import read_stored
from arena.core.http import SeeOther
from arena.reports import downloads, selectors
from arena.reports.access import results_reader_required, study_of_report
from arena.reports.changes import changes_page
from arena.reports.forms import GivenOptions, given_options, options_of
from arena.reports.models import Report, ReportFile
from arena.reports.services.build import edges_of, request_report, whole_number_of
from arena.reports.snapshot import results_of, snapshot_of
from arena.studies.models import Study


@researcher_required
@never_cache
@require_safe
def list_studies(request: HttpRequest) -> HttpResponse:
    return render(request, "reports/list.html", {"lines": selectors.study_lines()})


@results_reader_required()
@never_cache
@require_safe
def study(request: HttpRequest, name: str, pool: str | None = None) -> HttpResponse:
    study = get_object_or_404(Study, name=name)
    sizes = selectors.pool_sizes(study)
    pool = _known(pool or sizes.default)
    report = selectors.newest_report(study, pool)
    context = _results(study, pool, sizes, report) | _progress(study, pool, report)
    return render(request, "reports/study.html", context | {"may_ask": is_researcher(request.user)})


@results_reader_required()
@never_cache
@require_safe
def older(request: HttpRequest, name: str, pool: str, pk: int) -> HttpResponse:
    """One snapshot by its number, whether or not a newer one is there."""
    study = get_object_or_404(Study, name=name)
    report = get_object_or_404(selectors.finished_reports(study), pool=_known(pool), pk=pk)
    newest = selectors.newest_report(study, pool)
    context = _results(study, pool, selectors.pool_sizes(study), report)
    context |= {"is_older": True, "newest": newest, "may_ask": is_researcher(request.user)}
    return render(request, "reports/study.html", context)


@researcher_required
@never_cache
@require_safe
def progress(request: HttpRequest, name: str, pool: str) -> HttpResponse:
    """The part of a results page that is asked for again while a snapshot is made."""
    study = get_object_or_404(Study, name=name)
    pool = _known(pool)
    here = redirect("reports:pool", name=name, pool=pool)
    if not request.htmx:  # type: ignore[attr-defined]
        return here
    report = selectors.newest_report(study, pool)
    context = _progress(study, pool, report)
    asked_from = request.GET.get("from", "")
    if report is not None and str(report.pk) != asked_from:
        response = HttpResponse()
        response["HX-Redirect"] = here.url  # the new snapshot is there: show the whole page
        return response
    sizes = selectors.pool_sizes(study)
    context |= {"study": study, "pool": pool, "report": report, "responses": sizes.of(pool)}
    context["evaluators"] = selectors.evaluators_of(study)
    return render(request, "reports/study.html#progress", context)


@researcher_required
@require_POST
def request_snapshot(request: HttpRequest, name: str, pool: str) -> HttpResponse:
    study = get_object_or_404(Study, name=name)
    pool = _known(pool)
    given = given_options(request.POST)
    try:
        _request(study, pool, given)
    except BadInput as error:
        report = selectors.newest_report(study, pool)
        context = _results(study, pool, selectors.pool_sizes(study), report) | _progress(study, pool, report)
        return render(
            request, "reports/study.html", context | {"given": given, "fault": str(error), "may_ask": True}, status=400
        )
    return SeeOther(reverse("reports:pool", args=[name, pool]))


@results_reader_required()
@never_cache
@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """Every snapshot of a study, newest first."""
    study = get_object_or_404(Study, name=name)
    return render(request, "reports/history.html", {"study": study, "reports": list(selectors.finished_reports(study))})


@results_reader_required()
@never_cache
@require_safe
def compare(request: HttpRequest, name: str) -> HttpResponse:
    """Two snapshots of a study side by side: the two newest of one pool, or those that are asked for."""
    study = get_object_or_404(Study, name=name)
    reports = list(selectors.finished_reports(study))
    before, after = _chosen(request, reports)
    context = {"study": study, "reports": reports, "before": before, "after": after}
    if before is not None and after is not None:
        old, new = results_of(before), results_of(after)
        context["changes"] = changes_page(old, new) if old and new else None
    return render(request, "reports/compare.html", context)


@results_reader_required(study_of_report)
@require_safe
def file(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """A file of a snapshot. Its content never changes, so a browser may keep it."""
    files = ReportFile.objects.select_related("report__study")
    entry = get_object_or_404(files, report__in=Report.objects.filter(pk=pk), name=name)
    kind = downloads.kind_of(entry.name)
    if kind is None:
        raise Http404
    response = HttpResponse(read_stored(entry.sha256), content_type=kind.content_type)
    attached = not kind.shown_in_browser or "download" in request.GET
    response["Content-Disposition"] = (
        f'{"attachment" if attached else "inline"}; filename="{downloads.saved_as(entry)}"'
    )
    response["Content-Security-Policy"] = downloads.POLICY
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


def _request(study: Study, pool: str, given: GivenOptions) -> Report:
    return request_report(
        study=study,
        pool=pool,
        evaluator=given.evaluator or None,
        resamples=whole_number_of(given.resamples, "Resamples"),
        seed=whole_number_of(given.seed, "The seed"),
        margin_edges=edges_of(given.margins),
    )


def _chosen(request: HttpRequest, reports: list[Report]) -> tuple[Report | None, Report | None]:
    """The snapshots before and after; a number that is none of this study's is 404."""
    after = _one(request.GET.get("after"), reports) or (reports[0] if reports else None)
    if after is None:
        return None, None
    older = [report for report in reports if report.pool == after.pool and report.pk < after.pk]
    before = _one(request.GET.get("before"), reports) or (older[0] if older else None)
    return before, after


def _one(number: str | None, reports: list[Report]) -> Report | None:
    if not number:
        return None
    found = next((report for report in reports if str(report.pk) == number), None)
    if found is None:
        raise Http404
    return found


def _next_command(study: Study) -> str:
    """What brings a study that nobody has judged one step further."""
    arguments = {
        Study.State.DRAFT: f"freeze {study.name}",
        Study.State.FROZEN: f"open {study.name}",
        Study.State.OPEN: f"invite {study.name} --count 3",
        Study.State.PAUSED: f"open {study.name}",
        Study.State.CLOSED: f"open {study.name}",
        Study.State.PUBLISHED: f"publish {study.name} --undo",
    }[Study.State(study.state)]
    return "" if study.is_imported else f"python manage.py {arguments}"


def _known(pool: str) -> str:
    if pool not in Report.Pool.values:
        raise Http404
    return pool


def _results(study: Study, pool: str, sizes: selectors.PoolSizes, report: Report | None) -> dict[str, object]:
    """What a results page shows of one snapshot, or of none."""
    pools = list(selectors.finished_reports(study).values_list("pool", flat=True))
    return {
        "study": study,
        "pool": pool,
        "is_simulated": pool == Report.Pool.SIMULATED,
        "has_both_pools": bool(sizes.people and sizes.simulated) or len(set(pools)) > 1,
        "has_history": len(pools) > 1,
        "responses": sizes.of(pool),
        "evaluators": selectors.evaluators_of(study),
        "report": report,
        "snapshot": snapshot_of(report) if report else None,
        "given": options_of(report),
        "next_command": "" if report or sizes.of(pool) else _next_command(study),
    }


def _progress(study: Study, pool: str, report: Report | None) -> dict[str, object]:
    """What became of the report that was asked for last, and what came in since the one that is shown."""
    asked = selectors.last_request(study, pool)
    pending = asked if asked is not None and asked != report else None
    return {
        "pending": pending,
        "since": selectors.judgments_since(report) if report else 0,
        "given": options_of(report),
    }
