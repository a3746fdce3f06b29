"""A row of a bag becomes the one that a comparison of the same graphs the other way round would have found.

Its sentence is told by whoever needs it, since that names the chains of the mirrored bag.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from coala.model.bag import Bag, Direction, Divergence, FactArgument, ToldFact
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
MIRRORED_DIRECTIONS: Mapping[Direction, Direction] = MappingProxyType(
    {
        **{direction: direction for direction in Direction},
        Direction.TOWARDS: Direction.AWAY,
        Direction.AWAY: Direction.TOWARDS,
    }
)
_ORDER = tuple(Kind)
KINDS_OF_PAIRS = frozenset({Kind.TYPE, Kind.STATEMENT})
"""Of a pair the spans of the changed side are told."""

KINDS_OF_WHOLE = PROPERTY_KINDS | {Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED}
"""Rows about whole chains, which their spans do not sort."""


def mirror_row(bag: Bag, row: Divergence) -> Divergence:
    """One row with the sides of its bag exchanged; its sentence is the one that it had."""
    spans = row.spans
    if row.kind in KINDS_OF_PAIRS and row.baseline is not None:
        spans = bag.baseline[row.baseline].spans
    return row._replace(
        kind=MIRRORED_KINDS[row.kind],
        baseline=row.changed,
        changed=row.baseline,
        spans=spans,
        added=row.dropped,
        dropped=row.added,
        direction=MIRRORED_DIRECTIONS[row.direction],
        fact=None if row.fact is None else _mirror_fact(row.fact),
    )


def _mirror_fact(fact: ToldFact) -> ToldFact:
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


def place_of_row(row: Divergence) -> tuple[int, tuple[int, ...], int, int]:
    """What the rows of a bag are sorted by."""
    baseline, changed = (-1 if index is None else index for index in (row.baseline, row.changed))
    return _ORDER.index(row.kind), () if row.kind in KINDS_OF_WHOLE else row.spans, baseline, changed
