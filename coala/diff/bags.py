"""The bags of a corpus: the connected components of spans and instances (specification, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coala.base.components import find_components
from coala.model.columns import number_by_first
from coala.model.corpus import Corpus
from coala.model.graph import Integers


@dataclass(frozen=True, eq=False)
class Bags:
    """The bag of each span and each instance, numbered in the order of the bags' first spans.

    -1 is a span without mentions or an instance without mentions.
    """

    count: int
    of_span: Integers
    of_instance: tuple[Integers, ...]


def find_bags(corpus: Corpus, graphs: Sequence[int] = (0, 1)) -> Bags:
    """Return the connected components over the mentions of these graphs of the corpus [COALA]."""
    sizes = [corpus.spans, *(len(corpus.graphs[graph].names) for graph in graphs)]
    starts = np.cumsum([0, *sizes])
    spans = np.concatenate([corpus.mentions[graph] for graph in graphs])
    instances = np.concatenate(
        [corpus.instances[graph] + start for graph, start in zip(graphs, starts[1:-1], strict=True)]
    )
    label = find_components(spans, instances, int(starts[-1]))
    of_spans, *of_instances = np.split(label, starts[1:-1])
    mentioned = np.bincount(spans, minlength=corpus.spans) > 0
    bag = number_by_first(np.where(mentioned, of_spans, -1))
    number = np.full(len(label), -1, dtype=np.int64)
    number[of_spans[mentioned]] = bag[mentioned]
    return Bags(int(bag.max(initial=-1)) + 1, bag, tuple(number[part] for part in of_instances))


def members(group: Integers, groups: Sequence[int], rank: Integers | None = None) -> list[Integers]:
    """Return the positions in ``group`` of each number of ``groups``, ascending or by ``rank``."""
    # Usually only few groups are wanted, so the other positions are not sorted.
    wanted = np.zeros(max(int(group.max(initial=-1)), *groups, 0) + 2, dtype=bool)
    wanted[groups] = True
    wanted[-1] = False
    chosen = np.flatnonzero(wanted[group])
    if rank is not None:
        chosen = chosen[np.argsort(rank[chosen])]
    order = chosen[np.argsort(group[chosen], kind="stable")]
    ordered = group[order]
    starts = np.searchsorted(ordered, groups, side="left").tolist()
    ends = np.searchsorted(ordered, groups, side="right").tolist()
    return [order[start:end] for start, end in zip(starts, ends, strict=True)]
