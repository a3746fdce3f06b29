"""The canonical form of statements by inverse and symmetric relations, so that graphs can be compared.

For example, ``x PT-WH y`` (x is a part of y) says the same as ``y WH-PT x``. One of the two names is used for
both, and statements with the other name are *turned*. A symmetric statement between two instances gets two
rows, one from each end. ``find_mirrored`` finds the rows that are one statement.

A statement is a row of subject, predicate, a flag ``inverse`` (the subject is at the other end of the
relation), and value. Its *target* is the instance that is its value. Only statements with a target can be
turned by exchanging subject and target. If the value is a name, or only contains instances, the subject stays
and the flag changes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.plain_text import last_part
from coala.model.columns import is_in
from coala.model.facts import find_targets, follow_statements
from coala.model.graph import Graph, Statements
from coala.model.notices.notice import Notice, make_notice
from coala.model.options import Selection
from coala.model.relations import Canonical, Relations, find_canonical


def canonicalise(
    graphs: Sequence[Graph], roles: Sequence[str]
) -> tuple[tuple[Graph, ...], dict[str, Canonical], tuple[Notice, ...]]:
    """Return the graphs in canonical form, the form of each relation, and notices about the changes."""
    canonical = find_canonical(graph.relations for graph in graphs)
    transitive = frozenset().union(*(graph.relations.transitive for graph in graphs))
    relations = Relations(
        symmetric=frozenset(form.name for form in canonical.values() if form.symmetric),
        transitive=frozenset(canonical[name].name if name in canonical else name for name in transitive),
    )
    notices = []
    turned_graphs = []
    for graph, role in zip(graphs, roles, strict=True):
        turned = _count_turned(graph, canonical)
        if turned:
            examples = [f"{last_part(name)} as {last_part(canonical[name].name)}" for name in sorted(turned)]
            notices.append(make_notice("relations-turned", turned.total(), examples, role=role))
        turned_graphs.append(replace(_canonicalise_graph(graph, canonical), relations=relations))
    return tuple(turned_graphs), canonical, tuple(notices)


def use_canonical_names(selection: Selection, canonical: Mapping[str, Canonical]) -> Selection:
    """Return the selection with the canonical names of its relations."""

    def rename(predicates: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(canonical[name].name if name in canonical else name for name in predicates)
        )

    return selection._replace(
        ignore_predicates=rename(selection.ignore_predicates),
        only_predicates=rename(selection.only_predicates),
    )


def find_mirrored(graph: Graph, rows: Integers) -> Booleans:
    """Return which of these rows repeat another one of them from its other end."""
    symmetric = [name in graph.relations.symmetric for name in graph.predicates]
    if not any(symmetric):
        return np.zeros(len(rows), dtype=bool)
    statements = graph.statements
    target = find_targets(graph)[rows]
    subject, predicate = statements.subject[rows], statements.predicate[rows]
    # One number for each statement, and one for the statement from its other end.
    size = len(graph.names)
    here = (predicate * size + subject) * size + target
    there = (predicate * size + target) * size + subject
    candidates = np.array(symmetric, dtype=bool)[predicate] & (target >= 0) & (target != subject)
    mirrored: Booleans = candidates & is_in(there, here[candidates])
    return mirrored


def count_statements(graph: Graph) -> int:
    """Count the statements of a graph; the two rows of a symmetric statement count once."""
    rows = np.arange(len(graph.statements))
    return len(rows) - int(find_mirrored(graph, rows).sum()) // 2


def _count_turned(graph: Graph, canonical: Mapping[str, Canonical]) -> Counter[str]:
    """Count the statements whose predicate gets another name, by their predicate."""
    rows = np.bincount(graph.statements.predicate, minlength=len(graph.predicates)).tolist()
    counts = zip(graph.predicates, rows, strict=True)
    return Counter(
        {
            name: count
            for name, count in counts
            if count and name in canonical and canonical[name].name != name
        }
    )


def _canonicalise_graph(graph: Graph, canonical: Mapping[str, Canonical]) -> Graph:
    """Return the graph with canonical statements, sorted and without the duplicates that this makes."""
    statements = graph.statements
    if canonical.keys().isdisjoint(graph.predicates):
        return graph
    known = np.array([name in canonical for name in graph.predicates], dtype=bool)
    # A text cannot be a subject, so statements with a text stay as they are.
    texts = np.array([value.startswith('"') for value in graph.values], dtype=bool)
    affected = known[statements.predicate] & ~texts[statements.value]
    if not affected.any():
        return graph
    predicates = tuple(sorted({*graph.predicates, *(form.name for form in canonical.values())}))
    number = {name: place for place, name in enumerate(predicates)}
    forms = [canonical.get(name, Canonical(name, turned=False, symmetric=False)) for name in graph.predicates]
    named = np.array([number[form.name] for form in forms], dtype=np.int64)
    turned = np.array([form.turned for form in forms], dtype=bool)[statements.predicate]
    symmetric = np.array([form.symmetric for form in forms], dtype=bool)[statements.predicate]
    target = find_targets(graph)
    has_target = affected & (target >= 0)
    has_no_target = affected & (target < 0)
    swapped = has_target & turned
    both = np.flatnonzero(has_target & symmetric)
    stays = np.array([number[name] for name in graph.predicates], dtype=np.int64)
    # An array with a column for each statement; its rows are subject, predicate, inverse, value, target and
    # the number of the references.
    rows = np.stack(
        [
            np.where(swapped, target, statements.subject),
            np.where(affected, named[statements.predicate], stays[statements.predicate]),
            np.where(has_no_target, (statements.inverse != turned) & ~symmetric, statements.inverse),
            statements.value,
            np.where(swapped, statements.subject, target),
            _number_references(statements, affected, target),
        ]
    )
    # The same statements from their other end: subject and target are exchanged.
    mirrored = rows[:, both][[4, 1, 2, 3, 0, 5]]
    origin = np.concatenate([np.arange(len(statements)), both])
    rows = np.concatenate([rows, mirrored], axis=1)
    # Sort the columns, and keep the first of equal ones.
    order = np.lexsort(rows[::-1])
    rows = rows[:, order]
    distinct = np.r_[True, (np.diff(rows) != 0).any(axis=0)]
    origin = origin[order]
    stated = _restore_references(statements, rows[:, distinct], origin[distinct], target)
    return replace(
        graph,
        statements=stated,
        predicates=predicates,
        facts=follow_statements(graph, stated, np.cumsum(distinct) - 1, origin),
    )


def _number_references(statements: Statements, affected: Booleans, target: Integers) -> Integers:
    """Return a number for each row, so that rows merge only if this and all other columns are equal.

    Rows that are not ``affected`` have numbers of their own and do not merge. Affected rows with a target
    have 0, since the target is a column. The others have equal numbers if their references are equal.
    """
    identity = np.arange(1, len(statements) + 1)
    identity[affected] = 0
    without_target = affected & (target < 0)
    references: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    within = without_target[statements.reference_statement]
    for row, path, instance in zip(
        statements.reference_statement[within].tolist(),
        statements.reference_path[within].tolist(),
        statements.reference_instance[within].tolist(),
        strict=True,
    ):
        references[row].append((path, instance))
    numbers: dict[tuple[tuple[int, int], ...], int] = {}
    for row, places in references.items():
        identity[row] = -1 - numbers.setdefault(tuple(sorted(places)), len(numbers))
    return identity


def _restore_references(
    statements: Statements, rows: Integers, origin: Integers, target: Integers
) -> Statements:
    """Return the statements of these rows with their former references, or with their new target."""
    subject, predicate, inverse, value, new_target, _ = rows
    # References are sorted by statement: those of statement ``origin`` are ``count`` rows from ``first`` on.
    # Repeat the number of each new row for each of its references.
    first = np.searchsorted(statements.reference_statement, origin, side="left")
    count = np.searchsorted(statements.reference_statement, origin, side="right") - first
    row = np.repeat(np.arange(len(origin)), count)
    offset = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    place = first[row] + offset
    instance = statements.reference_instance[place]
    return Statements(
        subject=subject,
        predicate=predicate,
        inverse=inverse.astype(np.bool_),
        value=value,
        reference_statement=row,
        reference_path=statements.reference_path[place],
        reference_instance=np.where(target[origin[row]] >= 0, new_target[row], instance),
    )
