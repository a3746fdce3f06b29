"""Shares of bags and what the reviewer asks for to the order in which the list shows them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Self

from coala.scores import METRICS


class Way(StrEnum):
    """How the list is ordered; the value is what the preferences keep."""

    TEXT = "text"
    LOWEST = "lowest"
    HIGHEST = "highest"
    LARGEST = "largest"


WORDS = {
    Way.TEXT: "text order",
    Way.LOWEST: "lowest first",
    Way.HIGHEST: "highest first",
    Way.LARGEST: "largest either way",
}


class BagOrder(NamedTuple):
    """A way, and the metric whose share counts in all ways but the first."""

    way: Way = Way.TEXT
    metric: str = "b_cubed"

    @property
    def by_share(self) -> bool:
        return self.way is not Way.TEXT

    @property
    def sentence(self) -> str:
        """The order in words: "share of B³ F1, lowest first"."""
        return (
            f"share of {METRICS[self.metric].title} F1, {WORDS[self.way]}" if self.by_share else "text order"
        )

    @property
    def code(self) -> str:
        """The order as the preferences keep it."""
        return f"{self.way.value} {self.metric}"

    @classmethod
    def from_code(cls, code: str) -> Self:
        """The inverse of ``code``; anything else is the order of the text."""
        way, _, metric = code.partition(" ")
        if way not in tuple(Way) or metric not in METRICS:
            return cls()
        return cls(Way(way), metric)


def ordered(way: Way, shares: Sequence[float | None]) -> list[int]:
    """The numbers of all bags; equal shares stay in the order of the text, undefined ones come last."""
    defined = [number for number, share in enumerate(shares) if share is not None]
    undefined = [number for number, share in enumerate(shares) if share is None]
    # Keys looked up in a list: a function of Python for each of 100,000 bags takes three times as long.
    keys = [0.0 if share is None else share for share in shares]
    if way is Way.LARGEST:
        keys = [-abs(key) for key in keys]
    elif way is Way.HIGHEST:
        keys = [-key for key in keys]
    if way is not Way.TEXT:
        defined.sort(key=keys.__getitem__)
        return defined + undefined
    return list(range(len(shares)))
