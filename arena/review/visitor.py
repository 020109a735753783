"""Whose page it is, how far they are, and giving them a page or the part of it that htmx asks for."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect

from arena.core.http import SeeOther
from arena.review.blind import Progress
from arena.review.selectors import standing_of
from arena.studies.access import ReviewerRequest
from arena.studies.models import Reviewer


def visitor(request: HttpRequest) -> Reviewer:
    """The reviewer of a page behind `reviewer_required`."""
    return cast(ReviewerRequest, request).reviewer


def progress_of(reviewer: Reviewer) -> Progress:
    return standing_of(reviewer).progress


def page_or_part(request: HttpRequest, template: str, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The whole page, or for htmx the part that changes, with the address of what it shows."""
    if not cast(ReviewerRequest, request).htmx:
        return render(request, template, context, status=status)
    response = render(request, f"{template}#fragment", context, status=status)
    response["HX-Replace-Url"] = request.path
    return response


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    return HttpResponseClientRedirect(url) if cast(ReviewerRequest, request).htmx else SeeOther(url)
