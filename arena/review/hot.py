"""Queries of the review page that are written out, because each answer needs them.

Putting such a query together from objects costs ten times what the database takes to run it, and a site with thirty
reviewers on two cores has ten milliseconds for an answer and the pair after it. They are plain SQL that SQLite and
PostgreSQL both read, with the tables' names taken from the models.
"""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Model

from arena.benchmarks.models import Case
from arena.posters.models import Poster
from arena.review.models import Assignment, ConflictOfInterest, Judgment
from arena.studies.models import GoldPair, Reviewer, Study, StudyPoster, Task

_MODELS: tuple[type[Model], ...] = (
    Assignment,
    Case,
    ConflictOfInterest,
    GoldPair,
    Judgment,
    Poster,
    Reviewer,
    Study,
    StudyPoster,
    Task,
)


def written_out(sql: str) -> str:
    """The query with tables in place of models' names in braces."""
    return sql.format(**{model.__name__: model._meta.db_table for model in _MODELS})


def row_of(query: str, values: Mapping[str, int | str]) -> tuple[Any, ...]:
    """The one row of the query. Raises LookupError where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    if row is None:
        raise LookupError("no such row")
    return row
