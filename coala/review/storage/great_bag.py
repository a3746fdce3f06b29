"""A bag of thousands of spans becomes columns, which are read in a fraction of the time of nested JSON.

What most spans, instances and rows have stands in columns; what else a few of them have is kept whole.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, TypeVar

from coala.errors import DamagedReviewError
from coala.model.bag import Bag, Statement, Term
from coala.model.span_columns import SpanColumns, document_runs
from coala.model.values import Span
from coala.review.storage import serialization
from coala.review.storage.great_bag_columns import NumberColumn, are_columns, pack_columns, read_columns
from coala.review.storage.schema import check_types
from coala.review.storage.serialization import inflate

GREAT = 1_000
"""Spans from which on a bag is kept in columns."""

_NONE = -1

_WRONG = (AttributeError, TypeError, ValueError, LookupError, RecursionError)

_Read = TypeVar("_Read")

_Value = TypeVar("_Value")


def pack_bag(bag: Bag) -> bytes:
    """A bag as compressed bytes."""
    if len(bag.spans) >= GREAT:
        try:
            return _pack_great(bag)
        except OverflowError:
            pass  # offsets beyond any text: the other form has room for them
    return serialization.pack(serialization.bag_to_json(bag))


def unpack_bag(data: bytes, what: str) -> Bag:
    """The inverse of ``pack_bag``; ``what`` names the bag.

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
        raw = inflate(data)
        if are_columns(raw):
            return of_columns(*read_columns(raw))
    except (*_WRONG, zlib.error) as error:
        raise DamagedReviewError(serialization.damaged(what)) from error
    return of_json(serialization.json_of(raw, what))


def spans_of_columns(beside: Any, columns: Sequence[NumberColumn]) -> tuple[Span, ...]:
    """The spans alone, also of a whole bag; raises as ``bag_of_columns``."""
    return tuple(_read_spans(beside, columns))


def _read_spans(beside: Any, columns: Sequence[NumberColumn]) -> SpanColumns:
    documents, odd = beside[0]
    runs, begins, ends = columns[:3]
    check_types(documents, str)
    if min(runs, default=0) < 0 or not sum(runs) == len(begins) == len(ends):
        raise ValueError("runs")
    if len(documents) != len(runs):
        raise ValueError("documents")
    check_types([at for at, _ in odd], int)
    if not all(0 <= at < len(begins) for at, _ in odd):
        raise ValueError("indices")
    odd_spans = {at: serialization.from_json(stored, Span) for at, stored in odd}
    spans = SpanColumns(documents, runs, begins, ends, odd_spans)
    if any(span.document != spans.document_of(at) for at, span in odd_spans.items()):
        raise ValueError("documents")
    return spans


def bag_or_spans_of_columns(beside: Any, columns: Sequence[NumberColumn]) -> Bag | tuple[Span, ...]:
    """What was packed, a bag or its spans alone; raises as ``bag_of_columns``."""
    return bag_of_columns(beside, columns) if len(beside) > 1 else spans_of_columns(beside, columns)


def _pack_great(bag: Bag) -> bytes:
    spans, columns = _columns_of_spans(bag.spans)
    words, word_of = _distinct(bag.words)
    instances = []
    for side in (bag.baseline, bag.changed):
        labels, label_of = _distinct(instance.label for instance in side)
        odd = [[at, each] for at, each in enumerate(side) if each.extents]
        instances.append([labels, [instance.name for instance in side], odd])
        columns += [label_of, *_flat(instance.spans for instance in side)]
    rows = bag.divergences
    kinds, kind_of = _distinct(row.kind for row in rows)
    sentences, sentence_of = _distinct(row.sentence for row in rows)
    directions, direction_of = _distinct(row.direction for row in rows)
    odd_rows = [[at, row] for at, row in enumerate(rows) if row.fact]
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
    tables, listed = _columns_of_properties(bag)
    return pack_columns([*beside, tables], [*columns, *listed])


def bag_of_columns(beside: Any, columns: Sequence[NumberColumn]) -> Bag:
    """A bag from its columns; where they are none it raises what ``unpack`` turns into a sentence."""
    # With numpy, which whoever reads small bags alone does without.
    from coala.review.storage.great_bag_reading import read_bag

    return read_bag(beside, columns, _read_spans(beside, columns))


def _columns_of_spans(spans: Sequence[Span]) -> tuple[Any, list[Sequence[int]]]:
    runs = document_runs(spans)
    lengths = [run.end - run.first for run in runs]
    if isinstance(spans, SpanColumns):
        # A verdict waits until they are kept, and those of a great bag would be made one by one.
        odd, columns = spans.odd, [lengths, spans.begins, spans.ends]
    else:
        odd = {at: span for at, span in enumerate(spans) if any(span[3:])}
        columns = [lengths, [span.begin for span in spans], [span.end for span in spans]]
    return [[run.document for run in runs], [[at, span.stored] for at, span in odd.items()]], columns


def _columns_of_properties(bag: Bag) -> tuple[list[list[str]], list[Sequence[int]]]:
    """The types and statements of instances, and what rows list of them: terms and words stand once."""
    terms: dict[Term, int] = {}
    statements: dict[Statement, int] = {}
    words: dict[str, int] = {}
    listed: list[Sequence[int]] = []
    for side in (bag.baseline, bag.changed):
        listed += _flat(_places(instance.types, terms) for instance in side)
        listed += _flat(_places(instance.statements, statements) for instance in side)
    listed += _flat(_places(row.added, words) for row in bag.divergences)
    listed += _flat(_places(row.dropped, words) for row in bag.divergences)
    columns: list[Sequence[int]] = [
        _places((statement.predicate for statement in statements), terms),
        _places((statement.value for statement in statements), terms),
        [int(statement.inverse) for statement in statements],
    ]
    return [[term.label for term in terms], [term.name for term in terms], list(words)], columns + listed


def _distinct(values: Iterable[Any]) -> tuple[list[Any], list[int]]:
    """Each value once, and which of these stand where: words and labels recur by the thousand."""
    table: dict[Any, int] = {}
    places = _places(values, table)
    return list(table), places


def _places(values: Iterable[_Value], table: dict[_Value, int]) -> list[int]:
    """Where values stand in a table, to which those are added that it lacks."""
    return [table.setdefault(value, len(table)) for value in values]


def _flat(lists: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The lengths of lists, and all that stands in them."""
    made = list(lists)
    return list(map(len, made)), list(chain.from_iterable(made))
