"""Scores and bags become shares: what each bag alone is worth (specification, section 5)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coala.base.components import find_components
from coala.model.columns import number_by_first
from coala.model.graph import Booleans, Integers
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters
from coala.scores.sums import Floats


class ClosedBags(NamedTuple):
    """Bags that are closed under a gold graph too: coarser than the bags of the two systems.

    ``bag`` has the closed bag of each span (-1 where no graph mentions it), numbered 0 to ``bags`` - 1 by
    first span; ``of_bag`` the closed bag in which each bag of the systems lies.
    """

    bag: Integers
    bags: int
    of_bag: Integers


def close_bags(bag: Integers, bags: int, gold: Clusters) -> ClosedBags:
    """Join the bags that a gold class connects.

    ``bag`` has for each span of the universe of all three graphs the systems' bag, or -1 for a span
    that gold alone mentions; such a gold class, if it meets no bag, is a closed bag of its own.
    """
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


def share_bags(now: ClusterPair, reverted: ClusterPair, bag: Integers, bags: int) -> dict[str, Floats]:
    """For each metric and bag: F1 now minus F1 if this bag alone went back to the baseline.

    ``now`` pairs the changed system with the key, ``reverted`` the baseline. Without gold the key is the
    baseline itself, so that a bag that went back agrees with the key in full; with gold the key is gold, and
    ``bag`` the closed bags. A negative share says that the bag lowers the score; NaN that one of the two is
    undefined.

    Every sum of every metric is a sum over bags, for a class lies in one bag only. So is the alignment of
    CEAF: no bag is aligned again. BLANC's non-coreference links are not, for they join mentions of any
    two bags; but their numbers follow from sums that are (pairs within classes, and mentions), so that
    its share is exact as well: the bag's change of those sums, put into the formula for the whole.

    F1 is not a sum, hence the shares of all bags need not add up to the whole difference; the
    numerators and denominators that they come from do.
    """
    changed = _changed_bags(now.response, reverted.response, bag, bags)
    shares = {}
    for name, metric in METRICS.items():
        sums, former = (metric.sums_of_bags(pair, bag, bags) for pair in (now, reverted))
        totals = [np.atleast_1d(column.sum()) for column in sums]
        # The difference first: it is exactly 0 for a bag that did not change, and so is its share.
        without = [
            total + np.where(changed, old - new, 0.0)
            for total, new, old in zip(totals, sums, former, strict=True)
        ]
        shares[name] = metric.rates(totals).f1 - metric.rates(without).f1
    return shares


def _changed_bags(now: Clusters, reverted: Clusters, bag: Integers, bags: int) -> Booleans:
    """Which bags hold other classes than before.

    Sums of the others are equal on paper, but a tie may be aligned otherwise and its fractions added in
    another order, which shows in the last bit of a float.
    """
    differs = _first_of_class(now) != _first_of_class(reverted)
    changed = np.zeros(bags, bool)
    changed[bag[differs]] = True
    return changed


def _first_of_class(side: Clusters) -> Integers:
    """The first span of the class of each span, -1 for none: equal where two sides say the same."""
    of_span: Integers = np.append(side.first, -1)[side.classes]  # the last place answers for the class -1
    return of_span
