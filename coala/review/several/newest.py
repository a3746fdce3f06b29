"""Journals of several files become one, and so what each reviewer said last of each bag is found.

They are merged by time, each in its own order, and what was taken over by the time when it was given; a row
that several files have, because one was copied from the other, stands once. Of one moment what was judged
in the file itself is newer than what was taken over, then the greater content; the order of the files decides
nothing.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.review.storage.journal import JournalRow, Standing, moment_of


def merge_rows(journals: Sequence[Sequence[JournalRow]]) -> list[JournalRow]:
    """The rows of several journals in one, each row once, numbered anew."""
    queues = [_mark(journal) for journal in journals]
    places = [0] * len(queues)
    merged: list[JournalRow] = []
    sequence_of: dict[str, int] = {}
    while True:
        heads = []
        for at, queue in enumerate(queues):
            # What another file has told is passed by first, so that the order of the files decides nothing.
            while places[at] < len(queue) and queue[places[at]].name in sequence_of:
                places[at] += 1
            heads += queue[places[at] : places[at] + 1]
        if not heads:
            break
        row, name, target, _ = min(heads, key=attrgetter("order"))
        sequence = sequence_of[name] = len(merged) + 1
        undone = None if target is None else sequence_of.get(target)
        merged.append(row._replace(sequence=sequence, target=undone))
    return merged


class _Marked(NamedTuple):
    """A row with the name that it has in every file, and that of its target; what it is sorted by."""

    row: JournalRow
    name: str
    target: str | None
    order: tuple[datetime, bool, str, str, str, str]


def _mark(journal: Sequence[JournalRow]) -> list[_Marked]:
    """The rows by the time when what they say was said; those of one reviewer on one bag in their order."""
    name_of: dict[int | None, str] = {}
    met: Counter[str] = Counter()
    latest = moment_of("")
    said_at: dict[tuple[str, str], datetime] = {}
    marked = []
    for row in journal:
        target = name_of.get(row.target)
        state = repr(row.state)
        said = repr((row.time, row.reviewer, row.act, row.fingerprint, state, target))
        met[said] += 1
        name = hashlib.sha256(f"{met[said]} {said}".encode("utf-8", "surrogatepass")).hexdigest()
        name_of[row.sequence] = name
        place = row.reviewer, row.fingerprint
        origin = row.state.origin if row.act == "judge" else None
        if origin is not None:
            # It was given when it was given: what another file has of a later time is newer.
            moment = max(said_at.get(place, moment_of("")), moment_of(origin.time))
        else:
            # A clock that was set back does not change the order of a file.
            moment = latest = max(latest, moment_of(row.time), said_at.get(place, latest))
        said_at[place] = moment
        marked.append(_Marked(row, name, target, (moment, origin is None, *place, state, name)))
    return sorted(marked, key=lambda each: each.order[0])


def sum_up(rows: Sequence[JournalRow]) -> Standing:
    """What a journal comes down to, as for a file with these rows."""
    standing = Standing()
    for row in rows:
        standing.of(row.reviewer)[row.fingerprint] = row.state
    return standing


def count_differing(journals: Sequence[Sequence[JournalRow]]) -> dict[str, int]:
    """On how many bags each reviewer has different verdicts in two of the journals."""
    given: defaultdict[tuple[str, str], set[Verdict]] = defaultdict(set)
    for standing in map(sum_up, journals):
        for reviewer in standing.reviewers():
            for bag, state in standing.of(reviewer).items():
                if state.verdict is not None:
                    given[reviewer, bag].add(state.verdict)
    return dict(sorted(Counter(reviewer for (reviewer, _), said in given.items() if len(said) > 1).items()))
