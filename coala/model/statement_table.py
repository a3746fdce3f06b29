"""The statements of several graphs become tables in which the same statement has the same number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from coala.model.columns import number_values, pack
from coala.model.graph import Graph, Integers

Reference = tuple[int, int]
"""Where in a value an instance stands (a path, numbered over all graphs), and which instance."""


@dataclass(frozen=True, eq=False)
class StatementTable:
    """The statements of one graph, coded alike in all.

    ``code`` numbers (predicate, direction, value); ``references[row]`` are the instances in the value of
    a row, and rows without any are missing there. ``start[i]:start[i + 1]`` in ``order`` are the rows of
    instance ``i``. ``paths`` spells the numbered paths out.
    """

    subject: Integers
    code: Integers
    references: dict[int, tuple[Reference, ...]]
    order: Integers
    start: list[int]
    paths: tuple[str, ...]

    def rows(self, instance: int) -> list[int]:
        """The rows that speak of an instance."""
        begin, end = self.start[instance], self.start[instance + 1]
        return self.order[begin:end].tolist() if begin < end else []


def build_statement_tables(graphs: Sequence[Graph]) -> tuple[StatementTable, ...]:
    """Code the statements of all graphs by one numbering, which follows their text."""
    predicates = _number(graph.predicates for graph in graphs)
    values = _number(graph.values for graph in graphs)
    paths = _number(graph.paths for graph in graphs)
    columns = []
    for graph in graphs:
        statements = graph.statements
        predicate = _look_up(graph.predicates, predicates)[statements.predicate]
        value = _look_up(graph.values, values)[statements.value]
        columns.append(np.stack([predicate, statements.inverse.astype(np.int64), value]))
    code = number_values(pack(*np.concatenate(columns, axis=1)))
    codes = np.split(code, np.cumsum([column.shape[1] for column in columns])[:-1])
    return tuple(_build_table(graph, part, paths) for graph, part in zip(graphs, codes, strict=True))


def _number(columns: Iterable[Sequence[str]]) -> dict[str, int]:
    return {
        text: number for number, text in enumerate(sorted({text for column in columns for text in column}))
    }


def _look_up(texts: Sequence[str], number: dict[str, int]) -> Integers:
    return np.array([number[text] for text in texts], dtype=np.int64)


def _build_table(graph: Graph, code: Integers, paths: dict[str, int]) -> StatementTable:
    statements = graph.statements
    path = _look_up(graph.paths, paths)
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
        {row: tuple(sorted(places)) for row, places in references.items()},
        order,
        start.tolist(),
        tuple(paths),
    )
