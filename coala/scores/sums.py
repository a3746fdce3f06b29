"""The sums behind a metric: exact totals, and sums by bag, document or type.

Recall is a sum over a sum, and so is precision. A metric states these four sums as columns (``Formula``).
Every term of a column belongs to one class of the key or of the response, its *owner*. Anything that contains
whole classes (a bag, a document, a type) therefore has sums of its own. If each class is in exactly one of
them, these add up to the whole, exactly.

Example: B³'s recall has the term |K∩R|² / |K| for each overlapping pair of classes K and R. If class 0 has 3
spans, 2 of them in one response class and 1 in another, its terms are 4/3 and 1/3:
``Terms(owner=[0, 0], amount=[4, 1], divisor=[3, 3])``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Integers
from coala.scores.partition import Overlap

Floats = npt.NDArray[np.float64]

Number = int | Fraction

KEY, RESPONSE = 0, 1


class Terms(NamedTuple):
    """The terms of a sum of fractions: owner ``owner[i]`` (a class or a bag) adds ``amount[i] / divisor[i]``.

    ``divisor`` is None for a metric that counts whole things, such as links. The amounts add up to at most
    the square of the number of spans, so 64 bits are enough for 3,000,000,000 spans.
    """

    owner: Integers
    amount: Integers
    divisor: Integers | None = None

    def total(self) -> Number:
        """Return the whole sum: an int where whole things are counted, otherwise a fraction."""
        if self.divisor is None:
            return int(self.amount.sum())
        return self._replace(owner=np.zeros_like(self.owner)).totals(1)[0]

    def totals(self, owners: int) -> list[Number]:
        """Return the sum of each owner, 0 to ``owners`` - 1, without rounding.

        Terms of one owner and one divisor are added first, which leaves few fractions: n spans have classes
        of at most √(2n) different sizes. These are then added over their least common multiple, with a single
        division.
        """
        if self.divisor is None:
            counts = np.zeros(owners, np.int64)
            np.add.at(counts, self.owner, self.amount)
            return [*counts.tolist()]
        # Each pair of owner and divisor is a code: owner · number of divisors + rank of the divisor.
        divisors, place = _find_distinct(self.divisor)
        codes, place = _find_distinct(self.owner * len(divisors) + place)
        amounts = np.zeros(len(codes), np.int64)
        np.add.at(amounts, place, self.amount)
        # The codes ascend, so the fractions of one owner are neighbours.
        owner = codes // max(1, len(divisors))
        bounds = np.searchsorted(owner, np.arange(owners + 1)).tolist()
        denominators: list[int] = divisors[codes - owner * len(divisors)].tolist() if len(codes) else []
        numerators: list[int] = amounts.tolist()
        return [
            _add_fractions(numerators[start:end], denominators[start:end]) for start, end in pairwise(bounds)
        ]

    def sums(self, owners: int) -> Floats:
        """Return the sum of each owner, rounded to floats."""
        quotient = self.amount / (1 if self.divisor is None else self.divisor)
        return np.asarray(np.bincount(self.owner, weights=quotient, minlength=owners), np.float64)


class Column(NamedTuple):
    """One of a metric's sums; its terms are owned by the classes of ``side``, the key or the response."""

    side: int
    terms: Terms

    def assign_owners(self, owner: tuple[Integers, Integers]) -> Terms:
        """Return the same terms with new owners: ``owner[side][class]``, such as the bag of each class."""
        return self.terms._replace(owner=owner[self.side][self.terms.owner])


Formula = Callable[[Overlap], tuple[Column, ...]]
"""A function that computes a metric's columns from the overlaps of key and response classes.

Recall and precision are four columns: the numerator and the denominator of each.
"""


class Parts(NamedTuple):
    """A recall before it is added up."""

    # The terms of the numerator, owned by key classes.
    terms: Terms
    # What each key class adds to the denominator.
    weight: Integers


def make_formula(recall: Callable[[Overlap], Parts]) -> Formula:
    """Return a formula for recall, and for precision as the recall with key and response exchanged."""

    def formula(table: Overlap) -> tuple[Column, ...]:
        return *make_columns(recall(table), KEY), *make_columns(recall(table.exchanged), RESPONSE)

    return formula


def make_columns(parts: Parts, side: int) -> tuple[Column, Column]:
    """Return numerator and denominator of a recall (``KEY``) or of a precision (``RESPONSE``)."""
    classes = np.arange(len(parts.weight))
    return Column(side, parts.terms), Column(side, Terms(classes, parts.weight))


def _find_distinct(values: Integers) -> tuple[Integers, Integers]:
    """Return the distinct values in ascending order, and the place of each value among them.

    [5, 2, 5] has the distinct values [2, 5] and the places [1, 0, 1]. If the values are small, they are
    looked up in a table, which is ten times faster than sorting them.
    """
    if values.max(initial=0) > _PLACES_FOR_EACH_VALUE * (len(values) + 1):
        distinct, place = np.unique(values, return_inverse=True)
        return distinct, place
    present = np.zeros(int(values.max(initial=-1)) + 1, bool)
    present[values] = True
    return np.flatnonzero(present), (np.cumsum(present) - 1)[values]


# The size of the table, in places for each value: no more memory than a few sorted copies would take.
_PLACES_FOR_EACH_VALUE = 4


def _add_fractions(amounts: list[int], divisors: list[int]) -> Fraction:
    common = math.lcm(*divisors)
    pairs = zip(amounts, divisors, strict=True)
    return Fraction(sum(amount * (common // divisor) for amount, divisor in pairs), common)
