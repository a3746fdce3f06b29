"""Bags as a comparison of the same graphs in the other order would have found them.

A blind review shows half of its bags mirrored, so that nothing shows which graph is which. A bag has the
chains of the baseline and of the changed graph, and rows: single differences between them. Mirroring it
exchanges the two sides: a merge is then a split, and an added mention a dropped one. Mirroring a bag twice
returns the same bag.

Verdicts on own changes are stored by the keys of their rows. A mirrored row has another key, so
``MirroredKeys`` maps the keys of a bag to those of the mirrored bag and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.model.bag import MOST_SPANS_OF_PROPERTY, Bag, Direction, Divergence, FactArgument, FactDifference
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
        Kind.LINK: Kind.LINK,
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
_KINDS_OF_PROPERTIES = frozenset({Kind.TYPE, Kind.STATEMENT})
"""Kinds whose rows about two partners have the spans of the changed one."""

_KINDS_OF_CHAINS = PROPERTY_KINDS | {Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED}
"""Kinds whose rows are about whole chains; they are not sorted by spans."""


def mirror_bag(bag: Bag) -> Bag:
    """Return the bag with its sides exchanged, under the same fingerprint.

    The title is made again. The rows have no sentences: ``BagSentences.describe`` makes the few that are
    read.
    """
    # A changed link of partners is about their chains, another one about its mentions.
    pairs = {(new, old) for old, new in bag.partners}
    rows = sorted(
        (_mirror_row(bag, row) for row in bag.divergences),
        key=lambda row: _place_of_row(
            row, is_of_mentions=row.kind is Kind.LINK and (row.baseline, row.changed) not in pairs
        ),
    )
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
        self._mirrored_keys, self._bag_keys = RowKeys(mirrored), RowKeys(_exchange(mirrored, ()))
        # The rows of the mirrored bag whose keys are not made yet.
        changes = BagSentences(mirrored).changes
        self._rows = chain.from_iterable(map(changes.rows_of, range(len(changes))))
        # The keys made so far, in both directions.
        self._bag_key_of: dict[str, str] = {}
        self._mirrored_key_of: dict[str, str] = {}

    def to_bag_key(self, mirrored: str) -> str:
        """Return the key in the bag of the row with this mirrored key, or the same key if no row has it."""
        return self._find(mirrored, self._bag_key_of)

    def to_mirrored_key(self, key: str) -> str:
        """Return the mirrored key of the row with this key in the bag, or the same key if no row has it."""
        return self._find(key, self._mirrored_key_of)

    def _find(self, key: str, found: dict[str, str]) -> str:
        """Return the value of ``key`` in one of the two mappings, after filling them as far as needed."""
        while key not in found:
            row = next(self._rows, None)
            if row is None:
                return key
            (mirrored_key,) = self._mirrored_keys.get_keys([row])
            (bag_key,) = self._bag_keys.get_keys([_mirror_row(self._mirrored, row)])
            self._bag_key_of[mirrored_key] = bag_key
            self._mirrored_key_of[bag_key] = mirrored_key
        return found[key]


def _exchange(bag: Bag, rows: tuple[Divergence, ...]) -> Bag:
    """Return a bag with its chains on the other sides, and these rows."""
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
    if row.kind in _KINDS_OF_PROPERTIES and row.baseline is not None:
        spans = bag.baseline[row.baseline].spans[:MOST_SPANS_OF_PROPERTY]
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
    # The former role is that in the baseline, which is now the changed graph.
    if former is not None:
        role, former = former, role
    return FactArgument(role, after, before, differs, former)


def _place_of_row(
    row: Divergence, *, is_of_mentions: bool
) -> tuple[int, tuple[int, ...], int, int, bool, bool]:
    """Return the sort key of a row in its bag: the kind, the spans, then the two chains.

    Of a pair, types and statements that changed come first, then dropped and added ones. Links stay in the
    order of their knowledge bases, which is the same on both sides.
    """
    baseline, changed = (-1 if index is None else index for index in (row.baseline, row.changed))
    spans = () if row.kind in _KINDS_OF_CHAINS and not is_of_mentions else row.spans
    is_property = row.kind in (Kind.TYPE, Kind.STATEMENT)
    lacks_added, lacks_dropped = is_property and not row.added, is_property and not row.dropped
    return _ORDER.index(row.kind), spans, baseline, changed, lacks_dropped, lacks_added
