"""Temporary views that hide the sides of a blind review from a connection to its SQLite file.

SQLite prefers a temporary view to a table of the same name. So code that reads ``bag`` gets the view, without
what would reveal which graph is on which side: effects on the scores, gold, mentions, words of sentences. The
tables themselves are still there as ``main.bag`` and so on.

The bags that come a second time (*second looks*) are added at the end of ``bag`` with numbers of their own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

_VIEWS = (
    """CREATE TEMP VIEW bag AS
        SELECT number, fingerprint, '{}' AS shares, content, NULL AS gold FROM main.bag
        UNION ALL SELECT again.number, fingerprint, '{}', content, NULL
        FROM second_look AS again JOIN main.bag AS first ON first.number = again.original""",
    "CREATE TEMP VIEW document AS SELECT identifier, text, NULL AS mentions FROM main.document",
    "CREATE TEMP VIEW search AS SELECT field, content FROM main.search WHERE FALSE",
    """CREATE TEMP VIEW header AS
        SELECT 'inputs' AS key, '{}' AS value
        UNION ALL SELECT key, value FROM main.header WHERE key = 'seal'""",
)


def hide_sides(connection: sqlite3.Connection, second_looks: Sequence[int]) -> None:
    """Shadow the tables of a review; the bags with the numbers ``second_looks`` come again at the end."""
    (bags,) = connection.execute("SELECT count(*) FROM main.bag").fetchone()
    connection.execute("CREATE TEMP TABLE second_look (number INTEGER PRIMARY KEY, original INTEGER)")
    connection.executemany("INSERT INTO second_look VALUES (?, ?)", enumerate(second_looks, bags))
    for view in _VIEWS:
        connection.execute(view)
