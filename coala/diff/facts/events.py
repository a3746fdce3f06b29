"""Events without a partner are paired where they say the same in one sentence, or in one bag.

Two systems may take another word for the trigger of one event ("landed", "the landing"): such events share no
span, and so have no partner. For their facts they are one, by shared spans first and then by arguments that
match; for all else they stay two, since bags that such pairs joined would soon be one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterator

import numpy as np

from coala.base.matching.bipartite import match_earliest
from coala.diff.alignment import Alignment
from coala.diff.bags import Bags
from coala.diff.facts.arguments import FactAlignment
from coala.diff.facts.placed import FactTable
from coala.model.corpus import Corpus
from coala.normalisation.texts.sentence_starts import sentence_starts

# No sentence has more events without a partner; in a bag that has, nobody could tell which is which.
MOST_EVENTS = 200


def align_events(
    corpus: Corpus, bags: Bags, alignment: Alignment, tables: tuple[FactTable, FactTable]
) -> FactAlignment:
    """Pair the events that the alignment of the instances left without a partner."""
    known = FactAlignment(alignment, tables)
    alone = [
        [
            fact
            for fact in table.facts
            if fact.is_event and alignment.partner[graph][fact.about] < 0 and table.spans_of(fact.about)
        ]
        for graph, table in enumerate(tables)
    ]
    if not alone[0] or not alone[1]:
        return known
    where = _Neighbourhoods(corpus, bags)
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for number, fact in enumerate(alone[1]):
        for place in where.of(1, fact.about):
            places[place].append(number)
    pairs: set[tuple[int, int]] = set()
    alone_in_crowd: set[int] = set()
    crowds: set[Hashable] = set()
    for one, fact in enumerate(alone[0]):
        for place in where.of(0, fact.about):
            others = places.get(place, ())
            if len(others) <= MOST_EVENTS:
                pairs.update((one, other) for other in others)
            else:
                alone_in_crowd.add(one)
                crowds.add(place)
    weighed = []
    for one, other in sorted(pairs):
        first, second = alone[0][one], alone[1][other]
        shared = len(set(tables[0].spans_of(first.about)).intersection(tables[1].spans_of(second.about)))
        matched = len(known.find_answers(first.rows, second.rows))
        if shared or matched:
            weighed.append((one, other, shared, matched))
    chosen: dict[int, int] = {}
    if weighed:
        left, right, spans, arguments = np.array(weighed, dtype=np.int64).T
        unit = int(arguments.sum()) + 1
        best = match_earliest(left, right, (spans * unit + arguments).tolist())
        chosen = dict(zip(left[best].tolist(), right[best].tolist(), strict=True))
    others_in_crowd = {other for place in crowds for other in places[place]}
    return FactAlignment(
        alignment,
        tables,
        {alone[0][one].about: alone[1][other].about for one, other in chosen.items()},
        len(alone_in_crowd.difference(chosen)) + len(others_in_crowd.difference(chosen.values())),
    )


class _Neighbourhoods:
    """The sentences and bags in which an instance stands."""

    def __init__(self, corpus: Corpus, bags: Bags) -> None:
        self._corpus, self._bags = corpus, bags
        self._texts = corpus.texts_of()
        self._starts: dict[int, list[int]] = {}

    def of(self, graph: int, instance: int) -> Iterator[Hashable]:
        yield "bag", int(self._bags.of_instance[graph][instance])
        for span in self._corpus.spans_of(graph, instance):
            document = int(self._corpus.document[span])
            starts = self._sentences(document)
            if starts:
                yield document, bisect_right(starts, int(self._corpus.begin[span]))

    def _sentences(self, document: int) -> list[int]:
        """Where the sentences of a document begin; none where its text is not known."""
        known = self._starts.get(document)
        if known is None:
            text = self._texts[document]
            known = [] if text is None else [0, *sentence_starts(text, 0, len(text))]
            self._starts[document] = known
        return known
