"""The instances and rows of a great bag stay in columns, and those of any bag become arrays where all count.

One of them is made when it is asked for; what must look at all of them asks for columns (``mentions_of``,
``ends_of``), which a great bag has and a small one is gathered into.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from coala.base.sequences import LazySequence
from coala.model.bag import BASELINE, Bag, Direction, Divergence, Instance, Statement, Term
from coala.model.columns import begins_run, pack
from coala.model.kinds import Kind
from coala.model.span_columns import MostlyPlain, SpanColumns, TableColumn, documents_at

if TYPE_CHECKING:
    from coala.model.graph import Booleans, Integers

    Sides = tuple[Integers, Integers]

NONE = -1
"""What stands in a column for no instance."""

_Index = TypeVar("_Index", int, int | None)

_Listed = TypeVar("_Listed")


class NumberLists(LazySequence[tuple[int, ...]]):
    """Lists of numbers behind each other in one column; ``firsts`` says where each begins, and the end."""

    def __init__(self, lengths: Integers, flat: Integers) -> None:
        self.lengths, self.flat = lengths, flat
        self.firsts = np.zeros(len(lengths) + 1, dtype=np.int64)
        lengths.cumsum(out=self.firsts[1:])

    def __len__(self) -> int:
        return len(self.lengths)

    def _make(self, place: int) -> tuple[int, ...]:
        return tuple(self.column(place).tolist())

    def column(self, place: int) -> Integers:
        """One of the lists, whose numbers are not made."""
        return self.flat[self.firsts[place] : self.firsts[place + 1]]

    def owners(self) -> Integers:
        """For each number of the column the list in which it stands."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def at(self, places: Integers) -> NumberLists:
        """Some of the lists, in the order of their places."""
        lengths = self.lengths[places]
        starts = np.repeat(self.firsts[places] - lengths.cumsum() + lengths, lengths)
        return NumberLists(lengths, self.flat[starts + np.arange(len(starts))])

    def are_distinct(self) -> bool:
        """Whether no two lists are equal; only those that begin alike are compared."""
        first = self.first_of_each(NONE)
        order = first.argsort()
        begins = begins_run(first[order])
        alike = order[~begins | ~np.append(begins[1:], True)].tolist()
        return len({self[place] for place in alike}) == len(alike)

    def ranks(self) -> Integers:
        """For each list a number that is less for one that comes before it in ascending order."""
        first = self.first_of_each(NONE)
        order = first.argsort()
        of_first = np.cumsum(begins_run(first[order])) - 1
        # Lists are compared where several begin alike, unless that is all that they have.
        compared = np.zeros(len(first), dtype=bool)
        several = np.bincount(of_first, minlength=1) > 1
        longer = np.bincount(of_first, weights=self.lengths[order] > 1, minlength=1) > 0
        compared[order] = (several & longer)[of_first]
        (places,) = compared.nonzero()
        lists = [self[place] for place in places.tolist()]
        numbers = {members: number for number, members in enumerate(sorted(set(lists)))}
        among = np.zeros(len(first), dtype=np.int64)
        among[places] = [numbers[members] for members in lists]
        return pack(first, among)

    def first_of_each(self, default: int) -> Integers:
        """The first number of each list, and ``default`` for one that is empty."""
        found = np.full(len(self), default, dtype=np.int64)
        (filled,) = self.lengths.nonzero()
        found[filled] = self.flat[self.firsts[filled]]
        return found


class PairColumns(LazySequence[tuple[_Index, _Index]]):
    """Pairs of indices of a baseline and a changed instance; what may be None is ``NONE`` in its column."""

    def __init__(self, baseline: Integers, changed: Integers) -> None:
        self.sides = baseline, changed

    def __len__(self) -> int:
        return len(self.sides[BASELINE])

    def _make(self, place: int) -> tuple[_Index, _Index]:
        return cast("tuple[_Index, _Index]", tuple(index_at(side, place) for side in self.sides))

    def __iter__(self) -> Iterator[tuple[_Index, _Index]]:
        return cast("Iterator[tuple[_Index, _Index]]", zip(*map(_indices, self.sides), strict=True))


