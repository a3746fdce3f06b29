"""The mentions that a caller leaves out of the graphs, and the corpus with them.

A comparison of tables (``coala.tables``) gives the engine only the bags that may differ. The other mentions
change no divergence, but they count: in scores, in the summary, and for notices about complete graphs. So
they come along as columns of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.sequences import Shared
from coala.diff.bags import Bags
from coala.model.columns import number_by_first, number_values, pack
from coala.model.corpus import Corpus, EntityNames, LinkedMentions
from coala.model.values import SpanShape


class LeftOutFigures(NamedTuple):
    """What the rest of one graph adds to its figures, apart from its mentions."""

    statements: int
    facts: int
    content: AbstractSet[str]  # the kinds of content that the rest has (``coala.diff.one_sided``)


@dataclass(frozen=True, eq=False)
class Remainder:
    """The mentions that were left out. Their documents are all among those of the corpus."""

    # One row for each span.
    document: Integers  # an index of ``Corpus.documents``
    begin: Integers
    end: Integers
    shape: Integers  # an index of ``shapes``, or -1
    bag: Integers  # the number of its bag, or -1 for a span that only gold mentions here
    shapes: tuple[SpanShape, ...]

    # For each graph, with one row for each mention: its span, and its instance from 0.
    mentions: tuple[Integers, ...]
    instances: tuple[Integers, ...]
    # For each graph, the names of these instances that are scored.
    entity_names: tuple[EntityNames, ...]
    figures: tuple[LeftOutFigures, ...]


class Whole(NamedTuple):
    """All mentions of the graphs, and where those of the compared corpus are among them.

    The instances of ``corpus`` that were left out have numbers, but no row in ``corpus.graphs``.
    """

    corpus: Corpus  # in each graph, the mentions of the compared corpus come first
    bags: Bags  # without instances
    bag_of: Integers  # the number in ``bags`` of each bag of the compared corpus


def add_remainder(corpus: Corpus, bags: Bags, rest: Remainder | None) -> Whole:
    """Return the corpus with the mentions that were left out; ``bags`` are those of the corpus."""
    if rest is None:
        return Whole(corpus, bags, np.arange(bags.count))
    shape_values = tuple(sorted({*corpus.shape_values, *rest.shapes}))
    number = {value: place for place, value in enumerate(shape_values)}
    shape = np.concatenate(
        [
            # The last element is for index -1, a span without a shape.
            np.array([*map(number.__getitem__, values), -1], np.int64)[shapes]
            for values, shapes in ((corpus.shape_values, corpus.shape), (rest.shapes, rest.shape))
        ]
    )
    document, begin, end = (
        np.concatenate(columns)
        for columns in (
            (corpus.document, rest.document),
            (corpus.begin, rest.begin),
            (corpus.end, rest.end),
        )
    )
    # A span may be in both: kept for a chain of gold, left out for those of the systems.
    place = number_values(pack(document, begin, end - begin, shape))
    count = int(place.max(initial=-1)) + 1
    row = np.zeros(count, np.int64)
    row[place] = np.arange(len(place))
    here, there = place[: corpus.spans], place[corpus.spans :]
    of_span = np.full(count, -1, np.int64)
    of_span[there] = np.where(rest.bag >= 0, rest.bag + bags.count, -1)
    known = bags.of_span >= 0
    of_span[here[known]] = bags.of_span[known]
    numbered = number_by_first(of_span)
    bag_of = np.zeros(bags.count, np.int64)
    bag_of[bags.of_span[known]] = numbered[here[known]]
    names = [len(graph.names) for graph in corpus.graphs]
    return Whole(
        corpus=replace(
            corpus,
            shape_values=shape_values,
            document=document[row],
            begin=begin[row],
            end=end[row],
            shape=shape[row],
            mentions=_append(corpus.mentions, here, rest.mentions, there),
            instances=tuple(
                np.concatenate([own, more + start])
                for own, more, start in zip(corpus.instances, rest.instances, names, strict=True)
            ),
            links=tuple(
                LinkedMentions(
                    np.concatenate([here[links.span], there[spans]]),
                    np.concatenate([links.instance, more + start]),
                    _join_names(links.names, names_of_rest),
                )
                for links, spans, more, start, names_of_rest in zip(
                    corpus.links, rest.mentions, rest.instances, names, rest.entity_names, strict=True
                )
            ),
            words=tuple({int(here[span]): text for span, text in words.items()} for words in corpus.words),
            minimums=tuple({} for _ in names),
            forms=tuple({} for _ in names),
        ),
        bags=Bags(int(numbered.max(initial=-1)) + 1, numbered, ()),
        bag_of=bag_of,
    )


def _append(
    mentions: Sequence[Integers], here: Integers, more: Sequence[Integers], there: Integers
) -> tuple[Integers, ...]:
    return tuple(
        np.concatenate([here[spans], there[others]]) for spans, others in zip(mentions, more, strict=True)
    )


def _join_names(first: EntityNames, second: EntityNames) -> EntityNames:
    return Shared(
        [*first.values, *second.values], np.concatenate([first.code, second.code + len(first.values)])
    )
