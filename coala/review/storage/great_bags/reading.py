"""The columns of a great bag become the bag, of which nothing is made that nobody looks at.

Whatever a foreign file may have in them is held against what the columns must be, all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from coala.model.bag import Bag, Direction, Divergence, Instance
from coala.model.bag_columns import NONE, InstanceColumns, NumberLists, PairColumns, RowColumns
from coala.model.kinds import Kind
from coala.model.span_columns import SpanColumns, TableColumn
from coala.review.storage import serialization
from coala.review.storage.field_types import check_types
from coala.review.storage.great_bags.columns import NumberColumn

if TYPE_CHECKING:
    from coala.model.graph import Integers

_Value = TypeVar("_Value")


def read_bag(beside: Any, columns: Sequence[NumberColumn], spans: SpanColumns) -> Bag:
    """A bag from its columns, of which the spans are read already; raises as ``bag_of_columns``."""
    _, fingerprint, title, words, baseline, changed, rows = beside
    check_types([fingerprint, title], str)
    check_types(words, str | None)
    word_of, first, second = columns[9:12]
    if len(word_of) != len(spans) or len(first) != len(second):
        raise ValueError("lengths")
    size = len(spans)
    old = _read_instances(baseline, size, *columns[3:6])
    new = _read_instances(changed, size, *columns[6:9])
    partners = PairColumns[int](_indices(first, len(old)), _indices(second, len(new)))
    return Bag(
        fingerprint,
        title,
        spans,
        _picked(words, word_of),
        old,
        new,
        partners,
        _read_rows(rows, size, (len(old), len(new)), columns[12:]),
    )


def _read_instances(
    beside: Any, spans: int, label_of: NumberColumn, lengths: NumberColumn, flat: NumberColumn
) -> InstanceColumns:
    labels, names, stored = beside
    check_types([*labels, *names], str)
    if not len(names) == len(label_of) == len(lengths):
        raise ValueError("names")
    odd = {at: serialization.instance_from_json(instance) for at, instance in stored}
    check_types(list(odd.values()), Instance)
    _refuse_outside(len(names), odd)
    _refuse_outside(spans, (extent.span for instance in odd.values() for extent in instance.extents))
    made = InstanceColumns(_picked(labels, label_of), names, _lists(lengths, flat, spans), odd)
    if any(instance[:3] != made.plain(at)[:3] for at, instance in odd.items()):
        raise ValueError("odd")
    return made


def _read_rows(
    beside: Any, spans: int, sides: tuple[int, int], columns: Sequence[NumberColumn]
) -> RowColumns:
    kinds, sentences, directions, stored = beside
    kind_of, baseline, changed, lengths, flat, sentence_of, direction_of = columns
    check_types(sentences, str)
    if len({*map(len, (kind_of, baseline, changed, lengths, sentence_of, direction_of))}) != 1:
        raise ValueError("rows")
    ends = (
        _indices(column, size, least=NONE) for column, size in zip((baseline, changed), sides, strict=True)
    )
    odd = {at: serialization.divergence_from_json(row) for at, row in stored}
    check_types(list(odd.values()), Divergence)
    made = RowColumns(
        _picked([Kind(kind) for kind in kinds], kind_of),
        PairColumns[int | None](*ends),
        _lists(lengths, flat, spans),
        _picked(sentences, sentence_of),
        _picked([Direction(direction) for direction in directions], direction_of),
        odd,
    )
    _refuse_outside(len(made), odd)
    if any(row._replace(added=(), dropped=(), fact=None) != made.plain(at) for at, row in odd.items()):
        raise ValueError("odd")
    return made


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


def _refuse_outside(size: int, places: Iterable[int]) -> None:
    if not all(0 <= place < size for place in places):
        raise ValueError("indices")
