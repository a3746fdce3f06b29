"""Partitions of spans into equivalence classes, and the overlap table of two partitions.

A metric compares a key (the reference) with a response (a system). Each is a partition of its spans: a class
is a chain, or several chains that share a span. All scores of one comparison have one universe of spans,
numbered 0, 1, 2, …; a span that one graph does not mention has no class there.

Example: with four spans, the key {0, 1}, {3} is ``Clusters(classes=[0, 0, -1, 1])``. Results do not depend on
the order of mentions or on the numbers of instances.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.components import find_components
from coala.model.columns import distinct, number_by_first, number_values, pack
from coala.scores.findings import GrossLinks, LinkTotals


@dataclass(frozen=True, eq=False)
class Clusters:
    """The classes of one side: a partition of the spans that it mentions.

    ``classes`` has the class of each span of the universe, or -1. Classes are numbered 0, 1, 2, … in the
    order of their first spans. ``joined`` is the number of chains minus that of classes: how many chains
    vanished because they share a span with another chain.
    """

    classes: Integers
    joined: int = 0

    @cached_property
    def sizes(self) -> Integers:
        """The number of spans of each class, in the order of the classes."""
        return np.bincount(self.classes[self.classes >= 0])

    @cached_property
    def first(self) -> Integers:
        """The first span of each class, in the order of the classes."""
        present = np.flatnonzero(self.classes >= 0)
        first = np.empty(self.count, np.int64)
        first[self.classes[present[::-1]]] = present[::-1]  # the last write to a class counts
        return first

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.sizes)


def cluster_spans(span: Integers, instance: Integers, spans: int) -> Clusters:
    """Partition the mentioned spans. Chains that share a span become one class, since identity is transitive.

    ``span`` and ``instance`` are the columns of the mentions, ``spans`` is the size of the universe.
    """
    chains = np.full(spans, -1, np.int64)
    if np.bincount(span, minlength=1).max() <= 1:
        # No span has two mentions, so each chain is a class.
        chains[span] = instance
        return Clusters(number_by_first(chains))
    # Spans and instances are vertices, numbered one after the other; each mention is an edge.
    chains[span] = find_components(span, spans + instance, spans + int(instance.max()) + 1)[span]
    classes = number_by_first(chains)
    return Clusters(classes, joined=int(np.count_nonzero(np.bincount(instance))) - int(classes.max()) - 1)


def drop_singletons(side: Clusters) -> Clusters:
    """Return the classes of two or more spans; the spans of the others count as not mentioned."""
    is_singleton = np.append(side.sizes == 1, False)  # the last place is for the class -1
    return Clusters(number_by_first(np.where(is_singleton[side.classes], -1, side.classes)), side.joined)


def restrict_clusters(side: Clusters, kept: Booleans) -> Clusters:
    """Return the same classes without the spans that are not ``kept``, which then count as not mentioned."""
    if kept.all():
        return side
    return Clusters(number_by_first(np.where(kept, side.classes, -1)), side.joined)


def find_class_of_instances(span: Integers, instance: Integers, instances: int, side: Clusters) -> Integers:
    """Return the class of each of ``instances`` instances, or -1 for one without a mention that counts.

    ``span`` and ``instance`` are the columns of the mentions.
    """
    classes = side.classes[span]
    counts = classes >= 0
    class_of = np.full(instances, -1, np.int64)
    class_of[instance[counts]] = classes[counts]
    return class_of


def count_links(baseline: Clusters, changed: Clusters) -> LinkTotals:
    """Count the links of both sides, and those within the intersections of their classes.

    A side has as many links as it has spans, less its classes. The shared links are the shared spans less the
    intersections.
    """
    both = (baseline.classes >= 0) & (changed.classes >= 0)
    pieces = distinct(baseline.classes[both] * (changed.count + 1) + changed.classes[both])
    before, after = (int(side.sizes.sum()) - side.count for side in (baseline, changed))
    return LinkTotals(before, after, kept=int(np.count_nonzero(both)) - len(pieces))


def count_gross_links(baseline: Clusters, changed: Clusters, gold: Clusters) -> GrossLinks:
    """Count the links that only one of two graphs has, and those of them that gold confirms."""
    return GrossLinks(*_count_own_links(changed, baseline, gold), *_count_own_links(baseline, changed, gold))


def _count_own_links(side: Clusters, other: Clusters, gold: Clusters) -> tuple[int, int]:
    """Return the number of links that only ``side`` has, and of those that are right.

    The classes of ``side`` fall into pieces: their intersections with those of ``other``, and single spans
    that ``other`` lacks. k pieces of a class have k - 1 links. If k pieces form c groups that gold chains
    connect within their class, k - c of these links can be right.
    """
    spans = np.flatnonzero(side.classes >= 0)
    classes, others, keys = (each.classes[spans] for each in (side, other, gold))
    # The piece of each span; a span that the other graph lacks is a piece of its own.
    piece = number_values(pack(classes, np.where(others >= 0, others, other.count + spans)))
    pieces = int(piece.max(initial=-1)) + 1
    # Pieces and parts of gold chains in a class are vertices, and each span is an edge between two.
    in_gold = keys >= 0
    part = number_values(pack(classes[in_gold], keys[in_gold]))
    groups = find_components(piece[in_gold], pieces + part, pieces + int(part.max(initial=-1)) + 1)
    return pieces - side.count, pieces - len(distinct(groups[:pieces]))


@dataclass(frozen=True, eq=False)
class Overlap:
    """The overlaps of two partitions: classes ``key[i]`` and ``response[i]`` share ``count[i]`` > 0 spans.

    ``key_sizes`` and ``response_sizes`` are |K| and |R| of every class, including classes without a row.
    """

    key: Integers
    response: Integers
    count: Integers
    key_sizes: Integers
    response_sizes: Integers

    @property
    def exchanged(self) -> Overlap:
        """The same table with the roles of key and response exchanged: its recall is the precision."""
        return Overlap(self.response, self.key, self.count, self.response_sizes, self.key_sizes)


def overlap_classes(key: Clusters, response: Clusters) -> Overlap:
    """Count |K ∩ R| for every key class K and response class R that share a span."""
    shared = (key.classes >= 0) & (response.classes >= 0)
    key_sizes, response_sizes = key.sizes, response.sizes
    width = max(1, len(response_sizes))
    pair, count = np.unique(key.classes[shared] * width + response.classes[shared], return_counts=True)
    return Overlap(pair // width, pair % width, count, key_sizes, response_sizes)
