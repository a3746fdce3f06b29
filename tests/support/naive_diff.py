"""Slow, plain readings of the specification, to compare the fast ones with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import networkx as nx
from hypothesis import strategies as st

from coala.model.values import Span


class Edge(NamedTuple):
    """A possible pair and what it is worth."""

    left: int
    right: int
    weight: int


Chains = Mapping[str, Sequence[Span]]

DOCUMENTS = ("http://example.org/a", "http://example.org/b")
TEXTS = dict.fromkeys(DOCUMENTS, "abcdefghij")
SPANS = [Span(document, begin, begin + 1) for document in DOCUMENTS for begin in range(5)]


def chains(prefix: str, *, most: int = 5) -> st.SearchStrategy[dict[str, list[Span]]]:
    """Return a few instances, each with a few of ten spans; a span may be in several instances."""
    return st.lists(
        st.lists(st.sampled_from(SPANS), min_size=1, max_size=4, unique=True), min_size=1, max_size=most
    ).map(lambda rows: {f"{prefix}{number}": row for number, row in enumerate(rows)})


def bags(baseline: Chains, changed: Chains) -> set[frozenset[object]]:
    """Return the connected components of spans and (graph, instance) pairs, by networkx."""
    graph: nx.Graph[object] = nx.Graph()
    for number, side in enumerate((baseline, changed)):
        for name, spans in side.items():
            graph.add_edges_from(((number, name), span) for span in spans)
    return {frozenset(component) for component in nx.connected_components(graph)}


def best_matching(edges: Sequence[Edge]) -> dict[int, int]:
    """Return the heaviest matching, by trying all; of several, that with the first positions."""
    best: tuple[int, tuple[int, ...]] = (0, ())
    for size in range(1, len(edges) + 1):
        for places in combinations(range(len(edges)), size):
            chosen = [edges[place] for place in places]
            if len({edge.left for edge in chosen}) == len({edge.right for edge in chosen}) == size:
                best = min(best, (-sum(edge.weight for edge in chosen), places))
    return {edges[place].left: edges[place].right for place in best[1]}
