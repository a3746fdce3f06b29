"""The bags of many comparisons become joint bags: closed under gold and under every graph of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coala.base.components import find_components
from coala.engine.compare import Comparison
from coala.model.columns import number_by_first, number_values, pack
from coala.model.corpus import Corpus
from coala.model.graph import Integers


@dataclass(frozen=True, eq=False)
class Closure:
    """Which joint bag everything lies in, numbered in the order of the text.

    ``of_span[c]`` has the joint bag of each span of the corpus of comparison ``c`` (-1 for one that none of
    its graphs mentions), ``of_bag[c]`` that of each of its bags, ``sizes`` the spans of each joint bag.
    """

    of_span: tuple[Integers, ...]
    of_bag: tuple[Integers, ...]
    sizes: Integers

    @property
    def largest(self) -> float:
        """The share of the spans that lie in the largest joint bag."""
        return int(self.sizes.max(initial=0)) / max(1, int(self.sizes.sum()))


def close_jointly(comparisons: Sequence[Comparison]) -> Closure:
    """Join what any of the comparisons has in one bag, or what gold has in one class."""
    spans = _number_spans([comparison.corpus for comparison in comparisons])
    count = 1 + max(int(numbers.max(initial=-1)) for numbers in spans)
    left, right = [], []
    start = count
    for comparison, number in zip(comparisons, spans, strict=True):
        closed = comparison.assessment.closed
        inside = closed.bag >= 0
        left.append(number[inside])
        right.append(closed.bag[inside] + start)
        start += closed.bags
    mentioned = np.zeros(count, dtype=bool)
    mentioned[np.concatenate(left)] = True
    for comparison, number in zip(comparisons, spans, strict=True):
        kept, extent = _joined_spans(comparison)
        left.append(number[kept])
        right.append(number[extent])
    component = find_components(np.concatenate(left), np.concatenate(right), start)[:count]
    joint = number_by_first(np.where(mentioned, component, -1))
    of_span = tuple(joint[number] for number in spans)
    of_span = tuple(
        np.where(comparison.assessment.closed.bag >= 0, own, -1)
        for comparison, own in zip(comparisons, of_span, strict=True)
    )
    return Closure(
        of_span=of_span,
        of_bag=tuple(map(_of_bags, comparisons, of_span)),
        sizes=np.bincount(joint[mentioned]),
    )


def _number_spans(corpora: Sequence[Corpus]) -> list[Integers]:
    """For each corpus the numbers of its spans among those of all, in the order of the text."""
    names = sorted({name for corpus in corpora for name in corpus.documents})
    shapes = sorted({shape for corpus in corpora for shape in corpus.shape_values})
    name_number = {name: number for number, name in enumerate(names)}
    shape_number = {shape: number for number, shape in enumerate(shapes)}
    columns = []
    for corpus in corpora:
        documents = np.array([name_number[name] for name in corpus.documents], dtype=np.int64)
        # The last place serves -1, a span without a shape.
        own_shapes = np.array([*(shape_number[shape] for shape in corpus.shape_values), -1], dtype=np.int64)
        columns.append((documents[corpus.document], corpus.begin, corpus.end, own_shapes[corpus.shape]))
    document, begin, end, shape = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    numbers = number_values(pack(document, begin, end - begin, shape))
    return np.split(numbers, np.cumsum([corpus.spans for corpus in corpora])[:-1])


def _joined_spans(comparison: Comparison) -> tuple[Integers, Integers]:
    """The spans that were taken for others, and these others: a mention may have an extent in each column."""
    if not comparison.joined:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    corpus = comparison.corpus
    number = {corpus.span(place): place for place in range(corpus.spans)}
    pairs = [(number[row.kept], number[row.extent]) for row in comparison.joined]
    corpus.forget_spans()
    kept, extent = np.array(pairs, dtype=np.int64).T
    return kept, extent


def _of_bags(comparison: Comparison, of_span: Integers) -> Integers:
    bag = comparison.bags.of_span
    of_bag = np.full(comparison.bags.count, -1, dtype=np.int64)
    of_bag[bag[bag >= 0]] = of_span[bag >= 0]
    return of_bag
