"""The pictures and papers of a reviewer's own pairs, under random addresses that say nothing."""

import logging
from collections.abc import Callable
from typing import cast

from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_safe

from arena.core.media import stored_response
from arena.review.pictures import page_file, paper_file, poster_file
from arena.studies.access import ClaimRequest, ReviewerRequest, media_reviewer_required
from arena.studies.cookies import Claim

logger = logging.getLogger(__name__)

# What an address shows never changes, and only this reviewer's browser may keep it.
CACHE = "private, max-age=86400, immutable"


@media_reviewer_required
@require_safe
def poster(request: HttpRequest, token: str) -> FileResponse:
    return _poster(request, token, "rendition_sha256")


@media_reviewer_required
@require_safe
def poster_small(request: HttpRequest, token: str) -> FileResponse:
    return _poster(request, token, "thumbnail_sha256")


@media_reviewer_required
@require_safe
def poster_medium(request: HttpRequest, token: str) -> FileResponse:
    return _poster(request, token, "medium_sha256")


@media_reviewer_required
@require_safe
def poster_full(request: HttpRequest, token: str) -> FileResponse:
    return _poster(request, token, "full_sha256")


@media_reviewer_required
@require_safe
def paper(request: HttpRequest, token: str) -> FileResponse:
    """The paper both posters were made from; its name says nothing."""
    return _file(request, lambda claim: paper_file(claim, token), "pdf", name="paper.pdf")


@media_reviewer_required
@require_safe
def page(request: HttpRequest, token: str, number: int) -> FileResponse:
    """A page of that paper as a picture."""
    return _file(request, lambda claim: page_file(claim, token, number), "webp", name="page.webp")


def _poster(request: HttpRequest, token: str, size: str) -> FileResponse:
    return _file(request, lambda claim: poster_file(claim, token, size), "webp", name="poster.webp")


def _file(request: HttpRequest, find: Callable[[Claim], str | None], kind: str, *, name: str) -> FileResponse:
    """The stored file, sent from disk as it is. Nothing but its bytes and its size differs from any other."""
    sha256 = find(cast(ClaimRequest, request).claim) or _of_successor(request, find)
    if not sha256:
        raise Http404
    try:
        response = stored_response(sha256, kind, name=name)
    except Http404:
        logger.exception("the stored file %s is missing", sha256)
        raise
    response["Cache-Control"] = CACHE
    return response


def _of_successor(request: HttpRequest, find: Callable[[Claim], str | None]) -> str | None:
    """For a cookie from before a new version of the study: what the same person has there."""
    reviewer = cast(ReviewerRequest, request).reviewer
    return find(Claim(reviewer.pk, reviewer.epoch)) if reviewer else None
