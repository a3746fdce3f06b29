"""What is done to loaded tables before they are compared: other names of documents, and what does not count.

In memory ``coala.prepare`` does the same. A document takes over the baseline's identifier
(``--map-documents``), and chains of one mention are left out with the statements about them
(``--singletons``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from coala.engine.summary import GRAPH_ROLES
from coala.model.graph import Graph, Mentions, Statements
from coala.model.notices.notice import Notice
from coala.model.option import AUTO
from coala.model.values import Value, may_contain_name, replace_leaves
from coala.prepare.document_map import drop_numbered_notice, map_documents
from coala.prepare.prepare import Preparation
from coala.prepare.selection import note_statements_left_out
from coala.tables.about import About
from coala.tables.database import Database, make_texts
from coala.tables.loading import TABLES


class MappedTables(NamedTuple):
    """The properties of graphs whose documents have the baseline's identifiers, and notices of this."""

    about: list[About]
    names: list[dict[str, str]]  # of the renamed documents of each graph: old -> new
    notices: tuple[Notice, ...]


def map_table_documents(
    database: Database, shown: Sequence[str], about: Sequence[About], preparation: Preparation
) -> MappedTables:
    """Rename the documents in the loaded tables as ``map_documents`` does.

    ``shown`` are the paths of the graphs in messages. Texts are in memory only if documents are paired by
    them. Raises ``CoalaError`` as ``map_documents`` does.
    """
    wanted = preparation.documents
    if wanted is None:
        return MappedTables([*about], [{} for _ in about], ())
    listed = [
        _list_documents(database, graph, path, each.notices, texts=wanted.source == AUTO)
        for graph, (path, each) in enumerate(zip(shown, about, strict=True))
    ]
    placements, notices = map_documents(listed, wanted, GRAPH_ROLES[: len(listed)], aligned=preparation.align)
    names = [
        {old: new for old, new in zip(own.documents, placement.documents, strict=True) if old != new}
        for own, placement in zip(listed, placements, strict=True)
    ]
    if any(names):
        _rename_documents(database, names, [each.unclear_values for each in about])
    without_numbers = drop_numbered_notice(listed, wanted)
    return MappedTables(
        [replace(each, notices=list(own.notices)) for each, own in zip(about, without_numbers, strict=True)],
        names,
        notices,
    )


def _list_documents(
    database: Database, graph: int, path: str, notices: Sequence[Notice], *, texts: bool
) -> Graph:
    """Return a graph with documents and notices, and with their texts if ``texts``, but nothing else."""
    column = "max(text)" if texts else "CAST(NULL AS VARCHAR)"
    rows = database.read_rows(
        f"SELECT document, {column} FROM (SELECT document, text FROM loaded_text WHERE graph = $graph "  # noqa: S608
        "UNION ALL SELECT DISTINCT document, NULL FROM loaded_mention WHERE graph = $graph) AS documents "
        "GROUP BY document ORDER BY document",
        graph=graph,
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
    database: Database, names: Sequence[Mapping[str, str]], unclear: Sequence[Collection[str]]
) -> None:
    """Give the documents of each graph other names (old to new), also within values.

    The places of facts keep the old ones.
    """
    values: list[dict[str, str]] = [{} for _ in names]
    for graph, value in database.stream("SELECT DISTINCT graph, value FROM loaded_statement"):
        own = names[graph]
        if may_contain_name(value, own.keys()) and value not in unclear[graph]:
            values[graph][value] = _rename_in_value(value, own)
    for table, column, found in (
        ("mention", "document", names),
        ("text", "document", names),
        ("statement", "value", values),
    ):
        rows = [(graph, old, new) for graph, own in enumerate(found) for old, new in own.items()]
        database.insert_columns(
            "renamed",
            {
                "graph": np.array([graph for graph, _, _ in rows], dtype=np.int64),
                "old": make_texts([old for _, old, _ in rows]),
                "new": make_texts([new for _, _, new in rows]),
            },
        )
        columns = ", ".join(
            f'coalesce(renamed.new, given.{name}) AS "{name}"' if name == column else f'given."{name}"'
            for name in TABLES[table]
        )
        database.create(
            f"loaded_{table}",
            f"SELECT given.graph, {columns} FROM loaded_{table} AS given "  # noqa: S608 - names of our own
            f"LEFT JOIN renamed ON renamed.graph = given.graph AND renamed.old = given.{column}",
        )


def _rename_in_value(value: str, names: Mapping[str, str]) -> str:
    def rename(part: Value) -> Value | None:
        new = names.get(part.name)
        return None if new is None else part._replace(name=new)

    return replace_leaves(value, rename)


def leave_out_singletons(database: Database, graphs: int) -> tuple[Notice, ...]:
    """Delete chains of one mention and the statements about them; return notices of these statements."""
    database.create(
        "left_instance",
        "SELECT graph, instance FROM loaded_mention GROUP BY graph, instance "
        "HAVING count(DISTINCT {'document': document, 'begin': \"begin\", 'end': \"end\", "
        "'fragments': fragments, 'mark': mark}) = 1",
    )
    # These statements are about one of them, or refer to one.
    database.create(
        "left_statement",
        "SELECT * FROM loaded_statement SEMI JOIN left_instance USING (graph, instance) "
        'UNION SELECT s.* FROM loaded_statement AS s, unnest(s."references") AS each(object) '
        "WHERE EXISTS (FROM left_instance AS gone "
        "WHERE gone.graph = s.graph AND gone.instance = object.instance)",
    )
    notices: list[Notice] = []
    for graph, role in enumerate(GRAPH_ROLES[:graphs]):
        statements = database.count("SELECT graph FROM left_statement WHERE graph = $graph", graph=graph)
        notices += note_statements_left_out(statements, role)
    database.create("loaded_statement", "SELECT * FROM loaded_statement EXCEPT SELECT * FROM left_statement")
    for table in ("loaded_mention", "loaded_type", "loaded_event", "loaded_instance"):
        columns = ", ".join(f'"{name}"' for name in ("graph", *TABLES[table.removeprefix("loaded_")]))
        database.create(
            table,
            f"SELECT {columns} FROM {table} ANTI JOIN left_instance USING (graph, instance)",  # noqa: S608 - ours
        )
    return tuple(notices)
