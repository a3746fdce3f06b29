"""Triples with labels -> the label of each node, as stated."""

from __future__ import annotations

from coala.reading.rdf.collector import Collector
from coala.reading.vocabularies.vocabulary import Vocabulary


class Labels:
    """The stated label of each node: the first property that it has, English or untagged, the shortest."""

    def __init__(self, collected: Collector, vocabulary: Vocabulary) -> None:
        self._nodes = collected.nodes
        rank = {collected.number_of(iri): place for place, iri in enumerate(vocabulary.labels)}
        rank.pop(-1, None)
        literals = list(collected.literals)
        self._best: dict[int, tuple[int, int, int, str]] = {}
        if not rank:
            return
        for subject, predicate, obj in zip(*collected.others, strict=True):
            if predicate in rank and obj < 0:
                text, _, suffix = literals[~obj][1:].rpartition('"')
                if not text.strip():
                    continue
                foreign = int(suffix.startswith("@") and suffix[1:].partition("-")[0] != "en")
                found = (rank[predicate], foreign, len(text), text)
                self._best[subject] = min(found, self._best.get(subject, found))

    def of_iri(self, iri: str) -> str | None:
        """The label of an IRI, or None."""
        best = self._best.get(self._nodes.get(iri, -1))
        return best[3] if best else None

    def best_of_groups(self, group_of: dict[int, int], count: int) -> list[str | None]:
        """The label of each instance, whose nodes may each have one."""
        best: list[tuple[int, int, int, str] | None] = [None] * count
        for node, found in self._best.items():
            group = group_of.get(node)
            if group is not None:
                known = best[group]
                best[group] = found if known is None else min(known, found)
        return [found[3] if found else None for found in best]
