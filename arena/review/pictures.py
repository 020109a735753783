"""Finding the pictures of a reviewer's own pairs: one query each, which also looks whether the cookie still holds."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet, Subquery

from arena.benchmarks.models import CasePage
from arena.review.models import Assignment
from arena.studies.cookies import Claim


def poster_file(claim: Claim, token: str, size: str) -> str | None:
    """The sha256 of the poster behind this token; `size` is the Poster column that holds it."""
    rows = _claimed(claim).filter(Q(left_token=token) | Q(right_token=token))
    found = rows.values_list("left_token", f"left_poster__{size}", f"right_poster__{size}").first()
    if found is None:
        return None
    left_token, left, right = found
    return str(left if left_token == token else right)


def paper_file(claim: Claim, token: str) -> str | None:
    """The sha256 of the PDF that both posters of this pair were made from."""
    return _claimed(claim).filter(token=token).values_list("left_poster__pdf_sha256", flat=True).first()


def page_file(claim: Claim, token: str, number: int) -> str | None:
    """The sha256 of a page of that PDF as a picture."""
    pair = _claimed(claim).filter(token=token)
    pages = CasePage.objects.filter(
        number=number,
        ingest__case=Subquery(pair.values("case")),
        ingest__pdf_sha256=Subquery(pair.values("left_poster__pdf_sha256")),
    )
    return pages.values_list("image_sha256", flat=True).first()


@dataclass(frozen=True, slots=True)
class PageShape:
    """A page that is there as a picture, and its pixels."""

    number: int
    width: int
    height: int


def pages_of(assignment: Assignment) -> list[PageShape]:
    """The drawn pages of the paper that both posters were made from, in order."""
    pages = CasePage.objects.filter(
        ingest__case=assignment.case_id, ingest__pdf_sha256=assignment.left_poster.pdf_sha256
    )
    return [PageShape(*shape) for shape in pages.order_by("number").values_list("number", "width", "height")]


def _claimed(claim: Claim) -> QuerySet[Assignment]:
    """The assignments of whoever holds this cookie, none once it is void or the reviewer is in a newer version."""
    rows = Assignment.objects.filter(
        reviewer=claim.reviewer, reviewer__epoch=claim.epoch, reviewer__revoked_at=None, reviewer__successor=None
    )
    return rows.order_by()
