"""The values of statements as texts that are the same in every graph, whatever the names of nodes.

The value of an IRI is the IRI, that of a mention its place in the text, and that of an instance a placeholder
(``REFERENCE``), since instances have other numbers in every graph. The value of a blank node is *nested*: it
contains its properties and their values. Which instances are inside is stated by references: pairs of a path
(the properties that lead to it) and an instance.

Blank nodes may form chains, shared parts and cycles of any size. Texts stay short, because long or deep parts
are replaced by a digest of their text. In a cycle, nodes are distinguished by colours (``_refine_colours``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from coala.model.values import (
    REFERENCE,
    digest,
    is_unclear,
    write_cycle,
    write_digest,
    write_name,
    write_nested,
    write_place,
)
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.rdf.terms import BLANK
from coala.reading.remarks import Remarks

LONGEST_TEXT = 4000
_LONGEST_PATH = 1000
"""The most characters of the text of a nested value, and of a path; longer ones become a digest."""

_DEEPEST = 64
"""The most nested values in one another; deeper ones become a digest."""

MOST_REFERENCES = 64
"""The most instances in a value; more (a list of all instances) would make every statement huge."""

MOST_ROUNDS = 16
"""The most rounds of colour refinement in a cycle; real cycles need two."""

PropertyValue = tuple[str, int]
"""The IRI of a property, and a node or ``~number`` of a literal."""


class WrittenValue(NamedTuple):
    """A value's text, and the instances in it."""

    text: str
    references: tuple[tuple[str, int], ...] = ()  # pairs of a path and an instance
    depth: int = 0  # how many nested values are in one another
    unclear: bool = False  # True if the nested text cannot be parsed back correctly


class ValueWriter:
    """Writes the values of one graph; nested values are computed once, on first use, innermost first."""

    def __init__(
        self,
        names: list[str],
        literals: list[str],
        instance_of: Mapping[int, int],
        mentions: FoundMentions,
        about: dict[int, list[PropertyValue]],
        remarks: Remarks,
    ) -> None:
        """Take the tables of the graph; ``about`` has the triples of blank nodes with a nested value."""
        self._names = names
        self._literals = literals
        self._instance_of = instance_of
        self._mentions = mentions
        self._about = about
        self._remarks = remarks
        self._nested: dict[int, WrittenValue] = {}

    def write(self, node: int) -> WrittenValue:
        """Return the value of an object: the number of a node, or ``~number`` of a literal."""
        if node < 0:
            return WrittenValue(self._literals[~node])
        instance = self._instance_of.get(node)
        if instance is not None:
            return WrittenValue(REFERENCE, (("", instance),))
        name = self._names[node]
        row = self._mentions.row_of.get(node)
        if row is not None:
            document = self._names[self._mentions.document[row]]
            return WrittenValue(write_place(document, *self._mentions.place(row)))
        if name != BLANK:
            return WrittenValue(write_name(name))
        if node not in self._nested:
            for ring in find_components([node], self._list_children):
                self._compute_values(ring)
        return self._nested[node]

    def _list_children(self, node: int) -> Iterator[int]:
        """Return the blank nodes directly inside one that have no value yet."""
        return (
            inner
            for _, inner in self._about.get(node, ())
            if inner >= 0 and self._is_nested(inner) and inner not in self._nested
        )

    def _is_nested(self, node: int) -> bool:
        return (
            node not in self._instance_of and node not in self._mentions.row_of and self._names[node] == BLANK
        )

    def _compute_values(self, ring: list[int]) -> None:
        """Compute the values of one strongly connected component, after those inside it."""
        members = set(ring)
        # The properties of each node that lead out of the component, and those that stay in it.
        outside: dict[int, list[tuple[str, WrittenValue]]] = {}
        inside: dict[int, list[PropertyValue]] = {}
        for node in ring:
            edges = self._about.get(node, ())
            outside[node] = [(name, self.write(inner)) for name, inner in edges if inner not in members]
            inside[node] = [(name, inner) for name, inner in edges if inner in members]
        if not any(inside.values()):
            # Not a cycle, but a single node.
            self._nested[ring[0]] = self._compose(outside[ring[0]])
            return
        colours = _refine_colours(outside, inside)
        # From any node of a cycle, all others can be reached; ``*`` replaces the path through the cycle.
        reachable = {
            (f"* {_join_paths(predicate, path)}", instance)
            for node in ring
            for predicate, value in outside[node]
            for path, instance in value.references
        }
        references = tuple(sorted(reachable)) if len(reachable) <= MOST_REFERENCES else ()
        for node in ring:
            loops = [
                (predicate, WrittenValue(write_cycle(colours[inner]), references))
                for predicate, inner in inside[node]
            ]
            self._nested[node] = self._compose(outside[node] + loops)

    def _compose(self, parts: list[tuple[str, WrittenValue]]) -> WrittenValue:
        """Return the nested value with these properties and values."""
        text = write_nested((predicate, value.text) for predicate, value in parts)
        depth = 1 + max((value.depth for _, value in parts), default=0)
        unclear = any(
            value.unclear or ">" in predicate or (not value.depth and is_unclear(value.text))
            for predicate, value in parts
        )
        if len(text) > LONGEST_TEXT or depth >= _DEEPEST:
            text, depth, unclear = write_digest(text), 0, False
        # If a predicate has several values, the paths through them must differ.
        branches = Counter(predicate for predicate, _ in {(name, value.text) for name, value in parts})
        references = {
            (_join_paths(predicate, path, value.text if branches[predicate] > 1 else REFERENCE), instance)
            for predicate, value in parts
            for path, instance in value.references
        }
        if len(references) > MOST_REFERENCES:
            # All or none, so that the order does not matter.
            self._remarks.add("nested-value-cut", text)
            references = set()
        return WrittenValue(text, tuple(sorted(references)), depth, unclear)


