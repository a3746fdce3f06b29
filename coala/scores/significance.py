"""Shares of bags become directions: the score rises, does not change, falls, or is undefined.

One place decides what "no change" is, so that the sign test, the bootstrap and the table of verdicts
against shares never disagree about a bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from coala.base.statistics import sign_test
from coala.scores.findings import ShareTest
from coala.scores.sums import Floats

NO_CHANGE = 1e-12
"""A difference of two scores no larger than this is none.

A bag whose classes did not change has a share of exactly 0.0. A bag whose changes cancel out has one too
on paper, but its floats may be off by the last bit: F1 is at most 1, its sums are rounded to 16 digits,
and a few additions and two divisions stay below 1e-15. Taking that bit for a direction would make a
finding out of nothing. On the other side, one link of MUC among a million mentions is worth 5e-7, and
nobody reads a score beyond its sixth digit. 1e-12 lies far from both.
"""


class Movement(StrEnum):
    """What a bag does to a score; the value is the word for it."""

    RISES = "rises"
    NO_CHANGE = "no change"
    FALLS = "falls"
    UNDEFINED = "undefined"


MOVEMENTS = tuple(Movement)
"""The directions in the order in which ``movements`` numbers them."""


def movements(shares: Sequence[float | None] | Floats) -> npt.NDArray[np.int8]:
    """For each share the place of its direction in ``MOVEMENTS``; None and NaN are undefined."""
    share = np.asarray(shares, np.float64)
    place = np.full(len(share), MOVEMENTS.index(Movement.UNDEFINED), np.int8)
    place[share > NO_CHANGE] = MOVEMENTS.index(Movement.RISES)
    place[np.abs(share) <= NO_CHANGE] = MOVEMENTS.index(Movement.NO_CHANGE)
    place[share < -NO_CHANGE] = MOVEMENTS.index(Movement.FALLS)
    return place


def sign_test_of_shares(shares: Sequence[float | None] | Floats) -> ShareTest:
    """Test the signs of one metric's shares, exactly and two-sided.

    Each bag must come once. With gold these are the closed bags: several of the two systems' bags may lie
    in one closed bag, and all of them show its share.
    """
    counts = np.bincount(movements(shares), minlength=len(MOVEMENTS)).tolist()
    of = dict(zip(MOVEMENTS, counts, strict=True))
    return ShareTest(
        rises=of[Movement.RISES],
        falls=of[Movement.FALLS],
        ties=of[Movement.NO_CHANGE],
        undefined=of[Movement.UNDEFINED],
        p=sign_test(of[Movement.RISES], of[Movement.FALLS]),
    )
