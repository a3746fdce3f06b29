"""A change of a score becomes points, an interval and a p that are read at a glance.

A module of its own because the table, the claim above it and the spoken words of both need it.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE
from coala.engine.board.board import ESTABLISHED_BELOW, Delta
from coala.presentation.phrases import MINUS, signed

STAR = "\N{BLACK STAR}"
"""Beside a p, adjusted for all columns, that says that the change is no chance."""


class Worth(NamedTuple):
    """A figure as it is shown: in points (0.01) of a change, or as the part of 1 that the score itself is.

    What is None is undefined or was not resampled. ``holm`` is p adjusted for all columns of the role.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    holm: float | None = None
    is_change: bool = True

    @property
    def sure(self) -> bool:
        """Whether it differs from nothing for sure, many columns or not."""
        return self.holm is not None and self.holm < ESTABLISHED_BELOW

    @property
    def text(self) -> str:
        """The figure alone: "+8.58", ".912"."""
        if self.value is None:
            return NOT_APPLICABLE
        return signed(self.value) if self.is_change else part_of_one(self.value)

    @property
    def interval(self) -> str:
        """Both ends, "5.29 to 11.20", or "" where they are not known."""
        if self.low is None or self.high is None:
            return ""
        return f"{_plain(self.low)} to {_plain(self.high)}"

    @property
    def certainty(self) -> str:
        """The star with its p, or both p without a star; "" where neither is known."""
        if self.holm is None or self.p is None:
            return ""
        if self.sure:
            return f"{STAR} p {short_p(self.holm)}"
        return f"p {short_p(self.holm)}, raw {short_p(self.p)}"

    @property
    def certainties(self) -> tuple[str, ...]:
        """How sure it is in fewer and fewer signs, for less and less room; the raw p is left to the words."""
        if self.holm is None:
            return ()
        return (f"{STAR} p {short_p(self.holm)}", STAR) if self.sure else (f"p {short_p(self.holm)}",)

    @property
    def words(self) -> str:
        """All of it in words: "+8.58 points, 95 % 5.29 to 11.20, Holm p .002 (raw .0002)"."""
        said = [f"{self.text} points" if self.is_change and self.value is not None else self.text]
        if self.interval:
            said.append(f"95 % {self.interval}")
        if self.holm is not None and self.p is not None:
            said.append(f"Holm p {short_p(self.holm)} (raw {short_p(self.p)})")
        return ", ".join(said)


def worth_of(delta: Delta) -> Worth:
    """A change in parts of 1 as points."""
    value, low, high = (None if part is None else 100 * part for part in delta[:3])
    return Worth(value, low, high, delta.p, delta.holm)


def part_of_one(value: float) -> str:
    """A part of 1 with three decimals and no zero before the point: ".949", "1.000", "−.333"."""
    rounded = round(value, 3)
    return f"{MINUS if rounded < 0 else ''}{f'{abs(rounded):.3f}'.removeprefix('0')}"


def short_p(p: float) -> str:
    """A p with the two digits that say something."""
    if p < 0.0001:
        return "<.0001"
    return (f"{p:.2f}" if p >= 0.1 else f"{p:.2g}").removeprefix("0")


def _plain(value: float) -> str:
    rounded = round(value, 2) or 0.0
    return f"{rounded:.2f}".replace("-", MINUS)
