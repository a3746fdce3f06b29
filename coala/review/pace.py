"""The times at which somebody judged become a pace: bags judged today, bags an hour, and the time left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from coala.review.storage.journal import JournalRow
from coala.verdicts.state import State

LONGEST_PAUSE = timedelta(minutes=5)
"""Who does nothing for longer has gone away; that time counts for nothing."""

_FEWEST = 5
"""Bags from which a pace can be told; of fewer it would jump from key to key."""
_MOST_ACTS = 200
"""The last acts tell how fast somebody is now; the first hour of a long review does not."""


class JudgingAct(NamedTuple):
    """Something that a reviewer did to a bag: when, in local or any other time with a zone, and to which.

    ``gave`` tells whether the bag has a verdict after it, and ``first`` whether it had none before.
    """

    time: datetime
    bag: str
    gave: bool
    first: bool


class Pace(NamedTuple):
    """Bags that were judged today, bags an hour, and the time that the rest takes at this pace.

    None stands for what cannot be told from so few bags.
    """

    today: int
    an_hour: float | None
    left: timedelta | None


def find_acts(rows: Iterable[tuple[JournalRow, State]], reviewer: str) -> list[JudgingAct]:
    """What a reviewer did bag by bag, from rows of the journal, each with the state of its bag before it."""
    acts = []
    for row, before in rows:
        if row.reviewer == reviewer and (time := _time_of(row)) is not None:
            gave = row.state.verdict is not None
            acts.append(JudgingAct(time, row.fingerprint, gave, gave and before.verdict is None))
    return acts


def _time_of(row: JournalRow) -> datetime | None:
    try:
        time = datetime.fromisoformat(row.time)
    except ValueError:
        return None
    # In a year of another age a time zone has no room. All that this program writes is in UTC.
    return time.replace(tzinfo=time.tzinfo or UTC) if 1970 <= time.year < 9000 else None


def measure_pace(acts: Sequence[JudgingAct], now: datetime, left: int) -> Pace:
    """Sum up acts in the order in which they were done; ``left`` bags wait for a verdict.

    ``now`` says what is today: the day in its own time zone.
    """
    given: dict[str, bool] = {}
    for act in acts:
        if act.time.astimezone(now.tzinfo).date() == now.date():
            # A verdict of yesterday that is only changed today was not given today.
            given[act.bag] = act.gave and (act.first or given.get(act.bag, False))
    an_hour = _bags_an_hour(acts[-_MOST_ACTS:])
    return Pace(
        today=sum(given.values()),
        an_hour=an_hour,
        left=None if an_hour is None else timedelta(hours=left / an_hour),
    )


def _bags_an_hour(acts: Sequence[JudgingAct]) -> float | None:
    judged, active = 0, timedelta()
    for before, act in pairwise(acts):
        pause = act.time - before.time
        # A clock that was set back leaves pauses that are none.
        if timedelta() <= pause <= LONGEST_PAUSE:
            active += pause
            judged += act.gave and act.first
    if judged < _FEWEST or not active:
        return None
    return judged * timedelta(hours=1) / active
