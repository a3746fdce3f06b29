"""Answers over time: a newer answer on the same mentions replaces an older assertion.

An assertion is what a reviewer's answer on a bag demands of later graphs (``assertions``). A review may be
compared again with a newer graph, and then has other bags with the same mentions. An assertion is replaced if
one newer bag has all its mentions, and the same reviewer judged them there, or a disagreement was settled
there. What the newer answer is does not matter. An assertion is replaced as a whole or not at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from coala.model.values import Span


class Giver(NamedTuple):
    """The reviewer and time of an answer; ``settles`` is True if it settled a disagreement."""

    reviewer: str
    moment: datetime
    settles: bool = False

    def replaces(self, other: Giver) -> bool:
        """Return True if this answer is newer, and by the same reviewer or settles a disagreement."""
        return self.moment > other.moment and (self.settles or self.reviewer == other.reviewer)


class JudgedMentions:
    """The mentions that were judged together in one bag, with who judged them and when."""

    def __init__(self) -> None:
        self._holders: defaultdict[Span, list[tuple[Giver, frozenset[Span]]]] = defaultdict(list)

    def __bool__(self) -> bool:
        return bool(self._holders)

    def add(self, giver: Giver, spans: Iterable[Span]) -> None:
        """Add the judged mentions of a bag."""
        judged = giver, frozenset(spans)
        for span in judged[1]:
            self._holders[span].append(judged)

    def have_newer(self, giver: Giver, spans: Sequence[Span]) -> bool:
        """Return True if all these mentions were judged again in one bag, so that it replaces this answer."""
        return any(
            newer.replaces(giver) and judged.issuperset(spans)
            for newer, judged in self._holders.get(spans[0], ())
        )
