"""Tables of records as graphs: the clusters or pairs that entity resolution writes.

A record is a document whose text is its shown fields ("Ann Lee · city: Rome"). The first of them names the
record, and is its mention. A cluster is a chain. Pairs are joined to clusters; a record without a pair is
alone. A record without a cluster is left out, so that a gold that covers a part of the records restricts
responses to these. DuckDB reads the tables: CSV (also with tabs, and packed), Parquet, and its own files with
one table that has the columns.

A file of DuckDB has SQL of somebody else in its views and computed columns, which could read any file or
never end. So only columns that are stored in tables are read, and the connection can open nothing but the
tables. All of it happens in a child process with limits (``coala.reading.worker``).

Every value is read as text, so that 007 and 7 are two records. A CSV has no sign for a missing value, so most
tools write a word such as NULL. In columns with records and clusters it is read as an empty cell.

A key is the columns that identify a record or cluster together, joined by "+". So is an identifier of several
columns: ``left+1``.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from coala.base.components import find_components
from coala.base.files import Source, extension
from coala.base.plain_text import excerpt
from coala.base.sequences import Shared
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph, Mentions, Statements
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.nouns import BETWEEN_FIELDS, RECORD_PREFIX
from coala.model.record_options import TWO_TABLES, RecordOptions
from coala.reading.rdf.terms import percent_encode
from coala.reading.sources.duck import connect_duckdb

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_BLOCK = 1 << 20
_TABLES = (".csv", ".tsv", ".txt", ".parquet", ".duckdb", ".db")

_NO_VALUE = ("NULL", "null", "NaN", "nan", "None", "NA", "N/A", "<NA>")
"""Words that pandas, R, SQL and Spark write into a CSV for a missing value."""

_LIKELIHOOD = re.compile("prob|score|weight|confidence|similarity", re.IGNORECASE)
"""Names of columns that say how likely a pair is."""
_MOST_LIKELIHOODS = 3

_LABEL = re.compile(
    "(is_?)?(match|matches|matched|duplicate|same)|((gold|true)_?)?labels?"
    "|((pred|predicted|prediction)_?)(label|match)?|(label|match)_?(pred|predicted|prediction)",
    re.IGNORECASE,
)
"""Names of columns that say of each pair whether it is a match."""
_YES = frozenset(("1", "true", "t", "yes", "y", "match", "matched", "duplicate", "same", "positive"))
_NO = frozenset(
    (
        "0 -1 false f no n nonmatch nomatch notmatch notamatch unmatched mismatch distinct different negative"
    ).split()
)
_MOST_WORDS = 3
"""The most values of a label column that a message names."""

_SOURCE = re.compile("source|src|data_?set|database|origin", re.IGNORECASE)
"""Names of columns that have the source of a record."""

_SIDES = ("left", "right")
"""The names of the two tables of records whose names are not known."""

_BROKEN_LINES = "Each line needs as many fields as the header, and each quote an end. Mend the lines."
_NO_TEXT = "It is not in UTF-8. Save it in UTF-8."
_REASONS = (
    ("sniffing", f"It is no CSV, or has different line breaks. {_BROKEN_LINES}"),
    ("not utf-8", _NO_TEXT),
    ("unicode", _NO_TEXT),
    ("unterminated quote", _BROKEN_LINES),
    ("expected number of columns", _BROKEN_LINES),
    ("maximum line size", "A line is too long, or a quote has no end. Mend the line."),
    ("lock on file", "Another program has it open. Close it there."),
    ("permission denied", "You may not read it. Change its permissions."),
    ("gzip", "It is not packed by gzip. Pack it again, or correct its ending."),
)
"""The reasons for which DuckDB refuses a table, by a part of its message in lower case."""
_OTHER_REASON = "It is damaged, or its ending is wrong. Write it again."
_LINE = re.compile(r"CSV Error on Line: (\d+)")


class _Columns(NamedTuple):
    """The keys and columns of one graph's table, and the table with all records if there is one."""

    record: str  # a key
    cluster: str  # a key; "" for pairs
    pairs: tuple[str, str] | None
    show: tuple[tuple[str, ...], ...]  # the columns of each shown field
    records: str | None = None
    clusters_of_records: str = ""  # a record in that table counts only with a value of this key
    pair_tables: str = ""

    @property
    def shown(self) -> list[str]:
        """Columns of all shown fields."""
        return [name for field in self.show for name in field]

    @property
    def linked(self) -> tuple[str, str]:
        """The two keys that say which records belong together."""
        return self.pairs or (self.record, self.cluster)

    @property
    def linking(self) -> list[str]:
        """The columns of these two keys."""
        return [name for key in self.linked for name in _split(key, "+")]

    @property
    def needed(self) -> list[str]:
        """Columns that the table of the graph must have."""
        return [*self.linking, *([] if self.records or self.pairs else self.shown)]