class ToldTerms(LazySequence[Term]):
    """Terms by their labels and their names."""

    def __init__(self, labels: Sequence[str], names: Sequence[str]) -> None:
        self._labels, self._names = labels, names

    def __len__(self) -> int:
        return len(self._labels)

    def _make(self, place: int) -> Term:
        return Term(self._labels[place], self._names[place])


class ToldStatements(LazySequence[Statement]):
    """Statements by the places of their terms, and which are read backwards."""

    def __init__(self, terms: ToldTerms, predicates: Integers, values: Integers, inverse: Integers) -> None:
        self._terms, self._columns = terms, (predicates, values, inverse)

    def __len__(self) -> int:
        return len(self._columns[0])

    def _make(self, place: int) -> Statement:
        predicate, value, inverse = (int(column[place]) for column in self._columns)
        return Statement(self._terms[predicate], self._terms[value], bool(inverse))


class TableLists(LazySequence[tuple[_Listed, ...]]):
    """Lists of values, each of which stands once in a table, as ``TableColumn`` has one of them a place."""

    def __init__(self, table: Sequence[_Listed], places: NumberLists) -> None:
        self._table, self._places = table, places

    def __len__(self) -> int:
        return len(self._places)

    def _make(self, place: int) -> tuple[_Listed, ...]:
        # Most bags have nothing to list, and some who look at all of one's chains ask for each.
        return tuple(map(self._table.__getitem__, self._places[place])) if self._table else ()

    def at(self, places: Integers) -> TableLists[_Listed]:
        """Some of the lists, in the order of their places."""
        return TableLists(self._table, self._places.at(places))


class InstanceColumns(MostlyPlain[Instance]):
    """Instances by what most have; ``odd`` has those with extents."""

    def __init__(
        self,
        labels: TableColumn[str],
        names: Sequence[str],
        spans: NumberLists,
        types: TableLists[Term],
        statements: TableLists[Statement],
        odd: Mapping[int, Instance],
    ) -> None:
        """An odd instance has the label, the name and the spans that the columns have for it."""
        self.labels, self.names, self.spans, self.odd = labels, names, spans, odd
        self.types, self.statements = types, statements
        self._made: dict[int, Instance] = {}

    def __len__(self) -> int:
        return len(self.names)

    def renamed(self, names: Sequence[str]) -> InstanceColumns:
        """The same instances by other names."""
        odd = {place: instance._replace(name=names[place]) for place, instance in self.odd.items()}
        return InstanceColumns(self.labels, names, self.spans, self.types, self.statements, odd)

    def _make(self, place: int) -> Instance:
        # A sentence or a key asks for its chains time and again, and one with types is not made at once.
        made = self._made.get(place)
        if made is None:
            made = self._made[place] = super()._make(place)
        return made

    def plain(self, place: int) -> Instance:
        return Instance(
            self.labels[place],
            self.names[place],
            self.spans[place],
            self.types[place],
            self.statements[place],
        )


class RowColumns(MostlyPlain[Divergence]):
    """Rows by what most have; ``odd`` has those that tell a fact."""

    def __init__(
        self,
        kinds: TableColumn[Kind],
        ends: PairColumns[int | None],
        spans: NumberLists,
        sentences: Sequence[str],
        directions: TableColumn[Direction],
        added: TableLists[str],
        dropped: TableLists[str],
        odd: Mapping[int, Divergence],
    ) -> None:
        """An odd row has the kind, the ends, the spans, the sentence and the direction of the columns."""
        self.kinds, self.ends, self.spans = kinds, ends, spans
        self.sentences, self.directions, self.odd = sentences, directions, odd
        self.added, self.dropped = added, dropped

    def __len__(self) -> int:
        return len(self.ends)

    def plain(self, place: int) -> Divergence:
        return Divergence(
            self.kinds[place],
            *self.ends[place],
            self.spans[place],
            self.sentences[place],
            self.added[place],
            self.dropped[place],
            self.directions[place],
        )

    def of_kinds(self, wanted: Set[Kind]) -> Booleans:
        """Which rows are of some kinds."""
        among = np.array([kind in wanted for kind in self.kinds.table], dtype=bool)
        found: Booleans = among[np.asarray(self.kinds.places, dtype=np.int64)]
        return found


