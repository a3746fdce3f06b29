"""Of the labels that triples state, each node gets the one that a person would read."""

from __future__ import annotations

from coala.model.values import parse_value
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
                literal = parse_value(literals[~obj])
                text, language = literal.text, literal.language
                if not text.strip():
                    continue
                is_foreign = int(bool(language) and language.partition("-")[0] != "en")
                label = (rank[predicate], is_foreign, len(text), text)
                self._best[subject] = min(label, self._best.get(subject, label))

    def of_iri(self, iri: str) -> str | None:
        """The label of an IRI, or None."""
        best = self._best.get(self._nodes.get(iri, -1))
        return best[3] if best else None

    def best_of_groups(self, group_of: dict[int, int], count: int) -> list[str | None]:
        """The label of each instance, whose nodes may each have one."""
        best: list[tuple[int, int, int, str] | None] = [None] * count
        for node, label in self._best.items():
            group = group_of.get(node)
            if group is not None:
                known = best[group]
                best[group] = label if known is None else min(known, label)
        return [label[3] if label else None for label in best]
