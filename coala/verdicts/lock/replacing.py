"""Answers over time: a newer answer on the same mentions replaces an older assertion.

An assertion is what a reviewer's answer on a bag demands of later graphs (``assertions``). A review may be
compared again with a newer graph, and then has other bags with the same mentions. An assertion is replaced if
one newer bag has all its mentions, and the same reviewer judged them there, or a disagreement was settled
there. What the newer answer is does not matter. An assertion is replaced as a whole or not at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from coala.model.bag import Bag
from coala.model.values import Span
from coala.verdicts.lock.assertions import Assertion


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
        # For each mention, the answers on it, by number.
        self._answers_on: defaultdict[Span, list[int]] = defaultdict(list)
        self._givers: list[Giver] = []

    def __bool__(self) -> bool:
        return bool(self._answers_on)

    def add(self, giver: Giver, spans: Iterable[Span]) -> None:
        """Add the judged mentions of a bag."""
        for span in spans:
            self._answers_on[span].append(len(self._givers))
        self._givers.append(giver)

    def keep_standing(self, giver: Giver, bag: Bag, assertions: Iterable[Assertion]) -> list[Assertion]:
        """Return the assertions of an answer on a bag that no newer answer replaces."""
        # For each newer answer, the spans of the bag that it judged; and these for each span.
        judged_by: defaultdict[int, set[int]] = defaultdict(set)
        judged_with: defaultdict[int, list[set[int]]] = defaultdict(list)
        for place, span in enumerate(bag.spans):
            for number in self._answers_on.get(span, ()):
                if self._givers[number].replaces(giver):
                    judged_by[number].add(place)
                    judged_with[place].append(judged_by[number])
        return [
            each
            for each in assertions
            if not any(
                judged.issuperset(each.spans) and judged.issuperset(each.others)
                for judged in judged_with[each.spans[0]]
            )
        ]
