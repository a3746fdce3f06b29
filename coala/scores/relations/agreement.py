"""Pairs of related classes of a key and a response become what of either the other has too.

Of a key class A and a response class C that share mentions, these are related alike where some key class B
that A has the relation to and some response class D that C has it to share a mention: the ``z`` of Hobbs.

What a graph states between its instances becomes pairs of classes, one set of them a relation.

A relation is a statement whose whole value is an instance. Classes stand for their mentions: what is said of
an instance is said of everything that is identical to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from coala.model.columns import begins_run, distinct, pack
from coala.model.facts import find_targets
from coala.model.graph import Booleans, Graph, Integers
from coala.scores.partition import Clusters, overlap_classes


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


_CANDIDATES = 4_000_000
"""Looked at at once, in some 200 MB; a single pair of classes may have more, but not more than mentions."""


class Alike(NamedTuple):
    """Rows of the table of overlaps whose two classes are related alike, in ascending order.

    Of what the key class of a row is related to, ``of_key`` classes meet something that the response class is
    related to; ``of_response`` is the same the other way round. Both are at least 1.
    """

    row: Integers
    of_key: Integers
    of_response: Integers


class Meetings:
    """Which classes of a key and of a response share mentions, to be looked up from either end."""

    def __init__(self, key: Clusters, response: Clusters) -> None:
        self.key, self.response = key, response
        self.table = overlap_classes(key, response)
        self._width = max(1, response.count)
        self._code = self.table.key * self._width + self.table.response

    @cached_property
    def row_of_span(self) -> Integers:
        """The row in which the two classes of each span stand, or -1 where one side lacks it."""
        key, response = self.key.classes, self.response.classes
        row = np.full(len(key), -1, np.int64)
        both = np.flatnonzero((key >= 0) & (response >= 0))
        row[both] = np.searchsorted(self._code, key[both] * self._width + response[both])
        return row

    def find_alike(self, key: ClassPairs, response: ClassPairs) -> Alike:
        """The rows whose classes are related alike.

        Three ways lead from a row A-C to all its B and D: try each pair of them, or go from every B through
        what shares mentions with it, or from every D. Each row takes the shortest. With n mentions and pairs
        none is longer than n, and all rows together take no more than n √n steps, mostly about n.
        """
        one = _End(key, self._rows_of_key, self.table.key)
        other = _End(response, self._rows_of_response, self.table.response)
        rows = min(one.rows(), other.rows(), key=len)
        rows = rows[one.relates(rows) & other.relates(rows)]
        costs = np.stack([one.degree(rows) * other.degree(rows), one.reach(rows), other.reach(rows)])
        ways: tuple[Callable[[Integers], _Matches], ...] = (
            lambda chosen: self._try_all(one, other, chosen),
            lambda chosen: _go_through(one, other, chosen),
            lambda chosen: _go_through(other, one, chosen).exchanged,
        )
        cheapest = costs.argmin(axis=0)
        found = [
            _count(way(chunk))
            for place, way in enumerate(ways)
            for chunk in _chunks(rows[cheapest == place], costs[place, cheapest == place])
        ]
        if not found:
            return Alike(*np.zeros((3, 0), np.int64))
        row, of_key, of_response = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(row)
        return Alike(row[order], of_key[order], of_response[order])

    def find_spans(self, key: ClassPairs, response: ClassPairs) -> Integers:
        """The mentions that are related to something in the key or in the response."""
        _, of_key = self._spans_of_key.of(distinct(key.subject))
        _, of_response = self._spans_of_response.of(distinct(response.subject))
        return distinct(np.concatenate([of_key, of_response]))

    @cached_property
    def _rows_of_key(self) -> _PlacesOfClasses:
        return _PlacesOfClasses(self.table.key, self.key.count)

    @cached_property
    def _rows_of_response(self) -> _PlacesOfClasses:
        return _PlacesOfClasses(self.table.response, self.response.count)

    @cached_property
    def _spans_of_key(self) -> _PlacesOfClasses:
        return _PlacesOfClasses(self.key.classes, self.key.count)

    @cached_property
    def _spans_of_response(self) -> _PlacesOfClasses:
        return _PlacesOfClasses(self.response.classes, self.response.count)

    def _try_all(self, one: _End, other: _End, rows: Integers) -> _Matches:
        place, pair = _spread(*one.pairs(rows))
        first, count = other.pairs(rows)
        step, other_pair = _spread(first[place], count[place])
        of_key = one.related.object[pair[step]]
        of_response = other.related.object[other_pair]
        meets = _is_among(of_key * self._width + of_response, self._code)
        return _Matches(rows[place[step]][meets], of_key[meets], of_response[meets])


class _Matches(NamedTuple):
    """A row A-C, a B that A is related to, and a D that C is related to, which share a mention."""

    row: Integers
    of_key: Integers
    of_response: Integers

    @property
    def exchanged(self) -> _Matches:
        return _Matches(self.row, self.of_response, self.of_key)


class _PlacesOfClasses:
    """The places of a column in which each class stands."""

    def __init__(self, classes: Integers, count: int) -> None:
        self._order = np.argsort(classes, kind="stable")
        self._start = np.searchsorted(classes[self._order], np.arange(count + 1))

    def count(self, classes: Integers) -> Integers:
        """How many they are."""
        counted: Integers = self._start[classes + 1] - self._start[classes]
        return counted

    def of(self, classes: Integers) -> tuple[Integers, Integers]:
        """The places in ``classes``, and those of these classes in the column."""
        place, number = _spread(self._start[classes], self.count(classes))
        return place, self._order[number]


class _End:
    """One side of the table with the pairs that a relation has there."""

    def __init__(self, related: ClassPairs, rows_of: _PlacesOfClasses, own: Integers) -> None:
        self.related = related
        self.own = own
        self.rows_of = rows_of
        self._subjects = distinct(related.subject)
        self._reach = np.concatenate([[0], np.cumsum(rows_of.count(related.object))])

    def rows(self) -> Integers:
        """The rows of classes that are related to something."""
        return self.rows_of.of(self._subjects)[1]

    def relates(self, rows: Integers) -> Booleans:
        """Whether the class of each row is related to something."""
        return _is_among(self.own[rows], self._subjects)

    def pairs(self, rows: Integers) -> tuple[Integers, Integers]:
        """Where the pairs of the class of each row begin, and how many they are."""
        first = np.searchsorted(self.related.subject, self.own[rows], side="left")
        return first, np.searchsorted(self.related.subject, self.own[rows], side="right") - first

    def degree(self, rows: Integers) -> Integers:
        """To how many classes that of each row is related."""
        return self.pairs(rows)[1]

    def reach(self, rows: Integers) -> Integers:
        """In how many rows stand the classes to which that of each row is related."""
        first, count = self.pairs(rows)
        reached: Integers = self._reach[first + count] - self._reach[first]
        return reached

    def has(self, subject: Integers, other: Integers) -> Booleans:
        """Which of these pairs the relation has."""
        width = int(max(other.max(initial=0), self.related.object.max(initial=0))) + 1
        return _is_among(subject * width + other, self.related.subject * width + self.related.object)


def _go_through(one: _End, other: _End, rows: Integers) -> _Matches:
    """From what the one class is related to, through the rows of that, to what the other is related to."""
    place, pair = _spread(*one.pairs(rows))
    related = one.related.object[pair]
    step, row = one.rows_of.of(related)
    place, related, reached = place[step], related[step], other.own[row]
    holds = other.has(other.own[rows[place]], reached)
    return _Matches(rows[place[holds]], related[holds], reached[holds])


def _spread(first: Integers, count: Integers) -> tuple[Integers, Integers]:
    """The numbers ``first[i]``, ``first[i]`` + 1, … (``count[i]`` of them), each with its ``i``."""
    place = np.repeat(np.arange(len(first)), count)
    return place, np.repeat(first - (np.cumsum(count) - count), count) + np.arange(len(place))


def _is_among(values: Integers, ordered: Integers) -> Booleans:
    """Which of the values are among those that stand in ascending order."""
    if not len(ordered):
        return np.zeros(len(values), bool)
    order = np.argsort(values)
    place = np.minimum(np.searchsorted(ordered, values[order]), len(ordered) - 1)
    among = np.empty(len(values), bool)
    among[order] = ordered[place] == values[order]
    return among


def _chunks(rows: Integers, costs: Integers) -> Iterator[Integers]:
    parts = np.cumsum(costs) // _CANDIDATES
    yield from np.split(rows, np.flatnonzero(np.diff(parts)) + 1)


def _count(matches: _Matches) -> Alike:
    """How many different B, and how many different D, each row has."""
    rows = distinct(matches.row)
    counts = []
    for related in (matches.of_key, matches.of_response):
        order = np.argsort(packed := pack(matches.row, related))
        once = matches.row[order[begins_run(packed[order])]]
        counts.append(np.bincount(np.searchsorted(rows, once), minlength=len(rows)))
    return Alike(rows, *counts)
