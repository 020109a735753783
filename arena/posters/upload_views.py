"""Bringing in posters by browser: send, look at what the check says, then take or discard."""

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.benchmarks.models import Case
from arena.benchmarks.selectors import benchmark_named, benchmarks_with_sizes
from arena.core.access import admin_required
from arena.core.errors import BadInput
from arena.core.media import stored_response
from arena.posters.models import Upload
from arena.posters.selectors import recent_uploads
from arena.posters.sent import sent_of
from arena.posters.services.receive import accept_upload, discard_upload, receive_upload
from arena.systems.selectors import current_config, current_configs


@admin_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    case_id = _given(request, "case")
    case = get_object_or_404(Case, case_id=case_id) if case_id else None
    fault = ""
    if request.method == "POST":
        try:
            return redirect("posters:sent", pk=_received(request, case).pk)
        except BadInput as error:
            fault = str(error)
    context = {
        "systems": [config for config in current_configs() if config.takes_uploads],
        "benchmarks": benchmarks_with_sizes(),
        "uploads": recent_uploads(10),
        "system": _given(request, "system"),
        "benchmark": _given(request, "benchmark"),
        "case": case,
        "fault": fault,
    }
    return render(request, "posters/upload.html", context, status=400 if fault else 200)


def _given(request: HttpRequest, name: str) -> str:
    """What the form or the address names, without the character that PostgreSQL refuses to look for."""
    given = request.POST if request.method == "POST" else request.GET
    return given.get(name, "").replace("\0", "")


def _received(request: HttpRequest, case: Case | None) -> Upload:
    """What the form holds, kept aside; BadInput where something is lacking or wrong."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile) or not file.name:
        raise BadInput("Choose a file.")
    return receive_upload(
        config=current_config(_given(request, "system")),
        benchmark=benchmark_named(_given(request, "benchmark")),
        name=file.name,
        chunks=file.chunks(),
        sent_by=request.user.get_username(),
        case=case,
    )


@require_safe
@admin_required
@never_cache
def sent(request: HttpRequest, pk: int) -> HttpResponse:
    """What became of one delivery: the whole page, or for htmx the part that changes."""
    found = sent_of(_upload_or_404(pk))
    page = "posters/sent.html#delivery" if request.htmx else "posters/sent.html"  # type: ignore[attr-defined]
    return render(request, page, {"sent": found, "upload": found.upload})


@require_POST
@admin_required
def take(request: HttpRequest, pk: int) -> HttpResponse:
    accept_upload(upload=_upload_or_404(pk))
    return redirect("posters:sent", pk=pk)


@require_POST
@admin_required
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    discard_upload(upload=_upload_or_404(pk))
    return redirect("posters:upload")


@require_safe
@admin_required
def sent_thumbnail(request: HttpRequest, pk: int, number: int) -> FileResponse:
    files = _upload_or_404(pk).results
    if not 1 <= number <= len(files):
        raise Http404
    return stored_response(str(files[number - 1]["thumbnail_sha256"]), "webp", name=f"upload-{pk}-{number}.webp")


def _upload_or_404(pk: int) -> Upload:
    return get_object_or_404(Upload.objects.select_related("system_config__system", "benchmark"), pk=pk)
