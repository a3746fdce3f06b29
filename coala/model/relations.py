"""What relations mean says which statements are one: of inverse relations, and of symmetric ones.

A vocabulary and the graph itself say so; the process that reads a graph writes it down, hence no numpy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Relations(NamedTuple):
    """Pairs of inverse relations, of which the second is preferred, and relations that hold both ways.

    What is ``transitive`` is closed where relations are scored, and nowhere else.
    """

    inverse: tuple[tuple[str, str], ...] = ()
    symmetric: frozenset[str] = frozenset()
    transitive: frozenset[str] = frozenset()


class Canonical(NamedTuple):
    """How a relation is stated: by this name, with the ends exchanged, or with both ends alike."""

    name: str
    turned: bool
    symmetric: bool


def find_canonical(relations: Iterable[Relations]) -> dict[str, Canonical]:
    """The canonical form of every relation that has one; which graph said what does not matter.

    An inverse of an inverse is the relation itself, and one that is its own inverse is symmetric.
    """
    said = list(relations)
    inverses: defaultdict[str, set[str]] = defaultdict(set)
    preferred: set[str] = set()
    symmetric: set[str] = set()
    for graph in said:
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
