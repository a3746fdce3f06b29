"""Statements of two graphs to the ones that the other graph does not make of the same instance.

Two values match when they are equal and the instances in them match place by place: partners, or
instances that share a span while one of them has no partner (specification, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from coala.model.graph import Graph, Integers

Related = Callable[[int, int], bool]
"""Whether a baseline and a changed instance match as the object of a statement."""

Reference = tuple[int, int]
"""Where in a value an instance stands (a path, numbered over both graphs), and which instance."""


@dataclass(frozen=True, eq=False)
class StatementTable:
    """The statements of one graph, coded alike in both.

    ``code`` numbers (predicate, direction, value); ``references[row]`` are the instances in the value of
    a row, and rows without any are missing there. ``start[i]:start[i + 1]`` in ``order`` are the rows of
    instance ``i``. ``paths`` spells the numbered paths out.
    """

    subject: Integers
    code: Integers
    references: dict[int, tuple[Reference, ...]]
    order: Integers
    start: Integers
    paths: tuple[str, ...]

    def rows(self, instance: int) -> Integers:
        """The rows that speak of an instance."""
        return self.order[self.start[instance] : self.start[instance + 1]]


def statement_tables(graphs: Sequence[Graph]) -> tuple[StatementTable, ...]:
    """Code the statements of all graphs by one numbering, which follows their text."""
    predicates = _numbering(graph.predicates for graph in graphs)
    values = _numbering(graph.values for graph in graphs)
    paths = _numbering(graph.paths for graph in graphs)
    columns = []
    for graph in graphs:
        statements = graph.statements
        predicate = _renumbered(graph.predicates, predicates)[statements.predicate]
        value = _renumbered(graph.values, values)[statements.value]
        columns.append(np.stack([predicate, statements.inverse.astype(np.int64), value], axis=1))
    _, code = np.unique(np.concatenate(columns), axis=0, return_inverse=True)
    codes = np.split(code.reshape(-1), np.cumsum([len(column) for column in columns])[:-1])
    return tuple(_table(graph, part, paths) for graph, part in zip(graphs, codes, strict=True))


def find_unmatched(
    tables: tuple[StatementTable, StatementTable],
    partner: tuple[Integers, Integers],
    related: Related,
) -> tuple[Integers, Integers]:
    """The rows of paired instances that the partner does not match: of the baseline, and of the changed."""
    keys = [_keys(table, mine, side) for side, (table, mine) in enumerate(zip(tables, partner, strict=True))]
    rows = [np.flatnonzero(mine[table.subject] >= 0) for table, mine in zip(tables, partner, strict=True)]
    stacked = np.concatenate([key[row] for key, row in zip(keys, rows, strict=True)])
    _, number = np.unique(stacked, axis=0, return_inverse=True)
    first, second = np.split(number.reshape(-1), [len(rows[0])])
    left = rows[0][~np.isin(first, second)], rows[1][~np.isin(second, first)]
    return (
        _without_matches(left[0], tables, partner[0], related),
        _without_matches(left[1], tables[::-1], partner[1], lambda mine, other: related(other, mine)),
    )


def count_equal_statements(
    tables: tuple[StatementTable, StatementTable], first: int, second: int, related: Related
) -> int:
    """How many statements of baseline instance ``first`` the changed instance ``second`` matches."""
    candidates: dict[int, list[tuple[Reference, ...]]] = {}
    for row in tables[1].rows(second):
        candidates.setdefault(int(tables[1].code[row]), []).append(tables[1].references.get(int(row), ()))
    return sum(
        any(
            _match(tables[0].references.get(int(row), ()), other, related)
            for other in candidates.get(int(tables[0].code[row]), ())
        )
        for row in tables[0].rows(first)
    )


def _numbering(columns: Iterable[Sequence[str]]) -> dict[str, int]:
    return {
        text: number for number, text in enumerate(sorted({text for column in columns for text in column}))
    }


def _renumbered(texts: Sequence[str], number: dict[str, int]) -> Integers:
    return np.array([number[text] for text in texts], dtype=np.int64)


def _table(graph: Graph, code: Integers, paths: dict[str, int]) -> StatementTable:
    statements = graph.statements
    path = _renumbered(graph.paths, paths)
    references: dict[int, list[Reference]] = {}
    for row, place, instance in zip(
        statements.reference_statement.tolist(),
        path[statements.reference_path].tolist() if len(path) else [],
        statements.reference_instance.tolist(),
        strict=True,
    ):
        references.setdefault(row, []).append((place, instance))
    order = np.argsort(statements.subject, kind="stable")
    start = np.searchsorted(statements.subject[order], np.arange(len(graph.names) + 1))
    return StatementTable(
        statements.subject,
        code,
        {row: tuple(sorted(found)) for row, found in references.items()},
        order,
        start,
        tuple(paths),
    )


def _keys(table: StatementTable, partner: Integers, side: int) -> Integers:
    """Rows that are equal exactly when two statements surely match: pair, code, and partner in the value.

    A pair is named by its baseline instance. A row whose match needs a closer look gets a key of its own.
    """
    pair = table.subject if side == 0 else partner[table.subject]
    path = np.full(len(pair), -1, dtype=np.int64)
    instance = np.full(len(pair), -1, dtype=np.int64)
    for row, references in table.references.items():
        (place, target), *more = references
        twin = int(partner[target])
        path[row] = place
        if more or twin < 0:
            instance[row] = -2 - 2 * row - side
        else:
            instance[row] = target if side == 0 else twin
    return np.stack([pair, table.code, path, instance], axis=1)


def _without_matches(
    rows: Integers,
    tables: tuple[StatementTable, ...],
    partner: Integers,
    related: Related,
) -> Integers:
    mine, other = tables
    kept = []
    for row in rows.tolist():
        references = mine.references.get(row, ())
        twins = other.rows(int(partner[mine.subject[row]])) if references else ()
        if not any(
            other.code[twin] == mine.code[row]
            and _match(references, other.references.get(int(twin), ()), related)
            for twin in twins
        ):
            kept.append(row)
    return np.array(kept, dtype=np.int64)


def _match(first: tuple[Reference, ...], second: tuple[Reference, ...], related: Related) -> bool:
    def answered(path: int, mine: int) -> bool:
        return any(place == path and related(mine, other) for place, other in second)

    def asked(path: int, other: int) -> bool:
        return any(place == path and related(mine, other) for place, mine in first)

    return all(answered(path, mine) for path, mine in first) and all(
        asked(path, other) for path, other in second
    )
