"""A corpus gives what stands around a bag: gold's chains of it, and all mentions of its documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from coala.diff.bag_builder import BagContents
from coala.diff.bags import Bags, members
from coala.model.bag import DocumentMentions, GoldChain, GoldMention
from coala.model.corpus import Corpus
from coala.model.graph import Integers
from coala.model.values import Span
from coala.prepare.span_matching import Joined

_GOLD = 2


class BagContext:
    """What stands around the interesting bags of one comparison, each part made when it is asked for.

    ``contents`` are these bags, and ``group_of_bag`` has for each bag of the corpus what gold joins it with.
    """

    def __init__(
        self,
        corpus: Corpus,
        bags: Bags,
        contents: BagContents,
        group_of_bag: Integers,
        joined: Sequence[Joined],
    ) -> None:
        self._corpus = corpus
        self._contents = contents
        self._extents = {(row.graph, row.kept): row.extent for row in joined}
        self._spans = members(bags.of_span, contents.numbers)
        self._documents = {name: number for number, name in enumerate(corpus.documents)}
        self._rows = [
            _sorted_by_span(*columns) for columns in zip(corpus.mentions, corpus.instances, strict=True)
        ]
        self.groups = _shared(group_of_bag[contents.numbers].tolist())
        """For each interesting bag the number that it has in common with those that gold joins it with."""

    def gold_chains(self, place: int) -> tuple[GoldChain, ...] | None:
        """Gold's chains that have a span of an interesting bag, in the order of these; None without gold."""
        if len(self._corpus.graphs) <= _GOLD:
            return None
        spans, instances = self._rows[_GOLD]
        chains: dict[int, list[int]] = {}
        bounds = np.searchsorted(spans, [self._spans[place], self._spans[place] + 1]).T.tolist()
        for index, (first, last) in enumerate(bounds):
            for instance in instances[first:last].tolist():
                chains.setdefault(instance, []).append(index)
        return tuple(self._chain(instance, indices) for instance, indices in chains.items())

    def _chain(self, instance: int, indices: Sequence[int]) -> GoldChain:
        spans = self._corpus.spans_of(_GOLD, instance)
        return GoldChain(
            instance,
            self._contents.label_of(_GOLD, instance),
            self._corpus.graphs[_GOLD].names[instance],
            tuple(indices),
            len(spans),
            len(np.unique(self._corpus.document[spans])),
        )

    def mentions_in(self, document: str) -> DocumentMentions:
        """All mentions of a document, each where its own graph has it."""
        number = self._documents[document]
        first, last = np.searchsorted(self._corpus.document, [number, number + 1]).tolist()
        baseline, changed = (
            tuple(self._places(graph, self._mentioned(graph, first, last))) for graph in (0, 1)
        )
        gold: tuple[GoldMention, ...] = ()
        if len(self._corpus.graphs) > _GOLD:
            chains: dict[Span, list[int]] = {}
            mentioned = self._mentioned(_GOLD, first, last)
            for span, instances in zip(self._places(_GOLD, mentioned), mentioned.values(), strict=True):
                chains.setdefault(span, []).extend(instances)
            gold = tuple(GoldMention(span, tuple(instances)) for span, instances in chains.items())
        return DocumentMentions(baseline, changed, gold)

    def _mentioned(self, graph: int, first: int, last: int) -> dict[int, list[int]]:
        """The spans from ``first`` to before ``last`` that a graph mentions, each with its instances."""
        spans, instances = self._rows[graph]
        begin, end = np.searchsorted(spans, [first, last]).tolist()
        found: dict[int, list[int]] = {}
        for span, instance in zip(spans[begin:end].tolist(), instances[begin:end].tolist(), strict=True):
            found.setdefault(span, []).append(instance)
        return found

    def _places(self, graph: int, numbers: Iterable[int]) -> Iterable[Span]:
        """Return each span as its own graph has it."""
        spans = map(self._corpus.span, numbers)
        return (self._extents.get((graph, span), span) for span in spans) if self._extents else spans


def _sorted_by_span(spans: Integers, instances: Integers) -> tuple[Integers, Integers]:
    order = np.argsort(spans, kind="stable")
    return spans[order], instances[order]


def _shared(groups: Sequence[int]) -> list[int | None]:
    """The group of each, None for those that are alone in theirs."""
    size = Counter(groups)
    return [group if size[group] > 1 else None for group in groups]
