"""The effect of each single bag on each score, called its share.

A bag is a set of chains of both systems that are connected by shared mentions. Its share of a score is the
score of the changed system, minus the score if this bag alone went back to the baseline. To compute that for
all bags at once, the sums behind the score are kept by bag.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.components import find_components
from coala.model.columns import number_by_first
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters
from coala.scores.sums import Floats


class ClosedBags(NamedTuple):
    """Bags that no class of either system or of gold leaves; coarser than the bags of the two systems."""

    # The closed bag of each span, numbered by first span, or -1 for a span that no graph mentions.
    bag: Integers
    # The number of closed bags.
    bags: int
    # The closed bag that contains each bag of the systems.
    of_bag: Integers


def close_bags(bag: Integers, bags: int, gold: Clusters) -> ClosedBags:
    """Join the bags that a gold class connects.

    ``bag`` has the systems' bag of each span of all three graphs, or -1 for a span that gold alone mentions.
    A gold class that meets no bag is a closed bag of its own.
    """
    # The vertices: first the bags of the systems, then the classes of gold. A shared span connects two.
    in_gold = gold.classes >= 0
    both = in_gold & (bag >= 0)
    gold_vertex = bags + gold.classes
    component = find_components(bag[both], gold_vertex[both], bags + len(gold.sizes))
    closed = np.full(len(bag), -1, np.int64)
    closed[in_gold] = component[gold_vertex[in_gold]]
    closed[bag >= 0] = component[bag[bag >= 0]]
    closed = number_by_first(closed)
    of_bag = np.full(bags, -1, np.int64)
    of_bag[bag[bag >= 0]] = closed[bag >= 0]
    return ClosedBags(closed, int(closed.max(initial=-1)) + 1, of_bag)


def compute_bag_shares(
    now: ClusterPair, reverted: ClusterPair, bag: Integers, bags: int, metrics: Collection[str] = METRICS
) -> dict[str, Floats]:
    """Return for each of ``metrics`` each bag's effect on F1: F1 now, minus F1 with this bag alone reverted.

    ``now`` pairs the changed system with the key, ``reverted`` the baseline with the key. Without gold the
    key is the baseline itself, so a reverted bag agrees with the key completely. With gold the key is gold,
    and ``bag`` must hold the closed bags. A negative share means that the bag lowers the score; NaN means
    that one of the two scores is undefined.

    Every class is in exactly one bag, so every sum of every metric is a sum over bags. This includes CEAF: no
    bag has to be aligned again. BLANC's non-coreference links join mentions of any two bags, but their
    numbers follow from sums that do add up (pairs within classes, and mentions). BLANC's shares are therefore
    exact too: the bag's change of those sums goes into the formula for the whole corpus.

    F1 is not a sum, so the shares of all bags need not add up to the whole difference. The numerators and
    denominators behind them do.
    """
    changed = _find_changed_bags(now.response, reverted.response, bag, bags)
    shares = {}
    for name in metrics:
        metric = METRICS[name]
        sums, former = (metric.sum_bags(pair, bag, bags) for pair in (now, reverted))
        totals = [np.atleast_1d(column.sum()) for column in sums]
        # For each bag, the totals with this bag reverted. The difference of the bag's sums comes first: it is
        # exactly 0 for a bag that did not change, and so is its share.
        without = [
            total + np.where(changed, old - new, 0.0)
            for total, new, old in zip(totals, sums, former, strict=True)
        ]
        shares[name] = metric.rates(totals).f1 - metric.rates(without).f1
    return shares


def _find_changed_bags(now: Clusters, reverted: Clusters, bag: Integers, bags: int) -> Booleans:
    """Return which bags have other classes than before.

    The sums of the other bags are equal in theory. But ties may be aligned differently and fractions added in
    another order, which changes the last bit of a float.
    """
    differs = _find_first_of_class(now) != _find_first_of_class(reverted)
    changed = np.zeros(bags, bool)
    changed[bag[differs]] = True
    return changed


def _find_first_of_class(side: Clusters) -> Integers:
    """Return the first span of the class of each span, or -1: equal where two sides have the same class."""
    of_span: Integers = np.append(side.first, -1)[side.classes]  # the last place is for the class -1
    return of_span
