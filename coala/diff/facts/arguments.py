"""The statements of two facts answer each other: those that say the same, of instances that are the same.

An index finds them, so that an event of ten thousand roles does not hold each against each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

import numpy as np

from coala.diff.alignment import Alignment
from coala.diff.facts.placed import FactTable
from coala.diff.statement_matching import match_references

Tables = tuple[FactTable, FactTable]


class FactAlignment:
    """Which instances are the same for facts: those that are partners, and ``events`` that were paired.

    ``crowded`` events were not, since too many stand at one place to be held against each other.
    """

    def __init__(
        self, alignment: Alignment, tables: Tables, events: dict[int, int] | None = None, crowded: int = 0
    ) -> None:
        self.tables, self.crowded = tables, crowded
        self._alignment = alignment
        self._events = events or {}
        self._changed = frozenset(self._events.values())
        self._names: dict[tuple[int, int], list[Hashable]] = {}

    def related(self, baseline: int, changed: int) -> bool:
        """Whether the two match as a part of a fact."""
        paired = self._events.get(baseline)
        if paired is not None or changed in self._changed:
            return paired == changed
        return self._alignment.related(baseline, changed)

    def pair(self, graph: int, instance: int) -> int:
        """The changed instance of the pair that an instance is in, or -1."""
        if graph == 0:
            return self._events.get(instance, int(self._alignment.partner[0][instance]))
        is_paired = instance in self._changed or self._alignment.partner[1][instance] >= 0
        return instance if is_paired else -1

    def names(self, graph: int, instance: int) -> list[Hashable]:
        """What instances that are related have in common: the pair, or that they share a span.

        They come as the text has them. They are as few as the instances of the other graph that share one,
        however many mentions these have.
        """
        known = self._names.get((graph, instance))
        if known is None:
            pair = self.pair(graph, instance)
            overlaps, ranks = self._alignment.overlaps, self._alignment.rank[1 - graph]
            rows = overlaps.rows_of(graph, instance)
            other = (overlaps.changed, overlaps.baseline)[graph][rows]
            shared = rows[np.lexsort((ranks[other], overlaps.first[rows]))].tolist()
            known = [("pair", pair)] if pair >= 0 else []
            known += (("shared", row) for row in shared)
            self._names[graph, instance] = known
        return known

    def same_value(self, row: int, other: int) -> bool:
        """Whether a baseline and a changed statement have the same value."""
        old, new = self.tables
        return old.value(row) == new.value(other) and match_references(
            old.table.references.get(row, ()), new.table.references.get(other, ()), self.related
        )

    def find_answers(
        self, rows: Iterable[int], others: Sequence[int], *, by_role: bool = True
    ) -> dict[int, int]:
        """The statements of a baseline fact that one of a changed fact says too, each with the first such.

        Without ``by_role`` values alone count.
        """
        index: defaultdict[Hashable, list[int]] = defaultdict(list)
        for other in others:
            for key in self.keys(1, other, by_role=by_role):
                index[key].append(other)
        found = {}
        for row in rows:
            near = (other for key in self.keys(0, row, by_role=by_role) for other in index.get(key, ()))
            answer = next((other for other in near if self.same_value(row, other)), None)
            if answer is not None:
                found[row] = answer
        return found

    def find_asked(self, rows: Sequence[int], others: Iterable[int]) -> set[int]:
        """The statements of a changed fact that one of a baseline fact says too."""
        index: defaultdict[Hashable, list[int]] = defaultdict(list)
        for row in rows:
            for key in self.keys(0, row, by_role=True):
                index[key].append(row)
        return {
            other
            for other in others
            if any(
                self.same_value(row, other)
                for key in self.keys(1, other, by_role=True)
                for row in index.get(key, ())
            )
        }

    def keys(self, graph: int, row: int, *, by_role: bool) -> Iterator[Hashable]:
        """What statements that answer each other have in common; without ``by_role`` their values alone."""
        table = self.tables[graph]
        said = (table.predicate(row) if by_role else None, table.value(row))
        references = table.table.references.get(row, ())
        if not references:
            yield said
        else:
            for name in self.names(graph, references[0][1]):
                yield said, name
