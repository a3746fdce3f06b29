"""Loading of the Parquet tables in folders into a database, with checks.

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
statement instance, predicate, inverse, value (``coala.model.values``), references: {path, instance}; fact,
         how the statement is stated as a fact (``coala.model.origins``), and places, the words that say it
event    instance, of an event
text     document, text (null where it is not known)
instance instance, name (IRI or ""), label (or null)
======== ==================================================================================================

An instance is any string, the same one in all tables. ``coala.tables.about`` has the file graph.json.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.origins import ORIGINS
from coala.model.values import REFERENCE, ValueKind, parse_value
from coala.reading.interpretation.mentions import LONGEST
from coala.tables.database import Database, is_address, is_disk_full

OTHER_NAME = "urn:coala:other-name"
"""The predicate of a further IRI of an instance. It counts as a name if a knowledge base has it."""


def is_tables(path: str) -> bool:
    """Return True if ``path`` is a folder with the tables of a graph, or the address of one elsewhere."""
    return is_address(path) or (Path(path).is_dir() and any(Path(path).glob("mention*.parquet")))


def _list_files(database: Database, folder: str) -> dict[str, list[str]]:
    """Return the files of each table in a folder; a table may be a folder of files, as Spark writes it.

    Raises ``ReadingError`` for a file of no table, or of no content, such as a named pipe.
    """
    root = folder
    if is_address(folder):
        with reading(database, folder):
            paths = database.list_parquet(folder)
    else:
        # DuckDB would take "~" for the home folder.
        found = Path(folder).absolute()
        root = str(found)
        paths = [str(path) for path in (*found.glob("*.parquet"), *found.glob("*/*.parquet"))]
        paths = [path for path in paths if not Path(path).is_dir()]
        for path in paths:
            if not Path(path).is_file():
                raise ReadingError(f"{path}: this is not a file. Give a folder of Parquet files.")
    files: dict[str, list[str]] = {table: [] for table in TABLES}
    for path in sorted(paths):
        # The name of the file, and of its folder if that is not the folder of the graph.
        names = _strip_scheme(path).removeprefix(f"{_strip_scheme(root)}/").split("/")[-1:-3:-1]
        # Spark leaves these out too, and other programs write into them what is no part of a table.
        if any(name.startswith((".", "_")) for name in names):
            continue
        table = next((table for name in names for table in TABLES if name.startswith(table)), None)
        if table is None:
            raise ReadingError(
                f"{path}: there is no table of this name. Remove it, or give it a name that begins with "
                f"one of these: {', '.join(TABLES)}."
            )
        files[table].append(path)
    if not files["mention"]:
        raise ReadingError(f"{folder}: there is no table of mentions, such as mention.parquet.")
    return files


def _strip_scheme(address: str) -> str:
    """Return an address without the scheme, which Spark writes with one slash or with three."""
    return re.sub(r"\A[A-Za-z][\w+.-]*:/*|\A/+", "", address).rstrip("/")


_INTEGERS = frozenset(
    sign + kind for sign in ("", "U") for kind in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)


class ColumnKind(NamedTuple):
    """A kind of column, such as text or offsets, and the types in which it may be stored."""

    name: str  # in messages
    types: Collection[str]  # the types of DuckDB that fit
    becomes: str  # the type to convert to
    parts: Mapping[str, ColumnKind] = {}  # for lists: the fields of each item


_TEXT = ColumnKind("text", {"VARCHAR", "TEXT", "ENUM"}, "VARCHAR")
_KEY = ColumnKind("text or whole numbers", {*_TEXT.types, *_INTEGERS, "UUID"}, "VARCHAR")
_OFFSET = ColumnKind("whole numbers", _INTEGERS, "BIGINT")
_BOOLEAN = ColumnKind("true and false", {"BOOLEAN"}, "BOOLEAN")
_TEXTS = ColumnKind("lists of text", {"VARCHAR[]", "TEXT[]"}, "VARCHAR[]")
_FRAGMENTS = ColumnKind("lists of {begin, end}", set(), "", {"begin": _OFFSET, "end": _OFFSET})
_REFERENCES = ColumnKind("lists of {path, instance}", set(), "", {"path": _TEXT, "instance": _KEY})


class CheckedColumn(NamedTuple):
    """A column of a table."""

    kind: ColumnKind
    null: str = ""  # the SQL that replaces null or a missing column; "" if these are errors

    @property
    def type(self) -> str:
        """The type that values are converted to."""
        if not self.kind.parts:
            return self.kind.becomes
        parts = ", ".join(f'"{part}" {kind.becomes}' for part, kind in self.kind.parts.items())
        return f"STRUCT({parts})[]"


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
        "fact": CheckedColumn(_TEXT, "NULL"),
        "places": CheckedColumn(_TEXTS, "[]"),
    },
    "event": {"instance": CheckedColumn(_KEY)},
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

    query: str  # returns two values of each wrong row, "first" and "second"
    noun: str  # what a row is
    sentence: str  # the message, with {rows} ("3 mentions"), and {first} and {second}, the values of one row


_CHECKS: Mapping[str, tuple[_RowCheck, ...]] = {
    "mention": (
        _RowCheck(
            """
            SELECT "begin" || ' to ' || "end" AS first, document AS second FROM given_mention
            WHERE graph = $graph AND ("begin" < 0 OR "end" <= "begin" OR "end" > getvariable('longest'))
            """,
            "mention",
            "{rows} with begin and end where none can be, such as {first} in <{second}>; both count code "
            "points from 0, the end after the begin.",
        ),
        _RowCheck(
            """
            SELECT "begin" || ' to ' || "end" AS first, document AS second FROM given_mention
            WHERE graph = $graph AND array_length(fragments) > 0 AND (
                array_length(list_filter(fragments, lambda part: part."begin" IS NULL OR part."end" IS NULL
                    OR part."end" <= part."begin")) > 0
                OR array_length(list_filter(fragments, lambda part: array_length(list_filter(fragments,
                    lambda later: later."begin" > part."begin" AND later."begin" <= part."end"
                        OR later."begin" = part."begin" AND later."end" > part."end")) > 0)) > 0
                OR list_min(list_transform(fragments, lambda part: part."begin")) <> "begin"
                OR list_max(list_transform(fragments, lambda part: part."end")) <> "end")
            """,
            "mention",
            "{rows} with fragments that do not fit, such as {first} in <{second}>; each fragment has a begin "
            "before its end, gaps lie between them, and they begin and end where the mention does.",
        ),
        _RowCheck(
            """
            SELECT "begin" || ' to ' || "end" AS first, document AS second FROM given_mention
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
            SELECT value AS first, instance AS second FROM given_statement
            WHERE graph = $graph AND (
                array_length(list_filter("references", lambda part: part.instance IS NULL)) > 0
                OR value = '@' AND (array_length("references") <> 1
                    OR array_length(list_filter("references", lambda part: part.path = '')) <> 1)
                OR value <> '@' AND array_length("references") > 0 AND NOT starts_with(value, '['))
            """,
            "statement",
            "{rows} whose references do not fit the value, such as {first} of {second}; a value @ has one "
            "reference, with an empty path and an instance.",
        ),
        _RowCheck(
            f"""
            SELECT coalesce(fact, 'null') AS first, instance AS second FROM given_statement
            WHERE graph = $graph AND (fact IS NOT NULL AND fact NOT IN ('{"', '".join(ORIGINS)}')
                OR fact IS NULL AND array_length(places) > 0)
            """,  # noqa: S608 - names of our own
            "statement",
            f"{{rows}} with another fact than {', '.join(ORIGINS)}, such as {{first}} of {{second}}; a "
            "statement with places is a fact.",
        ),
    ),
    "text": (
        _RowCheck(
            """
            SELECT document AS first, '' AS second FROM given_text WHERE graph = $graph AND text IS NOT NULL
            GROUP BY document HAVING count(DISTINCT text) > 1
            """,
            "document",
            "{rows} with two different texts, such as <{first}>; keep one of them.",
        ),
        _RowCheck(
            """
            SELECT length(text) || ' characters' AS first, document AS second
            FROM given_text JOIN (
                SELECT document, max("end") AS last FROM given_mention WHERE graph = $graph GROUP BY document
            ) AS ends USING (document)
            WHERE graph = $graph AND last > length(text)
            """,
            "text",
            "{rows} too short for a mention, such as {first} of <{second}>; check that the offsets "
            "belong to the texts and count code points.",
        ),
    ),
    "instance": (
        _RowCheck(
            """
            SELECT instance AS first, '' AS second FROM given_instance WHERE graph = $graph GROUP BY instance
            HAVING count(DISTINCT nullif(name, '')) > 1 OR count(DISTINCT nullif(label, '')) > 1
            """,
            "instance",
            "{rows} with two names or labels, such as {first}; keep one of them.",
        ),
    ),
}

# Values that are right without parsing: a reference (@), an IRI or a literal, which may hold any text.
_SIMPLE_VALUE = rf"""\A({REFERENCE}|(?s:<.*>)|(?s:".*")(@[A-Za-z0-9-]+|\^\^(?s:<.*>))?)\z"""


def open_tables(
    database: Database, folders: Sequence[str], unclear_values: Sequence[Collection[str]]
) -> None:
    """Make the views ``given_TABLE`` of the tables of two or three graphs, after checking them.

    ``unclear_values`` has for each graph the values that are not parsed. Raises ``ReadingError`` for a table
    that cannot be read or has impossible values.
    """
    database.set_variables(longest=LONGEST)
    given: dict[tuple[int, str], str] = {}  # graph and table -> the files in messages
    listed = [_list_files(database, folder) for folder in folders]
    for table in TABLES:
        queries = []
        for graph, folder in enumerate(folders):
            if files := listed[graph][table]:
                given[graph, table] = shown = files[0] if len(files) == 1 else f"{folder}/{table}*.parquet"
                with reading(database, shown):
                    queries.append(_open_table(database, graph, table, files, shown))
            else:
                queries.append(_select_nothing(graph, table))
        database.create_view(f"given_{table}", " UNION ALL ".join(queries))
    for (graph, table), shown in sorted(given.items()):
        with reading(database, shown):
            for check in _CHECKS.get(table, ()):
                _require_no_rows(database, graph, check, shown)
            if table == "statement":
                _check_values(database, graph, shown, frozenset(unclear_values[graph]))
                _check_places(database, graph, shown)


@contextmanager
def reading(database: Database, shown: str) -> Iterator[None]:
    """Turn the errors of the database into ``ReadingError``, unless the disk is full."""
    try:
        yield
    except database.errors as error:
        if is_disk_full(error):
            raise
        raise ReadingError(f"{shown}: this table cannot be read ({database.find_reason(error)}).") from error


def _open_table(database: Database, graph: int, table: str, files: Sequence[str], shown: str) -> str:
    """Return a query for a table, with converted types and defaults for optional columns.

    Raises ``ReadingError`` for a column that is missing, has another type, or has null where it may not.
    """
    columns = TABLES[table]
    source = f"file_{table}_{graph}"
    database.open_parquet(source, files)
    types = database.describe(f"SELECT * FROM {source}")  # noqa: S608 - names of our own, here and below
    fitting = {
        name
        for name, column in columns.items()
        if name in types and _has_fitting_type(database, source, name, types[name], column.kind)
    }
    # Count the rows of columns that may lack no value, and of those of a wrong type, which may have none.
    counted = [name for name in columns if name in types and not (name in fitting and columns[name].null)]
    counts = ", ".join(["count(*)", *(f'count("{name}")' for name in counted)])
    ((rows, *known),) = database.read_rows(f"SELECT {counts} FROM {source}")  # noqa: S608
    values = dict(zip(counted, known, strict=True))
    for name, column in columns.items():
        if name not in types and not column.null:
            raise ReadingError(f"{shown}: the table has no column {name!r}.")
        if name in types and name not in fitting and values[name]:
            raise ReadingError(f"{shown}: column {name!r} is {types[name]}, but must be {column.kind.name}.")
        if not column.null and values[name] < rows:
            raise ReadingError(
                f"{shown}: {count(rows - values[name], 'row')} without {name!r}. Every row needs "
                f"{_join_names(name for name, column in columns.items() if not column.null)}."
            )
    filled = ", ".join(
        f'{_make_expression(name, column) if name in fitting else _make_default(column)} AS "{name}"'
        for name, column in columns.items()
    )
    return f"SELECT {graph} AS graph, {filled} FROM {source}"  # noqa: S608


def _select_nothing(graph: int, table: str) -> str:
    """Return a query for a table that a graph does not have."""
    empty = ", ".join(f'CAST(NULL AS {column.type}) AS "{name}"' for name, column in TABLES[table].items())
    return f"SELECT * FROM (SELECT {graph} AS graph, {empty}) AS nothing WHERE false"  # noqa: S608 - ours


def _has_fitting_type(database: Database, source: str, name: str, found: str, kind: ColumnKind) -> bool:
    """Return True if a column has a type that fits the kind."""
    if not kind.parts:
        return _fits(found, kind)
    if not (found.startswith("STRUCT(") and found.endswith(")[]")):
        return False
    for part, inner in kind.parts.items():
        try:
            query = f'SELECT "{name}"[1]."{part}" AS part FROM {source}'  # noqa: S608 - ours
            (item,) = database.describe(query).values()
        except database.unknown_column:
            return False
        if not _fits(item, inner) and item != '"NULL"':
            return False
    return True


def _fits(found: str, kind: ColumnKind) -> bool:
    """Return True if a type is one of the kind; a decimal without a fraction is a whole number."""
    whole = _INTEGERS.issubset(kind.types) and re.fullmatch(r"DECIMAL\(\d+, ?0\)", found)
    return bool(whole) or found.partition("(")[0] in kind.types


def _make_expression(name: str, column: CheckedColumn) -> str:
    """Return the SQL that converts a column to its type and replaces null."""
    value = f'"{name}"'
    if column.kind.parts:
        parts = ", ".join(
            f"'{part}': " + (f"coalesce(item.\"{part}\", '')" if part == "path" else f'item."{part}"')
            for part in column.kind.parts
        )
        value = f"list_sort(list_distinct(list_transform({value}, lambda item: {{{parts}}})))"
    value = f"CAST({value} AS {column.type})"
    return f"coalesce({value}, {_make_default(column)})" if column.null else value


def _make_default(column: CheckedColumn) -> str:
    return f"CAST({column.null or 'NULL'} AS {column.type})"


def _join_names(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _require_no_rows(database: Database, graph: int, check: _RowCheck, shown: str) -> None:
    """Raise ``ReadingError`` if a check finds rows."""
    wrong = database.read_rows(
        "SELECT first, second, count(*) OVER () AS rows "  # noqa: S608 - ours
        f"FROM ({check.query}) AS wrong ORDER BY first, second LIMIT 1",
        graph=graph,
    )
    for first, second, rows in wrong:
        sentence = check.sentence.format(
            rows=count(rows, check.noun), first=readable(first), second=readable(second)
        )
        raise ReadingError(f"{shown}: {sentence}")


def _check_values(database: Database, graph: int, shown: str, unclear: Collection[str]) -> None:
    """Raise ``ReadingError`` for a value that is not in the form of ``coala.model.values``."""
    for (value,) in database.stream(
        "SELECT DISTINCT value FROM given_statement WHERE graph = $graph "
        "AND NOT regexp_matches(value, $plain) ORDER BY value",
        graph=graph,
        plain=_SIMPLE_VALUE,
    ):
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


def _check_places(database: Database, graph: int, shown: str) -> None:
    """Raise ``ReadingError`` for a place of a fact that is not in the form of ``coala.model.values``."""
    for (place,) in database.stream(
        "SELECT DISTINCT place FROM given_statement, unnest(places) AS each(place) WHERE graph = $graph",
        graph=graph,
    ):
        try:
            value = parse_value(place or "")
            offsets = [offset for part in value.fragments for offset in part]
            is_right = value.kind is ValueKind.PLACE and all(
                before < after for before, after in pairwise([-1, *offsets, LONGEST + 1])
            )
        except (ValueError, RecursionError):
            is_right = False
        if not is_right:
            raise ReadingError(
                f"{shown}: the place {readable(place or 'null')} of a fact cannot be read. Write the "
                "document and the code points, end exclusive: (<document> 4 11)."
            )
