"""Finding the pictures of a reviewer's own pairs: one query each, which also looks whether the cookie still holds."""

from collections.abc import Sequence

from django.db.models import Case, CharField, F, Q, QuerySet, Subquery, When

from arena.benchmarks.models import CasePage
from arena.review.models import Assignment
from arena.studies.cookies import Claim


def poster_file(claim: Claim, token: str, size: str) -> str | None:
    """The sha256 of the poster behind this token; `size` is the Poster column that holds it."""
    side = Case(
        When(left_token=token, then=F(f"left_poster__{size}")),
        default=F(f"right_poster__{size}"),
        output_field=CharField(),
    )
    rows = _claimed(claim).filter(Q(left_token=token) | Q(right_token=token))
    return rows.values_list(side, flat=True).first()


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


def pages_of(assignment: Assignment) -> Sequence[CasePage]:
    """The drawn pages of the paper that both posters were made from, in order."""
    pages = CasePage.objects.filter(
        ingest__case=assignment.case_id, ingest__pdf_sha256=assignment.left_poster.pdf_sha256
    )
    return list(pages.only("number", "width", "height").order_by("number"))


def _claimed(claim: Claim) -> QuerySet[Assignment]:
    """The assignments of whoever holds this cookie, none once it is void."""
    rows = Assignment.objects.filter(reviewer=claim.reviewer, reviewer__epoch=claim.epoch, reviewer__revoked_at=None)
    return rows.order_by()