def rename(instances: Sequence[Instance], names: Sequence[str]) -> Sequence[Instance]:
    """The same instances by other names."""
    if isinstance(instances, InstanceColumns):
        return instances.renamed(names)
    return tuple(instance._replace(name=name) for instance, name in zip(instances, names, strict=True))


def mentions_of(instances: Sequence[Instance]) -> NumberLists:
    """The spans of each instance."""
    if isinstance(instances, InstanceColumns):
        return instances.spans
    return lists_of([instance.spans for instance in instances])


def labels_of(instances: Sequence[Instance]) -> TableColumn[str]:
    """The label of each instance."""
    if isinstance(instances, InstanceColumns):
        return instances.labels
    return TableColumn([instance.label for instance in instances], range(len(instances)))


def sides_of(pairs: Sequence[tuple[int | None, int | None]]) -> Sides:
    """Pairs of indices as two columns."""
    if isinstance(pairs, PairColumns):
        return pairs.sides
    filled = [[NONE if index is None else index for index in pair] for pair in pairs]
    baseline, changed = np.array(filled, dtype=np.int64).reshape(-1, 2).T
    return baseline, changed


def partner_columns(bag: Bag) -> Sides:
    """For each instance of both sides its partner on the other one, ``NONE`` where it has none."""
    baseline, changed = sides_of(bag.partners)
    new_of, old_of = np.full(len(bag.baseline), NONE), np.full(len(bag.changed), NONE)
    new_of[baseline], old_of[changed] = changed, baseline
    return new_of, old_of


def ends_of(rows: Sequence[Divergence]) -> Sides:
    """The instances of rows as two columns."""
    if isinstance(rows, RowColumns):
        return rows.ends.sides
    return sides_of([(row.baseline, row.changed) for row in rows])


def lists_of(lists: Sequence[Sequence[int]]) -> NumberLists:
    """Lists that stand in no columns yet."""
    lengths = np.array(list(map(len, lists)), dtype=np.int64)
    return NumberLists(lengths, np.fromiter(chain.from_iterable(lists), np.int64))


def _indices(column: Integers) -> list[int] | list[int | None]:
    indices: list[int] = column.tolist()
    return [None if index == NONE else index for index in indices] if NONE in column else indices


def index_at(column: Integers, place: int) -> int | None:
    """One index of a column, None for ``NONE``."""
    index = int(column[place])
    return None if index == NONE else index


def rows_of_kinds(rows: Sequence[Divergence], wanted: Set[Kind]) -> Iterator[Divergence]:
    """The rows of some kinds, of which alone each is made."""
    if isinstance(rows, RowColumns):
        return map(rows.__getitem__, np.flatnonzero(rows.of_kinds(wanted)).tolist())
    return (row for row in rows if row.kind in wanted)


def documents_of_kinds(bag: Bag, wanted: Set[Kind]) -> set[str]:
    """The documents in which rows of some kinds have spans."""
    rows, spans = bag.divergences, bag.spans
    if not isinstance(rows, RowColumns) or not isinstance(spans, SpanColumns):
        return set(documents_at(spans, {span for row in rows if row.kind in wanted for span in row.spans}))
    found = np.zeros(len(spans), dtype=bool)
    found[rows.spans.flat[np.repeat(rows.of_kinds(wanted), rows.spans.lengths)]] = True
    firsts = [run.first for run in spans.runs]
    of_runs = np.logical_or.reduceat(found, firsts).tolist() if firsts else []
    return {run.document for run, has in zip(spans.runs, of_runs, strict=True) if has}
