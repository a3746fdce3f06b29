"""Relations between the classes of a graph, and which classes of two graphs have them in common.

A relation is a statement whose whole value is an instance. Statements between instances are lifted to pairs
of classes, since a statement about an instance holds for everything identical to it.

Take a key class A and a response class C that share mentions. They are *related alike* if A has the relation
to a key class B, C has it to a response class D, and B and D share a mention (the ``z`` in Hobbs'
definition). Example: the key says that *Ada* works for *IBM*, the response that *she* works for *the
company*; A and C share a mention of Ada, B and D one of IBM.

``relate_classes`` lifts the statements of one graph. ``OverlapIndex.find_alike`` finds the related pairs of
classes. Both work on columns of numbers, since graphs may have millions of statements. A *row* is a row of
the overlap table: a key class A and a response class C that share mentions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.columns import begins_run, distinct, pack
from coala.model.facts import find_targets
from coala.model.graph import Graph
from coala.scores.partition import Clusters, overlap_classes


class ClassPairs(NamedTuple):
    """The pairs of a relation: class ``subject[i]`` has it to class ``object[i]``. Each pair once, sorted."""

    subject: Integers
    object: Integers


NOT_RELATED = ClassPairs(np.empty(0, np.int64), np.empty(0, np.int64))


@dataclass(frozen=True, eq=False)
class RelatedClasses:
    """The pairs of classes of one graph, by the name of the relation.

    ``unmentioned`` counts the statements of each relation with an end that has no mention that counts.
    """

    pairs: dict[str, ClassPairs]
    unmentioned: dict[str, int]

    def unite(self, relations: Sequence[str]) -> ClassPairs:
        """Return the union of the pairs of some relations."""
        pairs = [self.pairs[name] for name in relations if name in self.pairs]
        if len(pairs) <= 1:
            return pairs[0] if pairs else NOT_RELATED
        return sort_pairs(*map(np.concatenate, zip(*pairs, strict=True)))


def name_relations(graph: Graph) -> list[str]:
    """Return the sorted names of the relations that a graph states between instances."""
    rows, _, _ = find_related(graph)
    return sorted(graph.predicates[number] for number in distinct(graph.statements.predicate[rows]).tolist())


def find_related(graph: Graph) -> tuple[Integers, Integers, Integers]:
    """Return the rows of the statements between two instances, their subjects, and the other instances."""
    statements = graph.statements
    target = find_targets(graph)
    rows = np.flatnonzero(target >= 0)
    subject, other = statements.subject[rows], target[rows]
    inverse = statements.inverse[rows]
    return rows, np.where(inverse, other, subject), np.where(inverse, subject, other)


def relate_classes(graph: Graph, class_of: Integers) -> RelatedClasses:
    """Lift the statements between instances to classes; ``class_of`` has the class of each instance or -1."""
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
    """Return each pair once, in ascending order."""
    if not len(subject):
        return NOT_RELATED
    packed = pack(subject, other)
    order = np.argsort(packed)
    kept = order[begins_run(packed[order])]
    return ClassPairs(subject[kept], other[kept])


_CANDIDATES = 4_000_000
"""Candidates examined at once (200 MB). A single row may have more, but not more than there are mentions."""


class AlikeRows(NamedTuple):
    """The rows of the overlap table whose two classes are related alike, in ascending order.

    Of the classes that the key class of a row is related to, ``of_key`` meet a class that the response class
    is related to. ``of_response`` is the same with key and response exchanged. Both are at least 1.
    """

    row: Integers
    of_key: Integers
    of_response: Integers


class OverlapIndex:
    """An index of the classes of a key and of a response that share mentions."""

    def __init__(self, key: Clusters, response: Clusters) -> None:
        self.key, self.response = key, response
        self.table = overlap_classes(key, response)
        self._width = max(1, response.count)
        self._code = self.table.key * self._width + self.table.response

    @cached_property
    def row_of_span(self) -> Integers:
        """The row of the two classes of each span, or -1 where one side lacks the span."""
        key, response = self.key.classes, self.response.classes
        row = np.full(len(key), -1, np.int64)
        both = np.flatnonzero((key >= 0) & (response >= 0))
        row[both] = np.searchsorted(self._code, key[both] * self._width + response[both])
        return row

    def find_alike(self, key: ClassPairs, response: ClassPairs) -> AlikeRows:
        """Return the rows whose classes are related alike.

        There are three ways from a row A-C to all its B and D: try each pair of them, go from every B through
        the classes that share mentions with it, or go from every D. Each row takes the cheapest one. With n
        mentions and pairs, none takes more than n steps, and all rows together take no more than n √n steps,
        usually about n.
        """
        one = _RelatedSide(key, self._rows_of_key, self.table.key)
        other = _RelatedSide(response, self._rows_of_response, self.table.response)
        # Only rows whose classes are both related to something can be related alike.
        rows = min(one.rows(), other.rows(), key=len)
        rows = rows[one.is_related(rows) & other.is_related(rows)]
        costs = np.stack([one.degree(rows) * other.degree(rows), one.reach(rows), other.reach(rows)])
        ways: tuple[Callable[[Integers], _Matches], ...] = (
            lambda chosen: self._try_all(one, other, chosen),
            lambda chosen: _match_through(one, other, chosen),
            lambda chosen: _match_through(other, one, chosen).exchanged,
        )
        cheapest = costs.argmin(axis=0)
        found = [
            _count_matches(way(chunk))
            for place, way in enumerate(ways)
            for chunk in _split_rows(rows[cheapest == place], costs[place, cheapest == place])
        ]
        if not found:
            return AlikeRows(*np.zeros((3, 0), np.int64))
        row, of_key, of_response = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(row)
        return AlikeRows(row[order], of_key[order], of_response[order])

    def find_spans(self, key: ClassPairs, response: ClassPairs) -> Integers:
        """Return the mentions that are related to something in the key or in the response."""
        _, of_key = self._spans_of_key.find(distinct(key.subject))
        _, of_response = self._spans_of_response.find(distinct(response.subject))
        return distinct(np.concatenate([of_key, of_response]))

    @cached_property
    def _rows_of_key(self) -> _ClassIndex:
        return _ClassIndex(self.table.key, self.key.count)

    @cached_property
    def _rows_of_response(self) -> _ClassIndex:
        return _ClassIndex(self.table.response, self.response.count)

    @cached_property
    def _spans_of_key(self) -> _ClassIndex:
        return _ClassIndex(self.key.classes, self.key.count)

    @cached_property
    def _spans_of_response(self) -> _ClassIndex:
        return _ClassIndex(self.response.classes, self.response.count)

    def _try_all(self, one: _RelatedSide, other: _RelatedSide, rows: Integers) -> _Matches:
        """Find matches by trying each B of a row with each D."""
        place, pair = _expand_ranges(*one.pairs(rows))
        first, count = other.pairs(rows)
        step, other_pair = _expand_ranges(first[place], count[place])
        of_key = one.related.object[pair[step]]
        of_response = other.related.object[other_pair]
        meets = _is_among(of_key * self._width + of_response, self._code)
        return _Matches(rows[place[step]][meets], of_key[meets], of_response[meets])


class _Matches(NamedTuple):
    """Matches of a row A-C: a B that A is related to, and a D that C is related to, which share a mention."""

    row: Integers
    of_key: Integers
    of_response: Integers

    @property
    def exchanged(self) -> _Matches:
        return _Matches(self.row, self.of_response, self.of_key)


class _ClassIndex:
    """An index of the places of each class in a column."""

    def __init__(self, classes: Integers, count: int) -> None:
        self._order = np.argsort(classes, kind="stable")
        self._start = np.searchsorted(classes[self._order], np.arange(count + 1))

    def count(self, classes: Integers) -> Integers:
        """Return the number of places of each of these classes."""
        counted: Integers = self._start[classes + 1] - self._start[classes]
        return counted

    def find(self, classes: Integers) -> tuple[Integers, Integers]:
        """Return indices into ``classes``, and for each of them one place of that class in the column."""
        place, number = _expand_ranges(self._start[classes], self.count(classes))
        return place, self._order[number]


class _RelatedSide:
    """One side of the overlap table with the pairs of a relation on that side.

    ``own`` is the class of each row on this side, and ``rows_of`` the index of the rows by this class.
    """

    def __init__(self, related: ClassPairs, rows_of: _ClassIndex, own: Integers) -> None:
        self.related = related
        self.own = own
        self.rows_of = rows_of
        self._subjects = distinct(related.subject)
        # For each position in ``related``, the number of rows of all objects before it.
        self._reach = np.concatenate([[0], np.cumsum(rows_of.count(related.object))])

    def rows(self) -> Integers:
        """Return the rows of classes that are related to something."""
        return self.rows_of.find(self._subjects)[1]

    def is_related(self, rows: Integers) -> Booleans:
        """Return for each row whether its class is related to something."""
        return _is_among(self.own[rows], self._subjects)

    def pairs(self, rows: Integers) -> tuple[Integers, Integers]:
        """Return the first pair and the number of pairs of the class of each row."""
        first = np.searchsorted(self.related.subject, self.own[rows], side="left")
        return first, np.searchsorted(self.related.subject, self.own[rows], side="right") - first

    def degree(self, rows: Integers) -> Integers:
        """Return the number of classes that the class of each row is related to."""
        return self.pairs(rows)[1]

    def reach(self, rows: Integers) -> Integers:
        """Return the number of rows of the classes that the class of each row is related to."""
        first, count = self.pairs(rows)
        reached: Integers = self._reach[first + count] - self._reach[first]
        return reached

    def has(self, subject: Integers, other: Integers) -> Booleans:
        """Return which of these pairs the relation has."""
        width = int(max(other.max(initial=0), self.related.object.max(initial=0))) + 1
        return _is_among(subject * width + other, self.related.subject * width + self.related.object)


def _match_through(one: _RelatedSide, other: _RelatedSide, rows: Integers) -> _Matches:
    """Find matches by going from the related classes on one side, through their rows, to the other side."""
    place, pair = _expand_ranges(*one.pairs(rows))
    related = one.related.object[pair]
    step, row = one.rows_of.find(related)
    place, related, reached = place[step], related[step], other.own[row]
    holds = other.has(other.own[rows[place]], reached)
    return _Matches(rows[place[holds]], related[holds], reached[holds])


def _expand_ranges(first: Integers, count: Integers) -> tuple[Integers, Integers]:
    """Return the numbers ``first[i]``, ``first[i]`` + 1, … (``count[i]`` of them), each with its ``i``.

    The ``i`` come first: first [7, 2] and count [2, 1] give [0, 0, 1] and [7, 8, 2].
    """
    place = np.repeat(np.arange(len(first)), count)
    return place, np.repeat(first - (np.cumsum(count) - count), count) + np.arange(len(place))


def _is_among(values: Integers, ordered: Integers) -> Booleans:
    """Return which of the values are among ``ordered``, which ascend."""
    if not len(ordered):
        return np.zeros(len(values), bool)
    order = np.argsort(values)
    place = np.minimum(np.searchsorted(ordered, values[order]), len(ordered) - 1)
    among = np.empty(len(values), bool)
    among[order] = ordered[place] == values[order]
    return among


def _split_rows(rows: Integers, costs: Integers) -> Iterator[Integers]:
    """Yield the rows in chunks of about ``_CANDIDATES`` candidates each."""
    parts = np.cumsum(costs) // _CANDIDATES
    yield from np.split(rows, np.flatnonzero(np.diff(parts)) + 1)


def _count_matches(matches: _Matches) -> AlikeRows:
    """Return the number of different B, and of different D, of each row."""
    rows = distinct(matches.row)
    counts = []
    for related in (matches.of_key, matches.of_response):
        order = np.argsort(packed := pack(matches.row, related))
        once = matches.row[order[begins_run(packed[order])]]
        counts.append(np.bincount(np.searchsorted(rows, once), minlength=len(rows)))
    return AlikeRows(rows, *counts)
