"""Loading of the Parquet tables in a folder into DuckDB, with checks.

``coala.tables.writing`` writes these tables, and other programs can write them too. Loading raises an error
for a column that is missing or has another type, and for values that are impossible. Optional columns get
their defaults.

======== ==================================================================================================
table    columns
======== ==================================================================================================
mention  document, begin, end (code points, end exclusive), instance; fragments, a list of {begin, end}, for
         a span with gaps; mark, of a zero; words, where the text is not known; optional, true for a mention
         that the other graph may lack; minimum_begin and minimum_end, the least that it must cover
type     instance, type
statement instance, predicate, inverse, value (``coala.model.values``), references: {path, instance}
text     document, text (null where it is not known)
instance instance, name (IRI or ""), label (or null)
======== ==================================================================================================

An instance is any string, the same one in all tables. ``coala.tables.about`` has the file graph.json.
"""

from __future__ import annotations

import glob
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.values import REFERENCE, parse_value
from coala.reading.interpretation.mentions import LONGEST

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


OTHER_NAME = "urn:coala:other-name"
"""The predicate of a further IRI of an instance. It counts as a name if a knowledge base has it."""


def is_tables(path: Path) -> bool:
    """Return True if ``path`` is a folder with the tables of a graph."""
    return path.is_dir() and any(path.glob("mention*.parquet"))


_INTEGERS = frozenset(
    sign + kind for sign in ("", "U") for kind in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)


class ColumnKind(NamedTuple):
    """A kind of column, such as text or offsets, and the types in which it may be stored."""

    name: str  # in messages
    types: Collection[str]  # the types of DuckDB that fit
    becomes: str  # the type to convert to
    parts: Mapping[str, ColumnKind] = {}  # for lists: the fields of each item


_TEXT = ColumnKind("text", {"VARCHAR", "ENUM"}, "VARCHAR")
_KEY = ColumnKind("text or whole numbers", {*_TEXT.types, *_INTEGERS, "UUID"}, "VARCHAR")
_OFFSET = ColumnKind("whole numbers", _INTEGERS, "BIGINT")
_BOOLEAN = ColumnKind("true and false", {"BOOLEAN"}, "BOOLEAN")
_FRAGMENTS = ColumnKind("lists of {begin, end}", set(), "", {"begin": _OFFSET, "end": _OFFSET})
_REFERENCES = ColumnKind("lists of {path, instance}", set(), "", {"path": _TEXT, "instance": _KEY})


class CheckedColumn(NamedTuple):
    """A column of a table."""

    kind: ColumnKind
    null: str = ""  # the SQL that replaces null or a missing column; "" if these are errors


TABLES: Mapping[str, Mapping[str, CheckedColumn]] = {
    "mention": {
        "document": CheckedColumn(_KEY),
        "begin": CheckedColumn(_OFFSET),
        "end": CheckedColumn(_OFFSET),
        "instance": CheckedColumn(_KEY),
        "fragments": CheckedColumn(_FRAGMENTS, "[]"),
        "mark": CheckedColumn(_TEXT, "''"),
        "words": CheckedColumn(_TEXT, "NULL"),
        "optional": CheckedColumn(_BOOLEAN, "false"),
        "minimum_begin": CheckedColumn(_OFFSET, "NULL"),
        "minimum_end": CheckedColumn(_OFFSET, "NULL"),
    },
    "type": {"instance": CheckedColumn(_KEY), "type": CheckedColumn(_TEXT)},
    "statement": {
        "instance": CheckedColumn(_KEY),
        "predicate": CheckedColumn(_TEXT),
        "inverse": CheckedColumn(_BOOLEAN, "false"),
        "value": CheckedColumn(_TEXT),
        "references": CheckedColumn(_REFERENCES, "[]"),
    },
    "text": {"document": CheckedColumn(_KEY), "text": CheckedColumn(_TEXT, "NULL")},
    "instance": {
        "instance": CheckedColumn(_KEY),
        "name": CheckedColumn(_TEXT, "NULL"),
        "label": CheckedColumn(_TEXT, "NULL"),
    },
}
"""The tables of a graph; each is one file, or several whose names begin with the name of the table."""


class _RowCheck(NamedTuple):
    """A check for rows that are wrong."""

    query: str  # returns two values of each wrong row
    noun: str  # what a row is
    sentence: str  # the message, with {rows} ("3 mentions"), and {first} and {second}, the values of one row


