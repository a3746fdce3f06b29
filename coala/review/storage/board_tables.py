"""The tables of a board's columns, which a file has in addition to those of a review.

A board is a file with several comparisons, its columns (``variant`` in SQL). The same bag may occur in many
of them, and is judged once: the review's table ``bag`` has it once, as a question. A row of ``place`` is a
question in a column: its position in the list of the column, its shares there (effects on the scores), and
its title, kinds, headline and content if these differ from ``bag`` (else NULL).

The review of one comparison has none of these tables.
"""

from __future__ import annotations

import re

BOARD = "board"
"""The header key of the board's data other than columns and places."""

VARIANT = "variant"
"""The table of the columns, whose presence makes a file a board."""

BOARD_TABLES = {
    VARIANT: """CREATE TABLE variant (
        number INTEGER PRIMARY KEY,
        role TEXT NOT NULL,
        name TEXT NOT NULL,
        content TEXT NOT NULL) STRICT""",
    "variant_header": """CREATE TABLE variant_header (
        variant INTEGER NOT NULL,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (variant, key)) STRICT""",
    "variant_document": """CREATE TABLE variant_document (
        variant INTEGER NOT NULL,
        identifier TEXT NOT NULL,
        mentions BLOB,
        PRIMARY KEY (variant, identifier)) STRICT""",
    "variant_search": """CREATE TABLE variant_search (
        variant INTEGER NOT NULL,
        field TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (variant, field)) STRICT""",
    "place": """CREATE TABLE place (
        variant INTEGER NOT NULL,
        number INTEGER NOT NULL,
        bag INTEGER NOT NULL,
        joint INTEGER NOT NULL,
        shares TEXT NOT NULL,
        gold_group INTEGER,
        title TEXT,
        kinds TEXT,
        headline TEXT,
        content BLOB,
        PRIMARY KEY (variant, number)) STRICT""",
}

COLUMNS_OF_TABLES = {
    table: tuple(re.findall(r"(\w+) (?:INTEGER|TEXT|BLOB)", statement))
    for table, statement in BOARD_TABLES.items()
}
"""The column names of these tables, in order."""

SEALED_COLUMNS = tuple(
    f"SELECT {names} FROM main.{table} ORDER BY 1, 2"  # noqa: S608 - constants
    for table, names in (
        ("variant", "number, role, name, content"),
        ("variant_header", "variant, key, value"),
        ("variant_document", "variant, identifier"),
        ("place", "variant, number, bag, joint, shares, gold_group, title, kinds, headline"),
    )
)
"""Queries for what is in the seal, the hash over a file: all but packed parts, which have checksums."""

VIEWS = (
    """CREATE TEMP VIEW bag AS
        SELECT place.number AS number, question.fingerprint AS fingerprint,
            coalesce(place.title, question.title) AS title, coalesce(place.kinds, question.kinds) AS kinds,
            question.spans AS spans, question.documents AS documents, place.shares AS shares,
            coalesce(place.headline, question.headline) AS headline, place.gold_group AS gold_group,
            question.earlier AS earlier, coalesce(place.content, question.content) AS content,
            question.gold AS gold
        FROM main.place AS place JOIN main.bag AS question ON question.number = place.bag
        WHERE place.variant = {variant}""",
    """CREATE TEMP VIEW document AS
        SELECT document.identifier AS identifier, document.text AS text, listed.mentions AS mentions
        FROM main.variant_document AS listed JOIN main.document AS document USING (identifier)
        WHERE listed.variant = {variant}""",
    "CREATE TEMP VIEW search AS SELECT field, content FROM main.variant_search WHERE variant = {variant}",
    """CREATE TEMP VIEW header AS
        SELECT key, value FROM main.variant_header WHERE variant = {variant}
        UNION ALL SELECT key, value FROM main.header WHERE key IN ('memory', 'provenance', 'seal')""",
)
"""The views that replace the tables of these names while a connection shows one column.

SQLite prefers a temporary view to a table of the same name, so code that reads a review reads a column of a
board. Verdicts, drafts and judged bags are the tables themselves, which all columns share.
"""
