"""What a graph states between its instances becomes pairs of classes, one set of them a relation.

A relation is a statement whose whole value is an instance. Classes stand for their mentions: what is said of
an instance is said of everything that is identical to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coala.model.columns import begins_run, distinct, pack
from coala.model.graph import Graph, Integers
from coala.model.statements.facts import find_targets


class ClassPairs(NamedTuple):
    """Class ``subject[i]`` has the relation to class ``object[i]``: each pair once, sorted."""

    subject: Integers
    object: Integers


NOT_RELATED = ClassPairs(np.empty(0, np.int64), np.empty(0, np.int64))


@dataclass(frozen=True, eq=False)
class RelatedClasses:
    """The classes of one graph that each relation joins, under its name.

    ``unmentioned`` says how many statements of which relation join something without a mention that counts.
    """

    pairs: dict[str, ClassPairs]
    unmentioned: dict[str, int]

    def together(self, relations: Sequence[str]) -> ClassPairs:
        """The pairs of some relations as those of one."""
        pairs = [self.pairs[name] for name in relations if name in self.pairs]
        if len(pairs) <= 1:
            return pairs[0] if pairs else NOT_RELATED
        return sort_pairs(*map(np.concatenate, zip(*pairs, strict=True)))


def name_relations(graph: Graph) -> list[str]:
    """The names of the relations that a graph states between instances, in sorted order."""
    rows, _, _ = find_related(graph)
    return sorted(graph.predicates[number] for number in distinct(graph.statements.predicate[rows]).tolist())


def find_related(graph: Graph) -> tuple[Integers, Integers, Integers]:
    """The rows of the statements between two instances, and the instances: first the subject of each."""
    statements = graph.statements
    target = find_targets(graph)
    rows = np.flatnonzero(target >= 0)
    subject, other = statements.subject[rows], target[rows]
    inverse = statements.inverse[rows]
    return rows, np.where(inverse, other, subject), np.where(inverse, subject, other)


def relate_classes(graph: Graph, class_of: Integers) -> RelatedClasses:
    """Lift the statements between instances to classes; ``class_of`` has that of each instance, or -1."""
    rows, subject, other = find_related(graph)
    subject, other = class_of[subject], class_of[other]
    predicate = graph.statements.predicate[rows]
    mentioned = (subject >= 0) & (other >= 0)
    order = np.argsort(predicate, kind="stable")
    numbers = distinct(predicate)
    bounds = np.searchsorted(predicate[order], np.append(numbers, len(graph.predicates)))
    pairs, unmentioned = {}, {}
    for place, number in enumerate(numbers.tolist()):
        own = order[bounds[place] : bounds[place + 1]]
        kept = own[mentioned[own]]
        pairs[graph.predicates[number]] = sort_pairs(subject[kept], other[kept])
        if len(kept) < len(own):
            unmentioned[graph.predicates[number]] = len(own) - len(kept)
    return RelatedClasses(pairs, unmentioned)


def sort_pairs(subject: Integers, other: Integers) -> ClassPairs:
    """Each pair once, in ascending order."""
    if not len(subject):
        return NOT_RELATED
    packed = pack(subject, other)
    order = np.argsort(packed)
    kept = order[begins_run(packed[order])]
    return ClassPairs(subject[kept], other[kept])
