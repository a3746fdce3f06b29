"""An order of instances with the same spans, by their statements, that is the same in two equal graphs.

Usually an instance is known by its spans. If two instances of one graph have the same spans (they are
*tied*), only their statements, and those of instances that refer to them, decide which one corresponds to
which in the other graph. Of names, only those in knowledge bases that count matter.

Colour refinement (Weisfeiler & Leman 1968) on the tied instances of both graphs together finds that order.
All vertices start in classes by spans, types, names and statements. A class is split if its members have
different links to the classes, until nothing changes. Where that leaves ties, one instance of each graph is
singled out and the rest refined again, so that the choices are consistent.

For speed, only neighbours of a change are visited again, and when a class splits, its largest part keeps the
number of the class and counts as unchanged (Hopcroft 1971).
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from coala.model.columns import distinct
from coala.model.corpus import Corpus

Vertex = tuple[int, int]
"""A graph (0 or 1) and an instance. The class below numbers vertices 0, 1, 2, … over both graphs."""

_TIED, _NO_SPANS = -1, -2
"""Values of ``_Link.known``."""


class _Link(NamedTuple):
    """A statement between two instances, seen from one end; all but ``other`` is comparable across graphs."""

    # True if this end is the subject.
    outward: bool
    # The number of (predicate, direction, value), and the place in the value at which the instance is.
    code: int
    path: int
    # What is known of the other end: its position in the order of spans, ``_NO_SPANS`` or ``_TIED``.
    known: int
    # If the other end is tied: its vertex number.
    other: int


def order_equals(corpus: Corpus) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return for each graph the position of every tied instance.

    Example: ({4: 0, 9: 2}, {1: 0, 3: 2}) if baseline instances 4 and 9 correspond to changed instances 1, 3.
    Corresponding instances of equal graphs get equal positions, whatever their names and order.
    """
    keys = {
        (graph, instance): (
            spans,
            corpus.descriptions[graph][instance],
            sorted(corpus.tables[graph].code[corpus.tables[graph].rows(instance)].tolist()),
        )
        for graph in (0, 1)
        for instance, spans in _with_equal_spans(corpus, graph).items()
    }
    colouring = _Colouring(list(keys), list(keys.values()), _find_links(corpus, list(keys)))
    colouring.refine()
    colouring.break_ties()
    places: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for number, (graph, instance) in enumerate(keys):
        places[graph][instance] = colouring.place(number)
    return places


def _with_equal_spans(corpus: Corpus, graph: int) -> dict[int, list[int]]:
    """Return the instances whose spans are exactly those of another one, with these spans."""
    spans, instance = corpus.mentions[graph], corpus.instances[graph]
    shared = np.bincount(spans, minlength=corpus.spans)[spans] > 1
    spans_by_instance = {
        number: corpus.spans_of(graph, number) for number in distinct(instance[shared]).tolist()
    }
    count = Counter(map(tuple, spans_by_instance.values()))
    return {number: own for number, own in spans_by_instance.items() if count[tuple(own)] > 1}


def _find_links(corpus: Corpus, tied: Sequence[Vertex]) -> list[list[_Link]]:
    """Return the links of each tied instance."""
    links: list[list[_Link]] = [[] for _ in tied]
    if not tied:
        return links
    number = {vertex: place for place, vertex in enumerate(tied)}
    ends = [
        ((graph, int(table.subject[row])), int(table.code[row]), path, (graph, instance))
        for graph, table in enumerate(corpus.tables)
        for row, references in table.references.items()
        for path, instance in references
    ]
    ends = [end for end in ends if end[0] in number or end[3] in number]
    # An instance that is not tied is identified by its spans.
    spans = {vertex: corpus.spans_of(*vertex) for end in ends for vertex in (end[0], end[3])}
    known = _number_keys([spans[vertex] for vertex in spans])
    # (``known``, ``other``) of each end of a link.
    identity = {
        vertex: (_TIED, number[vertex]) if vertex in number else (place if spans[vertex] else _NO_SPANS, 0)
        for vertex, place in zip(spans, known, strict=True)
    }
    for subject, code, path, target in ends:
        if subject in number:
            links[number[subject]].append(_Link(True, code, path, *identity[target]))
        if target in number:
            links[number[target]].append(_Link(False, code, path, *identity[subject]))
    return links


