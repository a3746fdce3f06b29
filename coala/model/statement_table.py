"""The statements of several graphs become tables in which the same statement has the same number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coala.model.columns import begins_run, number_values, pack
from coala.model.graph import Graph, Integers

Reference = tuple[int, int]
"""Where in a value an instance stands (a path, numbered over all graphs), and which instance."""


class References(Mapping[int, tuple[Reference, ...]]):
    """The instances in the value of each row that has any, made when they are asked for.

    As columns they are sorted by row, path and instance: of ``row[i]`` one is ``instance[i]`` at ``path[i]``.
    """

    def __init__(self, row: Integers, path: Integers, instance: Integers, rows: int) -> None:
        order = np.argsort(pack(row, path, instance))
        self.row, self.path, self.instance = row[order], path[order], instance[order]
        self._start: list[int] = np.searchsorted(self.row, np.arange(rows + 1)).tolist()

    @property
    def first(self) -> Integers:
        """The place of the first reference of each row."""
        return np.flatnonzero(begins_run(self.row))

    def __getitem__(self, row: int) -> tuple[Reference, ...]:
        begin, end = self._start[row], self._start[row + 1]
        if begin == end:
            raise KeyError(row)
        return tuple(zip(self.path[begin:end].tolist(), self.instance[begin:end].tolist(), strict=True))

    def __iter__(self) -> Iterator[int]:
        rows: list[int] = self.row[self.first].tolist()
        return iter(rows)

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, eq=False)
class StatementTable:
    """The statements of one graph, coded alike in all.

    ``code`` numbers (predicate, direction, value); ``references[row]`` are the instances in the value of
    a row, and rows without any are missing there. ``start[i]:start[i + 1]`` in ``order`` are the rows of
    instance ``i``. ``paths`` spells the numbered paths out.
    """

    subject: Integers
    code: Integers
    references: References
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
    references = References(
        statements.reference_statement,
        path[statements.reference_path],
        statements.reference_instance,
        len(statements),
    )
    order = np.argsort(statements.subject, kind="stable")
    start = np.searchsorted(statements.subject[order], np.arange(len(graph.names) + 1))
    return StatementTable(
        statements.subject,
        code,
        references,
        order,
        start.tolist(),
        tuple(paths),
    )
