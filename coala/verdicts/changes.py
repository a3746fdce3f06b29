"""Verdicts on the own changes of a bag, and the verdict on the bag that follows from them.

A bag is what a reviewer judges. Its rows are the single differences between both graphs: one for each mention
that moved, for example. A *change* is the rows that go from the same chain to the same chain: "3 mentions
moved from A to B". Changes are numbered within their bag in the order in which they are shown.

An *own change* takes a verdict of its own: one of types, statements, entity links or facts. A change about
mentions takes none: what holds for it follows from who is who, or from the verdict on the bag
(``coala.verdicts.by_kind``).

A verdict on a change is stored as a verdict on each of its rows, by the key of the row. The key is the same
in every bag with that row, so the verdict is found again when the bag has grown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from coala.diff.ranked import OrderedChanges
from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Verdict
from coala.model.kinds import PROPERTY_KINDS, Kind

MOST_TOGETHER = 8
"""The most own changes that are read together. A *great* bag has more.

Each of them is an item with its own evidence, listed below its bag, and drawn by itself.
"""

Rows = tuple[tuple[str, Verdict], ...]
"""Verdicts on rows by their keys, sorted, as in a ``State``."""


def is_great(own: int) -> bool:
    """Return True if a bag with this number of own changes is great."""
    return own > MOST_TOGETHER


def takes_verdict(kind: Kind) -> bool:
    """Return True if changes of this kind take verdicts of their own: not those about mentions."""
    return kind in PROPERTY_KINDS


class ChangeVerdicts(NamedTuple):
    """The verdicts on the own changes of a bag.

    Changes are given by their index among all ``total`` changes of the bag: ``own`` has those that take a
    verdict, in ascending order, and ``given`` the verdicts on the judged ones. A change has several verdicts
    only if it was several changes in an earlier comparison.
    """

    total: int = 0
    own: Sequence[int] = ()
    given: Mapping[int, tuple[Verdict, ...]] = {}

    @property
    def derived(self) -> Verdict | None:
        """The verdict on the bag that follows from its changes, or None.

        It follows if all changes are own ones, once every change is judged: better if more changes are
        better than worse, worse if fewer are, else the same. Changes with ``?`` do not count; if there are
        only such, the bag has ``?``.
        """
        if not 0 < self.total == len(self.given):
            return None
        return _sum_up(verdict for given in self.given.values() for verdict in given)

    def get_verdicts(self, change: int) -> tuple[Verdict, ...]:
        """Return the verdicts on a change, empty if it is not judged."""
        return self.given.get(change, ())


class ChangeKeys:
    """The changes of one bag with the keys of their rows, which are computed only when needed.

    ``own`` has the indices of the own changes, in ascending order, and ``own_kinds`` their kinds.
    """

    def __init__(self, bag: Bag, changes: OrderedChanges) -> None:
        """Take all changes of the bag, in the order in which they are shown (``BagSentences.changes``)."""
        self.changes = changes
        kinds = changes.list_kinds()
        self.own = tuple(place for place, kind in enumerate(kinds) if takes_verdict(kind))
        self.own_kinds = frozenset(filter(takes_verdict, kinds))
        self._keys = RowKeys(bag)
        # The keys that were computed, by the index of the change.
        self._known: dict[int, tuple[str, ...]] = {}
        # What was read last: after an answer, several parts of the window read the same verdicts.
        self._read: tuple[Rows, ChangeVerdicts] | None = None

    def find_keys(self, change: int) -> tuple[str, ...]:
        """Return the keys of the rows of the change with this index."""
        known = self._known.get(change)
        if known is None:
            known = self._known[change] = self._keys.get_keys(self.changes.rows_of(change))
        return known

    def find_change(self, keys: Set[str]) -> int | None:
        """Return an own change that has one of these keys, or None."""
        return next(
            (place for place in self._list_known_first() if not keys.isdisjoint(self.find_keys(place))), None
        )

    def _list_known_first(self) -> list[int]:
        """Return the own changes; those whose keys are known come first, since these got verdicts."""
        return sorted(self.own, key=lambda place: place not in self._known)

    def read(self, rows: Rows) -> ChangeVerdicts:
        """Return the verdicts on the own changes, from verdicts on rows."""
        if self._read is None or self._read[0] != rows:
            self._read = rows, self._read_rows(rows)
        return self._read[1]

    def _read_rows(self, rows: Rows) -> ChangeVerdicts:
        verdicts, given = dict(rows), {}
        # The keys whose change is not found yet.
        left = set(verdicts)
        for change in self._list_known_first():
            # Rows with equal keys may belong to several changes; then all must be searched.
            if not left and self._keys.are_unique:
                break
            keys = self.find_keys(change)
            if found := {verdicts[key] for key in keys if key in verdicts}:
                given[change] = tuple(verdict for verdict in Verdict if verdict in found)
                left.difference_update(keys)
        return ChangeVerdicts(len(self.changes), self.own, dict(sorted(given.items())))

    def set_verdict(self, rows: Rows, change: int, verdict: Verdict | None) -> Rows:
        """Return the verdicts on rows after an own change gets this verdict, or loses its own if None."""
        kept = dict(rows)
        for key in self.find_keys(change):
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
    verdicts: list[Verdict | None] = [None] * len(bag.divergences)
    given, keys = dict(rows), RowKeys(bag)
    for place, row in enumerate(bag.divergences):
        if given and takes_verdict(row.kind):
            (key,) = keys.get_keys([row])
            verdicts[place] = given.get(key)
    return verdicts
