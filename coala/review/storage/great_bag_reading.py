"""The columns of a great bag become the bag, of which nothing is made that nobody looks at.

Whatever a foreign file may have in them is held against what the columns must be, all at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Sized
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from coala.model.bag import Bag, Direction, Instance
from coala.model.bag_columns import (
    NONE,
    InstanceColumns,
    NumberLists,
    PairColumns,
    RowColumns,
    TableLists,
    ToldStatements,
    ToldTerms,
)
from coala.model.kinds import Kind
from coala.model.span_columns import SpanColumns, TableColumn
from coala.review.storage import serialization
from coala.review.storage.great_bag_columns import NumberColumn
from coala.review.storage.schema import check_types

if TYPE_CHECKING:
    from coala.model.graph import Integers

_Value = TypeVar("_Value")


class _Tables(NamedTuple):
    """What instances and rows list, each once: rows list it as words."""

    terms: ToldTerms
    statements: ToldStatements
    words: Sequence[str]


def read_bag(beside: Any, columns: Sequence[NumberColumn], spans: SpanColumns) -> Bag:
    """A bag from its columns, of which the spans are read already; raises as ``bag_of_columns``."""
    _, fingerprint, title, words, baseline, changed, rows, tables = beside
    check_types([fingerprint, title], str)
    check_types(words, str | None)
    word_of, first, second = columns[9:12]
    if len(word_of) != len(spans) or len(first) != len(second):
        raise ValueError("lengths")
    size = len(spans)
    listed = _read_tables(tables, *columns[19:22])
    of_old, of_new, of_rows = columns[22:26], columns[26:30], columns[30:]
    old = _read_instances(baseline, size, listed, [*columns[3:6], *of_old])
    new = _read_instances(changed, size, listed, [*columns[6:9], *of_new])
    partners = PairColumns[int](_indices(first, len(old)), _indices(second, len(new)))
    return Bag(
        fingerprint,
        title,
        spans,
        _picked(words, word_of),
        old,
        new,
        partners,
        _read_rows(rows, size, (len(old), len(new)), listed, [*columns[12:19], *of_rows]),
    )


def _read_tables(
    beside: Any, predicates: NumberColumn, values: NumberColumn, inverse: NumberColumn
) -> _Tables:
    labels, names, words = beside
    check_types([*labels, *names, *words], str)
    if len(labels) != len(names) or not len(predicates) == len(values) == len(inverse):
        raise ValueError("tables")
    terms = ToldTerms(labels, names)
    ends = _indices(predicates, len(terms)), _indices(values, len(terms))
    return _Tables(terms, ToldStatements(terms, *ends, _indices(inverse, 2)), words)


def _read_instances(
    beside: Any, spans: int, tables: _Tables, columns: Sequence[NumberColumn]
) -> InstanceColumns:
    labels, names, stored = beside
    label_of, lengths, flat, *listed = columns
    check_types([*labels, *names], str)
    odd = {at: serialization.from_json(instance, Instance) for at, instance in stored}
    _refuse_no_places(len(names), odd)
    _refuse_outside(spans, (extent.span for instance in odd.values() for extent in instance.extents))
    made = InstanceColumns(
        _picked(labels, label_of),
        names,
        _lists(lengths, flat, spans),
        _listed(tables.terms, *listed[:2]),
        _listed(tables.statements, *listed[2:]),
        odd,
    )
    _refuse_unequal(names, made.labels, made.spans, made.types, made.statements)
    if not made.spans.lengths.all():
        raise ValueError("a chain without mentions")
    if any(instance._replace(extents=()) != made.plain(at) for at, instance in odd.items()):
        raise ValueError("odd")
    return made


def _read_rows(
    beside: Any, spans: int, sides: tuple[int, int], tables: _Tables, columns: Sequence[NumberColumn]
) -> RowColumns:
    kinds, sentences, directions, stored = beside
    kind_of, baseline, changed, lengths, flat, sentence_of, direction_of, *listed = columns
    check_types(sentences, str)
    ends = (
        _indices(column, size, least=NONE) for column, size in zip((baseline, changed), sides, strict=True)
    )
    odd = {at: serialization.divergence_from_json(row) for at, row in stored}
    made = RowColumns(
        _picked([Kind(kind) for kind in kinds], kind_of),
        PairColumns[int | None](*ends),
        _lists(lengths, flat, spans),
        _picked(sentences, sentence_of),
        _picked([Direction(direction) for direction in directions], direction_of),
        _listed(tables.words, *listed[:2]),
        _listed(tables.words, *listed[2:]),
        odd,
    )
    _refuse_unequal(*made.ends.sides, made.kinds, made.spans, made.sentences, made.directions)
    _refuse_unequal(made.kinds, made.added, made.dropped)
    _refuse_no_places(len(made), odd)
    if any(row._replace(fact=None) != made.plain(at) for at, row in odd.items()):
        raise ValueError("odd")
    return made


def _listed(table: Sequence[_Value], lengths: NumberColumn, flat: NumberColumn) -> TableLists[_Value]:
    return TableLists(table, _lists(lengths, flat, len(table)))


def _picked(table: Sequence[_Value], places: NumberColumn) -> TableColumn[_Value]:
    _indices(places, len(table))
    return TableColumn(table, places)


def _lists(lengths: NumberColumn, flat: NumberColumn, size: int) -> NumberLists:
    """Lists of indices into what has this size."""
    each = _indices(lengths, len(flat) + 1)
    if each.sum(dtype=np.int64) != len(flat):
        raise ValueError("lengths")
    return NumberLists(each, _indices(flat, size))


def _indices(column: NumberColumn, size: int, least: int = 0) -> Integers:
    """A foreign file must not send the desktop past the end of a list, nor count from there."""
    found = np.asarray(column)
    if len(found) and not (found.min() >= least and found.max() < size):
        raise ValueError("indices")
    return found


def _refuse_unequal(*columns: Sized) -> None:
    if len({len(column) for column in columns}) != 1:
        raise ValueError("lengths")


def _refuse_outside(size: int, places: Iterable[int]) -> None:
    if not all(0 <= place < size for place in places):
        raise ValueError("indices")


def _refuse_no_places(size: int, places: Collection[Any]) -> None:
    # What JSON has as a key of a mapping may also be 1.5, or true, which is 1 to Python and all to numpy.
    check_types(places, int)
    _refuse_outside(size, places)