class _Table(NamedTuple):
    """A table in a file."""

    source: str  # SQL
    types: Mapping[str, str]  # the type of each column
    is_text: bool  # True for CSV, in which a missing value may be a word


class _RecordText(NamedTuple):
    """The text of a record, and where the words are that name it, in code points."""

    text: str
    begin: int
    end: int


class Room(NamedTuple):
    """What reading may use: a folder that need not exist yet, and the memory of the whole process."""

    folder: str
    memory_bytes: int


def read_record_graphs(
    paths: Sequence[str], options: RecordOptions, room: Room, begin: Callable[[str], None]
) -> Iterator[Graph]:
    """Read the table at each path as a graph; call ``begin`` with the path before.

    Raises:
        CoalaError: the options contradict each other.
        ReadingError: a table cannot be read, or lacks a column.
    """
    shown: dict[str, _RecordText] = {}
    for path, each in zip(paths, _choose_columns(paths, options, room), strict=True):
        begin(path)
        with _connect(room, path, each.records) as connection:
            yield _read_graph(connection, path, each, shown)


@contextmanager
def _connect(room: Room, *given: str | None) -> Iterator[DuckDBPyConnection]:
    """Open a connection that can read these tables only; errors of DuckDB become ``ReadingError``."""
    import duckdb

    paths = [path for path in given if path]
    with connect_duckdb() as connection:
        for name, value in (
            ("autoload_known_extensions", False),
            ("temp_directory", room.folder),
            # The other half is for Python.
            ("memory_limit", f"{room.memory_bytes // 2}B"),
            # DuckDB looks for the second file of a database, and names what it opens as patterns too.
            ("allowed_paths", [f"{write(path)}{end}" for path in paths for write in _NAMES for end in _ENDS]),
            ("enable_external_access", False),
            ("lock_configuration", True),
        ):
            connection.execute(f"SET {name} = $value", {"value": value})
        try:
            yield connection
        except duckdb.OutOfMemoryException as error:
            raise ReadingError(
                f"{paths[0]}: this table takes more than {room.memory_bytes / 2**20:,.0f} MiB of memory. "
                "Raise --memory-limit if you trust the file."
            ) from error
        except duckdb.Error as error:
            raise ReadingError(_explain(str(error), paths)) from error


def _locate(path: str) -> str:
    """Return the name by which DuckDB opens a table: no address such as s3://…, and no link."""
    return os.path.realpath(path)


def _write_pattern(path: str) -> str:
    """Return the pattern of one table only."""
    return glob.escape(_locate(path))


_LOG = ".wal"
"""The ending of the file with changes that are not in a file of DuckDB yet."""

_NAMES: tuple[Callable[[str], str], ...] = (_locate, _write_pattern)
_ENDS = ("", _LOG)


def _explain(message: str, paths: Sequence[str]) -> str:
    """Return a message of DuckDB as a sentence that names one of these tables."""
    path = next((path for path in reversed(paths) if _locate(path) in message), paths[0])
    line = _LINE.search(message)
    words = message.lower()
    reason = next((reason for part, reason in _REASONS if part in words), _OTHER_REASON)
    where = f" (line {int(line[1]):,})" if line else ""
    return f"{path}: cannot be read as a table of records{where}. {reason}"


def _choose_columns(paths: Sequence[str], options: RecordOptions, room: Room) -> list[_Columns]:
    """Return the columns of the table at each path.

    Raises:
        CoalaError: the options contradict each other.
        ReadingError: a table has none of the layouts, or both.
    """
    if not options.cluster and not options.pairs:
        raise CoalaError("With --record, give --cluster COLUMN or --pairs LEFT,RIGHT.")
    if options.pair_tables and not options.pairs:
        raise CoalaError("--pair-tables is for tables of pairs: give --pairs LEFT,RIGHT too.")
    pairs = _split_keys(options.pairs)
    if options.pairs and len(pairs) != 2:
        raise CoalaError(f"--pairs takes two columns, LEFT,RIGHT, not {excerpt(options.pairs)}.")
    if pairs and pairs[0] == pairs[1]:
        raise CoalaError(f"--pairs takes two different columns, not {excerpt(options.pairs)}.")

    def choose(words: str, flag: str) -> list[str]:
        names = _split_keys(words)
        if len(names) not in (1, len(paths)):
            raise CoalaError(f"{flag} takes one column, or one for each of the {len(paths)} graphs.")
        return names if len(names) > 1 else names * len(paths)

    clusters = choose(options.cluster, "--cluster") if options.cluster else [""] * len(paths)
    show = tuple(tuple(_split(field, "+")) for field in _split(options.show))
    columns = []
    for path, record, cluster in zip(paths, choose(options.record, "--record"), clusters, strict=True):
        layouts = [_Columns(record, cluster, None, show, options.records)] if cluster else []
        if pairs:
            sides = pairs[0], pairs[1]
            layouts.append(
                _Columns(record, "", sides, show, options.records, pair_tables=options.pair_tables)
            )
        columns.append(layouts[0] if len(layouts) == 1 else _choose_layout(path, layouts, room))
    # Pairs do not name records that are alone, and have no fields: both are in a table with clusters.
    listed = next(((path, each) for path, each in zip(paths, columns, strict=True) if each.cluster), None)
    if options.records is None and listed is not None:
        path, first = listed
        first = first._replace(records=path, clusters_of_records=first.cluster, cluster="")
        columns = [
            first._replace(pairs=each.pairs, pair_tables=each.pair_tables) if each.pairs else each
            for each in columns
        ]
    for each in columns:
        if each.pair_tables == TWO_TABLES and each.records and "+" not in each.record:
            raise CoalaError(
                "With --pair-tables two, a record of all records needs two columns: one with left or right, "
                "and one with its identifier. Give --record SIDE+ID."
            )
    return columns


