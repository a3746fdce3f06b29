"""The small graphs of the units that are compared in memory, built from the tables of the scripts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Generic, TypeVar

from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.origins import ORIGINS
from coala.model.values import SpanShape, parse_value
from coala.reading.interpretation.content import (
    Content,
    FactColumns,
    LeastExtent,
    MentionColumns,
    StatementColumns,
)
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.rdf.terms import UNSET
from coala.tables.about import About
from coala.tables.database import Database

_Value = TypeVar("_Value", bound=Hashable)


class _NumberByValue(dict[_Value, int], Generic[_Value]):
    """A dictionary that gives each value the next number when it is first looked up.

    Its keys in order are then the list that these numbers index.
    """

    def __init__(self, values: Iterable[_Value] = ()) -> None:
        super().__init__((value, place) for place, value in enumerate(values))

    def __missing__(self, value: _Value) -> int:
        place = self[value] = len(self)
        return place


def build_subgraph(
    database: Database,
    graph: int,
    shown: str,
    about: About,
    renamed: Mapping[str, str],
    notices: tuple[Notice, ...],
) -> Graph:
    """Build graph 0 (baseline), 1 or 2 (gold) of the kept units, with the statements that are needed.

    It has all documents, but only the texts that are needed. ``shown`` is its path in messages. ``renamed``
    has the new name of each document that has one. ``notices`` are added to those of the reading.
    """
    # Chains, numbered from 0.
    number_of: dict[int, int] = {}
    names: list[str] = []
    labels: list[str | None] = []
    for chain, name, label in database.stream(
        "SELECT chain, name, label FROM member JOIN kept USING (bag) "
        "LEFT JOIN named USING (graph, instance) WHERE graph = $graph ORDER BY chain",
        graph=graph,
    ):
        number_of[chain] = len(number_of)
        names.append(name or "")
        labels.append(label)
    # Texts by document: those with a kept mention, and those that the graphs do not have alike.
    texts = dict(
        database.stream(
            "SELECT document, min(text) FROM ("
            "SELECT document, NULL AS text FROM loaded_mention WHERE graph = $graph "
            "UNION ALL SELECT document, NULL FROM loaded_text WHERE graph = $graph "
            "UNION ALL SELECT document, text FROM loaded_text WHERE graph = $graph "
            "AND (EXISTS (FROM kept_mention AS kept WHERE kept.document = loaded_text.document) "
            "OR EXISTS (FROM fact_document AS said WHERE said.document = loaded_text.document) "
            "OR NOT EXISTS (FROM same_text AS same WHERE same.document = loaded_text.document))"
            ") AS texts GROUP BY document",
            graph=graph,
        )
    )
    # Mentions as columns of numbers.
    documents = _NumberByValue[str](texts)
    shapes, anchors = _NumberByValue[SpanShape](), _NumberByValue[str]()
    mentions = MentionColumns(*(array("q") for _ in MentionColumns._fields))
    optional: list[int] = []
    minimums: list[LeastExtent] = []
    for document, begin, end, fragments, mark, chain, words, is_optional, minimum in database.stream(
        'SELECT document, "begin", "end", fragments, mark, chain, words, optional, minimum '
        "FROM kept_mention WHERE graph = $graph",
        graph=graph,
    ):
        if is_optional:
            optional.append(len(mentions.begin))
        if minimum is not None:
            minimums.append(LeastExtent(len(mentions.begin), minimum["begin"], minimum["end"]))
        shape = SpanShape(tuple((part["begin"], part["end"]) for part in fragments), mark)
        place = -1 if shape == SpanShape() else shapes[shape]  # most spans have neither gaps nor a mark
        anchor = UNSET if words is None or texts[document] is not None else anchors[words]
        row = documents[document], begin, end, place, number_of[chain], anchor
        for column, value in zip(mentions, row, strict=True):
            column.append(value)

    # Build the graph like one that was read from files.
    def number_document(document: str) -> int:
        document = renamed.get(document, document)
        texts.setdefault(document, None)
        return documents[document]

    statements = _Statements(database, graph, number_of, number_document, shapes)
    content = Content(
        mentions=mentions,
        statements=statements.columns,
        facts=statements.facts,
        documents=list(documents),
        texts=list(texts.values()),
        shapes=list(shapes),
        anchors=list(anchors),
        minimums=minimums,
        optional=optional,
        forms=[],
        names=names,
        labels=labels,
        types=_read_types(database, graph, number_of),
        other_names={},
        predicates=list(statements.predicates),
        values=list(statements.values),
        unclear_values=about.unclear_values,
        inverse=about.inverse,
        symmetric=about.symmetric,
        transitive=[],
        paths=list(statements.paths),
        term_labels=about.term_labels,
        descriptions=about.descriptions,
        notices=[],
        sources=about.sources,
    )
    built = build_graph(shown, content)
    # A graph that COALA read from files got its notices then, from the whole graph.
    found = () if about.is_complete else built.notices
    return replace(built, notices=(*about.notices, *found, *notices))


def _read_types(database: Database, graph: int, number_of: dict[int, int]) -> list[tuple[str, ...]]:
    """Return the types of each kept chain, by its number in the small graph."""
    types: list[list[str]] = [[] for _ in number_of]
    for chain, kind in database.stream(
        "SELECT DISTINCT chain, type FROM loaded_type JOIN member USING (graph, instance) "
        "JOIN kept USING (bag) WHERE graph = $graph ORDER BY chain, type",
        graph=graph,
    ):
        types[number_of[chain]].append(kind)
    return list(map(tuple, types))


class _Statements:
    """The statements and facts of a graph as columns of numbers, and the values behind these numbers."""

    def __init__(
        self,
        database: Database,
        graph: int,
        number_of: dict[int, int],
        number_document: Callable[[str], int],
        shapes: _NumberByValue[SpanShape],
    ) -> None:
        self.columns = columns = StatementColumns(*(array("q") for _ in StatementColumns._fields))
        self.facts = facts = FactColumns(*(array("q") for _ in FactColumns._fields))
        self.predicates, self.values, self.paths = (
            _NumberByValue[str](),
            _NumberByValue[str](),
            _NumberByValue[str](),
        )
        # The query has a row for each reference of a statement, or one row for a statement without any.
        last = None
        for number, chain, predicate, inverse, value, fact, places, path, target in database.stream(
            "SELECT s.number, s.chain, s.predicate, s.inverse, s.value, s.fact, s.places, r.path, t.chain "
            "FROM kept_statement AS s "
            "LEFT JOIN reference AS r ON r.graph = s.graph AND r.number = s.number "
            "LEFT JOIN member AS t ON t.graph = r.graph AND t.instance = r.instance "
            "WHERE s.graph = $graph ORDER BY s.number",
            graph=graph,
        ):
            if number != last:
                last = number
                row = len(columns.subject)
                columns.subject.append(number_of[chain])
                columns.predicate.append(self.predicates[predicate])
                columns.inverse.append(int(inverse))
                columns.value.append(self.values[value])
                if fact is not None:
                    facts.statement.append(row)
                    facts.origin.append(ORIGINS.index(fact))
                for place in places:
                    said = parse_value(place)
                    parts = said.fragments
                    shape = SpanShape(parts if len(parts) > 1 else (), said.zero)
                    facts.stated_row.append(row)
                    facts.document.append(number_document(said.name))
                    facts.begin.append(parts[0][0])
                    facts.end.append(parts[-1][1])
                    facts.shape.append(-1 if shape == SpanShape() else shapes[shape])
            if target is not None:
                columns.reference_statement.append(len(columns.subject) - 1)
                columns.reference_path.append(self.paths[path])
                columns.reference_instance.append(number_of[target])
        for (chain,) in database.stream(
            "SELECT DISTINCT chain FROM loaded_event JOIN member USING (graph, instance) "
            "JOIN kept USING (bag) WHERE graph = $graph",
            graph=graph,
        ):
            facts.events.append(number_of[chain])
