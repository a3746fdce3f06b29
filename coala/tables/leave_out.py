"""What is done to loaded tables before they are compared: other names of documents, and what does not count.

In memory ``coala.prepare`` does the same. A document takes over the baseline's identifier
(``--map-documents``), and chains of one mention are left out with the statements about them
(``--singletons``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from coala.engine.summary import GRAPH_ROLES
from coala.model.graph import Graph, Mentions, Statements
from coala.model.notices.notice import Notice
from coala.model.option import AUTO
from coala.model.options import CARRIED_OVER, Options
from coala.model.values import Value, may_contain_name, replace_leaves
from coala.prepare.document_map import drop_numbered_notice, map_documents, read_document_map
from coala.prepare.selection import note_statements_left_out
from coala.tables.about import About
from coala.tables.rows import count_rows, stream_rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class MappedTables(NamedTuple):
    """The properties of graphs whose documents have the baseline's identifiers, and notices of this."""

    about: list[About]
    notices: tuple[Notice, ...]


def map_table_documents(
    connection: DuckDBPyConnection, shown: Sequence[str], about: Sequence[About], options: Options
) -> MappedTables:
    """Rename the documents in the loaded tables as ``map_documents`` does.

    ``shown`` are the paths of the graphs in messages. Texts are in memory only if documents are paired by
    them. Raises ``CoalaError`` as ``map_documents`` does.
    """
    wanted = read_document_map(options.map_documents)
    if wanted is None:
        return MappedTables([*about], ())
    listed = [
        _list_documents(connection, graph, path, each.notices, texts=wanted.source == AUTO)
        for graph, (path, each) in enumerate(zip(shown, about, strict=True))
    ]
    placements, notices = map_documents(
        listed, wanted, GRAPH_ROLES[: len(listed)], aligned=options.align_texts == CARRIED_OVER
    )
    for graph, (own, placement) in enumerate(zip(listed, placements, strict=True)):
        documents = zip(own.documents, placement.documents, strict=True)
        names = {old: new for old, new in documents if old != new}
        if names:
            _rename_documents(connection, graph, names, about[graph].unclear_values)
    told = drop_numbered_notice(listed, wanted)
    return MappedTables(
        [replace(each, notices=list(own.notices)) for each, own in zip(about, told, strict=True)], notices
    )


def _list_documents(
    connection: DuckDBPyConnection, graph: int, path: str, notices: Sequence[Notice], *, texts: bool
) -> Graph:
    """Return a graph with documents and notices, and with their texts if ``texts``, but nothing else."""
    column = "max(text)" if texts else "NULL"
    rows = list(
        stream_rows(
            connection,
            f"SELECT document, {column} FROM (SELECT document, text FROM loaded_text WHERE graph = $1 "  # noqa: S608
            "UNION ALL SELECT DISTINCT document, NULL FROM loaded_mention WHERE graph = $1) "
            "GROUP BY document ORDER BY document",
            [graph],
        )
    )
    empty = np.empty(0, np.int64)
    return Graph(
        path=path,
        documents=tuple(document for document, _ in rows),
        texts=tuple(text for _, text in rows),
        mentions=Mentions(*[empty] * 5),
        shapes=(),
        names=(),
        labels=(),
        types=(),
        statements=Statements(empty, empty, empty.astype(bool), *[empty] * 4),
        predicates=(),
        values=(),
        paths=(),
        notices=tuple(notices),
    )


def _rename_documents(
    connection: DuckDBPyConnection, graph: int, names: dict[str, str], unclear: Collection[str]
) -> None:
    """Give the documents of a graph other names (old to new), also within values."""

    def rename(value: Value) -> Value | None:
        new = names.get(value.name)
        return None if new is None else value._replace(name=new)

    values = {}
    for (value,) in stream_rows(
        connection, "SELECT DISTINCT value FROM loaded_statement WHERE graph = ?", [graph]
    ):
        if may_contain_name(value, names.keys()) and value not in unclear:
            values[value] = replace_leaves(value, rename)
    for table, column, found in (
        ("loaded_mention", "document", names),
        ("loaded_text", "document", names),
        ("loaded_statement", "value", values),
    ):
        if not found:
            continue
        pair = {"old": _make_column(found), "new": _make_column(found.values())}
        connection.register("renamed", pair)
        connection.execute(
            f"UPDATE {table} SET {column} = renamed.new FROM renamed "  # noqa: S608 - names of our own
            f"WHERE graph = $1 AND {column} = renamed.old",
            [graph],
        )
        connection.unregister("renamed")


def leave_out_singletons(connection: DuckDBPyConnection, graphs: int) -> tuple[Notice, ...]:
    """Delete chains of one mention and the statements about them; return notices of these statements."""
    connection.execute(
        "CREATE TABLE left_instance AS SELECT graph, instance FROM loaded_mention GROUP BY graph, instance "
        "HAVING count(DISTINCT {'document': document, 'begin': \"begin\", 'end': \"end\", "
        "'fragments': fragments, 'mark': mark}) = 1"
    )
    connection.execute(
        "CREATE TABLE left_statement AS SELECT DISTINCT * FROM loaded_statement AS s "
        "WHERE EXISTS (FROM left_instance AS gone WHERE gone.graph = s.graph AND (gone.instance = s.instance "
        'OR list_contains(list_transform(s."references", lambda part: part.instance), gone.instance)))'
    )
    notices: list[Notice] = []
    for graph, role in enumerate(GRAPH_ROLES[:graphs]):
        statements = count_rows(connection, "FROM left_statement WHERE graph = $1", graph)
        notices += note_statements_left_out(statements, role)
    connection.execute(
        "DELETE FROM loaded_statement AS s WHERE EXISTS (FROM left_statement AS gone WHERE gone = s)"
    )
    for table in ("loaded_mention", "loaded_type", "loaded_instance"):
        connection.execute(
            f"DELETE FROM {table} WHERE (graph, instance) IN (FROM left_instance)"  # noqa: S608 - ours
        )
    return tuple(notices)


def _make_column(texts: Iterable[str]) -> npt.NDArray[np.object_]:
    return np.array([*texts], dtype=object)