def _choose_layout(path: str, layouts: Sequence[_Columns], room: Room) -> _Columns:
    """Return the layout whose columns a table has: with clusters or with pairs."""
    with _connect(room, path) as connection:
        known = _describe_table(connection, path, [each.linking for each in layouts], "links").types
    fitting = [each for each in layouts if known.keys() >= {*each.linking}]
    if len(fitting) == 1:
        return fitting[0]
    clusters, pairs = (" and ".join(map(excerpt, each.linked)) for each in layouts)
    if fitting:
        raise ReadingError(
            f"{path}: has the columns of clusters, {clusters}, and those of pairs, {pairs}. "
            "Leave out --cluster or --pairs."
        )
    raise ReadingError(
        f"{path}: has neither the columns {clusters} nor {pairs}. Its columns are {_list_names(known)}."
    )


def _split(words: str, separator: str = ",") -> list[str]:
    return [word.strip() for word in words.split(separator) if word.strip()]


def _split_keys(words: str) -> list[str]:
    """Return the keys in a list with commas, without blanks around their columns."""
    keys = ("+".join(_split(key, "+")) for key in _split(words))
    return [key for key in keys if key]


def _list_names(columns: Mapping[str, str]) -> str:
    return ", ".join(map(excerpt, [*columns][:20]))


def _describe_table(
    connection: DuckDBPyConnection, path: str, layouts: Sequence[Sequence[str]], alias: str
) -> _Table:
    """Return the table in a file; a DuckDB file must have one table with the columns of a layout.

    Raises:
        ReadingError: the file is no table.
    """
    if path == "-":
        raise ReadingError("A table of records cannot come from standard input. Save it as a file.")
    if not os.path.exists(path):
        raise ReadingError(f"{path}: there is no such file. A table of records is a file.")
    if not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "no ordinary file"
        raise ReadingError(f"{path}: is {what}, but a table of records is one file. Name a file.")
    if not os.path.getsize(path):
        raise ReadingError(f"{path}: is empty. Write the table again, with a header line.")
    ending = extension(path)
    if ending not in _TABLES:
        raise ReadingError(f"{path}: a table of records ends in {', '.join(_TABLES)}.")
    if ending in (".duckdb", ".db"):
        source = _find_table(connection, path, layouts, alias)
    else:
        name = _quote_text(_write_pattern(path))
        divided = ", delim = '\t'" if ending == ".tsv" else ""
        source = (
            f"read_parquet({name}, hive_partitioning = false)"
            if ending == ".parquet"
            # Only the separator is found out. A guess at the others can drop rows that begin with "#".
            else f"read_csv({name}, all_varchar = true, header = true, quote = '\"', escape = '\"', "
            f"comment = '', hive_partitioning = false{divided})"
        )
    described = connection.execute(f"DESCRIBE SELECT * FROM {source}")  # noqa: S608 - quoted names
    types = {name: kind for name, kind, *_ in described.fetchall()}
    return _Table(source, types, source.startswith("read_csv"))


def _open_table(
    connection: DuckDBPyConnection, path: str, keys: Sequence[str], shown: Sequence[str], alias: str
) -> _Table:
    """Return the table in a file that has the columns of these keys, and those to show.

    Raises:
        ReadingError: the file is no table, or lacks a column.
    """
    needed = [*(name for key in keys for name in _split(key, "+")), *shown]
    table = _describe_table(connection, path, [needed], alias)
    known = table.types
    for column in needed:
        if len(known) == 1 and column not in known and column in re.split(r"[,;|\t]", next(iter(known))):
            raise ReadingError(f"{path}: a line has more or fewer fields than the header. Mend this line.")
        if column not in known:
            raise ReadingError(
                f"{path}: has no column {excerpt(column)}. Its columns are {_list_names(known)}."
            )
    return table


