"""Temporary views that hide the sides of a blind review from a connection to its SQLite file.

SQLite prefers a temporary view to a table of the same name. So code that reads ``bag`` gets the view, without
what would reveal which graph is on which side: effects on the scores, gold, mentions, words of sentences. The
tables themselves are still there as ``main.bag`` and so on.
"""

from __future__ import annotations

import sqlite3

_VIEWS = (
    """CREATE TEMP VIEW bag AS
        SELECT number, fingerprint, '{}' AS shares, content, NULL AS gold FROM main.bag""",
    "CREATE TEMP VIEW document AS SELECT identifier, text, NULL AS mentions FROM main.document",
    "CREATE TEMP VIEW search AS SELECT field, content FROM main.search WHERE FALSE",
    """CREATE TEMP VIEW header AS
        SELECT 'inputs' AS key, '{}' AS value
        UNION ALL SELECT key, value FROM main.header WHERE key = 'seal'""",
)


def hide_sides(connection: sqlite3.Connection) -> None:
    """Shadow the tables of a review."""
    for view in _VIEWS:
        connection.execute(view)
