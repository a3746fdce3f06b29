"""The sums of each bag become the sums of thousands of resamples, drawn with replacement.

Most bags of a corpus are equal in all their sums: how often such a row is drawn is one random number, and
only bags that few others equal are drawn one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.model.graph import Integers
from coala.scores.sums import Floats

FREQUENT = 32
"""A row that this many bags share is drawn as one binomial number (50 to 140 ns), rarer ones bag by bag
(about 7 ns a draw)."""

CELLS = 4_000_000
"""Numbers held at once while drawing (32 MB): the samples come in chunks of as many as fit."""

_GRID = 2.0**40
"""Sums are rounded to a multiple of 1 / GRID before they are compared. The same thirds added in another
order differ in the last bit, and bags that are equal on paper would not be seen to be; rounding moves a
bag's sum by less than 5e-13."""


class BagRows(NamedTuple):
    """The bags by their sums: ``frequent`` rows with the number of bags of each, and the ``rare`` bags one by
    one. Rows are in the order of (most bags, first bag), so that they do not depend on which column is which.
    """

    frequent: Floats
    bags: Integers
    rare: Floats

    @property
    def total(self) -> int:
        """The number of bags."""
        return int(self.bags.sum()) + len(self.rare)

    @property
    def sums(self) -> Floats:
        """The sums of all bags, column by column."""
        return np.asarray(self.bags @ self.frequent + self.rare.sum(axis=0), np.float64)

    def take(self, columns: Sequence[int]) -> BagRows:
        """The same bags with some of the columns: of one seed the same bags are drawn."""
        return BagRows(self.frequent[:, columns], self.bags, self.rare[:, columns])


def group_bags(columns: Sequence[Floats]) -> BagRows:
    """Group the bags (places of the columns) that have equal numbers in all columns."""
    first, inverse = _groups(columns)
    bags = np.bincount(inverse, minlength=len(first))
    order = np.lexsort((first, -bags))
    first, bags = first[order], bags[order]
    distinct = np.stack([_rounded(column[first]) for column in columns], axis=1)
    frequent = bags >= FREQUENT
    return BagRows(
        distinct[frequent], bags[frequent], np.repeat(distinct[~frequent], bags[~frequent], axis=0)
    )


def draw_sums(table: BagRows, samples: int, generator: np.random.Generator) -> Floats:
    """The sums of ``samples`` resamples of all bags, one row a resample, one column a column."""
    cells = len(table.frequent) + len(table.rare) + 1
    chunk = max(1, CELLS // cells)
    totals = [_chunk(table, min(chunk, samples - start), generator) for start in range(0, samples, chunk)]
    return np.concatenate(totals)


def _chunk(table: BagRows, samples: int, generator: np.random.Generator) -> Floats:
    total, rare = table.total, len(table.rare)
    if not len(table.frequent):
        return _draw(table.rare, np.full(samples, total), generator)
    # The rare bags together are one more outcome; where there are none it must not take a rounding error.
    outcomes = np.append(table.bags, rare) if rare else table.bags
    drawn = generator.multinomial(total, outcomes / total, size=samples)
    frequent = drawn[:, : len(table.frequent)]
    sums = np.asarray(frequent.astype(np.float64) @ table.frequent, np.float64)
    return sums + _draw(table.rare, drawn[:, -1], generator) if rare else sums


def _draw(rare: Floats, draws: Integers, generator: np.random.Generator) -> Floats:
    """For each number in ``draws`` the sums of as many draws, all bags being equally likely."""
    chosen = generator.integers(0, len(rare), size=int(draws.sum()), dtype=np.uint32)
    ends = np.cumsum(draws)
    counts = np.empty((len(draws), len(rare)))
    for sample, (begin, end) in enumerate(zip((ends - draws).tolist(), ends.tolist(), strict=True)):
        counts[sample] = np.bincount(chosen[begin:end], minlength=len(rare))
    return np.asarray(counts @ rare, np.float64)


def _groups(columns: Sequence[Floats]) -> tuple[Integers, Integers]:
    """The first bag of each group of equal bags, and the group of each bag.

    Bags are compared by a 64-bit mixture of their numbers, since sorting whole rows takes ten times as
    long. The groups are then checked number by number; should two rows ever have met in one mixture, every
    bag is a group of its own, which is slower and as right.
    """
    label = mix_numbers(columns)
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    for column in columns:
        rounded = _rounded(column)
        if not np.array_equal(rounded[first][inverse], rounded):
            place = np.arange(len(label))
            return place, place
    return first, inverse


def mix_numbers(columns: Sequence[Floats]) -> npt.NDArray[np.uint64]:
    """64 bits for each bag, the same for equal bags, and for others nearly never."""
    label = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        # The last bits of whole numbers are 0: multiplying spreads bits upwards, shifting brings them back.
        label ^= _rounded(column).view(np.uint64)
        label ^= label >> np.uint64(32)
        label *= np.uint64(0x9E3779B97F4A7C15)
        label ^= label >> np.uint64(29)
    return label


def _rounded(column: Floats) -> Floats:
    # Adding 0.0 makes 0.0 of -0.0, which is equal but has other bits.
    return np.asarray(np.rint(column * _GRID) / _GRID + 0.0, np.float64)
