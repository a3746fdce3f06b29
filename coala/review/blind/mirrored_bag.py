"""Bags as a comparison of the same graphs in the other order would have found them.

A merge becomes a split and an added mention a dropped one, so that nothing shows which graph is which.
Mirroring a bag twice returns the same bag.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Direction, Divergence, FactArgument, FactDifference
from coala.model.kinds import PROPERTY_KINDS, Kind

MIRRORED_KINDS: Mapping[Kind, Kind] = MappingProxyType(
    {
        Kind.MOVED: Kind.MOVED,
        Kind.SPLIT: Kind.MERGED,
        Kind.MERGED: Kind.SPLIT,
        Kind.MENTION_ADDED: Kind.MENTION_DROPPED,
        Kind.MENTION_DROPPED: Kind.MENTION_ADDED,
        Kind.INSTANCE_ADDED: Kind.INSTANCE_DROPPED,
        Kind.INSTANCE_DROPPED: Kind.INSTANCE_ADDED,
        Kind.TYPE: Kind.TYPE,
        Kind.STATEMENT: Kind.STATEMENT,
        Kind.FACT_ADDED: Kind.FACT_DROPPED,
        Kind.FACT_DROPPED: Kind.FACT_ADDED,
        Kind.FACT_CHANGED: Kind.FACT_CHANGED,
        Kind.FACT_RETYPED: Kind.FACT_RETYPED,
    }
)
_MIRRORED_DIRECTIONS: Mapping[Direction, Direction] = MappingProxyType(
    {
        **{direction: direction for direction in Direction},
        Direction.TOWARDS: Direction.AWAY,
        Direction.AWAY: Direction.TOWARDS,
    }
)
_ORDER = tuple(Kind)
_KINDS_OF_PAIRS = frozenset({Kind.TYPE, Kind.STATEMENT})
"""Kinds whose rows about a pair have the spans of the changed instance."""

_KINDS_OF_WHOLE = PROPERTY_KINDS | {Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED}
"""Kinds whose rows are about whole chains; they are not sorted by spans."""


def mirror_bag(bag: Bag) -> Bag:
    """Return the bag with its sides exchanged, under the same fingerprint.

    The title is made again. The rows have no sentences: ``BagSentences.describe`` makes the few that are
    read.
    """
    rows = sorted((_mirror_row(bag, row) for row in bag.divergences), key=_place_of_row)
    mirrored = _exchange(bag, tuple(rows))
    return replace(mirrored, title=BagSentences(mirrored).title)


class MirroredKeys:
    """The keys of the rows of a bag and of the same rows mirrored.

    Keys are made in the order of the changes until the wanted one is found: only a few rows of a large bag
    are judged, mostly the first ones.
    """

    def __init__(self, mirrored: Bag) -> None:
        """Take the mirrored bag from ``mirror_bag``; the names of its instances do not matter."""
        self._mirrored = mirrored
        self._made = RowKeys(mirrored), RowKeys(_exchange(mirrored, ()))
        changes = BagSentences(mirrored).ranked
        self._rows = chain.from_iterable(map(changes.rows_of, range(len(changes))))
        self._found: tuple[dict[str, str], dict[str, str]] = ({}, {})

    def to_bag_key(self, mirrored: str) -> str:
        """Return the key in the bag of the row with this mirrored key, or the same key if no row has it."""
        return self._other(mirrored, 0)

    def to_mirrored_key(self, key: str) -> str:
        """Return the mirrored key of the row with this key in the bag, or the same key if no row has it."""
        return self._other(key, 1)

    def _other(self, key: str, side: int) -> str:
        found = self._found[side]
        while key not in found:
            row = next(self._rows, None)
            if row is None:
                return key
            (mirrored,) = self._made[0].get_keys([row])
            (of_bag,) = self._made[1].get_keys([_mirror_row(self._mirrored, row)])
            self._found[0][mirrored], self._found[1][of_bag] = of_bag, mirrored
        return found[key]


def _exchange(bag: Bag, rows: tuple[Divergence, ...]) -> Bag:
    return replace(
        bag,
        baseline=bag.changed,
        changed=bag.baseline,
        partners=tuple(sorted((new, old) for old, new in bag.partners)),
        divergences=rows,
    )


def mirror_kinds(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return the kinds of a mirrored bag, in the order of ``Kind``."""
    mirrored = {MIRRORED_KINDS[kind] for kind in kinds}
    return tuple(kind for kind in Kind if kind in mirrored)


def _mirror_row(bag: Bag, row: Divergence) -> Divergence:
    """Return a row with the sides of its bag exchanged, and without a sentence."""
    spans = row.spans
    if row.kind in _KINDS_OF_PAIRS and row.baseline is not None:
        spans = bag.baseline[row.baseline].spans
    return row._replace(
        kind=MIRRORED_KINDS[row.kind],
        baseline=row.changed,
        changed=row.baseline,
        spans=spans,
        sentence="",
        added=row.dropped,
        dropped=row.added,
        direction=_MIRRORED_DIRECTIONS[row.direction],
        fact=None if row.fact is None else _mirror_fact(row.fact),
    )


def _mirror_fact(fact: FactDifference) -> FactDifference:
    return fact._replace(
        before=fact.after,
        after=fact.before,
        arguments=tuple(map(_mirror_argument, fact.arguments)),
        places=tuple(place._replace(before=place.after, after=place.before) for place in fact.places),
    )


def _mirror_argument(argument: FactArgument) -> FactArgument:
    role, before, after, differs, former = argument
    if former is not None:
        role, former = former, role
    return FactArgument(role, after, before, differs, former)


def _place_of_row(row: Divergence) -> tuple[int, tuple[int, ...], int, int]:
    """Return the sort key of a row in its bag."""
    baseline, changed = (-1 if index is None else index for index in (row.baseline, row.changed))
    return _ORDER.index(row.kind), () if row.kind in _KINDS_OF_WHOLE else row.spans, baseline, changed