_CHECKS: Mapping[str, tuple[_RowCheck, ...]] = {
    "mention": (
        _RowCheck(
            """
            SELECT "begin" || ' to ' || "end", document FROM loaded_mention
            WHERE graph = $graph AND ("begin" < 0 OR "end" <= "begin" OR "end" > getvariable('longest'))
            """,
            "mention",
            "{rows} with begin and end where none can be, such as {first} in <{second}>; both count code "
            "points from 0, the end after the begin.",
        ),
        _RowCheck(
            """
            SELECT "begin" || ' to ' || "end", document FROM loaded_mention
            WHERE graph = $graph AND len(fragments) > 0 AND (
                len(list_filter(fragments, lambda part: part."begin" IS NULL OR part."end" IS NULL
                    OR part."end" <= part."begin")) > 0
                OR len(list_filter(range(1, len(fragments)),
                    lambda place: fragments[place + 1]."begin" <= fragments[place]."end")) > 0
                OR fragments[1]."begin" <> "begin" OR fragments[-1]."end" <> "end")
            """,
            "mention",
            "{rows} with fragments that do not fit, such as {first} in <{second}>; each fragment has a begin "
            "before its end, gaps lie between them, and they begin and end where the mention does.",
        ),
        _RowCheck(
            """
            SELECT "begin" || ' to ' || "end", document FROM loaded_mention
            WHERE graph = $graph AND (minimum_begin IS NULL) <> (minimum_end IS NULL)
                OR graph = $graph AND NOT ("begin" <= minimum_begin AND minimum_begin < minimum_end
                    AND minimum_end <= "end")
            """,
            "mention",
            "{rows} with a minimum that does not fit, such as {first} in <{second}>; it lies within the "
            "mention.",
        ),
    ),
    "statement": (
        _RowCheck(
            """
            SELECT value, instance FROM loaded_statement
            WHERE graph = $graph AND (
                len(list_filter("references", lambda part: part.instance IS NULL)) > 0
                OR CASE WHEN value = '@' THEN len("references") <> 1 OR "references"[1].path <> ''
                ELSE len("references") > 0 AND NOT starts_with(value, '[') END)
            """,
            "statement",
            "{rows} whose references do not fit the value, such as {first} of {second}; a value @ has one "
            "reference, with an empty path and an instance.",
        ),
    ),
    "text": (
        _RowCheck(
            """
            SELECT document, '' FROM loaded_text WHERE graph = $graph AND text IS NOT NULL
            GROUP BY document HAVING count(DISTINCT text) > 1
            """,
            "document",
            "{rows} with two different texts, such as <{first}>; keep one of them.",
        ),
        _RowCheck(
            """
            SELECT length(text) || ' characters', document FROM loaded_text
            WHERE graph = $graph AND EXISTS (FROM loaded_mention AS m WHERE m.graph = loaded_text.graph
                AND m.document = loaded_text.document AND m."end" > length(text))
            """,
            "text",
            "{rows} too short for a mention, such as {first} of <{second}>; check that the offsets "
            "belong to the texts and count code points.",
        ),
    ),
    "instance": (
        _RowCheck(
            """
            SELECT instance, '' FROM loaded_instance WHERE graph = $graph GROUP BY instance
            HAVING count(DISTINCT nullif(name, '')) > 1 OR count(DISTINCT nullif(label, '')) > 1
            """,
            "instance",
            "{rows} with two names or labels, such as {first}; keep one of them.",
        ),
    ),
}

# Values that are right without parsing: a reference (@), an IRI or a literal, which may hold any text.
_SIMPLE_VALUE = rf"""{REFERENCE}|(?s:<.*>)|(?s:".*")(@[A-Za-z0-9-]+|\^\^(?s:<.*>))?"""


def load_tables(
    connection: DuckDBPyConnection, graph: int, folder: Path, unclear_values: Collection[str] = ()
) -> None:
    """Copy the tables in a folder into those of ``load.sql``; ``unclear_values`` are not parsed.

    Raises ``ReadingError`` for a table that cannot be read or has impossible values.
    """
    import duckdb

    connection.execute(f"SET VARIABLE longest = {LONGEST}")
    for table, columns in TABLES.items():
        files = sorted(folder.glob(f"{table}*.parquet"))
        if not files:
            continue
        shown = str(files[0] if len(files) == 1 else folder / f"{table}*.parquet")
        try:
            _copy_table(connection, graph, table, files, shown)
            for check in _CHECKS.get(table, ()):
                _require_no_rows(connection, graph, check, shown)
            if "value" in columns:
                _check_values(connection, graph, shown, frozenset(unclear_values))
        except duckdb.Error as error:
            if is_disk_full(error):
                raise
            reason = str(error).partition("\n")[0]
            raise ReadingError(f"{shown}: this table cannot be read ({reason}).") from error
    # A mention of one fragment has no gap.
    connection.execute("UPDATE loaded_mention SET fragments = [] WHERE len(fragments) = 1")


def is_disk_full(error: Exception) -> bool:
    """Return True if DuckDB could not write because the disk is full."""
    return "No space left" in str(error) or '"errno":"28"' in str(error)


