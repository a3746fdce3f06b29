"""Writing of a graph as Parquet tables in a folder; ``coala.tables.loading`` describes the tables.

DuckDB writes the files. It reads columns of numpy, in which a text is a Python string.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.origins import ORIGINS
from coala.model.values import SpanShape, write_name, write_place
from coala.reading.sources.duck import connect_duckdb
from coala.tables.about import write_about
from coala.tables.database import TextColumn, is_disk_full, make_texts
from coala.tables.loading import OTHER_NAME

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_Columns = Mapping[str, Integers | Booleans | TextColumn]


def write_tables(graph: Graph, folder: Path) -> tuple[Notice, ...]:
    """Write the tables of a graph into a folder, which is created, and return the notices.

    Further IRIs of instances become statements with the predicate ``OTHER_NAME``.

    Raises ``CoalaError`` if the folder cannot be written or holds tables already, if a text of the graph
    cannot be stored, or if DuckDB is not installed.
    """
    try:
        import duckdb
    except ImportError as error:
        raise CoalaError("Parquet needs a library. In a checkout: pip install '.[duckdb]'.") from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.parquet")):
            raise CoalaError(f"{folder}: has Parquet tables already. Give another folder.")
        with TemporaryDirectory(dir=folder, prefix="unfinished-") as name:
            unfinished = Path(name)
            with connect_duckdb() as connection:
                for table in _list_tables(graph):
                    _write_table(connection, table, unfinished / f"{table.name}.parquet")
            write_about(graph, graph.notices, unfinished)
            # The mentions come last: without them a folder is not read as a graph, so a program that is
            # stopped here leaves no graph that lacks a table.
            for path in sorted(unfinished.iterdir(), key=lambda path: path.stem == "mention"):
                path.replace(folder / path.name)
    except OSError as error:
        raise CoalaError(f"{folder}: cannot be written ({error.strerror}). Choose another place.") from error
    except duckdb.InvalidInputException as error:
        if "surrogate" not in str(error):
            raise
        raise CoalaError(
            f"{graph.path}: a text or a name has half of a surrogate pair, which a table cannot store. "
            "Correct the file, or compare without tables."
        ) from error
    except duckdb.IOException as error:
        reason = "no space left on device" if is_disk_full(error) else str(error).partition("\n")[0]
        raise CoalaError(f"{folder}: cannot be written ({reason}). Choose another place.") from error
    return graph.notices


class _Table(NamedTuple):
    """A table to write: a query, and the columns that it reads as ``rows``, ``more`` and ``said``."""

    name: str
    query: str
    rows: _Columns
    more: _Columns | None = None
    said: _Columns | None = None


def _write_table(connection: DuckDBPyConnection, table: _Table, path: Path) -> None:
    for name, columns in (("rows", table.rows), ("more", table.more), ("said", table.said)):
        if columns:
            connection.register(name, dict(columns))
    quoted = str(path).replace("'", "''")
    connection.execute(f"COPY ({table.query}) TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")
    for name, columns in (("rows", table.rows), ("more", table.more), ("said", table.said)):
        if columns:
            connection.unregister(name)


def _list_tables(graph: Graph) -> Iterator[_Table]:
    """Yield the tables of a graph one by one, since the columns of one may take much memory."""
    # An instance is written as its IRI, or as _:NUMBER if it has no name.
    keys = make_texts(name or f"_:{number}" for number, name in enumerate(graph.names))
    documents = make_texts(graph.documents)
    mentions = graph.mentions
    # The last element is for index -1, a span without a shape.
    fragments = make_texts([*map(_write_fragments, graph.shapes), None])
    marks = make_texts([*(shape.zero or None for shape in graph.shapes), None])
    words = np.full(len(mentions), None, dtype=object)
    for row, text in graph.mention_texts.items():
        words[row] = text
    # No minimum is null.
    low = np.ma.masked_all(len(mentions), np.int64)
    high = np.ma.masked_all(len(mentions), np.int64)
    for row, minimum in graph.minimums.items():
        low[row], high[row] = minimum
    optional = np.zeros(len(mentions), bool)
    optional[list(graph.optional)] = True
    yield _Table(
        "mention",
        'SELECT document, "begin", "end", fragments::STRUCT("begin" BIGINT, "end" BIGINT)[] AS fragments, '
        "mark, instance, words, optional, minimum_begin, minimum_end FROM rows",
        {
            "document": documents[mentions.document],
            "begin": mentions.begin,
            "end": mentions.end,
            "fragments": fragments[mentions.shape],
            "mark": marks[mentions.shape],
            "instance": keys[mentions.instance],
            "words": words,
            "optional": optional,
            "minimum_begin": low,
            "minimum_end": high,
        },
    )
    typed = [(number, kind) for number, kinds in enumerate(graph.types) for kind in kinds]
    yield _Table(
        "type",
        "SELECT instance, type FROM rows",
        {
            "instance": keys[[number for number, _ in typed]] if typed else keys[:0],
            "type": make_texts(kind for _, kind in typed),
        },
    )
    yield _make_statement_table(graph, keys)
    yield _Table("event", "SELECT instance FROM rows", {"instance": keys[graph.facts.events]})
    yield _Table(
        "text", "SELECT document, text FROM rows", {"document": documents, "text": make_texts(graph.texts)}
    )
    yield _Table(
        "instance",
        "SELECT instance, name, label FROM rows",
        {"instance": keys, "name": make_texts(graph.names), "label": make_texts(graph.labels)},
    )


def _make_statement_table(graph: Graph, keys: TextColumn) -> _Table:
    statements = graph.statements
    further = [(number, iri) for number, more in graph.other_names.items() for iri in more]

    def append(column: Integers | Booleans, more: Sequence[int]) -> Integers:
        return np.concatenate([column, np.array(more, dtype=np.int64)])

    facts = graph.facts
    ways = np.full(len(statements) + len(further), None, dtype=object)
    ways[facts.statement] = make_texts(ORIGINS)[facts.origin]
    values = make_texts((*graph.values, *(write_name(iri) for _, iri in further)))
    predicates = make_texts((*graph.predicates, OTHER_NAME))
    return _Table(
        "statement",
        # A reference has a row in ``more``, a place in ``said``, with the number of its statement.
        "SELECT instance, predicate, inverse, value, coalesce(named, []) AS references, "
        "fact, coalesce(places, CAST([] AS VARCHAR[])) AS places FROM rows "
        "LEFT JOIN (SELECT number, list({'path': path, 'instance': target} ORDER BY path, target) AS named "
        "FROM more GROUP BY number) USING (number) "
        "LEFT JOIN (SELECT number, list(place ORDER BY place) AS places FROM said GROUP BY number) "
        "USING (number) ORDER BY number",
        {
            "number": np.arange(len(statements) + len(further)),
            "instance": keys[append(statements.subject, [number for number, _ in further])],
            "predicate": predicates[append(statements.predicate, [len(graph.predicates)] * len(further))],
            "inverse": append(statements.inverse, [False] * len(further)).astype(bool),
            "value": values[
                append(statements.value, range(len(graph.values), len(graph.values) + len(further)))
            ],
            "fact": ways,
        },
        {
            "number": statements.reference_statement,
            "path": make_texts(graph.paths)[statements.reference_path],
            "target": keys[statements.reference_instance],
        },
        {
            "number": facts.statement[facts.row],
            "place": make_texts(_write_places(graph)),
        },
    )


def _write_places(graph: Graph) -> Iterator[str]:
    """Yield the places of facts in the notation of values."""
    facts = graph.facts
    columns = (facts.document.tolist(), facts.begin.tolist(), facts.end.tolist(), facts.shape.tolist())
    for document, begin, end, number in zip(*columns, strict=True):
        shape = graph.shapes[number] if number >= 0 else SpanShape()
        yield write_place(graph.documents[document], shape.fragments or ((begin, end),), shape.zero)


def _write_fragments(shape: SpanShape) -> str | None:
    """Return the parts of a span in the notation of a list in DuckDB, None for a span without gaps."""
    parts = ", ".join(f"{{begin: {begin}, end: {end}}}" for begin, end in shape.fragments)
    return f"[{parts}]" if parts else None
