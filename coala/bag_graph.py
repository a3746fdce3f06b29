"""A bag to the graph that made it one: why are two spans in it, and which spans hold it together?"""

from __future__ import annotations

from typing import NamedTuple

import networkx as nx

from coala.model import Bag
from coala.wording import quoted


class SpanVertex(NamedTuple):
    """A span of the bag, by its index in ``Bag.spans``."""

    span: int


class InstanceVertex(NamedTuple):
    """An instance of the bag: graph 0 is the baseline, 1 the changed graph."""

    graph: int
    instance: int


Vertex = SpanVertex | InstanceVertex


def bag_graph(bag: Bag) -> nx.Graph[Vertex]:
    """Spans and instances as vertices, mentions as edges; connected, since it is a bag."""
    graph: nx.Graph[Vertex] = nx.Graph()
    graph.add_nodes_from(SpanVertex(span) for span in range(len(bag.spans)))
    for number, side in enumerate((bag.baseline, bag.changed)):
        for index, instance in enumerate(side):
            graph.add_edges_from((InstanceVertex(number, index), SpanVertex(span)) for span in instance.spans)
    return graph


def connection(bag: Bag, first: int, second: int) -> list[Vertex]:
    """The shortest path from one span to another: span, instance, span, …, both ends included."""
    path: list[Vertex] = nx.shortest_path(bag_graph(bag), SpanVertex(first), SpanVertex(second))
    return path


def connection_sentences(bag: Bag, first: int, second: int) -> list[str]:
    """Why two spans are in one bag, one sentence for each instance on the way."""
    path = connection(bag, first, second)
    sentences = []
    for place in range(1, len(path) - 1, 2):
        before, vertex, after = path[place - 1 : place + 2]
        if not (
            isinstance(before, SpanVertex)
            and isinstance(vertex, InstanceVertex)
            and isinstance(after, SpanVertex)
        ):
            raise TypeError("spans and instances take turns on a path through a bag")
        side = ("baseline", "changed graph")[vertex.graph]
        label = (bag.baseline, bag.changed)[vertex.graph][vertex.instance].label
        sentences.append(
            f"{words_of(bag, before.span)} and {words_of(bag, after.span)} are both {label} in the {side}."
        )
    return sentences


def cut_spans(bag: Bag) -> list[int]:
    """The spans without which the bag would fall apart into several that hold other spans, in their order.

    These are its articulation points among spans (Hopcroft & Tarjan 1973), apart from those that would
    only leave an instance alone.
    """
    graph = bag_graph(bag)
    cutting = []
    for vertex in nx.articulation_points(graph):
        if isinstance(vertex, SpanVertex):
            # An instance whose only mention this is stays behind without any span.
            lonely = sum(1 for neighbour in graph[vertex] if graph.degree(neighbour) == 1)
            if len(graph[vertex]) - lonely > 1:
                cutting.append(vertex.span)
    return sorted(cutting)


def words_of(bag: Bag, span: int) -> str:
    """A span of the bag as a sentence names it."""
    words = bag.words[span]
    if words is None:
        return f"characters {bag.spans[span].begin} to {bag.spans[span].end}"
    return quoted(words)