def _create_views(
    connection: DuckDBPyConnection,
    table: _Table,
    keys: Mapping[str, str],
    shown: Sequence[str],
    alias: str,
) -> None:
    """Make a table available as a view with the keys and the shown columns as text.

    ``keys`` have for each key the name of the table that its records are of, or "". A key without a value in
    one of its columns is NULL. A second view, ``…_written``, has the columns as they are written.
    """
    columns = [name for key in keys for name in _split(key, "+")]
    names = list(dict.fromkeys([*columns, *shown]))
    written = ", ".join(f"{_as_text(name, table.types[name])} AS {_quote(name)}" for name in names)
    connection.execute(f"CREATE VIEW {alias}_written AS SELECT {written} FROM {table.source}")  # noqa: S608
    mended = [
        f"CASE WHEN NOT {_is_empty(table, key)} THEN {_join_key(key, side)} END AS {_quote(key)}"
        for key, side in keys.items()
    ]
    mended += [_quote(name) for name in names if name not in keys]
    connection.execute(f"CREATE VIEW {alias} AS SELECT {', '.join(mended)} FROM {alias}_written")  # noqa: S608


def _join_key(key: str, side: str) -> str:
    """Return the SQL of a key as one text: ``left+1``. Different values give different texts."""
    names = _split(key, "+")
    if len(names) == 1 and not side:
        return _quote(names[0])
    # A plus within a value is marked, so that a+b and c differ from a and b+c.
    parts = [f"replace(replace({_quote(name)}, '\\', '\\\\'), '+', '\\+')" for name in names]
    return " || '+' || ".join([*([_quote_text(side)] if side else []), *parts])


def _is_empty(table: _Table, key: str) -> str:
    """Return the SQL condition that a column of a key has no value."""
    return "(" + " OR ".join(_is_empty_cell(table, name) for name in _split(key, "+")) + ")"


def _is_empty_cell(table: _Table, name: str) -> str:
    """Return the SQL condition that a cell has no value; in a CSV also if it is blank or has NULL."""
    column = _quote(name)
    if not table.is_text:
        return f"({column} IS NULL OR {column} = '')"
    return f"({column} IS NULL OR trim({column}) IN ({', '.join(map(_quote_text, ('', *_NO_VALUE)))}))"


def _as_text(name: str, kind: str) -> str:
    """Return the SQL of a column as text.

    Whole numbers with gaps are often stored as fractions, with NaN in the gaps.
    """
    column = _quote(name)
    if kind not in ("DOUBLE", "FLOAT"):
        return f"CAST({column} AS VARCHAR)"
    whole = f"isfinite({column}) AND trunc({column}) = {column} AND abs({column}) < 1e15"
    return (
        f"CASE WHEN isnan({column}) THEN NULL WHEN {whole} THEN CAST(CAST({column} AS BIGINT) AS VARCHAR) "
        f"ELSE CAST({column} AS VARCHAR) END"
    )


