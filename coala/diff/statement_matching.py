"""The matching of statements: finds those that the other graph lacks.

Only the statements of two partners are compared: a baseline instance and the changed instance that the
alignment pairs with it. Statements match if they have the same code (a number of predicate, direction and
value that both graphs share), and the instances in their values match position by position. Two instances
match, or are *related*, if they are partners, or if they share a span and one of them has no partner.

A position in a value is a *path*, and (path, instance) a *reference*: the value of "x visited Paris" has one
reference, a text has none, and a list of instances has several.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import is_in, pack
from coala.model.statement_table import Reference, StatementTable

# Up to this many pairs of statements are compared without an index.
_FEW = 1000

Related = Callable[[int, int], bool]
"""Returns True if a baseline and a changed instance match as objects of a statement."""

SpansOf = Callable[[int, int], Sequence[int]]
"""Returns the spans of an instance of a graph."""


def find_unmatched(
    tables: Sequence[StatementTable],
    partner: tuple[Integers, Integers],
    related: Related,
    spans_of: SpansOf,
) -> tuple[Integers, Integers]:
    """Return the statement rows of paired instances without a match in the partner: baseline, then changed.

    ``partner`` has the partner of each instance of each graph, or -1.
    """
    # 1. Drop the rows with a key that both graphs have: they match for certain.
    keys = [
        _build_keys(table, mine, side) for side, (table, mine) in enumerate(zip(tables, partner, strict=True))
    ]
    rows = [np.flatnonzero(mine[table.subject] >= 0) for table, mine in zip(tables, partner, strict=True)]
    packed = pack(*np.concatenate([key[:, row] for key, row in zip(keys, rows, strict=True)], axis=1))
    first, second = np.split(packed, [len(rows[0])])
    left = rows[0][~is_in(first, second)], rows[1][~is_in(second, first)]
    # 2. Compare the others one by one.
    sides = [_Side(*side, spans_of) for side in zip((0, 1), tables, partner, strict=True)]
    return (
        _drop_matched(left[0], sides[0], sides[1], related),
        _drop_matched(left[1], sides[1], sides[0], lambda mine, other: related(other, mine)),
    )


def count_equal_statements(
    tables: Sequence[StatementTable], first: int, second: int, related: Related
) -> int:
    """Return how many statements of baseline instance ``first`` match one of changed instance ``second``."""
    candidates: dict[int, list[tuple[Reference, ...]]] = {}
    for row in tables[1].rows(second):
        candidates.setdefault(int(tables[1].code[row]), []).append(tables[1].references.get(row, ()))
    return sum(
        any(
            match_references(tables[0].references.get(row, ()), other, related)
            for other in candidates.get(int(tables[0].code[row]), ())
        )
        for row in tables[0].rows(first)
    )


def _build_keys(table: StatementTable, partner: Integers, side: int) -> Integers:
    """Return columns that are equal if two statements surely match: pair, code, and partner in the value.

    The key of a pair is its baseline instance. A row that needs a closer comparison gets a unique key.
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


class _Side:
    """The statements of one graph, and the data to match their instances."""

    def __init__(self, graph: int, table: StatementTable, partner: Integers, spans_of: SpansOf) -> None:
        self.table = table
        self.partner = partner
        self._graph = graph
        self._spans_of = spans_of

    def spans(self, instance: int) -> Sequence[int]:
        return self._spans_of(self._graph, instance)

    def spans_in(self, rows: Iterable[int]) -> int:
        """Return the number of spans of the instances to which these rows refer."""
        references = self.table.references
        return sum(len(self.spans(target)) for row in rows for _, target in references.get(row, ()))

    def has_partner(self, instance: int) -> bool:
        return bool(self.partner[instance] >= 0)


class _ReferenceIndex:
    """An index of the rows of one instance by their references, to avoid comparing all pairs.

    A *target* is the instance of a reference. Rows may match if their targets are related: as partners, or by
    a shared span if one has no partner.
    """

    def __init__(self, side: _Side, rows: Iterable[int]) -> None:
        # Rows by (code, path, target), and by (code, path, span of the target, True if it has a partner).
        self._by_target: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        self._by_span: dict[tuple[int, int, int, bool], list[int]] = defaultdict(list)
        for row in rows:
            code = int(side.table.code[row])
            for path, target in side.table.references.get(row, ()):
                self._by_target[code, path, target].append(row)
                paired = side.has_partner(target)
                for span in side.spans(target):
                    self._by_span[code, path, span, paired].append(row)

    def candidates(self, code: int, path: int, target: int, side: _Side) -> Iterable[int]:
        """Yield the rows that may match a row that refers to ``target``; some more than once."""
        paired = side.has_partner(target)
        if paired:
            yield from self._by_target.get((code, path, int(side.partner[target])), ())
        for span in side.spans(target):
            yield from self._by_span.get((code, path, span, False), ())
            if not paired:
                yield from self._by_span.get((code, path, span, True), ())


def _drop_matched(rows: Integers, mine: _Side, other: _Side, related: Related) -> Integers:
    """Return the rows of one side that match no row of the subject's partner on the other side."""
    kept = []
    # The rows of one subject are a group, and are compared with all rows of its partner.
    subjects = mine.table.subject[rows]
    order = np.argsort(subjects, kind="stable")
    groups = np.split(rows[order], np.flatnonzero(np.diff(subjects[order])) + 1) if len(rows) else []
    for group in map(np.ndarray.tolist, groups):
        partner_rows = other.table.rows(int(mine.partner[mine.table.subject[group[0]]]))
        pairs = len(group) * len(partner_rows)
        needs_index = pairs > _FEW and pairs > mine.spans_in(group) + other.spans_in(partner_rows)
        index = _ReferenceIndex(other, partner_rows) if needs_index else None
        for row in group:
            code, references = int(mine.table.code[row]), mine.table.references.get(row, ())
            candidates: Iterable[int] = partner_rows
            if not references:
                # Without references the code alone decides, and no row of the partner has it.
                candidates = ()
            elif index is not None:
                candidates = index.candidates(code, *references[0], mine)
            if not any(
                other.table.code[candidate] == code
                and match_references(references, other.table.references.get(candidate, ()), related)
                for candidate in candidates
            ):
                kept.append(row)
    return np.sort(np.array(kept, dtype=np.int64))


def match_references(first: tuple[Reference, ...], second: tuple[Reference, ...], related: Related) -> bool:
    """Return True if each reference of either statement has a related one at the same path of the other."""

    def has_match_in_second(path: int, mine: int) -> bool:
        return any(place == path and related(mine, other) for place, other in second)

    def has_match_in_first(path: int, other: int) -> bool:
        return any(place == path and related(mine, other) for place, mine in first)

    return all(has_match_in_second(path, mine) for path, mine in first) and all(
        has_match_in_first(path, other) for path, other in second
    )
