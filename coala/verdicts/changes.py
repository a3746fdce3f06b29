"""Verdicts on the changes of a bag, and the verdict on the bag that follows from them.

A bag is what a reviewer judges. Its rows are the single differences between both graphs: one for each mention
that moved, for example. A *change* is the rows that go from the same chain to the same chain: "3 mentions
moved from A to B". Changes are numbered within their bag in the order in which they are shown.

A verdict on a change is stored as a verdict on each of its rows, by the key of the row. The key is the same
in every bag with that row, so the verdict is found again when the bag has grown. What the verdicts on a bag
say of each of its changes is in ``coala.verdicts.by_kind``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from coala.diff.ranked import OrderedChanges
from coala.diff.row_keys import RowKeys, row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Verdict

MOST_TOGETHER = 8
"""The most changes that are read together. A *great* bag has more.

Each of its changes is an item with its own evidence, listed below its bag, and drawn by itself.
"""

Rows = tuple[tuple[str, Verdict], ...]
"""Verdicts on rows by their keys, sorted, as in a ``State``."""


class ChangeVerdicts(NamedTuple):
    """The verdicts on the judged changes of a bag, by the index of the change, out of ``total`` changes.

    A change has several verdicts only if it was several changes in an earlier comparison.
    """

    total: int = 0
    given: Mapping[int, tuple[Verdict, ...]] = {}

    @property
    def are_complete(self) -> bool:
        """True if every change of the bag is judged."""
        return 0 < self.total == len(self.given)

    @property
    def derived(self) -> Verdict | None:
        """The verdict on the bag that follows from its changes, or None.

        It follows once every change is judged: better if more changes are better than worse, worse if fewer
        are, else the same. Changes with ``?`` do not count; if there are only such, the bag has ``?``.
        """
        if not self.are_complete:
            return None
        return _sum_up(verdict for given in self.given.values() for verdict in given)

    def get_verdicts(self, change: int) -> tuple[Verdict, ...]:
        """Return the verdicts on a change, empty if it is not judged."""
        return self.given.get(change, ())

    def list_open(self) -> list[int]:
        """Return the changes without a verdict."""
        return [change for change in range(self.total) if change not in self.given]

    def find_next_open(self, change: int) -> int | None:
        """Return the next change without a verdict, after ``change`` and then from the start; else None."""
        places = (*range(change + 1, self.total), *range(change))
        return next((place for place in places if place not in self.given), None)


class ChangeKeys:
    """The changes of one bag with the keys of their rows, which are computed only when needed."""

    def __init__(self, bag: Bag, changes: OrderedChanges) -> None:
        """Take all changes of the bag, in the order in which they are shown (``BagSentences.changes``)."""
        self.changes = changes
        self._keys = RowKeys(bag)
        # The keys that were computed, by the index of the change.
        self._known: dict[int, tuple[str, ...]] = {}
        # The keys of the changes before this one were computed ahead.
        self._prepared = 0
        # What was read last: after an answer, several parts of the window read the same verdicts.
        self._read: tuple[Rows, ChangeVerdicts] | None = None

    def find_keys(self, change: int) -> tuple[str, ...]:
        """Return the keys of the rows of the change with this index."""
        known = self._known.get(change)
        if known is None:
            known = self._known[change] = self._keys.get_keys(self.changes.rows_of(change))
        return known

    def prepare(self, rows: int) -> bool:
        """Compute the keys of changes with about this number of rows; return True if some are left."""
        left = rows
        while self._prepared < len(self.changes) and left > 0:
            left -= len(self.find_keys(self._prepared))
            self._prepared += 1
        return self._prepared < len(self.changes)

    def read(self, rows: Rows) -> ChangeVerdicts:
        """Return the verdicts on each change, from verdicts on rows."""
        if self._read is None or self._read[0] != rows:
            self._read = rows, self._read_rows(rows)
        return self._read[1]

    def _read_rows(self, rows: Rows) -> ChangeVerdicts:
        verdicts, given = dict(rows), {}
        # The keys whose change is not found yet.
        left = set(verdicts)
        # Changes whose keys are known come first, since those are the ones that get verdicts.
        for change in (*list(self._known), *range(len(self.changes))):
            # Rows with equal keys may belong to several changes; then all must be searched.
            if not left and self._keys.are_unique:
                break
            if change in given:
                continue
            keys = self.find_keys(change)
            if found := {verdicts[key] for key in keys if key in verdicts}:
                given[change] = tuple(verdict for verdict in Verdict if verdict in found)
                left.difference_update(keys)
        return ChangeVerdicts(len(self.changes), dict(sorted(given.items())))

    def set_verdict(self, rows: Rows, change: int, verdict: Verdict | None) -> Rows:
        """Return the verdicts on rows after giving a change this verdict, or removing its own if None."""
        return self.set_verdicts(rows, (change,), verdict)

    def set_verdicts(self, rows: Rows, changes: Iterable[int], verdict: Verdict | None) -> Rows:
        """Return the verdicts on rows after giving changes this verdict, or removing their own if None."""
        kept = dict(rows)
        for key in chain.from_iterable(map(self.find_keys, changes)):
            if verdict is None:
                kept.pop(key, None)
            else:
                kept[key] = verdict
        return tuple(sorted(kept.items()))


def _sum_up(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the sign of better less worse, ``?`` if there is no other verdict."""
    counts = Counter(verdicts)
    if not counts.keys() - {Verdict.UNSURE}:
        return Verdict.UNSURE
    net = counts[Verdict.BETTER] - counts[Verdict.WORSE]
    return Verdict.BETTER if net > 0 else Verdict.WORSE if net < 0 else Verdict.SAME


def find_change_verdict(
    keys: Iterable[str], rows: Mapping[str, Verdict], on_bag: Verdict | None
) -> Verdict | None:
    """Return the verdict on the change whose rows have these keys: its own, or else that on its bag."""
    found = {rows[key] for key in keys if key in rows}
    return _sum_up(found) if found else on_bag


def count_judged(bag: Bag, rows: Rows) -> int:
    """Return the number of changes of a bag that have verdicts of their own."""
    return len(ChangeKeys(bag, BagSentences(bag).changes).read(rows).given)


def list_row_verdicts(bag: Bag, rows: Rows) -> list[Verdict | None]:
    """Return the own verdict of each row of a bag (``Bag.divergences``), None if it has none."""
    if not rows:
        return [None] * len(bag.divergences)
    verdict_of_key = dict(rows)
    return [verdict_of_key.get(key) for key in row_keys(bag)]