def _find_table(
    connection: DuckDBPyConnection, path: str, layouts: Sequence[Sequence[str]], alias: str
) -> str:
    """Return the SQL of the only table of a DuckDB file whose stored columns have those of a layout."""
    catalog, log = f"file_{alias}", f"{_locate(path)}{_LOG}"
    # DuckDB would run what is in it.
    if os.path.lexists(log):
        raise ReadingError(
            f"{path}: has changes that are only in {os.path.basename(log)}. Open the file in DuckDB, run "
            "CHECKPOINT and close it."
        )
    connection.execute(f"ATTACH {_quote_text(_locate(path))} AS {catalog} (READ_ONLY)")
    rows = connection.execute(
        "SELECT schema_name, table_name, list(column_name ORDER BY column_index) FROM duckdb_columns() "
        "SEMI JOIN duckdb_tables() USING (database_name, schema_name, table_name) "
        "WHERE database_name = $catalog AND NOT is_generated GROUP BY ALL ORDER BY ALL",
        {"catalog": catalog},
    ).fetchall()
    fitting = [
        (schema, table, columns)
        for schema, table, columns in rows
        if any(set(layout) <= set(columns) for layout in layouts)
    ]
    if len(fitting) != 1:
        names = ", ".join(excerpt(table) for _, table, _ in rows[:20]) or "none"
        wanted = " or ".join(", ".join(layout) for layout in layouts)
        raise ReadingError(
            f"{path}: {len(fitting)} of its tables have the columns {wanted}, and exactly one "
            f"must. Its tables are {names}. Views and computed columns are not read: store them as a table."
        )
    ((schema, table, columns),) = fitting
    stored = ", ".join(map(_quote, columns))
    return f"(SELECT {stored} FROM {catalog}.{_quote(schema)}.{_quote(table)})"  # noqa: S608 - quoted names


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _quote_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _read_graph(
    connection: DuckDBPyConnection, path: str, columns: _Columns, shown: dict[str, _RecordText]
) -> Graph:
    """Read one table, and the table with all records if there is one.

    ``shown`` has the texts of records in graphs before this one, and gets those of the others. A record is
    the same whatever its fields are, so it has one text in all graphs.
    """
    # Pairs name records by other columns, so their fields must be in the table of records.
    if columns.pairs and columns.show and not columns.records:
        raise CoalaError("Pairs have no fields to show: name the table with the records with --records.")
    fields = [] if columns.records or columns.pairs else columns.shown
    table = _open_table(connection, path, columns.linked, fields, "links")
    notices: tuple[Notice, ...] = ()
    if columns.pairs:
        table, notices = _leave_out_non_matches(connection, path, table, columns.pairs)
    sources = _find_sources(table, columns)
    apart = _SIDES if columns.pair_tables == TWO_TABLES else ("", "")
    keys = dict(zip(columns.linked, apart, strict=True))
    extra = [name for pair in sources for name in pair if name not in columns.linked]
    _create_views(connection, table, keys | dict.fromkeys(extra, ""), fields, "links")
    if columns.records:
        linked = [key for key in (columns.record, columns.clusters_of_records) if key]
        listed = _open_table(connection, columns.records, linked, columns.shown, "records")
        _create_views(connection, listed, dict.fromkeys(linked, ""), columns.shown, "records")
    record = _quote(columns.record)
    if columns.pairs:
        left, right = map(_quote, columns.pairs)
        ids = f"SELECT {left} AS id FROM links UNION SELECT {right} FROM links"  # noqa: S608
        if columns.records:
            covered = _quote(columns.clusters_of_records or columns.record)
            ids = f"{ids} UNION SELECT {record} FROM records WHERE {covered} IS NOT NULL"  # noqa: S608
    else:
        cluster = _quote(columns.cluster)
        ids = f"SELECT {record} AS id FROM links WHERE {cluster} IS NOT NULL"  # noqa: S608
    connection.execute(
        # The order of Python's strings is that of code points, as in DuckDB.
        f"CREATE TEMP TABLE known AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place "  # noqa: S608
        f"FROM (SELECT DISTINCT id FROM ({ids}) WHERE id IS NOT NULL)"
    )
    names = [row[0] for row in connection.execute("SELECT id FROM known ORDER BY place").fetchall()]
    if not names:
        what, flags = ("", "--pairs") if columns.pairs else (" and a cluster", "--record and --cluster")
        raise ReadingError(f"{path}: no row has a record{what}. Check the columns of {flags}.")
    notices += _note_rows(connection, table, columns)
    notices += _note_several_tables(connection, columns, sources)
    if columns.pairs:
        notices += _note_likelihoods(connection, table, columns.pairs)
    if columns.records:
        notices += _note_unlisted(connection, record)
    source = "records" if columns.records else "links"
    texts, twice = _read_texts(connection, source, record, columns.show, names)
    if twice:
        notices += (make_notice("records-twice", len(twice), twice[:MOST_EXAMPLES]),)
    other = [name for name, text in zip(names, texts, strict=True) if shown.setdefault(name, text) != text]
    if other:
        notices += (make_notice("records-with-other-fields", len(other), other[:MOST_EXAMPLES]),)
        texts = [shown[name] for name in names]
    place, instance = (
        _join_pairs(connection, columns.pairs, len(names))
        if columns.pairs
        else _read_clusters(connection, record, _quote(columns.cluster))
    )
    several = [names[number] for number in _find_repeated(place)]
    if not columns.pairs:
        notices += _note_repeated(connection, columns, {*twice, *several})
    if several:
        notices += (make_notice("records-in-clusters", len(several), several[:MOST_EXAMPLES]),)
    return _build_graph(path, names, texts, place, instance, notices)


def _note_rows(connection: DuckDBPyConnection, table: _Table, columns: _Columns) -> tuple[Notice, ...]:
    """Return notices about rows that cannot be used: without a record or cluster, a pair with only one."""
    names = ", ".join(map(_quote, columns.linking))
    empty = " OR ".join(_is_empty(table, name) for name in columns.linked)
    ((rows,),) = connection.execute(
        f"SELECT count(*) FROM links_written WHERE {empty}"  # noqa: S608 - quoted names
    ).fetchall()
    if not rows:
        return ()
    code = "pairs-without-record" if columns.pairs else "records-without-id"
    notice = make_notice(code, rows, columns=names)
    if not table.is_text:
        return (notice,)
    cells = " UNION ALL ".join(
        f"SELECT trim({_quote(name)}) AS word FROM links_written WHERE {_is_empty(table, name)}"  # noqa: S608
        for name in columns.linking
    )
    words = connection.execute(
        f"SELECT word, count(*) FROM ({cells}) WHERE word <> '' GROUP BY word ORDER BY word"  # noqa: S608
    ).fetchall()
    if not words:
        return (notice,)
    seen, counts = zip(*words, strict=True)
    return make_notice("words-for-no-value", sum(counts), seen, columns=names), notice


