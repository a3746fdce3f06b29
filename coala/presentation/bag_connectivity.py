"""A bag to the graph that made it one: why are two spans in it, and which spans hold it together?"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import networkx as nx

from coala.diff.sentences import quoted
from coala.gui.bag_view.aligned_model import offsets
from coala.gui.jobs import JobProgress
from coala.model.bag import Bag
from coala.presentation.aligned_rows import document_labels
from coala.presentation.instance_numbers import Numbering


class SpanVertex(NamedTuple):
    """A span of the bag, by its index in ``Bag.spans``."""

    span: int


class InstanceVertex(NamedTuple):
    """An instance of the bag: graph 0 is the baseline, 1 the changed graph."""

    graph: int
    instance: int


BagVertex = SpanVertex | InstanceVertex


def build_bag_graph(bag: Bag) -> nx.Graph[BagVertex]:
    """Spans and instances as vertices, mentions as edges; connected, since it is a bag."""
    graph: nx.Graph[BagVertex] = nx.Graph()
    graph.add_nodes_from(SpanVertex(span) for span in range(len(bag.spans)))
    for number, side in enumerate((bag.baseline, bag.changed)):
        for index, instance in enumerate(side):
            graph.add_edges_from((InstanceVertex(number, index), SpanVertex(span)) for span in instance.spans)
    return graph


def find_connection(bag: Bag, first: int, second: int) -> list[BagVertex]:
    """The shortest path from one span to another: span, instance, span, …, both ends included."""
    path: list[BagVertex] = nx.shortest_path(build_bag_graph(bag), SpanVertex(first), SpanVertex(second))
    return path


def connection_sentences(bag: Bag, first: int, second: int) -> list[str]:
    """Why two spans are in one bag, one sentence for each instance on the way."""
    path = find_connection(bag, first, second)
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
    graph = build_bag_graph(bag)
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


class MentionPair(NamedTuple):
    """Two spans of a bag between which a way is sought."""

    first: int
    second: int


class Holding(NamedTuple):
    """A span without which the bag would fall apart, and the sentence that says so."""

    span: int
    sentence: str


class Reasons(NamedTuple):
    """The answer to a ``Question``."""

    question: Question
    holding: tuple[Holding, ...]
    way: tuple[str, ...]


class Question:
    """Why a bag is one, as work for a job; the only thing here that takes long on a large bag."""

    def __init__(self, bag: Bag, pair: MentionPair, known: tuple[Holding, ...] | None = None) -> None:
        """``known`` is what holds the bag together, where that was asked before."""
        self.bag = bag
        self.pair = pair
        self._known = known

    def __call__(self, progress: JobProgress, cancelled: Callable[[], bool]) -> Reasons:
        # Imported here, in the worker: networkx takes 0.2 s to load.
        pass

        bag = self.bag
        holding = self._known
        if holding is None:
            documents = document_labels(bag.documents)
            holding = tuple(
                Holding(
                    span,
                    f"Without {_words(bag, span)} in {documents[bag.spans[span].document]} "
                    "this bag would fall apart.",
                )
                for span in cut_spans(bag)
            )
        way = () if cancelled() else tuple(connection_sentences(bag, *self.pair))
        return Reasons(self, holding, way)


def mention_names(bag: Bag) -> list[str]:
    """Every span as a list names it: its words, its document and its place there."""
    documents = document_labels(bag.documents)
    return [
        f"{_words(bag, number)} – {documents[span.document]}, {offsets(span)}"
        for number, span in enumerate(bag.spans)
    ]


def telling_pair(bag: Bag, numbering: Numbering) -> MentionPair:
    """The first mentions of the first two instances that differ, else the first mention and the last."""
    firsts: list[int] = []
    for (old, new), differs in zip(numbering.pairs, numbering.differing, strict=True):
        if differs:
            instance = bag.baseline[old] if old is not None else bag.changed[new] if new is not None else None
            if instance is not None and instance.spans[0] not in firsts:
                firsts.append(instance.spans[0])
        if len(firsts) == 2:
            return MentionPair(*firsts)
    return MentionPair(0, len(bag.spans) - 1)


def _words(bag: Bag, span: int) -> str:
    return quoted(bag.words[span] or "words not known")
