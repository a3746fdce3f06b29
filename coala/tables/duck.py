"""DuckDB, which compares tables on one machine, on disk if the memory is too small."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coala.base.arrays import Integers
from coala.errors import CoalaError
from coala.reading.sources.duck import connect_duckdb
from coala.tables.database import Database, QueryValue, TextColumn

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The number of rows of a query that are Python objects at once.
_ROWS = 10_000


class DuckDatabase(Database):
    """DuckDB with its files in a folder.

    It takes at most ``memory_bytes``, or four fifths of the machine's memory (None), and then the disk.
    Raises ``CoalaError`` if DuckDB is not installed.
    """

    title = "DuckDB"

    def __init__(self, scratch: Path, memory_bytes: int | None) -> None:
        try:
            import duckdb
        except ImportError as error:
            raise CoalaError(
                "--engine duckdb needs DuckDB. In a checkout: pip install '.[duckdb]'."
            ) from error
        self.errors = (duckdb.Error,)
        self.unknown_column = (duckdb.BinderException,)
        self._variables: dict[str, QueryValue] = {}
        self._connection = connection = connect_duckdb(str(scratch / "tables.duckdb"))
        connection.execute("SET preserve_insertion_order = false")
        connection.execute("SET temp_directory = ?", [str(scratch / "swap")])
        if memory_bytes:
            connection.execute("SET memory_limit = ?", [f"{memory_bytes}B"])

    def close(self) -> None:
        self._connection.close()

    def create(self, table: str, query: str) -> None:
        self._connection.execute(f"CREATE OR REPLACE TABLE {table} AS {query}")

    def create_view(self, name: str, query: str) -> None:
        self._connection.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")

    def list_parquet(self, address: str) -> list[str]:
        patterns = [f"{glob.escape(address)}/{name}" for name in ("*.parquet", "*/*.parquet")]
        return [
            file for pattern in patterns for (file,) in self.stream("SELECT file FROM glob($p)", p=pattern)
        ]

    def read_file(self, address: str) -> str | None:
        for (text,) in self.stream("SELECT content FROM read_text($file)", file=glob.escape(address)):
            return str(text)
        return None

    def open_parquet(self, name: str, files: Sequence[str]) -> None:
        # The names of files are no patterns, and those of folders no columns.
        paths = [glob.escape(file).replace("'", "''") for file in files]
        listed = ", ".join(f"'{path}'" for path in paths)
        self.create_view(
            name, f"FROM read_parquet([{listed}], union_by_name = true, hive_partitioning = false)"
        )

    def insert_columns(self, table: str, columns: Mapping[str, Integers | TextColumn]) -> None:
        self._connection.register("inserted", dict(columns))
        self.create(table, "FROM inserted")
        self._connection.unregister("inserted")

    def set_variables(self, **values: QueryValue) -> None:
        self._variables |= values
        _set_variables(self._connection, values)

    def describe(self, query: str) -> dict[str, str]:
        described = self._connection.execute(f"DESCRIBE {query}").fetchall()
        return {name: kind for name, kind, *_ in described}

    def stream(self, query: str, **values: QueryValue) -> Iterator[tuple[Any, ...]]:
        # A cursor of its own, so that other queries may run before the last row.
        cursor = self._connection.cursor()
        _set_variables(cursor, self._variables)
        cursor.execute(query, values)
        while rows := cursor.fetchmany(_ROWS):
            yield from rows

    def read_rows(self, query: str, **values: QueryValue) -> list[tuple[Any, ...]]:
        # Without a cursor, in which each variable must be set again: most queries are small.
        return self._connection.execute(query, values).fetchall()

    def read_columns(self, query: str, **values: QueryValue) -> Mapping[str, Integers]:
        return self._connection.execute(query, values).fetchnumpy()


def _set_variables(connection: DuckDBPyConnection, values: Mapping[str, QueryValue]) -> None:
    """Set variables, which every connection and every cursor has for itself."""
    for name, value in values.items():
        connection.execute(f"SET VARIABLE {name} = $value", {"value": value})
