"""Most mentions of a large graph say once where they stand, and are right: they are found in arrays.

All others are found by ``coala.reading.interpretation.mentions``, which looks at each.
"""

from __future__ import annotations

from array import array

import numpy as np

from coala.model.columns import begins_run, distinct, pack
from coala.model.graph import Booleans, Integers
from coala.reading.interpretation.large.node_numbers import NodeNumbers, as_array, as_column, mark
from coala.reading.interpretation.large.words import cover_their_words
from coala.reading.interpretation.mentions import (
    GAP,
    LONGEST,
    FoundMentions,
    find_mentions,
    have_gaps,
    marks_of_zeros,
)
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import ANCHOR, BEGIN, BLANK, DOCUMENT, END, UNSET, Pairs
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary


def find_many_mentions(
    collected: Collector, texts: dict[int, str], vocabulary: Vocabulary, remarks: Remarks
) -> FoundMentions:
    """Check the span of every node that has one, and link the good ones to their instances."""
    names = collected.names
    said = _Said(collected)
    nodes = np.flatnonzero(said.once(collected, vocabulary))
    columns = said.values(nodes)
    right = _are_right(*columns, names, texts, list(collected.anchors))
    nodes = nodes[right]
    begin, end, document, anchor = (values[right] for values in columns)
    plain = mark(nodes, len(names))
    others = find_mentions(
        collected, texts, vocabulary, remarks, said.without(plain), said.links_without(plain)
    )
    # Only now: of the others some may have named a document that was not known.
    row_of = NodeNumbers(len(names))
    row_of.column[nodes] = np.arange(len(nodes))
    row_of.update((node, row + len(nodes)) for node, row in others.row_of.items())
    linked_row, linked_instance, repeated = said.link(plain, row_of)
    collected.repeated += repeated
    other_rows = as_array(others.linked_row) + len(nodes)
    return FoundMentions(
        row_of=row_of,
        document=as_column(document) + others.document,
        begin=as_column(begin) + others.begin,
        end=as_column(end) + others.end,
        anchor=as_column(anchor) + others.anchor,
        shape=array("q", [-1]) * len(nodes) + others.shape,
        shapes=others.shapes,
        linked_row=as_column(linked_row) + as_column(other_rows),
        linked_instance=as_column(linked_instance) + others.linked_instance,
    )


class _Said:
    """What was said of places, and the links of mentions to instances, as arrays."""

    def __init__(self, collected: Collector) -> None:
        self._nodes = len(collected.names)
        self._pairs = [(as_array(subject), as_array(obj)) for subject, obj in collected.pairs[: DOCUMENT + 1]]
        self._linked, self._instance = map(as_array, collected.links)

    def once(self, collected: Collector, vocabulary: Vocabulary) -> Booleans:
        """The nodes that have a link, say begin, end and document once, and nothing unusual."""
        if vocabulary.unit != "code-point" or vocabulary.inclusive:
            return np.zeros(self._nodes, dtype=bool)
        plain = mark(self._linked, self._nodes)
        for role, (subject, _) in enumerate(self._pairs):
            times = np.bincount(subject, minlength=self._nodes)
            plain &= times <= 1 if role == ANCHOR else times == 1
        plain[list(marks_of_zeros(collected))] = False
        names = collected.names
        if vocabulary.iri and have_gaps(names):
            plain[[node for node in np.flatnonzero(plain).tolist() if GAP in names[node]]] = False
        return plain

    def values(self, nodes: Integers) -> tuple[Integers, Integers, Integers, Integers]:
        """Begin, end, document and anchor (or ``UNSET``) of nodes that say each of them once."""
        columns = []
        for subject, obj in self._pairs:
            value = np.full(self._nodes, UNSET)
            value[subject] = obj
            columns.append(value[nodes])
        return columns[BEGIN], columns[END], columns[DOCUMENT], columns[ANCHOR]

    def without(self, plain: Booleans) -> list[Pairs]:
        """What other nodes say of their places."""
        left = []
        for subject, obj in self._pairs:
            other = ~plain[subject]
            left.append(Pairs(as_column(subject[other]), as_column(obj[other])))
        return left

    def links_without(self, plain: Booleans) -> Pairs:
        """The links of other nodes."""
        other = ~plain[self._linked]
        return Pairs(as_column(self._linked[other]), as_column(self._instance[other]))

    def link(self, plain: Booleans, row_of: NodeNumbers) -> tuple[Integers, Integers, int]:
        """The row and the instance of each link of a plain node, and how many were there before."""
        chosen = plain[self._linked]
        linked, instance = self._linked[chosen], self._instance[chosen]
        repeated = 0
        if np.bincount(linked, minlength=1).max() > 1:
            order = np.argsort(pack(linked, instance), kind="stable")
            order = order[begins_run(pack(linked, instance)[order])]
            repeated = len(linked) - len(order)
            linked, instance = linked[order], instance[order]
        return row_of.column[linked], instance, repeated


def _are_right(
    begin: Integers,
    end: Integers,
    document: Integers,
    anchor: Integers,
    names: list[str],
    texts: dict[int, str],
    anchors: list[str],
) -> Booleans:
    """Which spans lie in their documents and have the words that their anchors say."""
    length_of = np.full(len(names), -1)
    known = np.zeros(len(names), dtype=bool)
    for node in distinct(document).tolist():
        text = texts.get(node)
        known[node] = text is not None
        if names[node] != BLANK:
            length_of[node] = LONGEST if text is None else len(text)
    right: Booleans = (begin >= 0) & (begin < end) & (end <= length_of[document])
    rows = np.flatnonzero(right & known[document] & (anchor != UNSET))
    right[rows] = cover_their_words(document[rows], begin[rows], end[rows], anchor[rows], texts, anchors)
    return right
