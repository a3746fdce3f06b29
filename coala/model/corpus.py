"""Graphs become one corpus, in which the same document, span or statement has the same number in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coala.model.graph import Graph, Integers, Span
from coala.model.statement_table import StatementTable, build_statement_tables
from coala.model.values import Fragments

# Behind baseline and changed stands gold, of which only the classes are asked for.
_COMPARED = 2


@dataclass(frozen=True, eq=False)
class Corpus:
    """One to three graphs over one numbering of spans.

    The columns ``document``, ``begin``, ``end`` and ``gaps`` describe each span; spans are sorted by
    them, so a smaller number is an earlier span. ``mentions[g][m]`` is the span of mention ``m`` of graph
    ``g``.
    """

    graphs: tuple[Graph, ...]
    documents: tuple[str, ...]
    gap_values: tuple[Fragments, ...]
    document: Integers
    begin: Integers
    end: Integers
    gaps: Integers
    mentions: tuple[Integers, ...]

    @property
    def spans(self) -> int:
        return len(self.document)

    def span(self, number: int) -> Span:
        """The span behind a number."""
        gaps = int(self.gaps[number])
        return Span(
            self.documents[self.document[number]],
            int(self.begin[number]),
            int(self.end[number]),
            self.gap_values[gaps] if gaps >= 0 else (),
        )

    def spans_of(self, graph: int, instance: int) -> list[int]:
        """The spans of an instance of one of the two graphs that are compared, in ascending order."""
        spans, start = self._spans_of_instances[graph]
        return spans[start[instance] : start[instance + 1]]

    def texts_of(self, *graphs: int) -> list[str | None]:
        """The text of each document, as the first of these graphs (of all, if none is named) that has it."""
        texts: dict[str, str | None] = {}
        for number in reversed(graphs or range(len(self.graphs))):
            graph = self.graphs[number]
            pairs = zip(graph.documents, graph.texts, strict=True)
            texts |= {name: text for name, text in pairs if text is not None}
        return [texts.get(name) for name in self.documents]

    @cached_property
    def tables(self) -> tuple[StatementTable, ...]:
        """The statements of the two graphs that are compared."""
        return build_statement_tables(self.graphs[:_COMPARED])

    @cached_property
    def _spans_of_instances(self) -> list[tuple[list[int], list[int]]]:
        """For each graph its spans by instance, and where those of each instance begin."""
        columns = []
        for graph, spans in zip(self.graphs[:_COMPARED], self.mentions[:_COMPARED], strict=True):
            instance = graph.mentions.instance
            order = np.lexsort((spans, instance))
            start = np.searchsorted(instance[order], np.arange(len(graph.names) + 1))
            columns.append((spans[order].tolist(), start.tolist()))
        return columns


def build_corpus(graphs: Sequence[Graph]) -> Corpus:
    """Number the documents and spans of all graphs together, each in sorted order."""
    documents = tuple(sorted({name for graph in graphs for name in graph.documents}))
    gap_values = tuple(sorted({value for graph in graphs for value in graph.gaps}))
    document_number = {name: number for number, name in enumerate(documents)}
    gap_number = {value: number for number, value in enumerate(gap_values)}
    columns = [_columns(graph, document_number, gap_number) for graph in graphs]
    rows = tuple(np.concatenate(parts) for parts in zip(*columns, strict=True))
    order = np.lexsort(rows[::-1])
    ordered = [row[order] for row in rows]
    new = np.ones(len(order), dtype=bool)
    if len(order):
        new[1:] = np.logical_or.reduce([row[1:] != row[:-1] for row in ordered])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    ends = np.cumsum([len(graph.mentions) for graph in graphs])
    document, begin, end, gaps = (row[new] for row in ordered)
    return Corpus(
        graphs=tuple(graphs),
        documents=documents,
        gap_values=gap_values,
        document=document,
        begin=begin,
        end=end,
        gaps=gaps,
        mentions=tuple(np.split(number, ends[:-1])),
    )


def _columns(
    graph: Graph, document_number: dict[str, int], gap_number: dict[Fragments, int]
) -> tuple[Integers, Integers, Integers, Integers]:
    documents = np.array([document_number[name] for name in graph.documents], dtype=np.int64)
    # The last place serves -1, a span without gaps.
    gaps = np.array([*(gap_number[value] for value in graph.gaps), -1], dtype=np.int64)
    mentions = graph.mentions
    return documents[mentions.document], mentions.begin, mentions.end, gaps[mentions.gaps]
