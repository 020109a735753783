"""Setting a paper right: its facts, and where its figures and tables stand."""

import math

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from arena.benchmarks.models import Case, CaseFigure, Correction, PageImage
from arena.benchmarks.selectors import current_figures, paper_line
from arena.benchmarks.services import corrections as service
from arena.benchmarks.services.pictures import cut_crop, page_image
from arena.benchmarks.sheet import Sheet
from arena.benchmarks.text import author_lines
from arena.benchmarks.views.papers import may_correct, preview_token
from arena.core.access import admin_required, is_admin, researcher_required
from arena.core.errors import ArenaError, BadInput, Conflict, NotAllowed
from generation.records import Box, FigureKind
from scoring.words import DISCIPLINES

EDGES = ("x0", "y0", "x1", "y1")
NEW_BOX = (0.15, 0.15, 0.85, 0.5)  # of the page, for a figure that is added


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def facts(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of a paper's facts; POST saves what differs."""
    case = get_object_or_404(Case, pk=pk)
    typed = {name: getattr(case, name) for name in ("title", "abstract", "discipline")}
    typed |= {"authors": "\n".join(case.authors), "seen": case.content_version}
    fault = "" if case.frozen_at is None else service.FROZEN.format(case.case_id)
    status = 200
    if request.method == "POST":
        typed = {name: request.POST.get(name, "") for name in ("title", "authors", "abstract", "discipline", "seen")}
        wanted = service.Facts(
            title=typed["title"],
            authors=tuple(author_lines(typed["authors"])),
            abstract=typed["abstract"],
            discipline=typed["discipline"],
        )
        try:
            made = service.correct_facts(case=case, by=_person(request), seen=_seen(request), facts=wanted)
        except ArenaError as error:
            fault, status = str(error), _status(error)
        else:
            messages.success(request, _said(len(made)))
            return redirect("benchmarks:paper", pk=pk)
    context = {"case": case, "typed": typed, "fault": fault, "disciplines": DISCIPLINES, "line": paper_line(case)}
    return render(request, "benchmarks/facts.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def figure(request: HttpRequest, pk: int, figure_id: str) -> HttpResponse:
    """A figure on its page. Admins may move its box and mend its words: POST previews or saves."""
    case = get_object_or_404(Case, pk=pk)
    found = get_object_or_404(
        current_figures(case, with_left_out=True).select_related("ingest__case"), figure_id=figure_id
    )
    if request.method == "POST":
        _only_admins(request)
        return _posted(request, case, found)
    return _editor(request, case, found, _typed_of(found, found.page))


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def new_figure(request: HttpRequest, pk: int) -> HttpResponse:
    """A figure or table that ingest missed: choose its page, draw its box, say what it is called."""
    case = get_object_or_404(Case, pk=pk)
    if request.method == "POST":
        return _posted(request, case, None)
    return _editor(request, case, None, _typed_of(None, _whole(request.GET.get("page", "1"))))


@require_POST
@admin_required
def leave_out(request: HttpRequest, pk: int, figure_id: str) -> HttpResponse:
    found = _current(pk, figure_id)
    service.leave_out_figure(figure=found, by=_person(request), seen=_seen(request))
    messages.success(request, f"{found.label} is left out.")
    return redirect("benchmarks:paper", pk=pk)


@require_POST
@admin_required
def bring_back(request: HttpRequest, pk: int, figure_id: str) -> HttpResponse:
    found = _current(pk, figure_id)
    service.bring_back_figure(figure=found, by=_person(request), seen=_seen(request))
    messages.success(request, f"{found.label} is back.")
    return redirect("benchmarks:paper", pk=pk)


@require_POST
@admin_required
def undo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    correction = get_object_or_404(Correction.objects.select_related("case"), case=pk, number=number)
    service.undo_correction(correction=correction, by=_person(request), seen=_seen(request))
    messages.success(request, f"Correction {number} is undone.")
    return redirect("benchmarks:paper", pk=pk)


def _posted(request: HttpRequest, case: Case, found: CaseFigure | None) -> HttpResponse:
    """Preview or save what was typed and drawn; a fault shows the form again with all of it."""
    typed = {name: request.POST.get(name, "") for name in (*EDGES, "page", "label", "caption", "kind", "seen")}
    try:
        wanted = service.FigureFacts(
            page=_page(typed["page"]), box=_box(typed), label=typed["label"], caption=typed["caption"]
        )
        if request.POST.get("action") == "preview":
            crop = cut_crop(case=case, page=wanted.page, box=wanted.box)
            shown = {"token": preview_token(case, crop.image_sha256), "width": crop.width, "height": crop.height}
            if request.htmx:  # type: ignore[attr-defined]
                return render(request, "benchmarks/figure.html#preview", {"preview": shown})
            return _editor(request, case, found, typed, preview=shown)
        if found is None:
            kind = FigureKind.TABLE if typed["kind"] == FigureKind.TABLE else FigureKind.FIGURE
            saved = service.add_figure(case=case, by=_person(request), seen=_seen(request), kind=kind, facts=wanted)
        else:
            saved = service.correct_figure(figure=found, by=_person(request), seen=_seen(request), facts=wanted)
    except ArenaError as error:
        if request.htmx:  # type: ignore[attr-defined]
            return render(request, "benchmarks/figure.html#preview", {"preview": None, "fault": str(error)})
        return _editor(request, case, found, typed, fault=str(error), status=_status(error))
    messages.success(request, f"{saved.label} is saved." if saved != found else "Nothing was different.")
    return redirect("benchmarks:figure-page", pk=case.pk, figure_id=saved.figure_id)


def _editor(
    request: HttpRequest,
    case: Case,
    found: CaseFigure | None,
    typed: dict[str, str],
    *,
    preview: dict[str, object] | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    line = paper_line(case)
    asked = request.GET.get("page")
    page = min(max(1, _whole(asked or typed["page"])), case.pages or 1)
    image = page_image(pdf_sha256=case.pdf_sha256, page=page, size=PageImage.Size.LARGE)
    try:
        box = _box(typed)
    except BadInput:
        wide, high = image.points_wide, image.points_high
        box = Box(NEW_BOX[0] * wide, NEW_BOX[1] * high, NEW_BOX[2] * wide, NEW_BOX[3] * high)
        if not any(typed[edge] for edge in EDGES):
            typed |= {edge: f"{value:.1f}" for edge, value in zip(EDGES, (box.x0, box.y0, box.x1, box.y1), strict=True)}
    context = {
        "case": case,
        "figure": found,
        "typed": typed | {"page": str(page)},
        "sheet": Sheet(image, page, case.pages, (box.x0, box.y0, box.x1, box.y1)),
        "preview": preview,
        "fault": fault,
        "may_correct": may_correct(request, line),
        "is_admin": is_admin(request.user),
    }
    return render(request, "benchmarks/figure.html", context, status=status)


def _typed_of(found: CaseFigure | None, page: int) -> dict[str, str]:
    if found is None:
        return dict.fromkeys((*EDGES, "label", "caption", "seen"), "") | {"page": str(page), "kind": "figure"}
    edges = {edge: str(round(value, 2)) for edge, value in zip(EDGES, found.box, strict=True)}
    return {**edges, "page": str(page), "label": found.label, "caption": found.caption, "kind": found.kind, "seen": ""}


def _box(typed: dict[str, str]) -> Box:
    try:
        edges = [float(typed[edge].replace(",", ".")) for edge in EDGES]
    except ValueError as error:
        raise BadInput("The box needs four numbers.") from error
    if not all(math.isfinite(edge) for edge in edges):
        raise BadInput("The box needs four numbers.")
    if edges[2] <= edges[0] or edges[3] <= edges[1]:
        raise BadInput("The box is empty: right must be more than left, and bottom more than top.")
    return Box(*edges)


def _page(text: str) -> int:
    """The page that a form names; BadInput where it names none, since no other page is what somebody looked at."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadInput("The page needs a whole number.")
    return int(text)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def _seen(request: HttpRequest) -> int:
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _current(pk: int, figure_id: str) -> CaseFigure:
    case = get_object_or_404(Case, pk=pk)
    found: CaseFigure = get_object_or_404(
        current_figures(case, with_left_out=True).select_related("ingest__case"), figure_id=figure_id
    )
    return found


def _only_admins(request: HttpRequest) -> None:
    if not is_admin(request.user):
        raise NotAllowed("Only admins correct papers.")


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - what admin_required let through
    return request.user


def _status(error: ArenaError) -> int:
    return 409 if isinstance(error, Conflict) else 400


def _said(count: int) -> str:
    if count == 0:
        return "Nothing was different."
    return "1 correction is saved." if count == 1 else f"{count} corrections are saved."
