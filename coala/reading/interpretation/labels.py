"""Labels: the readable names of nodes, such as rdfs:label, that are shown to the user; also descriptions.

A node may have several labels. The best one is chosen by its property (in the order of the vocabulary), then
English or without a language, then the shortest, then the first in alphabetical order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from coala.base.arrays import Integers
from coala.model.columns import begins_run, distinct, pack
from coala.model.values import parse_value
from coala.reading.interpretation.node_numbers import NodeNumbers, as_array
from coala.reading.rdf.collector import Collector

DESCRIPTIONS = (
    "http://www.w3.org/2000/01/rdf-schema#comment",
    "http://www.w3.org/2004/02/skos/core#definition",
)
"""The properties that describe an entry of a knowledge base in a sentence, the preferred one first."""


class Labels:
    """The stated labels of a graph as columns, with a row for each triple that states one.

    ``_subject`` is the node, ``_text`` the number of the label's text, and ``_rank`` a number that is smaller
    for better labels.
    """

    def __init__(self, collected: Collector, properties: Sequence[str]) -> None:
        self._nodes = collected.nodes
        # The place of each predicate among the properties for labels; -1 for other predicates.
        rank = np.full(len(collected.predicate_names), -1)
        for place, iri in enumerate(properties):
            if (number := collected.find_predicate(iri)) >= 0:
                rank[number] = place
        subject, predicate, obj = map(as_array, collected.others)
        rows = np.flatnonzero((rank[predicate] >= 0) & (obj < 0))
        stated = distinct(obj[rows])
        literals = list(collected.literals)
        labels = [_read_label(literals[~literal]) for literal in stated.tolist()]
        self._texts = [text for text, _ in labels]
        is_foreign = np.array([is_foreign for _, is_foreign in labels], dtype=np.int64)
        length = np.array(list(map(len, self._texts)), dtype=np.int64)
        is_blank = np.array([not text or text.isspace() for text in self._texts], dtype=bool)
        self._text = np.searchsorted(stated, obj[rows])
        readable = ~is_blank[self._text]
        rows, self._text = rows[readable], self._text[readable]
        self._subject = subject[rows]
        self._rank = pack(rank[predicate[rows]], is_foreign[self._text], length[self._text])

    def of_iris(self, iris: Iterable[str]) -> dict[str, str]:
        """Return the best label of each IRI that has one."""
        if not len(self._subject):
            return {}
        names = list(iris)
        place_of = {self._nodes.get(iri, -1): place for place, iri in enumerate(names)}
        place_of.pop(-1, None)
        nodes = np.array(sorted(place_of), dtype=np.int64)
        place = np.searchsorted(nodes, self._subject)
        found = place < len(nodes)
        found[found] = nodes[place[found]] == self._subject[found]
        best = self._find_best(np.where(found, place, -1))
        # Sorted by name, whatever the order of the triples.
        return dict(sorted((names[place_of[int(nodes[place])]], text) for place, text in best))

    def best_of_groups(self, group_of: NodeNumbers, count: int) -> list[str | None]:
        """Return the best label of each of ``count`` instances; ``group_of`` maps nodes to instances."""
        label_of = dict(self._find_best(group_of.look_up(self._subject)))
        return list(map(label_of.get, range(count)))

    def _find_best(self, group: Integers) -> Iterable[tuple[int, str]]:
        """Return the best label of each group of subjects; those of group -1 do not count."""
        rows = np.flatnonzero(group >= 0)
        worth = pack(group[rows], self._rank[rows])
        order = np.argsort(worth, kind="stable")
        group, worth, text = group[rows][order], worth[order], self._text[rows][order]
        best = np.flatnonzero(begins_run(group))
        texts = [self._texts[place] for place in text[best].tolist()]
        # Equally good labels follow the best one.
        ends = np.searchsorted(worth, worth[best], side="right")
        for place in np.flatnonzero(ends - best > 1).tolist():
            texts[place] = min(self._texts[number] for number in text[best[place] : ends[place]].tolist())
        return zip(group[best].tolist(), texts, strict=True)


def _read_label(literal: str) -> tuple[str, bool]:
    """Return the text of a literal, and True if it is neither English nor untagged."""
    # Most literals have no language: then the text is all between the quotation marks.
    if literal.endswith('"'):
        return literal[1:-1], False
    value = parse_value(literal)
    return value.text, bool(value.language) and value.language.partition("-")[0] != "en"
