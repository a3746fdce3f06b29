"""Statements by inverse and symmetric relations are put into one form, so that graphs can be compared.

``x PT-WH y`` is ``y WH-PT x``: one of the two names is used for both. A symmetric statement between two
instances stands at either end, as both would read it; ``find_mirrored`` tells which rows are one statement.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from coala.base.plain_text import last_part
from coala.model.graph import Booleans, Graph, Integers, Statements
from coala.model.notices.notice import Notice, make_notice
from coala.model.options import Selection
from coala.model.relations import Canonical, Relations, find_canonical
from coala.model.statement_table import Reference
from coala.model.values import REFERENCE


def canonicalise(
    graphs: Sequence[Graph], roles: Sequence[str]
) -> tuple[tuple[Graph, ...], dict[str, Canonical], tuple[Notice, ...]]:
    """The graphs in canonical form, what that is of each relation, and what was turned."""
    canonical = find_canonical(graph.relations for graph in graphs)
    relations = Relations(symmetric=frozenset(form.name for form in canonical.values() if form.symmetric))
    notices = []
    turned_graphs = []
    for graph, role in zip(graphs, roles, strict=True):
        turned = _count_turned(graph, canonical)
        if turned:
            examples = [f"{last_part(name)} as {last_part(canonical[name].name)}" for name in sorted(turned)]
            notices.append(make_notice("relations-turned", turned.total(), examples, role=role))
        turned_graphs.append(replace(_canonicalised(graph, canonical), relations=relations))
    return tuple(turned_graphs), canonical, tuple(notices)


def with_canonical_names(selection: Selection, canonical: Mapping[str, Canonical]) -> Selection:
    """The selection, in which a relation is called as its statements are now."""

    def names(predicates: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(canonical[name].name if name in canonical else name for name in predicates)
        )

    return selection._replace(
        ignore_predicates=names(selection.ignore_predicates),
        only_predicates=names(selection.only_predicates),
    )


def find_mirrored(graph: Graph, rows: Integers) -> Booleans:
    """Which of these rows say what another of them says from its other end."""
    symmetric = [name in graph.relations.symmetric for name in graph.predicates]
    if not any(symmetric):
        return np.zeros(len(rows), dtype=bool)
    statements = graph.statements
    target = _targets(graph)[rows]
    subject, predicate = statements.subject[rows], statements.predicate[rows]
    size = len(graph.names)
    here = (predicate * size + subject) * size + target
    there = (predicate * size + target) * size + subject
    candidates = np.array(symmetric, dtype=bool)[predicate] & (target >= 0) & (target != subject)
    mirrored: Booleans = candidates & np.isin(there, here[candidates])
    return mirrored


def count_statements(graph: Graph) -> int:
    """How many statements a graph makes; one that is read from either end counts once."""
    rows = np.arange(len(graph.statements))
    return len(rows) - int(find_mirrored(graph, rows).sum()) // 2


def _targets(graph: Graph) -> Integers:
    """The instance that is the whole value of each statement, or -1."""
    statements = graph.statements
    target = np.full(len(statements), -1, dtype=np.int64)
    target[statements.reference_statement] = statements.reference_instance
    is_instance = np.array([value == REFERENCE for value in graph.values], dtype=bool)
    target[~is_instance[statements.value]] = -1
    return target


def _count_turned(graph: Graph, canonical: Mapping[str, Canonical]) -> Counter[str]:
    rows = np.bincount(graph.statements.predicate, minlength=len(graph.predicates)).tolist()
    counts = zip(graph.predicates, rows, strict=True)
    return Counter(
        {
            name: count
            for name, count in counts
            if count and name in canonical and canonical[name].name != name
        }
    )


def _canonicalised(graph: Graph, canonical: Mapping[str, Canonical]) -> Graph:
    statements = graph.statements
    known = np.array([name in canonical for name in graph.predicates], dtype=bool)
    # A text is no subject of anything: a statement of one stays as it is.
    texts = np.array([value.startswith('"') for value in graph.values], dtype=bool)
    affected = np.flatnonzero(known[statements.predicate] & ~texts[statements.value])
    if not len(affected):
        return graph
    predicates = tuple(sorted({*graph.predicates, *(form.name for form in canonical.values())}))
    number = {name: place for place, name in enumerate(predicates)}
    renumbered = np.array([number[name] for name in graph.predicates], dtype=np.int64)
    references = _references(statements)
    target = _targets(graph)[affected].tolist()
    columns = (statements.subject, statements.predicate, statements.inverse, statements.value)
    rows: dict[_Row, None] = {}
    for row, instance, subject, predicate, inverse, value in zip(
        affected.tolist(), target, *(column[affected].tolist() for column in columns), strict=True
    ):
        form = canonical[graph.predicates[predicate]]
        named = number[form.name]
        if instance < 0:
            backwards = not form.symmetric and inverse != form.turned
            rows[_Row(subject, named, backwards, value, references.get(row, ()))] = None
            continue
        ((path, _),) = references[row]
        ends = [(instance, subject)] if form.turned else [(subject, instance)]
        ends += [(instance, subject)] if form.symmetric else []
        for one, other in ends:
            rows[_Row(one, named, False, value, ((path, other),))] = None
    kept = np.setdiff1d(np.arange(len(statements)), affected)
    rows |= dict.fromkeys(
        _Row(subject, predicate, inverse, value, references.get(row, ()))
        for row, subject, predicate, inverse, value in zip(
            kept.tolist(),
            statements.subject[kept].tolist(),
            renumbered[statements.predicate[kept]].tolist(),
            statements.inverse[kept].tolist(),
            statements.value[kept].tolist(),
            strict=True,
        )
    )
    return replace(graph, statements=_columns(sorted(rows)), predicates=predicates)


class _Row(NamedTuple):
    subject: int
    predicate: int
    inverse: bool
    value: int
    references: tuple[Reference, ...]


def _references(statements: Statements) -> dict[int, tuple[Reference, ...]]:
    references: defaultdict[int, list[Reference]] = defaultdict(list)
    for row, path, instance in zip(
        statements.reference_statement.tolist(),
        statements.reference_path.tolist(),
        statements.reference_instance.tolist(),
        strict=True,
    ):
        references[row].append((path, instance))
    return {row: tuple(sorted(places)) for row, places in references.items()}


def _columns(rows: Sequence[_Row]) -> Statements:
    referring = [(row, path, instance) for row, said in enumerate(rows) for path, instance in said.references]
    return Statements(
        *(
            np.array(column, dtype=kind)
            for column, kind in zip(
                zip(*(row[:4] for row in rows), strict=True),
                (np.int64, np.int64, np.bool_, np.int64),
                strict=True,
            )
        ),
        *np.array(referring, dtype=np.int64).reshape(-1, 3).T,
    )
