"""A tally becomes the sentences above its bars.

A module of its own because the page of a review and that of a board tell it alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from coala.base.numerals import count
from coala.presentation.judged_changes import say_counted
from coala.presentation.phrases import interval, probability, signed
from coala.verdicts.tally import Tally


def lead_of(tally: Tally, disputed: int, by_changes_alone: int) -> str:
    """How many bags are judged, and what that comes to."""
    parts = [f"{tally.judged:,} of {count(tally.interesting, 'bag')} judged"]
    if tally.unsure:
        parts.append(f"{tally.unsure:,} cannot tell")
    if disputed:
        parts.append(f"{disputed:,} disputed")
    if by_changes_alone:
        parts.append(f"{by_changes_alone:,} by changes alone")
    said = f"{', '.join(parts)}."
    if tally.mean is None:
        return said
    low, high = tally.interval or (None, None)
    net, mean = signed(tally.net, 0), signed(tally.mean, 3)
    return f"{said} Net {net}, mean {mean}, 95 % interval {interval(low, high)}."


def note_of(tally: Tally) -> str:
    """The sign test, and what was counted by changes; "" where there is nothing of either."""
    return " ".join(_notes(tally))


def _notes(tally: Tally) -> Iterator[str]:
    if tally.sign_test_p is not None:
        dropped = count(tally.same, "=", "=")
        yield f"Sign test p = {probability(tally.sign_test_p)}, which leaves out {dropped}."
    if tally.changes:
        yield f"By kind, {say_counted(tally)}."
