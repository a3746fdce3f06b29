"""Instances that only their statements tell apart get an order that two equal graphs share.

Two instances of one graph may have the same spans. Then nothing but what is said of them, and of those
that refer to them, says which one belongs to which of the other graph. Colour refinement (Weisfeiler &
Leman 1968) on both graphs together finds that; where it leaves two alike, one of each graph is singled
out and the rest refined again, so that the choices made do not contradict each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from coala.model.columns import distinct
from coala.model.corpus import Corpus

# Each singling out looks at all links once more; beyond this a contrived input would take minutes.
MOST_SINGLED_OUT = 1000

Vertex = tuple[int, int]
"""A graph (0 or 1) and an instance."""


class _Link(NamedTuple):
    """A statement between two instances, seen from one end; the numbers mean the same in both graphs."""

    outward: bool
    code: int
    path: int
    other: Vertex


def order_equals(corpus: Corpus) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """For each graph the place of every instance that shares its spans with another one of the graph.

    Equal graphs give equal places to what corresponds, whatever its names and order.
    """
    colour = _numbered(
        {
            (graph, instance): (
                spans,
                corpus.graphs[graph].types[instance],
                sorted(corpus.tables[graph].code[corpus.tables[graph].rows(instance)].tolist()),
            )
            for graph in (0, 1)
            for instance, spans in _with_equal_spans(corpus, graph).items()
        }
    )
    links = _links(corpus, colour)
    colour = _refined(colour, links, corpus)
    for _ in range(MOST_SINGLED_OUT):
        chosen = _alike(colour, links)
        if not chosen:
            break
        singled_out = {vertex: (number, vertex not in chosen) for vertex, number in colour.items()}
        colour = _refined(_numbered(singled_out), links, corpus)
    return _of_graph(colour, 0), _of_graph(colour, 1)


def _with_equal_spans(corpus: Corpus, graph: int) -> dict[int, list[int]]:
    """The instances whose spans are exactly those of another one, with these spans."""
    spans, instance = corpus.mentions[graph], corpus.instances[graph]
    shared = np.bincount(spans, minlength=corpus.spans)[spans] > 1
    held = {number: corpus.spans_of(graph, number) for number in distinct(instance[shared]).tolist()}
    count = Counter(map(tuple, held.values()))
    return {number: members for number, members in held.items() if count[tuple(members)] > 1}


def _links(corpus: Corpus, tied: Mapping[Vertex, int]) -> dict[Vertex, list[_Link]]:
    links: dict[Vertex, list[_Link]] = {vertex: [] for vertex in tied}
    if not tied:
        return links
    for graph, table in enumerate(corpus.tables):
        for row, references in table.references.items():
            subject, code = (graph, int(table.subject[row])), int(table.code[row])
            for path, instance in references:
                target = (graph, instance)
                if subject in tied:
                    links[subject].append(_Link(True, code, path, target))
                if target in tied:
                    links[target].append(_Link(False, code, path, subject))
    return links


def _refined(
    colour: Mapping[Vertex, int], links: Mapping[Vertex, list[_Link]], corpus: Corpus
) -> dict[Vertex, int]:
    """Tell apart by what is linked, again and again, until that tells nothing new."""

    def seen(other: Vertex) -> tuple[int, ...]:
        # One that is not tied is known by its spans; -1 keeps the two ways apart.
        return (-1, colour[other]) if other in colour else tuple(corpus.spans_of(*other))

    while True:
        finer = _numbered(
            {
                vertex: (
                    number,
                    sorted((link.outward, link.code, link.path, seen(link.other)) for link in links[vertex]),
                )
                for vertex, number in colour.items()
            }
        )
        if len(set(finer.values())) == len(set(colour.values())):
            return finer
        colour = finer


def _alike(colour: Mapping[Vertex, int], links: Mapping[Vertex, list[_Link]]) -> set[Vertex]:
    """One vertex of each graph, of the first colour that several have and for which it matters which."""
    members: dict[int, list[Vertex]] = {}
    for vertex, number in colour.items():
        # Without a link to another tied instance every choice is as good.
        if any(link.other in colour for link in links[vertex]):
            members.setdefault(number, []).append(vertex)
    for _, vertices in sorted(members.items()):
        sides = [[vertex for vertex in vertices if vertex[0] == graph] for graph in (0, 1)]
        if max(map(len, sides)) > 1:
            return {side[0] for side in sides if side}
    return set()


def _numbered(keys: Mapping[Vertex, Any]) -> dict[Vertex, int]:
    """Equal keys to equal numbers, in the order of the keys."""
    ordered = sorted(keys.items(), key=_key)
    numbers: dict[Vertex, int] = {}
    number, last = -1, None
    for vertex, key in ordered:
        if key != last:
            number, last = number + 1, key
        numbers[vertex] = number
    return numbers


def _key(item: tuple[Vertex, Any]) -> Any:
    return item[1]


def _of_graph(colour: Mapping[Vertex, int], graph: int) -> dict[int, int]:
    return {instance: number for (number_of, instance), number in colour.items() if number_of == graph}
