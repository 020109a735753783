"""Finding the pictures of a reviewer's own pairs: one query each, which also looks whether the cookie still holds."""

from dataclasses import dataclass

from arena.core.sql import rows_of
from arena.review.hot import written_out
from arena.review.models import Assignment
from arena.studies.cookies import Claim
from generation.ingest import limits

# The pair of this token, for whoever holds the cookie: none once that is void, or the reviewer in a newer version.
_CLAIMED = """
FROM {Assignment} a
JOIN {Reviewer} r ON r.id = a.reviewer_id AND r.epoch = %(epoch)s AND r.revoked_at IS NULL
LEFT JOIN {Reviewer} n ON n.previous_id = r.id
JOIN {Poster} p ON p.id = a.left_poster_id
JOIN {Poster} q ON q.id = a.right_poster_id
"""
_OWN = "a.reviewer_id = %(reviewer)s AND n.id IS NULL"
_POSTERS = {
    size: written_out(
        f"SELECT CASE WHEN a.left_token = %(token)s THEN p.{size} ELSE q.{size} END {_CLAIMED} "
        f"WHERE (a.left_token = %(token)s OR a.right_token = %(token)s) AND {_OWN}"
    )
    for size in ("rendition_sha256", "thumbnail_sha256", "medium_sha256", "full_sha256")
}
_PAPER = written_out(f"SELECT p.pdf_sha256 {_CLAIMED} WHERE a.token = %(token)s AND {_OWN}")
_PAGE = written_out(
    f"SELECT g.image_sha256 {_CLAIMED} JOIN {{Ingest}} i ON i.case_id = a.case_id AND i.pdf_sha256 = p.pdf_sha256 "
    f"JOIN {{CasePage}} g ON g.ingest_id = i.id AND g.number = %(number)s WHERE a.token = %(token)s AND {_OWN}"
)
_PAGES = written_out(
    "SELECT g.number, g.width, g.height FROM {CasePage} g JOIN {Ingest} i ON i.id = g.ingest_id "
    "WHERE i.case_id = %(case)s AND i.pdf_sha256 = %(pdf)s ORDER BY g.number"
)


def poster_file(claim: Claim, token: str, size: str) -> str | None:
    """The sha256 of the poster behind this token; `size` is the Poster column that holds it."""
    return _found(_POSTERS[size], claim, token)


def paper_file(claim: Claim, token: str) -> str | None:
    """The sha256 of the PDF that both posters of this pair were made from."""
    return _found(_PAPER, claim, token)


def page_file(claim: Claim, token: str, number: int) -> str | None:
    """The sha256 of a page of that PDF as a picture."""
    return _found(_PAGE, claim, token, number=number) if number <= limits.SHEETS else None


def _found(query: str, claim: Claim, token: str, **more: int) -> str | None:
    values: dict[str, int | str] = {"reviewer": claim.reviewer, "epoch": claim.epoch, "token": token, **more}
    rows = rows_of(query, values)
    return str(rows[0][0]) if rows else None


@dataclass(frozen=True, slots=True)
class PageShape:
    """A page that is there as a picture, and its pixels."""

    number: int
    width: int
    height: int


def pages_of(assignment: Assignment) -> list[PageShape]:
    """The drawn pages of the paper that both posters were made from, in order."""
    values: dict[str, int | str] = {"case": assignment.case_id, "pdf": assignment.left_poster.pdf_sha256}
    return [PageShape(*shape) for shape in rows_of(_PAGES, values)]
