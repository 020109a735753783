"""Pages of the identity check, for staff: what says who made a poster, masking it, and letting it stand."""

import io
from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.access import admin_required, is_admin, researcher_required
from arena.core.errors import ArenaError, BadInput
from arena.core.wording import counted
from arena.posters.identity import TABS, UNSCANNED, identities_of, identity_count, posters_on, scope_of, tabs_of
from arena.posters.mask_form import MaskForm, boxes_in, mask_form
from arena.posters.models import IdentityFinding, Poster
from arena.posters.selectors import poster_or_404
from arena.posters.services.identity import request_scans, words_now
from arena.posters.services.mask import (
    accept_finding,
    checked_boxes,
    mask_poster,
    mask_refusal,
    preview_of,
    reopen_finding,
    unmask_poster,
)

POSTERS_A_PAGE = 12


@require_safe
@researcher_required
@never_cache
def identity(request: HttpRequest) -> HttpResponse:
    """What was found on the posters of a study, of a benchmark, or of all."""
    scope = scope_of(benchmark=_given(request, "benchmark"), study=_given(request, "study"))
    count = identity_count(scope.posters, words_now().sha256)
    tabs = tabs_of(scope, count)
    chosen = _given(request, "show")
    if chosen not in (*TABS, UNSCANNED):
        chosen = next((tab.key for tab in tabs if tab.posters and tab.key in ("open", UNSCANNED)), "open")
    page = Paginator(posters_on(scope, chosen), POSTERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "scope": scope,
        "count": count,
        "tabs": tabs,
        "chosen": chosen,
        "page": page,
        "found": identities_of(list(page), chosen),
        "may_act": is_admin(request.user),
        "back": f"{scope.query}&show={chosen}".lstrip("&"),
    }
    return render(request, "posters/identity.html", context)


@require_POST
@admin_required
def scan(request: HttpRequest) -> HttpResponse:
    """Ask for the check of what was not looked at, or for other words than are known now."""
    scope = scope_of(benchmark=_given(request, "benchmark"), study=_given(request, "study"))
    plan = request_scans(posters=scope.posters)
    messages.info(request, f"{counted(plan.requested, 'poster')} to be looked at, {plan.present} looked at already.")
    return redirect(f"{reverse('posters:identity')}?{scope.query}")


@require_POST
@admin_required
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    finding = _finding_or_404(pk)
    by = request.user.get_username()

    def change() -> str:
        accept_finding(finding=finding, note=request.POST.get("note", ""), by=by)
        return f"“{finding.word}” stays on the poster."

    return _changed(request, finding.scan.poster, change)


@require_POST
@admin_required
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    finding = _finding_or_404(pk)
    by = request.user.get_username()

    def change() -> str:
        reopen_finding(finding=finding, by=by)
        return f"“{finding.word}” is to be decided again."

    return _changed(request, finding.scan.poster, change)


@require_POST
@admin_required
def unmask(request: HttpRequest, pk: int) -> HttpResponse:
    poster = poster_or_404(pk)
    by = request.user.get_username()
    try:
        below = unmask_poster(poster=poster, by=by)
    except ArenaError as error:
        messages.error(request, str(error))
        return redirect(_place(request, poster))
    messages.success(request, "The mask is taken back: the poster is shown as it was made.")
    return redirect(_place(request, below))


@admin_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mask(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose places on a poster, look at it with them painted over, and mask them."""
    poster = poster_or_404(pk)
    form = mask_form(poster, request.POST if request.method == "POST" else None)
    refusal, fault, status = mask_refusal(poster), "", 200
    if request.method == "POST" and not form.wants_a_row:
        try:
            if form.fault:
                raise BadInput(form.fault)
            checked_boxes(form.boxes)
            if request.POST.get("action") == "mask":
                return _masked(request, poster, form)
        except ArenaError as error:
            fault, status = str(error), 400 if isinstance(error, BadInput) else 409
    shows = request.method == "POST" and not fault and not form.wants_a_row
    context = {
        "poster": poster,
        "form": form,
        "refusal": refusal,
        "fault": fault,
        "preview": shows,
        "back": _back_to(request),
    }
    return render(request, "posters/mask.html", context, status=status)


@require_safe
@admin_required
def mask_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """The poster with boxes painted over, as it would be; nothing is kept."""
    poster = get_object_or_404(Poster, pk=pk)
    data = preview_of(poster=poster, boxes=checked_boxes(boxes_in(request.GET.getlist("box"))))
    response = HttpResponse(io.BytesIO(data), content_type="image/webp")
    response["Cache-Control"] = "private, max-age=600"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _masked(request: HttpRequest, poster: Poster, form: MaskForm) -> HttpResponse:
    by = request.user.get_username()
    made = mask_poster(poster=poster, boxes=form.boxes, by=by, findings=form.chosen)
    places = counted(len(made.masked_boxes), "place")
    messages.success(request, f"{places} masked: revision {made.revision}. It is looked at and scored anew.")
    if back := _back_to(request):
        return redirect(f"{reverse('posters:identity')}?{back}")
    return redirect(f"{reverse('posters:poster', args=[made.pk])}#identity")


def _changed(request: HttpRequest, poster: Poster, change: Callable[[], str]) -> HttpResponse:
    try:
        messages.success(request, change())
    except ArenaError as error:
        messages.error(request, str(error))
    return redirect(_place(request, poster))


def _place(request: HttpRequest, poster: Poster) -> str:
    """Where the form was: on the page of all, or of the poster."""
    back = request.POST.get("back", "")
    if back == "poster":
        return f"{reverse('posters:poster', args=[poster.pk])}#identity"
    return f"{reverse('posters:identity')}?{QueryDict(back).urlencode()}"


def _back_to(request: HttpRequest) -> str:
    """The list that led to the mask, as what stands behind the question mark of its address."""
    return QueryDict(_given(request, "back")).urlencode()


def _finding_or_404(pk: int) -> IdentityFinding:
    return get_object_or_404(IdentityFinding.objects.select_related("scan__poster"), pk=pk)


def _given(request: HttpRequest, name: str) -> str:
    """What the form or the address names, without the character that PostgreSQL refuses to look for."""
    given = request.POST if request.method == "POST" else request.GET
    return given.get(name, "").replace("\0", "")
