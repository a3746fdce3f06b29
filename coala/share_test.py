"""Shares of all bags into an exact sign test: do more bags raise the score than lower it?

Beside the bootstrap, which weighs each bag by its size, this one counts them: one large bag that helps
does not outvote ten small ones that hurt. The arithmetic is that of the tally's test on verdicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coala.scores.movement import MOVEMENTS, Movement, movements
from coala.scores.sums import Floats
from coala.tally import sign_test


@dataclass(frozen=True)
class ShareTest:
    """How many bags move a score which way. ``p`` is None where none does.

    Bags without change (``ties``) and with an undefined share say nothing and are dropped.
    """

    rises: int
    falls: int
    ties: int
    undefined: int
    p: float | None

    @property
    def sentence(self) -> str:
        """The counts in words, and what was dropped."""
        dropped = f"{self.ties:,} without change dropped"
        if self.undefined:
            dropped += f", {self.undefined:,} undefined"
        if self.p is None:
            return f"No bag moves the score ({dropped})."
        return (
            f"{_bags(self.rises)} the score, {self.falls:,} lower it ({dropped}): sign test p = {self.p:.4g}."
        )


def share_test(shares: Sequence[float | None] | Floats) -> ShareTest:
    """Test the signs of one metric's shares, exactly and two-sided.

    Each bag must come once. With gold these are the closed bags: several of the two systems' bags may lie
    in one closed bag, and all of them show its share.
    """
    count = np.bincount(movements(shares), minlength=len(MOVEMENTS)).tolist()
    of = dict(zip(MOVEMENTS, count, strict=True))
    return ShareTest(
        rises=of[Movement.RISES],
        falls=of[Movement.FALLS],
        ties=of[Movement.NO_CHANGE],
        undefined=of[Movement.UNDEFINED],
        p=sign_test(of[Movement.RISES], of[Movement.FALLS]),
    )


def _bags(number: int) -> str:
    return f"{number:,} bag raises" if number == 1 else f"{number:,} bags raise"
