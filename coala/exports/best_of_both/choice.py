"""Verdicts on bags become the side that the merged graph takes of each, and what is to be told of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from coala.base.numerals import count
from coala.model.bag import BASELINE, CHANGED, Verdict

_SIDES: Mapping[Verdict | None, int] = {Verdict.BETTER: CHANGED, Verdict.WORSE: BASELINE}


class Rest(StrEnum):
    """The side that is taken where no verdict says it: of ``=``, ``?``, the unjudged and the disputed."""

    BASELINE = "baseline"
    CHANGED = "changed"

    @property
    def side(self) -> int:
        """The side as a number."""
        return BASELINE if self is Rest.BASELINE else CHANGED


class Ruling(NamedTuple):
    """What the verdicts on a bag come to: its side, and whether a verdict said so or the rule for the rest.

    ``rows`` is empty unless the bag's rows were judged apart: then it says of each whether it goes over, and
    ``side`` is what the bag takes where that cannot be had exactly.
    """

    side: int
    by_rule: bool
    rows: tuple[bool, ...] = ()


def rule(verdict: Verdict | None, of_rows: Mapping[str, Verdict], keys: Sequence[str], rest: Rest) -> Ruling:
    """The side of a bag with this verdict, whose rows have these keys and, some of them, verdicts.

    A row without a verdict of its own has the bag's.
    """
    whole = Ruling(_SIDES.get(verdict, rest.side), verdict not in _SIDES)
    said = [of_rows.get(key, verdict) for key in keys]
    sides = {_SIDES.get(each, rest.side) for each in said}
    if len(sides) > 1:
        return whole._replace(rows=tuple(_SIDES.get(each, rest.side) == CHANGED for each in said))
    if any(key in of_rows for key in keys):
        return Ruling(sides.pop(), not any(each in _SIDES for each in said))
    return whole


class TakenSides(NamedTuple):
    """How many bags were taken from where, and why: by verdict, or by the rule for the rest.

    ``by_change`` are those of which some changes were taken and some not, ``forced`` those of which that
    could not be had exactly, so that their own verdict or the rule was used: they count under that too.
    """

    rest: Rest
    changed: int = 0
    baseline: int = 0
    by_rule: int = 0
    by_change: int = 0
    forced: int = 0
    dangling: int = 0
    unplaced: int = 0
    cut: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is to be told beside the graph."""
        rest = "baseline" if self.rest is Rest.BASELINE else "changed graph"
        told = [
            f"{count(self.changed, 'bag')} from the changed graph, as judged.",
            f"{count(self.baseline, 'bag')} from the baseline, as judged.",
            f"{count(self.by_rule, 'bag')} by the rule for the rest (no difference, cannot tell, not judged, "
            f"disputed): from the {rest}.",
        ]
        if self.by_change:
            told.append(
                f"{count(self.by_change, 'bag')} change by change: the verdicts on the changes differ."
            )
        if self.forced:
            told.append(
                f"{count(self.forced, 'bag')} whole, by the verdict on the bag or by the rule: the changes "
                "were judged apart, but do not come apart exactly."
            )
        if self.dangling:
            told.append(
                f"{self.dangling:,} {'statement is' if self.dangling == 1 else 'statements are'} about an "
                "instance of the side that was not taken, which has no mention now."
            )
        if self.unplaced:
            have = "mention has" if self.unplaced == 1 else "mentions have"
            told.append(
                f"{self.unplaced:,} {have} no place in the baseline's text: written at the nearest, without "
                "words."
            )
        if self.cut:
            told.append(f"{self.cut:,} values of statements are too long to be written as they were.")
        return tuple(told)
