"""The sorting of a graph's content into an order that depends on the content alone.

Two files with the same content become the same graph: the order of triples and the names of nodes do not
matter. Documents are sorted by identifier, mentions by place, and instances are numbered by their first span.

Sorting changes the numbers that columns contain. An array from old to new numbers does that for a complete
column: with ``document_of = [2, 0, 1]``, old document 0 is new document 2, and ``document_of[column]`` has
the new numbers. ``instance_of``, ``shape_of`` and ``row_of`` are such arrays for other numbers.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from coala.base.arrays import Integers
from coala.base.sequences import Shared
from coala.model.columns import begins_run, distinct, is_in, number_values, pack
from coala.model.facts import FactPlaces, group_facts
from coala.model.graph import Facts, Graph, Mentions, Statements
from coala.model.notices.notice import Notice
from coala.model.relations import Relations
from coala.model.values import REFERENCE, SpanShape
from coala.reading.interpretation.content import Content, FactColumns, LeastExtent
from coala.reading.rdf.terms import UNSET
from coala.reading.remarks import Remarks

_Item = TypeVar("_Item")


def build_graph(path: str, content: Content) -> Graph:
    """Sort everything, remove duplicates, and remark on spans in several instances."""
    documents, document_of = _sort_strings(content.documents)
    shapes, shape_of = _sort_shapes(content.shapes)
    document, begin, end, shape, instance, anchor = map(_as_array, content.mentions)
    document, shape = document_of[document], shape_of[shape]
    # ``pack`` makes one sortable number of several columns. The length sorts like the end, and needs fewer
    # bits.
    span = number_values(pack(document, begin, end - begin, shape))
    instance_of = _number_instances(span, instance, content)
    instance = instance_of[instance]
    # Sort the mentions, and keep the first of equal ones. ``mention_number`` has the new row of each old row.
    mention = pack(span, instance)
    order = np.argsort(mention)
    is_new = begins_run(mention[order])
    mention_number = np.empty(len(order), dtype=np.int64)
    mention_number[order] = np.cumsum(is_new) - 1
    kept = order[is_new]
    mentions = Mentions(*(column[kept] for column in (document, begin, end, shape, instance)))
    statements, predicates, values, paths, row_of = _build_statements(content, instance_of)
    return Graph(
        path=path,
        documents=documents,
        texts=_reorder(content.texts, document_of),
        mentions=mentions,
        shapes=shapes,
        names=_reorder(content.names, instance_of),
        labels=_reorder(content.labels, instance_of),
        types=_reorder_types(content.types, instance_of),
        other_names={int(instance_of[old]): tuple(more) for old, more in content.other_names.items()},
        statements=statements,
        predicates=predicates,
        values=values,
        paths=paths,
        mention_texts=_find_first_anchors(mention_number, anchor, content.anchors),
        minimums=_find_minimums(content.minimums, mention_number),
        optional=_find_optional(content.optional, mention_number),
        forms=_find_forms(content.forms, mention_number),
        facts=_build_facts(content, statements, values, instance_of, row_of, document_of, shape_of),
        unclear_values=frozenset(content.unclear_values),
        relations=Relations(
            tuple(content.inverse), frozenset(content.symmetric), frozenset(content.transitive)
        ),
        term_labels=content.term_labels,
        descriptions=content.descriptions,
        sources=tuple(content.sources),
        notices=(*content.notices, *_note_shared_spans(mentions, span[kept], documents, shapes)),
    )


def _as_array(values: array[int]) -> Integers:
    return np.frombuffer(values, dtype=np.int64) if len(values) else np.empty(0, dtype=np.int64)


def _sort_strings(strings: Sequence[str]) -> tuple[tuple[str, ...], Integers]:
    """Return the strings sorted, and the new position of each."""
    order = sorted(range(len(strings)), key=strings.__getitem__)
    places = np.empty(len(strings), dtype=np.int64)
    places[order] = np.arange(len(strings))
    return tuple(strings[place] for place in order), places


def _sort_shapes(values: Sequence[SpanShape]) -> tuple[tuple[SpanShape, ...], Integers]:
    """Return the distinct shapes of spans in order, and the new number of each; -1 stays -1."""
    distinct = sorted(set(values))
    place_of = {value: place for place, value in enumerate(distinct)}
    # The last element is for index -1.
    return tuple(distinct), np.array([*(place_of[value] for value in values), -1], dtype=np.int64)


def _reorder(items: Sequence[_Item], places: Integers) -> tuple[_Item, ...]:
    """Return the items in a new order; ``places`` has the new position of each."""
    return tuple(map(items.__getitem__, np.argsort(places).tolist()))


def _reorder_types(types: Sequence[tuple[str, ...]], places: Integers) -> Shared[tuple[str, ...]]:
    if not isinstance(types, Shared):
        # ``Shared`` stores equal tuples once.
        number: dict[tuple[str, ...], int] = {}
        code = np.array([number.setdefault(kinds, len(number)) for kinds in types], dtype=np.int64)
        types = Shared(list(number), code)
    return Shared(types.values, types.code[np.argsort(places)])


def _number_instances(spans: Integers, instances: Integers, content: Content) -> Integers:
    """Return the new number of each instance: by first span, then by all spans, then by its statements.

    Names decide only if all of these are equal.
    """
    count = len(content.names)
    # The smallest span of each instance.
    first = np.full(count, len(spans), dtype=np.int64)
    np.minimum.at(first, instances, spans)
    order = np.argsort(first, kind="stable")
    # Few instances have the same first span; only these need more to sort by.
    tied = np.flatnonzero(np.diff(first[order]) == 0)
    if len(tied):
        among = distinct(np.r_[order[tied], order[tied + 1]])
        keys = _build_sort_keys(among, spans, instances, content)
        order = np.array(sorted(order.tolist(), key=lambda number: (first[number], keys.get(number, ()))))
    new = np.empty(count, dtype=np.int64)
    new[order] = np.arange(count)
    return new


def _build_sort_keys(
    among: Integers, spans: Integers, instances: Integers, content: Content
) -> dict[int, tuple[Any, ...]]:
    """Return what to sort each of the instances ``among`` by: spans, types, statements, name."""
    spans_of: defaultdict[int, list[int]] = defaultdict(list)
    chosen = is_in(instances, among)
    for span, instance in zip(spans[chosen].tolist(), instances[chosen].tolist(), strict=True):
        spans_of[instance].append(span)
    statements_of: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    columns = content.statements
    rows = np.flatnonzero(is_in(_as_array(columns.subject), among))
    words = _list_words(content.facts, rows)
    for row in rows.tolist():
        predicate = content.predicates[columns.predicate[row]]
        value = content.values[columns.value[row]]
        places = sorted((content.documents[document], *place) for document, *place in words[row])
        statements_of[columns.subject[row]].append((predicate, columns.inverse[row], value, places))
    events = set(content.facts.events)
    return {
        instance: (
            sorted(set(spans_of[instance])),
            content.types[instance],
            instance in events,
            sorted(statements_of[instance]),
            content.names[instance],
        )
        for instance in among.tolist()
    }


def _list_words(facts: FactColumns, rows: Integers) -> defaultdict[int, list[tuple[int, int, int]]]:
    """Return document, begin and end of the words of the facts in these rows."""
    words: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    places = np.flatnonzero(is_in(_as_array(facts.stated_row), rows))
    for place in places.tolist():
        words[facts.stated_row[place]].append((facts.document[place], facts.begin[place], facts.end[place]))
    return words


def _find_minimums(extents: Sequence[LeastExtent], mention_number: Integers) -> dict[int, tuple[int, int]]:
    """Return the least extent of each distinct mention that has one; the earliest of several."""
    minimums: dict[int, tuple[int, int]] = {}
    for mention, begin, end in extents:
        number = int(mention_number[mention])
        minimums[number] = min((begin, end), minimums.get(number, (begin, end)))
    return minimums


def _find_optional(marked: Sequence[int], mention_number: Integers) -> frozenset[int]:
    """Return the distinct mentions whose every occurrence is optional."""
    needed = np.delete(mention_number, marked)
    return frozenset(np.setdiff1d(mention_number[marked], needed).tolist()) if marked else frozenset()


def _find_forms(forms: Sequence[tuple[int, str]], mention_number: Integers) -> dict[int, str]:
    """Return the form of each distinct mention that has one; the first of several counts."""
    rows = np.fromiter((row for row, _ in reversed(forms)), dtype=np.int64, count=len(forms))
    return dict(zip(mention_number[rows].tolist(), (form for _, form in reversed(forms)), strict=True))


def _find_first_anchors(mention_number: Integers, anchor: Integers, anchors: Sequence[str]) -> dict[int, str]:
    """Return the anchor of each distinct mention that has one; the first of several in alphabetical order."""
    stated = np.flatnonzero(anchor != UNSET)
    numbers = mention_number[stated].tolist()
    texts = [anchors[place] for place in anchor[stated].tolist()]
    anchor_of = dict(zip(numbers, texts, strict=True))
    if len(anchor_of) < len(numbers):
        for number, text in zip(numbers, texts, strict=True):
            anchor_of[number] = min(text, anchor_of[number])
    return dict(sorted(anchor_of.items()))


def _build_statements(
    content: Content, instance_of: Integers
) -> tuple[Statements, tuple[str, ...], tuple[str, ...], tuple[str, ...], Integers]:
    """Return the statements, the lists that their columns index, and the new row of each old row.

    The lists are predicates, values and paths. A value is a text in which a placeholder replaces each
    instance. A reference (row of the statement, path, instance) says which instance belongs at which path
    inside the value (``coala.model.graph.Statements``).
    """
    predicates, predicate_of = _sort_strings(content.predicates)
    values, value_of = _sort_strings(content.values)
    paths, path_of = _sort_strings(content.paths)
    subject, predicate, inverse, value, statement, path, instance = map(_as_array, content.statements)
    rows = [instance_of[subject], predicate_of[predicate], inverse, value_of[value]]
    path, instance = path_of[path], instance_of[instance]
    # Sort the references of each statement by path and instance.
    order = np.argsort(pack(statement, path, instance))
    statement, path, instance = statement[order], path[order], instance[order]
    # Rows can be equal in all four columns, and their values name different instances. Such rows are sorted
    # by their first reference.
    firsts = np.full((2, len(subject)), -1)
    first = np.flatnonzero(begins_run(statement))
    firsts[:, statement[first]] = path[first], instance[first]
    order = np.argsort(pack(*rows, *firsts), kind="stable")
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    statement = places[statement]
    by_place = np.argsort(statement, kind="stable")
    statements = Statements(
        subject=rows[0][order],
        predicate=rows[1][order],
        inverse=rows[2][order].astype(np.bool_),
        value=rows[3][order],
        reference_statement=statement[by_place],
        reference_path=path[by_place],
        reference_instance=instance[by_place],
    )
    return statements, predicates, values, paths, places


def _build_facts(
    content: Content,
    statements: Statements,
    values: Sequence[str],
    instance_of: Integers,
    row_of: Integers,
    document_of: Integers,
    shape_of: Integers,
) -> Facts:
    events, statement, origin, stated_row, document, begin, end, shape = map(_as_array, content.facts)
    if not len(events) and not len(statement):
        return Facts()
    return group_facts(
        statements,
        np.array([value == REFERENCE for value in values], dtype=bool)[statements.value],
        np.sort(instance_of[events]),
        row_of[statement],
        origin,
        FactPlaces(row_of[stated_row], document_of[document], begin, end, shape_of[shape]),
    )


def _note_shared_spans(
    mentions: Mentions, span: Integers, documents: tuple[str, ...], shapes: tuple[SpanShape, ...]
) -> list[Notice]:
    """Return a notice about spans that several instances have; ``span`` numbers those of the mentions."""
    # Mentions are sorted by span, so those of one span follow each other. ``starts`` has the first of each.
    same = span[1:] == span[:-1]
    starts = np.flatnonzero(same & ~np.r_[False, same[:-1]][: len(same)])
    columns = (mentions.document, mentions.begin, mentions.end, mentions.shape)
    remarks = Remarks({})
    for document, begin, end, number in zip(*(column[starts].tolist() for column in columns), strict=True):
        shape = shapes[number] if number >= 0 else SpanShape()
        where = " and ".join(f"{first} to {last}" for first, last in shape.fragments or ((begin, end),))
        zero = f"{shape.sign} at " if shape.sign else ""
        remarks.add("shared-span", f"{zero}characters {where} of <{documents[document]}>")
    return remarks.notices()
