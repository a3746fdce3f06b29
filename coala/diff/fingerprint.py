"""The fingerprints of bags: equal exactly if the reviewer sees the same bag.

A fingerprint is a SHA-256 of the bag's contents in both graphs, written as JSON. A verdict is stored with it,
so it holds in every later comparison that has the same bag. Names and numbers of instances do not count,
since each run of a system may give others: an instance is identified by its spans. Names in a knowledge base
do count, where they are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from coala.base.plain_text import json_encoder
from coala.diff.fact_arguments import FactTable, PlacedFact
from coala.model.corpus import Corpus
from coala.model.kinds import FACT_KINDS, Kind


class Fingerprints:
    """Computes the fingerprints of one comparison.

    Types, statements, names and facts are omitted if their kinds do not count. If only some ``kinds`` count,
    they are a part of the fingerprint; without any name to compare, it does not matter if links count. A fact
    belongs to the instance in whose bag it is judged. An instance of another bag that a statement refers to
    is identified by its spans as well.
    """

    def __init__(self, corpus: Corpus, kinds: Collection[Kind], facts: Sequence[FactTable]) -> None:
        self._corpus = corpus
        # The facts of each (graph, instance).
        self._facts: dict[tuple[int, int], list[PlacedFact]] = {}
        for table in facts if FACT_KINDS.intersection(kinds) else ():
            for fact in table.facts:
                self._facts.setdefault((table.graph, fact.holder), []).append(fact)
        has_names = any(len(names.values) > 1 for names in corpus.entity_names[:2])
        kinds = kinds if has_names else {*kinds, Kind.LINK}
        self._types_count, self._statements_count = Kind.TYPE in kinds, Kind.STATEMENT in kinds
        self._names_count = has_names and Kind.LINK in kinds
        chosen = sorted(kind.value for kind in kinds)
        # If all kinds count, nothing is added to the fingerprint.
        self._added_kinds = [] if len(chosen) == len(Kind) else [chosen]
        # A hash of the spans of each (graph, instance) that a statement refers to.
        self._hashes_of_spans: dict[tuple[int, int], str] = {}

    def of_bag(
        self, spans: Sequence[int], words: Sequence[str | None], sides: tuple[Sequence[int], Sequence[int]]
    ) -> str:
        """Return 64 hexadecimal digits; ``sides`` are the bag's instances in each graph."""
        stored = {span: self._corpus.span(span).stored for span in spans}
        content = [
            list(stored.values()),
            list(words),
            *(
                sorted(_canonical(self._describe_instance(graph, instance, stored)) for instance in side)
                for graph, side in enumerate(sides)
            ),
            *self._added_kinds,
        ]
        return _sha256(content)

    def _describe_instance(
        self, graph: int, instance: int, stored: Mapping[int, tuple[object, ...]]
    ) -> list[Any]:
        """Return the content of an instance; ``stored`` has all spans of its bag."""
        rows = self._corpus.tables[graph].rows(instance) if self._statements_count else []
        return [
            [stored[span] for span in self._corpus.spans_of(graph, instance)],
            self._corpus.graphs[graph].types[instance] if self._types_count else (),
            sorted(_canonical(self._describe_statement(graph, row)) for row in rows),
            *(
                [sorted(_canonical(self._describe_fact(graph, fact)) for fact in facts)]
                # An instance without facts adds nothing to the fingerprint.
                if (facts := self._facts.get((graph, instance)))
                else []
            ),
            # Likewise an instance without a name.
            *(
                [{"names": names}]
                if self._names_count and (names := self._corpus.entity_names[graph][instance])
                else []
            ),
        ]

    def _describe_fact(self, graph: int, fact: PlacedFact) -> list[Any]:
        return [
            fact.is_event,
            self._reference(graph, fact.about),
            sorted(_canonical(self._describe_statement(graph, row)) for row in fact.rows),
            [span.stored for span in fact.provenance],
        ]

    def _describe_statement(self, graph: int, row: int) -> list[Any]:
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

    def _reference(self, graph: int, instance: int) -> str:
        """Return what identifies an instance in a statement: a hash of its spans."""
        known = self._hashes_of_spans.get((graph, instance))
        if known is None:
            spans = self._corpus.spans_of(graph, instance)
            known = _sha256([self._corpus.span(span).stored for span in spans])
            self._hashes_of_spans[graph, instance] = known
        return known


# ASCII escapes keep lone surrogates and every normal form apart.
_canonical = json_encoder(ascii_only=True)


def _sha256(value: list[Any]) -> str:
    return hashlib.sha256(_canonical(value).encode("ascii")).hexdigest()
