"""Graphs as Parquet tables in a folder: writing them, and loading them into DuckDB with checks.

Other programs can write these tables too. Loading raises an error for a column that is missing or has another
type, and for values that are impossible. Optional columns get their defaults.

======== ==================================================================================================
table    columns
======== ==================================================================================================
mention  document, begin, end (code points, end exclusive), instance; fragments, a list of {begin, end}, for
         a span with gaps; mark, of a zero; words, where the text is not known
type     instance, type
statement instance, predicate, inverse, value (``coala.model.values``), references: {path, instance}
text     document, text (null where it is not known)
instance instance, name (IRI or ""), label (or null)
======== ==================================================================================================

An instance is any string, the same one in all tables. ``coala.tables.about`` has the file graph.json.
"""

from __future__ import annotations

import glob
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.knowledge_bases import KnowledgeBases, load_knowledge_bases
from coala.model.notices.notice import Notice, make_notice
from coala.model.values import REFERENCE, parse_value, write_name
from coala.reading.interpretation.mentions import LONGEST
from coala.reading.rdf.nif import ENTRY
from coala.tables.about import write_about

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def write_tables(graph: Graph, folder: Path, bases: KnowledgeBases | None = None) -> tuple[Notice, ...]:
    """Write the tables of a graph into a folder, which is created, and return the notices.

    Further IRIs of instances become statements if they are names in ``bases`` (by default the shipped ones).

    Raises ``CoalaError`` if the folder cannot be written or holds tables already, or if a text of the graph
    cannot be stored.
    """
    pa, parquet = _import_pyarrow()
    notices = (*graph.notices, *_note_facts(graph))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.parquet")):
            raise CoalaError(f"{folder}: has Parquet tables already. Give another folder.")
        with TemporaryDirectory(dir=folder, prefix="unfinished-") as name:
            unfinished = Path(name)
            tables = _make_columns(graph, pa, bases or load_knowledge_bases())
            for table, columns in tables.items():
                parquet.write_table(pa.table(columns), unfinished / f"{table}.parquet", compression="zstd")
            write_about(graph, notices, unfinished)
            # The mentions come last: without them a folder is not read as a graph, so a program that is
            # stopped here leaves no graph that lacks a table.
            for path in sorted(unfinished.iterdir(), key=lambda path: path.stem == "mention"):
                path.replace(folder / path.name)
    except OSError as error:
        raise CoalaError(f"{folder}: cannot be written ({error.strerror}). Choose another place.") from error
    except UnicodeEncodeError as error:
        raise CoalaError(
            f"{graph.path}: {readable(error.object)} has half of a surrogate pair, which a "
            "table cannot store. Correct the file, or compare without tables."
        ) from error
    return notices


def is_tables(path: Path) -> bool:
    """Return True if ``path`` is a folder with the tables of a graph."""
    return path.is_dir() and any(path.glob("mention*.parquet"))


def _import_pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise CoalaError("Parquet needs more libraries: pip install 'coala-review[duckdb]'.") from error
    return pyarrow, parquet


def _make_columns(graph: Graph, pa: Any, bases: KnowledgeBases) -> dict[str, Mapping[str, Any]]:
    """Return the columns of each table as Arrow arrays; ``pa`` is the module pyarrow."""
    # An instance is written as its IRI, or as _:NUMBER if it has no name.
    keys = pa.array([name or f"_:{number}" for number, name in enumerate(graph.names)], pa.string())
    documents = pa.array(graph.documents, pa.string())
    mentions, statements = graph.mentions, graph.statements
    shapes = [graph.shapes[number] if number >= 0 else None for number in mentions.shape.tolist()]
    part = pa.struct([("begin", pa.int64()), ("end", pa.int64())])
    references: defaultdict[int, list[dict[str, str]]] = defaultdict(list)
    for row, path, instance in zip(
        statements.reference_statement.tolist(),
        statements.reference_path.tolist(),
        statements.reference_instance.tolist(),
        strict=True,
    ):
        references[row].append({"path": graph.paths[path], "instance": keys[instance].as_py()})
    further = [
        (number, iri)
        for number, more in graph.other_names.items()
        for iri in more
        if bases.find(iri) is not None
    ]

    def append(column: Integers | Booleans, more: Sequence[int]) -> Integers:
        return np.concatenate([column, np.array(more, dtype=np.int64)])

    typed = [(number, kind) for number, kinds in enumerate(graph.types) for kind in kinds]
    return {
        "mention": {
            "document": documents.take(pa.array(mentions.document)),
            "begin": pa.array(mentions.begin),
            "end": pa.array(mentions.end),
            "fragments": pa.array(
                [
                    [{"begin": begin, "end": end} for begin, end in shape.fragments]
                    if shape and shape.fragments
                    else None
                    for shape in shapes
                ],
                pa.list_(part),
            ),
            "mark": pa.array([shape.zero or None if shape else None for shape in shapes], pa.string()),
            "instance": keys.take(pa.array(mentions.instance)),
            "words": pa.array([graph.mention_texts.get(row) for row in range(len(mentions))], pa.string()),
        },
        "type": {
            "instance": keys.take(pa.array([number for number, _ in typed], pa.int64())),
            "type": pa.array([kind for _, kind in typed], pa.string()),
        },
        "statement": {
            "instance": keys.take(pa.array(append(statements.subject, [number for number, _ in further]))),
            "predicate": pa.array((*graph.predicates, ENTRY.value), pa.string()).take(
                pa.array(append(statements.predicate, [len(graph.predicates)] * len(further)))
            ),
            "inverse": pa.array(append(statements.inverse, [False] * len(further)).astype(bool)),
            "value": pa.array((*graph.values, *(write_name(iri) for _, iri in further)), pa.string()).take(
                pa.array(append(statements.value, range(len(graph.values), len(graph.values) + len(further))))
            ),
            "references": pa.array(
                [references.get(row, []) for row in range(len(statements) + len(further))],
                pa.list_(pa.struct([("path", pa.string()), ("instance", pa.string())])),
            ),
        },
        "text": {"document": documents, "text": pa.array(graph.texts, pa.string())},
        "instance": {
            "instance": keys,
            "name": pa.array(graph.names, pa.string()),
            "label": pa.array(graph.labels, pa.string()),
        },
    }


def _note_facts(graph: Graph) -> Iterator[Notice]:
    if len(graph.facts):
        yield make_notice("facts-in-no-table", len(graph.facts))


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
            "{rows} that end before a mention does, such as {first} of <{second}>; check that the offsets "
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
            reason = str(error).partition("\n")[0]
            raise ReadingError(f"{shown}: this table cannot be read ({reason}).") from error
    # A mention of one fragment has no gap.
    connection.execute("UPDATE loaded_mention SET fragments = [] WHERE len(fragments) = 1")


def _copy_table(
    connection: DuckDBPyConnection, graph: int, table: str, files: list[Path], shown: str
) -> None:
    """Copy one table into ``loaded_TABLE``, with converted types and defaults for optional columns.

    Raises ``ReadingError`` for a column that is missing, has another type, or has null where it may not.
    """
    columns = TABLES[table]
    # File names are no patterns, and the names of folders are no columns.
    source = "read_parquet($files, union_by_name = true, hive_partitioning = false)"
    paths = [glob.escape(str(path)) for path in files]
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
