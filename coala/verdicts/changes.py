"""Verdicts on the rows of a bag become what each of its changes got, and what follows for the bag.

A change is what took one way through the bag; a verdict on it stands on each of its rows, by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coala.diff.ranked import RankedChanges
from coala.diff.row_keys import RowKeys, row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Verdict
from coala.model.kinds import Kind

Rows = tuple[tuple[str, Verdict], ...]
"""Verdicts on rows by their keys, sorted, as a ``State`` has them."""


class ChangeVerdicts(NamedTuple):
    """What each of ``total`` changes got that is judged, by its place.

    That is one verdict, but for a change that was two in an earlier comparison.
    """

    total: int = 0
    given: Mapping[int, tuple[Verdict, ...]] = {}

    @property
    def are_complete(self) -> bool:
        """Whether every change of the bag is judged."""
        return 0 < self.total == len(self.given)

    @property
    def derived(self) -> Verdict | None:
        """Return the verdict on the bag that follows from its changes; None where none does.

        One follows once every change is judged: better where some are better and all others the same, worse
        likewise, the same where all are. Better and worse are not weighed against each other, nor is ``?``.
        """
        verdicts = {verdict for given in self.given.values() for verdict in given}
        telling = verdicts - {Verdict.SAME}
        if not self.are_complete or len(telling) > 1 or Verdict.UNSURE in telling:
            return None
        return next(iter(telling), Verdict.SAME)

    def leave_open(self, given: Verdict | None) -> bool:
        """Return True if all changes are judged and a bag with this verdict is still to be judged as a whole.

        So it is where no verdict was given, or where another one follows from the changes.
        """
        return self.are_complete and (given is None or self.derived not in (None, given))

    def of(self, change: int) -> tuple[Verdict, ...]:
        """What a change got, nothing where it is not judged."""
        return self.given.get(change, ())

    def next_open(self, change: int) -> int | None:
        """The next change without a verdict behind this one, or from the first on; None if none is left."""
        places = (*range(change + 1, self.total), *range(change))
        return next((place for place in places if place not in self.given), None)


class ChangeKeys:
    """The changes of one bag with the keys of their rows, of which as few are made as are needed."""

    def __init__(self, bag: Bag, changes: RankedChanges) -> None:
        """``changes`` are all of the bag, in the order of the reader (``BagSentences.ranked``)."""
        self.changes = changes
        self._keys = RowKeys(bag)
        self._known: dict[int, tuple[str, ...]] = {}

    def of(self, change: int) -> tuple[str, ...]:
        """The keys of the rows of one change, by its place."""
        known = self._known.get(change)
        if known is None:
            known = self._known[change] = self._keys.of(self.changes.rows_of(change))
        return known

    def read(self, rows: Rows) -> ChangeVerdicts:
        """What each change got by the verdicts on rows."""
        verdicts, given = dict(rows), {}
        left = set(verdicts)
        # Those that were asked for before are the ones that get verdicts.
        for change in (*list(self._known), *range(len(self.changes))):
            if not left and self._keys.are_unique:
                break
            if change in given:
                continue
            keys = self.of(change)
            if got := {verdicts[key] for key in keys if key in verdicts}:
                given[change] = tuple(verdict for verdict in Verdict if verdict in got)
                left.difference_update(keys)
        return ChangeVerdicts(len(self.changes), dict(sorted(given.items())))

    def answer(self, rows: Rows, change: int, verdict: Verdict | None) -> Rows:
        """The verdicts on rows when a change gets this one too, or None of its own any more."""
        kept = dict(rows)
        for key in self.of(change):
            if verdict is None:
                kept.pop(key, None)
            else:
                kept[key] = verdict
        return tuple(sorted(kept.items()))

    def by_kind(self, rows: Rows) -> tuple[tuple[Kind, Verdict], ...]:
        """What the judged changes are, and what they got, for the tally by kind."""
        given = self.read(rows).given
        return tuple((self.changes[change].kind, verdict) for change, got in given.items() for verdict in got)


def verdicts_by_kind(bag: Bag, rows: Rows) -> tuple[tuple[Kind, Verdict], ...]:
    """What the judged changes of a bag are, and what they got."""
    return ChangeKeys(bag, BagSentences(bag).ranked).by_kind(rows)


def count_judged(bag: Bag, rows: Rows) -> int:
    """How many changes of a bag have verdicts of their own, each of which stands on all its rows."""
    return len(ChangeKeys(bag, BagSentences(bag).ranked).read(rows).given)


def row_verdicts(bag: Bag, rows: Rows) -> list[Verdict | None]:
    """The verdict that each row of a bag has of its own (``Bag.divergences``); None where it has none."""
    if not rows:
        return [None] * len(bag.divergences)
    of_row = dict(rows)
    return [of_row.get(key) for key in row_keys(bag)]
