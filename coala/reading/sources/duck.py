"""Connections to DuckDB that print nothing and fetch nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def connect_duckdb(path: str = ":memory:") -> DuckDBPyConnection:
    """Open a database; raise ``ImportError`` if DuckDB is not installed."""
    import duckdb

    connection = duckdb.connect(path)
    # It would write a bar into the output of a command that takes longer than two seconds.
    connection.execute("SET enable_progress_bar = false")
    connection.execute("SET autoinstall_known_extensions = false")
    # Columns of strings are text, whatever their first rows are.
    connection.execute("SET GLOBAL pandas_analyze_sample = 0")
    return connection
