"""The database in which tables are compared: DuckDB on one machine, or Spark on many.

All queries are in DuckDB's dialect of SQL, in the part of it that can be translated into Spark's. A table is
made by one query, and is replaced as a whole.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Integers

QueryValue = str | int | float | bool | Sequence[str]
"""A value for a query or a variable of queries."""

TextColumn = npt.NDArray[np.object_]
"""A column of strings, None for null."""

STATEMENT = re.compile(r"CREATE TABLE (\w+) AS\n(.+?);\n", re.DOTALL)
"""A statement of a script, which has nothing else but comments."""


class Database(ABC):
    """A database that is there for one comparison.

    Its methods raise one of ``errors`` if a query fails.
    """

    title: str  # in messages
    errors: tuple[type[Exception], ...]
    unknown_column: tuple[type[Exception], ...]  # the errors if a query names a column that is not there

    def find_reason(self, error: Exception) -> str:
        """Return why a query failed, in one line."""
        return str(error).partition("\n")[0]

    @abstractmethod
    def close(self) -> None:
        """Remove all tables."""

    @abstractmethod
    def create(self, table: str, query: str) -> None:
        """Make a table, or replace it; the query may read the old one."""

    @abstractmethod
    def create_view(self, name: str, query: str) -> None:
        """Make a name for a query, which runs at each use."""

    @abstractmethod
    def list_parquet(self, address: str) -> list[str]:
        """Return the Parquet files in a folder at an address such as s3://…, and in its folders."""

    @abstractmethod
    def read_file(self, address: str) -> str | None:
        """Return the text of a file at an address, or None if it is not there."""

    @abstractmethod
    def open_parquet(self, name: str, files: Sequence[str]) -> None:
        """Make a view of Parquet files that belong together; a column may lack in some of them."""

    @abstractmethod
    def insert_columns(self, table: str, columns: Mapping[str, Integers | TextColumn]) -> None:
        """Make a table of columns."""

    @abstractmethod
    def set_variables(self, **values: QueryValue) -> None:
        """Set what ``getvariable`` returns in later queries."""

    @abstractmethod
    def describe(self, query: str) -> dict[str, str]:
        """Return the columns of a query and their types, as DuckDB spells them."""

    @abstractmethod
    def stream(self, query: str, **values: QueryValue) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query with values for ``$name``; only a part of them is in memory."""

    @abstractmethod
    def read_columns(self, query: str, **values: QueryValue) -> Mapping[str, Integers]:
        """Return the columns of a query, which are numbers and never null."""

    def read_rows(self, query: str, **values: QueryValue) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return list(self.stream(query, **values))

    def count(self, query: str, **values: QueryValue) -> int:
        """Return the number of rows of a query."""
        ((rows,),) = self.read_rows(f"SELECT count(*) FROM ({query}) AS counted", **values)  # noqa: S608 - ours
        return int(rows)

    def run_script(self, name: str) -> None:
        """Run one of the SQL files of this folder."""
        script = resources.files(__package__).joinpath(f"{name}.sql").read_text("utf-8")
        for table, query in STATEMENT.findall(script):
            self.create(table, query)


def is_address(path: str) -> bool:
    """Return True for an address such as s3://…, which the database reads, not Python."""
    return "://" in path or path.startswith("file:")


def is_disk_full(error: Exception) -> bool:
    """Return True if a database could not write because the disk is full."""
    return "No space left" in str(error) or '"errno":"28"' in str(error)


def make_texts(texts: Iterable[str | None]) -> TextColumn:
    """Return a column of strings."""
    values: list[Any] = list(texts)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
