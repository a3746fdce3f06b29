"""A corpus of one to three graphs that share one numbering of documents and spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from coala.model.columns import begins_run, pack
from coala.model.graph import Booleans, Graph, Integers, Mentions
from coala.model.statement_table import StatementTable, build_statement_tables
from coala.model.values import Span, SpanShape

_Value = TypeVar("_Value")

# Baseline and changed graph. Statements of the third graph, gold, are not compared.
_COMPARED = 2

_MOST_CACHED = 1 << 16
"""The most spans that are cached: those of many bags, a few megabytes."""


@dataclass(frozen=True, eq=False)
class Placement:
    """The mentions of one graph in the documents and texts that it shares with other graphs.

    ``documents`` and ``texts`` are the identifier and the text of each of ``Graph.documents``. The rows of
    ``mentions`` are those of the graph, and their column ``shape`` indexes ``shapes``. ``minimums`` has the
    least that a response must cover (row of a mention -> begin, end). ``moved`` maps the spans that were
    aligned to another place in these documents.
    """

    documents: tuple[str, ...]
    texts: tuple[str | None, ...]
    mentions: Mentions
    shapes: tuple[SpanShape, ...]
    minimums: Mapping[int, tuple[int, int]]
    moved: Mapping[Span, Span] = field(default_factory=dict)

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

    The columns ``document``, ``begin``, ``end`` and ``shape`` describe each span. Spans are sorted by them,
    so a smaller number is an earlier span; some spans may have no mention any more. Row ``m`` of
    ``mentions[g]`` and ``instances[g]`` is a mention of graph ``g``: its span and its instance. For each
    graph, ``texts[g]`` has the texts of its documents by identifier, ``words[g]`` the words of spans that the
    graph states, ``minimums[g]`` the begin and end of the least that a response must cover of a span, and
    ``provenance[g]`` the places in the texts at which its facts are expressed: one for each row of
    ``Facts.row``.

    These columns include every renaming, alignment, join and omission. The documents, texts and mentions of
    ``graphs`` are as the files have them: read only what ``graphs`` says about instances.
    """

    graphs: tuple[Graph, ...]
    documents: tuple[str, ...]
    shape_values: tuple[SpanShape, ...]
    document: Integers
    begin: Integers
    end: Integers
    shape: Integers
    mentions: tuple[Integers, ...]
    instances: tuple[Integers, ...]
    texts: tuple[Mapping[str, str | None], ...]
    words: tuple[Mapping[int, str], ...]
    minimums: tuple[Mapping[int, tuple[int, int]], ...]
    provenance: tuple[tuple[Span, ...], ...]
    # Each span of a bag is requested many times.
    _cached: dict[int, Span] = field(default_factory=dict, init=False, repr=False)

    @property
    def spans(self) -> int:
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

    @cached_property
    def zeros(self) -> Booleans:
        """The mask of spans that are zeros, which are placed at a word but have no words."""
        # The last element is for index -1.
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
        """Return the corpus with each mention of a span ``s`` moved to ``span[s]``."""
        return replace(self, mentions=tuple(span[spans] for spans in self.mentions))

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
    def _spans_of_instances(self) -> list[tuple[memoryview[int], list[int]]]:
        """For each graph its spans by instance, and the position of the first span of each instance."""
        columns = []
        for graph, spans, instance in zip(self.graphs, self.mentions, self.instances, strict=True):
            order = np.argsort(pack(instance, spans))
            start = np.searchsorted(instance[order], np.arange(len(graph.names) + 1))
            # Short slices of a memoryview take half the time of slices of an array.
            columns.append((spans[order].data, start.tolist()))
        return columns


def build_corpus(graphs: Sequence[Graph], placements: Sequence[Placement] | None = None) -> Corpus:
    """Assign numbers to the documents and spans of all graphs, each in sorted order.

    ``placements`` are the places of each graph's mentions; the default is as the graphs state them.
    """
    if placements is None:
        placements = [place_as_stated(graph) for graph in graphs]
    documents = tuple(sorted({name for placement in placements for name in placement.documents}))
    shape_values = tuple(sorted({value for placement in placements for value in placement.shapes}))
    document_number = {name: number for number, name in enumerate(documents)}
    shape_number = {value: number for number, value in enumerate(shape_values)}
    columns = [_columns(placement, document_number, shape_number) for placement in placements]
    document, begin, end, shape = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    # The length sorts like the end, and needs fewer bits.
    packed = pack(document, begin, end - begin, shape)
    # Graphs are sorted already, and a stable sort merges them in a tenth of the time.
    order = np.argsort(packed, kind="stable")
    new = begins_run(packed[order])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    first = order[new]
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
            _by_span(graph.mention_texts, spans) for graph, spans in zip(graphs, mentions, strict=True)
        ),
        minimums=tuple(
            # The first of several mentions of a span wins.
            _by_span(dict(sorted(placement.minimums.items(), reverse=True)), spans)
            for placement, spans in zip(placements, mentions, strict=True)
        ),
        provenance=tuple(map(_place_facts, graphs, placements)),
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


def _columns(
    placement: Placement, document_number: dict[str, int], shape_number: dict[SpanShape, int]
) -> tuple[Integers, Integers, Integers, Integers]:
    documents = np.array([document_number[name] for name in placement.documents], dtype=np.int64)
    # The last element is for index -1, a span without a shape.
    shapes = np.array([*(shape_number[value] for value in placement.shapes), -1], dtype=np.int64)
    mentions = placement.mentions
    return documents[mentions.document], mentions.begin, mentions.end, shapes[mentions.shape]


def _by_span(of_row: Mapping[int, _Value], spans: Integers) -> dict[int, _Value]:
    """Re-key values from mention rows to span ids; the last row of a span wins."""
    rows = np.fromiter(of_row, dtype=np.int64, count=len(of_row))
    return dict(zip(spans[rows].tolist(), of_row.values(), strict=True))
