"""The pictures and papers of a reviewer's own pairs, under random addresses that say nothing."""

import logging
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arena.core.files import read_stored
from arena.posters.models import Poster
from arena.review.selectors import assignment_by_token, assignment_of_media
from arena.studies.access import ReviewerRequest, media_reviewer_required

logger = logging.getLogger(__name__)

# What an address shows never changes, and only this reviewer's browser may keep it.
CACHE = "private, max-age=86400, immutable"


@media_reviewer_required
@require_safe
def poster(request: HttpRequest, token: str) -> HttpResponse:
    return _file(_poster_or_404(request, token).rendition_sha256, "image/webp")


@media_reviewer_required
@require_safe
def poster_small(request: HttpRequest, token: str) -> HttpResponse:
    return _file(_poster_or_404(request, token).thumbnail_sha256, "image/webp")


@media_reviewer_required
@require_safe
def paper(request: HttpRequest, token: str) -> HttpResponse:
    """The paper both posters were made from; its name says nothing."""
    assignment = assignment_by_token(cast(ReviewerRequest, request).reviewer, token)
    if assignment is None or not assignment.left_poster.pdf_sha256:
        raise Http404
    response = _file(assignment.left_poster.pdf_sha256, "application/pdf")
    response["Content-Disposition"] = 'inline; filename="paper.pdf"'
    return response


def _poster_or_404(request: HttpRequest, token: str) -> Poster:
    assignment = assignment_of_media(cast(ReviewerRequest, request).reviewer, token)
    if assignment is None:
        raise Http404
    return assignment.left_poster if assignment.left_token == token else assignment.right_poster


def _file(sha256: str, content_type: str) -> HttpResponse:
    try:
        content = read_stored(sha256)
    except FileNotFoundError as error:
        logger.exception("the stored file %s is missing", sha256)
        raise Http404 from error
    return HttpResponse(content, content_type=content_type, headers={"Cache-Control": CACHE})
