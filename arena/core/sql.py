"""Queries that are written out, where putting one together from objects takes longer than asking it."""

from collections.abc import Mapping, MutableMapping
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

ModelT = TypeVar("ModelT", bound=Model)


def with_tables(sql: str, *models: type[Model], **parts: str) -> str:
    """The query with tables in place of the names of these models in braces, and the parts in place of theirs."""
    return sql.format(**{model.__name__: model._meta.db_table for model in models}, **parts)


def columns_of(model: type[Model], alias: str) -> str:
    """All columns of a table that a query calls `alias`, under names of their own."""
    columns = (field.column for field in model._meta.concrete_fields)
    return ", ".join(f"{alias}.{column} AS {alias}__{column}" for column in columns)


def taken_from(row: MutableMapping[str, Any], model: type[ModelT], alias: str) -> ModelT:
    """The object of the columns that `columns_of` named, which are taken out of the row."""
    fields = model._meta.concrete_fields
    compiler = model._default_manager.all().query.get_compiler(connection=connection)
    converters = compiler.get_converters([field.get_col(model._meta.db_table) for field in fields])
    values = [row.pop(f"{alias}__{field.column}") for field in fields]
    (converted,) = compiler.apply_converters([values], converters)
    return model.from_db(connection.alias, [field.attname for field in fields], converted)


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
