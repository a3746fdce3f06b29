"""The bags that are kept of one graph become a graph of their own."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.values import SpanShape
from coala.reading.interpretation.content import Content, MentionColumns, StatementColumns, no_facts
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.rdf.terms import UNSET
from coala.tables.about import About

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_Thing = TypeVar("_Thing", bound=Hashable)


class _Places(dict[_Thing, int], Generic[_Thing]):
    """The places of different things, in the order in which they are asked for first."""

    def __init__(self, things: Iterable[_Thing] = ()) -> None:
        super().__init__((thing, place) for place, thing in enumerate(things))

    def __missing__(self, thing: _Thing) -> int:
        place = self[thing] = len(self)
        return place


def build_subgraph(
    connection: DuckDBPyConnection, graph: int, shown: str, about: About, notices: tuple[Notice, ...]
) -> Graph:
    """Return what graph 0 or 1 says of the bags that are kept: statements only of those that may differ.

    All its documents are there, and texts of those that are compared. ``notices`` come after those that
    were made when the graph was read.
    """
    chains = connection.execute(
        "SELECT chain, name, label FROM member JOIN kept USING (bag) "
        "LEFT JOIN named USING (graph, instance) WHERE graph = ? ORDER BY chain",
        [graph],
    ).fetchall()
    number_of = {chain: number for number, (chain, _, _) in enumerate(chains)}
    texts = dict(
        connection.execute(
            "SELECT document, min(text) FROM ("
            "SELECT document, NULL AS text FROM said_mention WHERE graph = $1 "
            "UNION ALL SELECT document, CASE "
            "WHEN EXISTS (FROM kept_mention AS kept WHERE kept.document = said_text.document) "
            "OR NOT EXISTS (FROM said_text AS other "
            "WHERE other.graph <> $1 AND other.document = said_text.document) "
            "THEN text END FROM said_text WHERE graph = $1) GROUP BY document",
            [graph],
        ).fetchall()
    )
    documents = _Places[str](texts)
    shapes, anchors = _Places[SpanShape](), _Places[str]()
    mentions = MentionColumns(*(array("q") for _ in MentionColumns._fields))
    for document, begin, end, fragments, mark, chain, words in connection.execute(
        'SELECT document, "begin", "end", fragments, mark, chain, words FROM kept_mention WHERE graph = ?',
        [graph],
    ).fetchall():
        shape = SpanShape(tuple((part["begin"], part["end"]) for part in fragments), mark)
        place = -1 if shape == SpanShape() else shapes[shape]
        anchor = UNSET if words is None or texts[document] is not None else anchors[words]
        row = documents[document], begin, end, place, number_of[chain], anchor
        for column, value in zip(mentions, row, strict=True):
            column.append(value)
    statements = _Statements(connection, graph, number_of)
    content = Content(
        mentions=mentions,
        statements=statements.columns,
        facts=no_facts(),
        documents=list(documents),
        texts=list(texts.values()),
        shapes=list(shapes),
        anchors=list(anchors),
        minimums=[],
        optional=[],
        names=[name or "" for _, name, _ in chains],
        labels=[label for _, _, label in chains],
        types=_types(connection, graph, number_of),
        predicates=list(statements.predicates),
        values=list(statements.values),
        unclear_values=about.unclear_values,
        inverse=about.inverse,
        symmetric=about.symmetric,
        transitive=[],
        paths=list(statements.paths),
        term_labels=about.term_labels,
        notices=[],
        sources=about.sources,
    )
    built = build_graph(shown, content)
    # What was read from files has been looked at whole.
    found = () if about.is_complete else built.notices
    return replace(built, notices=(*about.notices, *found, *notices))


def _types(connection: DuckDBPyConnection, graph: int, number_of: dict[int, int]) -> list[tuple[str, ...]]:
    types: list[list[str]] = [[] for _ in number_of]
    for chain, kind in connection.execute(
        "SELECT DISTINCT chain, type FROM said_type JOIN member USING (graph, instance) "
        "JOIN kept USING (bag) WHERE graph = ? ORDER BY chain, type",
        [graph],
    ).fetchall():
        types[number_of[chain]].append(kind)
    return list(map(tuple, types))


class _Statements:
    """The statements of a graph as columns, and what these number."""

    def __init__(self, connection: DuckDBPyConnection, graph: int, number_of: dict[int, int]) -> None:
        self.columns = columns = StatementColumns(*(array("q") for _ in StatementColumns._fields))
        self.predicates, self.values, self.paths = _Places[str](), _Places[str](), _Places[str]()
        last = None
        for number, chain, predicate, inverse, value, path, target in connection.execute(
            "SELECT s.number, m.chain, s.predicate, s.inverse, s.value, r.path, t.chain FROM statement AS s "
            "JOIN member AS m ON m.graph = s.graph AND m.instance = s.instance "
            "JOIN kept ON kept.bag = m.bag AND kept.differs "
            "LEFT JOIN reference AS r ON r.graph = s.graph AND r.number = s.number "
            "LEFT JOIN member AS t ON t.graph = r.graph AND t.instance = r.instance "
            "WHERE s.graph = ? ORDER BY s.number",
            [graph],
        ).fetchall():
            if number != last:
                last = number
                columns.subject.append(number_of[chain])
                columns.predicate.append(self.predicates[predicate])
                columns.inverse.append(int(inverse))
                columns.value.append(self.values[value])
            if target is not None:
                columns.reference_statement.append(len(columns.subject) - 1)
                columns.reference_path.append(self.paths[path])
                columns.reference_instance.append(number_of[target])