def _leave_out_non_matches(
    connection: DuckDBPyConnection, path: str, table: _Table, pairs: Sequence[str]
) -> tuple[_Table, tuple[Notice, ...]]:
    """Return the table without pairs that a column such as ``label`` does not call a match, and a notice.

    If a value of the column is neither yes nor no, and none is no, every pair counts, and the notice says so.

    Raises:
        ReadingError: several columns say which pairs match, or no pair does.
    """
    labels = {}
    notices: tuple[Notice, ...] = ()
    used = {name for key in pairs for name in _split(key, "+")}
    for name in table.types:
        if name in used or not _LABEL.fullmatch(name):
            continue
        value = _as_label(name, table.types[name])
        words = connection.execute(
            f"SELECT {value} AS word, count(*) FROM {table.source} GROUP BY word ORDER BY word"  # noqa: S608
        ).fetchall()
        counts = {word: rows for word, rows in words if word}
        numbers = [word for word in counts if re.fullmatch(r"[+-]?[\d.]+", word)]
        if {*numbers} <= _YES | _NO and not _NO.isdisjoint(counts):
            labels[name] = dict(words)
        elif not counts.keys() <= _YES:
            found = ", ".join([excerpt(word) for word in counts][:_MOST_WORDS])
            column = f"{_quote(name)} ({found}{' …' if len(counts) > _MOST_WORDS else ''})"
            notices += (make_notice("pairs-of-any-likelihood", sum(counts.values()), columns=column),)
    if not labels:
        return table, notices
    if len(labels) > 1:
        raise ReadingError(
            f"{path}: several columns say which pairs match, {', '.join(map(excerpt, labels))}. "
            "Leave only one of them in the table."
        )
    ((name, counts),) = labels.items()
    out = {word: rows for word, rows in counts.items() if word not in _YES}
    if len(out) == len(counts):
        raise ReadingError(f"{path}: no pair is a match by its column {excerpt(name)}. Check the table.")
    yes = ", ".join(map(_quote_text, sorted(_YES)))
    condition = f"{_as_label(name, table.types[name])} IN ({yes})"
    source = f"(SELECT * FROM {table.source} WHERE {condition})"  # noqa: S608 - quoted names
    found = ", ".join([word or "no value" for word in out][:_MOST_WORDS])
    found += " …" if len(out) > _MOST_WORDS else ""
    notice = make_notice("pairs-without-match", sum(out.values()), column=_quote(name), values=found)
    return table._replace(source=source), (*notices, notice)


def _as_label(name: str, kind: str) -> str:
    """Return the SQL of a column as a word in lower case, without separators and ".0"; "" without a value."""
    words = f"lower(trim(concat({_as_text(name, kind)}, '')))"
    return f"regexp_replace(regexp_replace({words}, '(\\d)\\.0+$', '\\1'), '([a-z])[ _-]+', '\\1', 'g')"


def _find_sources(table: _Table, columns: _Columns) -> list[tuple[str, str]]:
    """Return the columns that may have the source of the left and of the right record of a pair.

    Both columns are one in a table of clusters. The list is empty where the keys already tell tables apart.
    """
    names = [name for name in table.types if _SOURCE.search(name) and name not in columns.linking]
    keys = columns.linked if columns.pairs else columns.linked[:1]
    if columns.pair_tables or any("+" in key for key in keys):
        return []
    if not columns.pairs:
        return [(name, name) for name in names]
    _, sides = _split_sides(*columns.pairs)
    return [(one, other) for one in names for other in names if _split_sides(one, other)[1] == sides]


def _split_sides(one: str, other: str) -> tuple[str, tuple[str, str]]:
    """Return what two names have in common at both ends, and what differs: ``id_``, (``l``, ``r``)."""
    start = _find_common_start(one, other)
    one, other = one[len(start) :], other[len(start) :]
    end = _find_common_start(one[::-1], other[::-1])[::-1]
    cut = -len(end) or None
    return start + end, (one[:cut], other[:cut])


def _find_common_start(one: str, other: str) -> str:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(char for char, _ in same)


