"""The bags of a corpus: chains of all compared graphs that are connected by shared mentions.

Spans and instances are the vertices of a graph, and each mention is an edge between its span and its
instance. A bag is a connected component of it, and the smallest part that can be judged by itself. Example:
if the baseline has a chain of spans {1, 2, 3}, and the changed graph has {1, 2} and {3}, all three chains and
spans are one bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coala.base.arrays import Integers
from coala.base.components import find_components
from coala.model.columns import number_by_first
from coala.model.corpus import Corpus


@dataclass(frozen=True, eq=False)
class Bags:
    """The number of the bag of each span and each instance, or -1 for one without mentions.

    Bags are numbered 0, 1, 2, … in the order of their first spans.
    """

    count: int
    of_span: Integers
    # One column for each graph.
    of_instance: tuple[Integers, ...]


def find_bags(corpus: Corpus, graphs: Sequence[int] = (0, 1)) -> Bags:
    """Return the bags of the mentions of these graphs of the corpus."""
    # The vertices: first all spans, then the instances of each graph.
    sizes = [corpus.spans, *(len(corpus.graphs[graph].names) for graph in graphs)]
    starts = np.cumsum([0, *sizes])
    spans = np.concatenate([corpus.mentions[graph] for graph in graphs])
    instances = np.concatenate(
        [corpus.instances[graph] + start for graph, start in zip(graphs, starts[1:-1], strict=True)]
    )
    label = find_components(spans, instances, int(starts[-1]))
    of_spans, *of_instances = np.split(label, starts[1:-1])
    # The labels of components are arbitrary: number them by their first spans, and give instances the same.
    mentioned = np.bincount(spans, minlength=corpus.spans) > 0
    bag = number_by_first(np.where(mentioned, of_spans, -1))
    number = np.full(len(label), -1, dtype=np.int64)
    number[of_spans[mentioned]] = bag[mentioned]
    return Bags(int(bag.max(initial=-1)) + 1, bag, tuple(number[part] for part in of_instances))


def members(group: Integers, groups: Sequence[int], rank: Integers | None = None) -> list[Integers]:
    """Return for each number of ``groups`` its positions in the column ``group``, ascending or by ``rank``.

    Example: ``members([0, 1, 0], [0, 1])`` returns ``[[0, 2], [1]]``.
    """
    # Usually only few groups are wanted, so the other positions are not sorted.
    wanted = np.zeros(max(int(group.max(initial=-1)), *groups, 0) + 2, dtype=bool)
    wanted[groups] = True
    wanted[-1] = False  # the place that -1, no group, indexes
    chosen = np.flatnonzero(wanted[group])
    if rank is not None:
        chosen = chosen[np.argsort(rank[chosen])]
    order = chosen[np.argsort(group[chosen], kind="stable")]
    ordered = group[order]
    starts = np.searchsorted(ordered, groups, side="left").tolist()
    ends = np.searchsorted(ordered, groups, side="right").tolist()
    return [order[start:end] for start, end in zip(starts, ends, strict=True)]
