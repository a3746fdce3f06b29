"""How long a reviewer's verdicts took.

A bag is one item of a review. ``find_acts`` selects what one reviewer did from the journal, the log of all
verdicts. ``measure_minutes`` sums these acts up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from coala.review.storage.journal import JournalRow, is_taken_over
from coala.verdicts.state import State

LONGEST_PAUSE = timedelta(minutes=5)
"""After a longer pause the reviewer was away; the pause does not count."""

_SHORTEST_PAUSE = timedelta(milliseconds=100)
"""Acts that follow each other faster were stored together, as in an import, so their times are not known."""


class JudgingAct(NamedTuple):
    """An act of a reviewer on a bag: a verdict, a withdrawal, an undo or a redo."""

    time: datetime  # in any time zone
    bag: str  # its fingerprint
    gave: bool  # the bag has a verdict after the act
    first: bool  # the act gave a verdict to a bag without one


class Minutes(NamedTuple):
    """The time that a reviewer took, without pauses of more than ``LONGEST_PAUSE``.

    ``of_verdicts`` are the times of the bags that have a verdict and whose time is known: that of the first
    bag after a pause is not.
    """

    total: timedelta = timedelta()
    of_verdicts: tuple[timedelta, ...] = ()

    @property
    def verdicts(self) -> int:
        """The number of verdicts whose time is known."""
        return len(self.of_verdicts)

    @property
    def median_seconds(self) -> float | None:
        """The median time of a verdict; None if none is known."""
        return median(time.total_seconds() for time in self.of_verdicts) if self.of_verdicts else None


def pair_with_states(rows: Iterable[JournalRow]) -> Iterator[tuple[JournalRow, State]]:
    """Yield the rows of a journal, each with the state of its bag before it.

    Rows that were carried over from another file are left out: they are no acts in this one.
    """
    states: dict[tuple[str, str], State] = {}
    for row in rows:
        place = row.reviewer, row.fingerprint
        before = states.get(place, State())
        if not is_taken_over(row, before):
            yield row, before
        states[place] = row.state


def find_acts(rows: Iterable[tuple[JournalRow, State]], reviewer: str) -> list[JudgingAct]:
    """Return a reviewer's acts on single bags, from journal rows with the state of their bag before them.

    The answers of models are left out.
    """
    acts = []
    for row, before in rows:
        if row.reviewer == reviewer and not row.state.by_model and (time := _time_of(row)) is not None:
            gave = row.state.verdict is not None
            acts.append(JudgingAct(time, row.fingerprint, gave, gave and before.verdict is None))
    return acts


def _time_of(row: JournalRow) -> datetime | None:
    try:
        time = datetime.fromisoformat(row.time)
    except ValueError:
        return None
    # Conversion to a time zone overflows in extreme years. This program itself writes UTC.
    return time.replace(tzinfo=time.tzinfo or UTC) if 1970 <= time.year < 9000 else None


def measure_minutes(acts: Sequence[JudgingAct], bags: Collection[str]) -> Minutes:
    """Sum up the time of acts, in the order in which they were done, for the bags with these fingerprints.

    The time of an act is the pause before it, and that of a verdict is the time of all acts on its bag.
    """
    spent: dict[str, timedelta] = {}
    # The bags whose first verdict has a known time.
    timed: set[str] = set()
    for before, act in pairwise(acts):
        pause = act.time - before.time
        # A clock that was set back causes negative pauses.
        if act.bag in bags and _SHORTEST_PAUSE <= pause <= LONGEST_PAUSE:
            spent[act.bag] = spent.get(act.bag, timedelta()) + pause
            if act.first:
                timed.add(act.bag)
    has_verdict = {act.bag: act.gave for act in acts}
    times = (time for bag, time in spent.items() if bag in timed and has_verdict[bag])
    return Minutes(sum(spent.values(), timedelta()), tuple(times))


def join_minutes(several: Collection[Minutes]) -> Minutes:
    """Add up the minutes of several reviewers or comparisons."""
    return Minutes(
        sum((each.total for each in several), timedelta()),
        tuple(time for each in several for time in each.of_verdicts),
    )
