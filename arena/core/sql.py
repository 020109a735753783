"""Queries that are written out, where putting one together from objects takes longer than asking it."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Model


def with_tables(sql: str, *models: type[Model]) -> str:
    """The query with tables in place of the names of these models in braces."""
    return sql.format(**{model.__name__: model._meta.db_table for model in models})


def rows_of(query: str, values: Mapping[str, int | str]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


def row_of(query: str, values: Mapping[str, int | str]) -> tuple[Any, ...]:
    """The one row of the query. Raises LookupError where there is none."""
    rows = rows_of(query, values)
    if not rows:
        raise LookupError("no such row")
    return rows[0]