def _note_several_tables(
    connection: DuckDBPyConnection, columns: _Columns, sources: Sequence[tuple[str, str]]
) -> tuple[Notice, ...]:
    """Return a notice if records of two tables may have one identifier."""
    linked = columns.linked if columns.pairs else (columns.record, columns.record)
    for source in sources:
        rows = " UNION ".join(
            f"SELECT {_quote(key)} AS id, {_quote(name)} AS source FROM links"  # noqa: S608 - quoted names
            for key, name in zip(linked, source, strict=True)
        )
        found = connection.execute(
            f"SELECT id, count(*) OVER () FROM ({rows}) WHERE id IS NOT NULL "  # noqa: S608 - quoted names
            f"GROUP BY id HAVING count(DISTINCT source) > 1 ORDER BY id LIMIT {MOST_EXAMPLES}"
        ).fetchall()
        if found:
            base = _split_sides(*source)[0].strip("_-. ") if columns.pairs else source[0]
            options = f"--record {base}+{columns.record}"
            if columns.pairs:
                options += " --pairs " + ",".join(
                    f"{name}+{key}" for name, key in zip(source, columns.pairs, strict=True)
                )
            named = " and ".join(map(_quote, dict.fromkeys(source)))
            examples = [row[0] for row in found]
            return (
                make_notice(
                    "records-of-several-tables", found[0][1], examples, columns=named, options=options
                ),
            )
    # A table with clusters lists each record under one identifier, and so does a column of their tables.
    is_told = columns.pair_tables or columns.clusters_of_records or sources
    if not columns.pairs or is_told or any("+" in key for key in columns.pairs):
        return ()
    left, right = map(_quote, columns.pairs)
    found = connection.execute(
        f"SELECT id, count(*) OVER () FROM (SELECT {left} AS id FROM links INTERSECT "  # noqa: S608
        f"SELECT {right} FROM links) WHERE id IS NOT NULL ORDER BY id LIMIT {MOST_EXAMPLES}"
    ).fetchall()
    if not found:
        return ()
    examples = [row[0] for row in found]
    return (make_notice("pairs-share-records", found[0][1], examples, columns=f"{left} and {right}"),)


def _note_repeated(
    connection: DuckDBPyConnection, columns: _Columns, named: Collection[str]
) -> tuple[Notice, ...]:
    """Return a notice of records in several rows of one cluster, unless another notice has them."""
    record, cluster = _quote(columns.record), _quote(columns.cluster)
    rows = connection.execute(
        f"SELECT DISTINCT {record} AS id FROM links WHERE {record} IS NOT NULL "  # noqa: S608 - quoted names
        f"AND {cluster} IS NOT NULL GROUP BY {record}, {cluster} HAVING count(*) > 1 ORDER BY id"
    ).fetchall()
    found = [name for (name,) in rows if name not in named]
    return (make_notice("records-repeated", len(found), found[:MOST_EXAMPLES]),) if found else ()


def _note_likelihoods(
    connection: DuckDBPyConnection, table: _Table, pairs: Sequence[str]
) -> tuple[Notice, ...]:
    """Return a notice if the pairs have columns that say how likely they are, since all pairs count."""
    names = [name for name in table.types if _LIKELIHOOD.search(name) and name not in pairs]
    if not names:
        return ()
    names = names[:_MOST_LIKELIHOODS]
    ends = ", ".join(f"{end}({value})" for value in map(_as_number, names) for end in ("min", "max"))
    ((rows, *found),) = connection.execute(
        f"SELECT count(*), {ends} FROM {table.source}"  # noqa: S608 - quoted names
    ).fetchall()
    described = [
        f"{_quote(name)} ({least:.3g} to {most:.3g})"
        for name, least, most in zip(names, found[::2], found[1::2], strict=True)
        if least is not None and least < most
    ]
    return (make_notice("pairs-of-any-likelihood", rows, columns=", ".join(described)),) if described else ()


def _as_number(name: str) -> str:
    """Return the SQL of a column as a finite number, or NULL."""
    # A mere column would be converted by DuckDB's reader of CSV, which refuses a text.
    number = f"TRY_CAST(concat({_quote(name)}, '') AS DOUBLE)"
    return f"CASE WHEN isfinite({number}) THEN {number} END"


def _note_unlisted(connection: DuckDBPyConnection, record: str) -> tuple[Notice, ...]:
    """Return a notice about records that the table with all records does not have."""
    unlisted = connection.execute(
        f"SELECT id, count(*) OVER () FROM known WHERE id NOT IN "  # noqa: S608 - quoted names
        f"(SELECT {record} FROM records WHERE {record} IS NOT NULL) ORDER BY id LIMIT {MOST_EXAMPLES}"
    ).fetchall()
    return (
        (make_notice("records-not-listed", unlisted[0][1], [row[0] for row in unlisted]),) if unlisted else ()
    )


def _find_repeated(places: Any) -> list[int]:
    """Return the numbers that are there more than once, in ascending order."""
    import numpy as np

    numbers, counts = np.unique(places, return_counts=True)
    return [int(number) for number in numbers[counts > 1]]


