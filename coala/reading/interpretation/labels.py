"""Of the labels that triples state, each node gets the one that a person would read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from coala.model.values import parse_value
from coala.reading.rdf.collector import Collector
from coala.reading.vocabularies.loader import Vocabulary


def read_label(literal: str) -> tuple[str, bool]:
    """The text of a literal, and whether it is foreign: neither English nor untagged."""
    # As most are: without a language.
    if literal.endswith('"'):
        return literal[1:-1], False
    value = parse_value(literal)
    return value.text, bool(value.language) and value.language.partition("-")[0] != "en"


def rank_properties(collected: Collector, vocabulary: Vocabulary) -> dict[int, int]:
    """The numbers of the properties that state labels, with their places among them."""
    rank = {collected.number_of(iri): place for place, iri in enumerate(vocabulary.labels)}
    rank.pop(-1, None)
    return rank


class Labels:
    """The stated label of each node: the first property that it has, English or untagged, the shortest."""

    def __init__(self, collected: Collector, vocabulary: Vocabulary) -> None:
        self._nodes = collected.nodes
        rank = rank_properties(collected, vocabulary)
        literals = list(collected.literals)
        self._best: dict[int, tuple[int, bool, int, str]] = {}
        for subject, predicate, obj in zip(*collected.others, strict=True) if rank else ():
            if predicate in rank and obj < 0:
                text, is_foreign = read_label(literals[~obj])
                if text.strip():
                    label = (rank[predicate], is_foreign, len(text), text)
                    self._best[subject] = min(label, self._best.get(subject, label))

    def of_iris(self, iris: Iterable[str]) -> dict[str, str]:
        """The labels of those that have one."""
        best = ((iri, self._best.get(self._nodes.get(iri, -1))) for iri in iris)
        return {iri: label[-1] for iri, label in best if label is not None}

    def best_of_groups(self, group_of: Mapping[int, int], count: int) -> list[str | None]:
        """The label of each instance, whose nodes may each have one."""
        best: list[tuple[int, bool, int, str] | None] = [None] * count
        for node, label in self._best.items():
            group = group_of.get(node)
            if group is not None:
                known = best[group]
                best[group] = label if known is None else min(known, label)
        return [label[-1] if label else None for label in best]
