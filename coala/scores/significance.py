"""The direction of each bag's effect on a score: it rises, does not change, falls, or is undefined.

A bag's effect is its share: the score, minus the score with this bag alone reverted to the baseline. "No
change" is defined only here, so that the sign test, the bootstrap and the table of verdicts against
shares always agree about a bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from coala.base.statistics import NO_CHANGE, sign_test
from coala.scores.findings import ShareTest
from coala.scores.sums import Floats


class Movement(StrEnum):
    """What a bag does to a score; the value is the word for it in reports."""

    RISES = "rises"
    NO_CHANGE = "no change"
    FALLS = "falls"
    UNDEFINED = "undefined"


MOVEMENTS = tuple(Movement)
"""The directions in the order in which ``find_movements`` numbers them."""


def find_movements(shares: Sequence[float | None] | Floats) -> npt.NDArray[np.int8]:
    """Return the index of each share's direction in ``MOVEMENTS``; None and NaN are undefined."""
    share = np.asarray(shares, np.float64)
    place = np.full(len(share), MOVEMENTS.index(Movement.UNDEFINED), np.int8)
    place[share > NO_CHANGE] = MOVEMENTS.index(Movement.RISES)
    place[np.abs(share) <= NO_CHANGE] = MOVEMENTS.index(Movement.NO_CHANGE)
    place[share < -NO_CHANGE] = MOVEMENTS.index(Movement.FALLS)
    return place


def run_sign_test(shares: Sequence[float | None] | Floats) -> ShareTest:
    """Test the signs of one metric's shares, exactly and two-sided.

    Pass each bag once. With gold, pass closed bags: several of the two systems' bags may be in one closed
    bag, and all of them have its share.
    """
    counts = np.bincount(find_movements(shares), minlength=len(MOVEMENTS)).tolist()
    count_of = dict(zip(MOVEMENTS, counts, strict=True))
    return ShareTest(
        rises=count_of[Movement.RISES],
        falls=count_of[Movement.FALLS],
        ties=count_of[Movement.NO_CHANGE],
        undefined=count_of[Movement.UNDEFINED],
        p=sign_test(count_of[Movement.RISES], count_of[Movement.FALLS]),
    )
