"""The statements of two graphs are matched: what is left are those that the other graph does not make.

Two values match when they are equal and the instances in them match place by place: partners, or
instances that share a span while one of them has no partner (specification, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from coala.model.columns import is_in, pack
from coala.model.graph import Integers
from coala.model.statement_table import Reference, StatementTable

Related = Callable[[int, int], bool]
"""Whether a baseline and a changed instance match as the object of a statement."""


def find_unmatched(
    tables: Sequence[StatementTable],
    partner: tuple[Integers, Integers],
    related: Related,
) -> tuple[Integers, Integers]:
    """The rows of paired instances that the partner does not match: of the baseline, and of the changed."""
    keys = [_keys(table, mine, side) for side, (table, mine) in enumerate(zip(tables, partner, strict=True))]
    rows = [np.flatnonzero(mine[table.subject] >= 0) for table, mine in zip(tables, partner, strict=True)]
    packed = pack(*np.concatenate([key[:, row] for key, row in zip(keys, rows, strict=True)], axis=1))
    first, second = np.split(packed, [len(rows[0])])
    left = rows[0][~is_in(first, second)], rows[1][~is_in(second, first)]
    return (
        _without_matches(left[0], tables, partner[0], related),
        _without_matches(left[1], tables[::-1], partner[1], lambda mine, other: related(other, mine)),
    )


def count_equal_statements(
    tables: Sequence[StatementTable], first: int, second: int, related: Related
) -> int:
    """How many statements of baseline instance ``first`` the changed instance ``second`` matches."""
    candidates: dict[int, list[tuple[Reference, ...]]] = {}
    for row in tables[1].rows(second):
        candidates.setdefault(int(tables[1].code[row]), []).append(tables[1].references.get(row, ()))
    return sum(
        any(
            _match(tables[0].references.get(row, ()), other, related)
            for other in candidates.get(int(tables[0].code[row]), ())
        )
        for row in tables[0].rows(first)
    )


def _keys(table: StatementTable, partner: Integers, side: int) -> Integers:
    """Rows that are equal exactly when two statements surely match: pair, code, and partner in the value.

    A pair is named by its baseline instance. A row whose match needs a closer look gets a key of its own.
    """
    pair = table.subject if side == 0 else partner[table.subject]
    path = np.full(len(pair), -1, dtype=np.int64)
    instance = np.full(len(pair), -1, dtype=np.int64)
    references = table.references
    first = references.first
    row, target = references.row[first], references.instance[first]
    twin = partner[target]
    unclear = (np.diff(first, append=len(references.row)) > 1) | (twin < 0)
    path[row] = references.path[first]
    instance[row] = np.where(unclear, -2 - 2 * row - side, target if side == 0 else twin)
    return np.stack([pair, table.code, path, instance])


def _without_matches(
    rows: Integers,
    tables: Sequence[StatementTable],
    partner: Integers,
    related: Related,
) -> Integers:
    mine, other = tables
    kept = []
    for row in rows.tolist():
        references = mine.references.get(row, ())
        twins = other.rows(int(partner[mine.subject[row]])) if references else []
        if not any(
            other.code[twin] == mine.code[row] and _match(references, other.references.get(twin, ()), related)
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
