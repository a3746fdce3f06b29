"""Graphs to one numbering of documents and spans, so that the same values are the same number in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coala.model.graph import Fragments, Graph, Integers, Span


@dataclass(frozen=True, eq=False)
class Corpus:
    """Two or three graphs over one numbering of spans.

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


class SpansOf:
    """The spans of each instance of one graph of a corpus, sorted: ``spans_of(instance)``."""

    def __init__(self, corpus: Corpus, graph: int) -> None:
        spans, instance = corpus.mentions[graph], corpus.graphs[graph].mentions.instance
        order = np.lexsort((spans, instance))
        self._spans = spans[order]
        size = len(corpus.graphs[graph].names)
        self._start = np.searchsorted(instance[order], np.arange(size + 1))

    def __call__(self, instance: int) -> list[int]:
        found: list[int] = self._spans[self._start[instance] : self._start[instance + 1]].tolist()
        return found


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
