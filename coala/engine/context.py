"""The context of a bag: its chains in gold, and all mentions of its documents.

The window shows it on demand: which chains of the gold graph have mentions in the bag, and which mentions of
its documents belong to other bags.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, starmap

import numpy as np

from coala.base.arrays import Integers
from coala.diff.bag_builder import BagContents
from coala.diff.bags import Bags, members
from coala.model.bag import NO_TRAITS, ChainTraits, DocumentMentions, GoldChain, GoldMention
from coala.model.corpus import Corpus
from coala.model.values import Span
from coala.prepare.span_matching import MatchedSpan

_GOLD = 2


class BagContext:
    """The context of the interesting bags of one comparison, computed on demand.

    An interesting bag is given by its ``place`` among them, as in ``contents``.
    """

    def __init__(
        self,
        corpus: Corpus,
        bags: Bags,
        contents: BagContents,
        group_of_bag: Integers,
        extents: Sequence[MatchedSpan],
    ) -> None:
        """Take the interesting bags (``contents``).

        ``group_of_bag`` has a number for each bag of the corpus, the same for bags that gold joins.
        ``extents`` are the spans that a graph has with other offsets.
        """
        self._corpus = corpus
        self._contents = contents
        # (graph, span) -> the span as this graph has it, where it is different.
        self._extents = {(row.graph, row.kept): row.extent for row in extents}
        # For each interesting bag, its spans in ascending order.
        self._spans = members(bags.of_span, contents.numbers)
        # For each graph, the traits of the instances that were asked for.
        self._traits: tuple[dict[int, ChainTraits], dict[int, ChainTraits]] = ({}, {})
        self._documents = {name: number for number, name in enumerate(corpus.documents)}
        # For each graph, the span and the instance of each mention, sorted by span.
        self._rows = [
            _sort_by_span(*columns) for columns in zip(corpus.mentions, corpus.instances, strict=True)
        ]
        # The first span of each document, and for each graph its first row.
        bounds = np.searchsorted(corpus.document, np.arange(len(corpus.documents) + 1))
        self._first_spans: list[int] = bounds.tolist()
        self._first_rows: list[list[int]] = [
            np.searchsorted(spans, bounds).tolist() for spans, _ in self._rows
        ]
        # For each row of the baseline and of the changed graph, the number of the pair of its instance: that
        # of the baseline's instance, and a negative one for other instances of the changed graph.
        old, new = (instances for _, instances in self._rows[:_GOLD])
        partners = contents.partners_of(new)
        self._pairs = old, np.where(partners < 0, ~new, partners)
        self.groups = _drop_single_groups(group_of_bag[contents.numbers].tolist())
        """The group of each interesting bag that gold joins with others, else None."""

    def gold_chains(self, place: int) -> tuple[GoldChain, ...] | None:
        """Return the chains of gold with a span of an interesting bag, in span order; None without gold."""
        if len(self._corpus.graphs) <= _GOLD:
            return None
        spans, instances = self._rows[_GOLD]
        # Instance -> its spans, as indices of the bag's. ``bounds`` has the rows of each span's mentions.
        chains: dict[int, list[int]] = {}
        bounds = np.searchsorted(spans, [self._spans[place], self._spans[place] + 1]).T.tolist()
        for index, (first, last) in enumerate(bounds):
            for instance in instances[first:last].tolist():
                chains.setdefault(instance, []).append(index)
        return tuple(self._make_gold_chain(instance, indices) for instance, indices in chains.items())

    def _make_gold_chain(self, instance: int, indices: Sequence[int]) -> GoldChain:
        spans = self._corpus.spans_of(_GOLD, instance)
        return GoldChain(
            instance,
            self._contents.label_of(_GOLD, instance),
            self._corpus.graphs[_GOLD].names[instance],
            tuple(indices),
            len(spans),
            len(np.unique(self._corpus.document[spans])),
        )

    def stated_forms(self, place: int, indices: Sequence[int]) -> dict[int, str]:
        """Return the forms that the changed graph, or else the baseline, states for some spans of a bag.

        ``indices`` are those of the spans of an interesting bag; spans without a stated form are left out.
        """
        baseline, changed = self._corpus.forms[:2]
        if not baseline and not changed:
            return {}
        spans = self._spans[place][indices].tolist()
        found = (
            (index, changed.get(span) or baseline.get(span))
            for index, span in zip(indices, spans, strict=True)
        )
        return {index: form for index, form in found if form}

    def mentions_in(self, document: str) -> DocumentMentions:
        """Return all mentions of a document, each with the extent that its own graph has."""
        number = self._documents[document]
        spans = self._corpus.spans_between(*self._first_spans[number : number + 2])
        (baseline, old), (changed, new) = (self._find_mentioned(graph, number, spans) for graph in (0, 1))
        pairs = [
            column[slice(*first[number : number + 2])].tolist()
            for column, first in zip(self._pairs, self._first_rows, strict=False)
        ]
        numbers = {pair: number for number, pair in enumerate(dict.fromkeys(chain(*pairs)))}
        of_old, of_new = (list(map(numbers.__getitem__, own)) for own in pairs)
        rows = _group_by_span(baseline, of_old), _group_by_span(changed, of_new)
        traits = self._find_traits(0, of_old, old), self._find_traits(1, of_new, new)
        gold: tuple[GoldMention, ...] = ()
        if len(self._corpus.graphs) > _GOLD:
            places, instances = self._find_mentioned(_GOLD, number, spans)
            gold = tuple(starmap(GoldMention, _group_by_span(places, instances).items()))
        return DocumentMentions(
            tuple(rows[0]), tuple(rows[1]), gold, (tuple(rows[0].values()), tuple(rows[1].values())), traits
        )

    def _find_mentioned(
        self, graph: int, document: int, spans: Sequence[Span]
    ) -> tuple[Iterable[Span], list[int]]:
        """Return the mentions of a document in a graph, as it has them, and the instance of each.

        ``spans`` are all spans of the document.
        """
        numbers, instances = self._rows[graph]
        begin, end = self._first_rows[graph][document : document + 2]
        places: Iterable[Span] = map(
            spans.__getitem__, (numbers[begin:end] - self._first_spans[document]).tolist()
        )
        if self._extents:
            places = (self._extents.get((graph, span), span) for span in places)
        return places, instances[begin:end].tolist()

    def _find_traits(
        self, graph: int, numbers: Sequence[int], instances: Sequence[int]
    ) -> dict[int, ChainTraits]:
        """Return the traits of the instances that have any, by their numbers in a document."""
        known, found = self._traits[graph], {}
        for number, instance in dict(zip(numbers, instances, strict=True)).items():
            traits = known.get(instance)
            if traits is None:
                traits = known[instance] = self._contents.traits_of(graph, instance)
            if traits is not NO_TRAITS:
                found[number] = traits
        return found


def _group_by_span(spans: Iterable[Span], numbers: Sequence[int]) -> dict[Span, tuple[int, ...]]:
    """Return the numbers of each span; nearly every span has one."""
    found: dict[Span, tuple[int, ...]] = {}
    for span, number in zip(spans, numbers, strict=True):
        found[span] = (*found[span], number) if span in found else (number,)
    return found


def _sort_by_span(spans: Integers, instances: Integers) -> tuple[Integers, Integers]:
    order = np.argsort(spans, kind="stable")
    return spans[order], instances[order]


def _drop_single_groups(groups: Sequence[int]) -> list[int | None]:
    """Return the groups, with None for a group of one."""
    size = Counter(groups)
    return [group if size[group] > 1 else None for group in groups]