def _refine_colours(
    outside: dict[int, list[tuple[str, WrittenValue]]], inside: dict[int, list[PropertyValue]]
) -> dict[int, str]:
    """Return a colour (a digest) for each node of a cycle, which does not depend on the names of blank nodes.

    First, nodes with the same values have the same colour. Then each round also distinguishes nodes whose
    neighbours have different colours, until there are no new colours (colour refinement).
    """
    colours = {
        node: digest(repr(sorted({(predicate, value.text) for predicate, value in parts})))
        for node, parts in outside.items()
    }
    distinct = 0
    for _ in range(MOST_ROUNDS):
        if len(set(colours.values())) <= distinct:
            break
        distinct = len(set(colours.values()))
        colours = {
            node: digest(repr((colours[node], sorted({(name, colours[inner]) for name, inner in edges}))))
            for node, edges in inside.items()
        }
    return colours


def _join_paths(predicate: str, path: str, inner: str = REFERENCE) -> str:
    """Return the path of a reference one level further out; ``inner`` distinguishes equal branches."""
    branch = "" if inner == REFERENCE else f"#{digest(inner)[:8]}"
    joined = f"<{predicate}>{branch} {path}" if path else f"<{predicate}>"
    return joined if len(joined) <= _LONGEST_PATH else f"#{digest(joined)}"


def find_components(starts: Iterable[int], children: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components reachable from the starts, innermost first (Tarjan 1972).

    It does not call itself, since chains of blank nodes may be longer than the recursion limit. ``path`` has
    the nodes from the start to the current one, each with its children that are still to be visited.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    is_waiting: set[int] = set()
    for start in starts:
        if start in order:
            continue
        path: list[tuple[int, Iterator[int]]] = []
        entering: int | None = start
        while entering is not None or path:
            if entering is not None:
                order[entering] = low[entering] = len(order)
                waiting.append(entering)
                is_waiting.add(entering)
                # A copy, since the callee's result changes while components are yielded.
                path.append((entering, iter(list(children(entering)))))
                entering = None
            node, rest = path[-1]
            for child in rest:
                if child not in order:
                    entering = child
                    break
                if child in is_waiting:
                    low[node] = min(low[node], order[child])
            if entering is not None:
                continue
            path.pop()
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == order[node]:
                component = []
                while True:
                    member = waiting.pop()
                    is_waiting.discard(member)
                    component.append(member)
                    if member == node:
                        break
                yield component