class _Colouring:
    """Vertices in ordered classes, which are split until they are stable.

    All vertices are in one list (``_order``), in which the members of a class are neighbours: they have the
    positions ``start`` to ``start + size``. Splitting a class sorts its part of the list. The number of a
    class means nothing; ``start`` tells its rank.
    """

    def __init__(
        self, vertices: Sequence[Vertex], keys: Sequence[Any], links: Sequence[Sequence[_Link]]
    ) -> None:
        self._graph = [graph for graph, _ in vertices]
        self._links = links
        # Links to instances that are not tied matter in the first round only.
        self._among_tied = [
            [link for link in links_of_vertex if link.known == _TIED] for links_of_vertex in links
        ]
        # The vertex at each position, the position of each vertex, and the class of each vertex.
        self._order = list(range(len(vertices)))
        self._index = list(range(len(vertices)))
        self._class = [0] * len(vertices)
        # For each class: its first position and its number of vertices.
        self._start, self._size = [0], [len(vertices)]
        # For each class and graph: its number of vertices, and a queue that may include former members.
        self._count = [[self._graph.count(0), self._graph.count(1)]]
        self._queues = [self._queue_by_graph(self._order)]
        if vertices:
            self._split(0, self._group_by_key(range(len(vertices)), keys), None)

    def place(self, vertex: int) -> int:
        """Return the first position of the vertex's class, which is the vertex's rank."""
        return self._start[self._class[vertex]]

    def refine(self, changed: Iterable[int] | None = None) -> None:
        """Split classes by the links of their members, until nothing changes.

        ``changed`` are the vertices whose class changed recently; by default all vertices are visited.
        """
        links: Sequence[Sequence[_Link]] = self._among_tied
        neighbours: Iterable[int] = range(len(links))
        if changed is None:
            links = self._links
        else:
            neighbours = {link.other for vertex in changed for link in links[vertex]}
        while neighbours:
            by_class: dict[int, list[int]] = defaultdict(list)
            for vertex in sorted(neighbours):
                if self._size[self._class[vertex]] > 1:
                    by_class[self._class[vertex]].append(vertex)
            # All groups are found before any class is split, since splitting changes the keys of links.
            parts = [
                (number, *self._group_by_links(number, members, links))
                for number, members in by_class.items()
            ]
            moved = [
                vertex
                for number, groups, rest in parts
                if len(groups) > 1
                for vertex in self._split(number, groups, rest)
            ]
            links = self._among_tied
            neighbours = {link.other for vertex in moved for link in links[vertex]}

    def break_ties(self) -> None:
        """Single out one vertex of each graph in the first class with ties, until no ties matter."""
        start = 0
        while start < len(self._order):
            number = self._class[self._order[start]]
            # Without links to other tied instances, any choice is correct.
            if max(self._count[number]) < 2 or not self._among_tied[self._order[start]]:
                start += self._size[number]
                continue
            chosen = [vertex for graph in (0, 1) for vertex in self._find_first(number, graph)]
            # The class becomes two: the chosen vertices, and all others.
            self.refine(self._split(number, [chosen, []], rest=1))

    def _find_first(self, number: int, graph: int) -> list[int]:
        """Return the first vertex of the graph in a class, if it has one."""
        queue = self._queues[number][graph]
        while queue and self._class[queue[0]] != number:
            queue.popleft()
        return [queue[0]] if queue else []

    def _group_by_links(
        self, number: int, members: list[int], links: Sequence[Sequence[_Link]]
    ) -> tuple[list[list[int]], int | None]:
        """Group the visited members of a class by their links.

        Also return which group the unvisited members belong to, or None if all were visited.
        """
        rest = None
        if len(members) < self._size[number]:
            # One unvisited member represents all: their links have not changed, so they stay together.
            visited, place = set(members), self._start[number]
            while self._order[place] in visited:
                place += 1
            rest = self._order[place]
            members = [*members, rest]
        keys = [sorted(self._key_of_link(link) for link in links[vertex]) for vertex in members]
        groups = self._group_by_key(members, keys)
        if rest is None:
            return groups, None
        return groups, next(place for place, group in enumerate(groups) if rest in group)

    def _key_of_link(self, link: _Link) -> tuple[bool, int, int, int, int]:
        """Return the link with the class of a tied other end in place of its number."""
        outward, code, path, known, other = link
        return outward, code, path, known, self.place(other) if known == _TIED else 0

    @staticmethod
    def _group_by_key(members: Sequence[int], keys: Sequence[Any]) -> list[list[int]]:
        """Return the members with equal keys together, in the order of the keys."""
        groups: list[list[int]] = []
        ranks = _number_keys(keys)
        for vertex, rank in sorted(zip(members, ranks, strict=True), key=lambda pair: pair[::-1]):
            if rank == len(groups):
                groups.append([])
            groups[rank].append(vertex)
        return groups

    def _split(self, number: int, groups: list[list[int]], rest: int | None) -> list[int]:
        """Make each group a class, in order; members of the class in no group belong to group ``rest``.

        Return the vertices that got another class: all but those of the largest group.
        """
        # 1. Move the members in the list, so that each group has a part of it. Those of ``rest`` need no
        #    move: the parts of the other groups leave exactly their places.
        start, end = self._start[number], self._start[number] + self._size[number]
        sizes = [len(group) for group in groups]
        if rest is not None:
            sizes[rest] = end - start - sum(sizes) + sizes[rest]
        starts = [start]
        for size in sizes:
            starts.append(starts[-1] + size)
        for place, group in enumerate(groups):
            if place != rest:
                for offset, vertex in enumerate(group):
                    self._swap_into(vertex, starts[place] + offset)
        # 2. The largest group keeps the number of the class; each other one becomes a new class.
        largest = sizes.index(max(sizes))
        moved = []
        for place, (begin, size) in enumerate(zip(starts, sizes, strict=False)):
            if place == largest:
                self._start[number], self._size[number] = begin, size
                continue
            members = sorted(self._order[begin : begin + size])
            queues = self._queue_by_graph(members)
            for graph, queue in enumerate(queues):
                self._count[number][graph] -= len(queue)
            for vertex in members:
                self._class[vertex] = len(self._start)
            self._start.append(begin)
            self._size.append(size)
            self._count.append([len(queue) for queue in queues])
            self._queues.append(queues)
            moved += members
        return moved

    def _swap_into(self, vertex: int, place: int) -> None:
        """Swap the vertex with the one at this position."""
        other, old = self._order[place], self._index[vertex]
        self._order[place], self._order[old] = vertex, other
        self._index[vertex], self._index[other] = place, old

    def _queue_by_graph(self, members: Sequence[int]) -> list[deque[int]]:
        return [deque(vertex for vertex in members if self._graph[vertex] == graph) for graph in (0, 1)]


def _number_keys(keys: Sequence[Any]) -> list[int]:
    """Return the rank of each key: ["b", "a", "b"] has the ranks [1, 0, 1]."""
    numbers = [0] * len(keys)
    number, last = -1, None
    for place in sorted(range(len(keys)), key=keys.__getitem__):
        if keys[place] != last:
            number, last = number + 1, keys[place]
        numbers[place] = number
    return numbers
