"""Scores and bags into shares: what each bag alone is worth (specification, section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from coala.model import Integers
from coala.scores.clusters import Clusters, components, number_by_first
from coala.scores.metric import METRICS, Metric
from coala.scores.sums import BagSums, Floats, Sums


class ClosedBags(NamedTuple):
    """Bags that are closed under a gold graph too: coarser than the bags of the two systems.

    ``bag`` has the closed bag of each span (-1 where no graph mentions it), numbered 0 to ``bags`` - 1 by
    first span; ``of_bag`` the closed bag in which each bag of the systems lies.
    """

    bag: Integers
    bags: int
    of_bag: Integers


def closed_bags(bag: Integers, bags: int, gold: Clusters) -> ClosedBags:
    """Join the bags that a gold class connects.

    ``bag`` has for each span of the universe of all three graphs the systems' bag, or -1 for a span
    that gold alone mentions; such a gold class, if it meets no bag, is a closed bag of its own.
    """
    in_gold = gold.classes >= 0
    both = in_gold & (bag >= 0)
    gold_vertex = bags + gold.classes
    component = components(bag[both], gold_vertex[both], bags + len(gold.sizes))
    closed = np.full(len(bag), -1, np.int64)
    closed[in_gold] = component[gold_vertex[in_gold]]
    closed[bag >= 0] = component[bag[bag >= 0]]
    closed = number_by_first(closed)
    of_bag = np.full(bags, -1, np.int64)
    of_bag[bag[bag >= 0]] = closed[bag >= 0]
    return ClosedBags(closed, int(closed.max(initial=-1)) + 1, of_bag)


def shares(
    key: Clusters,
    baseline: Clusters,
    changed: Clusters,
    bag: Integers,
    bags: int,
    metrics: Mapping[str, Metric] = METRICS,
) -> dict[str, Floats]:
    """For each metric and bag: F1 now minus F1 if this bag alone went back to the baseline.

    A negative share says that the bag lowers the score; NaN that one of the two is undefined. Without
    gold the key is the baseline itself, so that a bag that went back agrees with the key in full; with
    gold the key is gold, and ``bag`` the closed bags.

    F1 is not a sum, hence the shares of all bags need not add up to the whole difference; the
    numerators and denominators that they come from do.
    """
    return {
        name: share_of_each_bag(
            metric.sums(key, changed, bag, bags),
            metric.sums(key, baseline, bag, bags),
        )
        for name, metric in metrics.items()
    }


def share_of_each_bag(now: Sums, reverted: Sums) -> Floats:
    """F1(Σ now) − F1(Σ now, with one bag's sums taken from ``reverted``), for each bag in turn.

    Numerators and denominators both go back: a reverted bag may also have more or fewer mentions.
    """
    return _f1(_whole(now.recall), _whole(now.precision)) - _f1(
        _with_one_reverted(now.recall, reverted.recall),
        _with_one_reverted(now.precision, reverted.precision),
    )


def _whole(sums: BagSums) -> Floats:
    return _ratio(np.atleast_1d(sums.numerator.sum()), np.atleast_1d(sums.denominator.sum()))


def _with_one_reverted(now: BagSums, reverted: BagSums) -> Floats:
    # The difference first: it is exactly 0 for a bag that did not change, and so is its share.
    return _ratio(
        now.numerator.sum() + (reverted.numerator - now.numerator),
        now.denominator.sum() + (reverted.denominator - now.denominator),
    )


def _f1(recall: Floats, precision: Floats) -> Floats:
    return _ratio(2 * precision * recall, precision + recall)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """The quotient, NaN where it is 0/0."""
    quotient = np.full(len(numerator), np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient
