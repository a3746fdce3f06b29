"""The list of bags, the figures and the settings of a comparison are read from its review file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.review import schema
from coala.review.field_types import check_types

_MOST = 2**31 - 1
"""Of what is counted: a window takes no greater number."""


class BagEntry(NamedTuple):
    """One line of the list of bags. ``formerly`` is the verdict given before the bag changed, if any.

    Bags that gold joins have a ``group`` in common; None stands for a bag alone, or where that is not known.
    ``headline`` is what ``coala.diff.headlines.read_headline`` reads, "" in a file of an older version.
    """

    number: int
    fingerprint: str
    title: str
    kinds: tuple[Kind, ...]
    spans: int
    documents: int
    formerly: Verdict | None
    headline: str = ""
    group: int | None = None


def read_summary(connection: sqlite3.Connection, path: Path) -> Summary:
    """The figures of the comparison; raises ``ReviewError`` where they are damaged."""
    try:
        summary = summaries.summary_from_json(_stored_summary(connection))
        check_types([summary], Summary)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ReviewError(
            f"{path}: the summary in this review file is damaged; go back to a copy of it."
        ) from error
    return summary


def _stored_summary(connection: sqlite3.Connection) -> Any:
    row = connection.execute("SELECT value FROM header WHERE key = 'summary'").fetchone()
    return json.loads(row[0])


def read_entries(connection: sqlite3.Connection, path: Path) -> tuple[BagEntry, ...]:
    """The bags in the order of the text; raises ``ReviewError`` where their list is damaged."""
    known: dict[str, tuple[Kind, ...]] = {}
    entries: list[BagEntry] = []
    more = "'', NULL" if schema.is_older(connection) else "headline, gold_group"
    columns = f"number, fingerprint, title, kinds, spans, documents, formerly, {more}"
    query = f"SELECT {columns} FROM bag ORDER BY number"  # noqa: S608 - the names stand above
    try:
        for number, fingerprint, title, kinds, spans, documents, formerly, *beside in connection.execute(
            query
        ):
            if kinds not in known:
                known[kinds] = tuple(Kind(kind) for kind in kinds.split())
            verdict = None if formerly is None else Verdict(formerly)
            if number != len(entries):
                raise ValueError("numbers")
            entries.append(
                BagEntry(number, fingerprint, title, known[kinds], spans, documents, verdict, *beside)
            )
        check_types(entries, BagEntry)
        if any(max(entry.spans, entry.documents) > _MOST for entry in entries):
            raise ValueError("counts")
    except (AttributeError, TypeError, ValueError) as error:
        raise ReviewError(
            f"{path}: the list of bags in this review file is damaged; go back to a copy of it."
        ) from error
    return tuple(entries)


def stored_settings(path: Path) -> Mapping[str, str] | None:
    """How the comparison in this file was made (``Summary.settings``); None where that cannot be read."""
    try:
        if not schema.exists(path):
            return None
        connection = schema.connect(path, read_only=True)
        try:
            with schema.translated(path):
                settings = _stored_summary(connection)["settings"]
        finally:
            connection.close()
    except (ReviewError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    return {key: value for key, value in settings.items() if isinstance(value, str)}
