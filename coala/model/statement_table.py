"""Tables of the statements of several graphs, in which equal statements have the same number.

Each graph has its own list of predicates and values. Here, predicate, direction and value of a statement get
one code that all graphs share, so that "both graphs state this about the instance" is a comparison of
integers. The instances in a value are not in the code: every graph numbers its own (``References``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from operator import ne

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import begins_run, number_values, pack
from coala.model.graph import Graph

Reference = tuple[int, int]
"""An instance in a value: the number of its path (its position in the value), and the instance.

Paths are numbered over all graphs, instances in each graph.
"""


class References(Mapping[int, tuple[Reference, ...]]):
    """The instances in the value of each statement: row of the statement -> its references.

    Rows without an instance in their value are not in the mapping. The tuples are created on demand from
    three columns, sorted by row, path and instance: statement ``row[i]`` has ``instance[i]`` at ``path[i]``.
    """

    def __init__(self, row: Integers, path: Integers, instance: Integers, rows: int) -> None:
        order = np.argsort(pack(row, path, instance))
        self.row, self.path, self.instance = row[order], path[order], instance[order]
        self._start: list[int] = np.searchsorted(self.row, np.arange(rows + 1)).tolist()

    @property
    def first(self) -> Integers:
        """The position of the first reference of each row."""
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
    """The statements of one graph, with codes that all graphs share."""

    # One row for each statement of ``Graph.statements``.
    subject: Integers
    code: Integers  # the number of (predicate, direction, value) over all graphs
    references: References

    # ``order[start[i] : start[i + 1]]`` are the rows of instance ``i``.
    order: Integers
    start: list[int]

    paths: tuple[str, ...]  # the text of each path, by its number

    def rows(self, instance: int) -> list[int]:
        """Return the statement rows of an instance."""
        begin, end = self.start[instance], self.start[instance + 1]
        return self.order[begin:end].tolist() if begin < end else []


def build_statement_tables(graphs: Sequence[Graph]) -> tuple[StatementTable, ...]:
    """Return the table of each graph; codes are in the order of the statements' texts."""
    _, predicates = _number_texts([graph.predicates for graph in graphs])
    _, values = _number_texts([graph.values for graph in graphs])
    path_texts, paths = _number_texts([graph.paths for graph in graphs])
    # For each graph an array of three rows: predicate, direction and value of each statement.
    columns = [
        np.stack(
            [
                predicate[graph.statements.predicate],
                graph.statements.inverse.astype(np.int64),
                value[graph.statements.value],
            ]
        )
        for graph, predicate, value in zip(graphs, predicates, values, strict=True)
    ]
    # Number the statements of all graphs at once, then cut the codes into one array for each graph.
    code = number_values(pack(*np.concatenate(columns, axis=1)))
    codes = np.split(code, np.cumsum([column.shape[1] for column in columns])[:-1])
    return tuple(
        _build_table(graph, own_codes, path, path_texts)
        for graph, own_codes, path in zip(graphs, codes, paths, strict=True)
    )


def _number_texts(columns: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], list[Integers]]:
    """Return all distinct texts in order, and for each column the ranks of its texts.

    The columns (b, c) and (a, b) have the texts (a, b, c) and the ranks (1, 2) and (0, 1).
    """
    texts = list(chain.from_iterable(columns))
    # Each column is usually sorted already, so that sorting only merges them.
    order = sorted(range(len(texts)), key=texts.__getitem__)
    texts = list(map(texts.__getitem__, order))
    # A text is new if it differs from the one before; the first is always new.
    differs = np.fromiter(map(ne, texts[1:], texts), dtype=bool, count=max(0, len(texts) - 1))
    is_new = np.append(np.ones(len(texts) - len(differs), dtype=bool), differs)
    place = np.empty(len(texts), dtype=np.int64)
    place[order] = np.cumsum(is_new) - 1
    return tuple(compress(texts, is_new)), np.split(place, np.cumsum(list(map(len, columns)))[:-1])


def _build_table(graph: Graph, code: Integers, path: Integers, paths: tuple[str, ...]) -> StatementTable:
    """Return the table of a graph; ``path`` maps its numbers of paths to those of all graphs."""
    statements = graph.statements
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
        paths,
    )
