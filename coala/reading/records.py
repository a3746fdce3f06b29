"""Tables of records as graphs: the clusters or pairs that entity resolution writes.

A record is a document whose text is its shown fields ("Ann Lee · city: Rome"). The first of them names the
record, and is its mention. A cluster is a chain. Pairs are joined to clusters; a record without a pair is
alone. A record without a cluster is left out, so that a gold that covers a part of the records restricts the
scores to these. DuckDB reads the tables: CSV (also with tabs, and packed), Parquet, and its own files with
one table that has the columns.

Every value is read as text, so that 007 and 7 are two records.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from coala.base.components import find_components
from coala.base.files import Source, extension
from coala.base.plain_text import excerpt
from coala.errors import Cancelled, CoalaError, ReadingError
from coala.model.graph import Graph, Mentions, Statements
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.nouns import RECORD_PREFIX
from coala.model.record_options import RecordOptions
from coala.reading.rdf.terms import percent_encode

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_BLOCK = 1 << 20
_TABLES = (".csv", ".tsv", ".txt", ".parquet", ".duckdb", ".db")
_BETWEEN = " · "
_LINES_OF_REASON = 3


class _Columns(NamedTuple):
    """The columns of one graph's table."""

    record: str
    cluster: str
    pairs: tuple[str, str] | None
    show: tuple[tuple[str, ...], ...]  # the columns of each shown field

    @property
    def shown(self) -> list[str]:
        """The columns of all shown fields."""
        return [name for field in self.show for name in field]


class _RecordText(NamedTuple):
    """The text of a record, and where the words are that name it, in code points."""

    text: str
    begin: int
    end: int


def read_record_graphs(
    paths: Sequence[str], options: RecordOptions, cancelled: Callable[[], bool]
) -> tuple[Graph, ...]:
    """Read the table at each path as a graph.

    Raises:
        CoalaError: DuckDB is not installed, or the options contradict each other.
        ReadingError: a table cannot be read, or lacks a column.
        Cancelled: ``cancelled`` returned True.
    """
    try:
        import duckdb
    except ImportError as error:
        raise CoalaError("Tables of records need DuckDB: pip install 'coala-review[duckdb]'.") from error
    columns = [_choose_columns(options, place, len(paths)) for place in range(len(paths))]
    graphs = []
    shown: dict[str, _RecordText] = {}
    for path, each in zip(paths, columns, strict=True):
        if cancelled():
            raise Cancelled("Reading was cancelled.")
        with duckdb.connect() as connection:
            # Nothing may be fetched or installed.
            connection.execute(
                "SET autoinstall_known_extensions = false; SET autoload_known_extensions = false"
            )
            try:
                graphs.append(_read_graph(connection, path, options.records, each, shown))
            except duckdb.Error as error:
                raise ReadingError(
                    f"{path}: cannot be read as a table of records ({_find_reason(error)}). A table is "
                    "in UTF-8, has a header line, and as many fields in each line as there."
                ) from error
    return tuple(graphs)


