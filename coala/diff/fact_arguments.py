"""The facts of both graphs in a form in which they can be compared.

A fact is a single statement ("Chris knows Ada"), or an event with its roles: the event *landed* with the
statements "actor: Chris" and "place: Paris". Each statement is known by its row of ``Graph.statements``.

- ``FactTable`` has the facts of one graph.
- ``FactAlignment`` compares the parts of facts of both graphs. Two statements correspond if they have the
  same *code* (a number of predicate, direction and value that both graphs share) and the instances in their
  values are related, that is, partners in the alignment or unpaired with a shared span. Names are never used.

Corresponding statements are found by keys that they have in common, as in a hash join, so that an event with
ten thousand roles does not need all pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from coala.diff.alignment import Alignment
from coala.diff.statement_matching import match_references
from coala.model.columns import is_in
from coala.model.corpus import Corpus
from coala.model.facts import find_targets
from coala.model.statement_table import Reference
from coala.model.values import Span
from coala.prepare.canonical_relations import find_mirrored


class PlacedFact(NamedTuple):
    """One fact: a statement or an event, with the place where the graph says it was read."""

    # The statements: rows of ``Graph.statements``, sorted by code. An event has one for each role.
    rows: tuple[int, ...]
    is_event: bool
    # The event, or the subject of the only statement.
    about: int
    # The instance in whose bag the fact is judged; -1 if no part of the fact has a mention.
    holder: int
    # The spans that the graph gives as its source; may be empty.
    provenance: tuple[Span, ...]


class FactTable:
    """The facts of graph ``graph`` of a corpus, in the order of the text, then of their statements."""

    def __init__(self, corpus: Corpus, alignment: Alignment, graph: int) -> None:
        self.corpus, self.graph = corpus, graph
        self.table = corpus.tables[graph]
        self.source = corpus.graphs[graph]
        self._ranks = alignment.rank[graph]
        self.facts = sorted(self._read(), key=self._sort_key)

    # Cached on demand: for a million rows these take a third of a second, and most graphs have no facts.
    @cached_property
    def _rank(self) -> list[int]:
        ranks: list[int] = self._ranks.tolist()
        return ranks

    @cached_property
    def _target(self) -> list[int]:
        targets: list[int] = find_targets(self.source).tolist()
        return targets

    @cached_property
    def _code(self) -> list[int]:
        codes: list[int] = self.table.code.tolist()
        return codes

    @cached_property
    def _references(self) -> dict[int, tuple[Reference, ...]]:
        """The instances in the values of facts, by row: (path, instance); a path is a place in a value."""
        columns = self.table.references
        of_facts = is_in(columns.row, self.source.facts.statement)
        found: defaultdict[int, list[Reference]] = defaultdict(list)
        parts = (column[of_facts].tolist() for column in (columns.row, columns.path, columns.instance))
        for row, path, instance in zip(*parts, strict=True):
            found[row].append((path, instance))
        return {row: tuple(references) for row, references in found.items()}

    def references(self, row: int) -> tuple[Reference, ...]:
        """Return the instances in the value of a statement that belongs to a fact."""
        return self._references.get(row, ())

    def target(self, row: int) -> int:
        """Return the instance that is the whole value of a statement, or -1."""
        return self._target[row]

    def subject(self, row: int) -> int:
        """Return the subject of a statement."""
        return int(self.table.subject[row])

    def code(self, row: int) -> int:
        """Return the number of (predicate, direction, value), which the graphs share."""
        return self._code[row]

    def predicate(self, row: int) -> tuple[str, bool]:
        """Return the predicate of a statement, and whether it is inverse."""
        statements = self.source.statements
        return self.source.predicates[statements.predicate[row]], bool(statements.inverse[row])

    def value(self, row: int) -> str:
        """Return the notation of the value of a statement, in which all instances look the same."""
        value: str = self.source.values[self.source.statements.value[row]]
        return value

    def spans_of(self, instance: int) -> list[int]:
        """Return the numbers of the spans of an instance."""
        return self.corpus.spans_of(self.graph, instance)

    def places(self, fact: PlacedFact) -> list[Span]:
        """Return the places of a fact in texts: its provenance, and the mentions of its event."""
        event = self.spans_of(fact.about) if fact.is_event else ()
        return [*fact.provenance, *map(self.corpus.span, event)]

    def _read(self) -> list[PlacedFact]:
        """Return the facts of the graph, which states them as columns."""
        facts = self.source.facts
        rows_by_fact: defaultdict[int, list[int]] = defaultdict(list)
        for row, fact in zip(facts.statement.tolist(), facts.fact.tolist(), strict=True):
            rows_by_fact[fact].append(row)
        spans_by_fact: defaultdict[int, set[Span]] = defaultdict(set)
        fact_numbers = facts.fact.tolist()
        # Here ``place`` indexes the rows of facts.
        for place, span in zip(facts.row.tolist(), self.corpus.provenance[self.graph], strict=True):
            spans_by_fact[fact_numbers[place]].add(span)
        repeated = self._find_later_ends()
        found = []
        for number, event in enumerate(facts.event.tolist()):
            kept = (row for row in rows_by_fact[number] if row not in repeated)
            rows = tuple(sorted(kept, key=self._statement_key))
            if rows:
                about = event if event >= 0 else self.subject(rows[0])
                provenance = tuple(sorted(spans_by_fact[number]))
                found.append(PlacedFact(rows, event >= 0, about, self._find_holder(about, rows), provenance))
        return found

    def _find_later_ends(self) -> set[int]:
        """Return the rows of symmetric statements that repeat one from its later end."""
        rows = self.source.facts.statement
        mirrored = rows[find_mirrored(self.source, rows)].tolist()
        return {row for row in mirrored if self._rank[self.subject(row)] > self._rank[self.target(row)]}

    def _find_holder(self, about: int, rows: Sequence[int]) -> int:
        """Return the first instance of a fact with a mention: the event or subject, then those in values."""
        candidates = [about]
        for row in rows:
            candidates += [instance for _, instance in self.references(row)]
        return next((instance for instance in candidates if self.spans_of(instance)), -1)

    def _statement_key(self, row: int) -> tuple[int, list[tuple[int, int]]]:
        references = self.references(row)
        return self._code[row], sorted((path, self._rank[instance]) for path, instance in references)

    def _sort_key(self, fact: PlacedFact) -> tuple[object, ...]:
        return (
            self._rank[fact.holder] if fact.holder >= 0 else len(self._rank),
            fact.provenance,
            self._rank[fact.about],
            list(map(self._statement_key, fact.rows)),
        )


Tables = tuple[FactTable, FactTable]


class FactAlignment:
    """The comparison of instances, values and statements of facts in both graphs.

    Instances are related as in the alignment of the instances. In addition, ``events`` pairs baseline events
    with changed ones for facts only. ``crowded`` counts the events that were not paired, since too many are
    at one place.
    """

    def __init__(
        self, alignment: Alignment, tables: Tables, events: dict[int, int] | None = None, crowded: int = 0
    ) -> None:
        self.tables, self.crowded = tables, crowded
        self._alignment = alignment
        self._events = events or {}
        self._changed = frozenset(self._events.values())
        # The keys of instances, by (graph, instance).
        self._instance_keys: dict[tuple[int, int], list[Hashable]] = {}

    def related(self, baseline: int, changed: int) -> bool:
        """Return True if the two instances match as a part of a fact."""
        paired = self._events.get(baseline)
        if paired is not None or changed in self._changed:
            return paired == changed
        return self._alignment.related(baseline, changed)

    def pair(self, graph: int, instance: int) -> int:
        """Return the changed instance of the pair to which an instance belongs, or -1 for no pair."""
        if graph == 0:
            return self._events.get(instance, int(self._alignment.partner[0][instance]))
        is_paired = instance in self._changed or self._alignment.partner[1][instance] >= 0
        return instance if is_paired else -1

    def instance_keys(self, graph: int, instance: int) -> list[Hashable]:
        """Return keys of an instance: two related instances have at least one in common.

        These are its pair, ("pair", 12) for changed instance 12, and each row of ``Overlaps`` that it is in,
        ("shared", 40). There are about as many as instances of the other graph that share a span.
        """
        known = self._instance_keys.get((graph, instance))
        if known is None:
            pair = self.pair(graph, instance)
            overlaps, ranks = self._alignment.overlaps, self._alignment.rank[1 - graph]
            rows = overlaps.rows_of(graph, instance)
            other = (overlaps.changed, overlaps.baseline)[graph][rows]
            shared = rows[np.lexsort((ranks[other], overlaps.first[rows]))].tolist()
            known = [("pair", pair)] if pair >= 0 else []
            known += (("shared", row) for row in shared)
            self._instance_keys[graph, instance] = known
        return known

    def same_value(self, row: int, other: int) -> bool:
        """Return True if a baseline and a changed statement have the same value."""
        old, new = self.tables
        return old.value(row) == new.value(other) and self._same_references(row, other)

    def _same_references(self, row: int, other: int) -> bool:
        old, new = self.tables
        return match_references(old.references(row), new.references(other), self.related)

    def find_matches(
        self, rows: Iterable[int], others: Iterable[int], *, by_role: bool = True
    ) -> dict[int, int]:
        """Return the first corresponding changed statement of each baseline statement that has one.

        ``rows`` are the baseline statements and ``others`` the changed ones. Without ``by_role`` only their
        values are compared.
        """
        index = self._index_by_key(1, others, by_role=by_role)
        found = {}
        for row in rows:
            keys = self.statement_keys(0, row, by_role=by_role)
            candidates = (other for key in keys for other in index.get(key, ()))
            match = next((other for other in candidates if self._same_references(row, other)), None)
            if match is not None:
                found[row] = match
        return found

    def find_matched_changed(self, rows: Iterable[int], others: Iterable[int]) -> set[int]:
        """Return the statements of ``others`` (changed) that correspond to one of ``rows`` (baseline)."""
        index = self._index_by_key(0, rows, by_role=True)
        return {
            other
            for other in others
            if any(
                self._same_references(row, other)
                for key in self.statement_keys(1, other, by_role=True)
                for row in index.get(key, ())
            )
        }

    def _index_by_key(self, graph: int, rows: Iterable[int], *, by_role: bool) -> dict[Hashable, list[int]]:
        """Return the statements by their keys."""
        index: dict[Hashable, list[int]] = {}
        for row in rows:
            for key in self.statement_keys(graph, row, by_role=by_role):
                index.setdefault(key, []).append(row)
        return index

    def statement_keys(self, graph: int, row: int, *, by_role: bool) -> list[Hashable]:
        """Return keys of a statement: two corresponding ones have at least one in common.

        Without ``by_role``, this holds for two statements with the same value and any predicates.
        """
        table = self.tables[graph]
        content = table.code(row) if by_role else table.value(row)
        references = table.references(row)
        if not references:
            return [content]
        return [(content, key) for key in self.instance_keys(graph, references[0][1])]