def _copy_table(
    connection: DuckDBPyConnection, graph: int, table: str, files: list[Path], shown: str
) -> None:
    """Copy one table into ``loaded_TABLE``, with converted types and defaults for optional columns.

    Raises ``ReadingError`` for a column that is missing, has another type, or has null where it may not.
    """
    columns = TABLES[table]
    # File names are no patterns, and the names of folders are no columns.
    source = "read_parquet($files, union_by_name = true, hive_partitioning = false)"
    # DuckDB would take "~" for the home folder.
    paths = [glob.escape(str(path.absolute())) for path in files]
    types = _read_column_types(connection, f"FROM {source}", paths)
    chosen: dict[str, str] = {}
    for name, column in columns.items():
        if name not in types:
            if not column.null:
                raise ReadingError(f"{shown}: the table has no column {name!r}.")
            continue
        # Convert a column of a fitting type. A column of another type is accepted if it is always null.
        is_known = f'"{name}" IS NOT NULL'
        if _has_fitting_type(connection, source, paths, name, types[name], column.kind):
            chosen[name] = _make_expression(name, column)
        elif _count_rows(connection, f"{source} WHERE {is_known}", paths):
            raise ReadingError(f"{shown}: column {name!r} is {types[name]}, but must be {column.kind.name}.")
        if not column.null and (rows := _count_rows(connection, f"{source} WHERE NOT ({is_known})", paths)):
            raise ReadingError(
                f"{shown}: {count(rows, 'row')} without {name!r}. Every row needs "
                f"{_join_names(name for name, column in columns.items() if not column.null)}."
            )
    filled = {name: chosen.get(name, column.null or "NULL") for name, column in columns.items()}
    names = ", ".join(f'"{name}"' for name in filled)
    connection.execute(
        f"INSERT INTO loaded_{table} (graph, {names}) "  # noqa: S608 - names of our own
        f"SELECT $graph, {', '.join(filled.values())} FROM {source}",
        {"graph": graph, "files": paths},
    )


def _read_column_types(connection: DuckDBPyConnection, query: str, files: list[str]) -> dict[str, str]:
    """Return the type of each column of a query, in DuckDB's spelling."""
    described = connection.execute(f"DESCRIBE {query}", {"files": files}).fetchall()
    return {name: kind for name, kind, *_ in described}


def _has_fitting_type(
    connection: DuckDBPyConnection, source: str, files: list[str], name: str, found: str, kind: ColumnKind
) -> bool:
    """Return True if a column has a type that fits the kind."""
    if not kind.parts:
        return found.partition("(")[0] in kind.types
    if not (found.startswith("STRUCT(") and found.endswith(")[]")):
        return False
    import duckdb

    for part, inner in kind.parts.items():
        try:
            query = f'SELECT "{name}"[1]."{part}" FROM {source}'  # noqa: S608 - ours
            (item,) = _read_column_types(connection, query, files).values()
        except duckdb.BinderException:
            return False
        if item.partition("(")[0] not in inner.types and item != '"NULL"':
            return False
    return True


def _make_expression(name: str, column: CheckedColumn) -> str:
    """Return the SQL that converts a column to its type and replaces null."""
    if column.kind.parts:
        parts = ", ".join(
            f"'{part}': "
            + (f"coalesce(item.\"{part}\", '')" if part == "path" else f'item."{part}"::{kind.becomes}')
            for part, kind in column.kind.parts.items()
        )
        value = f'list_sort(list_distinct(list_transform("{name}", lambda item: {{{parts}}})))'
    else:
        value = f'"{name}"::{column.kind.becomes}'
    return f"coalesce({value}, {column.null})" if column.null else value


def _count_rows(connection: DuckDBPyConnection, source: str, files: list[str]) -> int:
    row = connection.execute(f"SELECT count(*) FROM {source}", {"files": files}).fetchone()  # noqa: S608 - ours
    assert row is not None
    return int(row[0])


def _join_names(names: Iterator[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _require_no_rows(connection: DuckDBPyConnection, graph: int, check: _RowCheck, shown: str) -> None:
    """Raise ``ReadingError`` if a check finds rows."""
    wrong = connection.execute(
        f"SELECT *, count(*) OVER () FROM ({check.query}) ORDER BY ALL LIMIT 1",  # noqa: S608 - ours
        {"graph": graph},
    ).fetchone()
    if wrong is not None:
        first, second, rows = wrong
        sentence = check.sentence.format(
            rows=count(rows, check.noun), first=readable(first), second=readable(second)
        )
        raise ReadingError(f"{shown}: {sentence}")


def _check_values(connection: DuckDBPyConnection, graph: int, shown: str, unclear: Collection[str]) -> None:
    """Raise ``ReadingError`` for a value that is not in the form of ``coala.model.values``."""
    unusual = connection.execute(
        "SELECT DISTINCT value FROM loaded_statement WHERE graph = $graph "
        "AND NOT regexp_full_match(value, $plain) ORDER BY value",
        {"graph": graph, "plain": _SIMPLE_VALUE},
    )
    while rows := unusual.fetchmany(10_000):
        for (value,) in rows:
            if value in unclear:
                continue
            try:
                if not value.startswith(("(", "[")):
                    raise ValueError(value)
                parse_value(value)
            except (ValueError, RecursionError) as error:
                raise ReadingError(
                    f"{shown}: the value {readable(value)} cannot be read. Write an instance as @ "
                    'with a reference, a name as <iri> and a text as "text".'
                ) from error
