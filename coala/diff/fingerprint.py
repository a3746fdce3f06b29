"""The fingerprints of bags: equal exactly if the reviewer sees the same bag (specification, section 4)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Any

from coala.base.plain_text import json_encoder
from coala.diff.fact_arguments import FactTable, PlacedFact
from coala.model.corpus import Corpus
from coala.model.kinds import FACT_KINDS, Kind


class Fingerprints:
    """SHA-256 over the contents of a bag in both graphs: spans, words, types and statements, but no names.

    Instances are identified by their spans, also those of other bags that a statement refers to. Types,
    statements and facts are omitted if their kinds do not count. If only some ``kinds`` count, they are a
    part of the fingerprint. A fact belongs to the instance in whose bag it is judged.
    """

    def __init__(self, corpus: Corpus, kinds: Collection[Kind], facts: Sequence[FactTable]) -> None:
        self._corpus = corpus
        self._facts: dict[tuple[int, int], list[PlacedFact]] = {}
        for table in facts if FACT_KINDS.intersection(kinds) else ():
            for fact in table.facts:
                self._facts.setdefault((table.graph, fact.holder), []).append(fact)
        self._types, self._statements = Kind.TYPE in kinds, Kind.STATEMENT in kinds
        chosen = sorted(kind.value for kind in kinds)
        # If all kinds count, nothing is added.
        self._question = [] if len(chosen) == len(Kind) else [chosen]
        self._referred: dict[tuple[int, int], str] = {}

    def of_bag(
        self, spans: Sequence[int], words: Sequence[str | None], sides: tuple[Sequence[int], Sequence[int]]
    ) -> str:
        """Return 64 hexadecimal digits; ``sides`` are the bag's instances in each graph."""
        content = [
            self._stored(spans),
            list(words),
            *(
                sorted(_canonical(self._instance(graph, instance)) for instance in side)
                for graph, side in enumerate(sides)
            ),
            *self._question,
        ]
        return _sha256(content)

    def _instance(self, graph: int, instance: int) -> list[Any]:
        rows = self._corpus.tables[graph].rows(instance) if self._statements else []
        return [
            self._stored(self._corpus.spans_of(graph, instance)),
            self._corpus.graphs[graph].types[instance] if self._types else (),
            sorted(_canonical(self._statement(graph, row)) for row in rows),
            *(
                [sorted(_canonical(self._fact(graph, fact)) for fact in facts)]
                # An instance without facts adds nothing to the fingerprint.
                if (facts := self._facts.get((graph, instance)))
                else []
            ),
        ]

    def _fact(self, graph: int, fact: PlacedFact) -> list[Any]:
        return [
            fact.is_event,
            self._reference(graph, fact.about),
            sorted(_canonical(self._statement(graph, row)) for row in fact.rows),
            [span.stored for span in fact.provenance],
        ]

    def _statement(self, graph: int, row: int) -> list[Any]:
        source = self._corpus.graphs[graph]
        statements = source.statements
        # The numbers of predicates, values and paths depend on what else the graphs say; the texts do not.
        return [
            source.predicates[statements.predicate[row]],
            bool(statements.inverse[row]),
            source.values[statements.value[row]],
            sorted(
                [self._corpus.tables[graph].paths[path], self._reference(graph, instance)]
                for path, instance in self._corpus.tables[graph].references.get(row, ())
            ),
        ]

    def _stored(self, spans: Sequence[int]) -> list[Any]:
        return [self._corpus.span(span).stored for span in spans]

    def _reference(self, graph: int, instance: int) -> str:
        known = self._referred.get((graph, instance))
        if known is None:
            known = _sha256(
                [self._corpus.span(span).stored for span in self._corpus.spans_of(graph, instance)]
            )
            self._referred[graph, instance] = known
        return known


# ASCII escapes keep lone surrogates and every normal form apart.
_canonical = json_encoder(ascii_only=True)


def _sha256(value: list[Any]) -> str:
    return hashlib.sha256(_canonical(value).encode("ascii")).hexdigest()