def _read_texts(
    connection: DuckDBPyConnection,
    table: str,
    record: str,
    show: Sequence[Sequence[str]],
    names: Sequence[str],
) -> tuple[list[_RecordText], list[str]]:
    """Return the shown fields of each record in the order of the records; its identifier without any.

    The second list has the records of several rows with different fields.
    """
    texts = [_RecordText(name, 0, len(name)) for name in names]
    twice: list[str] = []
    if not show:
        return texts, twice
    # Columns of one field are joined by blanks; a field without any value is NULL.
    fields = ", ".join(
        f"nullif(trim(concat_ws(' ', {', '.join(f'{table}.{_quote(name)}' for name in field)})), '')"
        for field in show
    )
    rows = connection.execute(
        # Of several rows of one record the first by its fields, whatever the order of the table.
        f"SELECT known.place, min([{fields}]), count(DISTINCT [{fields}]) > 1 "  # noqa: S608
        f"FROM {table} JOIN known ON {table}.{record} = known.id GROUP BY known.place ORDER BY known.place"
    ).fetchall()
    titles = [" ".join(field) for field in show]
    for place, values, differ in rows:
        if any(values):
            texts[place] = _write_text(titles, values)
        if differ:
            twice.append(names[place])
    return texts, twice


def _write_text(titles: Sequence[str], values: Sequence[str | None]) -> _RecordText:
    """Return the text of a record that has at least one value; only its first field needs no title."""
    text, begin, end = "", 0, 0
    for number, (title, value) in enumerate(zip(titles, values, strict=True)):
        if not value:
            continue
        words = " ".join(value.split())
        text += (BETWEEN_FIELDS if text else "") + (f"{title}: " if number else "")
        if not end:
            begin, end = len(text), len(text) + len(words)
        text += words
    return _RecordText(text, begin, end)


def _read_clusters(connection: DuckDBPyConnection, record: str, cluster: str) -> tuple[Any, Any]:
    """Return the records and clusters of all mentions."""
    import numpy as np

    found = connection.execute(
        f"SELECT DISTINCT known.place AS place, links.{cluster} AS name FROM links "  # noqa: S608
        f"JOIN known ON links.{record} = known.id "
        f"WHERE links.{cluster} IS NOT NULL"
    ).fetchnumpy()
    _, number = np.unique(found["name"].astype(str), return_inverse=True)
    return found["place"].astype(np.int64), number


def _join_pairs(connection: DuckDBPyConnection, pairs: tuple[str, str], records: int) -> tuple[Any, Any]:
    """Return the records and clusters of all mentions: the connected components of the pairs."""
    import numpy as np

    left, right = map(_quote, pairs)
    found = connection.execute(
        f"SELECT one.place AS one, other.place AS other FROM links "  # noqa: S608
        f"JOIN known AS one ON links.{left} = one.id JOIN known AS other ON links.{right} = other.id"
    ).fetchnumpy()
    component = find_components(found["one"].astype(np.int64), found["other"].astype(np.int64), records)
    return np.arange(records), component


def _build_graph(
    path: str,
    names: list[str],
    texts: list[_RecordText],
    place: Any,
    instance: Any,
    notices: tuple[Notice, ...],
) -> Graph:
    """Return the graph: a document, its text and one mention for each record."""
    import numpy as np

    documents = [RECORD_PREFIX + percent_encode(name) for name in names]
    order = sorted(range(len(documents)), key=documents.__getitem__)
    position = np.empty(len(order), np.int64)
    position[order] = np.arange(len(order))
    texts = [texts[number] for number in order]
    begins, ends = (np.array([text[end] for text in texts], np.int64) for end in (1, 2))
    document = position[place]
    _, chain = np.unique(instance, return_inverse=True)
    by_place = np.lexsort((chain, document))
    document, chain = document[by_place], chain[by_place]
    # Number chains by their first records.
    _, first, inverse = np.unique(chain, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    count = len(first)
    empty = np.zeros(0, np.int64)
    return Graph(
        path=path,
        documents=tuple(documents[number] for number in order),
        texts=tuple(record.text for record in texts),
        mentions=Mentions(
            document=document,
            begin=begins[document],
            end=ends[document],
            shape=np.full(len(document), -1, np.int64),
            instance=rank[inverse],
        ),
        shapes=(),
        names=("",) * count,
        labels=(None,) * count,
        types=Shared([()], np.zeros(count, np.int64)),
        statements=Statements(empty, empty, empty.astype(bool), empty, empty, empty, empty),
        predicates=(),
        values=(),
        paths=(),
        sources=(_hash_file(path),),
        notices=notices,
    )


def _hash_file(path: str) -> Source:
    digest, size = sha256(), 0
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return Source(path, digest.hexdigest(), size)
