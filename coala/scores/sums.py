"""A metric's recall formula into its exact score over the whole corpus and into its sums per bag.

A metric says only what its recall adds up (``Parts``); precision is the recall with the roles of key
and response exchanged. As no class lies in two bags, the sums per bag add up to the whole, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.model import Integers
from coala.scores.clusters import Clusters
from coala.scores.overlap import Overlap, overlap
from coala.scores.ratio import Ratio, Score

Floats = npt.NDArray[np.float64]


class Terms(NamedTuple):
    """A sum of fractions as columns: owner ``owner[i]`` (a class or a bag) adds ``amount[i] / divisor[i]``.

    ``divisor`` is None for a metric that counts whole things, such as links.
    """

    owner: Integers
    amount: Integers
    divisor: Integers | None = None


class Parts(NamedTuple):
    """A recall before it is added up: the numerator's terms, and each key class's part of the denominator."""

    terms: Terms
    weight: Integers


Recall = Callable[[Overlap], Parts]


@dataclass(frozen=True, eq=False)
class BagSums:
    """Numerator and denominator of a recall (or a precision) for each bag, as floats."""

    numerator: Floats
    denominator: Floats
    terms: Terms
    """The numerators' terms, owned by bags: what ``exact_numerator`` adds without rounding."""

    def exact_numerator(self) -> list[Fraction]:
        """The numerator of each bag as a fraction. Slower than the floats: one addition a term.

        The denominators need no such route: they are whole numbers, which floats hold up to 2^53.
        """
        owner, amount, divisor = self.terms
        divisors = np.ones_like(amount) if divisor is None else divisor
        exact = [Fraction(0)] * len(self.numerator)
        for bag, numerator, denominator in zip(
            owner.tolist(), amount.tolist(), divisors.tolist(), strict=True
        ):
            exact[bag] += Fraction(numerator, denominator)
        return exact


@dataclass(frozen=True, eq=False)
class Sums:
    """One metric's sums per bag, as ``Score`` is its ratios over the whole corpus."""

    recall: BagSums
    precision: BagSums


def score_by(recall: Recall, key: Clusters, response: Clusters) -> Score:
    """The exact score of a response by the metric whose recall formula is given."""
    table = overlap(key, response)
    return Score(recall=_ratio(recall(table)), precision=_ratio(recall(table.exchanged)))


def sums_by(recall: Recall, key: Clusters, response: Clusters, bag: Integers, bags: int) -> Sums:
    """The same metric's sums per bag; ``bag`` has the bag (0 to ``bags`` - 1) of every mentioned span.

    Bags must be closed under key and response: all spans of a class lie in one bag.
    """
    table = overlap(key, response)
    return Sums(
        recall=_bag_sums(recall(table), _bag_of_class(key, bag), bags),
        precision=_bag_sums(recall(table.exchanged), _bag_of_class(response, bag), bags),
    )


def _ratio(parts: Parts) -> Ratio:
    """Add everything up. Counts stay as counted; a sum of fractions is brought to lowest terms."""
    _, amount, divisor = parts.terms
    denominator = int(parts.weight.sum())
    if divisor is None or not denominator:
        return Ratio(int(amount.sum()), denominator)
    return Ratio(*(_sum_of_fractions(amount, divisor) / denominator).as_integer_ratio())


def _sum_of_fractions(amount: Integers, divisor: Integers) -> Fraction:
    """Σ amount / divisor, exactly: amounts of one divisor first, so that few fractions remain.

    n spans have classes of at most √(2n) different sizes; over their least common multiple one division
    is left.
    """
    divisors, group = np.unique(divisor, return_inverse=True)
    amounts = np.zeros(len(divisors), np.int64)
    np.add.at(amounts, group, amount)
    common = math.lcm(*divisors.tolist())
    pairs = zip(amounts.tolist(), divisors.tolist(), strict=True)
    return Fraction(sum(amount * (common // divisor) for amount, divisor in pairs), common)


def _bag_of_class(side: Clusters, bag: Integers) -> Integers:
    mentioned = side.classes >= 0
    bag_of_class = np.zeros(len(side.sizes), np.int64)
    bag_of_class[side.classes[mentioned]] = bag[mentioned]
    return bag_of_class


def _bag_sums(parts: Parts, bag_of_class: Integers, bags: int) -> BagSums:
    owner, amount, divisor = parts.terms
    terms = Terms(bag_of_class[owner], amount, divisor)
    quotient = amount / (1 if divisor is None else divisor)
    return BagSums(
        numerator=_sum_by(terms.owner, quotient, bags),
        denominator=_sum_by(bag_of_class, parts.weight, bags),
        terms=terms,
    )


def _sum_by(owner: Integers, amount: Floats | Integers, owners: int) -> Floats:
    return np.asarray(np.bincount(owner, weights=amount, minlength=owners), np.float64)
