"""A bag becomes the one that a comparison of the same graphs the other way round would have found.

A merge is a split there, what was added was dropped: every sentence is made anew, so that none of them tells
which graph is which. Twice mirrored it is the same bag.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Direction, Divergence, FactArgument, ToldFact
from coala.model.kinds import PROPERTY_KINDS, Kind

_KINDS: Mapping[Kind, Kind] = MappingProxyType(
    {
        **{kind: kind for kind in Kind},
        Kind.SPLIT: Kind.MERGED,
        Kind.MERGED: Kind.SPLIT,
        Kind.MENTION_ADDED: Kind.MENTION_DROPPED,
        Kind.MENTION_DROPPED: Kind.MENTION_ADDED,
        Kind.INSTANCE_ADDED: Kind.INSTANCE_DROPPED,
        Kind.INSTANCE_DROPPED: Kind.INSTANCE_ADDED,
        Kind.FACT_ADDED: Kind.FACT_DROPPED,
        Kind.FACT_DROPPED: Kind.FACT_ADDED,
    }
)
_DIRECTIONS: Mapping[Direction, Direction] = MappingProxyType(
    {
        **{direction: direction for direction in Direction},
        Direction.TOWARDS: Direction.AWAY,
        Direction.AWAY: Direction.TOWARDS,
    }
)
_ORDER = tuple(Kind)
_OF_PAIRS = (Kind.TYPE, Kind.STATEMENT)


def mirror_bag(bag: Bag) -> Bag:
    """The bag with its sides exchanged. It keeps its fingerprint, which is the name of the question."""
    # Sentences look at most chains more than once, and columns would make them each time.
    made = replace(bag, spans=tuple(bag.spans), baseline=tuple(bag.baseline), changed=tuple(bag.changed))
    rows = sorted((_mirror_row(made, row) for row in bag.divergences), key=_place)
    mirrored = _exchange(made, rows)
    sentences = BagSentences(mirrored)
    told = tuple(row._replace(sentence=sentences.describe(row)) for row in mirrored.divergences)
    return replace(_exchange(bag, told), title=sentences.title)


def mirror_keys(bag: Bag) -> dict[str, str]:
    """The keys of a bag's rows to those of the same rows mirrored."""
    rows = [_mirror_row(bag, row) for row in bag.divergences]
    return dict(zip(row_keys(bag), row_keys(_exchange(bag, rows)), strict=True))


def _exchange(bag: Bag, rows: Sequence[Divergence]) -> Bag:
    return replace(
        bag,
        baseline=bag.changed,
        changed=bag.baseline,
        partners=tuple(sorted((new, old) for old, new in bag.partners)),
        divergences=tuple(rows),
    )


def mirror_kinds(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds of a bag as they are the other way round, in the order of ``Kind``."""
    mirrored = {_KINDS[kind] for kind in kinds}
    return tuple(kind for kind in Kind if kind in mirrored)


def _mirror_row(bag: Bag, row: Divergence) -> Divergence:
    spans = row.spans
    if row.kind in _OF_PAIRS and row.baseline is not None:
        # Of a pair the spans of the changed side are told.
        spans = bag.baseline[row.baseline].spans
    return row._replace(
        kind=_KINDS[row.kind],
        baseline=row.changed,
        changed=row.baseline,
        spans=spans,
        added=row.dropped,
        dropped=row.added,
        direction=_DIRECTIONS[row.direction],
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


def _place(row: Divergence) -> tuple[int, tuple[int, ...], int, int]:
    """What the rows of a bag are sorted by."""
    whole = row.kind in PROPERTY_KINDS or row.kind in (Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED)
    baseline, changed = (-1 if index is None else index for index in (row.baseline, row.changed))
    return _ORDER.index(row.kind), () if whole else row.spans, baseline, changed
