"""Inverse, symmetric and transitive relations, and the canonical form of a relation.

Two statements with inverse relations, or with one symmetric relation in both directions, are the same
statement. No numpy here: the process that reads a graph collects the relations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Relations(NamedTuple):
    """Pairs of inverse relations, whose second one is preferred, and symmetric and transitive relations.

    The transitive closure is used in the scores of relations only.
    """

    inverse: tuple[tuple[str, str], ...] = ()
    symmetric: frozenset[str] = frozenset()
    transitive: frozenset[str] = frozenset()


class Canonical(NamedTuple):
    """The canonical form of a relation: its name, with the ends exchanged, or symmetric."""

    name: str
    turned: bool
    symmetric: bool


def find_canonical(relations: Iterable[Relations]) -> dict[str, Canonical]:
    """Return the canonical form of every relation that has one; all graphs are treated alike.

    The inverse of an inverse is the relation itself; a relation that is its own inverse is symmetric.
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
    canonical = {name: Canonical(name, turned=False, symmetric=True) for name in symmetric - inverses.keys()}
    for start in inverses:
        if start in canonical:
            continue
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
