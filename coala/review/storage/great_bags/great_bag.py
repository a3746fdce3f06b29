"""A bag of thousands of spans becomes columns, which are read in a fraction of the time of nested JSON.

What most spans, instances and rows have stands in columns; what else a few of them have is kept whole.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise, repeat
from typing import Any, TypeVar, cast

from coala.errors import ReviewError
from coala.model.bag import Bag, Direction, Divergence, Instance
from coala.model.kinds import Kind
from coala.model.span_columns import SpanColumns, TableColumn, document_runs
from coala.model.values import Span
from coala.review.storage import serialization
from coala.review.storage.field_types import check_types
from coala.review.storage.great_bags.columns import NumberColumn, are_columns, pack_columns, read_columns

GREAT = 1_000
"""Spans from which on a bag is kept in columns."""

_NONE = -1
_COLUMNS = 8
"""Fields of a row that have columns, or are empty in most."""

_WRONG = (AttributeError, TypeError, ValueError, LookupError, RecursionError)

_Read = TypeVar("_Read")
_Tuple = TypeVar("_Tuple", bound=tuple[Any, ...])


def pack_bag(bag: Bag) -> bytes:
    """A bag as compressed bytes."""
    if len(bag.spans) >= GREAT:
        try:
            return _pack_great(bag)
        except OverflowError:
            pass  # offsets beyond any text: the other form has room for them
    return serialization.pack(serialization.bag_to_json(bag))


def unpack_bag(data: bytes, what: str) -> Bag:
    """The inverse of ``pack_bag``, also of files that have all bags as JSON; ``what`` names it.

    Raises ``ReviewError`` for what is damaged or no bag.
    """
    return unpack(data, what, bag_of_columns, lambda value: serialization.bag_from_json(value, what))


def pack_spans(spans: Sequence[Span]) -> bytes:
    """The spans of a bag alone, which are read by ``spans_of_columns`` or as JSON."""
    if len(spans) >= GREAT:
        try:
            beside, columns = _columns_of_spans(spans)
            return pack_columns([beside], columns)
        except OverflowError:
            pass
    return serialization.pack([span.stored for span in spans])


def unpack(
    data: bytes,
    what: str,
    of_columns: Callable[[Any, list[NumberColumn]], _Read],
    of_json: Callable[[Any], _Read],
) -> _Read:
    """What one of two functions makes of packed bytes: of columns and what stands beside them, or of JSON."""
    try:
        raw = serialization.inflate(data)
        if are_columns(raw):
            return of_columns(*read_columns(raw))
    except (*_WRONG, zlib.error) as error:
        raise ReviewError(serialization.damaged(what)) from error
    return of_json(serialization.json_of(raw, what))


def spans_of_columns(beside: Any, columns: Sequence[NumberColumn]) -> tuple[Span, ...]:
    """The spans alone, also of a whole bag; raises as ``bag_of_columns``."""
    return tuple(_read_spans(beside[0], columns[:3]))


def bag_or_spans_of_columns(beside: Any, columns: Sequence[NumberColumn]) -> Bag | tuple[Span, ...]:
    """What was packed, a bag or its spans alone; raises as ``bag_of_columns``."""
    return bag_of_columns(beside, columns) if len(beside) > 1 else spans_of_columns(beside, columns)


def _pack_great(bag: Bag) -> bytes:
    spans, columns = _columns_of_spans(bag.spans)
    words, word_of = _distinct(bag.words)
    instances = []
    for side in (bag.baseline, bag.changed):
        labels, label_of = _distinct(instance.label for instance in side)
        odd = [[at, serialization.instance_to_json(each)] for at, each in enumerate(side) if any(each[3:])]
        instances.append([labels, [instance.name for instance in side], odd])
        columns += [label_of, *_flat(instance.spans for instance in side)]
    rows = bag.divergences
    kinds, kind_of = _distinct(row.kind for row in rows)
    sentences, sentence_of = _distinct(row.sentence for row in rows)
    directions, direction_of = _distinct(row.direction for row in rows)
    odd_rows = [[at, row] for at, row in enumerate(rows) if row.added or row.dropped or any(row[_COLUMNS:])]
    ends = [
        [_NONE if place is None else place for place in places]
        for places in ([row.baseline for row in rows], [row.changed for row in rows])
    ]
    beside = [
        spans,
        bag.fingerprint,
        bag.title,
        words,
        *instances,
        [kinds, sentences, directions, odd_rows],
    ]
    columns += [word_of, [old for old, _ in bag.partners], [new for _, new in bag.partners]]
    columns += [kind_of, *ends, *_flat(row.spans for row in rows), sentence_of, direction_of]
    return pack_columns(beside, columns)


def bag_of_columns(beside: Any, columns: Sequence[NumberColumn]) -> Bag:
    """A bag from its columns; where they are none it raises what ``unpack`` turns into a sentence."""
    stored_spans, fingerprint, title, words, baseline, changed, rows = beside
    spans = _read_spans(stored_spans, columns[:3])
    word_of, first, second = columns[9:12]
    check_types([fingerprint, title], str)
    check_types(words, str | None)
    # Chains and rows have the same numbers, which are made once.
    numbers = tuple(range(len(spans)))
    old = _read_instances(baseline, numbers, *columns[3:6])
    new = _read_instances(changed, numbers, *columns[6:9])
    if len(word_of) != len(spans) or len(first) != len(second):
        raise ValueError("lengths")
    _refuse_outside(len(words), word_of)
    _refuse_outside(len(old), first)
    _refuse_outside(len(new), second)
    return Bag(
        fingerprint,
        title,
        spans,
        TableColumn(words, word_of),
        tuple(old),
        tuple(new),
        tuple(zip(first, second, strict=True)),
        tuple(_read_rows(rows, numbers, (len(old), len(new)), columns[12:])),
    )


def _columns_of_spans(spans: Sequence[Span]) -> tuple[Any, list[Iterable[int]]]:
    runs = document_runs(spans)
    odd = [[at, span.stored] for at, span in enumerate(spans) if any(span[3:])]
    columns: list[Iterable[int]] = [
        [run.end - run.first for run in runs],
        [span.begin for span in spans],
        [span.end for span in spans],
    ]
    return [[run.document for run in runs], odd], columns


def _read_spans(beside: Any, columns: Sequence[NumberColumn]) -> SpanColumns:
    documents, odd = beside
    runs, begins, ends = columns
    check_types(documents, str)
    if min(runs, default=0) < 0 or not sum(runs) == len(begins) == len(ends):
        raise ValueError("runs")
    if len(documents) != len(runs):
        raise ValueError("documents")
    _refuse_outside(len(begins), [at for at, _ in odd])
    odd_spans = {at: serialization.span_from_json(stored) for at, stored in odd}
    check_types(list(odd_spans.values()), Span)
    spans = SpanColumns(documents, runs, begins, ends, odd_spans)
    if any(span.document != spans.document_of(at) for at, span in odd_spans.items()):
        raise ValueError("documents")
    return spans


def _read_instances(
    beside: Any, numbers: Sequence[int], label_of: NumberColumn, lengths: NumberColumn, flat: NumberColumn
) -> list[Instance]:
    labels, names, odd = beside
    check_types([*labels, *names], str)
    if not len(names) == len(label_of) == len(lengths):
        raise ValueError("names")
    spans = _slices(numbers, lengths, flat)
    columns = zip(_picked(labels, label_of), names, spans, repeat(()), repeat(()), repeat(()))
    instances = list(map(_maker(Instance), columns))
    _refuse_outside(len(instances), [at for at, _ in odd])
    read = [(at, serialization.instance_from_json(stored)) for at, stored in odd]
    check_types([instance for _, instance in read], Instance)
    for at, instance in read:
        _refuse_outside(len(numbers), [*instance.spans, *(extent.span for extent in instance.extents)])
        instances[at] = instance
    return instances


def _read_rows(
    beside: Any, numbers: Sequence[int], sides: tuple[int, int], columns: Sequence[NumberColumn]
) -> list[Divergence]:
    kinds, sentences, directions, odd = beside
    kind_of, baseline, changed, lengths, flat, sentence_of, direction_of = columns
    check_types(sentences, str)
    if len({*map(len, (kind_of, baseline, changed, lengths, sentence_of, direction_of))}) != 1:
        raise ValueError("rows")
    ends = [_places(size, column) for size, column in zip(sides, (baseline, changed), strict=True)]
    # Fields that most rows leave as they are, kinds of facts among them, have no columns.
    rest = [repeat(Divergence._field_defaults[name]) for name in Divergence._fields[_COLUMNS:]]
    rows = list(
        map(
            _maker(Divergence),
            zip(
                _picked([Kind(kind) for kind in kinds], kind_of),
                *ends,
                _slices(numbers, lengths, flat),
                _picked(sentences, sentence_of),
                repeat(()),
                repeat(()),
                _picked([Direction(direction) for direction in directions], direction_of),
                *rest,
            ),
        )
    )
    _refuse_outside(len(rows), [at for at, _ in odd])
    read = [(at, serialization.divergence_from_json(stored)) for at, stored in odd]
    check_types([row for _, row in read], Divergence)
    for at, row in read:
        _refuse_outside(len(numbers), row.spans)
        for size, place in zip(sides, (row.baseline, row.changed), strict=True):
            _refuse_outside(size, [] if place is None else [place])
        rows[at] = row
    return rows


def _distinct(values: Iterable[Any]) -> tuple[list[Any], list[int]]:
    """Each value once, and which of these stand where: words and labels recur by the thousand."""
    table: dict[Any, int] = {}
    places = [table.setdefault(value, len(table)) for value in values]
    return list(table), places


def _picked(values: Sequence[Any], places: NumberColumn) -> Iterator[Any]:
    """The values at some places; whoever takes them meets an ``IndexError`` where one is behind the end."""
    if min(places, default=0) < 0:
        raise ValueError("indices")
    return map(values.__getitem__, places)


def _places(size: int, column: NumberColumn) -> list[int | None]:
    """Indices into a list of this size, of which some name nothing."""
    if min(column, default=0) < _NONE or max(column, default=_NONE) >= size:
        raise ValueError("indices")
    return [None if place == _NONE else place for place in column]


def _flat(lists: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The lengths of lists, and all that stands in them."""
    made = list(lists)
    return list(map(len, made)), list(chain.from_iterable(made))


def _slices(numbers: Sequence[int], lengths: NumberColumn, flat: NumberColumn) -> list[tuple[int, ...]]:
    """The inverse of ``_flat``, of indices into ``numbers``."""
    if min(lengths, default=0) < 0 or sum(lengths) != len(flat):
        raise ValueError("lengths")
    values = tuple(_picked(numbers, flat))
    return [values[begin:end] for begin, end in pairwise(accumulate(lengths, initial=0))]


def _refuse_outside(size: int, places: Sequence[int]) -> None:
    """A foreign file must not send the desktop past the end of a list, nor count from there."""
    if len(places) and not (min(places) >= 0 and max(places) < size):
        raise ValueError("indices")


def _maker(kind: type[_Tuple]) -> Callable[[Iterable[Any]], _Tuple]:
    """What makes a named tuple of all its fields, in a third of the time of ``_make``."""
    return cast("Callable[[Iterable[Any]], _Tuple]", functools.partial(tuple.__new__, kind))
