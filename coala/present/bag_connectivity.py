"""Reasons why a bag is connected: the path between two of its spans, and the spans that hold it together.

A bag is a connected graph: an instance of either system is joined to each of its spans. Two spans are thus in
one bag because of a path such as "Ada" – A (baseline) – "she" – 2 (changed) – "the mayor". A cut span is one
without which the bag would be two bags: often a single wrong link.

networkx is imported where it is used, since loading it takes 0.2 s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from coala.diff.names import quoted
from coala.model.bag import Bag
from coala.present.displayed_bag import document_labels
from coala.present.instance_numbers import Numbering
from coala.present.phrases import offsets

if TYPE_CHECKING:
    import networkx


PLACES = ("in the baseline", "in the changed graph")
"""The two graphs in a sentence about two mentions of one chain."""

BLIND_PLACES = ("on the left", "on the right")
"""The two graphs in a blind review."""


class SpanVertex(NamedTuple):
    """A span of the bag, by its index in ``Bag.spans``."""

    span: int


class InstanceVertex(NamedTuple):
    """An instance of the bag; graph 0 is the baseline, 1 the changed graph."""

    graph: int
    instance: int


BagVertex = SpanVertex | InstanceVertex


class MentionPair(NamedTuple):
    """Two spans of a bag whose connection is to be explained."""

    first: int
    second: int


class CutSpan(NamedTuple):
    """A span without which the bag would fall apart, and its words with its document."""

    span: int
    words: str


class Reasons(NamedTuple):
    """The spans that hold a bag together, and the path between two mentions, a sentence a step."""

    cut_spans: tuple[CutSpan, ...]
    path: tuple[str, ...]


def find_reasons(
    bag: Bag,
    pair: MentionPair,
    cancelled: Callable[[], bool],
    cut_spans: tuple[CutSpan, ...] | None,
    places: tuple[str, str],
) -> Reasons:
    """Return why a bag is connected, and why the two spans of ``pair`` are in it.

    ``cut_spans`` are those of an earlier call, or None. ``places`` are the names of the two graphs. This is
    slow for a large bag. Once ``cancelled()`` is True it soon returns, without a path.
    """
    if cut_spans is None:
        documents = document_labels(bag.documents)
        cut_spans = tuple(
            CutSpan(span, f"{_quoted_words(bag, span)} in {documents[bag.spans[span].document]}")
            for span in find_cut_spans(bag)
        )
    return Reasons(cut_spans, () if cancelled() else tuple(explain_connection(bag, *pair, places)))


def build_bag_graph(bag: Bag) -> networkx.Graph[BagVertex]:
    """Return the connected graph of a bag: spans and instances are vertices, mentions are edges."""
    import networkx

    graph: networkx.Graph[BagVertex] = networkx.Graph()
    graph.add_nodes_from(SpanVertex(span) for span in range(len(bag.spans)))
    for number, side in enumerate((bag.baseline, bag.changed)):
        for index, instance in enumerate(side):
            graph.add_edges_from((InstanceVertex(number, index), SpanVertex(span)) for span in instance.spans)
    return graph


def explain_connection(bag: Bag, first: int, second: int, places: tuple[str, str] = PLACES) -> list[str]:
    """Return why two spans are in one bag: a sentence for each instance on the shortest path."""
    import networkx

    path = networkx.shortest_path(build_bag_graph(bag), SpanVertex(first), SpanVertex(second))
    sentences = []
    # Spans and instances alternate on the path: span, instance, span, …
    for before, vertex, after in zip(path[::2], path[1::2], path[2::2], strict=False):
        if not (
            isinstance(before, SpanVertex)
            and isinstance(vertex, InstanceVertex)
            and isinstance(after, SpanVertex)
        ):
            raise TypeError("spans and instances take turns on a path through a bag")
        label = (bag.baseline, bag.changed)[vertex.graph][vertex.instance].label
        sentences.append(
            f"{_words_or_place(bag, before.span)} and {_words_or_place(bag, after.span)} "
            f"are both in the {bag.nouns.chain} {quoted(label)} {places[vertex.graph]}."
        )
    return sentences


def find_cut_spans(bag: Bag) -> list[int]:
    """Return the spans without which the bag would fall apart, in order.

    These are its articulation points (Hopcroft & Tarjan 1973) among spans, except those that would only cut
    off an instance without other spans.
    """
    import networkx

    graph = build_bag_graph(bag)
    cutting = []
    for vertex in networkx.articulation_points(graph):
        if isinstance(vertex, SpanVertex):
            # A neighbour of degree 1 is an instance without another mention.
            single = sum(1 for neighbour in graph[vertex] if graph.degree(neighbour) == 1)
            if len(graph[vertex]) - single > 1:
                cutting.append(vertex.span)
    return sorted(cutting)


def name_mentions(bag: Bag) -> list[str]:
    """Return the name of each span for a list: its words, document and offsets."""
    documents = document_labels(bag.documents)
    return [
        f"{_quoted_words(bag, number)} – {documents[span.document]}, {offsets(span)}"
        for number, span in enumerate(bag.spans)
    ]


def choose_pair(bag: Bag, numbering: Numbering) -> MentionPair:
    """Return the two mentions to explain at first, before the reviewer chooses others.

    They are the first mentions of the first two instances that differ, else the first and last mention.
    """
    firsts: list[int] = []
    for (old, new), differs in zip(numbering.pairs, numbering.differs, strict=True):
        if differs:
            instance = bag.baseline[old] if old is not None else bag.changed[new] if new is not None else None
            if instance is not None and instance.spans[0] not in firsts:
                firsts.append(instance.spans[0])
        if len(firsts) == 2:
            return MentionPair(*firsts)
    return MentionPair(0, len(bag.spans) - 1)


def _words_or_place(bag: Bag, span: int) -> str:
    """Return the words of a span for a sentence that does not name its place."""
    words = bag.words[span]
    if words is None:
        return f"characters {bag.spans[span].begin} to {bag.spans[span].end}"
    return quoted(words)


def _quoted_words(bag: Bag, span: int) -> str:
    """Return the words of a span for a text that also names its document or place."""
    return quoted(bag.words[span] or "unknown words")
