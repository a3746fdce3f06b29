"""The facts of one graph stand beside each other as they are compared: by what they say, and where.

A fact is a statement by itself, or an event with its roles. No step looks at a name: what two graphs say is
told by the common numbers of statements, and where they say it by spans.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from coala.diff.alignment import Alignment
from coala.model.corpus import Corpus
from coala.model.statements.facts import find_targets
from coala.model.values import Span
from coala.normalisation.canonical_relations import find_mirrored


class PlacedFact(NamedTuple):
    """One fact: its rows of ``Graph.statements``, sorted, and the spans that its graph names as its source.

    ``about`` is its event, or the subject of its only statement; ``holder`` is the instance in whose bag it
    is judged. It has none, -1, where no part of it has a mention.
    """

    rows: tuple[int, ...]
    is_event: bool
    about: int
    holder: int
    provenance: tuple[Span, ...]


class FactTable:
    """The facts of graph ``graph`` of a corpus, in an order that no name decides.

    ``facts`` come as the text has them, then by what they say.
    """

    def __init__(self, corpus: Corpus, alignment: Alignment, graph: int) -> None:
        self.corpus, self.graph = corpus, graph
        self.table = corpus.tables[graph]
        self.source = corpus.graphs[graph]
        self._ranks = alignment.rank[graph]
        self.facts = sorted(self._read(), key=self._order)

    # Most graphs have no facts, and ask for none of these, which take a third of a second of a million rows.
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

    def target(self, row: int) -> int:
        """The instance that is the whole value of a statement, or -1."""
        return self._target[row]

    def subject(self, row: int) -> int:
        """The instance that a statement is about."""
        return int(self.table.subject[row])

    def code(self, row: int) -> int:
        """The number of predicate, direction and value that the graphs have in common."""
        return self._code[row]

    def predicate(self, row: int) -> tuple[str, bool]:
        """The predicate of a statement, and whether it is read backwards."""
        statements = self.source.statements
        return self.source.predicates[statements.predicate[row]], bool(statements.inverse[row])

    def value(self, row: int) -> str:
        """The value of a statement as text, in which each instance is a sign alone."""
        value: str = self.source.values[self.source.statements.value[row]]
        return value

    def spans_of(self, instance: int) -> list[int]:
        """The spans of an instance by their numbers."""
        return self.corpus.spans_of(self.graph, instance)

    def places(self, fact: PlacedFact) -> list[Span]:
        """Where a fact is said: its provenance, and the mentions of its event."""
        event = self.spans_of(fact.about) if fact.is_event else ()
        return [*fact.provenance, *map(self.corpus.span, event)]

    def _read(self) -> list[PlacedFact]:
        facts = self.source.facts
        rows_of: defaultdict[int, list[int]] = defaultdict(list)
        for row, fact in zip(facts.statement.tolist(), facts.fact.tolist(), strict=True):
            rows_of[fact].append(row)
        spans_of: defaultdict[int, set[Span]] = defaultdict(set)
        fact_of = facts.fact.tolist()
        for row, span in zip(facts.row.tolist(), self.corpus.provenance[self.graph], strict=True):
            spans_of[fact_of[row]].add(span)
        told_elsewhere = self._later_ends()
        found = []
        for number, event in enumerate(facts.event.tolist()):
            said = (row for row in rows_of[number] if row not in told_elsewhere)
            rows = tuple(sorted(said, key=self._said))
            if rows:
                about = event if event >= 0 else self.subject(rows[0])
                provenance = tuple(sorted(spans_of[number]))
                found.append(PlacedFact(rows, event >= 0, about, self._holder(about, rows), provenance))
        return found

    def _later_ends(self) -> set[int]:
        """Of statements that hold both ways, and stand at either end, those at the later one."""
        rows = self.source.facts.statement
        mirrored = rows[find_mirrored(self.source, rows)].tolist()
        return {row for row in mirrored if self._rank[self.subject(row)] > self._rank[self.target(row)]}

    def _holder(self, about: int, rows: Sequence[int]) -> int:
        candidates = [about]
        for row in rows:
            candidates += [instance for _, instance in self.table.references.get(row, ())]
        return next((instance for instance in candidates if self.spans_of(instance)), -1)

    def _said(self, row: int) -> tuple[int, list[tuple[int, int]]]:
        references = self.table.references.get(row, ())
        return self._code[row], sorted((path, self._rank[instance]) for path, instance in references)

    def _order(self, fact: PlacedFact) -> tuple[object, ...]:
        return (
            self._rank[fact.holder] if fact.holder >= 0 else len(self._rank),
            fact.provenance,
            self._rank[fact.about],
            list(map(self._said, fact.rows)),
        )
