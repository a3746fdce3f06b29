"""Inverse, symmetric and transitive relations, and the canonical form of a relation.

"A hasParent B" and "B hasChild A" are the same statement if the two relations are inverse, and so are "A
marriedTo B" and "B marriedTo A". To compare such statements, one canonical form replaces both. This module
needs no numpy, because the process that reads a graph collects the relations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Relations(NamedTuple):
    """The relations that one graph declares as inverse, symmetric or transitive, by their IRIs."""

    inverse: tuple[tuple[str, str], ...] = ()  # pairs; the second relation is the preferred one
    symmetric: frozenset[str] = frozenset()
    transitive: frozenset[str] = frozenset()  # used in the scores of relations only


class Canonical(NamedTuple):
    """The canonical form of a relation: how to rewrite a statement that uses it."""

    name: str  # the relation to use instead
    turned: bool  # True if subject and object are exchanged
    symmetric: bool  # True if the order of subject and object has no meaning


def find_canonical(relations: Iterable[Relations]) -> dict[str, Canonical]:
    """Return the canonical form of every relation that has one, from the declarations of all graphs.

    With the inverse pair (hasChild, hasParent), "hasChild" is rewritten as "hasParent" with the ends
    exchanged, and "hasParent" stays. The inverse of an inverse is the relation itself; a relation that is its
    own inverse is symmetric.
    """
    declared = list(relations)
    inverses: defaultdict[str, set[str]] = defaultdict(set)
    preferred: set[str] = set()
    symmetric: set[str] = set()
    for graph in declared:
        symmetric |= graph.symmetric
        for first, second in graph.inverse:
            inverses[first].add(second)
            inverses[second].add(first)
            preferred.add(second)
    # A symmetric relation without an inverse keeps its name.
    canonical = {name: Canonical(name, turned=False, symmetric=True) for name in symmetric - inverses.keys()}
    for start in inverses:
        if start in canonical:
            continue
        # Follow the inverses of ``start`` to all connected relations. Each step exchanges the ends once more;
        # a relation that is reached with and without an exchange is symmetric, and so are all the others.
        turned = {start: False}
        waiting = [start]
        both_ways = False
        while waiting:
            name = waiting.pop()
            for inverse in inverses[name]:
                if inverse not in turned:
                    turned[inverse] = not turned[name]
                    waiting.append(inverse)
                both_ways |= turned[inverse] == turned[name]
        both_ways |= not symmetric.isdisjoint(turned)
        best = min(preferred.intersection(turned))
        for name, is_turned in turned.items():
            canonical[name] = Canonical(best, not both_ways and is_turned != turned[best], both_ways)
    return canonical
