"""Queries of the review page that are written out, because each answer needs them.

Putting such a query together from objects costs ten times what the database takes to run it, and a site with thirty
reviewers on two cores has ten milliseconds for an answer and the pair after it. They are plain SQL that SQLite and
PostgreSQL both read, with the tables' names taken from the models.
"""

from django.db.models import Model

from arena.benchmarks.models import Case, CasePage, Ingest
from arena.core.sql import with_tables
from arena.posters.models import Poster
from arena.review.models import Assignment, ConflictOfInterest, Exclusion, Journey, Judgment
from arena.studies.models import Consent, GoldPair, Reviewer, Study, StudyPoster, Task

_MODELS: tuple[type[Model], ...] = (
    Assignment,
    Case,
    CasePage,
    ConflictOfInterest,
    Consent,
    Exclusion,
    GoldPair,
    Ingest,
    Journey,
    Judgment,
    Poster,
    Reviewer,
    Study,
    StudyPoster,
    Task,
)


def written_out(sql: str) -> str:
    """The query with tables in place of models' names in braces."""
    return with_tables(sql, *_MODELS)
