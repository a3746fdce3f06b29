"""Graphs become one corpus, in which the same document, span or statement has the same number in each."""

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

_Said = TypeVar("_Said")

# Behind baseline and changed stands gold, of which only the classes are asked for.
_COMPARED = 2

_MOST_MADE = 1 << 16
"""Spans that are kept once they were asked for: those of many bags, and a few megabytes."""


@dataclass(frozen=True, eq=False)
class Placement:
    """Where one graph's mentions stand, in documents and texts that it has in common with others.

    ``documents`` and ``texts`` are the identifier and the text of each of ``Graph.documents``. The rows of
    ``mentions`` are those of the graph, ``shapes`` are the values that their column indexes, and ``minimums``
    has the least that a response must cover (row of a mention -> begin, end). ``moved`` says which spans of
    these documents stand elsewhere than the graph states.
    """

    documents: tuple[str, ...]
    texts: tuple[str | None, ...]
    mentions: Mentions
    shapes: tuple[SpanShape, ...]
    minimums: Mapping[int, tuple[int, int]]
    moved: Mapping[Span, Span] = field(default_factory=dict)

    @property
    def text_of(self) -> dict[str, str | None]:
        """Identifier to text of each document, in sorted order."""
        return dict(sorted(zip(self.documents, self.texts, strict=True)))


def place_as_stated(graph: Graph) -> Placement:
    """The mentions of a graph where it states them itself."""
    return Placement(graph.documents, graph.texts, graph.mentions, graph.shapes, graph.minimums)


@dataclass(frozen=True, eq=False)
class Corpus:
    """One to three graphs over one numbering of documents and spans.

    The columns ``document``, ``begin``, ``end`` and ``shape`` describe each span; spans are sorted by them,
    so a smaller number is an earlier span, and a span may be one that no graph mentions any more. Row ``m``
    of ``mentions[g]`` and ``instances[g]`` is a mention of graph ``g``: its span and its instance. Of each
    graph ``texts[g]`` has identifier and text of its documents in sorted order, ``words[g]`` the words of
    spans that it states, ``minimums[g]`` begin and end of the least that a response must cover of a span, and
    ``provenance[g]`` the place of each row of the last columns of its facts.

    What was renamed, aligned, joined or left out is so here; of ``graphs`` only what is said of instances is
    to be read, for their own documents, texts and mentions are as the files have them.
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
    # A bag asks for each of its spans many times.
    _made: dict[int, Span] = field(default_factory=dict, init=False, repr=False)

    @property
    def spans(self) -> int:
        return len(self.document)

    def span(self, number: int) -> Span:
        """The span behind a number."""
        span = self._made.get(number)
        if span is None:
            where = self.documents[self.document[number]], self.begin.item(number), self.end.item(number)
            shape = self.shape.item(number)
            span = Span(*where) if shape < 0 else Span(*where, *self.shape_values[shape])
            self._made[number] = span
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
        """Let go of the spans that were asked for, if they are many: another bag will ask for its own."""
        if len(self._made) >= _MOST_MADE:
            self._made.clear()

    @cached_property
    def zeros(self) -> Booleans:
        """Which spans are zeros: no words of the text, though each stands at one."""
        # The last place serves -1.
        return np.array([*(bool(shape.zero) for shape in self.shape_values), False])[self.shape]

    @cached_property
    def unplaced(self) -> Booleans:
        """Which spans have no place in the text, so that they are shown at the nearest one."""
        return np.array([*(bool(shape.unplaced) for shape in self.shape_values), False])[self.shape]

    def mentioned(self, graph: int) -> Booleans:
        """Which spans the graph mentions."""
        mask = np.zeros(self.spans, dtype=bool)
        mask[self.mentions[graph]] = True
        return mask

    def spans_of(self, graph: int, instance: int) -> list[int]:
        """The spans of an instance of one of the graphs, in ascending order."""
        spans, start = self._spans_of_instances[graph]
        return spans[start[instance] : start[instance + 1]].tolist()

    def texts_of(self, *graphs: int) -> list[str | None]:
        """The text of each document, as the first of these graphs (of all, if none is named) that has it."""
        text_of: dict[str, str | None] = {}
        for graph in reversed(graphs or range(len(self.graphs))):
            text_of |= {name: text for name, text in self.texts[graph].items() if text is not None}
        return [text_of.get(name) for name in self.documents]

    def replace_spans(self, span: Integers) -> Corpus:
        """The corpus in which each mention of a span ``s`` is one of ``span[s]``."""
        return replace(self, mentions=tuple(span[spans] for spans in self.mentions))

    def drop_mentions(self, graph: int, rows: Sequence[int] | Integers) -> Corpus:
        """The corpus without some mentions of a graph."""
        mentions, instances = list(self.mentions), list(self.instances)
        mentions[graph] = np.delete(mentions[graph], rows)
        instances[graph] = np.delete(instances[graph], rows)
        return replace(self, mentions=tuple(mentions), instances=tuple(instances))

    @cached_property
    def tables(self) -> tuple[StatementTable, ...]:
        """The statements of the two graphs that are compared."""
        return build_statement_tables(self.graphs[:_COMPARED])

    @cached_property
    def _spans_of_instances(self) -> list[tuple[memoryview[int], list[int]]]:
        """For each graph its spans by instance, and where those of each instance begin."""
        columns = []
        for graph, spans, instance in zip(self.graphs, self.mentions, self.instances, strict=True):
            order = np.argsort(pack(instance, spans))
            start = np.searchsorted(instance[order], np.arange(len(graph.names) + 1))
            # Few of them are cut out of a view in half the time that an array takes.
            columns.append((spans[order].data, start.tolist()))
        return columns


def build_corpus(graphs: Sequence[Graph], placements: Sequence[Placement] | None = None) -> Corpus:
    """Number the documents and spans of all graphs together, each in sorted order.

    ``placements`` say where each graph's mentions stand; without them they stand where it states them.
    """
    if placements is None:
        placements = [place_as_stated(graph) for graph in graphs]
    documents = tuple(sorted({name for placement in placements for name in placement.documents}))
    shape_values = tuple(sorted({value for placement in placements for value in placement.shapes}))
    document_number = {name: number for number, name in enumerate(documents)}
    shape_number = {value: number for number, value in enumerate(shape_values)}
    columns = [_columns(placement, document_number, shape_number) for placement in placements]
    document, begin, end, shape = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    # The length orders as the end does, and takes less room.
    packed = pack(document, begin, end - begin, shape)
    # Graphs come sorted: two of them are merged in a tenth of the time that sorting takes.
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
            # Of several mentions of a span the first one's counts.
            _by_span(dict(sorted(placement.minimums.items(), reverse=True)), spans)
            for placement, spans in zip(placements, mentions, strict=True)
        ),
        provenance=tuple(map(_place_facts, graphs, placements)),
    )


def _place_facts(graph: Graph, placement: Placement) -> tuple[Span, ...]:
    """Where the facts of a graph are said; a place in a text that was aligned is where that is now."""
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
    # The last place serves -1, a span without a shape.
    shapes = np.array([*(shape_number[value] for value in placement.shapes), -1], dtype=np.int64)
    mentions = placement.mentions
    return documents[mentions.document], mentions.begin, mentions.end, shapes[mentions.shape]


def _by_span(of_row: Mapping[int, _Said], spans: Integers) -> dict[int, _Said]:
    """What is said of rows of mentions, said of their spans; of two rows of one span the later counts."""
    rows = np.fromiter(of_row, dtype=np.int64, count=len(of_row))
    return dict(zip(spans[rows].tolist(), of_row.values(), strict=True))
