"""A paper, its pages and its figures."""

from django.core.signing import BadSignature, dumps, loads
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.benchmarks.history import history_of
from arena.benchmarks.models import Case, CaseFigure, PageImage
from arena.benchmarks.selectors import PaperLine, corrected_facts, current_figures, paper_line
from arena.benchmarks.services.content import content_of
from arena.benchmarks.services.pictures import page_image
from arena.core.access import is_admin, researcher_required
from arena.core.errors import NotReady
from arena.core.media import stored_response
from generation.records import Section

PREVIEW = "benchmarks.preview"


@require_safe
@researcher_required
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    case = get_object_or_404(Case, pk=pk)
    return render(request, "benchmarks/paper.html", paper_context(request, case))


def paper_context(request: HttpRequest, case: Case) -> dict[str, object]:
    line = paper_line(case)
    figures = list(current_figures(case, with_left_out=True))
    posters = case.posters.filter(
        is_current=True, system_config__superseded_at=None, system_config__system__archived_at=None
    ).select_related("system_config__system")
    return {
        "case": case,
        "line": line,
        "figures": [figure for figure in figures if not figure.left_out],
        "left_out": [figure for figure in figures if figure.left_out],
        "sections": _sections(case) if line.is_ready else (),
        "entries": case.entries.select_related("benchmark"),
        "posters": [(poster, poster.why_outdated(case)) for poster in posters.order_by("system_config__system__slug")],
        "corrected": corrected_facts(case),
        "history": history_of(case),
        "may_correct": may_correct(request, line),
        "is_admin": is_admin(request.user),
    }


def _sections(case: Case) -> tuple[Section, ...]:
    try:
        return content_of(case).sections
    except NotReady:  # what an earlier version of the site wrote; the page has more to show
        return ()


def may_correct(request: HttpRequest, line: PaperLine) -> bool:
    return is_admin(request.user) and line.is_ready and line.case.frozen_at is None


@require_safe
@researcher_required
def pdf(request: HttpRequest, pk: int) -> FileResponse:
    case = get_object_or_404(Case, pk=pk)
    response = stored_response(case.pdf_sha256, "pdf", name=f"{case.case_id}.pdf")
    response["Cache-Control"] = "private, no-cache"  # a paper may get another file, unlike what a hash or key names
    return response


@require_safe
@researcher_required
def figure(request: HttpRequest, pk: int) -> FileResponse:
    found = get_object_or_404(CaseFigure, pk=pk)
    return stored_response(found.image_sha256, "png", name=f"{found.figure_id}.png")


@require_safe
@researcher_required
def small_figure(request: HttpRequest, pk: int) -> FileResponse:
    """A figure for lists; the whole picture where no small one was made."""
    found = get_object_or_404(CaseFigure, pk=pk)
    if not found.thumbnail_sha256:
        return stored_response(found.image_sha256, "png", name=f"{found.figure_id}.png")
    return stored_response(found.thumbnail_sha256, "webp", name=f"{found.figure_id}.webp")


@require_safe
@researcher_required
def page(request: HttpRequest, pk: int, number: int, size: str) -> FileResponse:
    """The picture of a page, drawn when it is first asked for."""
    if size not in PageImage.Size.values:
        raise Http404
    case = get_object_or_404(Case, pk=pk)
    if not case.pdf_sha256 or not 1 <= number <= (case.pages or 1):
        raise Http404
    image = page_image(pdf_sha256=case.pdf_sha256, page=number, size=PageImage.Size(size))
    return stored_response(image.image_sha256, "webp", name=f"{case.case_id}-{number}.webp")


def preview_token(case: Case, image_sha256: str) -> str:
    """A name for a crop that is not saved: only the site can make one, so only crops that it cut are shown."""
    return dumps([case.pk, image_sha256], salt=PREVIEW)


@require_safe
@researcher_required
def preview(request: HttpRequest, token: str) -> FileResponse:
    try:
        _, image_sha256 = loads(token, salt=PREVIEW)
    except BadSignature as error:
        raise Http404 from error
    return stored_response(image_sha256, "png", name="preview.png")
