"""Rows of a query, one after the other or counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The number of rows of a query that are Python objects at once.
_ROWS = 10_000


def stream_rows(
    connection: DuckDBPyConnection, query: str, values: Sequence[object] = ()
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query; only a part of them is in memory as Python objects."""
    # A cursor of its own, so that other queries may run before the last row.
    cursor = connection.cursor()
    cursor.execute(query, list(values))
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


def count_rows(connection: DuckDBPyConnection, query: str, *values: object) -> int:
    """Return the number of rows of a query of our own."""
    # All rows are fetched, since the connection is busy until there are no more.
    ((rows,),) = connection.execute(f"SELECT count(*) FROM ({query})", list(values)).fetchall()  # noqa: S608 - ours
    return int(rows)