def _find_reason(error: Exception) -> str:
    """Return the first lines of a message of DuckDB that say where and what the problem is."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[:_LINES_OF_REASON])


def _choose_columns(options: RecordOptions, place: int, graphs: int) -> _Columns:
    """Return the columns of the graph at this place."""
    if bool(options.cluster) == bool(options.pairs):
        raise CoalaError("With --record, give --cluster COLUMN or --pairs LEFT,RIGHT.")
    pairs = _split(options.pairs)
    if options.pairs and len(pairs) != 2:
        raise CoalaError(f"--pairs takes two columns, LEFT,RIGHT, not {excerpt(options.pairs)}.")
    if pairs and pairs[0] == pairs[1]:
        raise CoalaError(f"--pairs takes two different columns, not {excerpt(options.pairs)}.")

    def choose(words: str, flag: str) -> str:
        names = _split(words)
        if len(names) not in (1, graphs):
            raise CoalaError(f"{flag} takes one column, or one for each of the {graphs} graphs.")
        return names[place] if len(names) > 1 else names[0]

    return _Columns(
        choose(options.record, "--record"),
        choose(options.cluster, "--cluster") if options.cluster else "",
        (pairs[0], pairs[1]) if options.pairs else None,
        tuple(tuple(_split(field, "+")) for field in _split(options.show)),
    )


def _split(words: str, separator: str = ",") -> list[str]:
    return [word.strip() for word in words.split(separator) if word.strip()]


def _open_table(connection: DuckDBPyConnection, path: str, needed: Sequence[str], alias: str) -> str:
    """Make a table available as a view, all columns as text; return its name.

    Raises:
        ReadingError: the file is no table, or lacks a column.
    """
    if not os.path.isfile(path):
        raise ReadingError(f"{path}: there is no such file. A table of records is a file.")
    ending = extension(path)
    if ending not in _TABLES:
        raise ReadingError(f"{path}: a table of records ends in {', '.join(_TABLES)}.")
    if ending in (".duckdb", ".db"):
        source = _find_table(connection, path, needed, alias)
    else:
        # A file name is no pattern.
        name = _quote_text(glob.escape(path))
        divided = ", delim = '\t'" if ending == ".tsv" else ""
        source = (
            f"read_parquet({name}, hive_partitioning = false)"
            if ending == ".parquet"
            # Only the separator is found out. A guess at the others can drop rows that begin with "#".
            else f"read_csv({name}, all_varchar = true, header = true, quote = '\"', escape = '\"', "
            f"comment = '', hive_partitioning = false{divided})"
        )
    described = connection.execute(f"DESCRIBE SELECT * FROM {source}")  # noqa: S608 - quoted names
    known = {name: kind for name, kind, *_ in described.fetchall()}
    for column in needed:
        if len(known) == 1 and column not in known and column in re.split(r"[,;|\t]", *known):
            raise ReadingError(f"{path}: a line has more or fewer fields than the header. Mend this line.")
        if column not in known:
            shown = ", ".join(map(excerpt, [*known][:20]))
            raise ReadingError(f"{path}: has no column {excerpt(column)}. Its columns are {shown}.")
    chosen = ", ".join(f"{_as_text(name, known[name])} AS {_quote(name)}" for name in dict.fromkeys(needed))
    connection.execute(f"CREATE VIEW {alias} AS SELECT {chosen} FROM {source}")  # noqa: S608 - quoted names
    return alias


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


def _find_table(connection: DuckDBPyConnection, path: str, needed: Sequence[str], alias: str) -> str:
    """Return the only table of a DuckDB file that has these columns."""
    catalog = f"file_{alias}"
    connection.execute(f"ATTACH {_quote_text(path)} AS {catalog} (READ_ONLY)")
    rows = connection.execute(
        "SELECT schema_name, table_name, list(column_name) FROM duckdb_columns() "
        "WHERE database_name = $catalog GROUP BY ALL ORDER BY ALL",
        {"catalog": catalog},
    ).fetchall()
    fitting = [(schema, table) for schema, table, columns in rows if set(needed) <= set(columns)]
    if len(fitting) != 1:
        names = ", ".join(excerpt(table) for _, table, _ in rows[:20]) or "none"
        raise ReadingError(
            f"{path}: {len(fitting)} of its tables have the columns {', '.join(needed)}, and exactly one "
            f"must. Its tables are {names}."
        )
    ((schema, table),) = fitting
    return f"{catalog}.{_quote(schema)}.{_quote(table)}"


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _quote_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _read_graph(
    connection: DuckDBPyConnection,
    path: str,
    records: str | None,
    columns: _Columns,
    shown: dict[str, _RecordText],
) -> Graph:
    """Read one table, and the table with all records if there is one.

    ``shown`` has the texts of records in graphs before this one, and gets those of the others. A record is
    the same whatever its fields are, so it has one text in all graphs.
    """
    show = [] if records else columns.shown
    linked = list(columns.pairs or (columns.record, columns.cluster))
    # Pairs name records by other columns, so their fields must be in the table of records.
    if columns.pairs and columns.show and not records:
        raise CoalaError("Pairs have no fields to show: name the table with the records with --records.")
    table = _open_table(connection, path, [*linked, *show], "links")
    if records:
        _open_table(connection, records, [columns.record, *columns.shown], "records")
    record = _quote(columns.record)
    if columns.pairs:
        left, right = map(_quote, columns.pairs)
        ids = f"SELECT {left} AS id FROM {table} UNION SELECT {right} FROM {table}"  # noqa: S608
        if records:
            ids = f"{ids} UNION SELECT {record} FROM records"  # noqa: S608
    else:
        cluster = _quote(columns.cluster)
        ids = f"SELECT {record} AS id FROM {table} WHERE {cluster} IS NOT NULL AND {cluster} <> ''"  # noqa: S608
    connection.execute(
        # The order of Python's strings is that of code points, as in DuckDB.
        f"CREATE TEMP TABLE known AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place "  # noqa: S608
        f"FROM (SELECT DISTINCT id FROM ({ids}) WHERE id IS NOT NULL AND id <> '')"
    )
    names = [row[0] for row in connection.execute("SELECT id FROM known ORDER BY place").fetchall()]
    if not names:
        raise ReadingError(f"{path}: no row has a record{'' if columns.pairs else ' and a cluster'}.")
    notices = _note_rows(connection, path, table, columns)
    if records:
        notices += _note_unlisted(connection, record)
    texts, twice = _read_texts(connection, "records" if records else table, record, columns.show, names)
    if twice:
        notices += (make_notice("records-twice", len(twice), twice[:MOST_EXAMPLES]),)
    other = [name for name, text in zip(names, texts, strict=True) if shown.setdefault(name, text) != text]
    if other:
        notices += (make_notice("records-with-other-fields", len(other), other[:MOST_EXAMPLES]),)
        texts = [shown[name] for name in names]
    place, instance = (
        _join_pairs(connection, table, columns.pairs, len(names))
        if columns.pairs
        else _read_clusters(connection, table, record, _quote(columns.cluster))
    )
    several = [names[number] for number in _find_repeated(place)]
    if several:
        notices += (make_notice("records-in-clusters", len(several), several[:MOST_EXAMPLES]),)
    return _build_graph(path, names, texts, place, instance, notices)


def _note_rows(
    connection: DuckDBPyConnection, path: str, table: str, columns: _Columns
) -> tuple[Notice, ...]:
    """Return notices about rows that cannot be used: without a record or cluster, a pair with only one."""
    names = list(map(_quote, columns.pairs or (columns.record, columns.cluster)))
    empty = " OR ".join(f"{name} IS NULL OR {name} = ''" for name in names)
    ((rows,),) = connection.execute(f"SELECT count(*) FROM {table} WHERE {empty}").fetchall()  # noqa: S608
    code = "pairs-without-record" if columns.pairs else "records-without-id"
    return (make_notice(code, rows, columns=", ".join(names)),) if rows else ()


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
        text += (_BETWEEN if text else "") + (f"{title}: " if number else "")
        if not end:
            begin, end = len(text), len(text) + len(words)
        text += words
    return _RecordText(text, begin, end)


def _read_clusters(connection: DuckDBPyConnection, table: str, record: str, cluster: str) -> tuple[Any, Any]:
    """Return the records and clusters of all mentions."""
    import numpy as np

    found = connection.execute(
        f"SELECT DISTINCT known.place AS place, {table}.{cluster} AS name FROM {table} "  # noqa: S608
        f"JOIN known ON {table}.{record} = known.id "
        f"WHERE {table}.{cluster} IS NOT NULL AND {table}.{cluster} <> ''"
    ).fetchnumpy()
    _, number = np.unique(found["name"].astype(str), return_inverse=True)
    return found["place"].astype(np.int64), number


def _join_pairs(
    connection: DuckDBPyConnection, table: str, pairs: tuple[str, str], records: int
) -> tuple[Any, Any]:
    """Return the records and clusters of all mentions: the connected components of the pairs."""
    import numpy as np

    left, right = map(_quote, pairs)
    found = connection.execute(
        f"SELECT one.place AS one, other.place AS other FROM {table} "  # noqa: S608
        f"JOIN known AS one ON {table}.{left} = one.id JOIN known AS other ON {table}.{right} = other.id"
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
        types=((),) * count,
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
