"""A corpus of one to three graphs that share one numbering of documents and spans.

Each graph numbers its own documents. To compare graphs, ``build_corpus`` gives every document, and every
distinct span of any graph, one number that is the same for all graphs. "Span 7 is mentioned by graph 0 and by
graph 1" is then a comparison of integers. Matching, alignment and filters replace a corpus by another one
with the same spans and other mentions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.sequences import Shared
from coala.model.columns import begins_run, pack
from coala.model.graph import Graph, Mentions
from coala.model.knowledge_bases import EntityName
from coala.model.statement_table import StatementTable, build_statement_tables
from coala.model.values import Span, SpanShape

_Value = TypeVar("_Value")

EntityNames = Shared[tuple[EntityName, ...]]
"""For each instance of a graph: its sorted names in the knowledge bases that count, () without one."""


class LinkedMentions(NamedTuple):
    """The mentions of one graph: the span and the instance of each, and the names of each instance.

    A mention with several names has a row for each of them.
    """

    span: Integers
    instance: Integers
    names: EntityNames


# Baseline and changed graph. Statements of the third graph, gold, are not compared.
_COMPARED = 2

_MOST_CACHED = 1 << 16
"""The most spans that are cached: those of many bags, a few megabytes."""


@dataclass(frozen=True, eq=False)
class Placement:
    """The mentions of one graph, moved to the documents and texts that it shares with other graphs.

    It is what the graph states, except where documents were renamed or texts aligned.
    """

    documents: tuple[str, ...]  # the shared identifier of each of ``Graph.documents``
    texts: tuple[str | None, ...]  # the shared text of each of ``Graph.documents``
    mentions: Mentions  # one row for each row of ``Graph.mentions``
    shapes: tuple[SpanShape, ...]  # ``mentions.shape`` indexes them
    minimums: Mapping[int, tuple[int, int]]  # row of a mention -> the part that a response must cover
    moved: Mapping[Span, Span] = field(default_factory=dict)  # span as stated -> span after alignment

    @property
    def text_of(self) -> dict[str, str | None]:
        """The text of each document by its identifier, in sorted order."""
        return dict(sorted(zip(self.documents, self.texts, strict=True)))


def place_as_stated(graph: Graph) -> Placement:
    """Return the mentions of a graph with the documents and offsets that it states."""
    return Placement(graph.documents, graph.texts, graph.mentions, graph.shapes, graph.minimums)


@dataclass(frozen=True, eq=False)
class Corpus:
    """One to three graphs with one numbering of documents and spans.

    In a comparison, graph 0 is the baseline, 1 the changed graph, and 2 the gold graph. The fields
    after ``graphs`` include every renaming, alignment, join and omission. The documents, texts and mentions
    within ``graphs`` are as the files have them, so use ``graphs`` only for instances and statements.
    """

    graphs: tuple[Graph, ...]
    documents: tuple[str, ...]  # sorted
    shape_values: tuple[SpanShape, ...]

    # One row for each span, sorted by these columns: a smaller number is an earlier span.
    document: Integers  # an index of ``documents``
    begin: Integers
    end: Integers
    shape: Integers  # an index of ``shape_values``, or -1

    # One array for each graph, with one row for each mention: its span and its instance.
    mentions: tuple[Integers, ...]
    instances: tuple[Integers, ...]

    # One mapping for each graph.
    texts: tuple[Mapping[str, str | None], ...]  # document -> text
    words: tuple[Mapping[int, str], ...]  # span -> its words, where the graph states them
    minimums: tuple[Mapping[int, tuple[int, int]], ...]  # span -> the part that a response must cover
    forms: tuple[Mapping[int, str], ...]  # span -> its form (``values.MENTION_FORMS``), where it is stated
    provenance: tuple[tuple[Span, ...], ...]  # the place of each row of ``Facts.row`` in a text
    entity_names: tuple[EntityNames, ...]
    # For each graph, its mentions with the names that are scored; empty if none is.
    links: tuple[LinkedMentions, ...] = ()
    # For each graph, the mask of instances that are entries: their own IRI is a name. Empty if there is none.
    entries: tuple[Booleans, ...] = ()
    # True if the user chose the knowledge bases: names in each of them are compared by themselves.
    bases_are_chosen: bool = False

    # Each span of a bag is requested many times.
    _cached: dict[int, Span] = field(default_factory=dict, init=False, repr=False)

    @property
    def spans(self) -> int:
        """The number of spans; some may have no mention any more."""
        return len(self.document)

    def span(self, number: int) -> Span:
        """Return the span with this number."""
        span = self._cached.get(number)
        if span is None:
            where = self.documents[self.document[number]], self.begin.item(number), self.end.item(number)
            shape = self.shape.item(number)
            span = Span(*where) if shape < 0 else Span(*where, *self.shape_values[shape])
            self._cached[number] = span
        return span

    def spans_between(self, first: int, last: int) -> list[Span]:
        """Return the spans from number ``first`` to before number ``last``."""
        columns = (
            column[first:last].tolist() for column in (self.document, self.begin, self.end, self.shape)
        )
        names, shapes = self.documents, self.shape_values
        return [
            Span(names[document], begin, end)
            if shape < 0
            else Span(names[document], begin, end, *shapes[shape])
            for document, begin, end, shape in zip(*columns, strict=True)
        ]

    def forget_spans(self) -> None:
        """Clear the cache of spans if it is large; call it between bags."""
        if len(self._cached) >= _MOST_CACHED:
            self._cached.clear()

    def words_of(self, number: int, texts: Sequence[str | None]) -> str | None:
        """Return the words of a span: its sign, its text, or as a graph states them; None if unknown.

        ``texts`` are those of ``texts_of``.
        """
        span = self.span(number)
        text = texts[self.document.item(number)]
        if span.sign or text is not None:
            return span.sign or span.words_in(text or "")
        return next((words[number] for words in self.words if number in words), None)

    @cached_property
    def zeros(self) -> Booleans:
        """The mask of spans that are zeros, which are placed at a word but have no words."""
        # Index -1, a span without a shape, leads to the last element.
        return np.array([*(bool(shape.zero) for shape in self.shape_values), False])[self.shape]

    @cached_property
    def unplaced(self) -> Booleans:
        """The mask of spans that have no place in the text; they are shown at the nearest one."""
        return np.array([*(bool(shape.unplaced) for shape in self.shape_values), False])[self.shape]

    def mentioned(self, graph: int) -> Booleans:
        """Return the mask of spans that a graph mentions."""
        mask = np.zeros(self.spans, dtype=bool)
        mask[self.mentions[graph]] = True
        return mask

    def spans_of(self, graph: int, instance: int) -> list[int]:
        """Return the spans of an instance of one of the graphs, in ascending order."""
        spans, start = self._spans_of_instances[graph]
        return spans[start[instance] : start[instance + 1]].tolist()

    def texts_of(self, *graphs: int) -> list[str | None]:
        """Return the text of each document from the first of these graphs (default: all) that has it."""
        text_of: dict[str, str | None] = {}
        for graph in reversed(graphs or range(len(self.graphs))):
            text_of |= {name: text for name, text in self.texts[graph].items() if text is not None}
        return [text_of.get(name) for name in self.documents]

    def replace_spans(self, span: Integers) -> Corpus:
        """Return the corpus in which every mention of span ``s`` is a mention of ``span[s]``."""
        return replace(
            self,
            mentions=tuple(span[spans] for spans in self.mentions),
            links=tuple(links._replace(span=span[links.span]) for links in self.links),
            forms=tuple(_key_by_span(forms, span) | dict(forms) for forms in self.forms),
        )

    def drop_mentions(self, graph: int, rows: Sequence[int] | Integers) -> Corpus:
        """Return the corpus without some mentions of a graph."""
        mentions, instances = list(self.mentions), list(self.instances)
        mentions[graph] = np.delete(mentions[graph], rows)
        instances[graph] = np.delete(instances[graph], rows)
        return replace(self, mentions=tuple(mentions), instances=tuple(instances))

    @cached_property
    def tables(self) -> tuple[StatementTable, ...]:
        """The statement tables of the two graphs that are compared."""
        return build_statement_tables(self.graphs[:_COMPARED])

    @cached_property
    def descriptions(self) -> tuple[Sequence[tuple[str, ...]], ...]:
        """The types of each instance of the graphs that are compared, with its names where they count.

        They tell instances of the same spans apart.
        """
        return tuple(
            [
                (*types, *(f"{name.base}:{name.name}" for name in names))
                for types, names in zip(graph.types, own, strict=True)
            ]
            if len(own.values) > 1
            else graph.types
            for graph, own in zip(self.graphs[:_COMPARED], self.entity_names, strict=False)
        )

    @cached_property
    def _spans_of_instances(self) -> list[tuple[memoryview[int], list[int]]]:
        """For each graph: its mentioned spans sorted by instance, and where each instance begins there."""
        columns = []
        for graph, spans, instance in zip(self.graphs, self.mentions, self.instances, strict=True):
            order = np.argsort(pack(instance, spans))
            start = np.searchsorted(instance[order], np.arange(len(graph.names) + 1))
            # Short slices of a memoryview take half the time of slices of an array.
            columns.append((spans[order].data, start.tolist()))
        return columns


def name_nothing(graph: Graph) -> EntityNames:
    """Return no names for any instance of a graph."""
    return Shared([()], np.zeros(len(graph.names), dtype=np.int64))


def build_corpus(
    graphs: Sequence[Graph],
    placements: Sequence[Placement] | None = None,
    entity_names: Sequence[EntityNames] | None = None,
) -> Corpus:
    """Assign numbers to the documents and spans of all graphs, each in sorted order.

    ``placements`` are the places of each graph's mentions; the default is as the graphs state them. Without
    ``entity_names``, no name of an instance counts.
    """
    if placements is None:
        placements = [place_as_stated(graph) for graph in graphs]
    documents = tuple(sorted({name for placement in placements for name in placement.documents}))
    shape_values = tuple(sorted({value for placement in placements for value in placement.shapes}))
    document_number = {name: number for number, name in enumerate(documents)}
    shape_number = {value: number for number, value in enumerate(shape_values)}
    # One row for each mention of any graph, graph after graph.
    columns = [_renumber_mentions(placement, document_number, shape_number) for placement in placements]
    document, begin, end, shape = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    # The length sorts like the end, and needs fewer bits.
    packed = pack(document, begin, end - begin, shape)
    # Graphs are sorted already, and a stable sort merges them in a tenth of the time.
    order = np.argsort(packed, kind="stable")
    # Rows with equal columns are one span: it is numbered, and described by its first row.
    is_new = begins_run(packed[order])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(is_new) - 1
    first = order[is_new]
    ends = np.cumsum([len(graph.mentions) for graph in graphs])
    mentions = tuple(np.split(number, ends[:-1]))
    return Corpus(
        graphs=tuple(graphs),
        documents=documents,
        shape_values=shape_values,
        document=document[first],
        begin=begin[first],
        end=end[first],
        shape=shape[first],
        mentions=mentions,
        instances=tuple(graph.mentions.instance for graph in graphs),
        texts=tuple(placement.text_of for placement in placements),
        words=tuple(
            _key_by_span(graph.mention_texts, spans) for graph, spans in zip(graphs, mentions, strict=True)
        ),
        minimums=tuple(
            # The first of several mentions of a span wins.
            _key_by_span(dict(sorted(placement.minimums.items(), reverse=True)), spans)
            for placement, spans in zip(placements, mentions, strict=True)
        ),
        forms=tuple(_key_by_span(graph.forms, spans) for graph, spans in zip(graphs, mentions, strict=True)),
        provenance=tuple(map(_place_facts, graphs, placements)),
        entity_names=tuple(map(name_nothing, graphs) if entity_names is None else entity_names),
    )


def _place_facts(graph: Graph, placement: Placement) -> tuple[Span, ...]:
    """Return the places of the facts of a graph, after alignment."""
    facts = graph.facts
    columns = (facts.document, facts.begin, facts.end, facts.shape)
    stated = (
        Span(placement.documents[document], begin, end, *(graph.shapes[shape] if shape >= 0 else ()))
        for document, begin, end, shape in zip(*(column.tolist() for column in columns), strict=True)
    )
    return tuple(placement.moved.get(span, span) for span in stated)


def _renumber_mentions(
    placement: Placement, document_number: dict[str, int], shape_number: dict[SpanShape, int]
) -> tuple[Integers, Integers, Integers, Integers]:
    """Return document, begin, end and shape of each mention, with the numbers of the corpus."""
    documents = np.array([document_number[name] for name in placement.documents], dtype=np.int64)
    # The last element is for index -1, a span without a shape.
    shapes = np.array([*(shape_number[value] for value in placement.shapes), -1], dtype=np.int64)
    mentions = placement.mentions
    return documents[mentions.document], mentions.begin, mentions.end, shapes[mentions.shape]


def _key_by_span(values: Mapping[int, _Value], spans: Integers) -> dict[int, _Value]:
    """Re-key values from the row of a mention to its span, ``spans[row]``; the last row of a span wins."""
    rows = np.fromiter(values, dtype=np.int64, count=len(values))
    return dict(zip(spans[rows].tolist(), values.values(), strict=True))
